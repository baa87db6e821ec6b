"""Matches that people can join by letter: from the announcement to the first turn, with those who turn up."""

import dataclasses
from typing import Any

import pytest
from sqlmodel import select

from moderator.service.admin import personal_data
from moderator.service.context import SeatPlan
from moderator.service.facts import Acknowledgement
from moderator.service.matches.matches import MatchError
from moderator.service.recruiting import musters, open_matches, opening
from moderator.store.statuses import LetterStatus, OpenStatus
from moderator.store.tables import Player
from tests.support.browsers import let_in
from tests.support.harm import OURS
from tests.support.recruits import answer, is_to, look, opens, seated, status, told, writes
from tests.support.world import ANN_AND_BOB, START, World


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a world whose own server vouches for senders."""
    empty_world.settings(authserv_id=OURS)
    return empty_world


# ---- joining and leaving -----------------------------------------------------------------------------------------


def test_a_stranger_lists_the_matches_and_joins_one(world: World) -> None:
    """Without an account, and without the GM."""
    opens(world)
    writes(world, "Dora", "MATCHES")
    assert [line.name for line in answer(world).open] == ["endor"]
    writes(world, "Dora", "Hello,\nJOIN endor\nBye, Dora")
    assert answer(world).code == "open-joined"
    assert answer(world).open[0].people == ("Dora",)
    assert world.rows("acknowledgement")[-1].to == "dora@real.test"


def test_whoever_is_not_proved_real_is_asked_and_joins_by_saying_yes(world: World) -> None:
    """The question goes to the address that the letter claims, once a day."""
    opens(world)
    for _ in range(2):
        writes(world, "Dora", "JOIN endor", vouched=False)
    (asked,) = world.facts("stranger")
    assert (asked.code, asked.facts["line"]) == ("command-question", "JOIN endor")
    assert not world.rows("acknowledgement")
    writes(world, "Dora", "Yes!", vouched=False, answers="command")
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Dora",))


def test_a_question_that_is_answered_too_late_does_nothing(world: World) -> None:
    """Its author is told."""
    opens(world)
    writes(world, "Dora", "JOIN endor", vouched=False)
    world.move(hours=49)
    writes(world, "Dora", "Yes", vouched=False, answers="command")
    assert answer(world).code == "open-over"


def test_a_question_that_is_answered_in_time_counts_though_it_is_read_too_late(world: World) -> None:
    """Nobody loses a place because the moderator was down."""
    opens(world)
    writes(world, "Dora", "JOIN endor", vouched=False)
    world.move(hours=47)
    writes(world, "Dora", "Yes", vouched=False, answers="command", lies=24)
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Dora",))


def test_a_question_that_is_answered_with_no_does_nothing(world: World) -> None:
    """Somebody else may have written in this name."""
    opens(world)
    writes(world, "Dora", "JOIN endor", vouched=False)
    writes(world, "Dora", "No", vouched=False, answers="command")
    assert not world.rows("acknowledgement")
    writes(world, "Emil", "WHO endor")
    assert answer(world).open[0].people == ()


def test_fifty_addresses_are_asked_a_day(world: World) -> None:
    """Somebody else may have written in their names."""
    opens(world)
    for number in range(52):
        writes(world, f"Dora{number}", "JOIN endor", vouched=False)
    assert len(world.rows("stranger")) == 50


def test_a_player_joins_in_a_letter_of_another_match(world: World) -> None:
    """Whoever plays is known."""
    world.match()
    opens(world)
    world.says("Ann", "SEEK Mill\nJOIN endor")
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Anna",))


def test_who_joins_when_all_places_are_taken_waits_for_one(world: World) -> None:
    """And gets the place of the first who leaves."""
    opens(world, start=START.replace(month=12))
    for name in ("Dora", "Emil", "Fay", "Gus"):
        writes(world, name, "JOIN endor")
    assert (answer(world).code, answer(world).open[0].waiting) == ("open-queued", 1)
    writes(world, "Emil", "LEAVE endor")
    assert answer(world).code == "open-left"
    assert answer(world).open[0].people == ("Dora", "Fay", "Gus")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("JOIN endor SEAT Mauve", "open-seat"),
        ("LEAVE endor", "open-not-in"),
        ("INVITE emil@real.test endor", "open-not-in"),
    ],
)
def test_what_cannot_be_done_is_said(world: World, text: str, code: str) -> None:
    """With what to write instead."""
    opens(world)
    writes(world, "Dora", text)
    assert answer(world).code == code


def test_a_match_may_ask_for_people_who_have_finished_one(world: World) -> None:
    """Whoever has not is told, and is not on the list."""
    opens(world, asks=1)
    writes(world, "Dora", "JOIN endor")
    assert answer(world).code == "open-asks"
    assert answer(world).open[0].people == ()


def test_joining_twice_changes_the_wish_alone(world: World) -> None:
    """The place in the list stays."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Emil", "JOIN endor")
    writes(world, "Dora", "JOIN endor AS gold")
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined-before", ("Dora", "Emil"))


