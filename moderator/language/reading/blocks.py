"""What a letter says: its lines sorted, and what is said around its orders judged.

A line counts when it reads as an order or a command. Every other line that the author wrote is kept with what became of
it, so that the answer can account for each.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.reading import copies, nearly
from moderator.language.reading.corrector import Corrector
from moderator.language.reading.line_outcomes import lines_unaccounted_for
from moderator.language.reading.sorter import Known, Sorter
from moderator.language.reading.talk import remarks
from moderator.language.reading.talk.around import Surroundings
from moderator.language.reading.talk.intent import Listener
from moderator.language.reading.text_lines import TextLine, strip_marks
from moderator.language.reading.understood import Understood

_OFFERED = 10
"""Lines that were not read for which it is searched what they may have meant."""


def understand(
    lines: Sequence[TextLine],
    language: Language[O],
    *,
    sent: Collection[str] = (),
    mark: str = "",
    head: str = "",
    numbered: bool = True,
    names: Callable[[], Mapping[str, str]] = dict,
    on_file: Sequence[O] = (),
    yes: Sequence[str] = (),
    things: Collection[str] = (),
    subject: str = "",
    turn: int | None = None,
) -> Understood[O]:
    """Sort the lines of a letter.

    ``mark`` is the line above the form that the letter may quote: what was typed into a form below it counts. ``sent``
    are all lines that such a form was sent with. ``head`` is the first line of our letters: an unmarked copy of one is
    a quote. ``numbered`` tells whether the order set has numbers, ``on_file`` what is on it now. ``names``, asked once
    a line may be a message, tells what those are called who can be written to, with the name to write to. ``yes`` are
    the lines that the word stands for. ``things`` are further names of what the game has, ``subject`` is that of the
    letter without what programs put before it, ``turn`` the turn that orders are asked for.
    """
    sent = copies.wordings(sent, language)
    known = Known(Corrector(language, on_file, numbered=numbered), nearly.Letterbox(names), yes)
    own = copies.quote_own_letter([_unquoted(line) for line in lines], head)
    sorter = Sorter(copies.rejoin(own, sent), language, known, (sent, mark))
    read = sorter.read()
    read = replace(read, talk=(*read.talk, *lines_unaccounted_for(read, own)))
    heard = remarks.Heard(Listener(language, things), Surroundings(names, turn), subject)
    judged = remarks.judge_lines(read, own, heard, sorter.following)
    return replace(judged, problems=tuple(_offers(judged.problems, language)))


def _offers(problems: Sequence[Problem], language: Language[O]) -> Iterator[Problem]:
    """Yield problems, the first lines that were not read with what they may have meant."""
    left = _OFFERED
    for problem in problems:
        if problem.code != LanguageFault.NOT_READ or not left:
            yield problem
            continue
        left -= 1
        reading = language.read(problem.fragment)
        hints = reading.problem.hints if reading.problem is not None and reading.problem.falls else ()
        yield replace(problem, hints=hints if reading.order is None else (language.format(reading.order),))


def _unquoted(line: TextLine) -> TextLine:
    """Take quote marks that are still in the text for what they are."""
    text, marks = strip_marks(line.text)
    return TextLine(line.number, text.strip(" "), line.quoted + marks) if marks else line
