"""Factories made active or disabled before anything else ("Ready Factories"), and after they have built on turn 1."""

from collections import Counter
from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.events.production import FactoriesDisabled, FactoriesReady, TrooperUpgraded
from moderator.games.buck_rogers_revised.orders.types import Activate, Disable
from moderator.games.buck_rogers_revised.pieces import HUER
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import Kind


def ready(turn: Turn) -> None:
    """Let all Factories work that may, but for those that are disabled or to be carried; tell which do."""
    resting = [works for seat in turn.in_play for works in _resting(turn, seat)]
    named = [works for seat in turn.in_play for works in _named(turn, seat, turn.order_set(seat, Activate))]
    active = yards.active(turn, resting, named)
    for works in turn.works:
        works.idle = works not in active
    for seat in turn.in_play:
        for colour in turn.played[seat]:
            own = [works for works in turn.works if works.colour == colour]
            if own:
                turn.say(
                    FactoriesReady(
                        seat=seat,
                        colour=colour,
                        active=_places(works for works in own if not works.idle),
                        disabled=_places(works for works in own if works.idle),
                    )
                )
        _upgrade(turn, seat)


def _places(some: Iterable[Works]) -> tuple[str, ...]:
    return tuple(PLACES[works.at].name for works in some)


def _resting(turn: Turn, seat: Seat) -> list[Works]:
    """Return the Factories of a seat that make nothing: those it disables, and those it will carry off this turn.

    On turn 1 the latter are disabled when they have built.
    """
    disabled = _named(turn, seat, [line for line in turn.order_set(seat, Disable) if not line.after])
    if _is_first(turn):
        return disabled
    kept = _named(turn, seat, turn.order_set(seat, Activate))
    return [*disabled, *(works for works in _carried(turn, seat) if works not in kept)]


def _is_first(turn: Turn) -> bool:
    """Tell whether Factories may be disabled when they have built ("First Turn Deactivation")."""
    return turn.turn == 1 and turn.options.first_turn_disable


def _named(turn: Turn, seat: Seat, lines: Iterable[Activate | Disable]) -> list[Works]:
    """Return the Factories of a seat that lines name by their zones or systems."""
    return [
        works
        for line in lines
        for works in turn.works
        if covers(line.zones, PLACES[works.at].name)
        and turn.seat_of[works.colour] == seat
        and line.colour in ("", works.colour)
    ]


def _carried(turn: Turn, seat: Seat) -> list[Works]:
    """Return the Factories that lines and courses of a seat take aboard, the youngest of a zone first."""
    wanted: Counter[int] = Counter()
    orders: list[Carry | Move] = [*turn.order_set(seat, Carry), *turn.order_set(seat, Move)]
    orders += [course.order for course in turn.under_way[seat]]
    for order in orders:
        at = turn.place(order.origin)
        if isinstance(order, Carry):
            wanted[at] += order.cargo.wanted(Kind.FACTORY)
            continue
        for leg in order.way:
            at = turn.place(leg.zone) if leg.zone and leg.act in ("to", "via") else at
            wanted[at] += leg.units.wanted(Kind.FACTORY) * (leg.act == "load")
    return [works for at, number in wanted.items() for works in turn.works_at(at, seat)[::-1][:number]]


def _upgrade(turn: Turn, seat: Seat) -> None:
    """Let Doc Huer make a Gennie of a Trooper beside an active Factory (Rules: Doc Huer)."""
    huer = turn.serving(HUER, seat)
    if huer is None or not turn.doctrine[seat].upgrades(PLACES[huer.at].name):
        return
    beside = any(not works.idle for works in turn.works_at(huer.at, seat))
    colour = next((own for own in turn.played[seat] if turn.count(huer.at, own, Kind.TROOPER)), None)
    if beside and colour is not None:
        turn.lose(huer.at, colour, Kind.TROOPER)
        turn.put(huer.at, colour, Kind.GENNIE)
        turn.say(TrooperUpgraded(seat=seat, colour=colour, zone=PLACES[huer.at].name))


def after_first(turn: Turn) -> None:
    """On turn 1 disable Factories that have built, as lines say or since they are to be carried off."""
    if not _is_first(turn):
        return
    for seat in turn.in_play:
        lines = [line for line in turn.order_set(seat, Disable) if line.after]
        some = [works for works in (*_named(turn, seat, lines), *_carried(turn, seat)) if not works.idle]
        for works in some:
            works.idle = True
        for colour in turn.played[seat]:
            zones = _places(works for works in dict.fromkeys(some) if works.colour == colour)
            if zones:
                turn.say(FactoriesDisabled(seat=seat, colour=colour, zones=zones))
