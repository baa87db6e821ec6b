"""Letters from facts: subject, text and HTML, pictures and files; the only way from the service to words."""

import hashlib
import re
import traceback
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import css_inline
import msgspec
import typst
from jinja2 import TemplateSyntaxError

from moderator.core import codec
from moderator.core.codec import tag_of
from moderator.core.errors import Problem
from moderator.ports import Attachment, Clock, Picture, TemplateFault, Words
from moderator.rendering import filters
from moderator.rendering import poster as wall
from moderator.rendering import print as printing
from moderator.rendering.environment import Templates, Voice
from moderator.rendering.filling import fill_proof_file, fill_template, head_of, prepare, reader_of, spoken, tidy
from moderator.rendering.ics import appointment
from moderator.rendering.recap import recap
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service import proof
from moderator.service.facts import Acknowledgement, Digest, LetterFacts, Memo, Notice, TurnReport, Welcome
from moderator.service.letter_parts import Head, SaidLine

MOST = 280_000
"""Bytes of text and HTML that an answer or a memo has at most: put together for the transport it is under 400 kB."""

_COLUMN = 294 / 96 * 25.4
"""Millimetres across a narrow picture; ``.half`` of the HTML layout is as many pixels wide."""

_NOT_FOR_BUTTONS = frozenset(
    ("command-refused", "resign-like", "clear-like", "perhaps-quoted", "perhaps-command", "parts-differ")
)
"""Problems of lines that nobody should send by pressing one button."""
_RECORDED_VERDICTS = frozenset(("filed", "nothing-read", "answered", "changed"))
"""Verdicts on letters whose good lines are on the order set."""
_BLANK_LINES_IN_HTML = re.compile(r"\n\s*\n+")


