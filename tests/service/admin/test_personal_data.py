"""What is known of a person is handed out and erased whole, and nobody else loses anything."""

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from moderator.core import codec
from moderator.rendering.mail import MailRenderer
from moderator.service.admin import housekeeping, personal_data
from moderator.service.audit.verify import verify_match
from moderator.service.commands import address
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.inbox import apply_letter, intake
from moderator.service.overrides import apply as overrides
from moderator.service.people import watching
from moderator.service.recruiting import waiting_list
from moderator.store.recruiting import Standby
from moderator.store.statuses import LetterStatus, OutboxStatus
from moderator.store.tables import Address, Letter, Match, Outbox, Override, Player, Record
from moderator.store.watchers import Watcher
from moderator.testing.recorded import override
from tests.support.browsers import let_in
from tests.support.world import ANN_AND_BOB, World

BOB = "bob@pbem.test"
SEATS = ("Ann", "Bob")


@pytest.fixture
def lived(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a match in which Bob filed, wrote to Ann and to the GM, had a letter held and another shunted."""
    world.says("Bob", "SEEK Mill")
    world.says("Bob", "PRESS TO Ann: my cat is called Tom\nPRESS TO GM: my cat is ill")
    world.says("Ann", "SEEK Alley\nPRESS TO Bob: poor cat")
    world.put(world.raw("SEEK Gate", "bob@hotel.test", to=world.tag("Bob")))
    world.read()
    with monkeypatch.context() as broken:
        broken.setattr(apply_letter, "plan_change", _raises)
        world.put(world.raw("SEEK Gate", BOB, to=world.tag("Bob")))
        world.read()
    return world


def _raises(*_: object) -> object:
    raise RuntimeError(f"no such thing as {BOB}")


def everything(world: World) -> str:
    """Return all that letters in and out hold."""
    with world.store.read() as session:
        letters = [
            (intake.raw_of(row).decode(), row.sender, row.traceback, row.message_id)
            for row in session.exec(select(Letter))
        ]
        rows: list[Any] = [
            (row.key, row.to, row.detail, codec.unpack(row.payload, Any)) for row in session.exec(select(Outbox))
        ]
        players = [player.name for player in session.exec(select(Player))]
        matches = [(str(match.settings), match.fault) for match in session.exec(select(Match))]
        said = [done.text for done in session.exec(select(Override))]
        said += [str(codec.unpack(record.body, Any)) for record in session.exec(select(Record))]
    return json.dumps([letters, rows, players, matches, said])


def test_all_that_is_known_of_a_person_is_handed_out(lived: World) -> None:
    """What they said and what they were told, held letters and faults among it."""
    with lived.store.read() as session:
        known = personal_data.export(session, lived.ctx, BOB)
    assert [letter["status"] for letter in known["letters"]] == ["done", "done", "held", "shunted"]
    assert "no such thing" in known["letters"][-1]["traceback"]
    text = json.dumps(known)
    assert "poor cat" in text
    assert "my cat is ill" in text
    assert "SEEK Alley" not in text


def test_a_person_is_erased_from_letters_in_and_out(lived: World) -> None:
    """Words, addresses and names are gone from what was said, told, held and went wrong."""
    before = everything(lived)
    assert all(word in before for word in (BOB, "Robert", "called Tom", "cat is ill"))
    with lived.store.write() as session:
        assert personal_data.erase(session, lived.ctx, BOB) == ["hoth"]
    after = everything(lived)
    for word in (BOB, "bob@hotel.test", "Robert", "called Tom", "cat is ill", "SEEK Gate", "RuntimeError"):
        assert word not in after, word
    assert {letter.status for letter in lived.letters()} == {LetterStatus.DONE, LetterStatus.IGNORED}
    assert [row.status for row in lived.rows("press-letter")] == [OutboxStatus.DROPPED] * 2


def test_a_place_on_the_waiting_list_is_handed_out_and_erased(world: World) -> None:
    """Whoever is forgotten is asked for no seat."""
    world.says("Bob", "STANDBY")
    with world.store.write() as session:
        (row,) = personal_data.export(session, world.ctx, BOB)["waiting list"]
        personal_data.erase(session, world.ctx, BOB)
        assert (row["address"], session.exec(select(Standby)).all()) == (BOB, [])


def test_a_stranger_on_the_waiting_list_is_handed_out_and_erased_too(world: World) -> None:
    """Somebody who plays nowhere yet."""
    with world.store.write() as session:
        waiting_list.add(session, world.ctx, "dora@pbem.test", "Dora", "")
        assert personal_data.export(session, world.ctx, "Dora@pbem.test")["waiting list"][0]["name"] == "Dora"
        assert personal_data.erase(session, world.ctx, "Dora@pbem.test") == []
        assert session.exec(select(Standby)).all() == []


def test_what_somebody_is_known_for_and_watches_is_handed_out_and_erased(world: World) -> None:
    """How reliable they are, their ratings, and the matches whose reports they get."""
    world.match(
        name="endor", seats=[SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@else.test",)) for seat in SEATS]
    )
    let_in(world.store, "public", "endor")
    world.says("Bob", "SEEK Mill\nWATCH endor\nSET RATING ON")
    world.move(hours=49)
    world.look()
    with world.store.write() as session:
        known = personal_data.export(session, world.ctx, BOB)
        assert known["reliability"] == {"asked": 1, "missed": 0, "late": 0, "finished": 0, "left": 0}
        assert known["ratings"] == {}
        assert [each["match"] for each in known["watches"]] == ["endor"]
        assert [row["kind"] for row in known["answers"] if row["kind"] == watching.KIND] == [watching.KIND] * 2
        personal_data.erase(session, world.ctx, BOB)
        assert session.exec(select(Watcher)).all() == []
    assert {row.status for row in world.rows(watching.KIND)} == {OutboxStatus.DROPPED}
    answer = world.says("Ann", "STATUS").answers[0]
    assert [(line.player, line.reliability is None) for line in answer.players] == [("Anna", False), ("erased", True)]


def test_a_stranger_who_watches_is_handed_out_and_erased_too(world: World) -> None:
    """With the letters from and to that address."""
    let_in(world.store, "public")
    world.settings(authserv_id="mx.pbem.test")
    proof = {"Authentication-Results": "mx.pbem.test; dkim=pass header.d=pbem.test"}
    world.put(world.raw("WATCH hoth\nmy cat is called Tom", "dora@pbem.test", headers=proof))
    world.read()
    with world.store.write() as session:
        known = personal_data.export(session, world.ctx, "Dora@pbem.test")
        assert [each["match"] for each in known["watches"]] == ["hoth"]
        assert "called Tom" in known["letters"][0]["raw"]
        assert [row["kind"] for row in known["answers"]] == [watching.KIND, "acknowledgement"]
        assert personal_data.erase(session, world.ctx, "Dora@pbem.test") == []
        assert session.exec(select(Watcher)).all() == []
    assert "dora" not in everything(world).lower()
    assert "called Tom" not in everything(world)
    with world.store.read() as session, pytest.raises(personal_data.UnknownPersonError):
        personal_data.export(session, world.ctx, "dora@pbem.test")


def test_what_a_player_wrote_from_a_former_address_stays_with_them(world: World) -> None:
    """Also if that address was once answered as a stranger's: its answer is erased, and nothing else."""
    world.settings(authserv_id="mx.pbem.test")
    proof = {"Authentication-Results": "mx.pbem.test; dkim=pass header.d=pbem.test"}
    world.put(world.raw("RATING", "dora@pbem.test", headers=proof))
    world.read()
    override(world, "hoth", 'REPLACE Bob WITH "Dora" dora@pbem.test')
    world.says("Bob", "SEEK Mill", sender="dora@pbem.test")
    with world.store.write() as session:
        session.exec(select(Address).where(Address.address == "dora@pbem.test")).one().address = "rosa@pbem.test"
        before = personal_data.export(session, world.ctx, "dora@pbem.test")
        assert ["RATING" in letter["raw"] for letter in before["letters"]] == [True]
        personal_data.erase(session, world.ctx, "dora@pbem.test")
        after = personal_data.export(session, world.ctx, "rosa@pbem.test")
        assert "SEEK Mill" in after["letters"][-1]["raw"]


def test_lines_that_did_not_count_are_forgotten_with_their_writer(world: World) -> None:
    """That an order set waits for one stays; what it said does not, though another's letter filed the order set."""
    override(world, "hoth", "ORDERS Ann: SEEK Mill")
    world.says("Ann", "SEEK Elmstreet")
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    row = world.order_set_row("Ann")
    assert row is not None
    assert row.faulty
    assert not any(complaint.text for complaint in row.complaints)


def test_others_keep_what_is_theirs_and_the_match_goes_on(lived: World) -> None:
    """Ann's letters stay, and the match is still played again to the same digests."""
    with lived.store.write() as session:
        personal_data.erase(session, lived.ctx, BOB)
    assert "SEEK Alley" in everything(lived)
    assert lived.says("Ann", "SEEK Market").verdict == "filed"
    lived.move(hours=49)
    lived.look()
    assert verify_match(lived.store, lived.ctx, "hoth") == []


def test_an_address_is_struck_out_of_what_faults_left_behind(world: World) -> None:
    """A match that is stopped keeps its fault, without the person."""
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        match.fault = f"ValueError: {BOB.upper()} is no street"
        session.add(match)
        personal_data.erase(session, world.ctx, BOB)
    assert world.the_match().fault == "ValueError: erased is no street"


def test_a_held_letter_is_given_up_after_a_month(world: World) -> None:
    """It files nothing, and a later CONFIRM is told so."""
    world.put(world.raw("SEEK Gate", "ann@cafe.test", to=world.tag("Ann")))
    world.read()
    for days, count in ((29, 0), (2, 1)):
        world.clock.move(timedelta(days=days))
        with world.store.write() as session:
            assert housekeeping.give_up_held_letters(session, world.ctx) == count
    (letter,) = world.letters()
    assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, "never-confirmed")
    assert [answer.code for answer in world.says("Ann", "CONFIRM").answers] == ["confirm-nothing"]


