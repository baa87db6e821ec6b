# ruff: noqa: RUF001 - the words of clients in many languages
"""Plain text to lines: flowed paragraphs joined, quote marks counted, unmarked quotes found."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from moderator.service.letter_html import Line

_QUOTE_MARKS = re.compile(r"[ ]?((?:>[ ]?)+)")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_NUMBERED = re.compile(r"\(?\d{1,2}[.):]\s|order\s+\d", re.IGNORECASE)
_SIGNATURE = re.compile(r"--\s*")
_PGP_TAIL = "-----BEGIN PGP SIGNATURE-----"
_ATTRIBUTION_WORD = re.compile(
    r"\b(?:wrote|schrieb|geschrieben|écrit|escribió|scritto|scrisse|skrev|schreef|geschreven|napisał[ao]?|"
    r"kirjoitti|escreveu|написал[аи]?|yazdı|írta|napsala?)\b|写道|寫道|のメール",
    re.IGNORECASE,
)
_ATTRIBUTION_START = re.compile(
    r"(?:on|am|le|el|il|op|den|em|at|quoting|zitat von|w dniu|dne|pe|vào)\b|\d{4}[-/年]", re.IGNORECASE
)
_DATE_OR_ADDRESS = re.compile(r"@|\d{4}|\d\d:\d\d")
_ORIGINAL = re.compile(
    r"-{2,}\s*(?:original|forwarded|weitergeleitete|urspr(?:ü|ue)ngliche|message|mensaje|messaggio|oorspronkelijk|"
    r"doorgestuurd|originalmeddelande|ursprungligt|oprindelig|vidarebefordrat)\b.*-{2,}|begin forwarded message\s*:|"
    r"anfang der weitergeleiteten (?:nachricht|e-mail)\s*:|début du message (?:réexpédié|transféré)\s*:",
    re.IGNORECASE,
)
_HEADER_FROM = re.compile(
    r"\*?(?:from|von|de|da|van|från|fra|od|差出人|发件人|寄件者)\*?\s*[:：]\*?\s*\S", re.IGNORECASE
)
_HEADER_NEXT = re.compile(
    r"\*?(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|date|à|objet|enviado|fecha|para|asunto|inviato|"
    r"data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|送信日時|宛先|件名|日付|发送时间|收件人|主题)"
    r"\*?\s*[:：]",
    re.IGNORECASE,
)
_RULE = re.compile(r"[_-]{10,}")
_HEADER_REACH = 6
_SHORT = 50
"""Below this a program breaks no line; a person does."""


def plain_lines(text: str, *, flowed: bool = False, delsp: bool = False) -> list[Line]:
    """Return the lines of a text part with the depth of their quote marks."""
    rows = [_INVISIBLE.sub("", row) for row in text.splitlines()]
    rows = _without_pgp(rows)
    return _unflow(rows, delsp=delsp) if flowed else [_marked(row) for row in rows]


def mark_quotes(lines: Sequence[Line]) -> list[Line]:
    """Set the depth of what is quoted without a mark: attributions, and all below a forwarder's header block.

    Text typed beneath such a block cannot be told from the quote, so it counts as quoted.
    """
    out = [_marked(line.text, line.depth) for line in lines]
    for index, line in enumerate(out):
        if line.depth:
            continue
        if _ORIGINAL.match(line.text.strip()) or _begins_header_block(out, index):
            first = index - 1 if index and _RULE.fullmatch(out[index - 1].text.strip()) else index
            out[first : index + 1] = [replace(said, depth=1) for said in out[first : index + 1]]
            if not _quote_follows(out, index):
                return out[:first] + [_deeper(quoted) for quoted in out[first:]]
        elif _attributes(out, index):
            first = _attribution_start(out, index)
            out[first : index + 1] = [replace(said, depth=1) for said in out[first : index + 1]]
            if not _quote_follows(out, index):
                return out[:first] + [_deeper(quoted) for quoted in out[first:]]
    return out


def is_signature(line: Line) -> bool:
    """Tell the mark that begins a signature."""
    return not line.depth and bool(_SIGNATURE.fullmatch(line.text))


def _marked(row: str, depth: int = 0) -> Line:
    found = _QUOTE_MARKS.match(row)
    if found is None:
        return Line(_trimmed(row), depth)
    return Line(_trimmed(row[found.end() :]), depth + found[1].count(">"))


def _trimmed(text: str) -> str:
    return text if text == "-- " else text.rstrip()


def _unflow(rows: Sequence[str], *, delsp: bool) -> list[Line]:
    """Join soft-broken lines (RFC 3676), but not two orders that somebody ended with a blank each."""
    out: list[Line] = []
    above = ""
    for row in rows:
        body = row.lstrip(">")
        depth = len(row) - len(body)
        body = body.removeprefix(" ")
        soft = above.endswith(" ") and above != "-- "
        if soft and out[-1].depth == depth and body != "-- " and not _starts_afresh(above, body):
            out[-1] = Line((out[-1].text[:-1] if delsp else out[-1].text) + body, depth)
        else:
            out.append(Line(body, depth))
        above = body
    return [Line(_trimmed(line.text), line.depth) for line in out]


def _starts_afresh(above: str, below: str) -> bool:
    """Tell two orders from one broken in two: numbered, or short and beginning with the same word."""
    if _NUMBERED.match(below):
        return True
    first, other = above.split(maxsplit=1)[:1], below.split(maxsplit=1)[:1]
    alike = (
        bool(first) and first[0].isalpha() and len(first[0]) > 1 and first[0].casefold() == "".join(other).casefold()
    )
    return alike and len(above) < _SHORT


def _without_pgp(rows: list[str]) -> list[str]:
    """Take the armour off a text signed in place (RFC 9580, cleartext signatures)."""
    try:
        start = rows.index("-----BEGIN PGP SIGNED MESSAGE-----")
    except ValueError:
        return rows
    end = rows.index(_PGP_TAIL) if _PGP_TAIL in rows else len(rows)
    body = rows[start + 1 : end]
    while body and body[0].strip():
        body.pop(0)
    return rows[:start] + [row.removeprefix("- ") for row in body[1:]]


def _begins_header_block(lines: Sequence[Line], index: int) -> bool:
    """Tell the header block that Outlook and others set above what they quote without marks."""
    if not _HEADER_FROM.match(lines[index].text.strip()):
        return False
    block = [line.text.strip() for line in lines[index + 1 : index + 1 + _HEADER_REACH]]
    return sum(1 for text in block if _HEADER_NEXT.match(text)) > 1


def _attributes(lines: Sequence[Line], index: int) -> bool:
    """Tell the line that says who wrote what is quoted below."""
    if not lines[index].text.rstrip().endswith((":", "：")):
        return False
    said = _joined(lines, _attribution_start(lines, index), index)
    told = bool(_ATTRIBUTION_WORD.search(said)) and ("@" in said or bool(_ATTRIBUTION_START.match(said.strip())))
    return bool(_DATE_OR_ADDRESS.search(said)) and (told or _quote_follows(lines, index))


def _attribution_start(lines: Sequence[Line], index: int) -> int:
    """Return where an attribution begins that the client wrapped on to two or three lines."""
    reach = []
    for first in range(index, max(index - 3, -1), -1):
        if lines[first].depth or not lines[first].text.strip():
            break
        reach.append(first)
    starts = (first for first in reach if _ATTRIBUTION_START.match(lines[first].text.strip()))
    names = (first for first in reversed(reach) if _names_a_writer(lines[first].text))
    return next(starts, next(names, index))


def _names_a_writer(text: str) -> bool:
    return "@" in text and bool(_ATTRIBUTION_WORD.search(text))


def _quote_follows(lines: Sequence[Line], index: int) -> bool:
    following = next((line for line in lines[index + 1 :] if line.text.strip()), None)
    return following is not None and following.depth > 0


def _joined(lines: Sequence[Line], first: int, last: int) -> str:
    return " ".join(line.text for line in lines[first : last + 1])


def _deeper(line: Line) -> Line:
    return line if line.depth else replace(line, depth=1)
