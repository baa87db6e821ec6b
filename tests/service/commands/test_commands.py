"""The service's commands: each understood in any letter beside orders, each with an honest answer."""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from moderator.core.dice import Stream
from moderator.core.game import Section
from moderator.core.seats import Observer
from moderator.language.reading.commands import ALL, Clear
from moderator.rendering.words.local_filters import LocalFilters
from moderator.service.codes import AnswerCode, RefusalCode, Verdict
from moderator.service.commands import dispatch, personal
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import Acknowledgement, PressLetter
from moderator.service.letter_parts import Answer
from moderator.service.matches import matches, order_requests, records, reports
from moderator.service.overrides import apply as overrides
from moderator.store import match_queries
from moderator.store.statuses import RecordKind
from moderator.store.tables import Player
from tests.support.cases import every_case
from tests.support.harm import RENDERER
from tests.support.night_watch import GAME
from tests.support.night_watch.preview import FlightForeseen
from tests.support.world import ANN_AND_BOB, World

TEMPLATES = Path(dispatch.__file__).parents[3] / "templates" / "service"


def only(world: World, text: str, seat: str = "Ann") -> Answer:
    """Let a player write one command; return its answer."""
    (answer,) = world.says(seat, text).answers
    return answer


def test_every_command_has_a_use_case() -> None:
    """What the language reads, the service does: the tables hold every command, once."""
    assert {*dispatch.ANYBODY, *dispatch.SEATED, Clear} == set(ALL)


def test_every_answer_has_its_words() -> None:
    """Every code that a command answers with has a macro in the templates, and no macro is about another."""
    worded = set(re.findall(r"macro ([a-z]\w*)\(", (TEMPLATES / "answers.j2").read_text(encoding="utf-8")))
    assert {code.replace("-", "_") for code in {*AnswerCode, *RefusalCode}} == worded


def test_every_verdict_and_memo_has_its_words() -> None:
    """Every verdict of an acknowledgement and every memo of the desk has a title and a text."""
    verdicts = {*Verdict} - {Verdict.HELD, Verdict.HELD_TOO_MANY, Verdict.UNPROVED_TOO_MANY}
    memos = {
        *("join", "standby", "extend", "resign", "vacation", "press", "draw-agreed", "concede-agreed", "bounce"),
        *("letter-shunted", "command-failed", "wishes"),
        *("dropped-without-seat", "dropped-unknown-match", "dropped-unknown-seat", "dropped-bot-seat"),
        *("dropped-unknown-player", "dropped-seatless-player", "dropped-unknown-kind"),
    }
    for names, codes in (("verdict", verdicts), ("memo", memos)):
        for file in (f"{names}s.j2", f"{names}-titles.j2"):
            worded = set(re.findall(r"macro (\w+)\(", (TEMPLATES / file).read_text(encoding="utf-8")))
            assert {code.replace("-", "_") for code in codes} <= worded, file


def test_commands_stand_beside_orders(world: World) -> None:
    """One letter may hold orders and commands; each command is answered in its order, after the filing."""
    letter = world.says("Ann", "STATUS\nSEEK Mill\nORDERS")
    assert letter.verdict == "filed"
    assert [answer.code for answer in letter.answers] == ["status", "orders"]
    assert letter.answers[0].facts["filed"] == 1
    assert letter.answers[1].lines == ("SEEK Mill",)


def test_help_lists_everything(world: World) -> None:
    """HELP lists the orders of the game and the commands of the service."""
    answer = only(world, "HELP")
    assert "SEEK {place}" in " ".join(answer.lines) or any(line.startswith("SEEK") for line in answer.lines)
    assert any(line.startswith("VACATION") for line in answer.lines)


@pytest.mark.parametrize(
    ("topic", "code"), [("SEEK", "help-topic"), ("wait", "help-topic"), ("dragons", "help-unknown")]
)
def test_help_with_a_word(world: World, topic: str, code: str) -> None:
    """HELP SEEK explains an order, HELP WAIT a command, HELP with any other word lists everything."""
    answer = only(world, f"HELP {topic}")
    assert answer.code == code
    assert answer.lines or answer.orders or answer.explained


