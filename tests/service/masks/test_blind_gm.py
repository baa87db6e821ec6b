"""A GM from whom a masked match keeps its secrets does not learn who plays: not by memos, by trials, or beside it."""

import pytest
from msgspec.structs import replace

from moderator.service import outbox
from moderator.service.context import OverridePlan
from moderator.service.facts import Memo, TurnReport
from moderator.service.matches import secrecy
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import RefusedError
from tests.service.overrides.test_by_letter import writes as gm_writes
from tests.support.harm import OURS
from tests.support.masked import CAT, begin, pass_by, words
from tests.support.recruits import look, opens, writes
from tests.support.world import ANN_AND_BOB, World

SEATS = ("Red", "Blue", "Green")
"""Those that people have joined in a match that is hidden."""


def dry(world: World, line: str, match: str = "hoth") -> list[str]:
    """Return what the GM is shown of the letters that a line would bring, and of what may not be meant."""
    done = apply(world.store, world.ctx, OverridePlan(name=line, match=match, lines=(line,)), dry_run=True)
    told = [f"{told.head.match} {told.head.seat} {told.head.player}: {words(told)} {told.facts}" for told in done.told]
    return [*told, *(f"{each.head.seat} {each.head.player}" for each in done.messages), *done.changes, *done.warnings]


def hidden(world: World) -> None:
    """Begin a masked and blind match whose people joined it themselves: the GM knows who, and not where."""
    world.settings(authserv_id=OURS)
    opens(world, masks=True, gm="blind")
    for name in ("Dora", "Emil", "Fay"):
        writes(world, name, "JOIN endor")
    look(world)


# ---- what is tried ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ['NAME Red "Q"', "ADDRESS Red q@else.test", "TELL Red: hello"])
def test_a_blind_gm_does_not_try_out_who_plays(empty_world: World, line: str) -> None:
    """What is tried leaves no trace."""
    hidden(empty_world)
    shown = "".join(dry(empty_world, line, "endor")).lower()
    assert not [name for name in ("dora", "emil", "fay") if name in shown]


@pytest.mark.parametrize("line", ['NAME {} "Dora"', 'REPLACE {} WITH "Dora" new@else.test'])
def test_no_seat_answers_otherwise_to_the_name_of_its_player(empty_world: World, line: str) -> None:
    """A refusal or a warning for one seat alone would tell."""
    hidden(empty_world)
    told = [dry(empty_world, line.format(seat), "endor") for seat in SEATS]
    assert len({len(each) for each in told}) == 1


def test_an_address_is_refused_for_every_seat_alike(empty_world: World) -> None:
    """Whether it is the seat's own, or that of another player."""
    hidden(empty_world)
    for seat in SEATS:
        with pytest.raises(RefusedError, match=r"dora@real\.test is the address of somebody, or the moderator's$"):
            dry(empty_world, f"ADDRESS {seat} dora@real.test", "endor")


# ---- what happens beside it --------------------------------------------------------------------------------------


@pytest.fixture
def beside(empty_world: World) -> World:
    """Give a masked and blind match beside an open one in which Cathy plays Ann."""
    begin(empty_world, gm="blind")
    empty_world.match("endor", seats=(replace(CAT, seat="Ann"), ANN_AND_BOB[1]))
    return empty_world


def test_a_name_that_is_corrected_elsewhere_does_not_show_the_gm_a_seat(beside: World) -> None:
    """What the desk shows of a trial."""
    assert not [letter for letter in dry(beside, 'NAME Ann "Kate"', "endor") if letter.startswith("hoth Cat")]


def test_a_name_that_is_corrected_elsewhere_does_not_mail_the_gm_a_seat(beside: World) -> None:
    """And what a letter says of it: "We would write to Ann, Bob and Cat"."""
    gm_writes(beside, 'GM endor\nNAME Ann "Kate"\nEND GM')
    assert "Cat" not in words(beside.facts("memo")[-1]).partition("WHO WOULD BE TOLD")[2]


def test_a_name_that_is_corrected_elsewhere_is_no_correction_here(beside: World) -> None:
    """The others read that in endor Cathy is called Kate now, and in hoth that the GM corrected something then."""
    apply(beside.store, beside.ctx, OverridePlan(name="x", match="endor", lines=('NAME Ann "Kate"',)))
    pass_by(beside, "Ann", "Bob", "Cat")
    hoth = beside.the_match().id
    (report,) = [beside.facts_of(row) for row in beside.rows("turn-report") if (row.seat, row.match) == ("Bob", hoth)]
    assert isinstance(report, TurnReport)
    assert report.corrections.by_gm == 0


