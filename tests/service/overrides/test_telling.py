"""What the GM tells players with TELL: word for word, to those who are meant, and nothing else of the match changes."""

import pytest

from moderator.core.seats import Seat
from moderator.rendering.mail import MailRenderer
from moderator.service.commands import press
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import PressLetter
from moderator.service.overrides.apply import Applied, apply, apply_all
from moderator.service.overrides.decisions import RefusedError
from moderator.store.statuses import OutboxStatus
from tests.rendering.samples import Still
from tests.support.world import World

RENDERER = MailRenderer(Still())
FOUR = (
    SeatPlan(seat="Red", player="Rae", addresses=("rae@pbem.test",)),
    SeatPlan(seat="Blue", player="Bea", addresses=("bea@pbem.test",)),
    SeatPlan(seat="Green", player="Gus", addresses=("gus@pbem.test",)),
    SeatPlan(seat="Empire", bot="recruit"),
)
WORDS = "The server moves on Friday: expect silence from 10:00 to 12:00.  “Sorry!”"


def _do(world: World, *lines: str, match: str = "hoth", dry_run: bool = False) -> Applied:
    plan = OverridePlan(name=f"{match} {lines}", match=match, lines=lines)
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def _told(world: World) -> dict[Seat, list[PressLetter]]:
    """Return the messages to each seat."""
    found: dict[Seat, list[PressLetter]] = {}
    for row in world.rows("press-letter"):
        letter = world.facts_of(row)
        assert isinstance(letter, PressLetter)
        found.setdefault(row.seat, []).append(letter)
    return found


def _words(letter: PressLetter) -> str:
    words = RENDERER.render(letter)
    return " ".join(f"{words.subject} {words.text}".split())


# ---- who is told what -----------------------------------------------------------------------------------------


def test_what_is_told_to_all_goes_to_every_player_word_for_word(world: World) -> None:
    """It is plainly from the GM, and an answer goes to the GM."""
    _do(world, f"TELL ALL: {WORDS}")
    told = _told(world)
    assert {seat: [letter.text for letter in letters] for seat, letters in told.items()} == {
        "Ann": [WORDS],
        "Bob": [WORDS],
    }
    text = _words(told["Ann"][0])
    assert "A message from the GM to all" in text
    assert "The server moves on Friday: expect silence from 10:00 to 12:00. “Sorry!”" in text.replace(" > ", " ")
    assert "PRESS TO GM" in text


def test_what_is_told_to_one_seat_is_private(world: World) -> None:
    """Nobody else gets a letter; the player is told that it is for them alone."""
    _do(world, "tell ann: You forgot your fleet.")
    told = _told(world)
    assert list(told) == ["Ann"]
    assert told["Ann"][0].private
    assert "A message from the GM to you" in _words(told["Ann"][0])


@pytest.mark.parametrize("names", ["Blue, Red", "Blue and Red", "BLUE & RED", "Red,Blue,Red"])
def test_several_seats_are_told_each_once_and_in_private(empty_world: World, names: str) -> None:
    """None of them learns who else was told."""
    empty_world.match("rebels", game="rebel-commander", seats=FOUR)
    _do(empty_world, f"TELL {names}: Please talk to each other.", match="rebels")
    told = _told(empty_world)
    assert {seat: len(letters) for seat, letters in told.items()} == {"Red": 1, "Blue": 1}
    assert all("Blue" not in _words(letter) for letter in told["Red"])


def test_words_below_the_line_go_up_to_end_tell(world: World) -> None:
    """Each line stands on its own in the message; lines after it are carried out."""
    _do(world, "TELL ALL", "First, thank you.", "RESUME is what I wrote last week.", "END TELL", "PAUSE")
    (letter,) = _told(world)["Bob"]
    assert letter.text.splitlines() == ["First, thank you.", "RESUME is what I wrote last week."]
    assert world.the_match().status.value == "paused"


def test_a_message_is_a_letter_of_its_own_beside_what_else_is_done(world: World) -> None:
    """The notice of more time says nothing of it."""
    _do(world, "EXTEND 24h", "TELL Ann: Take your time.", "TELL Bob: Ann needs time.")
    assert [row.seat for row in world.rows("notice")] == ["Ann", "Bob"]
    assert {seat: [each.text for each in letters] for seat, letters in _told(world).items()} == {
        "Ann": ["Take your time."],
        "Bob": ["Ann needs time."],
    }


