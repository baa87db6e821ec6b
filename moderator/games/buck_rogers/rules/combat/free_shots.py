"""Shots before the battles of a system, which nobody can answer: Kane's volleys, KilSats, bombs, lunar Gennies."""

from collections.abc import Callable, Iterable, Iterator

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.rules.combat import raiding, sides
from moderator.games.buck_rogers.rules.powers import KANE, is_with_wilma, may_use, use
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import TIES, worth
from moderator.games.solar_system.board.zones import INDEX, ZONES, lands_bombed_from, lands_under
from moderator.games.solar_system.events.battle import FreeShots, Shot
from moderator.games.solar_system.pieces import GROUND, NOBODY, SHIPS, Colour, Kind
from moderator.games.solar_system.tables import figures

_NEAR_MOON = "Near Moon"


def volleys(turn: Turn, system: str) -> None:
    """Let the units with Killer Kane fire once, before all others."""
    for seat in turn.in_turn_order():
        kane = may_use(turn, KANE, seat)
        if kane is None or ZONES[kane.at].system != system:
            continue
        at, zone = kane.at, ZONES[kane.at]
        zones = turn.sky.same(at)
        there = sides.forces_at(turn, zones)
        mine = there.pop(seat, None)
        if mine:
            mine.units = raiding.without(mine.units, raiding.raiders_of(turn, seat, at))
        enemies = [
            force
            for force in there.values()
            if mine and mine.units and (zone.is_territory or _will_fight(turn, mine, force, at))
        ]
        if mine is None or not enemies or not turn.doctrine[seat].uses_power(KANE, zone.name) or not use(turn, kane):
            continue
        shots = sides.fire_once(turn, "volley", at, mine, enemies)
        _tell(turn, FreeShots(shooting="volley", seat=seat, zone=zone.name, shots=tuple(shots)))
        sides.clear(turn, zones, enemies)


def _will_fight(turn: Turn, one: Force, other: Force, at: int) -> bool:
    """Tell whether either of two seats begins a battle against the other in an orbit or on a dot."""
    return sides.would_begin(turn, one, other, at) or sides.would_begin(turn, other, one, at)


def kilsats(turn: Turn, system: str) -> None:
    """Let each KilSat that somebody controls fire once at every enemy ship in its orbit, Wilma's excepted."""
    for at, colour in sorted(+turn.kilsats):
        if ZONES[at].system != system or colour == NOBODY or turn.is_inert(colour):
            continue
        seat = turn.seat_of[colour]
        mine = turn.gather(seat, (at,))
        for other in turn.in_turn_order(turn.others(seat, at)):
            if other in turn.doctrine[seat].spared or is_with_wilma(turn, turn.leaders_at(at, other)):
                continue
            theirs = turn.gather(other, (at,))
            ships = [kind for kind in TIES if kind in SHIPS for _ in range(theirs.units.get(kind, 0))]
            shots = [
                Shot(seat, Kind.KILSAT, other, kind, needed, turn.throw("kilsat", at, seat, other))
                for kind in ships
                if (needed := mine.number(Kind.KILSAT, kind, theirs))
            ]
            _fell(turn, at, shots)
            _tell(turn, FreeShots(shooting="kilsat", seat=seat, zone=ZONES[at].name, shots=tuple(shots)))


def bombs(turn: Turn, system: str) -> None:
    """Let each Battler in an orbit bomb one piece in a territory beside it, and lunar Gennies fire at their orbit."""
    for at, colour in _battlers(turn, system):
        seat = turn.seat_of[colour]
        bonus = turn.gather(seat, (at,)).bonus
        for _ in range(turn.count(at, colour, Kind.BATTLER)):
            found = _bombed(turn, seat, at)
            if found is None:
                break
            land, victim, kind = found
            throw = turn.throw("bomb", land, seat, victim)
            shot = Shot(seat, Kind.BATTLER, victim, kind, figures().numbers.bomb - bonus, throw)
            _fell(turn, land, (shot,))
            _tell(
                turn,
                FreeShots(shooting="bomb", seat=seat, zone=ZONES[land].name, shots=(shot,), origin=ZONES[at].name),
            )
    if system == ZONES[INDEX[_NEAR_MOON]].system and turn.options.gennies_by_home:
        _lunar(turn)


