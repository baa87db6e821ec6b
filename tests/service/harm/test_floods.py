"""Who writes much reaches few: what is not proved brings one answer a day, and one memo of a day to the GM."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from moderator.language.reading.commands import COMMANDS, Command
from moderator.service import player_memos
from moderator.service.commands import telling
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import SEATED
from moderator.service.context import Limits
from moderator.service.letter_parts import Answer
from moderator.service.outgoing.dispatching import dispatch
from moderator.service.outgoing.envelopes import Envelope, collect
from moderator.store.statuses import LetterStatus
from moderator.transport.composing import compose
from tests.support.harm import RENDERER, heard, sent, settle
from tests.support.world import World

ANN, GM = "ann@pbem.test", "gm@pbem.test"
VOUCHED = {"Authentication-Results": "mx.pbem.test; dmarc=pass header.from=pbem.test"}


@pytest.fixture
def two(world: World) -> World:
    """Give a world in which Ann holds a seat in each of two matches."""
    world.match("endor")
    settle(world)
    return world


# ---- what is not proved ------------------------------------------------------------------------------------


@pytest.mark.proof
def test_a_forged_sender_brings_its_owner_one_small_letter_a_day(two: World) -> None:
    """HELP 1,500 times, in twenty letters from Ann's address without a tag: she gets one letter, with HELP once."""
    letters = heard(two, [two.raw("HELP\n" * 1500) for _ in range(20)])
    (out,) = sent(two)
    assert out.to == (ANN,)
    assert len(out.raw) < 12_000
    assert [answer.code for answer in two.acknowledgement().answers] == ["help", "which-seat"]
    assert [letter.verdict for letter in letters] == ["which-seat", *["unproved-too-many"] * 19]
    two.move(hours=24)
    heard(two, two.raw("HELP"))
    assert len(sent(two)) == 1


def test_a_sender_whom_our_server_vouches_for_is_answered_each_time(two: World) -> None:
    """An aligned pass shows that nobody else has to read the answers: only the hourly limit holds."""
    two.settings(authserv_id="mx.pbem.test")
    heard(two, [two.raw("STATUS", headers=VOUCHED) for _ in range(3)])
    assert [ack.verdict for ack in two.facts("acknowledgement")] == ["which-seat"] * 3


def test_wishes_of_people_nobody_vouches_for_are_one_memo_a_day(two: World) -> None:
    """Letters of strangers and of a forged player, at any hour of a day, bring the GM one memo when it is over."""
    heard(two, [two.raw("JOIN hoth\nSTANDBY\nJOIN hoth", f"Zoe {n} <zoe{n}@else.test>") for n in range(3)])
    two.move(hours=3)
    heard(two, [two.raw("STANDBY"), two.raw("STANDBY")])
    assert [out.to[0] for out in sent(two)] == [ANN]
    two.move(hours=2)
    (memo,) = sent(two)
    assert memo.to == (GM,)
    for line in ("zoe0@else.test (Zoe 0): JOIN hoth, STANDBY", "zoe2@else.test", "ann@pbem.test (Anna): STANDBY"):
        assert line in memo.text
    heard(two, two.raw("JOIN hoth", "late@else.test"))
    two.move(hours=24)
    assert [out.to[0] for out in sent(two)] == [GM]


def test_a_thousand_wishes_are_twenty_lines(world: World) -> None:
    """However many letters and wishes: the memo has twenty lines, the last says how many letters more there were."""
    heard(world, world.raw("\n".join(f"JOIN m{n}" for n in range(1000)), "eve@evil.test"))
    world.settings(limits=Limits(letters_per_hour=0))
    for n in range(60):
        world.put(world.raw(f"JOIN m{n}", f"eve{n}@evil.test"))
    world.read()
    (memo,) = world.facts("memo")
    assert len(memo.lines) == player_memos.WISHES - 1
    assert max(map(len, memo.lines)) <= 200
    world.move(hours=5)
    (out,) = sent(world)
    assert "And 42 more letters." in out.text
    assert len(out.raw) < 20_000


def test_a_wish_that_comes_while_the_memo_goes_is_in_the_next(world: World) -> None:
    """A memo that its sender has in hand takes no line more: nothing is added to what may be on the transport."""
    heard(world, world.raw("JOIN hoth", "zoe@else.test"))
    world.move(hours=4)
    heard(world, world.raw("JOIN hoth", "max@else.test"))
    assert [memo.lines for memo in world.facts("memo")] == [
        ("zoe@else.test: JOIN hoth",),
        ("max@else.test: JOIN hoth",),
    ]


# ---- what a proved player may have -------------------------------------------------------------------------


def test_a_command_that_is_repeated_is_done_once(world: World) -> None:
    """What says again what was just said is not done again; a preference put back in between is."""
    letter = world.says(
        "Ann", "EXTEND 24h\nEXTEND 24h\nHELP\nSET TEXT-ONLY on\nSET TEXT-ONLY off\nHELP\nSET TEXT-ONLY on"
    )
    said = [answer.command for answer in letter.answers]
    assert said == ["EXTEND 24h", "HELP", "SET TEXT-ONLY on", "SET TEXT-ONLY off", "SET TEXT-ONLY on"]
    assert len(world.rows("memo")) == 1