class MailRenderer:
    """Renders letters with the operator's templates over ours.

    If one of the operator's templates fails on a letter that ours can render, TemplateFault names file and line; a
    renderer without ``operator`` is then the fallback. Safe for several threads.
    """

    def __init__(self, clock: Clock, operator: Path | None = None) -> None:
        """Take an instance's ``templates/`` folder, if it has one, and a clock for the stamps of appointments."""
        self._clock = clock
        self._ours = Templates()
        self._templates = Templates(operator) if operator is not None and operator.is_dir() else self._ours
        self._typesetter = Typesetter()
        self._inliner = css_inline.CSSInliner(keep_at_rules=True, minify_css=True, load_remote_stylesheets=False)

    def render(self, letter: LetterFacts) -> Words:
        """Render one letter; what others wrote is printed without the signs of our own letters."""
        if self._templates.operator is None:
            return self._compose(letter, self._ours)
        try:
            return self._compose(letter, self._templates)
        except Exception as error:
            self._compose(letter, self._ours)
            raise TemplateFault(_place(error)) from error

    def warm(self) -> None:
        """Load what the first letter would wait for: templates and the typesetter's fonts."""
        for name in ("welcome", "turn-report", "acknowledgement"):
            for environment in (self._templates.text, self._templates.html):
                environment.get_template(f"service/{name}.j2")
        self._typesetter.warm()

    # ---- one letter --------------------------------------------------------------------------------------

    def _compose(self, told: LetterFacts, templates: Templates) -> Words:
        templates, letter = spoken(templates, told), prepare(told, templates)
        head = head_of(letter)
        if head is not None and head.posted:
            return self._post(told, letter, templates)
        plain = head is not None and head.plain
        voice = Voice(templates.text, head.game if head else "", reader_of(letter))
        subject = _subject(letter, voice)
        pictures = () if plain else self._pictures(letter, templates)
        page = kept = None
        if isinstance(letter, Welcome | TurnReport) and not plain and letter.head.attachments:
            page = printing.report_pdf(self._typesetter, templates, voice, letter)
            kept = recap(self._typesetter, templates, letter) if isinstance(letter, TurnReport) else None
        proven = proof.lines(told)
        filed = _proof_file(letter) if proven else ""
        facts = {
            "subject": subject,
            "pictures": pictures,
            "printed": page is not None,
            "kept": kept is not None,
            "proof_lines": proven,
            "filed": filed,
        }
        letter, text, html = self._fit_to_limit(letter, templates, voice, facts)
        posters = self._posters(letter, templates)
        if plain:
            return Words(subject, text, attachments=posters)
        dates = self._dates(letter, subject, templates)
        about = None
        if filed and isinstance(letter, TurnReport):
            about = Attachment(filed, "text/plain", fill_proof_file(templates, letter, voice, proven).encode())
        files = tuple(file for file in (page, *posters, kept, about, _json(letter), *dates) if file is not None)
        return Words(subject, text, html, pictures, files)

    def _post(self, told: LetterFacts, letter: LetterFacts, templates: Templates) -> Words:
        """Return a letter as a post of a forum: its text is Markdown, in which pictures have their places.

        The subject is the title of the thread that it would open.
        """
        head = head_of(letter)
        voice = Voice(templates.posts, head.game if head else "", reader_of(letter))
        pictures = () if head and head.plain else self._pictures(letter, templates)
        titles: Any = templates.posts.get_template("service/subjects.j2").module
        facts = {
            **_facts(letter),
            "subject": _subject(letter, voice),
            "pictures": pictures,
            "printed": False,
            "kept": False,
            "proof_lines": proof.lines(told),
            "filed": "",
            "left_out": False,
        }
        text = tidy(fill_template(templates, letter, voice, facts, layout="md"))
        return Words(filters.one_line(titles.thread(head, letter)), text, pictures=pictures)

    def _fit_to_limit(
        self, letter: LetterFacts, templates: Templates, voice: Voice, facts: Mapping[str, Any]
    ) -> tuple[LetterFacts, str, str]:
        """Return text and HTML (empty for who wants none), and the letter without what had to be left out of them."""
        head, left_out = head_of(letter), False
        while True:
            told = {**facts, **_facts(letter), "left_out": left_out}
            text, html = tidy(fill_template(templates, letter, voice, told)), ""
            if head is None or not head.plain:
                html = _BLANK_LINES_IN_HTML.sub("\n", fill_template(templates, letter, voice, told, layout="html"))
                html = self._inliner.inline(html)
            shorter = _shorten(letter) if len(text.encode()) + len(html.encode()) > MOST else None
            if shorter is None:
                return letter, text, html
            letter, left_out = shorter, True

    def _pictures(self, letter: LetterFacts, templates: Templates) -> tuple[Picture, ...]:
        if not isinstance(letter, Welcome | TurnReport):
            return ()
        made = []
        for number, drawing in enumerate(letter.drawings):
            png = self._typesetter.png(drawing)
            mark = hashlib.sha256(png).hexdigest()[:12]
            alt = printing.alt_text(templates, letter, drawing)
            narrow = number > 0 and printing.legible(drawing) <= _COLUMN  # the board itself is never narrow
            made.append(Picture(f"{drawing.key}.{mark}@{_domain(letter.head)}", png, alt, narrow))
        return tuple(made)

    def _posters(self, letter: LetterFacts, templates: Templates) -> tuple[Attachment, ...]:
        """Return the posters of a letter: one with a report, or those that its answers hold, each once."""
        if isinstance(letter, Welcome | TurnReport):
            found = [letter.poster]
        elif isinstance(letter, Acknowledgement):
            found = [answer.poster for answer in letter.answers]
        else:
            return ()
        over = isinstance(letter, TurnReport) and letter.outcome is not None
        posters = dict.fromkeys(poster for poster in found if poster)
        return tuple(
            wall.document(self._typesetter, templates, letter.board_head, poster, over=over) for poster in posters
        )

    def _dates(self, letter: LetterFacts, subject: str, templates: Templates) -> tuple[Attachment, ...]:
        """Return the deadlines that a letter tells as appointments: that of a day one for each seat."""
        if not isinstance(letter, Digest):
            return tuple(filter(None, [self._date(letter, subject)]))
        told = [[part for part in seat.parts if isinstance(part, Notice) and part.due] for seat in letter.seats]
        newest = (parts[-1] for parts in told if parts)
        voiced = ((part, Voice(spoken(templates, part).text, part.head.game, reader_of(part))) for part in newest)
        return tuple(filter(None, (self._date(part, _subject(part, voice)) for part, voice in voiced)))

    def _date(self, letter: LetterFacts, subject: str) -> Attachment | None:
        """Return the deadline as an appointment, with letters that set, move or end one."""
        if isinstance(letter, TurnReport):
            due, at = letter.due, letter.made
            tells = letter.outcome is not None or due.deadline is not None or due.withdrawn
        elif isinstance(letter, Welcome):
            due, at = letter.due, self._clock.now()
            tells = due.deadline is not None
        elif isinstance(letter, Notice) and letter.due is not None:
            due, at, tells = letter.due, self._clock.now(), True
        else:
            return None
        if not tells:
            return None
        head = letter.head  # calendars are shared: this one tells no reply address
        return appointment(head, due, summary=subject, description=head.address, domain=_domain(head), at=at)


