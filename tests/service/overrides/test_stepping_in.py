"""The waiting list: who would step in, who is asked for the seat of an absent player, and who gets it."""

import pytest
from msgspec.structs import replace
from sqlmodel import col, select

from moderator.service.audit.verify import verify_match
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches
from moderator.service.overrides import stepping_in
from moderator.service.overrides.apply import apply
from moderator.store.recruiting import Standby
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Player
from tests.support.harm import OURS, RENDERER
from tests.support.world import ANN_AND_BOB, World

CAT = SeatPlan(seat="Cat", player="Cathy", addresses=("cat@pbem.test",))
AR = "Authentication-Results"


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match of three in which the waiting list is asked for whoever misses one turn."""
    plan = MatchPlan(
        name="hoth",
        game="night-watch",
        schedule="every 48h",
        zone="UTC",
        options={"nights": 20, "courage": 9},
        seats=(*ANN_AND_BOB, CAT),
        absent="standby",
        absent_after=1,
    )
    empty_world.settings(authserv_id=OURS)
    with empty_world.store.write() as session:
        matches.create(session, empty_world.ctx, plan)
    return empty_world


def writes(world: World, name: str, text: str, *, answers: bool = False, vouched: bool = True) -> None:
    """Let somebody without a seat write, perhaps in answer to the last letter to that address."""
    address = f"{name.lower()}@real.test"
    headers = {AR: f"{OURS}; dmarc=pass header.from=real.test"} if vouched else {}
    if answers:
        headers["In-Reply-To"] = next(row.message_id for row in world.rows()[::-1] if row.to == address)
    world.put(world.raw(text, f"{name} <{address}>", headers=headers))
    world.read()


def waits(world: World) -> list[str]:
    """Return who is on the waiting list."""
    with world.store.read() as session:
        return list(session.exec(select(Standby.name).order_by(col(Standby.id))))


def told(world: World, name: str) -> list[str]:
    """Return the codes of the letters to somebody without a seat."""
    rows = [row for row in world.rows("stranger") if row.to == f"{name.lower()}@real.test"]
    return [world.facts_of(row).code for row in rows]  # type: ignore[union-attr]


def lose_cat(world: World) -> None:
    """Let a turn go by in which Cat is silent, and the list be asked."""
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Mill")
    world.move(hours=49)
    world.look()
    settle(world)


def settle(world: World) -> None:
    """Let what was accepted come true, and the next be asked."""
    assert stepping_in.settle(world.store, world.ctx) == ()


def sits(world: World, seat: str = "Cat") -> str:
    """Return who sits in a seat."""
    with world.store.read() as session:
        return session.get_one(Player, world.assignment(seat).player).name


# ---- on the list --------------------------------------------------------------------------------------------


def test_who_is_vouched_for_gets_on_the_list_and_off_it(world: World) -> None:
    """STANDBY puts a stranger on the list once and is answered; STANDBY OFF takes them off."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Zoe", "STANDBY")
    assert (waits(world), told(world, "Zoe")) == (["Zoe"], ["standby"])
    world.move(hours=24)
    writes(world, "Zoe", "STANDBY OFF")
    assert (waits(world), told(world, "Zoe")) == ([], ["standby", "standby-off"])


def test_who_is_not_vouched_for_is_not_on_the_list(world: World) -> None:
    """An offer could hit somebody who never wrote: the GM hears of the wish in the memo of the day."""
    writes(world, "Eve", "STANDBY", vouched=False)
    assert (waits(world), told(world, "Eve")) == ([], [])
    assert world.facts("memo")[0].lines == ("eve@real.test (Eve): STANDBY",)


