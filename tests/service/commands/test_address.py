"""A player's change of address: by the player from both addresses, or by the GM where the old one does not object."""

import re
from typing import Any

import pytest
from sqlmodel import col, select

from moderator.service import tags
from moderator.service.admin import housekeeping, personal_data
from moderator.service.commands import address
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Notice
from moderator.service.letter_parts import Answer
from moderator.service.overrides.apply import Applied, apply
from moderator.service.overrides.decisions import OverrideError
from moderator.store import people_queries
from moderator.store.recruiting import Standby
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, AddressChange, Outbox, Player
from tests.support.harm import RENDERER
from tests.support.world import ADDRESS, World

OLD, NEW, WORK = "ann@pbem.test", "carl@new.test", "anna@work.test"
_CODE = re.compile(r"CONFIRM ([a-z2-7]{16})")


def only(world: World, text: str, seat: str = "Ann", **more: Any) -> Answer:  # noqa: ANN401 - of ``says``
    """Let a player write one command; return its answer."""
    (answer,) = world.says(seat, text, **more).answers
    return answer


def do(world: World, *lines: str, name: str = "one", dry_run: bool = False) -> Applied:
    """Apply an override."""
    return apply(world.store, world.ctx, OverridePlan(name=name, match="hoth", lines=lines), dry_run=dry_run)


def question(world: World, to: str) -> Outbox:
    """Return the newest question to an address."""
    return [row for row in world.rows("notice") if row.to == to][-1]


def code(world: World, to: str) -> str:
    """Return the code in the newest question to an address."""
    notice = world.facts_of(question(world, to))
    assert isinstance(notice, Notice)
    return next(found[1] for line in notice.lines if (found := _CODE.fullmatch(line)))


def from_new(world: World, text: str, **more: Any) -> str:  # noqa: ANN401 - of ``raw``
    """Let somebody write from the new address to the plain one; return the verdict."""
    world.put(world.raw(text, NEW, to=ADDRESS, **more))
    return world.read()[-1].verdict


def on_file(world: World, seat: str = "Ann") -> str:
    """Return the address that a seat's player is written to."""
    with world.store.read() as session:
        return people_queries.written_to(session, world.assignment(seat).player)


def said_to(world: World, kind: str = "notice") -> list[tuple[str, str]]:
    """Return code and seat of the letters of a kind."""
    return [(each.code, each.head.seat) for each in world.facts(kind)]


def memos(world: World) -> list[str]:
    """Return the codes of what the GM was told."""
    return [memo.code for memo in world.facts("memo")]


def pass_time(world: World, **by: float) -> int:
    """Let time go by and bring about what nobody objected to."""
    world.move(**by)
    with world.store.write() as session:
        return address.take_effect(session, world.ctx)


def in_two_matches(world: World) -> None:
    """Let Ann's player play another match."""
    seats = (
        SeatPlan(seat="Ann", player="Anna", addresses=(OLD,)),
        SeatPlan(seat="Bob", player="Zoe", addresses=("zoe@pbem.test",)),
    )
    world.match("mill", seats=seats)


# ---- by the player ---------------------------------------------------------------------------------------


def test_both_addresses_are_asked_and_nothing_changes_yet(world: World) -> None:
    """The answer names both; each is sent a question with a code of its own."""
    answer = only(world, f"SET ADDRESS {NEW}")
    assert (answer.code, answer.facts["address"], answer.facts["old"]) == ("address-asked", NEW, OLD)
    assert code(world, OLD) != code(world, NEW)
    assert on_file(world) == OLD


@pytest.mark.parametrize("first", [OLD, NEW])
def test_it_holds_once_both_have_answered(world: World, first: str) -> None:
    """In whichever order they answer; one answer alone does nothing."""
    only(world, f"SET ADDRESS {NEW}")
    codes = {OLD: code(world, OLD), NEW: code(world, NEW)}

    def answer(side: str) -> None:
        if side == OLD:
            only(world, f"CONFIRM {codes[OLD]}")
        else:
            assert from_new(world, f"CONFIRM {codes[NEW]}") == "answered"

    answer(first)
    assert on_file(world) == OLD
    answer(NEW if first == OLD else OLD)
    assert on_file(world) == NEW


