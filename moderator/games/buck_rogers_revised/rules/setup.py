"""The set-up: an operator's options, cards dealt and passed on, Leaders, starting units."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem
from moderator.core.game import Event, Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.cards import is_scattered, may_redraw, to_give
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.production import CardsTaken
from moderator.games.buck_rogers_revised.events.set_up import (
    AllRedealt,
    CardPassed,
    CardsDealt,
    HandDealt,
    HandRedealt,
    SaturnSettled,
    ZonesOpened,
)
from moderator.games.buck_rogers_revised.events.status import DeckRenewed
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.types import Give, Mulligan
from moderator.games.buck_rogers_revised.pieces import BUILT_IN, NEUTRAL, TALLEN
from moderator.games.buck_rogers_revised.rules import neutral
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import NUMBER, SATURN, TERRITORIES, ZONES
from moderator.games.solar_system.events.set_up import LeaderTaken
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import WishLeader
from moderator.games.solar_system.pieces import COLOURS, PAINTS, Colour, Factory, Kind, Position
from moderator.games.solar_system.tables import extra
from moderator.games.solar_system.tables import figures as shared
from moderator.kit.options import faulty_seats, faulty_values, in_order, read_options, wrong

_FEWEST = 2
_WITH_NEUTRAL = 4
_LEADERS = 6


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, and about seats that cannot play together."""
    problems = [*faulty_seats(seats, PAINTS, fewest=_FEWEST), *faulty_values(options, Options)]
    if problems:
        return tuple(problems)
    chosen, ranked = read_options(options, Options), in_order(seats, PAINTS)
    most = figures().players[len(ranked)].colours
    if chosen.colours > most:
        return (wrong(RevisedFault.COLOURS_TOO_MANY, "colours", most=most),)
    each = chosen.colours or most
    if each > 1 and (strange := faulty_seats(ranked, COLOURS)):
        return tuple(strange)
    for group in shared().players[min(len(ranked), _LEADERS)].colours if each > 1 else ():
        together = tuple(seat for seat in ranked if seat in group)
        if len(together) > 1:
            problems.append(wrong(RevisedFault.SEATS_TOGETHER, "seats", seats=together, known=group))
    if each * len(ranked) > _LEADERS and not chosen.optional_leaders:
        problems.append(wrong(RevisedFault.LEADERS_TOO_FEW, "optional_leaders"))
    if chosen.neutral and (len(ranked) != _WITH_NEUTRAL or NEUTRAL in ranked):
        problems.append(wrong(RevisedFault.NEUTRAL_WITH_FOUR, "neutral"))
    names = {zone.name for zone in ZONES if zone.kind == "space"}
    problems += [wrong(Fault.SUN_LINK, "sun_links", zone=dot) for dot in chosen.sun_links if dot not in names]
    return tuple(problems)


