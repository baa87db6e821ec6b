"""Bots: legal, sensible where it matters, not all alike, and blind to what their seat cannot see."""

from collections.abc import Sequence

import pytest

from moderator.core.dice import Dice
from moderator.core.game import Prompt
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveTroops, Pass, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.bots import BOTS
from moderator.games.rebel_commander.seat.bots.sketch import CHANCES, Sketch, chance_to_win
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, Played, imagining, play
from tests.support.cases import every_case

GAME = GAMES["rebel-commander"]
SEATS = ("Red", "Blue", EMPIRE)


def view(*stacks: Stack, who: str = "Red", score: Score | None = None) -> View:
    """Return a view of these stacks, which must be in order."""
    return View(who, 3, Options(), SEATS, SEATS, stacks, None, 3, 2, score or Score(60, 5, 9, 5, 9))


def orders(
    seen: View, *, bot: str = "recruit", numbers: tuple[str, ...] = ("1", "2", "3"), name: str = "x"
) -> Sequence[RebelOrder]:
    """Return a bot's order set."""
    prompt = Prompt(phase="orders", turn=3, numbers=numbers)
    return BOTS[bot].order(seen, prompt, Dice.throwaway(name).secret, imagining(GAME, seen.who))


def table(factions: int, *, rebels: str = "recruit", empire: str = "recruit", **options: object) -> Lineup:
    """Return a table of bots."""
    seats = ("Red", "Blue", "Green", "Gold", "White", "Grey")[:factions]
    return Lineup(game=GAME, bots={**dict.fromkeys(seats, rebels), EMPIRE: empire}, options=dict(options))


@every_case(
    ("lead", "of_36"),
    [
        (-9, 0),
        (-5, 0),
        (-4, 1),
        (-3, 3),
        (-2, 6),
        (-1, 10),
        (0, 15),
        (1, 21),
        (2, 26),
        (3, 30),
        (4, 33),
        (5, 35),
        (6, 36),
    ],
)
def test_bots_know_the_exact_odds(lead: int, of_36: int) -> None:
    """The chance that an attack wins, by its lead in bonuses."""
    assert chance_to_win(lead) == pytest.approx(of_36 / 36)
    assert len(CHANCES) == 13


def test_odds_count_what_the_rules_count() -> None:
    """Four Troops and a Speeders attack with +6; two Troops and a Transport defend with +3."""
    sketch = Sketch(view(Stack("C4", "Red", 4, 1), Stack("C4", EMPIRE, 2, 0, 1)))
    at = sketch.names.index("C4")
    assert sketch.odds(at) == pytest.approx(30 / 36)


def test_a_recruit_strikes_when_the_odds_are_good() -> None:
    """Six Troops beside one enemy attack at once."""
    assert orders(view(Stack("C4", "Red", 6), Stack("C4", EMPIRE, 1)))[0] == Attack(place="C4", number="1")


def test_a_recruit_does_not_attack_against_hopeless_odds() -> None:
    """One squad among nine enemies looks for something better to do."""
    order_set = orders(view(Stack("C4", "Red", 1), Stack("C4", EMPIRE, 9)))
    assert not any(isinstance(order, Attack) for order in order_set)


def test_a_recruit_spreads_over_free_land() -> None:
    """A stack with no enemy near goes to places that nobody holds, one squad each."""
    order_set = orders(view(Stack("E4", "Red", 5)))
    goals = [order.goal for order in order_set if isinstance(order, MoveTroops)]
    assert len(goals) == len(set(goals)) == 3


def test_a_recruit_does_not_leave_land_for_nothing() -> None:
    """A lone squad builds another before it goes anywhere."""
    assert orders(view(Stack("E4", "Red", 1)))[0] == BuildTroops(place="E4", number="1")


def test_the_empire_fills_all_its_places() -> None:
    """Orders come under the labels of the prompt, in their order."""
    labels = ("1a", "1b", "2a", "2b", "3a", "3b")
    order_set = orders(view(Stack("E4", EMPIRE, 5), who=EMPIRE), numbers=labels)
    assert tuple(order.number for order in order_set) == labels


@every_case("bot", BOTS)
def test_a_seat_without_units_gives_no_orders_that_need_any(bot: str) -> None:
    """Out of units, a bot sends nothing or passes."""
    assert all(isinstance(order, Pass) for order in orders(view(Stack("E4", EMPIRE, 5)), bot=bot))


@every_case("bot", BOTS)
def test_the_same_chance_gives_the_same_order_set_and_another_mostly_another(bot: str) -> None:
    """Bots draw their whims from their stream alone, and are not all alike."""
    stacks = (Stack("A0", "Red", 2), Stack("D7", "Red", 2), Stack("G3", EMPIRE, 3), Stack("J0", "Red", 2))
    seen = view(*stacks, who=EMPIRE)
    assert orders(seen, bot=bot) == orders(seen, bot=bot)
    assert len({tuple(orders(seen, bot=bot, name=f"{n}")) for n in range(12)}) > 3


def is_conquest(match: Played) -> bool:
    """Tell whether the Rebels won."""
    return match.outcome is not None and EMPIRE not in match.outcome.winners


def test_a_recruit_beats_a_random_player_from_either_side() -> None:
    """A plan is worth something: of six matches against a random player, five at least."""
    rebels = [is_conquest(play(table(3, empire="random"), f"r{n}")) for n in range(6)]
    empire = [not is_conquest(play(table(3, rebels="random"), f"e{n}")) for n in range(6)]
    assert sum(rebels) >= 5
    assert sum(empire) >= 5


def test_recruits_play_a_match_under_fog_to_its_end() -> None:
    """What is out of sight stops no bot."""
    assert play(table(2, fog=True, max_turns=8), "fog").outcome is not None