def test_help_shows_examples_that_are_legal_on_this_board(world: World) -> None:
    """What HELP offers to copy can be sent as it stands, from this seat, now."""
    red = SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",))
    world.match("rigel", "rebel-commander", (red, SeatPlan(seat="Empire", bot="random")))
    for word in ("MOVE", "BUILD"):
        (answer,) = world.says("Red", f"HELP {word}", match="rigel").answers
        examples = [line.strip() for order in answer.orders for line in order.lines if line.startswith(" ")]
        assert examples
        for example in examples:
            assert world.says("Red", example, match="rigel").verdict == "filed", example


def test_a_letter_is_answered_so_many_commands(world: World) -> None:
    """A thousand messages in one letter are no way to flood another player."""
    letter = world.says("Ann", "\n".join(f"PRESS TO Bob: {number}" for number in range(50)))
    assert [answer.code for answer in letter.answers] == ["press-sent"] * 40 + ["too-many"]
    assert len(world.rows("press-letter")) == 40


def test_a_question_is_answered_once_in_a_letter(world: World) -> None:
    """Each costs the same again; a message goes as often as it is written."""
    letter = world.says("Ann", "STATUS\nHISTORY\nstatus\nHELP SEEK\nHELP FLEE\nPRESS TO Bob: hi\nPRESS TO Bob: hi")
    told = [answer.command for answer in letter.answers]
    assert told[:4] == ["STATUS", "HISTORY", "HELP SEEK", "HELP FLEE"]
    assert [answer.code for answer in letter.answers[4:]] == ["press-sent"] * 2


def test_orders_without_an_order_set_tells_what_silence_means(world: World) -> None:
    """ORDERS with nothing on file says so."""
    assert only(world, "ORDERS").code == "orders-none"


def test_rules_do_not_tell_where_others_begin(world: World) -> None:
    """Units that the operator gave each seat are shown to that seat alone: in fog they are hidden."""
    seats = (
        SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)),
        SeatPlan(seat="Blue", player="Ben", addresses=("blue@pbem.test",)),
        SeatPlan(seat="Empire", bot="random"),
    )
    start = {"Red": {"A3": {"troops": 5}}, "Blue": {"J4": {"troops": 7}}, "Empire": {"F4": {"troops": 9}}}
    world.match("rigel", "rebel-commander", seats, fog=True, start=start)
    (answer,) = world.says("Red", "RULES", match="rigel").answers
    text = "\n".join(answer.lines)
    assert "A3" in text
    assert "J4" not in text
    assert "F4" not in text


def test_rules_tell_the_options_that_are_not_the_usual_ones(world: World) -> None:
    """RULES lists what the match has chosen, with its value; an option that is as always is no news."""
    assert only(world, "RULES").lines == ()
    world.match("rigel", nights=7)
    (answer,) = world.says("Ann", "RULES", match="rigel").answers
    assert answer.lines[0] == "nights = 7"
    assert [line for line in answer.lines if " = " in line] == ["nights = 7"]


def test_rules_tell_an_option_that_the_gm_has_changed(empty_world: World) -> None:
    """The options in force count, not those that the match began with."""
    red = SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",))
    empty_world.match("rigel", "rebel-commander", (red, SeatPlan(seat="Empire", bot="random")))
    plan = OverridePlan(name="longer", match="rigel", lines=("SET OPTION max_turns 40",))
    overrides.apply(empty_world.store, empty_world.ctx, plan)
    (answer,) = empty_world.says("Red", "RULES", match="rigel").answers
    assert answer.lines[0] == "max_turns = 40"


def test_map_shows_the_board_as_the_seat_sees_it(world: World) -> None:
    """MAP answers with the chart of the author's own view."""
    mine, theirs = only(world, "MAP"), only(world, "MAP", "Bob")
    assert mine.code == "map"
    assert mine.lines
    assert mine.lines != theirs.lines


