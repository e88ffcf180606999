"""Texts of UTF-8 that a program read in an older encoding are told from texts that are meant."""

from __future__ import annotations

import pytest

from pnp.check.texts import misread

MEANT = {
    "fr": "Pièce d'or, cœur, forêt, garçon, Noël, où, ça, île, août, «Café…», «passé», « à », CAFÉ, « déjà », l’été",
    "de": "Mörder, Füße, „Über…“, ÄÖÜ, „TROIKÄ“, Ä…, straße, 5 €, ½ Stück, – und —, »Größe«",
    "es": "¿Qué? ¡Sí! Señor, pingüino, corazón, «ÑANDÚ», años",
    "pt": "MAÇÃ, «MANHÃ», “IRMÔ, IRMû, coração, AVÔ…”",
    "pl": "żółw, święto, źródło, łąka, ćma, „Wąż”, gęś, ŁÓDŹ",
    "da": "”Å”, æble, Ø…",
    "vi": "MÃ SỐ, đường, Người",
    "ru": "Ёж, «Съёмка», Ñ…",
    "ja": "縺れる糸、夜の庭、「花びら」、ｶﾞﾝﾊﾞﾚ",
}


@pytest.mark.parametrize("language", MEANT)
def test_texts_that_are_meant_are_not_told(language: str) -> None:
    variants = (MEANT[language], MEANT[language].upper(), MEANT[language].replace(" ", "\u00a0"))
    assert [misread(word) for text in variants for word in (text, *text.split())] == [None] * (
        sum(1 + len(text.split()) for text in variants)
    )


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Ship’s Bell", "cp1252"),
        ("Café noir", "cp1252"),
        ("Señor", "cp1252"),
        ("Größe", "cp1252"),
        ("5 €", "cp1252"),
        ("so – oder", "cp1252"),
        ("2 × 3 → 6", "cp1252"),
        ("święto", "cp1252"),
        ("★ five", "cp1252"),
        ("é… ça", "cp1252"),
        ("Привет", "cp1252"),
        ("花びらの中で眠る。", "cp932"),
        ("カード", "cp932"),
    ],
)
def test_a_text_in_a_wrong_encoding_is_told_with_what_it_should_be(text: str, encoding: str) -> None:
    found = misread(text.encode("utf-8").decode(encoding, "ignore"))
    assert found is not None
    assert set(found[1]) <= set(text)  # letters that the other encoding does not have are lost
