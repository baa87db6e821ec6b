"""Masked matches: players are their seats until the match is over; ``test_writer_twins`` tries that with everything."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from moderator.core.seats import Observer
from moderator.service import proof
from moderator.service.facts import Acknowledgement
from moderator.service.letter_parts import SeatLine, WaitedFor
from moderator.service.matches import letterhead
from moderator.service.matches.seat_context import SeatContext, seat_row
from moderator.service.outgoing import digests
from moderator.service.overrides.decisions import OverrideError
from moderator.service.pages import desks, gm, press
from moderator.service.pages.desks import OwnSeat
from moderator.service.people import reliability, series
from tests.support.browsers import let_in
from tests.support.harm import RENDERER
from tests.support.masked import CAT, NAMES, begin, override, pass_by, words
from tests.support.world import ANN_AND_BOB, START, World


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a masked match of three."""
    begin(empty_world)
    return empty_world


def people(world: World, seat: str) -> list[tuple[str, str, bool]]:
    """Return who plays, as STATUS tells a seat."""
    (told,) = world.says(seat, "STATUS").answers
    return [(line.seat, line.player, line.masked) for line in told.players]


def minutes(world: World, kind: str) -> list[str]:
    """Return at what times letters of a kind go."""
    return [f"{row.due:%H:%M}" for row in world.rows(kind)]


# ---- names -------------------------------------------------------------------------------------------------------


def test_players_see_themselves_and_nobody_else(world: World) -> None:
    """In STATUS, in the welcome and on their desk alike."""
    told = [("Ann", "", True), ("Bob", "Robert", False), ("Cat", "", True)]
    assert people(world, "Bob") == told
    assert "Who plays: Ann: a masked player" in words(world.says("Bob", "STATUS"))
    (welcome,) = [world.facts_of(row) for row in world.rows("welcome") if row.seat == "Bob"]
    assert "Ann: a masked player Bob: Robert Cat: a masked player The players of this match are masked" in words(
        welcome
    )
    with world.store.read() as session:
        page = desks.seat_page(session, world.ctx, OwnSeat(world.assignment("Bob").player or 0, "hoth", "bob"))
    assert [(line.seat, line.player, line.masked) for line in page.match.seats] == told


def test_spectators_see_seats_and_the_gm_sees_names(world: World) -> None:
    """A seat that a bot holds is nobody's secret."""
    override(world, "REPLACE Cat WITH BOT random")
    with world.store.read() as session:
        match = world.the_match()
        public, of_gm = (letterhead.match_line(session, world.ctx, match, who).seats for who in Observer)
    assert public == (
        SeatLine(seat="Ann", player="", masked=True),
        SeatLine(seat="Bob", player="", masked=True),
        SeatLine(seat="Cat", player="", bot="random"),
    )
    assert [line.player for line in of_gm] == ["Anna", "Robert", ""]


def test_a_name_leads_to_nobody(world: World) -> None:
    """Whether somebody of that name plays or not, the answer is the same."""
    there, elsewhere = (world.says("Bob", f"PRESS TO {name}: hi").answers[0] for name in ("Anna", "Xaver"))
    assert there.code == elsewhere.code == "press-unknown"
    assert there.lines == elsewhere.lines == ("ALL", "GM", "Ann", "Cat")
    said = [world.says("Bob", f"Tell {name}: hi").said for name in ("Anna", "Xaver")]
    assert [[problem.code for line in lines for problem in line.problems] for lines in said] == [[], []]


def test_names_are_told_once_the_match_is_over(world: World) -> None:
    """Everybody who sat behind a mask, in the final report, in STATUS and to spectators."""
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    override(world, "END")
    report = world.facts_of([row for row in world.rows("turn-report") if row.seat == "Bob"][-1])
    assert "BEHIND THE MASKS ---------------- Ann: Anna Bob: Robert Cat: Cathy Cat: Dora" in words(report)
    assert [name for _, name, _ in people(world, "Bob")] == ["Anna", "Robert", "Dora"]
    with world.store.read() as session:
        line = letterhead.match_line(session, world.ctx, world.the_match())
    assert [each.player for each in line.seats] == ["Anna", "Robert", "Dora"]


def test_a_match_that_is_withdrawn_stays_masked(world: World) -> None:
    """It begins anew, with the same people."""
    world.post(RENDERER)
    override(world, "WITHDRAW a wrong address")
    told = [words(world.facts_of(row)) for row in world.rows("turn-report") if row.seat]
    assert len(told) == len(NAMES)
    assert "MASKS" not in "".join(told)