def test_map_poster_sends_the_board_to_hang_on_the_wall(world: World) -> None:
    """As it stands, or empty with markers; a game without a board says so."""
    assert only(world, "MAP POSTER").code == "poster-none"
    seats = (SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="random"))
    world.match("rigel", "rebel-commander", seats)
    (stands,) = world.says("Red", "MAP POSTER", match="rigel").answers
    (blank,) = world.says("Red", "MAP POSTER BLANK", match="rigel").answers
    assert (stands.code, blank.code) == ("poster", "poster-blank")
    assert stands.poster is not None
    assert blank.poster is not None
    assert (bool(stands.poster.markers), bool(blank.poster.markers)) == (False, True)
    assert stands.poster.board.svg != blank.poster.board.svg


def test_preview_moves_nobody_else_and_touches_nothing(world: World) -> None:
    """PREVIEW tells what one's own orders would do, and changes neither the position nor the order set."""
    before = world.the_match().state
    world.says("Ann", "FLEE Market")
    answer = only(world, "PREVIEW")
    assert answer.code == "preview"
    assert [section.key for section in answer.report.sections] == ["foreseen"]
    assert world.the_match().state == before
    assert only(world, "PREVIEW", "Bob").code == "preview-silence"


@pytest.mark.parametrize("letter", ["1. ATTACK A0\nPREVIEW", "PREVIEW\n1. ATTACK A0"])
def test_preview_is_of_the_order_set_in_its_own_letter(world: World, letter: str) -> None:
    """Nothing need be on file before, and it may stand above the orders."""
    seats = (SeatPlan(seat="Red", player="Rae", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="recruit"))
    world.match("endor", "rebel-commander", seats)
    (answer,) = world.says("Red", letter, match="endor").answers
    assert answer.code == "preview"
    assert answer.report.sections[0].facts[0]["number"] == "1"
    assert answer.report.sections[0].facts[0]["type"] == "idle-foreseen"


def test_preview_throws_no_dice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """PREVIEW is answered without any dice, even throwaway ones, and without step on a position."""

    def forbidden(*_: object) -> None:
        raise AssertionError

    world.says("Ann", "SEEK Mill\nFLEE Market")
    for name in ("d", "pick", "weighted"):
        monkeypatch.setattr(Stream, name, forbidden)
    monkeypatch.setattr(type(GAME), "resolve", forbidden)
    assert only(world, "PREVIEW").report.sections


def test_what_a_preview_tells_is_worded_when_it_is_sent(world: World) -> None:
    """The facts of the answer go through the outbox and come out in the game's words."""
    world.says("Ann", "FLEE Market\nPREVIEW")
    row = world.rows("acknowledgement")[-1]
    facts = world.facts_of(row)
    assert isinstance(facts, Acknowledgement)
    (section,) = facts.answers[0].report.sections
    assert section.facts == (FlightForeseen(place="Market", once=True),)


def test_history_and_resend_go_back_to_turns(world: World) -> None:
    """HISTORY lists the turns played, RESEND sends a report again as a letter of its own."""
    assert only(world, "HISTORY").code == "history-none"
    assert only(world, "RESEND").code == "resend-welcome"
    world.says("Ann", "FLEE Market")
    world.move(hours=48)
    world.look()
    (played,) = only(world, "HISTORY").turns
    assert (played.turn, played.seat, played.silent) == (1, "", ("Bob",))
    assert only(world, "RESEND turn 1").code == "resend"
    assert only(world, "RESEND turn 9").code == "resend-none"
    assert [row.seat for row in world.rows("turn-report") if row.key.startswith("resend")] == ["Ann"]


def test_the_writer_sees_how_a_message_begins(world: World) -> None:
    """Where END was forgotten one sees that a line was left out; of a long message the first lines tell enough."""
    assert only(world, "PRESS TO Bob: meet me\nat noon, at the Mill").lines == ("meet me",)
    long = only(world, "PRESS TO Bob\n" + "word " * 200 + "\nEND").lines
    assert (len(long), long[-1]) == (5, "…")


