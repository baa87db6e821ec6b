"""The printed report: a typeset document with the seat's story, its dice, the form, the standings and the board."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import typst

from moderator.core.game import Section
from moderator.core.pictures import Drawing
from moderator.ports import Attachment
from moderator.rendering import filters
from moderator.rendering.environment import Templates, Voice
from moderator.rendering.typesetting.drawing_operators import drawing_operators
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service.facts import TurnReport, Welcome
from moderator.service.letter_parts import Form

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "us-letter": (215.9, 279.4)}
"""The width and height of papers in millimetres."""
_NAMES = {"letter": "us-letter", "a3": "a3"}
COMMON, TEMPLATE = "common.typ", "report.typ"
_SCORE, _HEADLINE = "score", "headline"
_NUMBERED = re.compile(r"\d+[a-z]?\. ")
_SIGN = re.compile(rf"(\d+[a-z]?\.|{filters.OWN}|{filters.NESTED}) ")
"""What hangs before a row: its number, or the mark of what is the reader's own, or of what belongs to the row above."""
_SIZE, _LARGE_SIZE = 9.2, 12.0
"""The size of letters of the story, and on A3."""
_LINES = 8
"""Lines to write on in a form whose orders have no numbers: the recorded orders would leave no room."""
_LEGIBLE = 6.0
"""The size in points that letters of drawings have at least on paper."""
_POINTS = 72 / 25.4
MARGINS = 28.0
"""Millimetres that a page leaves white at its sides, together."""
GUTTER = 8.0
"""Millimetres between columns."""


def report_pdf(
    typesetter: Typesetter, templates: Templates, voice: Voice, letter: Welcome | TurnReport
) -> Attachment | None:
    """Return the report as a PDF, None if the letter shows no board."""
    if not letter.drawings:
        return None
    head = letter.head
    board, *others = letter.drawings
    width = PAPERS[paper(head.paper)][0] - MARGINS
    windows = [part for part in others if set(part.parts) <= set(board.parts)]
    details = [part for part in others if part not in windows or legible(board) > width]
    drawings = {"board": board, **{part.key: part for part in details if part not in windows}}
    if isinstance(letter, TurnReport) and letter.course is not None:
        drawings["course"] = letter.course
    labels = templates.text.get_template("print/labels.j2").module
    data = {
        **_data(labels, voice, letter, course="course" in drawings),
        **_drawing_data(board, details, windows, width),
    }
    pdf = typeset(typesetter, templates, TEMPLATE, data, drawings)
    what = f"turn-{letter.resolved_turn}" if isinstance(letter, TurnReport) else "welcome"
    return Attachment(f"{head.match}-{what}.pdf", "application/pdf", pdf)


def typeset(
    typesetter: Typesetter, templates: Templates, name: str, data: Mapping[str, Any], drawings: Mapping[str, Drawing]
) -> bytes:
    """Return a document as PDF; an error of typst gets a note with the name of the template."""
    try:
        return typesetter.pdf(source(templates, name), {"language": templates.language, **data}, drawings)
    except typst.TypstError as error:
        error.add_note(name)
        raise


def source(templates: Templates, name: str) -> str:
    """Return the source of a document, below the part that all documents share."""
    return templates.source(f"print/{COMMON}") + templates.source(f"print/{name}")


def paper(name: str) -> str:
    """Return typst's name of a paper size."""
    return _NAMES.get(name, "a4")


def _data(labels: Any, voice: Voice, letter: Welcome | TurnReport, *, course: bool) -> dict[str, Any]:  # noqa: ANN401 - a template's macros
    """Return all words of the document as plain data."""
    head, zone, deadline = letter.head, letter.head.zone, letter.due.deadline
    resolved = letter if isinstance(letter, TurnReport) else None
    over = resolved is not None and resolved.outcome is not None
    sections, paper_size, against = letter.report.sections, paper(head.paper), label_text(labels.against())
    told = [
        *(_section(part, voice) for part in sections if _is_printed(part, voice)),
        *(_how_to_play(labels, voice, letter) if isinstance(letter, Welcome) else ()),
    ]
    return {
        "paper": paper_size,
        "title": head.title,
        "match": head.match,
        "what": label_text(labels.report(head, resolved, over)),
        "seat": label_text(labels.whose(head)),
        "date": label_text(labels.date(resolved.made, zone)) if resolved else "",
        "due": label_text(labels.due(deadline, zone)) if deadline and not over else "",
        "foot": label_text(labels.foot(head)),
        "against": against,
        "lead": [voice.say(fact) for part in sections if part.key == _HEADLINE for fact in part.facts],
        "story": story(told),
        "size": _LARGE_SIZE if paper_size == "a3" else _SIZE,
        "score": _standings(labels, sections, voice),
        "form": _form(labels, letter.form) if letter.form else None,
        "board": label_text(labels.board(letter.board_head, over)),
        "course": course,
        "course_alt": label_text(labels.course()),
    }


