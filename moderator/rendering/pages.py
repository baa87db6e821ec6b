"""Pages of the web desk: letters laid out as parts of a page, drawings as inline SVG, and the pages themselves."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar
from xml.sax.saxutils import quoteattr

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from moderator.core.pictures import Drawing, Place
from moderator.core.svg import FONT, num
from moderator.core.template_folders import ENGLISH
from moderator.rendering import filters
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.filling import (
    fill_proof_file,
    fill_template,
    head_of,
    language_of_orders,
    prepare,
    reader_of,
    spoken,
    wordings,
)
from moderator.rendering.print import alt_text, report_pdf
from moderator.rendering.rehearsals import Rehearsal, rehearsal
from moderator.rendering.typesetting.raster import Typesetter
from moderator.rendering.words.spoken_orders import speak_in
from moderator.service import proof
from moderator.service.facts import LetterFacts, TurnReport, Welcome
from moderator.service.overrides.apply import Applied

T = TypeVar("T")

_WIDE = 1.3
"""From which ratio of its width to its height on a drawing is wide."""


class PageDrawing(Struct, frozen=True):
    """A drawing of a page as inline SVG, the line that says what it shows, and whether it is wide."""

    svg: Markup
    alt: str
    is_wide: bool


class PageRenderer:
    """Words pages by the operator's templates over ours. Safe for several threads."""

    def __init__(self, operator: Path | None = None) -> None:
        """Take an instance's ``templates/`` folder, if it has one."""
        self._templates = Templates(operator if operator is not None and operator.is_dir() else None)
        self._typesetter = Typesetter()

    def page(
        self,
        name: str,
        *,
        kind: str = "html",
        game: str = "",
        reader: ReadingSeat | None = None,
        language: str = ENGLISH,
        **facts: Any,  # noqa: ANN401 - whatever the template names
    ) -> str:
        """Return a page, or a part of one, by the template ``web/<name>.<kind>.j2``; only ``txt`` is not escaped.

        With ``game`` and ``reader`` its facts are worded for a seat by that game's templates. It is in a ``language``
        as far as the game is translated.
        """
        templates = self._templates.speaking(language, game)
        voice = Voice(templates.page_text, game, reader or ReadingSeat("", "UTC"))
        environment = templates.page_text if kind == "txt" else templates.page_html
        template = environment.get_template(f"web/{name}.{kind}.j2")
        known = {"voice": voice, "layout": "service/layout.page.j2", "language": templates.language}
        return template.render(facts, **known, **wordings(voice))

    def letter(self, told: LetterFacts) -> Markup:
        """Return the words of a letter as a part of a page, without what only a letter has."""
        letter = prepare(told, self._templates)
        if isinstance(letter, TurnReport):
            letter = replace(letter, poster=None, json=None, chart="")
        templates, head = spoken(self._templates, letter), head_of(letter)
        voice = Voice(templates.page_text, head.game if head else "", reader_of(letter))
        facts: dict[str, Any] = {
            "pictures": (),
            "printed": False,
            "kept": False,
            "proof_lines": proof.lines(told),
            "filed": "",
            "left_out": False,
            "mended_url": "",
            "subject": "",
        }
        return Markup(fill_template(templates, letter, voice, facts, layout="page"))  # noqa: S704 - escaped there

    def orders(self, told: T, game: str, language: str, *, ours: bool = False) -> T:
        """Return facts with the orders in them as who reads a language writes them; ``ours`` if they are lines of ours.

        What somebody wrote stays as it is.
        """
        wanted = language_of_orders(self._templates, game, language)
        written: T = told if wanted is None else speak_in(told, wanted, ours=ours)
        return written

    def pdf(self, told: TurnReport) -> bytes | None:
        """Return a report to be printed, as letters bring it; None if it shows no board."""
        letter, templates = prepare(told, self._templates), spoken(self._templates, told)
        voice = Voice(templates.text, told.head.game, reader_of(told))
        made = report_pdf(self._typesetter, templates, voice, letter)
        return made.data if made else None

    def rehearsal(self, applied: Applied, language: str = ENGLISH) -> Rehearsal:
        """Return the dry run of an override in words."""
        return rehearsal(applied, self._templates.speaking(language, applied.game).page_text)

    def proof(self, told: LetterFacts) -> str:
        """Return what can be checked in a letter as a file: of a report that which comes with it; empty for nothing."""
        lines = proof.lines(told)
        if not (lines and isinstance(told, TurnReport)):
            return "".join(f"{line}\n" for line in lines)
        letter, templates = prepare(told, self._templates), spoken(self._templates, told)
        voice = Voice(templates.text, told.head.game, reader_of(told))
        return fill_proof_file(templates, letter, voice, lines)

    def drawings(self, letter: TurnReport | Welcome, places: Iterable[Place] = ()) -> tuple[PageDrawing, ...]:
        """Return the drawings of a letter as inline SVG, the first with ``places`` as buttons on it."""
        templates = spoken(self._templates, letter)
        return tuple(
            _inline(drawing, alt_text(templates, letter, drawing), () if number else places)
            for number, drawing in enumerate(letter.drawings)
        )


def _inline(drawing: Drawing, alt: str, places: Iterable[Place]) -> PageDrawing:
    buttons = "".join(map(_button, places))
    window = " ".join(map(num, (drawing.left, drawing.top, drawing.width, drawing.height)))
    role = "group" if buttons else "img"
    opening = f'<svg viewBox="{window}" role="{role}" aria-label={quoteattr(alt)} font-family={quoteattr(FONT)}>'
    inside = "".join(part.svg for part in drawing.parts)
    markup = Markup(f"{opening}{inside}{buttons}</svg>")  # noqa: S704 - drawn and escaped by us
    return PageDrawing(markup, alt, drawing.width > _WIDE * drawing.height)


def _button(place: Place) -> str:
    points = " ".join(f"{num(x)},{num(y)}" for x, y in place.outline)
    name = quoteattr(filters.one_line(place.name))
    return f'<polygon class="place" points="{points}" data-place={name} tabindex="-1" role="button" aria-label={name}/>'
