"""Players who miss turns in a row: what their match says happens then, and how they come back."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from sqlalchemy import text
from sqlmodel import select

from moderator.core import codec
from moderator.games.rebel_commander import GAME as REBELS
from moderator.service.audit.verify import verify_match
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.matches import absences, matches, order_requests, records
from moderator.service.overrides import outages
from moderator.service.overrides.apply import apply
from moderator.service.turns import adjudication, due
from moderator.store.tables import Match, OrderSet, Record
from tests.support.harm import RENDERER
from tests.support.night_watch import GAME
from tests.support.world import ANN_AND_BOB, World

CAT = SeatPlan(seat="Cat", player="Cathy", addresses=("cat@pbem.test",))


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match of three in which a bot plays for who misses two turns."""
    begin(empty_world, absent="bot")
    return empty_world


def begin(world: World, seats: Sequence[SeatPlan] = (*ANN_AND_BOB, CAT), **rule: Any) -> None:  # noqa: ANN401 - what the match says
    """Make a match with a rule for absence."""
    options: dict[str, object] = {"nights": 20, "courage": 9}
    plan = MatchPlan(
        name="hoth", game="night-watch", schedule="every 48h", zone="UTC", options=options, seats=tuple(seats), **rule
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def pass_by(world: World, *present: str, turns: int = 1) -> None:
    """Let turns go by to their deadlines; who is present sends orders."""
    for _ in range(turns):
        for seat in present:
            world.says(seat, "SEEK Mill")
        world.move(hours=49)
        world.look()


def report(world: World, seat: str) -> str:
    """Return the newest report of a seat as it is read, in one line."""
    (row,) = [row for row in world.rows("turn-report") if row.seat == seat][-1:]
    facts = world.facts_of(row)
    assert facts is not None
    return words(facts)


def words(letter: LetterFacts) -> str:
    """Return a letter as it is read, in one line."""
    return " ".join(RENDERER.render(letter).text.split())


def note(world: World) -> list[tuple[str, dict[str, str]]]:
    """Return what the records say of stand-ins."""
    with world.store.read() as session:
        rows = session.exec(select(Record).order_by(Record.number)).all()  # type: ignore[arg-type]
    held = [records.body(GAME, row) for row in rows]
    return [(body.code, body.stand_ins) for body in held if body.stand_ins]


# ---- a bot plays -------------------------------------------------------------------------------------------


def test_after_two_turns_missed_in_a_row_a_bot_plays(world: World) -> None:
    """The step of the second opens the next request with the bot's order set; the record notes it, and all are told."""
    pass_by(world, "Ann", "Bob")
    assert (world.assignment("Cat").bot, world.order_set("Cat")) == ("", None)
    pass_by(world, "Ann", "Bob")
    assert (world.assignment("Cat").bot, world.assignment("Cat").player is None) == ("prowler", False)
    assert world.order_set("Cat") is not None
    assert note(world) == [("turn", {"Cat": "prowler"})]
    told = "Cat has sent no orders for too long, so the moderator (prowler) plays Cat until its player writes again"
    assert told in report(world, "Ann")
    assert told in report(world, "")
    assert "To get the seat back at once, send any letter about this match" in report(world, "Cat")
    assert "for now the moderator plays (prowler)" in words(world.says("Ann", "STATUS"))


def test_turns_that_are_not_missed_in_a_row_do_not_count(world: World) -> None:
    """A letter of any kind begins the count anew, one without orders, too."""
    pass_by(world, "Ann", "Bob")
    world.says("Cat", "STATUS")
    pass_by(world, "Ann", "Bob")
    assert world.assignment("Cat").bot == ""
    pass_by(world, "Ann", "Bob")
    assert world.assignment("Cat").bot == "prowler"


def test_the_bot_plays_on_and_all_of_it_is_verified(world: World) -> None:
    """A stand-in's orders are made anew from the secret seed, from the first on; those that were changed are found."""
    pass_by(world, "Ann", "Bob", turns=4)
    assert verify_match(world.store, world.ctx, "hoth") == []
    with world.store.write() as session:
        order_set = session.exec(select(OrderSet).where(OrderSet.seat == "Cat")).first()
        assert order_set is not None
        order_set.orders = order_requests.pack_orders(())
    assert "bot-differs" in {finding.code for finding in verify_match(world.store, world.ctx, "hoth")}


def test_a_match_without_anybody_present_keeps_its_deadlines(world: World) -> None:
    """Bots in all seats do not play on by themselves: whoever comes back finds the match where it should be."""
    pass_by(world, turns=2)
    assert {world.assignment(seat).bot for seat in ("Ann", "Bob", "Cat")} == {"prowler"}
    assert world.the_match().ready_at is None
    world.move(hours=1)
    assert world.look() == {}
    pass_by(world)
    assert (world.the_match().turn, world.the_match().ready_at) == (4, None)
    world.says("Ann", "STATUS")
    pass_by(world, "Ann")
    assert world.the_match().ready_at is None


def test_the_next_letter_takes_the_seat_back(world: World) -> None:
    """The bot's order set is off file, the letter counts, the record notes it, and everybody is told."""
    pass_by(world, "Ann", "Bob", turns=2)
    letter = world.says("Cat", "SEEK Mill")
    place = world.assignment("Cat")
    assert (place.bot, place.missed, letter.facts["back from"]) == ("", "", "prowler")
    assert (world.order_set("Cat"), letter.verdict) == (["SEEK Mill"], "filed")
    assert note(world)[-1] == ("player-back", {"Cat": ""})
    assert [(notice.code, notice.head.seat) for notice in world.facts("notice")] == [
        ("player-back", "Ann"),
        ("player-back", "Bob"),
    ]
    assert world.facts("memo")[-1].code == "player-back"
    assert "Welcome back: you play Cat again." in words(letter)
    assert "Cathy is back and plays Cat again" in words(world.facts("notice")[0])
    assert "Cathy (Cat) has written and plays the seat again" in words(world.facts("memo")[-1])
    pass_by(world, "Ann", "Bob", "Cat")
    assert verify_match(world.store, world.ctx, "hoth") == []


def test_a_letter_without_orders_takes_the_bots_order_set_back_too(world: World) -> None:
    """The seat is the player's again, with nothing on file: the turn waits for the player."""
    pass_by(world, "Ann", "Bob", turns=2)
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Mill")
    assert world.the_match().ready_at is not None
    letter = world.says("Cat", "STATUS")
    assert (letter.order_set, world.order_set("Cat")) == ((), None)
    assert world.the_match().ready_at is None


def test_a_letter_that_comes_too_late_leaves_the_bots_order_set(world: World) -> None:
    """The turn that is over is the bot's; the seat is the player's from the next one on."""
    pass_by(world, "Ann", "Bob", turns=2)
    world.move(hours=49)
    assert world.says("Cat", "SEEK Mill").verdict == "too-late"
    assert (world.assignment("Cat").bot, world.order_set("Cat") is None) == ("", False)
    world.look()
    assert world.order_set("Cat") is None


def test_a_letter_that_nothing_proves_gives_no_seat_back(world: World) -> None:
    """A forger does not stop the bot: the letter is held as ever."""
    pass_by(world, "Ann", "Bob", turns=2)
    world.put(world.raw("SEEK Mill", "cat@pbem.test"))
    world.read()
    assert world.assignment("Cat").bot == "prowler"


def test_the_best_bot_plays_unless_the_match_names_one(empty_world: World) -> None:
    """Bots are listed from the weakest to the best; a name that no bot has is refused."""
    plan = MatchPlan(name="endor", game="rebel-commander", schedule="", zone="UTC", options={}, seats=())
    assert absences.bot_of(REBELS, plan) == "grand-moff"
    assert absences.bot_of(REBELS, replace(plan, absent_bot="recruit")) == "recruit"
    with pytest.raises(matches.MatchError, match='there is no bot "admiral"'):
        begin(empty_world, absent="bot", absent_bot="admiral")


def test_a_letter_that_comes_while_the_turn_is_resolved_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read before the letter is dropped, and the turn is resolved again without a stand-in."""
    pass_by(world, "Ann", "Bob")
    real, written = adjudication.adjudicate, list[Acknowledgement]()

    def meanwhile(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as the function that is wrapped
        if not written:
            written.append(world.says("Cat", "PRESS TO Ann: I am here"))
        return real(*args, **more)

    monkeypatch.setattr(due, "adjudicate", meanwhile)
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Mill")
    world.move(hours=49)
    world.look()
    assert (world.assignment("Cat").bot, world.assignment("Cat").missed) == ("", "2")


# ---- what does not count -----------------------------------------------------------------------------------


def test_days_away_that_were_announced_do_not_count(world: World) -> None:
    """A turn that touches a vacation is not missed."""
    world.says("Cat", "VACATION 2026-11-22 2026-11-25")
    pass_by(world, "Ann", "Bob", turns=2)
    assert world.assignment("Cat").missed == ""
    pass_by(world, "Ann", "Bob", turns=2)
    assert world.assignment("Cat").missed == "4"


def test_a_turn_in_which_we_were_away_does_not_count(world: World) -> None:
    """Its deadline moved, and whoever was silent in it is not called absent."""
    outages.note(world.store, world.ctx)
    world.move(hours=30)
    assert outages.note(world.store, world.ctx).moved
    world.move(hours=49)
    world.look()
    assert {world.assignment(seat).missed for seat in ("Ann", "Bob", "Cat")} == {""}


def test_a_turn_that_the_gm_calls_does_not_count(world: World) -> None:
    """Nobody had the time that was promised."""
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=("RESOLVE", "SCHEDULE every 24h")))
    world.look()
    assert (world.the_match().number, world.assignment("Cat").missed) == (2, "")


def test_a_secret_question_that_is_not_answered_does_not_count(world: World) -> None:
    """The others would learn from a stand-in who was asked."""
    with world.store.read() as session:
        asked = order_requests.prompts(order_requests.current(session, world.the_match()))
    secret = {seat: replace(prompt, secret=True) for seat, prompt in asked.items()}
    places = {seat: world.assignment(seat) for seat in asked}
    assert absences.judge(GAME, world.the_match(), places, secret, tuple(asked)).missed == {}
    assert set(absences.judge(GAME, world.the_match(), places, asked, tuple(asked)).missed) == set(asked)


def test_a_match_that_says_nothing_counts_nothing(empty_world: World) -> None:
    """Silence is played by default as ever."""
    begin(empty_world)
    pass_by(empty_world, "Ann", "Bob", turns=3)
    assert (empty_world.assignment("Cat").missed, empty_world.assignment("Cat").bot) == ("", "")


# ---- the GM and the seat ------------------------------------------------------------------------------------


def test_the_gm_is_told_once_and_decides(empty_world: World) -> None:
    """With ``absent = "gm"`` a memo says who has missed which turns, with lines to give the seat away."""
    begin(empty_world, absent="gm", absent_after=3)
    pass_by(empty_world, "Ann", "Bob", turns=5)
    (memo,) = empty_world.facts("memo")
    assert (memo.code, memo.facts["turns"], empty_world.assignment("Cat").bot) == ("absent", "1, 2, 3", "")
    assert memo.lines[0] == "REPLACE Cat WITH BOT prowler"
    assert "Cathy (Cat) has sent no orders for these turns: 1, 2, 3" in words(memo)


def test_a_seat_that_is_replaced_has_no_stand_in_any_more(world: World) -> None:
    """REPLACE ends it: the bot's order set is withdrawn, and the match verifies."""
    pass_by(world, "Ann", "Bob", turns=2)
    lines = ('REPLACE Cat WITH "Dora" dora@pbem.test',)
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=lines))
    assert (world.assignment("Cat").bot, world.order_set("Cat")) == ("", None)
    assert note(world)[-1][1] == {"Cat": ""}
    pass_by(world, "Ann", "Bob")
    assert verify_match(world.store, world.ctx, "hoth") == []