def test_the_memo_of_the_day_lists_no_wish_that_was_carried_out(world: World) -> None:
    """Who got on the list and was told so is nothing that the GM has to do."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Zoe", "STANDBY OFF")
    writes(world, "Max", "STANDBY", vouched=False)
    (memo,) = [memo for memo in world.facts("memo") if memo.code == "wishes"]
    assert memo.lines == ("max@real.test (Max): STANDBY",)


@pytest.mark.parametrize(
    ("text", "says"), [("STANDBY", "drops out and is on"), ("STANDBY hoth", "drops out in hoth and")]
)
def test_the_gm_reads_who_is_on_the_list(world: World, text: str, says: str) -> None:
    """Of all matches, or of one."""
    world.says("Ann", text)
    (memo,) = world.facts("memo")
    assert says in RENDERER.render(memo).text.replace("\n", " ")


def test_a_seat_can_be_offered_in_a_match_without_deadlines(world: World) -> None:
    """Whoever is asked reads that the seat is free, and no time."""
    writes(world, "Zoe", "STANDBY")
    world.says("Ann", "SEEK Mill")
    apply(world.store, world.ctx, OverridePlan(name="calm", match="hoth", lines=("SCHEDULE NONE",)))
    world.move(hours=49)
    world.look()
    stepping_in.settle(world.store, world.ctx)
    (offer,) = [row for row in world.rows("stranger") if row.key.startswith("offer:")]
    facts = world.facts_of(offer)
    assert facts is not None
    assert "you are next on the waiting list" in RENDERER.render(facts).text.replace("\n", " ")


def test_a_player_is_on_the_list_by_a_letter_of_a_seat(world: World) -> None:
    """The address on file is asked; a match that there is not is named."""
    assert [answer.code for answer in world.says("Ann", "STANDBY hoth\nSTANDBY").answers] == ["standby"] * 2
    assert world.says("Bob", "STANDBY nowhere").answers[0].code == "standby-unknown"
    assert waits(world) == ["Anna", "Anna"]
    assert world.says("Ann", "STANDBY OFF").answers[0].code == "standby-off"
    assert waits(world) == []


# ---- a seat is offered --------------------------------------------------------------------------------------


def test_the_first_of_the_list_is_asked_and_yes_takes_the_seat(world: World) -> None:
    """The seat goes over as by REPLACE: a welcome, a record, and a word to everybody."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Max", "STANDBY")
    lose_cat(world)
    assert (told(world, "Zoe"), told(world, "Max")) == (["standby", "offer"], ["standby"])
    writes(world, "Zoe", "Yes!\n\n> NO", answers=True, vouched=False)
    settle(world)
    assert (sits(world), waits(world)) == ("Zoe", ["Max"])
    assert world.assignment("Cat").key_number == 2
    notices = [(notice.head.seat, notice.code) for notice in world.facts("notice")]
    assert notices == [
        ("Cat", "seat-offered"),
        ("Ann", "seat-taken-over"),
        ("Bob", "seat-taken-over"),
        ("Cat", "seat-left"),
    ]
    assert [memo.code for memo in world.facts("memo")[-2:]] == ["seat-offered", "stepped-in"]
    assert world.letters()[-1].status is LetterStatus.DONE
    assert verify_match(world.store, world.ctx, "hoth") == []


def test_without_an_answer_within_a_day_the_next_is_asked(world: World) -> None:
    """And whoever accepts first has the seat, were it the one that was asked before; the other is told."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Max", "STANDBY")
    lose_cat(world)
    world.move(hours=23)
    settle(world)
    assert told(world, "Max") == ["standby"]
    world.move(hours=2)
    settle(world)
    assert told(world, "Max") == ["standby", "offer"]
    writes(world, "Zoe", "JOIN hoth")
    settle(world)
    assert (sits(world), told(world, "Max")[-1], waits(world)) == ("Zoe", "offer-over", ["Max"])


def test_no_lets_the_next_be_asked_at_once(world: World) -> None:
    """Nobody has to wait for who declines."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Max", "STANDBY")
    lose_cat(world)
    writes(world, "Zoe", "No, thanks.", answers=True)
    settle(world)
    assert (told(world, "Max")[-1], waits(world)) == ("offer", ["Zoe", "Max"])
    assert told(world, "Zoe")[-1] == "offer-declined"


