// Labels with the sizes of type: one for lines of one size that stand together, as near to them as no words stand.

const HEIGHT = 12; // of a label, in pixels
const LETTER = 6.2; // width of a letter of a label, in pixels
const GAP = 6; // between words and label, in pixels
const FARTHEST = 12; // steps of half a label away from the words
const NEAR = 1.5; // most distance of lines that stand together, in heights of a line

// Return the labels of texts: the words, a place in mm, and which end of the label stands there. ``scale`` is pixels per mm.
export function sizeLabels(texts, [left, top, width, height], scale) {
  const boxes = texts.map((text) => text.box);
  const placed = [];
  return blocksOf(texts).map((block) => {
    const words = sizeOf(block);
    const [w, h, gap] = [(words.length * LETTER) / scale, HEIGHT / scale, GAP / scale];
    const [x1, y1, x2, y2] = block.box;
    const middle = block.first - h / 2;
    const around = (far) => [[x2 + gap + far, middle], [x1 - gap - w - far, middle], [x1, y1 - gap - h - far], [x2 - w, y1 - gap - h - far], [x1, y2 + gap + far], [x2 - w, y2 + gap + far]].map(([x, y]) => [x, y, x + w, y + h]);
    const rooms = Array.from({ length: FARTHEST }, (_, steps) => around((steps * h) / 2)).flat();
    const isInside = (room) => room[0] >= left && room[1] >= top && room[2] <= left + width && room[3] <= top + height;
    const room = rooms.find((one) => isInside(one) && ![...boxes, ...placed].some((other) => meets(one, other)));
    if (!room) return null; // a full card: the pointer over its words tells their size
    placed.push(room);
    return { words, x: room[0], y: room[3] - 0.2 * h };
  }).filter(Boolean);
}

export function sizeOf({ points }) {
  return `${Number(points.toFixed(1))} pt`;
}

function meets(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// Lines of one size that stand together, with the middle of the first.
function blocksOf(texts) {
  const lines = new Map();
  for (const { box, points, line } of texts) {
    const key = `${line} ${points}`;
    lines.set(key, { box: union(lines.get(key)?.box ?? box, box), points });
  }
  const blocks = [];
  for (const line of [...lines.values()].sort((a, b) => a.box[1] - b.box[1])) {
    const [x1, y1, x2, y2] = line.box;
    const room = NEAR * (y2 - y1);
    const near = blocks.find(({ box, points }) => points === line.points && meets(box, [x1 - room, y1 - room, x2 + room, y2 + room]));
    if (near) near.box = union(near.box, line.box);
    else blocks.push({ ...line, first: (line.box[1] + line.box[3]) / 2 });
  }
  return blocks;
}

function union(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