@pytest.mark.parametrize("plus", [True, False])
def test_a_bare_confirm_that_answers_the_question_will_do(world: World, plus: bool) -> None:  # noqa: FBT001 - a parameter
    """The Message-ID that it answers is the code, with plus-addresses and without."""
    world.settings(plus_addresses=plus)
    mark = tags.subject_mark(world.ctx, "hoth", "Ann", world.assignment("Ann").key_number, 1)
    only(world, f"SET ADDRESS {NEW}", subject=mark)
    old, new = question(world, OLD), question(world, NEW)
    world.put(world.raw("CONFIRM", OLD, to=world.tag("Ann"), subject=mark, headers=_reply(old)))
    assert from_new(world, "CONFIRM", headers=_reply(new)) == "answered"
    assert on_file(world) == NEW


def _reply(row: Outbox) -> dict[str, str]:
    return {"In-Reply-To": row.message_id}


def test_one_address_cannot_answer_for_the_other(world: World) -> None:
    """Whoever has one code, even twice, has not read the other letter."""
    only(world, f"SET ADDRESS {NEW}")
    for _ in range(2):
        assert only(world, f"CONFIRM {code(world, OLD)}").code == "address-noted"
    assert on_file(world) == OLD


def test_it_holds_in_all_matches_with_new_tags_and_a_letter_each(world: World) -> None:
    """Each match gets one letter, to the new address, with a form that can be answered; the old tags are void."""
    in_two_matches(world)
    old_tags = {match: world.tag("Ann", match) for match in ("hoth", "mill")}
    change(world)
    for match, old_tag in old_tags.items():
        assert world.tag("Ann", match) != old_tag
        world.put(world.raw("SEEK Mill", NEW, to=old_tag))
        assert world.read()[-1].verdict == "held"
        assert world.says("Ann", "SEEK Mill", match=match, sender=NEW).verdict == "filed"
    told = [(notice.head.match, notice.form.reply_to) for notice in _changed(world) if notice.form]
    assert told == [(match, world.tag("Ann", match)) for match in ("hoth", "mill")]


def _changed(world: World) -> list[Notice]:
    return [notice for notice in world.facts("notice") if notice.code == "address-changed"]


def change(world: World) -> None:
    """Let Ann's player change the address."""
    only(world, f"SET ADDRESS {NEW}")
    only(world, f"CONFIRM {code(world, OLD)}")
    from_new(world, f"CONFIRM {code(world, NEW)}")


def test_the_old_address_speaks_for_nobody_afterwards(world: World) -> None:
    """Not even with the new tag; the player's other addresses do as before."""
    change(world)
    world.put(world.raw("SEEK Mill", OLD, to=world.tag("Ann")))
    assert world.read()[-1].verdict == "held"
    assert world.says("Ann", "SEEK Mill", sender=WORK).verdict == "filed"


def test_the_answer_to_the_last_confirm_comes_with_the_new_tag(world: World) -> None:
    """Where the old address answers last, it is told in the form that holds from now on."""
    only(world, f"SET ADDRESS {NEW}")
    from_new(world, f"CONFIRM {code(world, NEW)}")
    told = world.says("Ann", f"CONFIRM {code(world, OLD)}")
    assert [answer.code for answer in told.answers] == ["address-changed"]
    assert told.form is not None
    assert told.form.reply_to == world.tag("Ann")


def test_no_other_player_is_told_and_nobody_is_welcomed(world: World) -> None:
    """The GM gets a memo, Bob nothing."""
    before = len(world.rows("welcome"))
    change(world)
    assert len(world.rows("welcome")) == before
    assert not [row for row in world.rows() if row.seat == "Bob" and row.kind != "welcome"]
    assert memos(world) == ["address-changed"]


def test_the_letter_to_a_new_address_tells_of_no_match_and_no_player(world: World) -> None:
    """It may be a mistyped one: somebody else reads it."""
    only(world, f"SET ADDRESS {NEW}")
    (letter,) = [posted.raw for posted in world.post(RENDERER) if posted.dispatch.to == (NEW,)]
    for secret in ("hoth", "Ann", "Anna", OLD, world.tag("Ann")):
        assert secret.encode() not in letter


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("SET ADDRESS carl", "address-unclear"),
        ("SET ADDRESS carl@", "address-unclear"),
        ("SET ADDRESS carl@localhost", "address-unclear"),
        ("SET ADDRESS cärl@new.test", "address-unclear"),
        ("SET ADDRESS carl@new.test or carl@other.test", "address-unclear"),
        (f"SET ADDRESS {OLD.upper()}", "address-same"),
        ("SET ADDRESS Bob@PBEM.test", "address-taken"),
        (f"SET ADDRESS {ADDRESS}", "address-taken"),
        ("SET ADDRESS moderator+x@pbem.test", "address-taken"),
        ("SET ADDRESS games@alias.test", "address-taken"),
    ],
)
def test_what_cannot_be_an_address_is_refused(world: World, text: str, refused: str) -> None:
    """Nothing is asked of anybody, and the answer tells of nobody."""
    world.settings(aliases=("games@alias.test",))
    answer = only(world, text)
    assert answer.code == refused
    assert not world.rows("notice")
    assert "Robert" not in str(answer)