def test_who_takes_a_seat_over_is_not_named(world: World) -> None:
    """Nor who left it, if that was a person."""
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    notice = next(row for row in world.rows("notice") if row.seat == "Bob")
    assert "From now on somebody else plays Cat." in words(world.facts_of(notice))
    override(world, "REPLACE Cat WITH BOT random")
    override(world, 'REPLACE Cat WITH "Eve" eve@pbem.test')
    last = [row for row in world.rows("notice") if row.seat == "Bob"][-1]
    assert "From now on somebody else plays Cat, in place of the moderator (random)." in words(world.facts_of(last))


def test_another_name_is_told_to_its_bearer_alone(world: World) -> None:
    """The GM has corrected it."""
    override(world, 'NAME Cat "Kate"')
    assert [row.seat for row in world.rows("notice")] == ["Cat"]


def test_who_is_back_is_not_named(empty_world: World) -> None:
    """Nor does the list of players show when: nobody sees there that a bot stands in."""
    begin(empty_world, absent="bot")
    pass_by(empty_world, "Ann", "Bob", turns=2)
    assert empty_world.assignment("Cat").bot
    absent = people(empty_world, "Bob")
    empty_world.says("Cat", "STATUS")
    assert people(empty_world, "Bob") == absent
    told = next(row for row in empty_world.rows("notice") if row.seat == "Bob")
    assert "The player of Cat is back and plays again, in place of the moderator (prowler)." in words(
        empty_world.facts_of(told)
    )


def test_letters_of_a_turn_have_one_page_even_if_somebody_came_back(empty_world: World) -> None:
    """The number of a record would tell of the note that somebody is back."""
    empty_world.settings(web="https://desk.test")
    begin(empty_world, absent="bot")
    pass_by(empty_world, "Ann", "Bob", turns=2)
    before = _page(empty_world)
    empty_world.says("Cat", "STATUS")
    after = _page(empty_world)
    assert before == after != ""


def _page(world: World) -> str:
    """Return the address of the page of Bob's newest letter."""
    world.says("Bob", "ORDERS")
    told = world.facts_of(world.rows("acknowledgement")[-1])
    assert isinstance(told, Acknowledgement)
    return told.head.page


def test_a_proof_bears_no_name(world: World) -> None:
    """It may be passed on; the time of the orders stays in it, as their author needs it to check them."""
    told = world.says("Ann", "SEEK Mill")
    block = " ".join(proof.lines(told))
    assert "Anna" not in block
    assert "arrived=2026-11-20T20:00:00Z" in block
    assert ", received Fri 20 Nov 20:00 UTC" in words(told)


# ---- who is ready, and when ------------------------------------------------------------------------------------


def test_nobody_is_told_who_is_ready(world: World) -> None:
    """Players know of themselves; the GM knows of everybody."""
    assert world.says("Ann", "STATUS").standing == WaitedFor(waiting=("Ann",))
    for seat in ("Ann", "Bob", "Cat"):
        told = world.says(seat, "SEEK Mill")
    assert told.standing == WaitedFor()
    assert "you are ready. " in words(told)
    assert "everybody is" in words(world.says("Cat", "READY")), "it is not told that everybody is"
    with world.store.read() as session:
        match = world.the_match()
        bob = SeatContext(session, world.ctx, match, world.assignment("Bob"))
        seen = letterhead.match_line(session, world.ctx, match, "Bob", seated=True)
        of_gm = letterhead.match_line(session, world.ctx, match, Observer.GM, seated=True)
        assert seat_row(bob).all_in is None
    assert (seen.ready, seen.all_in) == ((), None)
    assert (of_gm.ready, of_gm.all_in) == (("Ann", "Bob", "Cat"), START + timedelta(minutes=15))


def test_a_turn_runs_at_a_full_quarter_of_an_hour(world: World) -> None:
    """The pause is as long as ever, and a little longer."""
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Mill")
    world.move(minutes=7)
    world.says("Cat", "SEEK Mill")
    assert world.the_match().ready_at == START + timedelta(minutes=30)


def test_messages_go_at_the_next_quarter_of_an_hour(world: World) -> None:
    """With its answer their author learns when; one that is written at a full quarter goes then."""
    world.says("Ann", "PRESS TO Bob: early")
    world.move(minutes=7)
    told = world.says("Ann", "PRESS TO ALL: late")
    assert minutes(world, "press-letter") == ["20:00", "20:15", "20:15"]
    assert "at the next quarter of an hour, Fri 20 Nov 20:15 UTC: late" in words(told)