# ---- invitations -------------------------------------------------------------------------------------------------


def test_who_has_joined_invites_one_person_a_day(world: World) -> None:
    """Who is invited joins by saying yes."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    assert answer(world).code == "invited"
    writes(world, "Dora", "INVITE fay@real.test")
    assert answer(world).code == "invite-used-up"
    writes(world, "Emil", "YES", vouched=False, answers="invitation")
    assert answer(world).open[0].people == ("Dora", "Emil")


def test_a_refusal_holds_and_is_told_to_nobody(world: World) -> None:
    """Whoever invited is answered as if the letter had gone."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    writes(world, "Emil", "NO", vouched=False, answers="invitation")
    world.move(days=8)
    writes(world, "Dora", "INVITE emil@real.test endor")
    assert answer(world).code == "invited"
    assert [each.code for each in world.facts("stranger")] == ["invitation", "invitation-declined"]


def test_an_invitation_is_good_for_seven_days(world: World) -> None:
    """Then another one may be sent."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    world.move(days=8)
    writes(world, "Emil", "YES", vouched=False, answers="invitation")
    assert answer(world).code == "open-over"
    writes(world, "Dora", "INVITE emil@real.test endor")
    assert [each.code for each in world.facts("stranger")] == ["invitation", "invitation"]


# ---- the muster --------------------------------------------------------------------------------------------------


def test_a_match_that_fills_within_a_day_begins_at_once(world: World) -> None:
    """All of its people have just been heard of. Wishes are granted in the order in which they came."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Emil", "JOIN endor SEAT Gold")
    look(world)
    assert status(world) is OpenStatus.OPEN
    writes(world, "Fay", "JOIN endor SEAT Gold")
    look(world)
    assert status(world) is OpenStatus.BEGUN
    assert seated(world) == {"Red": "Dora", "Blue": "Fay", "Gold": "Emil"}
    assert [row.seat for row in world.rows("welcome")] == ["Red", "Blue", "Gold"]


def test_a_welcome_is_whole_since_every_address_is_proved(world: World) -> None:
    """Also where the operator has new addresses confirmed."""
    world.settings(confirm=True)
    opens(world, most=2)
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor")
    look(world)
    (welcome, _) = world.rows("welcome")
    assert not world.facts_of(welcome).confirm  # type: ignore[union-attr]


def test_people_who_joined_long_ago_are_asked_whether_they_are_there(world: World) -> None:
    """One who does not turn up is replaced by the next who waits for a place."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Emil", "JOIN endor")
    world.move(days=9)
    writes(world, "Fay", "JOIN endor")
    look(world)
    assert (status(world), told(world, "Dora"), told(world, "Fay")) == (OpenStatus.MUSTERED, ["muster"], [])
    writes(world, "Gus", "JOIN endor")
    writes(world, "Dora", "yes", vouched=False, answers="muster")
    assert answer(world).code == "open-here"
    look(world)
    assert status(world) is OpenStatus.BEGUN, "three are there, Gus for Emil"
    assert set(seated(world).values()) == {"Dora", "Fay", "Gus"}
    assert told(world, "Emil")[-1] == "open-missed"


def test_who_cannot_play_after_all_says_no(world: World) -> None:
    """And is off the list at once."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    world.move(days=9)
    for name in ("Emil", "Fay"):
        writes(world, name, "JOIN endor")
    look(world)
    writes(world, "Dora", "no thanks", vouched=False, answers="muster")
    assert answer(world).code == "open-left"


