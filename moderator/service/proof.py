"""What a player can check offline, as words in a letter that a program can read back.

The block is a row of tokens apart by blanks: a bare word begins an item, ``name=value`` are its fields, a field given
twice is a list, and ``name+=value`` goes on where a long value was cut. So it survives being quoted, reflowed and
wrapped. Values are percent-encoded, a blank is written ``+``; empty fields are left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, TypeAlias
from urllib.parse import quote_plus, unquote_plus

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from moderator.core.codec import tag_of
from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.language.reading.text_lines import strip_marks
from moderator.mail.html import INVISIBLE
from moderator.service.codes import GmEnding
from moderator.service.facts import Acknowledgement, LetterFacts, Notice, TurnReport, Welcome
from moderator.service.letter_proofs import (
    AcknowledgedOrders,
    DrawLine,
    Ended,
    ListedReceipt,
    Opened,
    RolledBack,
    RollLine,
    Seal,
)

BEGIN = "-----BEGIN PROOF-----"
END = "-----END PROOF-----"

WIDTH = 60
_ENTERED = ("orders-entered", "orders-restored")
"""The codes of notices that show players an order set which no letter of theirs filed."""

_INDENT = " "
_TOKEN = re.compile(r"(\w+)(\+?)=(\S*)")
_WORD = re.compile(r"(?=[a-f]*[g-z])[a-z]{3,}")
"""What may name a kind of item, one that we do not know too; no digits in hexadecimal do."""
_IDLE = re.compile(r"[^\w.~:/,+%-]+|\S*>")
"""Signs of a quote, which may stand among the words; no value can end in them."""
_BLOCK = re.compile(
    r"-----BEGIN\s+PROOF-----(?P<words>(?:(?!-----BEGIN\s+PROOF|-----END\s+PROOF).)*)(?P<end>-----END\s+PROOF-----)?",
    re.DOTALL,
)
_LETTER_START = re.compile(r"\W*letter\s+match=")
"""How a block begins, and no sentence that names its edge."""


class Issue(Struct, frozen=True, kw_only=True):
    """Which letter a block stands in; every block begins with one."""

    match: str
    kind: str
    turn: int
    seat: Seat
    player: str = ""


class OwnOrders(Struct, frozen=True, kw_only=True, rename={"request": "asking"}):
    """An order set of the reader's as filed: ``value`` is HMAC(``salt``, ``lines``), the receipt of ``number``."""

    request: int
    number: int
    value: str
    salt: str
    arrived: datetime | None = None
    lines: tuple[str, ...] = ()


class Holds(Struct, frozen=True, kw_only=True):
    """How many items of each kind a block was sent with; ``after``: which report its reader was sent before.

    Only what stands in the letter is counted, so it tells of nothing besides.
    """

    seal: int | None = None
    opened: int | None = None
    roll: int | None = None
    draw: int | None = None
    receipt: int | None = None
    filed: int | None = None
    rollback: int | None = None
    ended: int | None = None
    after: int | None = None


class Damaged(Struct, frozen=True):
    """What stands for an item that cannot be read; ``letter``: it said of which letter the next ones are."""

    letter: bool = False


Item: TypeAlias = Issue | Seal | Opened | RollLine | DrawLine | ListedReceipt | OwnOrders | RolledBack | Ended
"""Everything that stands in a block."""

KINDS: dict[str, type[Item | Holds]] = {
    "letter": Issue,
    "holds": Holds,
    "seal": Seal,
    "opened": Opened,
    "roll": RollLine,
    "draw": DrawLine,
    "receipt": ListedReceipt,
    "filed": OwnOrders,
    "rollback": RolledBack,
    "ended": Ended,
}
"""The kinds of items by the words that begin them."""
_NAMES = {kind: name for name, kind in KINDS.items()}
_LISTS = {each.encode_name for kind in KINDS.values() for each in fields(kind) if "tuple" in str(each.type)}
"""The fields that may be given more than once."""


def lines(letter: LetterFacts) -> tuple[str, ...]:
    """Return the block of a letter, no line longer than 60 columns; empty if there is nothing to check in it."""
    if not isinstance(letter, Welcome | TurnReport | Acknowledgement | Notice):
        return ()
    items = tuple(_items(letter))
    if not items:
        return ()
    head = letter.head
    issue = Issue(
        match=head.proof or head.match,
        kind=tag_of(type(letter)),
        turn=letter.resolved_turn if isinstance(letter, TurnReport) else head.turn,
        seat=head.seat,
        player="" if head.masked else head.player,
    )
    holds = replace(count_items(items), after=letter.after if isinstance(letter, TurnReport) else None)
    return (BEGIN, *(line for item in (issue, holds, *items) for line in _write_item(item)), END)


def count_items(items: Iterable[Item]) -> Holds:
    """Count the items of a block by their kinds; of what there is none, nothing is said."""
    return Holds(**Counter(_NAMES[type(item)] for item in items))


def read(text: Iterable[str]) -> list[Item]:
    """Read all items of all blocks in the lines of a letter; what is none is passed over."""
    return [item for block in blocks(text) for item in block if not isinstance(item, Holds | Damaged)]