def _domain(head: Head) -> str:
    return head.address.rpartition("@")[2] or "localhost"


def _subject(letter: LetterFacts, voice: Voice) -> str:
    subjects = voice.environment.get_template("service/subjects.j2").module
    macro = getattr(subjects, tag_of(type(letter)).replace("-", "_"))
    return filters.one_line(macro(letter, head_of(letter), voice))


def _proof_file(letter: LetterFacts) -> str:
    """Return the name of the file for a proof: that of a report, where files go, since it is most of what there is."""
    if not isinstance(letter, TurnReport) or letter.head.plain or not letter.head.attachments:
        return ""
    return f"{letter.head.match}-turn-{letter.resolved_turn}-proof.txt"


def _json(letter: LetterFacts) -> Attachment | None:
    """Return a report as a document for programs, for who wants it."""
    if not isinstance(letter, TurnReport) or letter.json is None:
        return None
    name = f"{letter.head.match}-turn-{letter.resolved_turn}.json"
    return Attachment(name, "application/json", codec.encode(letter.json))


def _shorten(letter: LetterFacts) -> LetterFacts | None:
    """Return an answer or a memo without the last half of what is longest in it, None for what must be whole."""
    if not isinstance(letter, Acknowledgement | Memo):
        return None
    names = ("said", "answers") if isinstance(letter, Acknowledgement) else ("lines", "more")
    parts: dict[str, tuple[Any, ...]] = {name: getattr(letter, name) for name in names}
    longest = max(parts, key=lambda name: len(codec.encode(parts[name])) if parts[name] else 0)
    half = {longest: parts[longest][: len(parts[longest]) // 2]}
    return msgspec.structs.replace(letter, **half) if parts[longest] else None


def _facts(letter: LetterFacts) -> dict[str, Any]:
    """Return what a template is told that follows from the letter itself."""
    return {
        "mended_url": _mended(letter) if isinstance(letter, Acknowledgement) else "",
    }


def _mended(letter: Acknowledgement) -> str:
    """Return a link that sends the order set again with the lines that fell: as suggested first, else as they were.

    Empty where nothing can be suggested, or where the letter's good lines are not on the order set.
    """
    fell = [line for line in letter.said if any(_may_be_mended(problem) for problem in line.problems)]
    offered = any("<" not in text for line in fell for text in _suggested(line))
    if letter.form is None or letter.verdict not in _RECORDED_VERDICTS or not offered:
        return ""
    mended = [_suggested(line) or [filters.one_line(line.text)] for line in fell]
    labels = {filters.label(text) for texts in mended for text in texts} - {""}
    kept = [[line.text] for line in letter.order_set if filters.label(line.text) not in labels]
    groups: list[list[str]] = sorted([*kept, *mended], key=lambda texts: filters.label(texts[0]))
    return filters.mailto(letter.form.reply_to, letter.form.subject, list(chain.from_iterable(groups)))


def _may_be_mended(problem: Problem) -> bool:
    """Tell whether a line should go again for a problem."""
    return problem.falls and problem.code not in _NOT_FOR_BUTTONS


def _suggested(line: SaidLine) -> list[str]:
    """Return what to send for a line: for each problem its first suggestion, best without a gap, or all of them."""
    out: list[str] = []
    for problem in filter(_may_be_mended, line.problems):
        whole = [hint for hint in problem.hints if "<" not in hint]
        out += whole if problem.together else (whole or list(problem.hints))[:1]
    return out


def _place(error: Exception) -> str:
    """Return which file and line of a template is to blame for an error."""
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or error.name or 'a template'}, line {error.lineno}: {error.message}"
    if isinstance(error, typst.TypstError):
        name = next(iter(getattr(error, "__notes__", ())), printing.TEMPLATE)
        return f"print/{name}, put behind print/{printing.COMMON}: {error.diagnostic or error}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith((".j2", ".typ"))]
    where = f"{frames[-1].filename}, line {frames[-1].lineno}: " if frames else ""
    return f"{where}{type(error).__name__}: {error}"
