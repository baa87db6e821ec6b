"""Addressed throws from two streams, so that every roll can be proved and none foretold.

The value of a throw is a function of a key and of the throw's address alone: from what is seen one cannot tell
what was thrown unseen. The *open* stream serves what everybody witnesses; its seed is opened after the step.
The *secret* stream serves all else and is opened when the match ends.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.seats import Observer, Seat, Who

T = TypeVar("T")

FORMULA = 3
"""The formula by which the dice of new matches get their seeds (``Seeds``) and their key (``Occasion``)."""
FIRST_DERIVING_FORMULA = 3
"""The first formula by which all seeds follow from the secret of the match (``derived``)."""

_BITS = 64


class Why(Struct, frozen=True):
    """The reason of a throw, which is also its address: no two throws of a step may share it.

    ``kind`` names its words in a template (``"attack"``), ``place`` and ``seats`` say where and whose it is,
    ``n`` tells repeated throws apart.
    """

    kind: str
    place: str = ""
    seats: tuple[Seat, ...] = ()
    n: int = 0


class Draw(Struct, frozen=True):
    """An order that was drawn by weight: what was drawn from, each with its weight, and how it came out.

    ``seen_by`` names who knows the order at once, ``None`` is everybody; the weights stay hidden until the match ends.
    """

    among: tuple[str, ...]
    weights: tuple[int, ...]
    order: tuple[str, ...]
    seen_by: tuple[Seat, ...] | None = None

    @property
    def throws(self) -> int:
        """How many throws it took: what is left needs none once it is all alike."""
        alike = sum(1 for _ in takewhile(self.order[-1].__eq__, reversed(self.order)))
        return len(self.order) - alike

    def known_to(self, who: Who) -> bool:
        """Tell whether a seat or observer may know the order at once; the GM always may."""
        return self.seen_by is None or who is Observer.GM or who in self.seen_by


class Throw(Struct, frozen=True, omit_defaults=True, rename={"step": "ruling"}):
    """One throw as it is recorded: ``value`` is 1…``sides``; with ``draw`` it is the first of a drawn order."""

    stream: str
    step: int
    why: Why
    sides: int
    value: int
    draw: Draw | None = None


class AddressTakenError(Exception):
    """Two throws of one step share an address: a fault of the game's rules."""


