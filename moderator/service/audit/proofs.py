"""The proofs in saved letters: which letter each stands in, what it says, and all those of a match together."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from moderator.core.seats import Seat
from moderator.service import proof
from moderator.service.audit.saved_letters import forms, messages
from moderator.service.letter_proofs import DrawLine, Ended, ListedReceipt, Opened, RolledBack, RollLine, Seal
from moderator.service.proof import Damaged, Holds, Issue, Item, OwnOrders

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_NOBODYS = Issue(match="", kind="", turn=0, seat="")
"""What stands for a proof that does not tell of which letter it is."""
_UNREAD = Damaged(letter=True)
MOST_ALIKE = 4
"""How many different seeds, seals or secrets for one thing are tried: an honest match has one."""


class ProvenLetter(Struct, frozen=True, dict=True):
    """A letter with a proof: what it says about itself and how much it holds, and the items of its block.

    ``shared`` means that other letters stand in its file: it may be a quote, and anybody may have put it there.
    ``counts`` is how often it tells how much it holds, ``damaged`` how many of its items cannot be read.
    """

    issue: Issue
    holds: Holds | None
    items: tuple[Item, ...]
    shared: bool = False
    counts: int = 1
    damaged: int = 0

    @property
    def about(self) -> str:
        """Which letter it is, in a few words."""
        return f"{self.issue.kind} of turn {self.issue.turn}, {self.issue.seat or 'all'}"

    @property
    def seat(self) -> Seat:
        """The seat that it was sent to."""
        return self.issue.seat

    @cached_property
    def seals(self) -> tuple[Seal, ...]:
        """The seals that it prints."""
        return tuple(item for item in self.items if isinstance(item, Seal))

    @cached_property
    def opened(self) -> tuple[Opened, ...]:
        """The seeds that it opens."""
        return tuple(item for item in self.items if isinstance(item, Opened))

    @cached_property
    def listed(self) -> tuple[ListedReceipt, ...]:
        """The receipts of orders that were resolved."""
        return tuple(item for item in self.items if isinstance(item, ListedReceipt))

    @cached_property
    def rollbacks(self) -> tuple[RolledBack, ...]:
        """The rollbacks that it tells of."""
        return tuple(item for item in self.items if isinstance(item, RolledBack))

    @cached_property
    def ending(self) -> Ended | None:
        """How it says that the match ended."""
        return next((item for item in self.items if isinstance(item, Ended)), None)

    @cached_property
    def thrown(self) -> tuple[RollLine | DrawLine, ...]:
        """The throws and drawn orders that it tells."""
        return tuple(item for item in self.items if isinstance(item, RollLine | DrawLine))

    @cached_property
    def newest(self) -> Opened | None:
        """What a report opens of its own turn; the last one opens all others, too."""
        return max(self.opened, key=lambda each: each.record, default=None)

    @cached_property
    def ends(self) -> bool:
        """Whether it is the last of its match, which opens everything."""
        return any(opened.match_secret for opened in self.opened)

    @cached_property
    def _last_opened(self) -> int:
        return max((opened.request for opened in self.opened), default=-1)

    def precedes(self, request: int) -> bool:
        """Tell whether it can be of before the orders of a request were resolved: it opens nothing of then or after."""
        return self._last_opened < request

    @cached_property
    def lost(self) -> tuple[str, ...]:
        """How many of which lines it lacks that it was sent with, or has too many."""
        if self.holds is None:
            return ()
        here, told = proof.count_items(self.items), replace(self.holds, after=None)
        kinds = [kind for kind in told.__struct_fields__ if getattr(here, kind) != getattr(told, kind)]
        return tuple(
            f"{getattr(here, kind) or 0} of {getattr(told, kind) or 0} {kind} lines are here" for kind in kinds
        )

    @property
    def unsure(self) -> bool:
        """Whether lines of it may be missing."""
        return self.holds is None or bool(self.lost)

    @property
    def welcomes(self) -> bool:
        """Whether it begins a match for its reader: it seals the secret of the match."""
        sealing = any(seal.match_secret for seal in self.seals)
        return sealing and not self.opened and not any(isinstance(item, OwnOrders) for item in self.items)

    @cached_property
    def asks(self) -> dict[int, int | None]:
        """The order requests that it makes, with the record that each turn is to have; a welcome does not tell that."""
        if self.newest is not None:
            return {} if self.ends else {self.newest.request + 1: self.newest.record + 1}
        made: dict[int, int | None] = {seal.request: None for seal in self.seals} if self.welcomes else {}
        return made | {back.request: back.record + 1 for back in self.rollbacks}

    def says(self) -> Iterator[tuple[Hashable, Hashable]]:
        """Give every single thing that it says: what about, which no two letters may tell otherwise, and what."""
        for item in self.items:
            if isinstance(item, ListedReceipt) and self.newest is None:
                continue  # of which request it is, nothing tells
            about, told = self._claim_of(item)
            yield from (((type(item), *about, at), what) for at, what in enumerate(told) if what)
            if isinstance(item, Seal | Opened):
                yield (Seal, "formula"), item.formula
            if isinstance(item, Seal) and item.seats:
                yield (Seal, "seats"), item.seats

    def _claim_of(self, item: Item) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
        match item:
            case Seal():
                record = str(item.record) if item.formula > 1 else ""
                return (item.request,), (item.open, item.secret, item.match_secret, record)
            case Opened():
                seeds = (item.open, item.secret, item.match_secret)
                counts = (item.amendment, None if item.corrections is None else str(item.corrections))
                return (item.record,), (str(item.request), item.receipts, item.formula, *seeds, *counts)
            case RollLine() | DrawLine():
                fell = (str(item.sides), str(item.value)) if isinstance(item, RollLine) else ()
                drawn = (item.order, item.among, item.weights, item.values) if isinstance(item, DrawLine) else ()
                return address(item), (*fell, *drawn)
            case ListedReceipt():
                asked = self.newest.request if self.newest else None
                return (asked, item.seat), (item.number and str(item.number), item.value, item.by)
            case OwnOrders():
                return (self.seat, item.request, item.number), (item.value, item.lines, item.salt, item.arrived)
            case RolledBack() | Ended():
                told = tuple(map(str, astuple(item)))
                return (told[:1], told[1:]) if isinstance(item, RolledBack) else ((), told)
            case Issue():
                raise AssertionError("it stands before the items")


def address(thrown: RollLine | DrawLine) -> tuple[Hashable, ...]:
    """Return the address of a throw among all throws of its match."""
    return (thrown.record, thrown.step, thrown.stream, thrown.kind, thrown.place, thrown.seats, thrown.n)


def identity(item: Item) -> Hashable:
    """Return what tells an item from all others of its letter; an order and its weights are told apart."""
    match item:
        case Seal():
            return Seal, item.request
        case Opened() | RolledBack():
            return type(item), item.record
        case RollLine() | DrawLine():
            return type(item), isinstance(item, DrawLine) and bool(item.among), address(item)
        case ListedReceipt():
            return ListedReceipt, item.seat
        case OwnOrders():
            return OwnOrders, item.request, item.number
        case Ended():
            return Ended
        case Issue():
            raise AssertionError("it stands before the items")


def collect_letters(letters: Iterable[bytes]) -> list[ProvenLetter]:
    """Return the letters in files, each once; one that stands alone in a file is no quote in the others."""
    shared: dict[ProvenLetter, bool] = {}
    for raw in (message for file in letters for message in messages(file)):
        found = dict.fromkeys(letter for form in forms(raw) for letter in _letters(form))
        for letter in found:
            shared[letter] = shared.get(letter, True) and len(found) > 1
    return [replace(letter, shared=among_others) for letter, among_others in shared.items()]


def _letters(lines: Iterable[str]) -> Iterator[ProvenLetter]:
    """Return the letters in some lines, each with what it says about itself."""
    for block in proof.blocks(lines):
        starts = [at for at, item in enumerate(block) if isinstance(item, Issue) or item == _UNREAD]
        for start, end in pairwise([0, *starts, len(block)]):
            those = block[start:end]
            issue = next((item for item in those if isinstance(item, Issue)), _NOBODYS)
            items = tuple(item for item in those if not isinstance(item, Holds | Issue | Damaged))
            holds = [item for item in those if isinstance(item, Holds)]
            damaged = sum(isinstance(item, Damaged) for item in those)
            if items or issue.match or damaged:
                named = issue if issue.match else _NOBODYS
                last = holds[-1] if holds else None
                yield ProvenLetter(named, last, items, counts=len(holds), damaged=damaged)


class Proofs:
    """All letters of one match, and what stands in them, by what it is about."""

    def __init__(self, match: str, letters: Sequence[ProvenLetter]) -> None:
        """Take the letters of a match; those that may be quotes and contradict others are left out."""
        self.match, self.all = match, letters
        said: dict[Hashable, dict[Hashable, list[int]]] = {}
        for at, letter in enumerate(letters):
            for about, what in letter.says():
                said.setdefault(about, {}).setdefault(what, []).append(at)
        torn = {about: told for about, told in said.items() if len(told) > 1}
        doubted = {at for told in torn.values() for those in told.values() for at in those if letters[at].shared}
        self.doubted = [letters[at] for at in sorted(doubted)]
        self.letters = [letter for at, letter in enumerate(letters) if at not in doubted]
        believed = {
            about: [those for those in told.values() if not doubted >= {*those}] for about, told in torn.items()
        }
        self.contradictions = [about for about, told in believed.items() if len(told) > 1]
        self.unsure = any(letter.unsure for letter in self.letters)
        self.opened = [item for letter in self.letters for item in letter.opened]
        self.by_record = group_by_key((item.record, item) for item in dict.fromkeys(self.opened))
        self.seals = group_by_key((item.request, (letter, item)) for letter in self.letters for item in letter.seals)
        self.filed = [(each, item) for each in self.letters for item in each.items if isinstance(item, OwnOrders)]
        self.given = group_by_key(((letter.seat, item.request), (letter, item)) for letter, item in self.filed)
        self.rolled_back = {item.record: item for letter in self.letters for item in letter.rollbacks}
        self.secrets = sorted({each.match_secret for each in self.opened if each.match_secret})[:MOST_ALIKE]
        self.checked: Counter[str] = Counter()

    @property
    def ended(self) -> bool:
        """Whether the report is there that ends the match."""
        return any(letter.ends for letter in self.all)

    @property
    def ending(self) -> Ended | None:
        """How the match ended, as its last report says."""
        return next((letter.ending for letter in self.letters if letter.ending), None)


def group_by_key(pairs: Iterable[tuple[K, T]]) -> dict[K, list[T]]:
    """Return values by their keys, in their order."""
    found: dict[K, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def as_bytes(text: str) -> bytes:
    """Return hexadecimal text as bytes, none if it is not hexadecimal."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
