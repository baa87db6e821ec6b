"""The recap of a finished match: a document to print and keep. Copies differ only in paper and time zone."""

from collections.abc import Iterable
from typing import Any

from moderator.core.codec import tag_of
from moderator.core.game import Outcome
from moderator.ports import Attachment
from moderator.rendering import print as printing
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.print import label_text
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service.facts import TurnReport
from moderator.service.letter_parts import BoardThen, MatchRecap, SeatLine

TEMPLATE = "recap.typ"
_FILES = ("recap.j2", "events.j2", "sections.j2")


def recap(typesetter: Typesetter, templates: Templates, letter: TurnReport) -> Attachment | None:
    """Return the recap of a final report as a PDF, None if the report has none."""
    if letter.recap is None:
        return None
    kept, head = letter.recap, letter.head
    voice = Voice(templates.text, head.game, ReadingSeat("", head.zone))
    drawings = {_name(board): board.drawing for board in kept.boards}
    if kept.course is not None:
        drawings["course"] = kept.course
    if kept.last is not None:
        drawings["last"] = kept.last
    labels: Any = templates.text.get_template("print/recap.j2").module
    data = _Words(labels, voice, letter, kept).data()
    pdf = printing.typeset(typesetter, templates, TEMPLATE, data, drawings)
    return Attachment(file_name(head.match), "application/pdf", pdf)


def file_name(match: str) -> str:
    """Return the file name of a match's recap."""
    return f"{match}-recap.pdf"


def _name(board: BoardThen) -> str:
    return f"board-{board.turn}"


class _Words:
    """All words of a recap."""

    def __init__(self, labels: Any, voice: Voice, letter: TurnReport, kept: MatchRecap) -> None:  # noqa: ANN401 - a template's macros
        self.labels, self.voice, self.letter, self.kept = labels, voice, letter, kept

    def data(self) -> dict[str, Any]:
        """Return all words of the document as plain data."""
        head, kept, labels = self.letter.head, self.kept, self.labels
        told = kept.memories
        return {
            "paper": printing.paper(head.paper),
            "title": head.title,
            "match": head.match,
            "what": label_text(labels.what()),
            "seat": "",
            "foot": label_text(labels.foot(head)),
            "against": label_text(labels.against()),
            "dates": label_text(labels.dates(kept.begun, kept.ended, kept.turns, head)),
            "verdict": [self._say(fact) for fact in told.verdict] or [self._verdict(self.letter.outcome)],
            "figures": [self._say(fact) for fact in told.figures],
            "course": label_text(labels.course()) if kept.course is not None else "",
            "course_alt": label_text(labels.course_alt()),
            "honours": label_text(labels.honours()),
            "victor": label_text(labels.winner(self.letter.ended_by_gm)),
            "seats": [self._seat(seat) for seat in dict.fromkeys(line.seat for line in kept.seats)],
            "moments": {
                "heading": label_text(labels.moments()),
                "rows": [self._moment(fact) for fact in told.moments],
            },
            "last": label_text(labels.last()) if kept.last is not None else "",
            "boards": {
                "heading": label_text(labels.boards()),
                "key": self._key(),
                "all": [self._board(board) for board in kept.boards],
            },
        }

    def _say(self, fact: Any) -> str:  # noqa: ANN401 - any fact of a game
        return self.voice.words(_FILES, tag_of(type(fact)), fact, dict)

    def _split_title(self, fact: Any) -> dict[str, str]:  # noqa: ANN401 - as above
        """Return a fact in words, divided into its title and the rest."""
        title, _, words = self._say(fact).partition(": ")
        return {"title": title, "text": words}

    def _verdict(self, outcome: Outcome | None) -> str:
        """Return a sentence on who won, for a game that tells nothing about it."""
        if self.letter.ended_by_gm:
            return label_text(self.labels.ended(outcome, self.letter.why))
        if outcome is None or not outcome.winners:
            return label_text(self.labels.nobody())
        victory = self.voice.words(("outcomes.j2",), "victory", outcome, dict)
        return label_text(self.labels.victors(victory))

    def _seat(self, seat: str) -> dict[str, Any]:
        outcome = self.letter.outcome
        return {
            "seat": seat,
            "who": label_text(self.labels.then(self._holders(line for line in self.kept.seats if line.seat == seat))),
            "won": outcome is not None and seat in outcome.winners,
            "honours": [self._split_title(fact) for fact in self.kept.memories.honours if fact.seat == seat],
        }

    def _holders(self, lines: Iterable[SeatLine]) -> list[str]:
        """Return the names of those who held a seat, in their order, each once."""
        return list(dict.fromkeys(self.voice.words(("seats.j2",), "seat", line, dict) for line in lines))

    def _moment(self, fact: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
        return {**self._split_title(fact), "dice": printing.dice_of(fact, self.voice)}

    def _key(self) -> str:
        macro = self.voice.macro(("recap.j2",), "key")
        return label_text(macro()) if macro and self.kept.boards else ""

    def _board(self, board: BoardThen) -> dict[str, Any]:
        words = {"title": label_text(self.labels.turn(board.turn, self.letter.head)), "text": ""}
        if board.caption is not None:
            words = self._split_title(board.caption)
        return {"picture": _name(board), "wide": board.drawing.width, **words}