def test_with_a_date_the_muster_is_a_day_before_and_the_match_begins_on_time(world: World) -> None:
    """The moderator wakes up for both."""
    start = START.replace(day=25)
    opens(world, start=start)
    for name in ("Dora", "Emil", "Fay", "Gus"):
        writes(world, name, "JOIN endor")
    with world.store.read() as session:
        assert musters.next_look(session, world.ctx) == start - musters.PATIENCE
    world.move(days=4)
    look(world)
    assert [told(world, name) for name in ("Dora", "Gus")] == [["muster"], ["muster-waiting"]]
    for name in ("Dora", "Emil", "Fay"):
        writes(world, name, "Yes", answers="muster")
    writes(world, "Gus", "Yes please", answers="muster-waiting")
    with world.store.read() as session:
        assert musters.next_look(session, world.ctx) == start
    look(world)
    assert status(world) is OpenStatus.MUSTERED
    world.move(days=1)
    look(world)
    assert sorted(seated(world).values()) == ["Dora", "Emil", "Fay"]
    assert told(world, "Gus")[-1] == "open-full"
    world.says("Red", "STATUS", match="endor", sender="dora@real.test")


@pytest.mark.parametrize(
    ("short", "then"), [("bots", OpenStatus.BEGUN), ("off", OpenStatus.OFF), ("wait", OpenStatus.OPEN)]
)
def test_a_match_chooses_what_happens_when_too_few_are_there(world: World, short: str, then: OpenStatus) -> None:
    """Bots fill the places, it is called off, or it waits for more people."""
    opens(world, short=short, least=3)
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor")
    world.move(days=9)
    writes(world, "Fay", "JOIN endor")
    look(world)
    writes(world, "Emil", "Yes", answers="muster")
    world.move(hours=25)
    look(world)
    assert status(world) is then
    last = {name: told(world, name)[-1:] for name in ("Dora", "Emil", "Fay")}
    match short:
        case "bots":
            assert sorted(seated(world).values()) == ["Emil", "Fay", "bot"]
            assert last == {"Dora": ["open-missed"], "Emil": ["muster"], "Fay": []}
        case "off":
            assert last == {"Dora": ["open-off"], "Emil": ["open-off"], "Fay": ["open-off"]}
        case _:
            assert last == {"Dora": ["open-missed"], "Emil": ["open-waits"], "Fay": ["open-waits"]}
            writes(world, "Dora", "WHO endor")
            assert answer(world).open[0].people == ("Emil", "Fay")


def test_a_match_that_nobody_joins_is_called_off_at_its_date(world: World) -> None:
    """The GM is told."""
    opens(world, start=START.replace(day=25))
    for _ in range(2):
        world.move(days=4)
        look(world)
    assert status(world) is OpenStatus.OFF
    assert [memo.code for memo in world.facts("memo")] == ["match-open", "open-off"]


def test_a_wish_is_not_granted_with_which_the_game_cannot_be_played(world: World) -> None:
    """In Buck Rogers with two players, Blue and Purple are one side."""
    opens(world, game="buck-rogers", least=2, most=2)
    writes(world, "Dora", "JOIN endor SEAT Purple")
    writes(world, "Emil", "JOIN endor SEAT Blue")
    look(world)
    assert seated(world) == {"Purple": "Dora", "Red": "Emil"}


# ---- what the operator writes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"most": 5}, "most = 5, but 4 seats are free"),
        ({"least": 4, "most": 3}, "least = 4 is more than most = 3"),
        ({"least": 1}, "with 1 of the 4 free seats filled"),
        ({"start": START}, "its start is past"),
    ],
)
def test_a_match_that_could_not_begin_is_not_opened(world: World, changes: dict[str, Any], wrong: str) -> None:
    """What is wrong is said before anybody joins."""
    world.move(days=1)
    with pytest.raises(MatchError, match=wrong):
        opens(world, **changes)