def test_press_to_one_seat(world: World) -> None:
    """A message goes to the seat that was named, word for word, and to nobody else."""
    answer = only(world, "PRESS TO Bob\nMeet me at the {{ Mill }}.\n<b>Alone</b>\nEND")
    assert (answer.code, answer.facts["whom"]) == ("press-sent", "Bob")
    assert answer.lines == ("Meet me at the {{ Mill }}.", "<b>Alone</b>")
    (row,) = world.rows("press-letter")
    (letter,) = world.facts("press-letter")
    assert isinstance(letter, PressLetter)
    assert (row.seat, letter.author, letter.public) == ("Bob", "Ann", False)
    assert letter.text == "Meet me at the {{ Mill }}.\n<b>Alone</b>"
    gone = world.facts_of(row)
    assert isinstance(gone, PressLetter)
    assert gone.form is not None
    assert gone.form.reply_to == world.tag("Bob")


def test_press_to_a_player_by_name(world: World) -> None:
    """Who sits in a seat is known to all, so a message may name the person."""
    answer = only(world, "PRESS TO Robert: good morning")
    assert (answer.code, answer.facts["whom"]) == ("press-sent", "Bob")


def test_press_text_is_never_an_order(world: World) -> None:
    """Orders inside a message are words to somebody else, not orders."""
    world.says("Ann", "PRESS TO Bob\nSEEK Mill\nEND\nSEEK Gate")
    assert world.order_set("Ann") == ["SEEK Gate"]


def test_press_to_all_and_to_the_gm(empty_world: World) -> None:
    """ALL reaches every other person; GM reaches the GM as a memo; bots read nothing."""
    world = empty_world
    world.match(seats=(*ANN_AND_BOB, SeatPlan(seat="Cat", bot="random")))
    answer = only(world, "PRESS TO ALL, GM: Hello")
    assert answer.code == "press-public"
    assert [row.seat for row in world.rows("press-letter")] == ["Bob"]
    assert [memo.lines for memo in world.facts("memo")] == [("Hello",)]
    assert only(world, "PRESS TO Cat: Hello").code == "press-bots"


def test_press_to_nobody_known_is_refused_whole(world: World) -> None:
    """A name that nobody bears stops the whole message, so that it is not half sent."""
    answer = only(world, "PRESS TO Bob, Zoe: Hello")
    assert answer.code == "press-unknown"
    assert "Bob" in answer.lines
    assert world.rows("press-letter") == []
    assert only(world, "PRESS TO Bob").code == "press-empty"


def test_extend_is_a_request_to_the_gm(world: World) -> None:
    """EXTEND moves nothing by itself; the GM gets the lines that would grant it."""
    before = world.the_match().deadline
    assert only(world, "EXTEND 2 days").code == "extend"
    assert world.the_match().deadline == before
    (memo,) = world.facts("memo")
    assert (memo.code, memo.facts["seat"]) == ("extend", "Ann")
    assert memo.lines[-1] == 'do = "EXTEND 2d"'
    for text, line in (("VERLÄNGERE 3 Tage", "3d"), ("VERLÄNGERE 12 Stunden", "12h"), ("VERLÄNGERE 1 Woche", "1w")):
        assert only(world, text).code == "extend"
        assert world.facts("memo")[-1].lines[-1] == f'do = "EXTEND {line}"'


@pytest.mark.parametrize("kind", ["draw", "concede"])
def test_votes_are_counted_by_seat(world: World, kind: str) -> None:
    """A vote is told to the others; it counts once; when every person agrees, the GM is told."""
    assert only(world, kind.upper()).facts == {"votes": 1, "needed": 2}
    assert only(world, kind.upper()).facts == {"votes": 1, "needed": 2}
    (notice,) = world.facts("notice")
    assert (notice.code, notice.head.seat, notice.facts["seat"]) == (f"vote-{kind}", "Bob", "Ann")
    assert only(world, kind.upper(), "Bob").code == f"{kind}-agreed"
    assert [memo.code for memo in world.facts("memo")] == [f"{kind}-agreed"]