@pytest.mark.parametrize("written", ["<Carl@New.test>", "Carl <carl@new.test>", "carl@new.test.", "to carl@new.test"])
def test_an_address_may_be_written_as_people_do(world: World, written: str) -> None:
    """With a name, brackets, capital letters or a full stop."""
    assert only(world, f"SET ADDRESS {written}").facts["address"] == NEW


def test_a_newer_change_takes_the_place_of_the_older(world: World) -> None:
    """The answer says so, and the codes of the older one are worth nothing."""
    only(world, f"SET ADDRESS {NEW}")
    stale = code(world, NEW), code(world, OLD)
    answer = only(world, "SET ADDRESS carl@third.test")
    assert (answer.code, answer.facts["before"]) == ("address-asked", NEW)
    assert from_new(world, f"CONFIRM {stale[0]}") != "answered"
    assert only(world, f"CONFIRM {stale[1]}").code == "confirm-nothing"


def test_setting_the_old_address_calls_the_change_off(world: World) -> None:
    """It stays as it is, and is not asked about any more."""
    only(world, f"SET ADDRESS {NEW}")
    answer = only(world, f"SET ADDRESS {OLD}")
    assert (answer.code, answer.facts["before"]) == ("address-kept", NEW)
    assert only(world, f"CONFIRM {code(world, OLD)}").code == "confirm-nothing"


@pytest.mark.parametrize("sender", ["mallory@evil.test", NEW])
def test_who_is_not_proved_can_ask_for_nothing(world: World, sender: str) -> None:
    """A letter from an unknown address is held, even with the seat's tag."""
    world.put(world.raw(f"SET ADDRESS {sender}", sender, to=world.tag("Ann")))
    assert world.read()[-1].verdict == "held"
    world.put(world.raw(f"SET ADDRESS {sender}", OLD, to=ADDRESS))
    world.read()
    assert not world.rows("notice")


def test_a_made_up_code_confirms_nothing(world: World) -> None:
    """Neither from the new address nor from the old one; a held letter is not meant by it either."""
    only(world, f"SET ADDRESS {NEW}")
    world.put(world.raw("SEEK Mill", "ann@hotel.test", to=world.tag("Ann")))
    world.read()
    assert from_new(world, "CONFIRM aaaabbbbccccdddd") != "answered"
    held = world.rows("held")[-1]
    answer = only(world, "CONFIRM aaaabbbbccccdddd", headers=_reply(held))
    assert answer.code == "confirm-nothing"
    assert world.order_set("Ann") is None


@pytest.mark.parametrize(
    "heading", ["-----Original Message-----\nFrom: Moderator", "On Fri, 20 Nov 2026 at 20:00, Moderator wrote:", ""]
)
def test_a_question_that_is_sent_back_below_other_words_is_no_answer(world: World, heading: str) -> None:
    """Not even where nothing marks it as a quote, as some mail programs do."""
    only(world, f"SET ADDRESS {NEW}")
    (asked,) = [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (NEW,)]
    assert from_new(world, f"That is not me!\n\n{heading}\n{asked.words.text}") != "answered"
    assert from_new(world, f"CONFIRM {code(world, NEW)}\n\n{heading}\n{asked.words.text}") == "answered"


def test_an_address_that_becomes_somebody_elses_meanwhile_is_refused_at_the_end(world: World) -> None:
    """Who confirms last learns that it cannot be had; all stays as it was."""
    only(world, f"SET ADDRESS {NEW}")
    from_new(world, f"CONFIRM {code(world, NEW)}")
    do(world, f'REPLACE Bob WITH "Dora" {NEW}')
    assert only(world, f"CONFIRM {code(world, OLD)}").code == "address-taken"
    assert on_file(world) == OLD