def test_a_name_is_opened_once(world: World) -> None:
    """Not beside a match, nor beside an open one."""
    opens(world)
    with pytest.raises(MatchError, match="is open already"):
        opens(world)


def test_seats_that_are_taken_from_the_start_stay_so(world: World) -> None:
    """Whoever has one need not join."""
    ann = SeatPlan(seat="Red", player="Ann", addresses=("ann@real.test",))
    opens(world, seats=(ann,), most=2, least=1)
    writes(world, "Dora", "JOIN endor SEAT Red")
    assert answer(world).code == "open-seat"
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor")
    look(world)
    assert seated(world) == {"Red": "Ann", "Blue": "Dora", "Green": "Emil"}


def test_calling_a_match_off_tells_all_who_joined_why(world: World) -> None:
    """And nobody can join it any more."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    with world.store.write() as session:
        row = open_matches.lock(session, world.ctx, "endor")
        assert row is not None
        opening.call_off(session, world.ctx, row, "The club is on holiday.")
    assert told(world, "Dora") == ["open-off"]
    writes(world, "Dora", "WHO endor")
    assert answer(world).code == "open-unknown"


def test_letters_of_strangers_are_answered_ten_times_a_day(world: World) -> None:
    """Then they are filed as before."""
    opens(world)
    for _ in range(10):
        writes(world, "Dora", "MATCHES")
    assert len(world.rows("acknowledgement")) == 10
    writes(world, "Dora", "MATCHES")
    assert len(world.rows("acknowledgement")) == 10
    assert world.letters()[-1].status is LetterStatus.IGNORED


# ---- what is kept about people -----------------------------------------------------------------------------------


def test_who_has_joined_is_exported_and_erased(world: World) -> None:
    """Nobody has to have a seat for that. A place in the list is free again."""
    opens(world)
    writes(world, "Dora", "JOIN endor SEAT Gold")
    with world.store.write() as session:
        (joined,) = personal_data.export(session, world.ctx, "dora@real.test")["open matches"]
        assert (joined["match"], joined["seat"]) == ("endor", "Gold")
        personal_data.erase(session, world.ctx, "dora@real.test")
    writes(world, "Emil", "JOIN endor")
    assert answer(world).open[0].people == ("Emil",)


def test_a_match_that_cannot_begin_is_told_to_the_gm_once_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again at every look, and begins once the fault is mended."""

    def broken(*_: object) -> None:
        raise ValueError("broken for a test")

    opens(world, most=2)
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor")
    with monkeypatch.context() as patch:
        patch.setattr("moderator.service.recruiting.places.fill", broken)
        for _ in range(2):
            assert list(musters.settle(world.store, world.ctx)) == ["endor"]
    assert [memo.code for memo in world.facts("memo")] == ["match-open", "open-failed"]
    look(world)
    assert status(world) is OpenStatus.BEGUN


# ---- as people write ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "yes, i'm here",
        "YES",
        "Y",
        "ok!",
        "Hi,\nYes :-)\n\nSent from my iPhone",
        "Sure, count me in",
        "Ja, gerne!",
        "Yes please\n\nOn Friday the moderator wrote:\n> If not, answer\n> NO.",
        "yep\n\n-----Original Message-----\nIf you cannot play after all, answer\nNO.",
    ],
)
def test_a_yes_is_a_yes_however_it_is_written(world: World, text: str) -> None:
    """What is quoted below it counts for nothing."""
    mustered(world)
    writes(world, "Dora", text, vouched=False, answers="muster")
    assert answer(world).code == "open-here"


@pytest.mark.parametrize("text", ["No", "no thanks", "No, sorry, I can't", "Nope", "NO PLEASE", "Nein", "Nein danke"])
def test_a_no_is_a_no(world: World, text: str) -> None:
    """Whoever cannot play is off the list."""
    mustered(world)
    writes(world, "Dora", text, vouched=False, answers="muster")
    assert answer(world).code == "open-left"


