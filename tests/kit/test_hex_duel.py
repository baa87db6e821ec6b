"""Hex Duel, the example of ``docs/authors.md``: played by letters, and its bots."""

from collections import Counter
from pathlib import Path

from hex_duel import GAME
from hex_duel.board import SEATS

from moderator.core.dice import Dice
from moderator.games.simulate import Lineup, bot_orders, play
from moderator.rendering.mail import MailRenderer
from moderator.service.context import SeatPlan
from moderator.service.matches import records
from moderator.store.statuses import MatchStatus
from tests.support.games import TEMPLATES
from tests.support.world import World

EXAMPLE = Path(GAME.page).parent
CAPTAINS = tuple(SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in SEATS)


def test_a_duel_is_fought_to_its_end_by_letters(empty_world: World) -> None:
    """Each captain sends what a hunter would order, and both are told how it ended."""
    world = empty_world
    world.match(game="hex-duel", seats=CAPTAINS, hull=2)
    turn = 0
    while (match := world.the_match()).status == MatchStatus.RUNNING:
        turn += 1
        state = records.position(GAME, match.state)
        for seat, prompt in GAME.pending(state).items():
            chance = Dice.throwaway(f"letters/{turn}").secret.child(seat)
            order_set = bot_orders(GAME, state, seat, prompt, bot="hunter", chance=chance)
            lines = [GAME.language.format(order) for order in order_set]
            world.says(seat, "\n".join(lines or ["READY"]))
            assert world.order_set(seat) == lines
        world.move(hours=1)
        world.look()
    letters = world.post(MailRenderer(world.clock, TEMPLATES))
    last = {posted.dispatch.to: posted.dispatch.words.text for posted in letters}
    outcome = GAME.outcome(records.position(GAME, match.state))
    assert outcome is not None
    for captain in CAPTAINS:
        told = last[captain.addresses]
        assert ("You win." in told) == (captain.seat in outcome.winners)
        assert "hull 0, " in told


def test_who_hunts_sinks_who_does_not() -> None:
    """The bot with a plan wins most duels against the one that the kit gives every game."""
    won = Counter(
        winner
        for number in range(30)
        if (outcome := play(Lineup(game=GAME, bots={"North": "hunter", "South": "random"}), f"hunt/{number}").outcome)
        for winner in outcome.winners
    )
    assert won["North"] > 2 * won["South"]


def test_the_example_is_as_short_as_the_page_for_authors_says() -> None:
    """Some 600 lines with its words, besides its demo and what only the laws need."""
    files = {*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.j2")} - {EXAMPLE / "demo.py", EXAMPLE / "testing.py"}
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 630


def test_what_faces_a_seat_of_the_example_imports_no_rules() -> None:
    """The example keeps the contract that games are held to."""
    for file in (EXAMPLE / "seat").glob("*.py"):
        assert "hex_duel.rules" not in file.read_text(encoding="utf-8")
        assert "hex_duel import rules" not in file.read_text(encoding="utf-8")
