"""Allies who plan together: what an order set tells, what a bot makes of it, and what a preview reckons with."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Prompt
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveTransport, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.concert import CONCERT
from moderator.games.rebel_commander.seat.preview import FightForeseen, JointFightForeseen
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.simulate import imagining
from tests.support.cases import every_case

SEATS = ("Red", "Blue", EMPIRE)
PROMPT = Prompt(phase="orders", turn=3, numbers=("1", "2", "3"))
AMID = (Stack("A0", "Red", 1), Stack("C4", "Red", 3), Stack("C4", "Blue", 3), Stack("C4", EMPIRE, 5))


def view(*stacks: Stack, who: str = "Red") -> View:
    """Return a view of these stacks, which must be in order."""
    return View(who, 3, Options(), SEATS, SEATS, stacks, None, 3, 1, Score(60, 5, 9, 5, 9))


def answer(seen: View, *plans: RebelOrder, bot: str = "veteran", by: str = "Blue") -> Sequence[RebelOrder]:
    """Return a bot's order set once an ally has told something."""
    heard = CONCERT.with_plans(seen, {by: plans})
    return GAME.bots[bot].order(heard, PROMPT, Dice.throwaway("x").secret, imagining(GAME, seen.who))


@every_case("bot", ["veteran", "grand-moff"])
@every_case("number", ["1", "2", "3"])
def test_a_bot_joins_an_attack_under_the_number_that_an_ally_told(number: str, bot: str) -> None:
    """Both stand there, and neither would likely win alone."""
    assert Attack(place="C4", number=number) in answer(view(*AMID), Attack(place="C4", number=number), bot=bot)


def test_a_bot_brings_units_to_an_attack_before_its_number() -> None:
    """A Transport beside the place goes there first."""
    stacks = (Stack("C3", "Red", 4, 0, 1), Stack("C4", "Blue", 3), Stack("C4", EMPIRE, 5), Stack("J0", "Red", 1))
    order_set = answer(view(*stacks), Attack(place="C4", number="3"))
    moved = [order for order in order_set if isinstance(order, MoveTransport) and order.goal == "C4"]
    assert moved
    assert Attack(place="C4", number="3") in order_set


@every_case(
    "plans",
    [
        Attack(place="J7", number="1"),
        Attack(place="Z9", number="1"),
        Attack(place="C4", number="9"),
        MoveTroops(origin="H1", goal="H2", number="1"),
        BuildTroops(place="C4", number="2"),
    ],
)
def test_what_makes_no_sense_changes_nothing(plans: RebelOrder) -> None:
    """An attack where no enemy is, off the board, under no number, and moves of nobody are left out."""
    assert answer(view(*AMID), plans) == answer(view(*AMID))


def test_a_bot_hears_its_allies_alone() -> None:
    """What the enemy says is left out, and so is what a Rebel tells the Empire."""
    seen = view(*AMID)
    assert CONCERT.with_plans(seen, {EMPIRE: [Attack(place="C4", number="1")]}) == seen
    imperial = view(*AMID, who=EMPIRE)
    assert CONCERT.with_plans(imperial, {"Red": [Attack(place="C4", number="1")]}) == imperial
    assert CONCERT.allies(imperial) == ()
    assert CONCERT.allies(view(*AMID, who="public")) == ()


def test_an_order_set_tells_its_attacks_and_what_goes_there_before() -> None:
    """All else is nobody's business: it helps no ally."""
    before, attack = MoveTroops(origin="C3", goal="C4", number="1"), Attack(place="C4", number="2")
    after = MoveTroops(origin="D4", goal="C4", number="3")
    assert CONCERT.intents((before, attack, after)) == (before, attack)
    assert CONCERT.intents((BuildTroops(place="C4", number="1"),)) == ()


def test_a_preview_reckons_with_what_an_ally_has_told() -> None:
    """The ally's units are counted where they will be, and the attack is fought together."""
    stacks = (Stack("C3", "Blue", 4, 0, 1), Stack("C4", "Red", 3), Stack("C4", EMPIRE, 5))
    plans = (MoveTransport(origin="C3", goal="C4", troops=4, number="1"), Attack(place="C4", number="2"))
    seen = CONCERT.with_plans(view(*stacks), {"Blue": plans})
    facts = [
        fact
        for section in GAME.preview(seen, PROMPT, [Attack(place="C4", number="2")]).sections
        for fact in section.facts
    ]
    alone = next(fact for fact in facts if isinstance(fact, FightForeseen))
    together = next(fact for fact in facts if isinstance(fact, JointFightForeseen))
    assert together.agreed
    assert together.allies == ("Blue",)
    assert together.wins.count > alone.wins.count
    unheard = [
        type(fact)
        for section in GAME.preview(replace(seen, intents=()), PROMPT, [Attack(place="C4", number="2")]).sections
        for fact in section.facts
    ]
    assert JointFightForeseen not in unheard