@pytest.mark.parametrize("text", ["No problem, count me in!", "I'm here", "What is this?", "Nein, kein Problem!"])
def test_what_may_mean_either_is_asked_back(world: World, text: str) -> None:
    """Nobody loses a place by it, and nobody is told that they have no seat."""
    mustered(world)
    writes(world, "Dora", text, vouched=False, answers="muster")
    assert answer(world).code == "open-unclear"
    writes(world, "Dora", "YES", vouched=False, answers="muster")
    assert answer(world).code == "open-here"


def mustered(world: World) -> None:
    """Let Dora be asked whether she is there."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    world.move(days=3)
    for name in ("Emil", "Fay"):
        writes(world, name, "JOIN endor")
    look(world)


def test_a_letter_may_answer_and_ask_at_once(world: World) -> None:
    """The commands below the answer are carried out, too."""
    mustered(world)
    writes(world, "Dora", "YES\nJOIN endor SEAT Gold\nWHO endor", vouched=False, answers="muster")
    told_all: Acknowledgement = world.acknowledgement()
    assert [each.code for each in told_all.answers] == ["open-here", "open-here", "open-who"]


def test_whoever_was_handed_a_question_cannot_answer_it(world: World) -> None:
    """An invitation is for the address that it went to."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    asked = next(row for row in world.rows("stranger") if row.key.startswith("ask:invitation"))
    headers = {"In-Reply-To": asked.message_id}
    world.put(world.raw("Yes", "Zoe <zoe@real.test>", headers=headers))
    world.read()
    writes(world, "Dora", "WHO endor")
    assert answer(world).open[0].people == ("Dora",)


def test_orders_in_a_thread_with_a_question_are_orders(world: World) -> None:
    """A letter to the reply address of a seat is about that seat."""
    world.match()
    opens(world, most=2)
    world.says("Ann", "JOIN endor")
    world.move(days=1.5)
    writes(world, "Emil", "JOIN endor")
    look(world)
    asked = next(row for row in world.rows("notice") if row.key.startswith("ask:muster"))
    world.says("Ann", "SEEK Mill\nPRESS TO Bob\nyes\nEND", headers={"References": asked.message_id})
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert answer(world).code == "press-sent"


def test_a_newcomer_joins_and_invites_in_one_letter(world: World) -> None:
    """From the first line on, the newcomer is a player."""
    opens(world)
    writes(world, "Dora", "JOIN endor\nINVITE emil@real.test endor")
    assert [each.code for each in world.acknowledgement().answers] == ["open-joined", "invited"]


def test_who_cannot_join_becomes_no_player(world: World) -> None:
    """Nothing is kept about them."""
    opens(world)
    writes(world, "Dora", "JOIN endor SEAT Mauve")
    with world.store.read() as session:
        assert not session.exec(select(Player)).all()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("GM", "Player"),
        ("Battle Moderator", "Player"),
        ("Blue", "Player"),
        ("Visit http://spam.example now", "Player"),
        ("x" * 900, "x" * 40),
        ("[/red] Ann", "red Ann"),
        ("Dora", "Dora 2"),
    ],
)
def test_no_name_misleads_or_advertises(world: World, name: str, shown: str) -> None:
    """Everybody sees the names of those who have joined."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    raw = world.raw(
        "JOIN endor",
        f'"{name}" <emil@real.test>',
        headers={"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"},
    )
    world.put(raw)
    world.read()
    assert answer(world).open[0].people == ("Dora", shown)


def test_nobody_is_invited_twice_in_a_week(world: World) -> None:
    """Whoever asks; and whoever has joined is not invited. The one who asks is told the same each time."""
    opens(world)
    for name in ("Dora", "Emil", "Fay"):
        writes(world, name, "JOIN endor")
    for name, whom in (("Dora", "gus"), ("Emil", "gus"), ("Fay", "dora")):
        writes(world, name, f"INVITE {whom}@real.test endor")
        assert answer(world).code == "invited"
    assert [each.code for each in world.facts("stranger")] == ["invitation"]


@pytest.mark.parametrize("said", ["NO", ""])
def test_a_refusal_uses_nothing_up(world: World, said: str) -> None:
    """What the one who invites can do next is the same whether somebody refused or is silent."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    world.move(hours=20)
    if said:
        writes(world, "Emil", said, vouched=False, answers="invitation")
    world.move(hours=5)
    codes = []
    for whom in ("fay", "gus"):
        writes(world, "Dora", f"INVITE {whom}@real.test endor")
        codes.append(answer(world).code)
    world.move(days=8)
    for whom in ("emil", "hal"):
        writes(world, "Dora", f"INVITE {whom}@real.test endor")
        codes.append(answer(world).code)
    assert codes == ["invited", "invite-used-up", "invited", "invite-used-up"]


