"""The Engagement Phase: in every hex with opposing fleets each ship attacks once, all at the same time."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.targeting import Aim, aims
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.battle import EngagementBegun, EngagementOver, Force, SalvoFired, ShipTaken
from moderator.games.space_genocide.orders.types import Ram
from moderator.games.space_genocide.rules import pile
from moderator.games.space_genocide.rules.moments import Moment, Roll
from moderator.games.space_genocide.rules.steps import transport
from moderator.games.space_genocide.rules.turn import Turn, Wreck
from moderator.games.space_genocide.tables import RANK

_HIGHEST = 6
_MOST_ROUNDS = 20
"""So many rounds a battle has at most where it goes on until one side is left."""


def run(turn: Turn) -> None:
    """Fight in every hex where there are fleets of several seats; then cards have their say, and may press on."""
    turn.offer(Moment("engagement"))
    left = _tell_rammers(turn)
    if "engagement" not in turn.skipped:
        _phase(turn, _contested(turn))
        while turn.pressed:
            at = turn.pressed.pop(0)
            _phase(turn, [at] if _is_contested(turn, at) else [])
    for seat, order in left:
        if id(order) not in turn.rammed:
            transport.fail(turn, seat, order, "no-attack", order.fleet)


def _tell_rammers(turn: Turn) -> list[tuple[Seat, Ram]]:
    """Let ships ram that are told to, each once in the turn, and return all such orders."""
    found = [(seat, order) for seat in turn.order for order in turn.order_sets.get(seat, ()) if isinstance(order, Ram)]
    for seat, order in found:
        squadron = turn.fleet(seat, order.fleet)
        if squadron is not None and turn.race(seat).ramming:
            squadron.ram(order)
    return found


def _phase(turn: Turn, hexes: Sequence[int]) -> None:
    """Fight at some hexes; when that is over, let cards be played at each of them."""
    for at in hexes:
        _battle(turn, at)
    for at in hexes:
        turn.offer(Moment("aftermath", at=at))
    turn.wrecks.clear()
    turn.fought.clear()


def _contested(turn: Turn) -> list[int]:
    """Return the hexes that are fought over."""
    return [at for at in sorted({squadron.at for squadron in turn.fleets}) if _is_contested(turn, at)]


def _is_contested(turn: Turn, at: int) -> bool:
    """Tell whether opposing fleets are at a hex; with one seat after another, that of the active seat among them."""
    seats = {squadron.seat for squadron in turn.fleets_at(at)}
    return len(seats) > 1 and (not turn.active or turn.active in seats)


def _battle(turn: Turn, at: int) -> None:
    """Fight at a hex, once or until one side is left."""
    if at not in turn.battles:
        turn.battles.append(at)
    rounds = _MOST_ROUNDS if turn.options.combat == "repeated" else 1
    for number in range(1, rounds + 1):
        if not _is_contested(turn, at) or not _round(turn, at, number):
            break


def _round(turn: Turn, at: int, number: int) -> bool:
    """Let every ship attack once; tell whether anybody could."""
    turn.say(EngagementBegun(place=turn.name(at), round=number, forces=_forces(turn, at)))
    for squadron in turn.fleets_at(at):
        turn.show_fleet(squadron, turn.seats)
    turn.offer(Moment("battle", at=at))
    turn.fought += [(craft, squadron) for squadron in turn.fleets_at(at) for craft in squadron.crafts]
    fired = False
    for first in (True, False) if not turn.options.return_fire else (None,):
        planned = [aim for aim in aims(turn, at) if first is None or _is_attacker(turn, aim.seat, at) == first]
        fired = fired or bool(planned)
        _fire(turn, at, planned)
    turn.say(EngagementOver(place=turn.name(at), round=number, forces=_forces(turn, at)))
    for squadron in turn.fleets_at(at):
        turn.show_fleet(squadron, turn.seats)
    return fired


def _is_attacker(turn: Turn, seat: Seat, at: int) -> bool:
    """Tell whether a seat has a fleet at a hex that attacks."""
    return any(turn.is_attacker(squadron) for squadron in turn.fleets_at(at) if squadron.seat == seat)


def _forces(turn: Turn, at: int) -> tuple[Force, ...]:
    """Return the fleets at a hex as all see them now."""
    return tuple(Force(one.seat, one.number, one.ships, one.entered) for one in turn.fleets_at(at))


def _fire(turn: Turn, at: int, planned: Sequence[Aim]) -> None:
    """Throw for all attacks, then take off what was destroyed: who is hit has fired all the same."""
    hit: dict[int, tuple[Craft, Squadron, list[Seat]]] = {}
    rammed: list[tuple[Craft, Squadron]] = []
    for aim in planned:
        moment = Moment("attacked", seat=aim.seat, squadron=aim.squadron, craft=aim.target, at=at)
        if aim.target.decoyed or turn.offer(moment).negated:
            continue
        rams = [one for one in aim.attackers if one[0].ram is not None]
        turn.rammed |= {id(craft.ram) for craft, _ in rams}
        if _salvo(turn, at, aim, rams, is_hit=id(aim.target) in hit):
            hit.setdefault(id(aim.target), (aim.target, aim.squadron, []))[2].append(aim.seat)
        rammed += rams
    for craft, squadron, by in hit.values():
        _destroy(turn, craft, squadron, tuple(by))
    for craft, squadron in rammed:
        if craft in squadron.crafts:
            _destroy(turn, craft, squadron, ())
    emptied = [squadron for squadron in turn.fleets_at(at) if not squadron.crafts]
    for squadron in emptied:
        rob(turn, squadron, lost_of(turn, squadron))
    turn.clear(emptied)


def _salvo(turn: Turn, at: int, aim: Aim, rams: Sequence[tuple[Craft, Squadron]], *, is_hit: bool) -> bool:
    """Throw for the ships that attack one ship, which another seat may have hit; tell whether they destroy it."""
    owner = aim.squadron.seat
    strength = sum(turn.attack(*one) for one in aim.attackers)
    attack = Roll("attack", at, (aim.seat, owner), turn.throw("attack", at, (aim.seat, owner), strength))
    dice = turn.defence(aim.target, aim.squadron)
    defence = Roll("defence", at, (owner, aim.seat), turn.throw("defence", at, (owner, aim.seat), dice))
    attack.settled = is_hit or _HIGHEST * strength <= sum(defence.faces)
    defence.settled = is_hit or _HIGHEST * dice < sum(attack.faces)
    lost = sum(attack.faces) > sum(defence.faces)
    turn.offer(
        Moment(
            "rolled",
            seat=owner if lost else aim.seat,
            squadron=aim.squadron,
            craft=aim.target,
            at=at,
            roll=defence if lost else attack,
        )
    )
    lost = sum(attack.faces) > sum(defence.faces)
    turn.say(
        SalvoFired(
            place=turn.name(at),
            seat=aim.seat,
            attackers=pile.crew([craft for craft, _ in aim.attackers]),
            owner=owner,
            fleet=aim.squadron.number,
            kind=aim.target.kind.key,
            attack=attack.faces,
            defence=defence.faces,
            destroyed=lost,
            rammed=pile.crew([craft for craft, _ in rams]),
        )
    )
    return lost


def _destroy(turn: Turn, craft: Craft, squadron: Squadron, by: tuple[Seat, ...]) -> None:
    """Take a ship off and remember it until the phase is over."""
    turn.lose(craft, squadron)
    turn.wrecks.append(Wreck(craft, squadron, by))


def lost_of(turn: Turn, squadron: Squadron) -> list[Wreck]:
    """Return what a fleet has lost in this phase where it is."""
    key = (squadron.seat, squadron.number, squadron.at)
    return [one for one in turn.wrecks if (one.seat, one.fleet, one.at) == key]


def rob(turn: Turn, squadron: Squadron, lost: Sequence[Wreck]) -> None:
    """Let a race that takes ships of the fleets that it destroys have the best of what one lost, if none is left."""
    by = {seat for one in lost for seat in one.by if seat != squadron.seat and turn.race(seat).capture}
    if squadron.crafts or not by:
        return
    taker = min(by, key=turn.seats.index)
    prizes = [one for one in lost if taker in one.by]
    best = max(prizes, key=lambda one: (one.craft.worth(turn.options), -RANK[one.craft.kind.key]))
    take(turn, best, taker)


def take(turn: Turn, wreck: Wreck, seat: Seat, card: str = "") -> bool:
    """Give a destroyed ship to a seat, in a fleet of its own at that hex; tell whether it could take it."""
    kind = wreck.craft.kind
    if pile.declines(turn, seat) or (turn.options.destroyed_return and not turn.pile[RANK[kind.key]]):
        return False
    squadron = turn.berth(seat, wreck.at)
    if squadron is None:
        return False
    if turn.options.destroyed_return:
        turn.pile[RANK[kind.key]] -= 1
    if wreck in turn.wrecks:
        turn.wrecks.remove(wreck)
    wreck.craft.entered = False
    squadron.crafts.append(wreck.craft)
    turn.note_come(squadron, wreck.craft.ship)
    turn.say(
        ShipTaken(
            seat=seat, owner=wreck.seat, kind=kind.key, place=turn.name(wreck.at), fleet=squadron.number, card=card
        )
    )
    pile.trim(turn, seat)
    return True
