"""Placement by threes: what lines begin is made whole, and what cannot be made whole is refused."""

from collections import Counter

from moderator.core.dice import Dice
from moderator.core.errors import Stage
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.rules.state import State
from moderator.games.solar_system.events.set_up import PlacementChanged, UnitsPlaced
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.seat.default import proposed
from tests.games.buck_rogers.test_examples import order_set
from tests.support.cases import every_case

SEATS = ("Blue", "Red", "Purple", "Green")
FOURS = ("PLACE 4 TROOPERS TOLSTOI", "PLACE 4 TROOPERS SOBKOU", "PLACE 4 FIGHTERS AURORA", "PLACE 2 GENNIES BETA REGIO")


def dealt(**options: object) -> State:
    """Return a match whose zones are dealt."""
    return GAME.setup(SEATS, options, Dice.throwaway("setup")).state


def refused(state: State, *lines: str) -> list[tuple[int | None, str]]:
    """Return which lines of Blue are refused, and why."""
    found = GAME.check(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], order_set(*lines))
    return [(problem.order, problem.code) for problem in found if problem.stage is Stage.ILLEGAL]


def test_what_lines_begin_is_made_threes() -> None:
    """Whatever a seat places, three or six of its pieces stand in each territory, or none."""
    state = dealt()
    lines = ("PLACE 1 TROOPER TOLSTOI", "PLACE 4 TROOPERS AURORA", "PLACE 2 GENNIES BETA REGIO")
    assert refused(state, *lines) == []
    after = GAME.resolve(state, {"Blue": order_set(*lines)}, Dice.throwaway("placing")).state.position
    stood = Counter({(stack.zone, stack.colour): stack.total for stack in after.stacks})
    stood.update((one.zone, one.colour) for one in after.factories)
    stood.update((one.zone, one.colour) for one in after.leaders)
    assert set(stood.values()) <= {3, 6}
    assert sum(count for (_, colour), count in stood.items() if colour == "Blue") == 18


def test_lines_that_leave_too_few_for_threes_are_refused() -> None:
    """The line that goes too far is, and where pieces are placed otherwise all lines stand."""
    assert refused(dealt(), *FOURS) == [(3, BuckFault.SET_UP_THREES)]
    assert refused(dealt(placement="free"), *FOURS) == []
    assert refused(dealt(placement="one"), *FOURS) == []


def test_one_seat_after_another_places_three_pieces_in_one_territory() -> None:
    """A line that begins a second territory too early is refused; pieces beyond the third are for the next turn."""
    state = dealt(tempo="seats", order_known=True)
    state = GAME.resolve(state, {}, Dice.throwaway("leaders")).state
    while "Blue" not in GAME.pending(state):
        state = GAME.resolve(state, {}, Dice.throwaway("others")).state
    assert refused(state, "PLACE 2 TROOPERS TOLSTOI", "PLACE 1 FIGHTER TOLSTOI") == []
    assert refused(state, "PLACE 2 TROOPERS TOLSTOI", "PLACE 1 TROOPER AURORA") == [(1, BuckFault.SET_UP_THREES)]
    assert refused(state, "PLACE 3 TROOPERS TOLSTOI", "PLACE 3 TROOPERS AURORA") == []


def test_whichever_leader_is_drawn_can_be_placed_unnamed() -> None:
    """PLACE LEADER puts the Leader there, though nobody knew who it would be when the letter was written."""
    state = dealt(placement="free")
    lines = ("LEADER BUCK ROGERS", "PLACE LEADER, 1 FACTORY TOLSTOI")
    assert refused(state, *lines) == []
    after = GAME.resolve(
        state, {"Blue": order_set(*lines), "Red": order_set(lines[0])}, Dice.throwaway("placing")
    ).state
    assert [one.zone for one in after.position.leaders if one.colour == "Blue"] == ["Tolstoi"]


@every_case("seats", [SEATS[:2], SEATS[:3], SEATS])
@every_case("tempo", ["rounds", "seats"])
def test_whoever_picks_units_has_all_of_them_placed(seats: tuple[str, ...], tempo: str) -> None:
    """In scenario 4 each colour of each player begins with a Leader, two Factories and 17 units, whoever is silent."""
    for seed in range(5):
        state = GAME.setup(seats, {"pick": True, "tempo": tempo}, Dice.throwaway(f"deal {seed}")).state
        proposals = {seat: list(proposed(GAME.view(state, seat), ())) for seat in seats}
        while state.phase == "setup":
            asked = {seat: proposals[seat] if seat == "Blue" else () for seat in GAME.pending(state)}
            state = GAME.resolve(state, asked, Dice.throwaway(f"placing {state.acting}")).state
        stood = Counter({colour: 0 for some in state.colours for colour in some})
        for stack in state.position.stacks:
            stood[stack.colour] += stack.total
        stood.update(one.colour for one in state.position.factories)
        stood.update(one.colour for one in state.position.leaders)
        assert set(stood.values()) == {20}