def test_resign_is_handed_to_the_gm(world: World) -> None:
    """RESIGN keeps the seat until the GM acts; the memo holds the line that fills it."""
    assert only(world, "RESIGN").code == "resign"
    (memo,) = world.facts("memo")
    assert memo.code == "resign"
    assert memo.lines[-1].startswith('do = "REPLACE Ann WITH BOT ')
    assert world.assignment("Ann").left is None


def test_join_and_standby_are_handed_to_the_gm(world: World) -> None:
    """JOIN and STANDBY of a player go to the GM with name and address."""
    assert only(world, "JOIN endor").code == "join"
    assert only(world, "STANDBY").code == "standby"
    assert [(memo.code, memo.facts["address"]) for memo in world.facts("memo")] == [
        ("join", "ann@pbem.test"),
        ("standby", "ann@pbem.test"),
    ]


def test_a_strangers_wish_to_join_reaches_the_gm_once(world: World) -> None:
    """A stranger is not answered, but the GM hears of the wish, once, in the memo of the day."""
    for _ in range(3):
        world.put(world.raw("JOIN hoth", "zoe@home.test"))
    world.read()
    (memo,) = world.facts("memo")
    assert (memo.code, memo.lines) == ("wishes", ("zoe@home.test: JOIN hoth",))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("SET ZONE America/New_York", "preference-set"),
        ("set timezone europe/berlin", "preference-set"),
        ("SET ZONE Middle Earth", "preference-zone"),
        ("SET TEXT-ONLY on", "preference-set"),
        ("SET ATTACHMENTS off", "preference-set"),
        ("SET JSON on", "preference-set"),
        ("SET JSON xml", "preference-value"),
        ("SET PAPER letter", "preference-set"),
        ("SET PAPER papyrus", "preference-value"),
        ("SET TEXT-ONLY perhaps", "preference-value"),
        ("SET LANGUAGE en", "preference-set"),
        ("SET LANGUAGE tlh", "preference-value"),
        ("SET DIGEST on", "preference-set"),
        ("SET DIGEST at 7 am", "preference-set"),
        ("SET DIGEST whenever", "preference-value"),
    ],
)
def test_preferences(world: World, line: str, code: str) -> None:
    """SET changes what it can and says what could be written where it cannot."""
    answer = only(world, line)
    assert answer.code == code
    assert bool(answer.lines) is (code != "preference-set")


def test_preferences_shape_the_very_answer(world: World) -> None:
    """The acknowledgement of SET already goes by the new preferences."""
    letter = world.says("Ann", "SET ZONE Asia/Tokyo\nSET PAPER letter\nSET TEXT-ONLY yes\nSET ATTACHMENTS no")
    assert (letter.head.zone, letter.head.paper) == ("Asia/Tokyo", "letter")
    assert (letter.head.plain, letter.head.attachments) == (True, False)
    with world.store.read() as session:
        player = session.get_one(Player, world.assignment("Ann").player)
    assert json.loads(player.preferences) == {"paper": "letter", "text_only": True, "attachments": False}


def test_vacation_is_noted_in_the_players_zone(world: World) -> None:
    """VACATION notes the days by the player's own clock and tells the GM."""
    world.says("Ann", "SET ZONE America/New_York")
    answer = only(world, "VACATION 24 Dec 2 Jan")
    assert answer.facts == {"begin": "2026-12-24", "end": "2027-01-02"}
    with world.store.read() as session:
        player = session.get_one(Player, world.assignment("Ann").player)
    assert player.vacation_from == datetime(2026, 12, 24, 5, tzinfo=UTC)
    assert player.vacation_to == datetime(2027, 1, 3, 5, tzinfo=UTC)
    assert [memo.code for memo in world.facts("memo")] == ["vacation"]