def _drawing_data(
    board: Drawing, details: Sequence[Drawing], windows: Sequence[Drawing], width: float
) -> dict[str, Any]:
    """Return what the document must know of its drawings; the board shows ``windows``, too."""
    column = (width - GUTTER) / 2
    return {
        "alt": board.alt,
        "across": board.width,
        "shape": board.height / board.width,
        "least": min(legible(board), width),
        "width": width,
        "gutter": GUTTER,
        "details": [
            {
                "key": part.key,
                "width": part.width,
                "height": part.height,
                "narrow": legible(part) <= column,
                "window": [part.left - board.left, part.top - board.top] if part in windows else None,
            }
            for part in details
        ],
    }


def legible(drawing: Drawing) -> float:
    """Return how many millimetres wide a drawing must be for its words to be read."""
    smallest = min((drawing_operators(part.svg).smallest for part in drawing.parts), default=math.inf)
    return drawing.width / smallest * _LEGIBLE / _POINTS


def label_text(words: object) -> str:
    """Return what a macro of labels says, without the space around it."""
    return str(words).strip()


def alt_text(templates: Templates, letter: TurnReport | Welcome, drawing: Drawing) -> str:
    """Return the line that says what a drawing of a letter shows."""
    labels: Any = templates.text.get_template("print/labels.j2").module
    over = isinstance(letter, TurnReport) and letter.outcome is not None
    return filters.one_line(labels.alt(letter.board_head, over, drawing.key))


def _is_printed(part: Section, voice: Voice) -> bool:
    """Tell whether a section is printed among the stories: not one with a place of its own, or one that is drawn."""
    return part.key not in {_SCORE, _HEADLINE} and not voice.drawn(part.key)


def _section(part: Section, voice: Voice) -> dict[str, Any]:
    return {
        "heading": voice.heading(part.key),
        "mine": voice.leads(part.key),
        "rows": [_row(fact, voice) for fact in part.facts],
    }


def story(sections: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return headings and rows in the order of a page: the reader's own story first."""
    ordered = sorted(sections, key=lambda part: not part["mine"])
    return [piece for part in ordered for piece in ({"heading": part["heading"]}, *part["rows"])]


def _how_to_play(labels: Any, voice: Voice, letter: Welcome) -> tuple[dict[str, Any], ...]:  # noqa: ANN401 - as above
    """Return what only a welcome tells: who plays, and how orders are written."""
    seats = [_words(f"{line.seat}: {voice.words(('seats.j2',), 'seat', line, dict)}") for line in letter.seats]
    orders = [_words(voice.order(order), " / ".join(order.lines)) for order in letter.orders]
    told = (
        {"heading": label_text(labels.seats()), "mine": True, "rows": seats},
        {"heading": label_text(labels.orders()), "mine": False, "rows": orders},
    )
    return tuple(part for part in told if part["rows"])


def _words(text: str, term: str = "") -> dict[str, Any]:
    """Return a row without dice. ``term`` is the term that it explains, empty if it explains none."""
    found = _SIGN.match(text)
    sign, rest = (found[1].rstrip("."), text[found.end() :]) if found else ("", text)
    return {"sign": sign, "text": rest, "term": term, "dice": []}


def _row(fact: Any, voice: Voice) -> dict[str, Any]:  # noqa: ANN401 - any fact of a report
    """Return a row with a fact in words, and its dice if it has any."""
    dice = dice_of(fact, voice)
    return {**_words(voice.line(fact, beside_dice=bool(dice))), "dice": dice}


def dice_of(fact: Any, voice: Voice) -> list[dict[str, Any]]:  # noqa: ANN401 - as above
    """Return a fact's dice as documents draw them; most facts have none."""
    return [
        {
            "who": voice.listing(dice.seats),
            "faces": dice.faces,
            "bonus": dice.bonus,
            "total": dice.total,
            "won": dice.won,
            "sides": dice.sides,
        }
        for dice in getattr(fact, "dice_shown", ())
    ]


def _standings(labels: Any, sections: tuple[Section, ...], voice: Voice) -> dict[str, Any]:  # noqa: ANN401 - as above
    rows = [_row(fact, voice) for part in sections if part.key == _SCORE for fact in part.facts]
    return {"heading": voice.heading(_SCORE) if rows else label_text(labels.standings()), "rows": rows}


def _form(labels: Any, form: Form) -> dict[str, Any]:  # noqa: ANN401 - as above
    numbered = [line for line in form.lines if _NUMBERED.match(line)]
    return {
        "heading": label_text(labels.form()),
        "lines": numbered or [""] * _LINES,
        "stands": "" if numbered else label_text(labels.stands(form.lines)),
        "where": [[label_text(labels.reply_to()), form.reply_to], [label_text(labels.subject()), form.subject]],
        "example": label_text(labels.example()),
        "examples": list(form.examples),
    }
