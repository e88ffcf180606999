"""The JSON Schema for editors, and the file to start from."""

from __future__ import annotations

import json
import tomllib

import pytest

from pnp.definition import starter
from pnp.definition.json_schema import definition_schema
from pnp.definition.keys.validator import SchemaValidator

KEYWORDS = {
    "$schema", "$ref", "$defs", "title", "description", "default", "examples", "type", "format", "enum", "const",
    "properties", "required", "additionalProperties", "propertyNames", "minProperties", "items", "prefixItems",
    "minItems", "maxItems", "pattern", "minLength", "maxLength", "minimum", "maximum", "anyOf",
}  # fmt: skip


def _schemas(node, is_schema=True):
    if isinstance(node, list):
        for item in node:
            yield from _schemas(item)
    elif isinstance(node, dict):
        if is_schema:
            yield node
        for key, value in node.items():
            if key not in ("default", "examples", "enum", "const", "required"):
                yield from _schemas(value, not (is_schema and key in ("properties", "$defs")))


@pytest.fixture
def full_schema(kinds):
    """The schema of a file with the engines of these tests."""
    return definition_schema(kinds)


def test_every_keyword_is_one_of_the_dialect_and_every_reference_leads_somewhere(full_schema):
    assert full_schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for node in _schemas(full_schema):
        assert set(node) <= KEYWORDS
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/$defs/") in full_schema["$defs"]


def test_it_is_json(full_schema):
    assert json.loads(json.dumps(full_schema)) == full_schema


def test_a_good_definition_fits(full_schema, shipped_text):
    data = tomllib.loads(shipped_text + '[mine]\nextends = "shipped:toy"\ntitle = { ja = "x" }\n')
    assert SchemaValidator(full_schema).check(data) == []


def test_an_unknown_key_does_not_fit(full_schema, shipped_text):
    assert SchemaValidator(full_schema).check(tomllib.loads(shipped_text.replace("hand = 7", "hand = 7\nhnad = 7")))
    assert SchemaValidator(full_schema).check(tomllib.loads('[mine]\nextends = "shipped:toy"\nhnad = 7\n'))


def test_a_table_that_extends_nothing_must_be_whole(full_schema, shipped_text):
    assert SchemaValidator(full_schema).check(tomllib.loads(shipped_text.replace("hand = 7\n", "")))


def test_lists_stay_whole_in_a_table_that_extends(full_schema):
    assert SchemaValidator(full_schema).check(
        tomllib.loads('[mine]\nextends = "shipped:toy"\nsuits = [{ id = "x" }]\n')
    )


def test_settings_carry_their_docstrings(full_schema):
    assert full_schema["$defs"]["toy"]["properties"]["hand"]["description"] == "How many cards are dealt."
    assert full_schema["$defs"]["toy.Suit"]["description"] == "One suit."
    assert full_schema["$defs"]["toy"]["description"] == "A toy."


def test_the_starter_is_a_definition(desk):
    definition = desk.load(starter({"toy": "shipped"}))
    assert list(definition.games) == ["toy"]
    assert definition.games["toy"].settings.hand == 7


def test_what_the_starter_comments_out_is_toml_too():
    lines = starter({"red": "shipped"}).split("\n")
    edits = [line.removeprefix("# ") for line in lines if line.startswith("# ") and ("=" in line or line[2:3] == "[")]
    assert len(edits) > 8
    assert tomllib.loads("\n".join(line for line in edits if "`" not in line))


def test_the_starter_keeps_to_the_width_of_a_page():
    assert max(map(len, starter({"red": "shipped"}).split("\n"))) <= 120
