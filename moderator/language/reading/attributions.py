# ruff: noqa: RUF001 - the words of mail programs in many languages
"""Lines that say who wrote something and when, as mail programs set them above what they quote.

They are known by what they are made of: an address or a name, beside a date or a time, in any language and order, and
hardly a word more. The words for "wrote" only make sure what the parts leave in doubt.
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple


class Grade(IntEnum):
    """How sure it is that a quote begins.

    A ``HEADING`` is a name and a date that the author may as well have set above words of her own.
    """

    NONE = 0
    HEADING = 1
    DOUBTFUL = 2
    SURE = 3


class Opening(NamedTuple):
    """How many lines begin a quote, how sure that is, and whether they look like nobody's own heading (``addressed``).

    They do if an address stands in them, or if they begin as programs do ("On Wed, 24 Feb 2021 at 14:02, J D").
    ``headed``: they are header fields, which stand above letters with marks and without, and which players play with.
    ``signed``: they are what a program put below the letter.
    """

    lines: int = 0
    grade: Grade = Grade.NONE
    addressed: bool = False
    headed: bool = False
    signed: bool = False

    @staticmethod
    def is_talk(said: Sequence[str]) -> bool:
        """Tell whether what the author said is more than a greeting."""
        return len(said) > _GREETING_LINES or any(len(text.split()) >= _TALK for text in said)

    def may_be_authors_own(self, *, above: bool, given: bool, marked: bool) -> bool:
        """Tell whether what is below header fields may be the author's own, however sure they are.

        ``above``: she said more than a greeting above them, ``given``: orders; ``marked``: a marked quote follows.
        Then only orders above tell that the rest is quoted, too. At the top of a letter only an address tells more.
        """
        return self.headed and (given if marked else not (above or self.addressed))

    def may_quote(self, said: Sequence[str], *, given: bool) -> bool:
        """Tell whether what is below may be a quote, after what the author said, and whether there are orders above.

        A name and a date head one's own orders as well: then it may be one only below others, or below talk that
        announces nothing. At the top of a letter only an address tells more.
        """
        if self.grade is Grade.NONE or given:
            return given and self.grade is not Grade.NONE
        if self.grade > Grade.HEADING and (self.addressed or said):
            return True
        last = said[-1] if said else ""
        return len(last.split()) >= _TALK and not last.endswith(":")


NOTHING = Opening()
LONGEST = 500
_LONGEST_SAID = 300
_MOST_LINES = 4
_TALK = 6
_GREETING_LINES = 2
"""Words of a line that is no mere greeting."""

_SPOKE = re.compile(
    r"\b(?:said|says|sagte|sagt|a dit|dijo|disse|ha detto|zei|sagde|sade|sa|powiedział(?:\(?a\)?)?|sanoi|mondta|"
    r"řekl(?:\(?a\)?)?|сказал(?:\(а\)|а)?|dedi)(?![^\W_])|说|說",
    re.IGNORECASE,
)
"""What some programs write in the place of "wrote", and people in talk."""

_WROTE = re.compile(
    rf"{_SPOKE.pattern}|"
    r"\b(?:wrote|writes|replied|commented|schrieb|schreibt|geschrieben|écrit|écrivait|escribió|escribio|escribe|escrito|escriure|"
    r"escrit|escribiu|scritto|scrisse|scrive|skrev|skriver|skrevet|skrivaði|skrifaði|ritaði|schreef|schrijft|geschreven|geskryf|"
    r"skreau|geschriwwen|schreift|napisał(?:\(?a\)?|o)?|pisze|kirjoitti|kirjutas|rakstīja|(?:pa)?rašė|escreveu|escreve|"
    r"написал(?:\(а\)|[аи])?|пишет?|написав|написала|написао|напиша|напісаў|напісала|піша|жазды|yazdı|yazıb|írta|"
    r"napsal(?:\(?a\)?)?|napísal(?:\(?a\)?)?|píše|napisa(?:o|l|la)(?:\(la\))?|piše|a scris|έγραψε|написа|shkroi|"
    r"shkruar|kiteb|scríobh|ysgrifennodd|sgrìobh|menulis|sumulat|isinulat|aliandika|skribis|scripsit|գրել է)(?![^\W_])|"
    r"写道|寫道|寫於|のメール|書きました|님이 작성|작성|썼습니다|كتب|نوشت|لکھا|כתב|מאת|viết|लिखा|"
    r"লিখেছেন|எழுதியது|เขียน|დაწერა",
    re.IGNORECASE,
)
_WROTE_START = re.compile(
    r"(?:on|am|le|el|il(?: giorno)?|op|den|em|på|at|quoting|zitat von|w dniu|dne|dnia|pe|în|vào|в|у|στις|בתאריך|"
    r"mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс|нд|[^\W\d_]{2,4}[.,])(?![^\W_])|\d{1,4}\s?[-/.年]",
    re.IGNORECASE,
)
_LED = re.compile(r"(?:on|am|le|el|il|op|den|em|på|w dniu|dne|dnia|pe|în|vào|в|у|στις|בתאריך)(?![^\W_])", re.IGNORECASE)
"""How programs begin such a line, and nobody a heading."""
_DATE_OR_ADDRESS = re.compile(r"@|\d{4}|\d\d[:.]\d\d")
_BESIDE = re.compile(r"(?P<said>.{10,300}?[\w>)])\s?:\s+\S", re.DOTALL)
"""An attribution with the first line of the quote behind it, as Yahoo's programs for phones write."""

