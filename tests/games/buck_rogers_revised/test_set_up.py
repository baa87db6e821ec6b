"""Set-up: cards dealt, handed on and drawn anew; what everybody begins with."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event, Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.board.cards import is_scattered, may_redraw, to_give
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.production import NeutralGrew
from moderator.games.buck_rogers_revised.events.set_up import (
    AllRedealt,
    CardPassed,
    HandDealt,
    HandRedealt,
    ZonesOpened,
)
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.pieces import NEUTRAL
from moderator.games.buck_rogers_revised.rules import fog, neutral, play, setup, suppose
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.briefing import PlacingAsked, briefing
from moderator.games.solar_system.board.zones import NUMBER, TERRITORIES, zone_of
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import Kind
from moderator.kit.options import OptionFault
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.support.cases import every_case

FOUR = ("Blue", "Red", "Purple", "Green")
SIX = (*FOUR, "Brown", "Yellow")
DENSE = ("Bach", "Tolstoi", "Sobkou Plains", "Elysium", "Pavonis", "Coprates Chasm")
SPARSE = ("Ceres", "Juno", "Vesta", "Pallas", "Bach", "Tycho")


def begun(seats: Sequence[Seat] = FOUR, **options: object) -> State:
    """Return a match whose cards are dealt."""
    return setup.setup(seats, options, Dice.throwaway("deal")).state


def held(state: State, hands: Mapping[Seat, Sequence[str]]) -> State:
    """Deal hands as one likes; the other cards are the deck, by the board."""
    rest = [card for card in TERRITORIES if card not in {card for own in hands.values() for card in own}]
    sides = []
    for seat, side in zip(state.seats, state.sides, strict=True):
        own = hands.get(seat) or [rest.pop() for _ in side.hand]
        sides.append(replace(side, hand=tuple(own)))
    return replace(state, sides=tuple(sides), deck=tuple(rest))


def resolved(state: State, **lines: Sequence[str]) -> Resolution[State]:
    """Play what is asked for."""
    return play.resolve(state, {seat: orders_of(said) for seat, said in lines.items()}, Dice.throwaway("ruling"))


def of_kind(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def test_each_hands_a_card_to_the_left_unseen_by_others() -> None:
    """The card that is named goes to the next seat, else the one with fewest neighbours; the two alone are told."""
    state = held(begun(mulligan=False), {"Blue": DENSE, "Red": SPARSE})
    events = resolved(state, Blue=["GIVE ELYSIUM"], Red=["GIVE BACH"]).events
    passed = {event.seat: event for event in events if isinstance(event, CardPassed)}
    assert [passed[seat].to for seat in FOUR] == ["Red", "Purple", "Green", "Blue"]
    assert (passed["Blue"].card, passed["Red"].card) == ("Elysium", "Bach")
    assert all(event.seen_by == (event.seat, event.to) for event in passed.values())
    assert "Elysium" in next(e.zones for e in events if isinstance(e, ZonesOpened) and e.seat == "Red")
    assert to_give(("Bach", "Tolstoi", "Vesta")) == "Vesta"
    assert not of_kind(resolved(begun(pass_card=False)).events, CardPassed)


@every_case(
    ("hand", "allowed", "scattered"),
    [
        (SPARSE, True, True),
        (DENSE, False, False),
        (("Ceres", "Juno", "Tycho", "Tranquility", "Bach", "L-4 Colony"), True, False),
        (("Ceres", "Juno", "Bach", "Mariposas", "Vesta", "Pallas"), False, True),
        (("Tycho", "L-4 Colony", "L-5 Colony", "African Regency", "Vesta", "Pallas"), False, True),
    ],
)
def test_a_mulligan_is_for_scattered_hands(hand: Sequence[str], *, allowed: bool, scattered: bool) -> None:
    """Three cards of Earth's display at most and one of each other planet's; asteroids are not counted."""
    assert may_redraw(hand) is allowed
    assert is_scattered(hand) is scattered


def test_who_may_draws_anew_if_wished() -> None:
    """The old hand is discarded openly, the new one is seen by its seat alone."""
    state = held(begun(pass_card=False), {"Blue": SPARSE, "Red": DENSE})
    result = resolved(state, Red=["MULLIGAN YES"])
    assert [event.cards for event in result.events if isinstance(event, HandRedealt) and event.seat == "Blue"] == [
        SPARSE
    ]
    assert not [event for event in result.events if isinstance(event, HandRedealt) and event.seat == "Red"]
    failed = [(event.seat, event.cause, event.seen_by) for event in result.events if isinstance(event, LineFailed)]
    assert failed == [("Red", "hand", ("Red",))]
    dealt = [event for event in result.events if isinstance(event, HandDealt) and event.seat == "Blue"]
    assert [event.seen_by for event in dealt] == [("Blue",)]
    assert not {zone for zone, colour in result.state.position.held if colour == "Blue"} & set(SPARSE)
    assert not of_kind(resolved(state, Blue=["MULLIGAN NO"], Purple=["MULLIGAN NO"], Green=["MULLIGAN NO"]).events,
                       HandRedealt)  # fmt: skip


def test_a_short_deck_makes_all_be_dealt_anew() -> None:
    """With six there are six cards left, so the second mulligan deals to all again, who hand on a card once more."""
    hands = {
        "Blue": ("Ceres", "Juno", "Vesta", "Bach", "Tycho", "Deimos"),
        "Red": ("Pallas", "Thule", "Psyche", "Hygeia", "Mariposas", "L-4 Colony"),
    }
    result = resolved(held(begun(SIX), hands), **{seat: ["MULLIGAN YES"] for seat in SIX})
    assert of_kind(result.events, AllRedealt)
    assert len(of_kind(result.events, CardPassed)) == 2 * len(SIX)
    assert len(result.state.position.held) == 36


def test_leaders_are_given_as_wished_and_units_placed() -> None:
    """Two wish for the same: one gets him, the other his second wish; then all 18 pieces of each stand on own zones."""
    state = resolved(begun(), Blue=["LEADER KANE, BARNEY"], Red=["LEADER KANE, BARNEY"]).state
    leaders = {one.colour: one.name for one in state.position.leaders}
    assert {leaders["Blue"], leaders["Red"]} == {"Killer Kane", "Black Barney"}
    assert set(state.order) == set(FOUR)
    state = resolved(state).state
    assert (state.turn, state.phase) == (1, "turn")
    for seat in FOUR:
        own = [stack for stack in state.position.stacks if stack.colour == seat]
        factories = [one for one in state.position.factories if one.colour == seat]
        zones = dict(state.position.held)
        assert sum(stack.total for stack in own) + len(factories) == 17
        assert all(zones[one.zone] == seat for one in own)
        assert all(zones[one.zone] == seat for one in factories)
        assert len(state.side(seat).hand) == 3


def test_seat_by_seat_three_units_are_placed_at_a_time() -> None:
    """In the order of the turn cards, six times, and none but who places is asked; then hands are dealt."""
    state = resolved(begun(tempo="seats")).state
    asked: list[Seat] = []
    order = list(state.order)
    while state.phase == "placement":
        asked += play.pending(state)
        assert asked[-1] == fog.view_for(state, "Red").acting
        told = [seat for seat in FOUR if any(PlacingAsked(6) == fact for fact in briefing(fog.view_for(state, seat)))]
        assert told == asked[-1:]
        home = next(zone for zone, colour in state.position.held if colour == asked[-1])
        said = f"PLACE {8 if len(asked) % 2 else 1} TROOPERS {home}"
        state = resolved(state, **{asked[-1]: [said]}).state
        assert play.pending(state)
        stood = sum(stack.total for stack in state.position.stacks) + len(state.position.factories)
        assert stood + sum(bool(one.zone) for one in state.position.leaders) == 3 * len(asked)
    assert asked == order * 6
    assert (state.turn, state.phase, state.passed) == (1, "production", 0)
    assert [len(side.hand) for side in state.sides] == [3] * 4


def test_seat_by_seat_three_units_of_one_colour_are_placed() -> None:
    """Where a seat has several; what its order set says of another colour waits."""
    state = resolved(begun(SIX[:2], tempo="seats")).state
    seat, *_ = play.pending(state)
    colours = dict(zip(state.seats, state.colours, strict=True))[seat]
    zones = {colour: zone for zone, colour in state.position.held}
    state = resolved(state, **{seat: [f"PLACE {colour} 1 TROOPER {zones[colour]}" for colour in colours[1:]]}).state
    stood = [stack.colour for stack in state.position.stacks] + [one.colour for one in state.position.factories]
    assert set(stood) == {colours[1]}
    while state.phase == "placement":
        state = resolved(state).state
    assert len(state.position.leaders) == 6
    assert all(one.zone for one in state.position.leaders)
    assert sum(stack.total for stack in state.position.stacks) == 6 * 15


def test_no_colour_is_left_without_a_zone_by_the_lines_of_another() -> None:
    """However widely a seat spreads its first colour, each of the others has a zone of its own."""
    state = resolved(begun(SIX[:2], tempo="seats")).state
    while state.phase == "placement":
        (seat,) = play.pending(state)
        bare = [zone for zone, colour in state.position.held if zone not in {one.zone for one in state.position.stacks}]
        lines = [f"PLACE {seat} 1 TROOPER {zone}" for zone in bare]
        lines += [f"PLACE {seat} 1 FIGHTER {zone}" for zone in reversed(bare)]
        state = resolved(state, **{seat: lines}).state
    assert state.turn == 1
    assert {one.colour for one in state.position.stacks} == set(SIX)


@every_case(
    ("seats", "options", "hand", "zones"),
    [
        (SIX[:2], {}, 5, 24),
        (SIX[:2], {"colours": 1}, 5, 12),
        (SIX[:3], {}, 4, 27),
        (SIX[:5], {"hand": 4}, 4, 30),
        (SIX, {}, 1, 36),
        ((*SIX, "Gray", "Black"), {"optional_leaders": True}, 1, 32),
        (FOUR, {"neutral": True}, 3, 24),
    ],
)
def test_every_card_is_somewhere_and_what_is_supposed_fits(
    seats: Sequence[Seat], options: dict[str, object], hand: int, zones: int
) -> None:
    """At each step all 42 cards are in the deck, in hands, discarded, or put aside for a neutral planet."""
    state = begun(seats, **options)
    for _ in range(3):
        apart = state.options.neutral and not state.turn
        aside = [zone for zone, colour in state.position.held if colour == NEUTRAL and apart]
        cards = [*state.deck, *state.discards, *aside, *(card for side in state.sides for card in side.hand)]
        assert sorted(cards) == sorted(TERRITORIES)
        for seat in seats:
            view = fog.view_for(state, seat)
            assert fog.view_for(suppose.suppose(view), seat) == view
        last, state = state, resolved(state).state
    assert [len(side.hand) for side in last.sides] == [hand] * len(seats)
    played = {colour for some in last.colours for colour in some}
    assert len([zone for zone, colour in last.position.held if colour in played and zone in TERRITORIES]) == zones


@every_case(
    ("seats", "options", "code"),
    [
        (FOUR, {"colours": 2}, RevisedFault.COLOURS_TOO_MANY),
        (SIX[:3], {"neutral": True}, RevisedFault.NEUTRAL_WITH_FOUR),
        (("Blue", "Brown"), {}, RevisedFault.SEATS_TOGETHER),
        (("Blue", "Red", "Gray"), {}, OptionFault.NO_SUCH_SEAT),
    ],
)
def test_options_that_do_not_fit_are_told(seats: Sequence[Seat], options: dict[str, object], code: str) -> None:
    """Each is complained of with a code of its own; with one colour a seat any will do."""
    assert [problem.code for problem in setup.check_options(options, seats)] == [code]
    assert setup.check_options({"colours": 1}, seats) == ()


def test_a_neutral_planet_grows_and_somebody_aims_for_it() -> None:
    """Two Troopers beside its Factory, one on each other zone of the surface, Fighters in space; while it has one."""
    state = resolved(resolved(begun(neutral=True)).state).state
    turn = Turn(state, {}, Dice.throwaway("growing"))
    home = next(one.zone for one in state.position.factories if one.colour == NEUTRAL)
    neutral.grow(turn)
    grown = {event.zone: event.units.counts for event in turn.events if isinstance(event, NeutralGrew)}
    for zone, counts in grown.items():
        surface = zone_of(zone).surface
        troopers = 2 if zone == home else int(surface)
        assert dict(counts) == ({Kind.TROOPER: troopers} if troopers else {}) | ({} if surface else {Kind.FIGHTER: 1})
    assert sorted(grown) == sorted(zone for zone, colour in state.position.held if colour == NEUTRAL)
    lost = next(at for at in turn.zones_of("Purple"))
    del turn.held[lost]
    assert neutral.commander(turn, NUMBER[home]) == "Purple"
    turn.put(NUMBER[home], "Purple", Kind.FIGHTER)
    assert neutral.commander(turn, NUMBER[home]) == "Purple"
    turn.options = replace(turn.options, neutral_command="uninvolved")
    assert neutral.commander(turn, NUMBER[home]) != "Purple"
    turn.works = [works for works in turn.works if works.colour != NEUTRAL]
    turn.events.clear()
    neutral.grow(turn)
    assert turn.events == []


def test_two_colours_of_a_seat_share_no_territory() -> None:
    """The line that would bring the second one there is refused, as it would fail."""
    state = play.resolve(begun(FOUR[:2]), {}, Dice.throwaway("cards")).state
    one, other = state.colours[0][:2]
    zone = next(zone for zone, colour in state.position.held if colour in state.colours[0])
    orders = orders_of((f"PLACE {one} 1 TROOPER {zone}", f"PLACE {other} 1 TROOPER {zone}"))
    found = GAME.check(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders)
    assert [(problem.order, problem.code) for problem in found] == [(1, Fault.SET_UP_COLOURS)]