def setup(seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Deal the cards that tell where each begins; which to hand on, and Leaders, are asked then."""
    chosen, ranked = read_options(options, Options), in_order(seats, PAINTS)
    rules = rulebook(chosen, len(ranked))
    position, events = Position((), (), (), (), (), 0), list[Event]()
    if chosen.neutral:
        position, settled = neutral.settle(dice)
        events.append(settled)
    aside = {name for name, _ in position.held}
    deck = dice.secret.shuffled([name for name in TERRITORIES if name not in aside], Why("deal"))
    hands = {seat: [deck.pop(0) for _ in range(rules.cards)] for seat in ranked}
    events += (HandDealt(seat=seat, cards=tuple(hands[seat]), seen_by=(seat,)) for seat in ranked)
    state = State(
        options=chosen,
        seats=ranked,
        colours=colours_of(ranked, rules),
        turn=0,
        phase="cards",
        position=position,
        sides=tuple(SeatState(hand=tuple(hands[seat])) for seat in ranked),
        deck=tuple(deck),
        chit=rules.chit,
    )
    return Resolution(state, tuple(events))


def colours_of(seats: Sequence[Seat], rules: Rulebook) -> tuple[tuple[Colour, ...], ...]:
    """Return the colours of each seat, its own first."""
    if rules.colours == 1:
        return tuple((seat,) for seat in seats)
    groups = shared().players[len(seats)].colours
    together = [next(group for group in groups if seat in group) for seat in seats]
    return tuple(
        (seat, *(colour for colour in group if colour != seat))[: rules.colours]
        for seat, group in zip(seats, together, strict=True)
    )


# ---- the first letter: cards and Leaders ------------------------------------------------------------------


def begin(turn: Turn) -> None:
    """Pass cards on, let hands be drawn anew, give out Leaders and turn cards, and open the zones."""
    if turn.options.pass_card:
        _pass_left(turn, {seat: _given(turn, seat) for seat in turn.in_play})
    if turn.options.mulligan:
        _mulligans(turn)
    _choose_leaders(turn)
    for seat in turn.in_play:
        _open(turn, seat)
    if turn.rules.saturn:
        _settle_saturn(turn)
    colours = [colour for seat in turn.in_play for colour in turn.played[seat]]
    turn.order = tuple(turn.dice.open.shuffled(colours, Why("turn-cards")))
    turn.say(CardsTaken(order=turn.order))


def _given(turn: Turn, seat: Seat) -> str:
    """Return the card that a seat hands on: the one it names, if it has it."""
    own = turn.cards.hands[seat]
    return next((line.card for line in turn.order_set(seat, Give) if line.card in own), to_give(own))


def _pass_left(turn: Turn, given: Mapping[Seat, str]) -> None:
    """Hand on all cards at once, each to the next seat down the table."""
    seats = list(given)
    for seat, to in zip(seats, (*seats[1:], seats[0]), strict=True):
        turn.cards.hands[seat].remove(given[seat])
        turn.cards.hands[to].append(given[seat])
        turn.say(CardPassed(seat=seat, to=to, card=given[seat], seen_by=(seat, to)))


def _mulligans(turn: Turn) -> None:
    """Let seats draw anew, one after another; where the deck is short all is dealt anew, and passed on ("Mulligan")."""
    for seat in turn.in_play:
        for line in turn.order_set(seat, Mulligan):
            if line.redraw == "yes" and not may_redraw(turn.cards.hands[seat]):
                turn.tell(LineFailed(seat=seat, order=line, cause="hand"))
    for seat in [seat for seat in turn.in_play if _redraws(turn, seat)]:
        old = tuple(turn.cards.hands[seat])
        if len(turn.cards.deck) < len(old):
            _deal_anew(turn, seat)
            return
        for card in old:
            turn.cards.discard(seat, card)
        turn.say(HandRedealt(seat=seat, cards=old))
        _deal(turn, seat, len(old))


def _redraws(turn: Turn, seat: Seat) -> bool:
    own, lines = turn.cards.hands[seat], turn.order_set(seat, Mulligan)
    wish = lines[0].redraw if lines else "scattered"
    return may_redraw(own) and (wish == "yes" or (wish == "scattered" and is_scattered(own)))


def _deal_anew(turn: Turn, seat: Seat) -> None:
    turn.say(AllRedealt(seat=seat))
    count = len(turn.cards.hands[seat])
    turn.cards.deck.extend((*turn.cards.discards, *(card for own in turn.cards.hands.values() for card in own)))
    turn.cards.discards.clear()
    turn.cards.reshuffle(turn.dice.secret, Why("deal"))
    for other in turn.in_play:
        turn.cards.hands[other].clear()
        _deal(turn, other, count)
    if turn.options.pass_card:
        _pass_left(turn, {other: to_give(turn.cards.hands[other]) for other in turn.in_play})


def _deal(turn: Turn, seat: Seat, count: int) -> None:
    """Deal cards to a seat, which alone sees them."""
    dealt = tuple(card for card in (turn.cards.draw(seat) for _ in range(count)) if card is not None)
    turn.tell(HandDealt(seat=seat, cards=dealt))


def _choose_leaders(turn: Turn) -> None:
    """Give each seat a Leader as wished, in a drawn order, else its colour's own; who is left draws."""
    drawn = turn.dice.open.shuffled(list(turn.in_play), Why("leaders"))
    own = {card.name: card.leader for card in shared().colour}
    free = [card.name for card in (*shared().leader, *(extra().leader if turn.options.optional_leaders else ()))]
    taken: dict[Colour, str] = {}
    wishes = {seat: [name for line in turn.order_set(seat, WishLeader) for name in line.leaders] for seat in drawn}
    for rest in (wishes, {seat: [own.get(seat, "")] for seat in drawn}):
        for seat in drawn:
            name = next((name for name in rest[seat] if name in free), "")
            if seat not in taken and name:
                taken[seat] = name
                free.remove(name)
    free = turn.dice.open.shuffled(free, Why("other-leaders"))
    for seat in drawn:
        taken |= {colour: free.pop(0) for colour in turn.played[seat] if colour not in taken}
    turn.name_leaders({name: colour for colour, name in taken.items()})
    for colour, name in taken.items():
        seat = turn.seat_of[colour]
        turn.say(LeaderTaken(seat=seat, colour=colour, leader=name, wished=name in wishes[seat]))


def _open(turn: Turn, seat: Seat) -> None:
    """Put Control Markers where a seat's cards say, its colours by turns, and its cards away."""
    own = sorted(turn.cards.hands[seat], key=lambda card: NUMBER[card])
    some = turn.played[seat]
    for place, colour in enumerate(some):
        zones = tuple(own[place :: len(some)])
        turn.held |= {NUMBER[name]: colour for name in zones}
        turn.say(ZonesOpened(seat=seat, colour=colour, zones=zones))
        leaders = tuple(one.name for one in turn.people.values() if one.colour == colour)
        turn.reserve[colour] = Units(tuple(turn.rules.start_units.items()), leaders)
    for card in own:
        turn.cards.discard(seat, card)


def _settle_saturn(turn: Turn) -> None:
    """Give Prince Tallen's colour Saturn, a Fighter, a Transport, and the Factory there; not played without him."""
    if TALLEN not in turn.people:
        turn.options = replace(turn.options, saturn=False)
        return
    colour = turn.people[TALLEN].colour
    turn.held[NUMBER[SATURN]] = colour
    for kind in (Kind.FIGHTER, Kind.TRANSPORT):
        turn.put(NUMBER[SATURN], colour, kind)
    turn.works.append(Works(Factory(SATURN, colour, built=BUILT_IN)))
    turn.say(SaturnSettled(seat=turn.seat_of[colour], colour=colour))


# ---- the second letter: starting units --------------------------------------------------------------------


def deal_hands(turn: Turn) -> None:
    """Deal the hands for the match, when all starting units stand ("Place Starting Units")."""
    cards, each = turn.cards, turn.rules.hand
    aside = neutral.cards_aside(turn)
    short = len(cards.deck) + len(aside) < each * len(turn.in_play)
    if aside or short:
        cards.deck.extend((*aside, *(cards.discards if short else ())))
        cards.discards[:] = () if short else cards.discards
        cards.reshuffle(turn.dice.secret, Why("renew"))
        turn.say(DeckRenewed(count=len(cards.deck)))
    for seat in turn.in_play:
        turn.say(CardsDealt(seat=seat, count=each))
        _deal(turn, seat, each)