def test_lines_that_leave_a_colour_without_a_territory_are_refused() -> None:
    """No two colours share a territory at the set-up, so each needs one of its own."""
    state = GAME.setup(SEATS[:2], {"placement": "one"}, Dice.throwaway("two")).state
    zones = [zone for zone, colour in state.position.held if colour in state.colours[0]]
    lines = [f"PLACE BLUE 1 TROOPER {zone.upper()}" for zone in zones[:6]]
    lines += [f"PLACE BROWN 1 TROOPER {zone.upper()}" for zone in zones[6:]]
    assert refused(state, *lines[:-1]) == []
    assert refused(state, *lines) == [(11, Fault.SET_UP_NO_ZONE)]
    after = GAME.resolve(state, {"Blue": order_set(*lines)}, Dice.throwaway("placing")).state.position
    assert sum(stack.total for stack in after.stacks if stack.colour == "Purple") == 15


def test_a_line_of_the_set_up_that_fails_says_why() -> None:
    """A zone of another's, one that is full or of another colour, and units that are placed already."""
    state = GAME.setup(SEATS, {}, Dice.throwaway("deal")).state
    mine, foreign = (next(zone for zone, colour in state.position.held if colour == seat) for seat in ("Blue", "Red"))
    lines = [f"PLACE 3 TROOPERS {foreign}", *[f"PLACE 3 TROOPERS {mine}"] * 2, f"PLACE 3 FIGHTERS {mine}"]
    other = next(zone for zone, colour in state.position.held if colour == "Blue" and zone != mine)
    lines += [f"PLACE 2 TROOPERS, BUCK {other}", f"PLACE 3 TROOPERS {other}"]
    assert _causes(state, lines) == [(foreign, "not-yours"), (mine, "full"), (other, "gone")]
    two = GAME.setup(SEATS[:2], {}, Dice.throwaway("deal")).state
    own = next(zone for zone, colour in two.position.held if colour in two.colours[0])
    assert _causes(two, [f"PLACE BLUE 3 TROOPERS {own}", f"PLACE BROWN 3 TROOPERS {own}"]) == [(own, "shared")]


def _causes(state: State, lines: list[str]) -> list[tuple[str, str]]:
    after = GAME.resolve(state, {"Blue": order_set(*lines)}, Dice.throwaway("placing"))
    return [(event.zone, event.cause) for event in after.events if isinstance(event, PlacementChanged)]


def test_all_units_of_a_kind_are_placed_without_complaint() -> None:
    """A line that places all of a kind has failed only where there is none of it, or no room."""
    state = dealt(placement="free")
    mine = next(zone for zone, colour in state.position.held if colour == "Blue")
    lines = [f"PLACE ALL GENNIES {mine}"]
    assert not refused(state, *lines)
    assert not _causes(state, lines)
    assert refused(state, *lines, *lines) == [(1, Fault.SET_UP_TOO_MANY)]
    assert _causes(state, lines * 2) == [(mine, "gone")]


def test_a_line_that_is_refused_uses_up_nothing() -> None:
    """What it would have placed is still there for the lines below it."""
    state = dealt(placement="free")
    one, other = [zone for zone, colour in state.position.held if colour == "Blue"][:2]
    assert refused(state, f"PLACE 9 GENNIES {one}", f"PLACE 1 GENNIE {other}") == [(0, Fault.SET_UP_TOO_MANY)]


def test_what_stands_from_earlier_letters_makes_a_line_doubtful() -> None:
    """Another colour in the zone may be in the way only now; in a letter that brings both, the second is refused."""
    state = GAME.setup(SEATS[:3], {"tempo": "seats", "placement": "free"}, Dice.throwaway("deal")).state
    state = GAME.resolve(state, {}, Dice.throwaway("leaders")).state
    for _ in range(4):
        state = GAME.resolve(state, {}, Dice.throwaway(f"placing {state.acting}")).state
    (seat,) = GAME.pending(state)
    view = GAME.view(state, seat)
    stack = next(stack for stack in view.position.stacks if stack.colour in view.own)
    other = next(colour for colour in view.own if colour != stack.colour)
    found = GAME.check(view, GAME.pending(state)[seat], order_set(f"PLACE {other} 1 TROOPER {stack.zone}"))
    assert [(problem.code, problem.stage) for problem in found] == [(Fault.SET_UP_COLOURS, Stage.DOUBTFUL)]


def test_a_proposal_is_what_will_be_placed() -> None:
    """It reckons with what stands already, where seats of two colours place one after another."""
    state = GAME.setup(SEATS[:3], {"tempo": "seats", "placement": "free"}, Dice.throwaway("deal")).state
    seats = 0
    while state.phase == "setup":
        for seat in GAME.pending(state) if state.acting else ():
            proposal = next(proposed(GAME.view(state, seat), ()))
            assert _placed(state, seat)[0] == proposal.zone
            seats += 1
        state = GAME.resolve(state, {}, Dice.throwaway(f"placing {state.acting}")).state
    assert seats > len(SEATS)


def _placed(state: State, seat: str) -> list[str]:
    after = GAME.resolve(state, {}, Dice.throwaway(f"placing {state.acting}"))
    return [event.zone for event in after.events if isinstance(event, UnitsPlaced) and event.seat == seat]