def test_a_memo_of_many_is_shared_line_by_line(world: World) -> None:
    """Of the wishes of a day each person is handed out their own line, and who is erased takes no other along."""
    for sender in ("ann@pbem.test", "zoe@else.test"):
        world.put(world.raw("JOIN endor", sender))
    world.match("endor")
    world.read()
    with world.store.write() as session:
        held = [answer["holds"] for answer in personal_data.export(session, world.ctx, "ann@pbem.test")["answers"]]
        assert ["ann@pbem.test (Anna): JOIN endor"] in held
        assert "zoe@else.test" not in str(held)
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    (memo,) = [row for row in world.rows("memo") if row.key.startswith("memo:unproved:")]
    assert memo.status is OutboxStatus.WAITING
    assert world.facts("memo")[0].lines == ("zoe@else.test: JOIN endor",)


def erase(world: World, address: str = BOB) -> None:
    """Forget a person."""
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, address)


@pytest.mark.parametrize("hours", [0, 49])
def test_an_address_that_a_gm_asked_for_is_forgotten_too(lived: World, hours: int) -> None:
    """So are the old one after the change and the new one before it, in keys, overrides and records."""
    override(lived, "hoth", "ADDRESS Bob bob2@pbem.test")
    lived.post(MailRenderer(lived.clock))
    lived.move(hours=hours)
    with lived.store.write() as session:
        address.take_effect(session, lived.ctx)
    erase(lived, "bob2@pbem.test" if hours else BOB)
    assert "bob2@" not in everything(lived)
    assert BOB not in everything(lived)


