"""The starting positions."""

from moderator.core.dice import Dice
from moderator.core.seats import Observer
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.tables import board_of, edition_of
from tests.support.cases import every_case

every_start = every_case(
    ("edition", "factions"), [(edition, count) for edition in ("planet", "skirmish") for count in range(1, 7)]
)


def begin(edition: str, factions: int) -> State:
    """Return a first position."""
    seats = (*REBELS[:factions], EMPIRE)
    return GAME.setup(seats, {**GAME.info.begins, "edition": edition}, Dice.throwaway("landings")).state


@every_start
def test_nobody_starts_next_to_an_enemy_and_rebels_land_on_the_edge(edition: str, factions: int) -> None:
    """On turn 1 nobody stands with or beside an enemy."""
    state = begin(edition, factions)
    board = board_of(state.options)
    empire = [board.index[stack.place] for stack in state.stacks if stack.seat == EMPIRE]
    for stack in state.stacks:
        if stack.seat != EMPIRE:
            place = board.index[stack.place]
            row, column = divmod(place, board.columns)
            assert row in (0, board.rows - 1) or column in (0, board.columns - 1)
            assert all(board.distance(place, other) > 1 for other in empire)


@every_start
def test_factions_start_alike(edition: str, factions: int) -> None:
    """Every faction has the same units, in as many places, and about as far to the nearest enemy."""
    state = begin(edition, factions)
    board = board_of(state.options)
    empire = [board.index[stack.place] for stack in state.stacks if stack.seat == EMPIRE]
    landed = {seat: [stack for stack in state.stacks if stack.seat == seat] for seat in state.seats[:-1]}
    assert len({tuple(sorted(stack.counts for stack in stacks)) for stacks in landed.values()}) == 1
    nearest = [
        min(board.distance(board.index[stack.place], place) for stack in stacks for place in empire)
        for stacks in landed.values()
    ]
    assert max(nearest) - min(nearest) <= 2


@every_case("factions", range(1, 7))
def test_on_the_planet_nobody_is_attacked_before_the_third_order(factions: int) -> None:
    """The fastest unit needs two orders to come to an enemy."""
    state = begin("planet", factions)
    board = board_of(state.options)
    landed = [board.index[stack.place] for stack in state.stacks if stack.seat != EMPIRE]
    empire = [board.index[stack.place] for stack in state.stacks if stack.seat == EMPIRE]
    assert all(board.distance(one, other) > 2 for one in landed for other in empire)


@every_start
def test_a_first_position_has_only_units_of_its_edition_and_no_winner(edition: str, factions: int) -> None:
    """Every seat of the match has units; the skirmish has Troops alone."""
    state = begin(edition, factions)
    assert state.in_play() == state.seats
    assert GAME.view(state, Observer.GM).score.rebel_units
    if len(edition_of(state.options).units) == 1:
        assert all(stack.counts[1:] == (0, 0) for stack in state.stacks)


def test_an_operator_may_name_the_starting_units() -> None:
    """The option start takes the place of the edition's landing."""
    start = {"Red": {"B0": {"troops": 3}, "B1": {"speeders": 1}}, "Empire": {"J7": {"troops": 6, "transports": 1}}}
    state = GAME.setup(("Empire", "Red"), {"start": start}, Dice.throwaway("start")).state
    assert state.stacks == (
        Stack("B0", "Red", troops=3),
        Stack("B1", "Red", speeders=1),
        Stack("J7", "Empire", troops=6, transports=1),
    )
    assert state.seats == ("Red", "Empire")


def test_fog_hides_where_the_enemy_began() -> None:
    """A start of the operator's own is in the view of whom it belongs to, of allies, and of the GM."""
    start = {seat: {place: {"troops": 4}} for seat, place in (("Red", "A0"), ("Blue", "A7"), (EMPIRE, "J7"))}
    state = GAME.setup(("Red", "Blue", EMPIRE), {"fog": True, "start": start}, Dice.throwaway("landings")).state
    shown = {who: set(GAME.view(state, who).options.start) for who in ("Red", EMPIRE, *Observer)}
    assert shown == {
        "Red": {"Red", "Blue"},
        EMPIRE: {EMPIRE},
        Observer.PUBLIC: set(),
        Observer.GM: {"Red", "Blue", EMPIRE},
    }
