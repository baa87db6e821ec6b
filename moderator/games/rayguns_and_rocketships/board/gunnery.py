"""What rayguns can do in a position: which bear on whom, how likely they hit, what FIRE means (Rules: Firing Rayguns).

No dice: forecasts, helmsman and the Rocketship Shooting Phase ask the same functions (BY-MAIL 6 and 7).
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.arcs import hits_from, is_in_arc, range_of, side_of
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.board.stars import fires_past
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds, enemies_by_word, named_enemies
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST, Aiming
from moderator.games.rayguns_and_rocketships.orders.types import Fire
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.tables import DIE, ships

_SIDES = {"port": "P", "starboard": "S", "centre": "O"}
ALWAYS = Fire(aim="best")
"""What rayguns do unless a letter says otherwise: FIRE BEST AT BEST."""


class Gun(Struct, frozen=True):
    """A raygun that can fire: the throw from which it hits, what adds to its throws, and its range in nodes."""

    port: str
    manned: bool
    number: int
    bonus: int
    reach: int


class Shooting(Struct, frozen=True):
    """A battery that is to fire: at whom, whether at the rayguns there, and what bears."""

    target: Seat
    at_guns: bool
    guns: tuple[Gun, ...]


# ---- odds ---------------------------------------------------------------------------------------------------


def succeeds(throw: int, number: int, bonus: int, *, naturals: bool) -> bool:
    """Tell whether a throw against a number succeeds; with changes an 8 always does and a 1 never (option naturals)."""
    if naturals and bonus and throw in (1, DIE):
        return throw == DIE
    return throw + bonus >= number


@cache
def chance_of(number: int, bonus: int, *, naturals: bool) -> float:
    """Return how likely a throw against a number succeeds."""
    throws = range(1, DIE + 1)
    return sum(succeeds(throw, number, bonus, naturals=naturals) for throw in throws) / DIE


def hit_chance(gun: Gun, *, naturals: bool) -> float:
    """Return how likely a raygun hits."""
    return chance_of(gun.number, gun.bonus, naturals=naturals)


# ---- what bears ---------------------------------------------------------------------------------------------


def guns_able_to_fire(field: Field, seat: Seat, target: Seat) -> tuple[Gun, ...]:
    """Return the rayguns of a ship that can fire at another one from wherever they bear, in reading order."""
    if seat not in field.ships or target not in field.ships:
        return ()
    ship, plan = field.ships[seat], deck(seat)
    bonus, farther = field.stat(seat, "gun") - field.stat(target, "evade"), field.stat(seat, "range")
    fixed = field.hit_me(target)
    able = {p: bool(field.manner(seat, f"GUN {p}")) for p in ship.guns if plan.square(p) not in ship.blasts}
    return tuple(
        Gun(port, by, fixed or hits_from(manned=by), bonus, range_of(manned=by) + farther) for port, by in able.items()
    )


def guns_that_reach(field: Field, guns: Iterable[Gun], at: Node, heading: Heading, there: Node) -> tuple[Gun, ...]:
    """Return those of some rayguns in whose range and arc a node is (Rules: Determining Range)."""
    far = distance(at, there)
    bear = tuple(gun for gun in guns if far <= gun.reach and is_in_arc(at, heading, side_of(gun.port), there))
    return bear if bear and fires_past(at, there, field.opaque) else ()


def guns_bearing_on(
    field: Field,
    seat: Seat,
    target: Seat,
    ports: Collection[str] | None = None,
    *,
    at: Node = "",
    heading: Heading | None = None,
    there: Node = "",
) -> tuple[Gun, ...]:
    """Return the rayguns of a ship that bear on another one; ``ports`` are those that may fire.

    ``at`` and ``heading`` put the ship elsewhere, ``there`` the other one.
    """
    guns = [gun for gun in guns_able_to_fire(field, seat, target) if ports is None or gun.port in ports]
    if not guns:
        return ()
    ship = field.ships[seat]
    return guns_that_reach(field, guns, at or ship.at, heading or ship.heading, there or field.ships[target].at)


def expected_hits(field: Field, target: Seat, guns: Iterable[Gun]) -> float:
    """Return how many hits a battery may expect, less the target's armour."""
    return hits_past_armour(field, guns, field.stat(target, "armour"))