def test_an_address_that_was_only_asked_for_makes_nothing_of_its_owner_theirs(world: World) -> None:
    """Who asks to be written to at the GM's address is handed out no letter of the GM."""
    gm = world.ctx.settings.gm
    world.says("Ann", "PRESS TO GM: fair?")
    world.says("Bob", "PRESS TO GM: unfair!")
    world.says("Bob", f"SET ADDRESS {gm}")
    with world.store.read() as session:
        answers = personal_data.export(session, world.ctx, BOB)["answers"]
        assert not [answer for answer in answers if "fair?" in str(answer["holds"])]
        assert personal_data.letters_of(session, world.ctx, BOB)[0] == [BOB]
    erase(world)
    assert ("fair?",) in [memo.lines for memo in world.facts("memo") if memo is not None]
    assert f"SET ADDRESS {gm}" not in everything(world)


def test_an_override_that_named_the_erased_stays_applied(world: World) -> None:
    """It is neither carried out again nor refused, and the match is played again to the same digests."""
    back = OverridePlan(name="back", match="hoth", lines=('REPLACE Bob WITH "Carl" carl@pbem.test',))
    overrides.apply(world.store, world.ctx, back)
    erase(world, "carl@pbem.test")
    assert "carl@" not in everything(world)
    assert overrides.apply(world.store, world.ctx, back).done is overrides.OverrideStatus.ALREADY
    assert verify_match(world.store, world.ctx, "hoth") == []


