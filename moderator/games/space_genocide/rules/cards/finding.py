"""Effects of cards, and how a card finds its target: within what its order names, the best that suits it.

An order's target is a filter: what it names must be so, what it leaves out the card finds by itself, and always the
same way. Of own fleets it takes the one with the most attack dice, of enemy fleets and planets the one nearest to an
own planet, of seats the one with the most cards, of ships the one that counts for most where something is to be had
or saved, and for least where something is given up. In the second reading a card first weighs what it is to do: see
``weigh``. Only what its seat may know decides: ships of others count where their mats lie open, or as they were seen.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.orders.types import MOVES
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import KIND
from moderator.kit.boards.hex import NOWHERE

T = TypeVar("T")

Find: TypeAlias = Callable[[Turn, Playing, Moment], T | None]
Act: TypeAlias = Callable[[Turn, Playing, Moment, T], None]
Weigh: TypeAlias = Callable[[Squadron], int]


class Effect(NamedTuple):
    """The effect of a card: when it can be played, and what it does.

    ``fits`` tells whether it could be played at a moment: targets are there and are what the card asks for, and, for
    a reaction, its seat is one that it concerns. It changes nothing. ``apply`` does what the card says and tells it
    in events; it is only called after ``fits`` at the same moment.
    """

    fits: Callable[[Turn, Playing, Moment], bool]
    apply: Callable[[Turn, Playing, Moment], None]


class Aboard(NamedTuple):
    """A ship and the fleet that it is in."""

    craft: Craft
    squadron: Squadron


def played_on(find: Find[T], act: Act[T]) -> Effect:
    """Return the effect of a card that fits if it finds what it is to be played on, and then acts on it."""

    def fits(turn: Turn, playing: Playing, moment: Moment) -> bool:
        return find(turn, playing, moment) is not None

    def apply(turn: Turn, playing: Playing, moment: Moment) -> None:
        found = find(turn, playing, moment)
        if found is not None:
            act(turn, playing, moment, found)

    return Effect(fits, apply)


def on_own_turn(effect: Effect) -> Effect:
    """Return the effect of a card that its seat can only play in a turn in which it acts."""

    def fits(turn: Turn, playing: Playing, moment: Moment) -> bool:
        return playing.seat in turn.order and effect.fits(turn, playing, moment)

    return Effect(fits, effect.apply)


# ---- fleets -----------------------------------------------------------------------------------------------


def _alike(_: Squadron) -> int:
    """Weigh all fleets the same."""
    return 0


def is_going(turn: Turn, squadron: Squadron) -> bool:
    """Tell whether a fleet is under way, or a line of its seat's order set that is yet to come sends it."""
    lines = turn.ahead.get(squadron.seat, ())
    sent = any(isinstance(line, MOVES) and line.fleets.among((squadron.number,)) for line in lines)
    return not squadron.halted and (sent or bool(squadron.course))


def seen(turn: Turn, seat: Seat, squadron: Squadron) -> tuple[tuple[Ship, ...], int]:
    """Return the ships of another's fleet as a seat saw them, and in which turn; 0: never."""
    return turn.memory[seat].fleets.get((squadron.seat, squadron.number), ((), 0))


def may_move(turn: Turn, seat: Seat, squadron: Squadron) -> bool:
    """Tell whether another's fleet could move by what a seat has seen of it."""
    ships, _ = seen(turn, seat, squadron)
    return not ships or any(not KIND[ship.kind].stationary for ship in ships)


def own_fleet(
    turn: Turn,
    playing: Playing,
    suits: Callable[[Squadron], bool],
    target: Target | None = None,
    weigh: Weigh = _alike,
) -> Squadron | None:
    """Return the own fleet that a card is played on; those that ``weigh`` most come first."""
    target = playing.order.target if target is None else target
    suiting = [one for one in turn.own(playing.seat) if is_meant(turn, target, one) and suits(one)]
    weigh = weigh if turn.options.second else _alike
    return max(suiting, key=lambda one: (weigh(one), _strength(turn, one), -one.number), default=None)


def enemy_fleet(
    turn: Turn,
    playing: Playing,
    suits: Callable[[Squadron], bool],
    target: Target | None = None,
    weigh: Weigh = _alike,
) -> Squadron | None:
    """Return the enemy fleet that a card is played on; those that ``weigh`` most come first."""
    target = playing.order.target if target is None else target
    suiting = [one for one in enemy_fleets(turn, playing.seat, target) if suits(one)]
    weigh = weigh if turn.options.second else _alike
    return min(suiting, key=lambda one: (-weigh(one), far_from_home(turn, playing.seat, one.at)), default=None)


def enemy_fleets(turn: Turn, seat: Seat, target: Target) -> list[Squadron]:
    """Return the enemy fleets that a target may mean."""
    return [one for one in turn.fleets if one.seat != seat and is_meant(turn, target, one)]


def far_from_home(turn: Turn, seat: Seat, at: int) -> int:
    """Return how far a hex is from the nearest planet of a seat."""
    homes = (there for there, planet in turn.planets.items() if planet.seat == seat)
    return min((turn.board.distance(at, there) for there in homes), default=0)


def _strength(turn: Turn, squadron: Squadron) -> int:
    """Return the attack dice of a fleet."""
    return sum(turn.attack(craft, squadron) for craft in squadron.crafts)


def is_meant(turn: Turn, target: Target, squadron: Squadron) -> bool:
    """Tell whether a fleet is one that a target names; a target without a seat means anybody's."""
    named = target.seat in ("", squadron.seat) and target.fleet in (0, squadron.number)
    return named and is_at(turn, target, squadron.at)


def is_at(turn: Turn, target: Target, at: int) -> bool:
    """Tell whether a hex is one that a target names."""
    return target.place in ("", turn.name(at))


# ---- ships ------------------------------------------------------------------------------------------------


def named_ships(turn: Turn, target: Target, among: Iterable[Aboard]) -> list[Aboard]:
    """Return which of some ships a target may mean."""
    return [one for one in among if target.kind in ("", one.craft.kind.key) and is_meant(turn, target, one.squadron)]


def own_ships(turn: Turn, playing: Playing) -> list[Aboard]:
    """Return all ships of the seat that plays."""
    return [Aboard(craft, squadron) for squadron in turn.own(playing.seat) for craft in squadron.crafts]


def ships_at(turn: Turn, at: int) -> list[Aboard]:
    """Return all ships at a hex."""
    return [Aboard(craft, squadron) for squadron in turn.fleets_at(at) for craft in squadron.crafts]


def best(turn: Turn, ships: Sequence[Aboard]) -> Aboard | None:
    """Return the ship that counts for most."""
    return max(ships, key=lambda one: one.craft.worth(turn.options), default=None)


def least(turn: Turn, ships: Sequence[Aboard]) -> Aboard | None:
    """Return the ship that counts for least."""
    return min(ships, key=lambda one: one.craft.worth(turn.options), default=None)


# ---- seats and places -------------------------------------------------------------------------------------


def opponent(turn: Turn, playing: Playing, suits: Callable[[Seat], bool]) -> Seat | None:
    """Return the seat that a card is played on."""
    wanted = playing.order.target.seat
    suiting = [seat for seat in turn.in_play if seat != playing.seat and wanted in ("", seat) and suits(seat)]
    return max(suiting, key=lambda seat: len(turn.hands[seat]), default=None)


def goal(turn: Turn, playing: Playing) -> int:
    """Return the hex to which a card is to bring something; ``NOWHERE`` if it names none that is open."""
    at = turn.board.index.get(playing.order.goal, NOWHERE)
    return NOWHERE if at == NOWHERE or turn.ground(at).closed else at
