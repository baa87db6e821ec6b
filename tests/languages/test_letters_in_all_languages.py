"""Letters can be written in every language: each kind, in each layout."""

from typing import Any

import pytest

from moderator.core.template_folders import ENGLISH, LANGUAGES
from moderator.rendering.environment import Templates, Voice
from moderator.rendering.filling import fill_template, head_of, reader_of
from moderator.service.facts import Digest
from tests.rendering.samples import every_letter

_LETTERS = every_letter()
_FACTS: dict[str, Any] = {
    "subject": "Subject",
    "pictures": (),
    "printed": True,
    "kept": True,
    "proof_lines": ("a line of a proof",),
    "filed": "",
    "left_out": True,
    "mended_url": "",
}


def _layouts(name: str) -> tuple[str, ...]:
    """Return the layouts of a letter: one of the day goes by mail alone."""
    return ("txt", "html") if isinstance(_LETTERS[name], Digest) else ("txt", "html", "md", "page")


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])
@pytest.mark.parametrize(("name", "layout"), [(name, layout) for name in _LETTERS for layout in _layouts(name)])
def test_every_letter_can_be_written(name: str, layout: str, language: str) -> None:
    """Every sentence has what fills its gaps, and the letter is not the English one."""
    letter = _LETTERS[name]
    head = head_of(letter)
    texts = []
    for templates in (Templates().speaking(language, head.game if head else ""), Templates()):
        voice = Voice(templates.wording(layout), head.game if head else "", reader_of(letter))
        texts.append(fill_template(templates, letter, voice, _FACTS, layout=layout))
    assert texts[0] != texts[1]