def blocks(text: Iterable[str]) -> Iterator[list[Item | Holds | Damaged]]:
    """Read the blocks in the lines of a letter, quoted and rewrapped ones too, each with what it says it holds.

    One that does not end was cut off, and nothing of it is read.
    """
    whole = "\n".join(strip_marks(INVISIBLE.sub("", line))[0] for line in text)
    for found in _BLOCK.finditer(whole):
        if found["end"]:
            yield list(_read_tokens(found["words"].split()))
        elif _LETTER_START.match(found["words"]):
            yield [Damaged()]


def _items(letter: Welcome | TurnReport | Acknowledgement | Notice) -> Iterator[Item]:
    if isinstance(letter, Acknowledgement):
        if letter.acknowledged is not None and letter.form is not None:
            for order_set in (letter.acknowledged, *letter.earlier):
                yield _own_orders(letter.form.request, order_set)
        return
    if isinstance(letter, Notice):
        yield from _items_of_notice(letter)
        return
    if isinstance(letter, TurnReport):
        yield from _items_of_report(letter)
    if letter.seal is not None and letter.seal.open:
        yield letter.seal


def _items_of_notice(letter: Notice) -> Iterator[Item]:
    for note in letter.notes:
        if note.code in _ENTERED and letter.form is not None:
            yield OwnOrders(
                request=int(note.facts.get("asking", letter.form.request)),  # older releases did not keep it
                number=int(note.facts["number"]),
                value=str(note.facts["receipt"]),
                salt=str(note.facts["salt"]),
                lines=note.lines,
            )
    yield from letter.rollbacks
    yield from letter.seals


def _items_of_report(letter: TurnReport) -> Iterator[Item]:
    yield from letter.rollbacks
    if letter.outcome is not None:
        yield _ending(letter.outcome)
    for opened in letter.opened:
        first = opened is letter.opened[0]
        yield opened if first else replace(opened, match_secret="")
    yield from letter.rolls
    yield from letter.hidden
    yield from letter.draws
    yield from letter.receipts


def _ending(outcome: Outcome) -> Ended:
    by, seats = "gm" if outcome.reason in set(GmEnding) else "rules", outcome.winners
    if outcome.reason == GmEnding.DRAWN:
        seats = outcome.ranking[0]
    return Ended(by=by, how=outcome.reason, seats=seats)


def _own_orders(request: int, order_set: AcknowledgedOrders) -> OwnOrders:
    receipt = order_set.receipt
    return OwnOrders(
        request=request,
        number=receipt.number,
        value=receipt.value,
        salt=receipt.salt,
        arrived=receipt.arrived,
        lines=order_set.lines,
    )


def _write_item(item: Item | Holds) -> Iterator[str]:
    tokens = [_NAMES[type(item)]]
    for field, name in zip(item.__struct_fields__, item.__struct_encode_fields__, strict=True):
        value = getattr(item, field)
        for part in value if isinstance(value, tuple) else (value,):
            if part not in ("", None):
                tokens.extend(_token(name, part))
    line = tokens[0]
    for token in tokens[1:]:
        if len(line) + 1 + len(token) > WIDTH:
            yield line
            line = f"{_INDENT}{token}"
        else:
            line = f"{line} {token}"
    yield line


def _token(name: str, value: str | int | datetime) -> Iterator[str]:
    text = value.astimezone(UTC).isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else str(value)
    written = text if text.isalnum() and text.isascii() else quote_plus(text, safe="-_.~:/,")
    room = WIDTH - len(_INDENT) - len(name) - len("=")
    pieces = (
        [written[at : at + room - 1] for at in range(0, len(written), room - 1)] if len(written) > room else [written]
    )
    yield f"{name}={pieces[0]}"
    for piece in pieces[1:]:
        yield f"{name}+={piece}"


def _read_tokens(tokens: Iterable[str]) -> Iterator[Item | Holds | Damaged]:
    """Read the items of a block; one with a piece among its words that is none of them was broken."""
    kind, whole = "", True
    given: dict[str, list[str]] = {}
    for token in (*tokens, "end"):
        found = _TOKEN.fullmatch(token)
        if found is not None and found[2] and given.get(found[1]):
            given[found[1]][-1] += found[3]
        elif found is not None:
            given.setdefault(found[1], []).append(found[3])
        elif _WORD.fullmatch(token):
            if kind in KINDS:
                yield (_make_item(KINDS[kind], given) if whole else None) or Damaged(letter=kind == "letter")
            kind, given, whole = token, {}, True
        elif not _IDLE.fullmatch(token):
            whole = False


def _make_item(kind: type[Item | Holds], given: dict[str, list[str]]) -> Item | Holds | None:
    values: dict[str, Any] = {}
    if any(len(told) > 1 and name not in _LISTS for name, told in given.items()):
        return None
    for field in fields(kind):
        told = [unquote_plus(value) for value in given.get(field.encode_name, [])]
        many = field.encode_name in _LISTS
        if told:
            values[field.encode_name] = told if many else told[0]
        elif field.required:
            values[field.encode_name] = () if many else ""
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError:
        return None