def differences(world: World, bob: SeatPlan) -> list[str]:
    """Return how the file differs from the match if it says who sits in Bob's seat."""
    plan = MatchPlan(
        name="hoth", game="night-watch", schedule="every 48h", zone="UTC", options={}, seats=(ANN_AND_BOB[0], bob)
    )
    return world.differences(plan)


@pytest.mark.parametrize("later", [(), ('REPLACE Bob WITH "Eve" eve@pbem.test',)])
def test_nobody_is_advised_to_bring_back_who_was_erased(world: World, later: tuple[str, ...]) -> None:
    """The file still names him: with or without somebody new in the seat, no override with his name is proposed."""
    if later:
        override(world, "hoth", *later)
    erase(world)
    (said,) = differences(world, ANN_AND_BOB[1])
    assert BOB not in said
    assert ("stays with Eve; write the same here" if later else "fill it by an override with REPLACE") in said


def test_the_seat_of_the_erased_is_filled_as_the_file_says(world: World) -> None:
    """A bot that is written in the place of the address is put there by the override that is proposed."""
    erase(world)
    (said,) = differences(world, SeatPlan(seat="Bob", bot="random"))
    line = said.partition("do = '")[2].removesuffix("'")
    override(world, "hoth", line)
    assert world.assignment("Bob").bot == "random"
    assert differences(world, SeatPlan(seat="Bob", bot="random")) == []


def test_a_seat_without_a_person_is_told_to_the_gm_once_and_not_written_to(world: World) -> None:
    """No mail server is said to have refused a letter that none was asked to take."""
    world.post(MailRenderer(world.clock))
    erase(world)
    world.move(hours=49)
    world.look()
    override(world, "hoth", "EXTEND 6h")
    letters = [posted.dispatch for posted in world.post(MailRenderer(world.clock))]
    memos = [letter.words.text for letter in letters if letter.to == ("gm@pbem.test",)]
    assert sum("were erased" in text for text in memos) == 1
    assert not any("refused" in text for text in memos)
    assert all(letter.to[0] for letter in letters)


def test_seats_of_before_are_handed_out_with_the_others(world: World) -> None:
    """With when they were left."""
    override(world, "hoth", "REPLACE Bob WITH BOT random")
    with world.store.read() as session:
        (seat,) = personal_data.export(session, world.ctx, BOB)["seats"]
    assert (seat["seat"], seat["left"]) == ("Bob", str(world.ctx.now()))