# ---- memos -----------------------------------------------------------------------------------------------------


def test_a_memo_on_a_quoted_report_names_nobody(beside: World) -> None:
    """Who quotes a seat's report plays that seat."""
    facts: dict[str, str | int] = {"seat": "Cat", "author": "main:cathy"}
    with beside.store.write() as session:
        outbox.memo(session, beside.ctx, "report-quoted", "key", match="hoth", facts=facts, lines=("a line",))
    with beside.store.read() as session:
        told = secrecy.redact(session, beside.ctx, beside.facts("memo")[-1])
    assert "cathy" not in words(told)


def test_a_memo_on_an_address_that_changed_names_the_seat(beside: World) -> None:
    """The GM asked for it, for a seat."""
    facts: dict[str, str | int] = {"seat": "Cat", "player": "Cathy", "address": "new@else.test", "old": "cat@pbem.test"}
    for code in ("address-changed", "address-kept", "address-gone"):
        with beside.store.write() as session:
            outbox.memo(session, beside.ctx, code, code, match="hoth", facts=facts)
        told = words(beside.facts_of(beside.rows("memo")[-1]))
        assert "Cat" in told
        assert "Cathy" not in told
        assert "@pbem" not in told.replace("moderator@pbem", "")


@pytest.mark.parametrize("code", ["bounce", "letter-refused", "unreachable"])
def test_a_memo_on_a_lost_address_names_the_person_and_not_the_seat(beside: World, code: str) -> None:
    """The GM is to reach them."""
    facts: dict[str, str | int] = {"seat": "Cat", "player": "Cathy", "address": "cat@pbem.test", "kind": "notice"}
    with beside.store.write() as session:
        outbox.memo(session, beside.ctx, code, code, match="hoth", facts=facts)
    told = beside.facts_of(beside.rows("memo")[-1])
    assert isinstance(told, Memo)
    assert told.facts == {name: fact for name, fact in facts.items() if name != "seat"}
    assert words(told)


@pytest.mark.parametrize("line", ["JOIN dagobah", "STANDBY"])
def test_the_gm_can_act_on_a_wish_for_another_match(beside: World, line: str) -> None:
    """Somebody wants a seat elsewhere: the GM has to know who, and not which seat of which match that is."""
    beside.says("Cat", line)
    memo = words(beside.facts_of(beside.rows("memo")[-1]))
    assert "Cathy" in memo
    assert "hoth" not in memo.lower()
    assert "seat: Cat" not in memo


def test_a_wish_with_words_about_the_match_names_the_seat(beside: World) -> None:
    """One memo has both."""
    beside.says("Cat", "JOIN dagobah\nEXTEND 24h")
    memo = words(beside.facts_of(beside.rows("memo")[-1]))
    assert "Cat asks for 24h more" in memo
    assert "Cathy" not in memo


def test_a_gm_who_plays_does_not_hear_at_once_that_a_rival_is_back(empty_world: World) -> None:
    """The other players hear of it at the next quarter of an hour."""
    gm = replace(CAT, player="Gustav", addresses=("gm@pbem.test",))
    begin(empty_world, absent="bot", seats=(*ANN_AND_BOB, gm))
    pass_by(empty_world, "Ann", "Cat", turns=2)
    empty_world.clock.time = empty_world.clock.time.replace(minute=7)
    empty_world.says("Bob", "STATUS")
    (memo,) = [row for row in empty_world.rows("memo") if row.key.startswith("memo:back") or "back:" in row.key]
    assert memo.due.minute == 15


def test_a_gm_who_plays_does_not_hear_at_once_what_the_others_hear_later(empty_world: World) -> None:
    """That a rollback is refused, and the rest of what players have to say."""
    gm = replace(CAT, player="Gustav", addresses=("gm@pbem.test",))
    begin(empty_world, seats=(*ANN_AND_BOB, gm))
    empty_world.move(minutes=1)
    empty_world.says("Bob", "EXTEND 24h")
    assert empty_world.rows("memo")[-1].due.minute == empty_world.rows("memo")[-1].made.minute == 15