def test_a_match_of_a_game_that_is_gone_stops_no_other(world: World) -> None:
    """It waits until the game is back."""
    opens(world, name="bespin", most=2)
    opens(world, game="night-watch", most=2, least=2)
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN bespin")
    world.ctx = dataclasses.replace(world.ctx, games={k: v for k, v in world.ctx.games.items() if k != "night-watch"})
    look(world)
    assert status(world, "bespin") is OpenStatus.BEGUN


def test_without_proofs_a_member_is_asked_each_time_and_lists_are_sent_once_a_day(empty_world: World) -> None:
    """Where our own server vouches for nobody."""
    opens(empty_world)
    writes(empty_world, "Dora", "MATCHES", vouched=False)
    assert [line.name for line in answer(empty_world).open] == ["endor"]
    writes(empty_world, "Dora", "JOIN endor", vouched=False)
    writes(empty_world, "Dora", "Yes", vouched=False, answers="command")
    for text in ("LEAVE endor", "INVITE emil@real.test endor"):
        writes(empty_world, "Dora", text, vouched=False)
        assert empty_world.facts("stranger")[-1].facts["line"].startswith(text.split()[0])
    writes(empty_world, "Dora", "Yes", vouched=False, answers="command")
    assert answer(empty_world).code == "invited"


def test_a_date_that_passes_with_too_few_is_told_and_the_match_begins_with_enough(world: World) -> None:
    """It waits, and what is said of it is true again."""
    opens(world, start=START.replace(day=25), short="wait", least=2, most=4)
    writes(world, "Dora", "JOIN endor")
    world.move(days=4)
    look(world)
    writes(world, "Dora", "yes", answers="muster")
    world.move(days=1)
    look(world)
    assert told(world, "Dora")[-1] == "open-waits"
    writes(world, "Emil", "JOIN endor")
    assert answer(world).open[0].waited
    look(world)
    assert status(world) is OpenStatus.BEGUN
    assert sorted(seated(world).values()) == ["Dora", "Emil"]


def test_the_gm_begins_a_match_with_those_who_have_joined(world: World) -> None:
    """Whether it is full or not."""
    opens(world, least=2)
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor")
    with world.store.write() as session:
        row = open_matches.lock(session, world.ctx, "endor")
        assert row is not None
        opening.begin_now(session, world.ctx, row)
    look(world)
    assert sorted(seated(world).values()) == ["Dora", "Emil"]


def test_a_stranger_joins_by_a_subject_alone(world: World) -> None:
    """As people write on a phone."""
    opens(world)
    headers = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    world.put(world.raw("", "Dora <dora@real.test>", subject="Join endor", headers=headers))
    world.read()
    assert answer(world).code == "open-joined"