def _battlers(turn: Turn, system: str) -> Iterator[tuple[int, Colour]]:
    """Give orbits with Battlers that can bomb, seat by seat in turn order."""
    near_only = turn.options.bombard_from == "near"
    for seat in turn.in_turn_order():
        for at, colour, pile in list(turn.stacks_of(seat)):
            zone = ZONES[at]
            fits = zone.kind == "orbit" and zone.system == system and (zone.is_near or not near_only)
            if fits and pile.count(Kind.BATTLER) and not turn.is_inert(colour):
                yield at, colour


def _bombed(turn: Turn, seat: Seat, orbit: int) -> tuple[int, Seat, Kind] | None:
    """Return what a Battler bombs: as doctrine says, else what stands against own troops, else a Factory first."""
    doctrine = turn.doctrine[seat]
    kinds = turn.rules.bombed
    best: tuple[tuple[int, ...], tuple[int, Seat, Kind]] | None = None
    for land in (INDEX[name] for name in lands_bombed_from(ZONES[orbit].name)):
        wished = doctrine.bombs(ZONES[land].name)
        attacked = bool(turn.units_of(seat, land, GROUND))
        usual = [kind for kind in kinds if not attacked or kind is not Kind.FACTORY]
        order = [kind for kind in wished if kind in kinds] if wished is not None else usual
        for victim in turn.in_turn_order():
            if victim == seat or victim in doctrine.truces:
                continue
            for place, kind in enumerate(order):
                there = (
                    len(turn.works_at(land, victim)) if kind is Kind.FACTORY else turn.units_of(victim, land, (kind,))
                )
                rank = (int(wished is None), int(not attacked), place, -worth(kind))
                if there and (best is None or rank < best[0]):
                    best = (rank, (land, victim, kind))
    return None if best is None else best[1]


def _lunar(turn: Turn) -> None:
    """Let each Gennie of the Moon fire once at a unit of others in Near Moon."""
    at = INDEX[_NEAR_MOON]
    for seat in turn.in_turn_order():
        gennies = sum(turn.units_of(seat, INDEX[name], (Kind.GENNIE,)) for name in lands_under(_NEAR_MOON))
        for _ in range(gennies):
            there = [
                force
                for force in sides.forces_at(turn, (at,)).values()
                if force.seat != seat and force.seat not in turn.doctrine[seat].truces
            ]
            options = [(kind, force.seat) for kind in TIES for force in there if force.units.get(kind)]
            if not options:
                return
            kind, victim = min(options, key=lambda option: -worth(option[0]))
            shot = Shot(seat, Kind.GENNIE, victim, kind, figures().numbers.lunar, turn.throw("lunar", at, seat, victim))
            _fell(turn, at, (shot,))
            _tell(turn, FreeShots(shooting="lunar", seat=seat, zone=_NEAR_MOON, shots=(shot,)))


def _fell(turn: Turn, at: int, shots: Iterable[Shot]) -> None:
    """Take off the board what was hit."""
    for shot in shots:
        if not shot.hit:
            continue
        if shot.target is Kind.FACTORY:
            turn.works.remove(turn.works_at(at, shot.victim)[0])
        else:
            sides.remove(turn, shot.victim, (at,), shot.target, 1)


def _tell(turn: Turn, event: FreeShots) -> None:
    if event.shots:
        turn.say(event)


FREE_SHOTS: tuple[Callable[[Turn, str], None], ...] = (volleys, kilsats, bombs)
"""What is fired in a system before its battles, in this order."""
