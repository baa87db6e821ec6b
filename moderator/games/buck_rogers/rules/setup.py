"""The set-up: an operator's options, the deal, the Leaders and the starting units."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem
from moderator.core.game import Event, Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers.events.set_up import StartPlayer, ZonesDealt
from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.types import Pick
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.proposal import start_units
from moderator.games.solar_system.board.zones import INDEX, TERRITORIES, ZONES, home_of, lands_of, zone_of
from moderator.games.solar_system.events.set_up import LeaderTaken
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import WishLeader
from moderator.games.solar_system.pieces import COLOURS, Colour, Kind, Leader, Position
from moderator.games.solar_system.tables import figures
from moderator.kit.options import advice, faulty_seats, faulty_values, in_order, read_options, wrong

_FEWEST = 2
_PICKED = 17
_HOME_OF = {card.name: card.home for card in figures().colour}
_LEADER_OF = {card.name: card.leader for card in figures().colour}
_SYSTEMS_OF_HOME = {"luna": "earth"}


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, and about seats that cannot play together; hint at Ardala."""
    problems = [*faulty_seats(seats, COLOURS, fewest=_FEWEST), *faulty_values(options, Options)]
    if problems:
        return tuple(problems)
    chosen, ranked = read_options(options, Options), in_order(seats, COLOURS)
    for group in rulebook(chosen, len(ranked)).party.colours:
        together = tuple(seat for seat in ranked if seat in group)
        if len(together) > 1:
            problems.append(wrong(BuckFault.SEATS_TOGETHER, "seats", seats=together, known=group))
    names = {zone.name for zone in ZONES if zone.kind == "space"}
    problems += [wrong(Fault.SUN_LINK, "sun_links", zone=dot) for dot in chosen.sun_links if dot not in names]
    if chosen.scenario == "home" and len(ranked) in (4, 5) and {"Blue", "Brown"} <= set(ranked):
        problems.append(wrong(BuckFault.NO_ROOM_FOR_SEATS, "seats", seats=("Blue", "Brown")))
    if not problems and rulebook(chosen, len(ranked)).powers and not chosen.seduce_reach:
        problems.append(advice(BuckFault.UNEVEN, "seduce_reach"))
    return tuple(problems)


