"""Pass-Through Fire: shots at ships that fly past, and at units that leave newcomers behind."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.events.movement import PassersFired, RetreatersFired
from moderator.games.buck_rogers.rules.powers import buck_fires, is_with_wilma
from moderator.games.buck_rogers.rules.table import Table
from moderator.games.solar_system.board.firing import FIRING, target_of
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import SHIPS, Kind
from moderator.games.solar_system.rules.turn import Group


def as_they_leave(turn: Table, group: Group) -> None:
    """Let others fire at a group that is about to leave a zone: past them, or from where they have come this turn."""
    if not turn.rules.pass_through:
        return
    zone = ZONES[group.at]
    for seat in turn.in_turn_order(turn.others(group.seat, group.at)):
        if not turn.doctrine[seat].fires_at_passers(zone.name, group.seat):
            continue
        if group.entered:
            if not zone.is_territory and (group.at, seat) not in group.fired:
                group.fired.add((group.at, seat))
                fire_at(turn, group, _ships(turn, seat, group.at))
        else:
            fire_at(turn, group, _newcomers(turn, seat, group))


def _ships(turn: Table, seat: Seat, at: int) -> Force:
    """Return the ships of a seat in a zone; a KilSat stops whom it does not spare."""
    force = turn.gather(seat, (at,))
    force.units = {kind: n for kind, n in force.units.items() if kind in SHIPS}
    return _able(turn, force)


def _newcomers(turn: Table, seat: Seat, group: Group) -> Force:
    """Return the ships that a seat moved to a zone this turn, before the group's turn came."""
    force = turn.gather(seat, (group.at,))
    moved = [turn.moved[group.at, colour] for colour in turn.played[seat] if (group.at, colour) in turn.moved]
    force.units = {kind: n for kind in SHIPS if (n := sum(pile.count(kind) for pile in moved))}
    return _able(turn, force)


def _able(turn: Table, force: Force) -> Force:
    """Leave out what is inert."""
    if all(turn.is_inert(colour) for colour in turn.played[force.seat]):
        force.units = {}
    return force


def fire_at(turn: Table, group: Group, firers: Force, parted: dict[Kind, int] | None = None) -> int:
    """Let each unit of a side fire once at a group that goes; what is hit is lost at once. Return how many.

    ``parted`` counts, at retreats, the units that have fired after this round. Buck helps where his seat's doctrine
    names the zone; ships in Wilma's company are no targets.
    """
    at, seat, parting = group.at, firers.seat, parted is not None
    spent = parted or {}
    zone = ZONES[at].name
    if Kind.FIGHTER in firers.units:
        firers.buck = buck_fires(turn, seat, at, named=True)
    wilma = is_with_wilma(turn, group.people)
    aimed = turn.gather(group.seat, (at,))
    shots: list[tuple[int, int]] = []
    lost: dict[Kind, int] = {}
    fired: dict[Kind, int] = {}
    for kind in [one for one in FIRING for _ in range(firers.units.get(one, 0) - spent.get(one, 0))]:
        aimed.units = {target: n for target, n in group.units.counts if not (wilma and target in SHIPS)}
        found = target_of(kind, firers, [aimed], turn.doctrine[seat].preference(zone))
        if found is None:
            continue
        _, target, number = found
        shots.append((number, turn.throw("parting" if parting else "pass", at, seat, group.seat)))
        fired[kind] = fired.get(kind, 0) + 1
        if shots[-1][1] >= number:
            group.lose(target)
            lost[target] = lost.get(target, 0) + 1
    if parted is not None:
        parted.update({kind: n + parted.get(kind, 0) for kind, n in fired.items()})
    if shots:
        turn.say(
            (RetreatersFired if parting else PassersFired)(
                seat=seat,
                target=group.seat,
                zone=zone,
                firers=Units(tuple(fired.items())),
                numbers=tuple(number for number, _ in shots),
                throws=tuple(throw for _, throw in shots),
                lost=Units(tuple(lost.items())),
            )
        )
    return sum(lost.values())