@every_case(
    ("text", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24.12.2027", date(2027, 12, 24)),
        ("24. Dezember", date(2026, 12, 24)),
        ("3. Mai", date(2027, 5, 3)),
        ("1. Okt. 2027", date(2027, 10, 1)),
        ("5. März", date(2027, 3, 5)),
        ("24th December", date(2026, 12, 24)),
        ("1. Mar", date(2027, 3, 1)),
        ("Dec 24, 2026", date(2026, 12, 24)),
        ("Aug 1st", date(2027, 8, 1)),
        ("31.2.", None),
        ("2026-13-01", None),
    ],
)
def test_days_as_people_write_them(text: str, day: date | None) -> None:
    """A day without a year is the next such day; a day that there is not is none."""
    assert personal.day(text, date(2026, 11, 20)) == day


def test_a_vacation_that_makes_no_sense_is_asked_again(world: World) -> None:
    """Days in the past, an end before the beginning or far away are not noted; the answer says which it is."""
    turned = only(world, "VACATION 2026-12-24 2026-12-01")
    assert (turned.code, turned.lines) == ("vacation-reversed", ("VACATION 2026-12-01 2026-12-24",))
    assert only(world, "VACATION 10 Jan 2 Jan").lines == ("VACATION 2027-01-02 2027-01-10",)
    assert only(world, "VACATION 2025-01-01 2025-01-02").code == "vacation-past"
    assert only(world, "VACATION 2026-12-24 2028-12-01").code == "vacation-long"
    assert only(world, "VACATION 2026-02-30 2026-12-01").code == "vacation-unclear"
    assert world.rows("memo") == []


def test_a_refused_command_is_marked_under_its_line(world: World) -> None:
    """The transcript shows that a command was not done, counted once; one that was done has no mark."""
    letter = world.says("Ann", "SEEK Mill\nVACATION 2026-12-24 2026-12-01\nSTATUS")
    assert [(line.number, [problem.code for problem in line.problems]) for line in letter.said] == [
        (1, []),
        (2, ["command-refused"]),
        (3, []),
    ]
    assert letter.to_look_at == 1


def test_commands_after_the_end_of_a_match(world: World) -> None:
    """When the match is over, orders are refused kindly and what can be told is told."""
    world.move(hours=48)
    for _ in range(40):
        world.look()
        world.move(hours=48)
    assert world.the_match().status.value == "over"
    letter = world.says("Ann", "SEEK Mill\nSTATUS\nEXTEND 24h\nREADY\nMAP\nPREVIEW")
    assert letter.verdict == "match-over"
    assert letter.form is None
    codes = [answer.code for answer in letter.answers]
    assert codes == ["status", "match-over", "match-over", "map", "preview-not-asked"]


def test_every_command_is_answered_in_one_letter(world: World) -> None:
    """A letter with every command that there is gets one answer, with an entry for each of them in its order."""
    lines = (
        """
        HELP, STATUS, ORDERS, CLEAR 2, UNDO, ADD, WAIT, READY, PREVIEW, MAP, DESK, RESEND, HISTORY, SINCE, MATCHES,
        WATCH endor, RATING, SERIES spring, RULES,
        PRESS TO Bob: Hello
        PROPOSE, VACATION 24 Dec 28 Dec,
        DELEGATE dora@real.test UNTIL 24 Dec, EXTEND 24h, DRAW, CONCEDE, AGREE ROLLBACK, REFUSE ROLLBACK
        RESIGN, JOIN endor, LEAVE endor, WHO endor, INVITE emil@real.test endor, STANDBY, SET PAPER A4, UNSUBSCRIBE,
        TAG NEW, CONFIRM
    """.replace("Hello\n", "Hello,")
        .replace("REFUSE ROLLBACK\n", "REFUSE ROLLBACK,")
        .split(",")
    )
    said = [line.strip() for line in lines]
    letter = world.says("Ann", "SEEK Mill\n" + "\n".join(said))
    assert len(said) == len(ALL)
    assert letter.verdict == "filed"
    assert [answer.command.split()[0] for answer in letter.answers] == [line.split()[0] for line in said]


