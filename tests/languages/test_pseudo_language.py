"""A pseudo-language shows what no catalogue could translate."""

from collections.abc import Mapping
from typing import Any

import pytest

from moderator.core import codec
from moderator.rendering.environment import Voice
from moderator.rendering.filling import fill_template, head_of, reader_of
from moderator.service.facts import LetterFacts
from moderator.testing.pseudo import WORD, PseudoTemplates, untranslatable
from tests.rendering.samples import every_letter

_LETTERS = every_letter()
_TEMPLATES = PseudoTemplates()
_FACTS: Mapping[str, Any] = {
    "subject": "",
    "pictures": (),
    "printed": True,
    "kept": True,
    "proof_lines": (),
    "filed": "",
    "left_out": True,
    "mended_url": "",
}
_OF_ALL_LANGUAGES = {"press", "to", "end", "ready"}
"""What is to be written, as it is."""


def _known_to(letter: LetterFacts) -> set[str]:
    """Return the words that a letter's facts hold: names, and what people wrote."""
    return {word.lower() for word in WORD.findall(codec.encode(letter).decode())}


@pytest.mark.parametrize("name", _LETTERS)
def test_a_letter_has_no_words_outside_of_its_sentences(name: str) -> None:
    """But for what its facts hold."""
    letter = _LETTERS[name]
    head = head_of(letter)
    voice = Voice(_TEMPLATES.text, head.game if head else "", reader_of(letter))
    words = fill_template(_TEMPLATES, letter, voice, _FACTS)
    assert {word.lower() for word in untranslatable(words)} - _known_to(letter) - _OF_ALL_LANGUAGES == set()


def test_words_outside_of_sentences_are_seen() -> None:
    """A template that forgets to mark them has them listed."""
    template = _TEMPLATES.text.from_string('{{ _("Your orders") }} are due {{ at | date }}')
    assert list(untranslatable(template.render(at=every_letter()["turn-report"].made))) == ["are", "due"]  # type: ignore[union-attr]