_OWN_WORDS = re.compile(
    r"\b(?:my|our|your|i|we|here|hi|hello|dear|orders?|turns?|rounds?|due|deadline)\b", re.IGNORECASE
)
"""What heads words of the author's own."""

_HINT = re.compile(r"[@:：]|\d{4}|\d\s?[-./h]\s?\d|\d\s?(?:[ap]\.?m|uhr)|---|[^\x00-\x7f]", re.IGNORECASE)
"""What every line that begins an attribution holds; most others do not, and are passed by at once."""

_UNSEEN = re.compile(r"[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_FENCE = re.compile(r"(?P<open>[\s\-=*_~#•]*)(?P<said>.*?)(?P<close>[\s\-=*_~#]*)", re.DOTALL)
_SHORTEST_FENCE = 3

# ---- the parts of an attribution: letters of no class repeat another's, so that no text takes long -----------------

_SEP = r"[\s.,/\-]"
_WORD = r"[^\W\d_][^\s\d,;:<>@()\[\]./\-]{0,14}+"
_YEAR = r"(?:1[349]|2[05])\d\d(?!\d)"
_DAY = r"(?<![\w.:])(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|[ºª])?(?!\d)"
_TIME = (
    r"(?:\d{1,2}\s?[:.]\s?\d{2}(?P<seconds>[:.]\d{2})?(?:\s?[ap]\.?\s?m\b\.?)?|\d{1,2}\s?h\s?\d{2}|"
    r"\d{1,2}\s?(?:[ap]\.?m\b|uhr\b)|\d{1,2}[時时시]\s?\d{1,2}[分분]?)(?!\d)"
)
_CLOCK = r"\d{1,2}[:.h時时시]\d{2}(?![.\d])"
_ZONE = (
    r"\(?(?:(?P<offset>(?:GMT|UTC|UT)?\s?[+\-−]\d{1,2}(?::?\d{2})?(?!\d))"
    r"|(?-i:GMT|UTC|UT|Z|MSK|[A-Z]{1,3}[SD]?T)(?!\w))\)?"
)
_DATE = "|".join(
    (
        r"(?<![\w.:])\d{1,4}\s?(?P<mark>[-/.])\s?\d{1,2}\s?(?P=mark)\s?\d{2,4}(?!\d)\.?(?:T(?=\d))?",
        r"\d{1,4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]?",
        rf"{_DAY}{_SEP}{{0,3}}(?:(?:{_WORD}|\d{{1,2}}){_SEP}{{0,3}}){{1,5}}{_YEAR}(?:\s?[^\W\d_]\.)?",
        rf"{_WORD}{_SEP}{{1,3}}{_DAY}[\s.,]{{1,3}}{_YEAR}",
        rf"(?<![\w.:]){_YEAR}{_SEP}{{0,3}}(?:{_WORD}{_SEP}{{0,3}}){{1,4}}{_DAY}",
        # without a year only before a time
        rf"(?:{_DAY}{_SEP}{{1,3}}{_WORD}|{_DAY}[./]\d{{1,2}}[./]?)(?=[.,]{{0,2}}\s{{1,2}}(?:{_WORD}\s{{1,2}})?{_CLOCK})",
        rf"{_WORD}[\s.]{{1,2}}{_DAY}(?=,?\s{{1,2}}(?:(?-i:[^\W\d_A-Z]{{1,4}}\s))?{_CLOCK})",
        r"\d{1,2}[月월]\s?\d{1,2}[日일]",
    )
)
_PART = re.compile(
    rf"(?P<A>(?<![^\s<>()\[\]@,;:\"'])[^\s<>()\[\]@,;:\"']++@[\w.\-]*\w)|(?P<D>{_DATE})"
    rf"|(?P<T>{_TIME}(?:\s?{_ZONE}){{0,2}})|(?P<n>\d+)|(?P<w>[^\W\d_][^\s\d<>()\[\]{{}}\"„“”«»,;:|@]*+)",
    re.IGNORECASE,
)
_WHEN = r"[DT](?:[Nw]{0,2}[DT])*"
_NAMED = re.compile(rf"[Nw]{{0,3}}{_WHEN}w{{0,3}}N{{1,6}}w{{0,4}}|N{{1,6}}w{{0,4}}{_WHEN}w{{0,2}}")
"""A name behind the date, or before it."""

_DATED_FIRST = re.compile(r"[Nw]{0,2}(?:D[Nw]{0,3}T|T[Nw]{0,3}D)")
"""A date and a time, and hardly a word before them."""

_WHOSE = re.compile("N?w{0,2}N{1,6}w{0,2}Aw{0,3}")
"""A name with its address, and no date."""

_WRITER = re.compile(r"[^\W\d_a-z][^\d:;,!?]{0,50}", re.DOTALL)
"""Who wrote, where nothing tells when."""

_ARROWS = re.compile(r"\s*>{3,}\s*\Z")
"""A colon of GroupWise."""

_MOST_WORDS, _MOST_SMALL, _FEW_SMALL = 16, 6, 3


class _Parts(NamedTuple):
    """What a line is made of.

    ``shape`` has a letter a part: ``A`` address, ``D`` date, ``T`` time, ``N`` word of a name (or of a script without
    capitals), ``w`` small word, ``n`` number. ``is_fenced``: it stands between dashes; ``is_exact``: it
    tells seconds or the distance from UTC, as people do not.
    """

    text: str
    shape: str
    is_fenced: bool
    is_exact: bool
    has_bracketed_address: bool

    @property
    def ends_with_colon(self) -> bool:
        return self.text.endswith(":")

    @property
    def has_address(self) -> bool:
        return "A" in self.shape

    @property
    def has_date(self) -> bool:
        return "D" in self.shape

    @property
    def has_time(self) -> bool:
        return "T" in self.shape

    @property
    def begins_like_a_program(self) -> bool:
        """Whether it begins as programs do, with a date and a time."""
        return self.has_date and self.has_time and _LED.match(self.text) is not None

    @property
    def says_wrote(self) -> bool:
        return _WROTE.search(self.text) is not None


def attribution(texts: Sequence[str], *, quoted: bool = False) -> Opening:
    """Return how many lines at the start say who wrote what is below, and how sure that is.

    A line may be folded into four. ``quoted`` tells that a marked quote follows: then a date or an address before a
    colon is enough.
    """
    best = NOTHING
    joined = ""
    if not texts or not _HINT.search(texts[0]):
        return NOTHING
    for count, text in enumerate(texts[:_MOST_LINES], 1):
        joined = f"{joined} {text.strip()}".strip()
        if not text.strip() or len(joined) > _LONGEST_SAID or (count == 2 and not _may_fold(texts[0])):  # noqa: PLR2004
            break
        parts = _parts_of(joined)
        grade = _grade(parts, quoted=quoted)
        if grade > best.grade or (grade and grade == best.grade and parts.ends_with_colon):
            best = Opening(count, grade, parts.has_address or parts.begins_like_a_program)
        elif best.grade:
            break
        if best.grade is Grade.SURE and (parts.ends_with_colon or parts.is_fenced):
            break
    if best.lines > 1 and not _leads(texts[0]) and attribution(texts[1:], quoted=quoted).grade >= best.grade:
        return NOTHING  # it is the next line that begins one
    return best


def is_dated(text: str) -> bool:
    """Tell whether a date or a time stands in a line."""
    return re.search(r"[DT]", _parts_of(text).shape) is not None


def _may_fold(first: str) -> bool:
    """Tell whether an attribution that begins in a line may go on below."""
    parts = _parts_of(first)
    return _WROTE_START.match(parts.text) is not None or re.search(r"[ADT]", parts.shape) is not None


def _leads(first: str) -> bool:
    """Tell a line that says nothing but when, and perhaps who: the next one goes on with it."""
    parts = _parts_of(first)
    match = re.fullmatch(rf"[Nw]{{0,3}}(?:{_WHEN})?[Nw]{{0,6}}", parts.shape)
    return _WROTE_START.match(parts.text) is not None and match is not None


@lru_cache(maxsize=64)
def _parts_of(text: str) -> _Parts:
    """Take a line apart."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
        text = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)
    text = _ARROWS.sub(":", text).lstrip(">") if text.endswith(">>>") else text
    fence = _FENCE.fullmatch(text)
    inner = fence["said"] if fence else text
    marks = [len(re.sub(r"\s", "", fence[side])) for side in ("open", "close")] if fence else [0]
    found = list(_PART.finditer(inner)) if re.search(r"[\d@]", inner) else []
    shape = "".join(map(_kind, found))
    shape = re.sub("A+", "A", shape)
    return _Parts(
        inner,
        shape,
        is_fenced=min(marks) >= _SHORTEST_FENCE,
        is_exact=any(part["seconds"] or part["offset"] for part in found),
        has_bracketed_address=re.search(r"[<(\[]\s?(?:mailto:)?[^\s<>()\[\]]{0,100}@", inner) is not None,
    )


def _kind(part: re.Match[str]) -> str:
    kind = part.lastgroup or ""
    if kind != "w":
        return next(name for name in "ADTn" if part[name])
    return "w" if part["w"][0].islower() else "N"


def _grade(parts: _Parts, *, quoted: bool) -> Grade:
    """Return how sure it is that a text says who wrote."""
    if _surely_wrote(parts, quoted=quoted):
        return Grade.SURE
    if not re.search(r"[DT]", parts.shape):
        whose = _WHOSE.fullmatch(parts.shape) and parts.has_bracketed_address and parts.ends_with_colon
        return Grade.DOUBTFUL if whose or _only_wrote(parts) else Grade.NONE
    grade = _by_address(parts) if parts.has_address else _by_name(parts)
    if (
        grade is Grade.NONE
        and parts.has_address
        and not parts.ends_with_colon
        and (beside := _BESIDE.match(parts.text))
    ):
        grade = _grade(_parts_of(beside["said"] + ":"), quoted=False)
        return grade if grade is Grade.SURE else Grade.NONE
    return grade


def _surely_wrote(parts: _Parts, *, quoted: bool) -> bool:
    """Tell a text with a word for "wrote" before its colon, and where it was written, when or by which address."""
    text = parts.text
    if not parts.ends_with_colon:
        beside = _BESIDE.match(text)
        if beside is None or "@" not in beside["said"]:
            return False
        text = beside["said"]
    is_dated_or_addressed = _DATE_OR_ADDRESS.search(text) is not None
    words = list(_WROTE.finditer(text))
    wrote = max((found.end() for found in words), default=0)
    if quoted or not wrote:
        return quoted and is_dated_or_addressed
    spoke = all(_SPOKE.fullmatch(found[0]) for found in words)
    if spoke and (_OWN_WORDS.search(text) or not (parts.has_address or (parts.has_date and parts.has_time))):
        return False
    at_last = not text[wrote:].strip(" :")
    begins = _WROTE_START.match(text) is not None and (is_dated_or_addressed or at_last)
    return "@" in text or begins or _DATED_FIRST.match(_parts_of(text[: words[-1].start()]).shape) is not None


def _only_wrote(parts: _Parts) -> bool:
    """Tell a name and a word for "wrote", and nothing else."""
    if not (parts.ends_with_colon or parts.is_fenced) or parts.shape or _OWN_WORDS.search(parts.text):
        return False
    text = parts.text.rstrip(" :")
    wrote = max((found.end() for found in _WROTE.finditer(text)), default=0)
    return wrote == len(text) > 0 and _WRITER.fullmatch(text) is not None and not _leads(text)


def _by_address(parts: _Parts) -> Grade:
    """Judge an address with a date or a time: it is sure if nothing else is said, and the line looks put together."""
    small, words = parts.shape.count("w"), len(re.sub("[^Nw]", "", parts.shape))
    if words > _MOST_WORDS:
        return Grade.NONE
    if parts.shape.count("n") > 1 or small > (_MOST_SMALL if parts.has_bracketed_address else _FEW_SMALL):
        is_heading_of_mail = (
            parts.has_time and parts.has_bracketed_address and parts.ends_with_colon and parts.shape.endswith("A")
        )
        return Grade.DOUBTFUL if is_heading_of_mail else Grade.NONE
    both = parts.has_date and parts.has_time
    if parts.ends_with_colon or parts.is_fenced or parts.says_wrote:
        return Grade.SURE
    if parts.text.endswith(("!", "?")) or small > _FEW_SMALL:
        return Grade.NONE
    if both and parts.is_exact and parts.has_bracketed_address:
        return Grade.SURE
    return Grade.DOUBTFUL if both else Grade.HEADING


def _by_name(parts: _Parts) -> Grade:
    """Judge a name with a date or a time: never sure, unless it says "wrote", too, and to the second."""
    both = parts.has_date and parts.has_time
    if both and parts.is_exact and parts.says_wrote and parts.ends_with_colon:
        return Grade.SURE
    if _OWN_WORDS.search(parts.text) or not _NAMED.fullmatch(parts.shape):
        return Grade.NONE
    if both and (
        parts.ends_with_colon or parts.is_exact or parts.is_fenced or parts.says_wrote or parts.begins_like_a_program
    ):
        return Grade.SURE if parts.says_wrote and parts.is_exact else Grade.DOUBTFUL
    return Grade.HEADING