def test_nothing_tells_who_wrote_first(world: World) -> None:
    """The same two messages go in one order, whichever came first; what one player writes keeps its order."""
    orders = set()
    for first, second in (("Ann", "Cat"), ("Cat", "Ann")):
        world.post(RENDERER)
        world.clock.time = START + timedelta(minutes=20)
        for seat in (first, second):
            world.says(seat, f"PRESS TO Bob: one of {seat}")
            world.move(minutes=1)
            world.says(seat, f"PRESS TO Bob: two of {seat}")
        world.clock.time = START + timedelta(minutes=31)
        sent = [posted.raw.decode() for posted in world.post(RENDERER) if posted.dispatch.to == ("bob@pbem.test",)]
        orders.add(tuple(line for raw in sent for line in raw.splitlines() if " of " in line and "<" not in line))
    (order,) = orders
    assert [line.split()[0] for line in order] == ["one", "two"] * 2


def test_a_letter_of_a_day_does_not_tell_it_either(world: World) -> None:
    """Its parts stand in the same order."""
    world.says("Bob", "SET DIGEST 07:00")
    told = []
    for first, second in (("Ann", "Cat"), ("Cat", "Ann")):
        world.post(RENDERER)
        world.clock.time = START + timedelta(minutes=20)
        for seat in (first, second):
            world.says(seat, f"PRESS TO Bob: from {seat}")
        world.clock.time = START + timedelta(minutes=31)
        world.post(RENDERER)
        world.clock.time = START + timedelta(hours=12)
        with world.store.write() as session:
            digests.gather(session, world.ctx)
        (letter,) = [posted.raw.decode() for posted in world.post(RENDERER) if posted.dispatch.to == ("bob@pbem.test",)]
        told.append([line for line in letter.splitlines() if line.strip() in ("from Ann", "from Cat")])
    assert told[0] == told[1]


def test_a_message_is_on_no_page_before_it_goes(world: World) -> None:
    """Nor is it counted among what is new; its author sees it at once."""
    let_in(world.store, "public")
    world.move(minutes=1)
    world.says("Ann", "PRESS TO Bob: hello")
    assert _on_desk(world, "Bob") == (0, [])
    assert _on_desk(world, "Ann") == (0, ["hello"])
    world.move(minutes=15)
    assert _on_desk(world, "Bob") == (1, ["hello"])


def _on_desk(world: World, seat: str) -> tuple[int, list[str]]:
    """Return how many messages are new on a player's desk, and those that it shows."""
    player = world.assignment(seat).player or 0
    with world.store.read() as session:
        (line,), _ = desks.lines(session, world.ctx, player)
        page = press.page(session, world.ctx, OwnSeat(player, "hoth", seat.lower()))
    return line.new_messages, [message.text for each in page.correspondences for message in each.messages]


def test_a_message_to_the_gm_goes_at_once_and_says_so(world: World) -> None:
    """The memo does; if it is for others, too, these get it later."""
    world.move(minutes=1)
    assert "at the next quarter of an hour" not in words(world.says("Ann", "PRESS TO GM: Help"))
    assert "Bob, GM at the next quarter of an hour" in words(world.says("Ann", "PRESS TO Bob, GM: Help"))


def test_a_bot_that_stands_in_is_told_by_reports(empty_world: World) -> None:
    """They say for whom the moderator plays, as they do everywhere."""
    begin(empty_world, absent="bot")
    pass_by(empty_world, "Ann", "Bob", turns=2)
    report = [row for row in empty_world.rows("turn-report") if row.seat == "Bob"][-1]
    assert "plays Cat until its player writes again" in words(empty_world.facts_of(report))


def test_votes_are_told_late_and_not_counted(world: World) -> None:
    """All of them, the last one too: a count would tell the order."""
    world.move(minutes=1)
    for seat in ("Ann", "Bob", "Cat"):
        (told,) = world.says(seat, "DRAW").answers
        assert (told.code, told.facts) == ("draw", {})
    assert minutes(world, "notice") == ["20:15"] * 6
    assert world.facts("memo")[-1].code == "draw-agreed"