def setup(seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Deal the territories; who goes where is asked then."""
    chosen, ranked = read_options(options, Options), in_order(seats, COLOURS)
    rules = rulebook(chosen, len(ranked))
    groups = rules.party.colours or tuple((seat,) for seat in ranked)
    colours = tuple(next(group for group in groups if seat in group) for seat in ranked)
    held, events = _dealt(rules, ranked, colours, dice)
    order = tuple(dice.open.shuffled(ranked, Why("start")))
    events.append(StartPlayer(order=order))
    everybody = [colour for some in colours for colour in some]
    leaders = _leaders(rules, everybody)
    position = Position((), tuple(sorted(held.items(), key=lambda pair: INDEX[pair[0]])), (), leaders, (), 0)
    reserve = tuple((colour, _reserve(chosen, colour, leaders)) for colour in everybody)
    state = State(
        options=chosen,
        seats=ranked,
        colours=colours,
        turn=0,
        phase="setup",
        position=position,
        sides=tuple(SeatState() for _ in ranked),
        order=tuple(colour for seat in order for colour in colours[ranked.index(seat)]),
        reserve=reserve,
    )
    return Resolution(state, tuple(events))


def _dealt(
    rules: Rulebook, seats: Sequence[Seat], colours: Sequence[Sequence[Colour]], dice: Dice
) -> tuple[dict[str, Colour], list[Event]]:
    """Deal the territories, or the homes."""
    held: dict[str, Colour] = {}
    if rules.options.scenario == "home":
        played = [colour for some in colours for colour in some]
        for colour in played:
            held |= dict.fromkeys(_home(colour, played), colour)
    else:
        left_out = ("earth", "mars") if rules.options.scenario == "earth-mars" else ()
        deck = dice.open.shuffled([name for name in TERRITORIES if zone_of(name).system not in left_out], Why("deal"))
        cards = figures().earth_mars.cards[len(seats)] if left_out else rules.party.cards
        for place, some in enumerate(colours):
            for at, name in enumerate(deck[place * cards : (place + 1) * cards]):
                held[name] = some[at % len(some)]
    return held, [
        ZonesDealt(seat=seat, colour=colour, zones=tuple(name for name in TERRITORIES if held.get(name) == colour))
        for seat, some in zip(seats, colours, strict=True)
        for colour in some
    ]


def _home(colour: Colour, played: Sequence[Colour]) -> tuple[str, ...]:
    """Return the territories that a colour begins with in the scenario "home"."""
    body = _HOME_OF[colour]
    parted = set(COLOURS) <= set(played)
    system = _SYSTEMS_OF_HOME.get(body, body)
    if not parted or system != "earth":
        return lands_of(system)
    moon = home_of("luna")
    return moon if body == "luna" else tuple(name for name in lands_of("earth") if name not in moon)


def _leaders(rules: Rulebook, played: Sequence[Colour]) -> tuple[Leader, ...]:
    """Return the Leaders, each of his colour's until they are chosen; where nobody begins with one, all wait."""
    out = []
    for card in figures().colour:
        owner = card.name if card.name in played else ""
        if rules.options.leaderless:
            out.append(Leader(card.leader, "", ""))
        elif owner:
            out.append(Leader(card.leader, owner, owner))
    return tuple(out)


def _reserve(options: Options, colour: Colour, leaders: Sequence[Leader]) -> Units:
    """Return what a colour has to place."""
    counts = start_units()
    if options.pick:
        counts = counts | {Kind.FIGHTER: counts[Kind.FIGHTER] + 2}
    own = () if options.leaderless else tuple(one.name for one in leaders if one.colour == colour)
    return Units(tuple(counts.items()), own)


# ---- the order sets -------------------------------------------------------------------------------------------


def choose(turn: Turn) -> None:
    """Give out Leaders as wished, in a drawn order, and let each pick its units, if the match is played so."""
    if not turn.rules.party.colours and not turn.options.leaderless and turn.options.scenario != "home":
        _choose_leaders(turn)
    if turn.options.pick:
        for seat in turn.seats:
            _pick(turn, seat)


def _choose_leaders(turn: Turn) -> None:
    drawn = turn.dice.open.shuffled(list(turn.seats), Why("leaders"))
    free = [card.name for card in figures().leader]
    taken: dict[Seat, str] = {}
    wishes = {seat: [name for line in turn.order_set(seat, WishLeader) for name in line.leaders] for seat in drawn}
    for rest in (wishes, {seat: [_LEADER_OF[seat]] for seat in drawn}, dict.fromkeys(drawn, free)):
        for seat in drawn:
            name = next((name for name in rest[seat] if name in free), "")
            if seat not in taken and name:
                taken[seat] = name
                free.remove(name)
    for seat in turn.seats:
        name = taken[seat]
        turn.say(LeaderTaken(seat=seat, colour=seat, leader=name, wished=name in wishes[seat]))
        units = turn.reserve[seat]
        turn.reserve[seat] = Units(units.counts, (name,))
    turn.name_leaders({name: seat for seat, name in taken.items()})


def _pick(turn: Turn, seat: Seat) -> None:
    """Let a seat choose 17 units of each of its colours; what it leaves open is Fighters."""
    for colour in turn.played[seat]:
        lines = [line for line in turn.order_set(seat, Pick) if line.units.colour in ("", colour)]
        if not lines:
            continue
        kinds = (Kind.TROOPER, Kind.FIGHTER, Kind.TRANSPORT, Kind.GENNIE)
        counts, left = dict.fromkeys(kinds, 0), _PICKED
        for kind, wanted in (pair for line in lines for pair in line.units.counts):
            if kind in counts:
                some = min(left, wanted)
                counts[kind] += some
                left -= some
        counts[Kind.FIGHTER] += left
        listed = tuple((kind, n) for kind, n in counts.items() if n)
        turn.reserve[colour] = Units(((Kind.FACTORY, 2), *listed), turn.reserve[colour].leaders)