def test_another_address_of_the_player_may_become_the_first(world: World) -> None:
    """It is on file already, and is asked like any other."""
    only(world, f"SET ADDRESS {WORK}")
    only(world, f"CONFIRM {code(world, OLD)}")
    only(world, f"CONFIRM {code(world, WORK)}", sender=WORK)
    with world.store.read() as session:
        assert [row.address for row in people_queries.addresses(session, world.assignment("Ann").player or 0)] == [WORK]


def test_strangers_are_not_written_to_without_end(world: World) -> None:
    """A player may ask for five changes in a day."""
    for number in range(5):
        assert only(world, f"SET ADDRESS carl@{number}.test").code == "address-asked"
    assert only(world, "SET ADDRESS carl@6.test").code == "address-too-many"
    world.move(hours=25)
    assert only(world, "SET ADDRESS carl@6.test").code == "address-asked"


def test_a_change_that_nobody_confirms_is_forgotten(world: World) -> None:
    """After 30 days its codes are worth nothing."""
    only(world, f"SET ADDRESS {NEW}")
    world.move(days=31)
    with world.store.write() as session:
        assert housekeeping.give_up_address_changes(session, world.ctx) == 1
    assert from_new(world, f"CONFIRM {code(world, NEW)}") != "answered"


def test_a_change_under_way_is_handed_out_and_erased_with_its_player(world: World) -> None:
    """Both addresses of it are personal data."""
    only(world, f"SET ADDRESS {NEW}")
    with world.store.write() as session:
        known = personal_data.export(session, world.ctx, OLD)
        assert known["address change"]["address"] == NEW
        personal_data.erase(session, world.ctx, OLD)
        assert session.exec(select(AddressChange)).first() is None
        assert not [row for row in session.exec(select(Outbox)) if NEW in row.to]


# ---- by the GM -------------------------------------------------------------------------------------------


def test_a_gms_change_takes_effect_two_days_after_the_old_address_was_told(world: World) -> None:
    """The hours run from when the letter has gone; then the player has a letter with a form at the new address."""
    do(world, f"ADDRESS Ann {NEW}")
    assert pass_time(world, hours=60) == 0  # the letter still waits to go
    world.post(RENDERER)
    assert pass_time(world, hours=47) == 0
    assert on_file(world) == OLD
    assert pass_time(world, hours=1) == 1
    assert on_file(world) == NEW
    (letter,) = [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (NEW,)]
    assert "your address has changed" in letter.words.subject
    assert (letter.to, letter.reply_to) == ((NEW,), world.tag("Ann"))


def test_an_old_address_that_takes_no_letters_cannot_object(world: World) -> None:
    """The hours run from when it was written to."""
    do(world, f"ADDRESS Ann {NEW}")
    with world.store.write() as session:
        asked = session.exec(select(Outbox).where(col(Outbox.to) == OLD)).one()
        asked.status = OutboxStatus.REFUSED
    assert pass_time(world, hours=47) == 0
    assert pass_time(world, hours=1) == 1


def test_a_change_by_the_gm_is_told_to_the_old_address_alone(world: World) -> None:
    """No player reads of it, nor does the new address before it holds."""
    do(world, f"ADDRESS Ann {NEW}")
    assert [(row.kind, row.to) for row in world.rows() if row.kind not in ("welcome", "memo")] == [("notice", OLD)]


def test_the_old_address_stops_it_and_the_gm_is_told(world: World) -> None:
    """With the line that its letter shows."""
    do(world, f"ADDRESS Ann {NEW}")
    world.post(RENDERER)
    notice = world.facts_of(question(world, OLD))
    assert isinstance(notice, Notice)
    assert only(world, notice.lines[0]).code == "address-kept"
    assert "address-kept" in memos(world)
    assert pass_time(world, hours=100) == 0
    assert on_file(world) == OLD


def test_an_objection_counts_although_it_is_not_proved_who_wrote(world: World) -> None:
    """Whoever answers the letter has read it at the old address; that is told in an answer there."""
    world.settings(trust="strict")
    do(world, f"ADDRESS Ann {NEW}")
    asked = question(world, OLD)
    world.put(world.raw(f"SET ADDRESS {OLD}", OLD, to=world.tag("Ann"), headers=_reply(asked)))
    assert world.read()[-1].verdict == "answered"
    assert "address-kept" in memos(world)
    assert [(row.to, world.facts("notice")[-1].code) for row in world.rows("notice")[-1:]] == [(OLD, "address-kept")]