def test_a_rollback_is_agreed_to_without_a_count(empty_world: World) -> None:
    """That all have agreed shows by itself, as the match goes back at once."""
    begin(empty_world, gm="blind")
    pass_by(empty_world, "Ann", "Bob", "Cat")
    override(empty_world, "ROLLBACK 1")
    told = [empty_world.says(seat, "AGREE ROLLBACK") for seat in ("Ann", "Bob", "Cat")]
    assert [dict(letter.answers[0].facts) for letter in told] == [{}, {}, {"agreed": 1}]


def test_turns_behind_a_mask_count_for_nobody_else(world: World) -> None:
    """Else whose counts change as a masked turn runs would be known; afterwards they count."""
    world.match("endor", seats=(*ANN_AND_BOB, CAT), nights=5, courage=9)
    let_in(world.store, "public")
    let_in(world.store, "public", "endor")
    world.settings(delay=timedelta(0))
    pass_by(world, "Ann", "Bob", "Cat")
    assert _asked_in_all(world, "endor") == 1
    override(world, "END")
    assert _asked_in_all(world, "endor") == 2


def _asked_in_all(world: World, match: str) -> int:
    """Return how many turns everybody may know of in which a player of a match was asked for orders."""
    with world.store.read() as session:
        known = reliability.by_seat(session, world.the_match(match))
        assert reliability.by_seat(session, world.the_match("hoth")).keys() in ({"Ann", "Bob", "Cat"}, set())
    return known["Ann"].asked


def test_a_series_names_masked_players_when_their_match_is_over(empty_world: World) -> None:
    """Until then it names the match alone."""
    begin(empty_world, series="spring", spectators="public")
    assert _table(empty_world) == []
    override(empty_world, "END")
    assert _table(empty_world) == ["Anna", "Cathy", "Robert"]


def _table(world: World) -> list[str]:
    with world.store.read() as session:
        table = series.table(session, world.ctx, "spring")
    assert table is not None
    return sorted(row.name for row in table.rows)


# ---- the GM -----------------------------------------------------------------------------------------------------


def test_the_gm_takes_no_seat_of_a_masked_match(world: World) -> None:
    """The players would have to be told which."""
    with pytest.raises(OverrideError, match="masks keep the players from knowing"):
        override(world, 'REPLACE Cat WITH "Gustav" gm@pbem.test')


def test_players_know_that_the_gm_plays_and_not_where(empty_world: World) -> None:
    """It is blind, as any match of the GM's."""
    begin(empty_world, seats=(*ANN_AND_BOB, replace(CAT, player="Gustav", addresses=("gm@pbem.test",))))
    told = words(empty_world.facts_of(empty_world.rows("welcome")[0]))
    assert "The GM plays one of the seats." in told
    assert "The GM plays Cat" not in told


def test_a_blind_gm_reads_of_seats_alone(empty_world: World) -> None:
    """In memos, on the desk, and in what an override would do."""
    begin(empty_world, gm="blind", absent="gm")
    pass_by(empty_world, "Ann", "Bob", turns=2)
    empty_world.says("Ann", "PRESS TO GM: Who is that?\nEXTEND 24h\nRESIGN")
    told = [words(empty_world.facts_of(row)) for row in empty_world.rows("memo")]
    assert any("Cat has sent no orders for these turns" in each for each in told)
    assert any("Ann wrote to you: " in each and "Ann asks for 24h more." in each for each in told)
    assert "Ann wants to leave the match." in "".join(told)
    assert not [each for each in told for name in (*NAMES, "@pbem.test>") if name in each]
    with empty_world.store.read() as session:
        page = gm.page(session, empty_world.ctx, "hoth")
    assert [line.player for line in page.line.match.seats] == ["", "", ""]
    assert [(each.seat, each.player) for each in page.line.missing] == [("Cat", "")]


def test_a_gm_who_sees_everything_reads_names(empty_world: World) -> None:
    """The masks are the players'."""
    begin(empty_world, absent="gm")
    pass_by(empty_world, "Ann", "Bob", turns=2)
    told = "".join(words(empty_world.facts_of(row)) for row in empty_world.rows("memo"))
    assert "Cathy (Cat) has sent no orders for these turns" in told
    assert "Cat: Cathy <cat@pbem.test>" in told


def test_masks_do_not_come_off_in_the_file(world: World) -> None:
    """A match keeps what it began with."""
    plan = world.the_match().settings
    (told,) = world.differences(replace(plan, masks=False))
    assert "masks stays as it was when the match began" in told