@pytest.mark.parametrize(("said", "status"), [("EXTEND 2d", "running"), ("RESIGN", "running"), ("DRAW", "over")])
def test_the_gm_can_grant_a_wish_by_pasting_lines(world: World, said: str, status: str) -> None:
    """The lines of a memo, put into config.toml as they are, do what the player asked for."""
    deadline = world.the_match().deadline
    world.says("Ann", said)
    if said == "DRAW":
        world.says("Bob", said)
    lines = world.facts("memo")[-1].lines
    (override,) = tomllib.loads("\n".join(lines))["override"]
    plan = OverridePlan(name=override["id"], match=override["match"], lines=(override["do"],))
    overrides.apply(world.store, world.ctx, plan)
    assert world.the_match().status.value == status
    if said == "EXTEND 2d":
        assert deadline is not None
        assert world.the_match().deadline == deadline + timedelta(days=2)
    if said == "RESIGN":
        assert world.assignment("Ann").bot


@pytest.mark.parametrize(
    ("said", "match", "sent"),
    [("", False, False), ("", True, True), ("SET POSTER ON", False, True), ("SET POSTER OFF", True, False)],
)
def test_a_player_has_the_last_word_about_posters(world: World, said: str, match: bool, sent: bool) -> None:  # noqa: FBT001 - a case
    """The match says whether reports bring a poster, unless the player does."""
    seats = (SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="random"))
    plan = MatchPlan(
        name="rigel", game="rebel-commander", schedule="every 48h", zone="UTC", options={}, seats=seats, poster=match
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)
    if said:
        world.says("Red", said, match="rigel")
    with world.store.read() as session:
        row = matches.find(session, "rigel")
        assert row is not None
        letter = reports.welcome(session, world.ctx, row, order_requests.assignments(session, row)["Red"], 0)
    assert (letter.poster is not None) is sent


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("", False),
        ("SET JSON ON", True),
        ("SET JSON ON\nSET JSON OFF", False),
        ("SET JSON ON\nSET ATTACHMENTS OFF", False),
        ("SET JSON ON\nSET TEXT-ONLY ON", False),
    ],
)
def test_reports_come_for_programs_to_who_asks_for_it(world: World, said: str, sent: bool) -> None:  # noqa: FBT001 - a case
    """As a file of its own, of which the letter tells; never where no files go."""
    world.says("Ann", said or "STATUS")
    world.move(hours=49)
    world.look()
    (words,) = [
        letter.dispatch.words
        for letter in world.post(RENDERER)
        if letter.dispatch.to == ("ann@pbem.test",) and ":turn-report:" in letter.dispatch.feedback_id
    ]
    files = [file for file in words.attachments if file.mime == "application/json"]
    assert [file.name for file in files] == ["hoth-turn-1.json"] * sent
    assert ("for programs" in words.text) is sent


def test_history_tells_what_each_turn_brought_as_its_report_began(world: World) -> None:
    """The line of the last turns, with the game's own facts; older turns keep their line of who and when."""
    seats = (
        SeatPlan(seat="Red", player="Rita", addresses=("rita@pbem.test",)),
        SeatPlan(seat="Blue", player="", bot="random"),
    )
    world.match("stars", game="space-genocide", seats=seats, map_size="small", terrain="none")
    for _ in range(15):
        world.move(hours=48)
        world.look()
    said = world.says("Red", "HISTORY", match="stars", sender="rita@pbem.test")
    letter = records.with_types_of_game(world.ctx.games["space-genocide"], said)
    assert isinstance(letter, Acknowledgement)
    told = letter.answers[0].report.sections
    begun = list(headlines(world, "stars", "Red"))
    assert (len(letter.answers[0].turns), len(told)) == (len(begun), 12)
    assert told == tuple(begun[-12:])
    assert len(set(told)) > 1, "the turns differ"
    words = RENDERER.render(letter)
    assert words.text.partition("The turns so far")[2].count("You have") == sum(bool(section.facts) for section in told)
    assert "<ul></ul>" not in re.sub(r">\s+<", "><", words.html)