def test_overrides_that_are_read_together_keep_every_message(world: World) -> None:
    """Each is a letter: no message is lost behind another."""
    plans = [OverridePlan(name=str(at), match="hoth", lines=(f"TELL ALL: word {at}",)) for at in range(2)]
    apply_all(world.store, world.ctx, plans)
    assert [letter.text for letter in _told(world)["Ann"]] == ["word 0", "word 1"]


def test_the_last_words_of_a_match_arrive(world: World) -> None:
    """The final report comes besides."""
    _do(world, "END", "TELL ALL: Thank you for playing.")
    assert [letter.text for letter in _told(world)["Ann"]] == ["Thank you for playing."]
    assert world.rows("turn-report")


def test_who_takes_a_seat_over_in_the_same_override_is_told(world: World) -> None:
    """Whichever line comes first: the words are for the seat as it is then."""
    _do(world, "TELL Ann: Welcome to the seat.", 'REPLACE Ann WITH "Cleo" cleo@pbem.test')
    (row,) = world.rows("press-letter")
    assert row.player == world.assignment("Ann").player


def test_a_message_waits_for_an_address_that_nobody_has_answered_from(empty_world: World) -> None:
    """It may be a typing mistake, and what is told to a seat may be secret."""
    empty_world.settings(confirm=True)
    empty_world.match()
    _do(empty_world, "TELL Ann: The password is swordfish.")
    empty_world.post(RENDERER)
    assert [row.status for row in empty_world.rows("press-letter")] == [OutboxStatus.WITHHELD]


# ---- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("TELL", "write whom you tell what"),
        ("TELL ALL:", 'and "END TELL"'),
        ("TELL ALL we meet on Friday", 'write "TELL ALL: …" in one line'),
        ("TELL Rde: hello", 'there is no seat "Rde" in this match; there are: Red'),
        ("TELL Red, : hello", 'there is no seat ""'),
        ("TELL Empire: hello", "nobody would read it: a bot plays Empire"),
        ("TELL Red, Empire: hello", "nobody would read it: a bot plays Empire"),
        (f"TELL ALL: {'x' * (press.LONGEST + 1)}", "a message has at most 10000 characters"),
    ],
)
def test_words_that_cannot_be_sent_are_refused_with_the_reason(empty_world: World, line: str, why: str) -> None:
    """Nothing of the override is done."""
    empty_world.match("rebels", game="rebel-commander", seats=FOUR)
    with pytest.raises(RefusedError) as refused:
        _do(empty_world, "PAUSE", line, match="rebels")
    assert why in str(refused.value)
    assert empty_world.the_match("rebels").status.value == "running"
    assert _told(empty_world) == {}


def test_where_only_bots_play_nobody_is_told(empty_world: World) -> None:
    """The GM learns that the words would be lost."""
    seats = [SeatPlan(seat=seat, bot="recruit") for seat in ("Red", "Empire")]
    empty_world.match("rebels", game="rebel-commander", seats=seats)
    with pytest.raises(RefusedError, match="bots play all seats"):
        _do(empty_world, "TELL ALL: hello", match="rebels")


# ---- what stays as it is --------------------------------------------------------------------------------------


def test_nothing_of_the_match_changes_but_its_history(world: World) -> None:
    """Position, orders, receipts, deadline and the pause before the turn stay as they are."""
    world.says("Ann", "SEEK Gate")
    before, receipt = world.the_match(), world.order_set_row("Ann")
    _do(world, "TELL ALL: hello", "TELL Bob: psst")
    after, again = world.the_match(), world.order_set_row("Ann")
    assert after.model_dump(exclude={"number", "check_due"}) == before.model_dump(exclude={"number", "check_due"})
    assert receipt is not None
    assert again is not None
    assert again.receipt == receipt.receipt
    assert after.number == before.number + 1


def test_a_dry_run_shows_the_words_and_who_would_get_them(world: World) -> None:
    """Nobody gets anything yet."""
    shown = _do(world, "TELL ALL: hello", "TELL Bob: psst", dry_run=True)
    assert [(each.head.seat, each.text) for each in shown.messages] == [
        ("Ann", "hello"),
        ("Bob", "hello"),
        ("Bob", "psst"),
    ]
    assert _told(world) == {}


def test_the_memo_names_who_was_told(world: World) -> None:
    """As of every override."""
    _do(world, "TELL Bob: psst")
    (memo,) = [each for each in world.facts("memo") if each.code == "override-applied"]
    assert memo.facts["told"] == "Bob"