def test_who_was_only_invited_is_exported_and_erased(world: World) -> None:
    """And a refusal holds all the same: it bears no address."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    writes(world, "Emil", "NO", vouched=False, answers="invitation")
    with world.store.write() as session:
        assert len(personal_data.export(session, world.ctx, "emil@real.test")["answers"]) == 2
        personal_data.erase(session, world.ctx, "emil@real.test")
    with world.store.read() as session, pytest.raises(personal_data.UnknownPersonError):
        personal_data.export(session, world.ctx, "emil@real.test")
    world.move(days=8)
    writes(world, "Dora", "INVITE emil@real.test endor")
    assert not [row for row in world.rows() if row.to == "emil@real.test"]


def test_those_who_have_joined_are_known_by_how_they_play(world: World) -> None:
    """It is shown of those who have played here where spectators may look; of newcomers nothing is said."""
    world.match(nights=2, courage=9)
    let_in(world.store, "public")
    opens(world)
    world.says("Ann", "SEEK Mill\nJOIN endor")
    world.says("Bob", "SEEK Mill")
    world.move(hours=49)
    world.look()
    writes(world, "Dora", "JOIN endor")
    line = answer(world).open[0]
    assert [(name, known.asked) for name, known in zip(line.people, line.reliability, strict=True)] == [
        ("Anna", 1),
        ("Dora", 0),
    ]


# ---- players who mean no seat of theirs --------------------------------------------------------------------------

DORA = SeatPlan(seat="Bob", player="Dora", addresses=("dora@real.test",))


def test_a_visitor_has_no_seats(world: World) -> None:
    """Those of bots are nobody's."""
    world.match(seats=(ANN_AND_BOB[0], SeatPlan(seat="Bob", bot="random")))
    writes(world, "Dora", "MATCHES")
    assert answer(world).seats == ()


def answers(world: World) -> list[tuple[str, str]]:
    """Return the commands that the newest answer accounts for, and what it says of each."""
    return [(told.command, told.code) for told in world.acknowledgement().answers]


def wishes(world: World) -> list[str]:
    """Return what the GM's memo of the day lists of people whom nobody knows."""
    return [line for memo in world.facts("memo") if memo.code == "wishes" for line in memo.lines]


MIX = "JOIN endor\nSTANDBY\nJOIN hoth\nLEAVE hoth\nWHO hoth\nINVITE emil@real.test\nMATCHES\nSTATUS\nSET ZONE UTC\nHELP"
ALL_OF_IT = [
    *(("JOIN endor", "open-joined"), ("STANDBY", "standby"), ("JOIN hoth", "join"), ("LEAVE hoth", "open-unknown")),
    *(("WHO hoth", "open-unknown"), ("INVITE emil@real.test", "open-unknown"), ("MATCHES", "matches")),
    *(("STATUS", "needs-seat"), ("SET ZONE UTC", "needs-seat"), ("HELP", "help")),
]


def test_a_visitor_is_heard_out(world: World) -> None:
    """One letter answers every line, whether or not it is about a match that people can join; the GM hears of one."""
    world.match()
    opens(world)
    writes(world, "Dora", MIX)
    assert answers(world) == ALL_OF_IT
    assert (world.facts("stranger"), wishes(world)) == ([], ["dora@real.test (Dora): JOIN hoth"])


@pytest.mark.parametrize("line", ["JOIN hoth", "LEAVE hoth", "WHO hoth", "INVITE emil@real.test endor"])
def test_a_visitor_is_answered_about_matches_that_nobody_can_join(world: World, line: str) -> None:
    """Also if the letter says nothing else."""
    world.match()
    opens(world)
    writes(world, "Dora", line)
    codes = {"JOIN hoth": "join", "INVITE emil@real.test endor": "open-not-in"}
    assert answers(world) == [(line, codes.get(line, "open-unknown"))]


def test_what_stands_beside_a_question_is_answered_with_it(world: World) -> None:
    """A yes proves who wrote the whole letter. Until then nothing of it is done, and the GM hears of the wishes."""
    world.match()
    opens(world)
    opens(world, name="dagobah")
    writes(world, "Dora", "JOIN endor\nSTANDBY\nJOIN hoth\nJOIN dagobah\nSTATUS", vouched=False)
    assert [told.facts["line"] for told in world.facts("stranger")] == ["JOIN endor", "JOIN dagobah"]
    assert (world.rows("acknowledgement"), wishes(world)) == ([], ["dora@real.test (Dora): STANDBY, JOIN hoth"])
    writes(world, "Dora", "Yes", vouched=False, answers="command")
    assert answers(world) == [("JOIN dagobah", "open-joined")]
    writes(world, "Dora", "Yes", vouched=False, answers="command:1")
    rest = [("STANDBY", "standby"), ("JOIN hoth", "join"), ("STATUS", "needs-seat")]
    assert answers(world) == [("JOIN endor", "open-joined"), *rest]


