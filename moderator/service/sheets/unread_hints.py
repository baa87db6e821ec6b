"""What can be said of a letter beside its orders: what in it is not read here and, if nothing was, the way out.

These are codes of ``letter-faults``, each with words of its own; nothing is guessed, only answered.
"""

import re

from msgspec.structs import replace

from moderator.core.orders import Order
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.parser import asks
from moderator.language.reading import blocks
from moderator.language.reading.commands import COMMANDS, ShowOrders
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import ReadLetter
from moderator.service.codes import SheetFault, Verdict
from moderator.service.facts import Fact
from moderator.service.matches.situation import Situation
from moderator.service.sheets.plan_change import Change

_NAMED, _LONGEST_NAME = 4, 60
"""Files that are named, and characters of each name that are shown, at most."""

_ANSWER = re.compile(r"(?:\s*(?:re|aw|fwd?|sv|vs|antw|odp)\s*(?:\[\d+\])?\s*:|\s*\[[^\]]*\])*\s*", re.IGNORECASE)
"""What mail programs and we put before a subject."""

_HEADING = re.compile(r":\s|\s[-\u2013\u2014]+\s")
"""What stands between a heading and what follows it."""

_ASKING = re.compile(
    r"\W*(?:how|what|where|when|which|who|why|can|could|may|should|do|does|is|are)\s+(?:\w+\s+){0,3}?"
    r"(?:i|we|my|our|you|it|there|the)\b",
    re.IGNORECASE,
)


def facts_of(here: Situation, letter: ReadLetter, change: Change) -> dict[str, Fact]:
    """Return what the answer to a letter is told of it besides its lines: ``faults``, and what their words name."""
    codes = [*letter.faults]
    codes += ["truncated"] * letter.truncated + ["unending"] * (not change.is_said_whole)
    facts: dict[str, Fact] = {}
    nothing = change.verdict == Verdict.NOTHING_READ
    files = letter.documents or (letter.pictures if nothing else ())
    if files:
        codes.append("unread-file")
        facts["files"] = ", ".join(name[:_LONGEST_NAME] for name in files[:_NAMED])
        facts["count"] = len(files)
    if nothing and all(problem.code == SheetFault.SET_ASIDE for problem in change.problems):
        codes += _ways_out(here, letter, change, facts, told=bool(codes))
    elif _is_missed(here, letter, change):
        codes.append("in-subject")
    return {"faults": ", ".join(codes), **facts} if codes else facts


def _is_missed(here: Situation, letter: ReadLetter, change: Change) -> bool:
    """Tell whether the subject holds an order that the letter itself does not give."""
    given = {replace(entry.order, number=None) for entry in change.understood.entries}
    return not given.issuperset(_in_subject(here, letter))


def _in_subject(here: Situation, letter: ReadLetter) -> set[Order]:
    """Return the orders that stand in the subject, numbered or not, perhaps below a heading ("Turn 3: …")."""
    subject = _subject(letter)
    texts = (subject, *(subject[heading.end() :] for heading in _HEADING.finditer(subject)))
    return next(filter(None, (_orders_of(here, text) for text in texts)), set())


def _orders_of(here: Situation, text: str) -> set[Order]:
    """Return the orders of a line, those that have to be parted among them."""
    said = blocks.understand([TextLine(1, text)], here.game.language)
    parts = (read_label(hint).rest for problem in said.problems if problem.together for hint in problem.hints)
    meant = (*(entry.order for entry in said.entries), *map(here.game.language.attempt, parts))
    return {replace(order, number=None) for order in meant if order is not None}


def _subject(letter: ReadLetter) -> str:
    """Return a subject without what mail programs and we put before it."""
    return _ANSWER.sub("", letter.subject, count=1)


def _ways_out(here: Situation, letter: ReadLetter, change: Change, facts: dict[str, Fact], *, told: bool) -> list[str]:
    """Return why nothing at all was found in a letter; ``told``: that is said already."""
    chatter = change.understood.chatter
    question = next((text for text in chatter if asks(text) or _ASKING.match(text)), None)
    if question is not None:
        facts["topic"] = here.game.language.verb_in(question)
        return ["question-asked"]
    subject = _subject(letter)
    if _in_subject(here, letter):
        return ["in-subject"]
    if chatter or told:
        return []
    command = COMMANDS.attempt(subject)  # "orders" heads any letter of orders
    return ["no-words" if command is None or isinstance(command, ShowOrders) else "in-subject"]