def test_an_answer_to_an_offer_that_is_over_is_answered(world: World) -> None:
    """Were it late, or sent twice: it is about the offer and about no seat that its writer holds elsewhere."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    writes(world, "Zoe", "YES", answers=True)
    settle(world)
    offer = next(row for row in world.rows("stranger") if world.facts_of(row).code == "offer")  # type: ignore[union-attr]
    world.put(world.raw("YES", "Zoe <zoe@real.test>", headers={"In-Reply-To": offer.message_id}))
    world.read()
    assert (told(world, "Zoe")[-1], world.letters()[-1].status) == ("offer-past", LetterStatus.DONE)


def test_who_waits_for_this_match_is_asked_before_who_waits_for_any(world: World) -> None:
    """Besides that the list is in the order of arrival; nobody who plays in the match is asked."""
    world.says("Ann", "STANDBY")
    writes(world, "Zoe", "STANDBY")
    writes(world, "Max", "STANDBY hoth")
    lose_cat(world)
    assert (told(world, "Zoe"), told(world, "Max")) == (["standby"], ["standby", "offer"])


def test_a_player_who_writes_first_keeps_the_seat(world: World) -> None:
    """The offer is taken back, and who was asked is told and stays on the list."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    assert world.says("Cat", "STATUS").facts["seat kept"]
    assert [memo.code for memo in world.facts("memo")][-1] == "seat-kept"
    writes(world, "Zoe", "YES", answers=True)
    settle(world)
    assert (sits(world), told(world, "Zoe")[-1], waits(world)) == ("Cathy", "offer-over", ["Zoe"])


def test_the_absent_player_is_told_once_how_to_keep_the_seat(world: World) -> None:
    """Before anybody has it, and not again for each who is asked."""
    writes(world, "Zoe", "STANDBY")
    writes(world, "Max", "STANDBY")
    lose_cat(world)
    world.move(hours=25)
    settle(world)
    (notice,) = world.facts("notice")
    assert (notice.code, notice.head.seat) == ("seat-offered", "Cat")
    assert "you keep the seat if you send any letter about this match" in " ".join(RENDERER.render(notice).text.split())


def test_nobody_takes_a_seat_by_a_forged_answer(world: World) -> None:
    """YES counts in answer to the offer alone, JOIN else only from who is vouched for."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    writes(world, "Zoe", "YES", vouched=False)
    writes(world, "Zoe", "JOIN hoth", vouched=False)
    writes(world, "Eve", "JOIN hoth")
    settle(world)
    assert sits(world) == "Cathy"


def test_a_player_of_another_match_answers_by_its_letters(world: World) -> None:
    """JOIN in any proved letter of the player's takes the seat that was offered."""
    dora = SeatPlan(seat="Dan", player="Dora", addresses=("dan@pbem.test",))
    world.match("endor", seats=(*ANN_AND_BOB, dora))
    world.says("Dan", "STANDBY", match="endor")
    lose_cat(world)
    assert world.says("Dan", "JOIN hoth", match="endor").answers[0].code == "joining"
    settle(world)
    assert sits(world) == "Dora"


def test_the_gm_is_told_once_when_nobody_waits(world: World) -> None:
    """The default plays on; whoever comes onto the list later is asked."""
    lose_cat(world)
    settle(world)
    assert [memo.code for memo in world.facts("memo")] == ["nobody-waits"]
    writes(world, "Zoe", "STANDBY")
    settle(world)
    assert told(world, "Zoe") == ["standby", "offer"]


