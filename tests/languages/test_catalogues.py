"""The catalogues are whole: every sentence of what is translated has its words in every language."""

import re
from io import BytesIO

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from moderator.core.template_folders import ENGLISH, LANGUAGES, TEMPLATES
from tools.messages import is_translated, sentences

_TRANSLATED = ("service", "web", "print", "games/rebel-commander", "games/space-genocide")
_GAP = re.compile(r"%\((\w+)\)[ds]")
_CATALOGUES = [(folder, language) for folder in _TRANSLATED for language in LANGUAGES if language != ENGLISH]


def _messages(folder: str, language: str) -> list[Message]:
    file = TEMPLATES / folder / f"{language}.po"
    return [message for message in read_po(BytesIO(file.read_bytes()), locale=language) if message.id]


def _forms(words: object) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words) if isinstance(words, list | tuple) else ()


@pytest.mark.parametrize(("folder", "language"), _CATALOGUES)
def test_every_sentence_of_the_templates_is_translated(folder: str, language: str) -> None:
    """In all of its forms, and none is kept of a sentence that is gone; ``tools/messages.py`` sees to that."""
    known = {(*_forms(each.id), each.context or ""): each for each in _messages(folder, language)}
    said = {(one, *((many,) if many is not None else ()), about) for one, many, about in sentences(TEMPLATES / folder)}
    assert known.keys() - said == set()
    assert [sentence for sentence in sorted(said) if sentence not in known or not is_translated(known[sentence])] == []


@pytest.mark.parametrize(("folder", "language"), _CATALOGUES)
def test_a_translation_has_no_gap_that_nothing_fills(folder: str, language: str) -> None:
    """It could not be written; and every per cent sign that is meant as one is doubled."""
    wrong = [
        form
        for message in _messages(folder, language)
        for form in _forms(message.string)
        if {*_GAP.findall(form)} - {gap for each in _forms(message.id) for gap in _GAP.findall(each)}
        or "%" in _GAP.sub("", form).replace("%%", "")
    ]
    assert wrong == []


@pytest.mark.parametrize(("folder", "language"), _CATALOGUES)
def test_a_translation_begins_and_ends_as_its_sentence_does(folder: str, language: str) -> None:
    """A blank at the end parts it from what follows."""
    wrong = [
        (one, form)
        for message in _messages(folder, language)
        for one, form in zip(_forms(message.id), _forms(message.string), strict=False)
        if (one[:1].isspace(), one[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace())
    ]
    assert wrong == []