def test_large_answers_have_an_allowance_of_a_day(world: World) -> None:
    """Over it the command is refused kindly, with when the next is free; what is small is answered on."""
    world.settings(limits=Limits(large_answers_per_day=3))
    world.says("Ann", "MAP\nRESEND")
    world.move(hours=1)
    letter = world.says("Ann", "HISTORY\nRULES\nSTATUS\nSEEK Mill")
    assert [answer.code for answer in letter.answers] == ["history-none", "large-used-up", "status"]
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert letter.answers[1].facts["free"] == (world.ctx.now() + timedelta(hours=23)).isoformat()
    assert "Sat 21 Nov" in sent(world)[-1].text
    assert [answer.code for answer in world.says("Bob", "MAP").answers] == ["map"]
    world.move(hours=23)
    assert [answer.code for answer in world.says("Ann", "MAP\nMAP POSTER\nRULES").answers] == [
        "map", "poster-none", "rules",
    ]  # fmt: skip
    assert [answer.code for answer in world.says("Ann", "MAP").answers] == ["large-used-up"]


def test_no_allowance_is_no_limit(world: World) -> None:
    """With 0 in the operator's file everything is answered."""
    world.settings(limits=Limits(large_answers_per_day=0))
    assert [world.says("Ann", "MAP").answers[0].code for _ in range(25)] == ["map"] * 25


# ---- a command that fails ----------------------------------------------------------------------------------


def _raises(*_: object) -> None:
    raise RuntimeError("broken for a test")


def _half_done(asked: object, here: object, _: object) -> None:
    telling.resend(asked, here, _)  # type: ignore[arg-type]
    raise RuntimeError("broken for a test")


def test_a_command_that_fails_costs_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders and other commands of the letter count; its author is told, and the operator gets one memo."""
    monkeypatch.setitem(SEATED, type_of("STATUS"), _raises)
    monkeypatch.setitem(SEATED, type_of("RESEND"), _half_done)
    letter = world.says("Ann", "STATUS\nSEEK Mill\nRESEND\nSET TEXT-ONLY on\nMAP")
    codes = [answer.code for answer in letter.answers]
    assert codes == ["command-failed", "command-failed", "preference-set", "map"]
    assert (letter.verdict, world.order_set("Ann"), world.letters()[-1].status) == (
        "filed",
        ["SEEK Mill"],
        LetterStatus.DONE,
    )
    assert len(world.rows("turn-report")) == 0
    (memo,) = world.facts("memo")
    assert (memo.code, memo.facts["command"], memo.lines[-1]) == (
        "command-failed", "STATUS", "RuntimeError: broken for a test",
    )  # fmt: skip
    assert any("did not carry out" in " ".join(out.text.split()) for out in sent(world) if out.to == (ANN,))


def test_a_command_that_failed_leaves_nothing_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """READY files what silence means and then fails: no order set is on file, and the answer shows none."""
    real = SEATED[type_of("READY")]

    def ready(asked: object, here: object, command: object) -> None:
        real(asked, here, command)  # type: ignore[arg-type]
        raise RuntimeError("broken for a test")

    monkeypatch.setitem(SEATED, type_of("READY"), ready)
    letter = world.says("Ann", "READY\nORDERS")
    assert [answer.code for answer in letter.answers] == ["command-failed", "orders-none"]
    assert (letter.order_set, letter.receipt, world.order_set("Ann")) == ((), None, None)
    receipt = world.says("Ann", "SEEK Mill").receipt
    assert receipt is not None
    assert receipt.number == 1


def test_a_command_that_ends_the_transaction_faults_its_letter(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the letter did before is gone with it: the letter is set aside and told of, and not read for ever."""

    def ends(command_context: CommandContext, *_: object) -> None:
        command_context.session.rollback()
        _raises()

    monkeypatch.setitem(SEATED, type_of("STATUS"), ends)
    world.put(world.raw("SEEK Mill\nSTATUS", to=world.tag("Ann")))
    assert [done.status for done in world.read()] == [LetterStatus.SHUNTED]
    assert world.order_set("Ann") is None
    assert world.acknowledgement().verdict == "faulted"