def test_the_old_address_may_agree_at_once(world: World) -> None:
    """The second line that its letter shows is a CONFIRM."""
    do(world, f"ADDRESS Ann {NEW}")
    assert only(world, f"CONFIRM {code(world, OLD)}").code == "address-changed"
    assert on_file(world) == NEW


def test_where_addresses_are_to_be_confirmed_so_is_the_one_that_a_gm_wrote(world: World) -> None:
    """It may be mistyped: nothing secret goes there before somebody has answered from it."""
    world.settings(confirm=True)
    do(world, f"ADDRESS Ann {NEW}")
    world.post(RENDERER)
    pass_time(world, hours=48)
    with world.store.read() as session:
        found = session.exec(select(Address).where(col(Address.address) == NEW)).one()
    assert not found.confirmed


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("ADDRESS Ann", "a seat and one address are needed"),
        ("ADDRESS Ann carl", "a seat and one address are needed"),
        ("ADDRESS Ann carl@new.test carl@other.test", "a seat and one address are needed"),
        ("ADDRESS Zoe carl@new.test", 'no seat "Zoe"'),
        ("ADDRESS Ann ann@pbem.test", "is written to at ann@pbem.test already"),
        ("ADDRESS Ann bob@pbem.test", "cannot be an address of Ann"),
        (f"ADDRESS Ann {ADDRESS}", "cannot be an address of Ann"),
    ],
)
def test_a_gms_line_that_cannot_be_done_says_why(world: World, line: str, complaint: str) -> None:
    """Nothing is asked of anybody."""
    with pytest.raises(OverrideError, match=re.escape(complaint)):
        do(world, line)
    assert not world.rows("notice")


def test_a_dry_run_shows_which_address_is_to_be_whose(world: World) -> None:
    """And changes nothing."""
    shown = do(world, f"ADDRESS Ann {NEW}", dry_run=True)
    assert shown.changes == (f"seat Ann: Anna, {OLD} → Anna, {NEW}, unless {OLD} objects within 48 hours",)
    assert [(notice.head.seat, notice.code, notice.lines) for notice in shown.told] == [("Ann", "address-lost", ())]
    assert not world.rows("notice")


def test_an_override_that_waits_in_part_is_not_told_as_done(world: World) -> None:
    """The GM reads what was done at once and what was not."""
    do(world, f"ADDRESS Ann {NEW}", "EXTEND 6h")
    (memo,) = world.facts("memo")
    assert memo.code == "override-in-part"


def test_a_second_line_of_the_gm_takes_the_place_of_the_first(world: World) -> None:
    """The GM reads that the first is given up."""
    do(world, f"ADDRESS Ann {NEW}")
    again = do(world, "ADDRESS Ann carl@third.test", name="two")
    assert again.warnings == (f"the change of Ann to {NEW} was not yet decided and is given up",)


def test_a_gm_takes_a_change_back_with_the_address_that_holds(world: World) -> None:
    """The player is told that all stays as it is, and nothing happens when the hours are over."""
    do(world, f"ADDRESS Ann {NEW}")
    world.post(RENDERER)
    do(world, f"ADDRESS Ann {OLD}", name="two")
    (told,) = [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (OLD,)]
    assert "your address stays" in told.words.subject
    assert "address-kept" not in memos(world)
    assert pass_time(world, hours=100) == 0
    assert on_file(world) == OLD


def test_replacing_a_player_by_the_same_name_asks_which_is_meant(world: World) -> None:
    """The complaint shows both lines: for another address, and for another person."""
    with pytest.raises(OverrideError) as told:
        do(world, f'REPLACE Ann WITH "anna" {NEW}')
    assert f'"ADDRESS Ann {NEW}"' in str(told.value)
    assert f'REPLACE Ann WITH "anna II" {NEW}' in str(told.value)
    with world.store.read() as session:
        assert [player.name for player in session.exec(select(Player))] == ["Anna", "Robert"]


def test_the_waiting_list_knows_the_new_address(world: World) -> None:
    """An offer to the old one would be lost, or somebody else's to accept; and who is erased is off the list."""
    only(world, "STANDBY")
    only(world, f"SET ADDRESS {NEW}")
    codes = {OLD: code(world, OLD), NEW: code(world, NEW)}
    only(world, f"CONFIRM {codes[OLD]}")
    from_new(world, f"CONFIRM {codes[NEW]}")
    with world.store.write() as session:
        assert session.exec(select(Standby.address)).all() == [NEW]
        personal_data.erase(session, world.ctx, NEW)
        assert session.exec(select(Standby.address)).all() == []