def test_what_stands_beside_a_list_is_answered_with_it(world: World) -> None:
    """A letter goes to the address anyway: it says what we don't do until we know who wrote."""
    world.match()
    opens(world)
    writes(world, "Dora", MIX + "\nUNSUBSCRIBE", vouched=False)
    told = dict(answers(world))
    assert list(told) == [*(command for command, _ in ALL_OF_IT), "UNSUBSCRIBE"]
    assert [told[line] for line in ("JOIN endor", "STANDBY", "JOIN hoth", "UNSUBSCRIBE")] == [
        *("open-asked", "standby-unproved", "join", "watch-unproved")
    ]
    assert wishes(world) == ["dora@real.test (Dora): STANDBY, JOIN hoth"]


def test_who_refuses_an_invitation_may_ask_for_more(world: World) -> None:
    """The GM hears of it, though nobody here knows them."""
    world.match()
    opens(world)
    writes(world, "Dora", "JOIN endor")
    writes(world, "Dora", "INVITE emil@real.test endor")
    writes(world, "Emil", "NO\nJOIN hoth\nSTATUS", vouched=False, answers="invitation")
    assert answers(world) == [("JOIN hoth", "join"), ("STATUS", "needs-seat")]
    assert wishes(world) == ["emil@real.test (Emil): JOIN hoth"]


def test_a_player_joins_outside_of_all_matches(world: World) -> None:
    """Our own server vouches for the player: nobody is asked, and no seat is meant, whether there is one or two."""
    world.match(seats=(ANN_AND_BOB[0], DORA))
    opens(world)
    writes(world, "Dora", "Hello,\nJOIN endor\nBye, Dora")
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Dora",))
    writes(world, "Dora", "MATCHES")
    assert [seat.name for seat in answer(world).seats] == ["hoth"]
    world.match("tatooine", seats=(ANN_AND_BOB[0], DORA))
    writes(world, "Dora", "LEAVE endor")
    assert (world.acknowledgement().verdict, answer(world).code) == ("answered", "open-left")


def test_a_player_who_is_not_proved_is_asked_once(world: World) -> None:
    """The question is the answer."""
    world.match(seats=(ANN_AND_BOB[0], DORA))
    opens(world)
    writes(world, "Dora", "JOIN endor", vouched=False)
    assert [row.kind for row in world.rows() if is_to(world, row, "dora@real.test")] == ["welcome", "stranger"]
    writes(world, "Dora", "Yes", vouched=False, answers="command")
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Dora",))


def test_orders_beside_a_wish_to_join_are_kept_until_it_is_proved_whose_they_are(world: World) -> None:
    """Then all of the letter counts."""
    world.match(seats=(ANN_AND_BOB[0], DORA))
    opens(world)
    assert writes(world, "Dora", "JOIN endor\nSEEK Mill") == "held"
    world.says("Bob", "CONFIRM 1", sender="dora@real.test")
    assert world.order_set("Bob") == ["SEEK Mill"]
    assert (answer(world).code, answer(world).open[0].people) == ("open-joined", ("Dora",))


def test_a_player_without_a_seat_is_heard_out(world: World) -> None:
    """What needs a seat is named, and what nobody proves is not done, but said."""
    opens(world)
    writes(world, "Dora", "JOIN endor")
    world.settings(authserv_id=OURS, trust="address")
    writes(world, "Dora", "WHO endor\nSTATUS\nSET ZONE Europe/Berlin")
    assert [code for _, code in answers(world)] == ["open-who", "needs-seat", "preference-set"]
    world.settings(authserv_id=OURS, trust="strict")
    writes(world, "Dora", "WHO endor\nVACATION 2027-12-20 2027-12-21\nSET ZONE UTC\nUNSUBSCRIBE", vouched=False)
    assert [code for _, code in answers(world)] == ["open-who", *["watch-unproved"] * 3]