def test_a_command_beyond_the_limits_of_the_database_costs_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no database that is busy: the letter would be tried for ever, and every one behind it would wait."""

    def beyond(command_context: CommandContext, *_: object) -> None:
        command_context.session.execute(text("SELECT 1" + " UNION ALL SELECT 1" * 5_000))

    monkeypatch.setitem(SEATED, type_of("STATUS"), beyond)
    assert [answer.code for answer in world.says("Ann", "SEEK Mill\nSTATUS").answers] == ["command-failed"]
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_database_that_is_busy_is_no_fault_of_a_commands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The letter waits whole and is acted on later, commands and all."""

    def busy(*_: object) -> None:
        raise OperationalError("", {}, Exception("database is locked"))

    with monkeypatch.context() as broken:
        broken.setitem(SEATED, type_of("STATUS"), busy)
        world.put(world.raw("STATUS\nSEEK Mill", to=world.tag("Ann")))
        assert world.read() == []
        assert (world.letters()[-1].status, world.rows("memo")) == (LetterStatus.KEPT, [])
    world.read()
    assert [answer.code for answer in world.acknowledgement().answers] == ["status"]


def type_of(line: str) -> type[Command]:
    """Return the type of a command."""
    command = COMMANDS.read(line).order
    assert command is not None
    return type(command)


ODD = (
    "VACATION 9999-12-31 9999-12-31",
    "VACATION 0001-01-01 0001-01-01",
    "VACATION 0000-01-01 9999-12-31",
    "VACATION 0001-01-01 9999-12-31",
    "VACATION 31 Dec 9999 1 Jan 0001",
    "VACATION 31.12.9999 31.12.9999",
    "VACATION 2026-02-30 2026-13-01",
    "VACATION 29 Feb 29 Feb",
    "VACATION 9998-12-31 9999-01-01",
    "EXTEND 999w",
    "EXTEND 0h",
    "EXTEND 000000000000000000009w",
    "RESEND TURN 99999999999999999999",
    "RESEND 999",
    f"RESEND TURN {'9' * 450}",
    "CONFIRM 999999999",
    f"CONFIRM {'9' * 450}",
    "CLEAR 99",
    "CLEAR #0",
    "SET ZONE ../../etc/passwd",
    "SET ZONE /",
    "SET ZONE .",
    "SET ZONE posixrules",
    "SET ZONE UTC+99",
    "SET ZONE Factory",
    "SET ZONE Pacific/Apia",
    f"HELP {'9' * 300}",
    "HELP %s{0}",
    "MAP POSTER BLANK",
    "JOIN ٣٣٣",
    "RESEND TURN ²",
    "RESEND TURN ٣",
    "VACATION \u0662\u0660\u0662\u0666-12-24 2027-01-02",
)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_odd_days_and_numbers_fault_nothing(world: World, zone: str) -> None:
    """Days at the ends of the calendar, numbers of any length, odd zones: answered, and orders beside them count."""
    world.settings(limits=Limits(letters_per_hour=0, large_answers_per_day=0))
    world.says("Ann", f"SET ZONE {zone}")
    for line in ODD:
        letter = world.says("Ann", f"{line}\nSEEK Mill\nSTATUS")
        assert letter.verdict == "filed", line
        assert [answer for answer in letter.answers if answer.code == "command-failed"] == [], line
    assert {row.status for row in world.letters()} == {LetterStatus.DONE}


# ---- how large a letter may be -----------------------------------------------------------------------------

LARGEST = 400_000


def test_no_answer_is_larger_than_400_kb(world: World) -> None:
    """Whatever answers come to: the last ones are left out, in words; the order set and its receipt always stand."""
    world.says("Ann", "SEEK Mill")
    rows = tuple(f'{number} <&"ä' * 20 for number in range(400))
    answers = tuple(Answer(command=f"HELP {number}", code="map", lines=rows, facts={"turn": 1}) for number in range(30))
    words = RENDERER.render(replace(world.acknowledgement(), answers=answers))
    (row,) = world.rows("acknowledgement")
    (ready,) = collect(world.store, world.ctx, [row])
    assert isinstance(ready, Envelope)
    assert 50_000 < len(compose(dispatch(world.ctx, ready, words))) < LARGEST
    assert "We left out the rest of the answer" in words.text
    assert "1. SEEK Mill" in words.text or "SEEK Mill" in words.text
    assert "receipt" in words.text


def test_no_memo_is_larger_than_400_kb(world: World) -> None:
    """Thirty long messages to the GM in one letter: the memo shows the first, and where to see all of them."""
    text = "\n".join("PRESS TO GM\n" + ('<&"ä' * 40 + "\n") * 60 + "END" for _ in range(30))
    world.settings(limits=Limits(letter_lines=5_000))
    world.says("Ann", text)
    (memo,) = [out for out in sent(world) if out.to == (GM,)]
    assert len(memo.raw) < LARGEST
    assert "moderator memos shows all of it" in " ".join(memo.text.split())
    with world.store.read() as session:
        assert sum(len(player_memos.notes_of(each)) for _, _, each in player_memos.all_memos(session)) == 30


def test_wait_and_ready_count_in_the_order_in_which_they_are_written(world: World) -> None:
    """The last word counts, and it is the last that is answered."""
    letter = world.says("Ann", "SEEK Mill\nWAIT\nREADY\nWAIT")
    row = world.order_set_row("Ann")
    assert row is not None
    assert (row.wait, letter.answers[-1].command) == (True, "WAIT")