class Stream:
    """A source of throws under one key, each decided by its address alone."""

    def __init__(self, name: str, key: bytes, step: int = 0, log: list[Throw] | None = None) -> None:
        """Build the stream ``name`` for one step; ``log`` collects its throws."""
        self.name = name
        self.step = step
        self.log: list[Throw] = [] if log is None else log
        self._key = key
        self._taken: set[Why] = set()

    def d(self, sides: int, why: Why) -> int:
        """Throw a die of 1…``sides`` for a reason; raises AddressTakenError if the reason was used already."""
        if why in self._taken:
            raise AddressTakenError(f"two throws for the same reason: {why}")
        self._taken.add(why)
        value = self._value(sides, why)
        self.log.append(Throw(self.name, self.step, why, sides, value))
        return value

    def weighted(self, weights: Sequence[int], why: Why) -> int:
        """Draw an index by integer weights, at least one of them positive."""
        rest = self.d(sum(weights), why)
        for index, weight in enumerate(weights):
            rest -= weight
            if rest <= 0:
                return index
        raise AssertionError("weights sum to what was thrown")

    def pick(self, items: Sequence[T], why: Why) -> T:
        """Draw one of the items, all alike."""
        return items[self.d(len(items), why) - 1]

    def shuffled(self, items: Sequence[T], why: Why) -> list[T]:
        """Return the items in a drawn order; uses the addresses ``why.n`` … ``why.n + len(items)``."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.d(last + 1, replace(why, n=why.n + last)) - 1
            out[last], out[other] = out[other], out[last]
        return out

    def ordered(
        self, among: Sequence[str], weights: Sequence[int], why: Why, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[str, ...]:
        """Draw all of ``among`` by weight without replacement; ``seen_by`` is who may know the order at once.

        Uses the addresses from ``why.n + 1`` on, one each until what is left is all alike.
        """
        left = list(zip(among, weights, strict=True))
        order: list[str] = []
        first = len(self.log)
        while len({name for name, _ in left}) > 1:
            at = self.weighted([weight for _, weight in left], replace(why, n=why.n + len(order) + 1))
            order.append(left.pop(at)[0])
        order += [name for name, _ in left]
        drawn = tuple(order)
        if len(self.log) > first:
            self.log[first] = replace(self.log[first], draw=Draw(tuple(among), tuple(weights), drawn, seen_by))
        return drawn

    def child(self, *path: str) -> "Stream":
        """Return an independent stream under a key derived from this one, such as a bot's own chance."""
        return Stream("/".join((self.name, *path)), hmac.digest(self._key, encode(path), "sha256"), self.step)

    def _value(self, sides: int, why: Why) -> int:
        fair = (1 << _BITS) // sides * sides
        attempt = 0
        while True:
            address = encode((self.step, why.kind, why.place, why.seats, why.n, sides, attempt))
            raw = int.from_bytes(hmac.digest(self._key, address, "sha256")[: _BITS // 8], "big")
            if raw < fair:
                return raw % sides + 1
            attempt += 1


class Dice:
    """The two streams of a step; both write to one log, in the order of throwing."""

    def __init__(self, open_key: bytes, secret_key: bytes, step: int = 0) -> None:
        """Build the dice of step number ``step`` of an order request."""
        self.log: list[Throw] = []
        self._keys = (open_key, secret_key)
        self.open = Stream("open", open_key, step, self.log)
        self.secret = Stream("secret", secret_key, step, self.log)

    def for_step(self, step: int) -> "Dice":
        """Return fresh dice under the same keys for another step of the same order request."""
        return type(self)(*self._keys, step)

    @classmethod
    def throwaway(cls, name: str) -> "Dice":
        """Return dice that no match uses, the same for the same name: previews, dry runs, simulations."""
        key = hashlib.sha256(b"throwaway:" + name.encode()).digest()
        return cls(key + b"open", key + b"secret")


class LoadedStream(Stream):
    """A stream whose listed throws fall as told; the others fall as the key says."""

    loads: Mapping[Why, int] = {}

    def _value(self, sides: int, why: Why) -> int:
        value = self.loads.get(why)
        if value is None:
            return super()._value(sides, why)
        if not 1 <= value <= sides:
            raise ValueError(f"a loaded {value} does not fit a die of {sides}: {why}")
        return value


class LoadedDice(Dice):
    """Dice for scenarios and lessons: throws listed by their reason fall as told in either stream."""

    def __init__(self, loads: Mapping[Why, int], name: str = "loaded", step: int = 0) -> None:
        """Load the dice; what is not listed is thrown from throwaway keys of that name."""
        key = hashlib.sha256(b"loaded:" + name.encode()).digest()
        super().__init__(key + b"open", key + b"secret", step)
        self._loads, self._name = loads, name
        for stream_name in ("open", "secret"):
            stream = LoadedStream(stream_name, key + stream_name.encode(), step, self.log)
            stream.loads = loads
            setattr(self, stream_name, stream)

    def for_step(self, step: int) -> "LoadedDice":
        """Return dice loaded alike for another step."""
        return LoadedDice(self._loads, self._name, step)


class Occasion(Struct, frozen=True, kw_only=True):
    """What dice are thrown for: a turn of a match, its set-up, or a correction of the GM.

    ``request`` is the number of the order request whose seeds are used, ``record`` that of the record that keeps the
    throws. ``amendment`` counts the corrections of the request that threw dice; it is 0 for a turn and a set-up.
    Formula 1 made the key of the number of the record, which the GM can raise; later ones use what nobody can move.
    """

    match: str
    formula: int
    request: int
    record: int
    amendment: int = 0

    @property
    def number(self) -> int:
        """The number in the key; raises ValueError for a formula that is not known."""
        if not 1 <= self.formula <= FORMULA:
            raise ValueError(f"there is no formula {self.formula} for dice")
        return self.record if self.formula == 1 else self.request


class Seeds(Struct, frozen=True):
    """The bytes behind the two streams of a request, never used twice: ``derived``, or random by older formulas."""

    open: bytes
    secret: bytes

    def seals(self) -> "Seals":
        """Return what may be printed before orders are in."""
        return Seals(seal(self.open), seal(self.secret))

    def dice(self, match: str, number: int, receipts: Sequence[str], amendment: int = 0) -> Dice:
        """Return the dice of a turn of a match, or of an amendment in it; ``Occasion`` tells which number it is.

        The key is HMAC(seed, canonical JSON of [match, number, sorted receipts]), with the number of an amendment
        behind them: the seed is fixed before the orders, and the orders bend the dice in a way that nobody without the
        seed can foresee.
        """
        message = encode([match, number, sorted(receipts), *([amendment] if amendment else [])])
        return Dice(hmac.digest(self.open, message, "sha256"), hmac.digest(self.secret, message, "sha256"))

    def dice_for(self, occasion: Occasion, receipts: Sequence[str] = ()) -> Dice:
        """Return the dice for an occasion, by the formula of its match."""
        amendment = 0 if occasion.formula == 1 else occasion.amendment
        return self.dice(occasion.match, occasion.number, receipts, amendment)


def derive_seeds(secret: bytes, request: int) -> Seeds:
    """Return the seeds of a request of a match: HMAC(secret of the match, canonical JSON of ["seed", which, asking]).

    The secret is sealed before the first orders, so nobody can choose a seed later. One that is opened tells nothing of
    the others; the secret tells all of them, and is opened once the match is over.
    """
    which = (encode(["seed", name, request]) for name in ("open", "secret"))
    return Seeds(*(hmac.digest(secret, message, "sha256") for message in which))


class Seals(Struct, frozen=True):
    """The commitments to both seeds, 64 hex digits each, printed where orders are asked for."""

    open: str
    secret: str


def seal(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def receipt(salt: bytes, order_set: Sequence[str]) -> str:
    """Return the proof that an order set was filed: HMAC(salt, canonical lines), 32 hex digits."""
    return hmac.new(salt, encode(list(order_set)), hashlib.sha256).hexdigest()[:32]
