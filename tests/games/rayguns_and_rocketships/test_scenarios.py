"""Every rule and decision of Rayguns and Rocketships as a case: position, letters, dice, what comes of it."""

from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.testing.scenarios import amended, cases_of, look_at_end, look_at_events, look_at_problems
from tests.games.rayguns_and_rocketships.cases import Case, dice_of, orders_of, ships_of, state_of, where_is
from tests.support.cases import every_case

CASES = cases_of(__file__, Case)


@every_case("case", CASES.values())
def test_the_rules_give_what_the_scenario_says(case: Case) -> None:
    """Each case comes out as it is written."""
    state = state_of(case)
    orders = {seat: orders_of(lines) for seat, lines in case.orders.items()}
    look_at_problems(GAME, case, state, orders)
    resolution = amended(GAME, case, state) or GAME.resolve(state, orders, dice_of(case))
    look_at_events(case, resolution.events)
    look_at_ships(case, resolution.state)
    look_at_seats(case, resolution.state)


def look_at_ships(case: Case, state: State) -> None:
    """Compare ships and what is aboard."""
    ships = {ship.seat: ship for ship in state.position.ships}
    places = ships_of(state)
    assert {seat: places.get(seat, "") for seat in case.ships_after} == case.ships_after
    assert {seat: " ".join(ships[seat].guns) for seat in case.guns_after} == case.guns_after
    for seat, blasts in case.blasts_after.items():
        assert sorted(deck(seat).name(square) for square in ships[seat].blasts) == sorted(blasts)
    figures = {figure.who: where_is(figure) for figure in state.position.figures}
    for seat, crew in case.crew_after.items():
        assert {name: figures.get((seat, name), "") for name in crew} == crew
    tokens = {token.key: where_is(token) for token in state.position.tokens}
    assert {key: tokens.get(key, "") for key in case.tokens_after} == case.tokens_after
    assert case.spares_after in (None, state.position.spares)


def look_at_seats(case: Case, state: State) -> None:
    """Compare what seats have, and how it goes on."""
    sides = dict(zip(state.seats, state.position.sides, strict=True))
    assert {seat: sides[seat].actions for seat in case.actions_after} == case.actions_after
    assert {seat: sides[seat].points for seat in case.points_after} == case.points_after
    assert {seat: list(sides[seat].hurt) for seat in case.hurt_after} == case.hurt_after
    assert {seat: sorted(state.secrets[seat].hand) for seat in case.hands_after} == {
        seat: sorted(hand) for seat, hand in case.hands_after.items()
    }
    tasks = {seat: [GAME.language.format(task) for task in state.secrets[seat].tasks] for seat in case.tasks_after}
    assert tasks == case.tasks_after
    look_at_end(GAME, case, state)