def test_history_tells_whose_turn_it_was_in_the_readers_time(world: World) -> None:
    """With one seat after another a turn is played seat by seat; with all at once it is nobody's."""
    seats = (
        SeatPlan(seat="Red", player="Rita", addresses=("rita@pbem.test",)),
        SeatPlan(seat="Blue", player="Bob", addresses=("bob@pbem.test",)),
    )
    world.match("stars", game="space-genocide", seats=seats, map_size="small", terrain="none", tempo="seats")
    for _ in range(3):
        world.move(hours=48)
        world.look()
    said = world.says("Red", "SET ZONE Asia/Tokyo\nHISTORY", match="stars", sender="rita@pbem.test")
    played = said.answers[1].turns
    assert sorted(turn.seat for turn in played) == ["", "Blue", "Red"]
    assert [turn.turn for turn in played] == [0, 1, 1]
    words = RENDERER.render(records.with_types_of_game(world.ctx.games["space-genocide"], said)).text
    for turn in played:
        whose = f"{turn.seat}, " if turn.seat else ""
        assert f"  {turn.turn}  {whose}{LocalFilters('en').when(turn.made, 'Asia/Tokyo')}" in words


def test_an_old_report_names_its_board_by_the_turn_that_came_next(world: World) -> None:
    """As it did when it was new: the board is as the turn left it."""
    seats = (SeatPlan(seat="Red", bot="random"), SeatPlan(seat="Blue", bot="random"))
    world.match("stars", game="space-genocide", seats=seats, map_size="small", terrain="none")
    for _ in range(4):
        world.move(hours=48)
        world.look()
    with world.store.read() as session:
        row = matches.find(session, "stars")
        assert row is not None
        gm = reports.observer(world.ctx, row, Observer.GM)
        letters = [
            reports.turn(session, world.ctx, row, record.number, gm)
            for record in match_queries.records(session, row.id or 0)
            if record.kind is RecordKind.TURN
        ]
    old, newest = letters[1], letters[-1]
    assert (old.resolved_turn, old.board_head.turn) == (1, 2)
    assert newest.board_head == newest.head
    assert "the board before turn 2" in RENDERER.render(old).pictures[0].alt


def test_ready_tells_the_pause_after_which_the_turn_runs(world: World) -> None:
    """Not that it runs as soon as everybody is ready, where it runs a quarter of an hour later."""
    world.settings(delay=timedelta(minutes=15))
    world.says("Ann", "SEEK Mill\nWAIT")
    said = " ".join(RENDERER.render(world.says("Ann", "READY")).text.split())
    assert "The turn runs 15 minutes after everybody is." in said
    world.settings(delay=timedelta(0))
    said = " ".join(RENDERER.render(world.says("Ann", "READY")).text.split())
    assert "The turn runs as soon as everybody is." in said


def test_ready_without_orders_says_of_an_empty_order_set_that_it_is_on_file(world: World) -> None:
    """It was told to be missing, below the words that something was filed."""
    seats = (SeatPlan(seat="Red", player="Rita", addresses=("rita@pbem.test",)), SeatPlan(seat="Blue", bot="random"))
    world.match("stars", game="space-genocide", seats=seats, map_size="small", terrain="none")
    world.move(hours=48)
    world.look()
    said = world.says("Red", "READY", match="stars", sender="rita@pbem.test")
    words = " ".join(RENDERER.render(said).text.split())
    assert "You had no recorded orders, so we recorded that you do nothing new." in words
    assert "Your orders are recorded: nothing new this turn. Orders no. 1" in words
    assert "There are no orders of yours on file" not in words


def headlines(world: World, match: str, seat: str) -> Iterator[Section]:
    """Return how the report of each turn of a match began."""
    with world.store.read() as session:
        row = matches.find(session, match)
        assert row is not None
        to = reports.reader(session, world.ctx, row, order_requests.assignments(session, row)[seat])
        for record in match_queries.records(session, row.id or 0):
            if record.kind is RecordKind.TURN:
                report = reports.turn(session, world.ctx, row, record.number, to).report
                sections = (section for section in report.sections if section.key == "headline")
                yield next(sections, Section("headline", ()))
