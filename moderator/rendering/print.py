"""The page for the printer: one board as large as the paper allows, under a line that says what it shows."""

from moderator.ports import Attachment
from moderator.rendering import filters
from moderator.rendering.environment import Templates, Voice
from moderator.rendering.raster import Press
from moderator.service.facts import TurnReport, Welcome

TEMPLATE = "board.typ"
_SCORE = "score"


def page(press: Press, templates: Templates, voice: Voice, letter: Welcome | TurnReport) -> Attachment | None:
    """Return the board of a letter as a one-page PDF, None where the letter shows no board."""
    if not letter.drawings:
        return None
    drawing, head, zone = letter.drawings[0], letter.head, letter.head.zone
    made = letter.made if isinstance(letter, TurnReport) else None
    over = isinstance(letter, TurnReport) and letter.outcome is not None
    labels = templates.text.get_template("print/labels.j2").module
    deadline = letter.due.deadline
    data = {
        "paper": "us-letter" if head.paper == "letter" else "a4",
        "title": head.title,
        "match": head.match,
        "what": str(labels.what(head, over)).strip(),  # type: ignore[attr-defined] # a macro of that template
        "seat": str(labels.seat(head)).strip(),  # type: ignore[attr-defined] # as above
        "date": filters.date(made, zone) if made else "",
        "due": str(labels.due(filters.when(deadline, zone))).strip() if deadline and not over else "",  # type: ignore[attr-defined] # as above
        "score": [voice.say(fact) for part in letter.report.sections if part.key == _SCORE for fact in part.facts],
        "wide": drawing.width > drawing.height * 1.15,
        "alt": drawing.alt,
    }
    return Attachment(
        f"{head.match}-turn-{head.turn}.pdf",
        "application/pdf",
        press.pdf(templates.source(f"print/{TEMPLATE}"), data, {"board": drawing.svg}),
    )