def test_a_match_that_stands_still_asks_nobody(world: World) -> None:
    """While the clock is stopped no seat changes hands; when the match is over its offers are taken back."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    writes(world, "Zoe", "YES", answers=True)
    override(world, "PAUSE")
    settle(world)
    assert sits(world) == "Cathy"
    override(world, "END")
    settle(world)
    assert (sits(world), told(world, "Zoe")[-1]) == ("Cathy", "offer-over")


def test_a_seat_is_offered_again_to_who_was_asked_before(world: World) -> None:
    """The player came back and was lost again: that is another letter, and its answer counts."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    world.says("Cat", "STATUS")
    settle(world)
    lose_cat(world)
    assert told(world, "Zoe") == ["standby", "offer", "offer-over", "offer"]
    writes(world, "Zoe", "NO", answers=True)
    writes(world, "Zoe", "YES", answers=True, vouched=False)
    settle(world)
    assert sits(world) == "Zoe"


def test_who_comes_onto_the_list_after_another_has_left_it_is_asked(world: World) -> None:
    """The entry that is gone may have had the same number; its offer was another's."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    writes(world, "Zoe", "STANDBY OFF")
    writes(world, "Max", "STANDBY")
    settle(world)
    assert told(world, "Max") == ["standby", "offer"]


def test_who_has_played_another_seat_is_not_asked(world: World) -> None:
    """Nor gets it who has taken another seat since the offer: either knows both sides."""
    world.says("Bob", "STANDBY")
    writes(world, "Zoe", "STANDBY")
    override(world, 'REPLACE Bob WITH "Bea" bea@pbem.test')
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Mill", sender="bea@pbem.test")
    world.move(hours=49)
    world.look()
    settle(world)
    assert told(world, "Zoe") == ["standby", "offer"]
    override(world, 'REPLACE Ann WITH "Zoe" zoe@real.test')
    writes(world, "Zoe", "YES", answers=True, vouched=False)
    settle(world)
    assert (sits(world), sits(world, "Ann")) == ("Cathy", "Zoe")
    with world.store.read() as session:
        assert [row.assignment for row in session.exec(select(Standby))] == [None, None]


def test_the_gm_who_has_played_is_not_asked(world: World) -> None:
    """A GM who has sat in a seat may not take another: the seat would never be given away."""
    gm = world.ctx.settings.gm
    with world.store.write() as session:
        session.add(Standby(address=gm, name="Gus", made=world.ctx.now()))
    override(world, f'REPLACE Bob WITH "Gus" {gm.replace("@", "+play@")}')
    override(world, 'REPLACE Bob WITH "Bea" bea@pbem.test')
    world.says("Bob", "SEEK Mill", sender="bea@pbem.test")
    lose_cat(world)
    with world.store.read() as session:
        assert session.exec(select(Standby)).one().offered_in is None


def override(world: World, line: str) -> None:
    """Let the GM change the match."""
    apply(world.store, world.ctx, OverridePlan(name=line, match="hoth", lines=(line,)))


def test_every_step_is_told_to_the_gm_in_words(world: World) -> None:
    """Whom the moderator asked, who has the seat, and that nobody is left; each names the people."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    world.move(hours=25)
    settle(world)
    writes(world, "Zoe", "YES", answers=True)
    settle(world)
    memos = [memo for memo in world.facts("memo") if memo.code != "wishes"]
    words = [" ".join(RENDERER.render(memo).text.split()) for memo in memos]
    assert [memo.code for memo in memos] == ["seat-offered", "nobody-waits", "stepped-in"]
    assert "so we asked Zoe (zoe@real.test) from the waiting list to take the seat" in words[0]
    assert "Cathy (Cat) has sent no orders for too long, and nobody is left on the waiting list" in words[1]
    assert "Zoe (zoe@real.test) accepted and plays Cat from now on, in place of Cathy" in words[2]


def test_what_is_asked_reads_well(world: World) -> None:
    """The offer tells game, seat, turn and deadline, and how to answer; nothing that a seat alone may know."""
    writes(world, "Zoe", "STANDBY")
    lose_cat(world)
    facts = world.facts("stranger")[-1]
    words = " ".join(RENDERER.render(replace(facts, zone="UTC")).text.split())
    assert "The player of Cat in hoth, a match of Night Watch, has sent no orders for too long" in words
    assert "reply with the word YES by Mon 23 Nov 21:00 UTC" in words
