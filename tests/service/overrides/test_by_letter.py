"""A GM changes matches by letter: lines are tried and told, and done once the GM says YES."""

import pytest

from moderator.service.context import SeatPlan
from moderator.service.facts import Memo
from moderator.service.overrides import by_letter
from tests.support.harm import OURS, RENDERER
from tests.support.world import World

LINES = "GM hoth\nEXTEND 24h\nTELL ALL: I am ill, sorry.\nEND GM"


def writes(world: World, text: str, sender: str = "gm@pbem.test", *, answers: str = "", forged: bool = False) -> None:
    """Let a GM write, perhaps in answer to the last memo of a code, and carry out what is wished."""
    headers = {"Authentication-Results": f"{OURS}; dmarc=fail header.from=pbem.test"} if forged else {}
    if answers:
        headers["In-Reply-To"] = next(row.message_id for row in world.rows("memo")[::-1] if row.key.startswith(answers))
    world.put(world.raw(text, sender, headers=headers))
    for done in world.read():
        for wish in done.wishes:
            by_letter.settle(world.store, world.ctx, wish)


def memos(world: World) -> list[str]:
    """Return the codes of the memos."""
    return [memo.code for memo in world.facts("memo")]


def last(world: World) -> Memo:
    """Return the last memo."""
    memo: Memo = world.facts("memo")[-1]
    return memo


def test_lines_are_tried_and_done_once_the_gm_says_yes(world: World) -> None:
    """Nothing is done before; then it is recorded like any override, once."""
    due = world.the_match().deadline
    writes(world, LINES)
    assert (memos(world), last(world).lines) == (["gm-tried"], ("EXTEND 24h", "TELL ALL: I am ill, sorry."))
    assert any("deadline" in line for line in last(world).more[0].lines)
    assert world.the_match().deadline == due
    for _ in range(2):
        writes(world, "Yes, please", answers="gm-tried")
    assert world.the_match().deadline != due
    assert memos(world) == ["gm-tried", "override-applied", "gm-outdated"]


def test_one_letter_holds_blocks_for_several_matches(world: World) -> None:
    """Each is tried and answered by itself; the last needs no end. What is quoted counts for nothing."""
    world.match("endor")
    writes(world, "Hello,\ngm Hoth:\nPAUSE\nGM endor\nEXTEND 24h\n\n> GM hoth\n> END")
    assert [(memo.match, memo.lines) for memo in world.facts("memo")] == [
        ("hoth", ("PAUSE",)),
        ("endor", ("EXTEND 24h",)),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [("GM hoth\nDANCE\nEND", "DANCE"), ("GM nowhere\nPAUSE", "there is no match"), ("GM hoth\nEND", "it says nothing")],
)
def test_what_cannot_be_done_is_said_with_the_reason(world: World, text: str, why: str) -> None:
    """And the lines, to be sent again."""
    writes(world, text)
    assert last(world).code == "gm-lines-refused"
    assert why in str(last(world).facts["why"])


def test_what_was_tried_is_not_done_once_the_match_has_gone_on(world: World) -> None:
    """Its GM did not see what it would do now."""
    writes(world, "GM hoth\nROLLBACK 1")
    writes(world, "GM hoth\nEXTEND 24h")
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Mill")
    world.move(hours=49)
    world.look()
    writes(world, "YES", answers="gm-tried")
    assert last(world).code == "gm-outdated"


@pytest.mark.parametrize("sender", ["ann@pbem.test", "gm@else.test"])
def test_nobody_else_changes_a_match(world: World, sender: str) -> None:
    """Whoever writes the same lines is answered as before."""
    writes(world, LINES, sender)
    assert "gm-tried" not in memos(world)


def test_a_forged_letter_is_not_even_tried(world: World) -> None:
    """Where our own server says so."""
    world.settings(authserv_id=OURS)
    writes(world, LINES, forged=True)
    assert "gm-tried" not in memos(world)


def test_yes_without_the_memo_does_nothing(world: World) -> None:
    """Somebody who forges the GM's address has not got it."""
    due = world.the_match().deadline
    writes(world, LINES)
    writes(world, "YES")
    assert world.the_match().deadline == due


def test_a_letter_that_says_nothing_of_that_is_answered_once_a_day(world: World) -> None:
    """With how to write."""
    for text in ("PRESS TO ALL: hello", "What now?"):
        writes(world, text)
    assert memos(world) == ["gm-unread"]


def test_several_gms_may_answer_one_another(world: World) -> None:
    """The memo goes to all of them."""
    world.settings(co_gms=("co@pbem.test",))
    writes(world, "GM hoth\nPAUSE")
    writes(world, "yes", "co@pbem.test", answers="gm-tried")
    assert world.the_match().status == "paused"


def test_a_crash_before_the_trial_loses_nothing(world: World) -> None:
    """What was filed and not settled is found again, and settled once."""
    world.put(world.raw(LINES, "gm@pbem.test"))
    world.read()
    for left in (1, 0):
        with world.store.read() as session:
            wishes = by_letter.unsettled(session, world.ctx)
        assert len(wishes) == left
        for wish in wishes:
            by_letter.settle(world.store, world.ctx, wish)
    assert memos(world) == ["gm-tried"]


def test_what_was_done_is_not_tried_again_at_the_next_start(world: World) -> None:
    """Nor is what was refused: the GM has been told."""
    writes(world, LINES)
    writes(world, "Yes", answers="gm-tried")
    writes(world, "GM hoth\nADDRESS Ann rosa@pbem.test")
    rosa = SeatPlan(seat="Ann", player="Rosa", addresses=("rosa@pbem.test",))
    world.match("endor", seats=(rosa, SeatPlan(seat="Bob", bot="prowler")))
    writes(world, "Yes", answers="gm-tried")
    assert memos(world) == ["gm-tried", "override-applied", "gm-tried", "override-refused"]
    with world.store.read() as session:
        assert by_letter.unsettled(session, world.ctx) == []


def test_the_memo_reads_well(world: World) -> None:
    """As text."""
    writes(world, LINES)
    (memo,) = [sent for sent in world.post(RENDERER) if sent.dispatch.to == ("gm@pbem.test",)]
    assert "nothing is done yet" in " ".join(memo.dispatch.words.text.split())