def hits_past_armour(field: Field, guns: Iterable[Gun], armour: int) -> float:
    """Return how many hits a battery may expect that get through some armour."""
    hits = sum(hit_chance(gun, naturals=field.options.naturals) for gun in guns)
    return max(0.0, hits - armour) if hits else hits


# ---- whom, and what of it -----------------------------------------------------------------------------------


def wreckable(field: Field, seat: Seat) -> tuple[str, ...]:
    """Return what of a ship can be shot at as rayguns: its ports with one, and keys of warbots at work there."""
    warbots = [t.key for t in field.tokens_aboard(seat).values() if t.kind == "warbot" and t.installed]
    return (*field.ships[seat].guns, *warbots)


def best_target(field: Field, seat: Seat, ports: Collection[str] | None = None) -> tuple[Seat, bool] | None:
    """Return the ship that is worth most to shoot at, and whether at its rayguns; None if nothing bears.

    BEST (BY-MAIL 6): most expected hits, then most Blasts on it, nearest, seat order.
    """
    found = {other: guns_bearing_on(field, seat, other, ports) for other in field.seats if other != seat}
    found = {other: guns for other, guns in found.items() if guns}
    if not found:
        return None
    marks = {
        other: (expected_hits(field, other, guns), len(field.ships[other].blasts), -field.range(seat, other))
        for other, guns in found.items()
    }
    target = max(found, key=lambda other: marks[other])
    return target, at_guns(field, target, found[target], "best")


def at_guns(field: Field, target: Seat, guns: Iterable[Gun], aim: Aiming) -> bool:
    """Tell whether to shoot at a ship's rayguns: never if it has none; BEST goes for the kill where it is at hand."""
    if aim == "body" or not wreckable(field, target):
        return False
    return aim == "guns" or len(field.ships[target].blasts) + expected_hits(field, target, guns) < ships().blasts


# ---- FIRE ---------------------------------------------------------------------------------------------------


def choose_batteries(
    field: Field, seat: Seat, lines: Sequence[Fire], ports: Collection[str] | None = None
) -> tuple[Shooting, ...]:
    """Return the batteries that a ship fires by its FIRE lines, the first that fits first (BY-MAIL 3).

    One battery fires at one ship; a turret takes part unless a line WITH CENTRE gives it a target of its own (Rules:
    Note for Blaargs only).
    """
    if seat not in field.ships:
        return ()
    mounted = field.ships[seat].guns
    able = [port for port in mounted if ports is None or port in ports]
    turret = [port for port in able if side_of(port) == "O"]
    own = [line for line in lines if line.battery == "centre"] if turret else []
    alone = _first_that_fits(field, seat, own, turret)
    joined = able if alone is None else [port for port in able if port not in turret]
    main = [line for line in lines if line.battery != "centre"]
    if all(line.state is not None for line in main):
        main.append(ALWAYS)
    together = _first_that_fits(field, seat, main, joined)
    return tuple(one for one in (together, alone) if one is not None and one.guns)


def _first_that_fits(field: Field, seat: Seat, lines: Iterable[Fire], ports: Sequence[str]) -> Shooting | None:
    """Return what the first line that fits makes of some ports; nothing fires where it says HOLD."""
    for line in lines:
        if not condition_holds(field, seat, line.state):
            continue
        if line.aim == "hold":
            return Shooting("", at_guns=False, guns=())
        if found := aim_battery(field, seat, line, ports):
            return found
    return None


def aim_battery(field: Field, seat: Seat, line: Fire, ports: Sequence[str]) -> Shooting | None:
    """Return what a line makes of some ports: the first of its targets on which one bears; None if none does.

    NEAREST, WEAKEST and LEADER mean the first in their order on which a raygun bears.
    """
    side = _SIDES.get(line.battery or "")
    firing = [port for port in ports if side is None or side_of(port) == side]
    for name in line.targets or (BEST,):
        best = best_target(field, seat, firing) if name == BEST else None
        for target in [best[0]] if best else enemies_by_word(field, seat, name) or named_enemies(field, seat, [name]):
            if guns := guns_bearing_on(field, seat, target, firing):
                return Shooting(target, at_guns=at_guns(field, target, guns, line.aim), guns=guns)
    return None