def test_an_absent_player_does_not_hold_up_a_draw(world: World) -> None:
    """Who plays has a vote; a bot has none."""
    pass_by(world, "Ann", "Bob", turns=2)
    world.says("Ann", "DRAW")
    assert world.says("Bob", "DRAW").answers[0].code == "draw-agreed"


def test_a_match_of_the_release_before_says_nothing_of_absence(world: World) -> None:
    """Its settings hold no such key, and its players are never absent."""
    with world.store.write() as session:
        plan: dict[str, Any] = to_builtins(session.exec(select(Match)).one().settings)
        of_before = codec.encode({key: value for key, value in plan.items() if "absent" not in key}).decode()
        session.execute(text('UPDATE "match" SET settings = :settings'), {"settings": of_before})
    assert world.the_match().settings.absent == "default"


# ---- back to an earlier position ---------------------------------------------------------------------------


def go_back(world: World, steps: int) -> None:
    """Let the GM take steps back."""
    lines = (f"ROLLBACK {steps}",)
    apply(world.store, world.ctx, OverridePlan(name="back", match="hoth", lines=lines))


def test_a_stand_in_makes_its_orders_anew_after_a_rollback(world: World) -> None:
    """Neither its own of then come back nor the absent player's: one order set is on file, the bot's."""
    pass_by(world, "Ann", "Bob", "Cat")
    pass_by(world, "Ann", "Bob", turns=3)
    go_back(world, 4)
    with world.store.read() as session:
        match = world.the_match()
        filed = session.exec(select(OrderSet).where(OrderSet.request == match.request, OrderSet.seat == "Cat")).all()
    assert [(order_set.number, order_set.came_back) for order_set in filed] == [(1, False)]
    pass_by(world, "Ann", "Bob")
    assert verify_match(world.store, world.ctx, "hoth") == []


def test_what_a_stand_in_ordered_does_not_come_back_as_the_players(world: World) -> None:
    """Who is back from absence is asked for orders of his or her own."""
    pass_by(world, "Ann", "Bob", turns=3)
    world.says("Cat", "STATUS")
    go_back(world, 1)
    assert (world.assignment("Cat").bot, world.order_set("Cat")) == ("", None)
    assert verify_match(world.store, world.ctx, "hoth") == []
