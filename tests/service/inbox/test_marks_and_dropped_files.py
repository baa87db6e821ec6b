"""Marks of turns, seats of one player and dropped files: for whom a letter speaks."""

import pytest

from moderator.mail.headers import mailboxes
from moderator.mail.letter import read_letter
from moderator.service import tags
from moderator.service.context import SeatPlan
from moderator.service.inbox.understand import understand_only
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Address, Player
from tests.support.cases import every_case
from tests.support.harm import RENDERER
from tests.support.world import ADDRESS, ANN_AND_BOB, World


def test_two_seats_of_one_player_have_two_addresses(empty_world: World) -> None:
    """Who commands two seats of one match writes to the address of each."""
    world = empty_world
    seats = (*ANN_AND_BOB, SeatPlan(seat="Cat", player="Anna", addresses=("ann@pbem.test",)))
    world.match(seats=seats)
    world.says("Cat", "SEEK Gate", sender="ann@pbem.test")
    assert world.order_set("Cat") == ["SEEK Gate"]
    assert world.order_set("Ann") is None


@pytest.mark.parametrize(
    "text",
    [
        "SEEK Mill\n\n> [hoth Ann #9]\n> SEEK Gate",
        "SEEK Mill\n\nOn Friday, 22 Nov 2026, Bob wrote:\n[hoth Ann #9]",
        "[hoth Ann #9]\nSEEK Mill",
    ],
    ids=["quoted", "below an attribution", "copied"],
)
@pytest.mark.parametrize("in_thread", [True, False])
def test_a_mark_in_the_text_of_a_turn_to_come_counts_for_nothing(world: World, text: str, *, in_thread: bool) -> None:
    """A rival may have written it into press: the letter is for what its thread says, else for the turn of now."""
    headers = {"In-Reply-To": world.rows("welcome")[0].message_id} if in_thread else {}
    assert world.says("Ann", text, headers=headers).verdict == "filed"
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_mark_of_a_turn_to_come_does_not_hide_that_the_thread_is_over(world: World) -> None:
    """What is left without it is judged as always: the letter answers a turn that was played."""
    thread = {"In-Reply-To": world.rows("welcome")[0].message_id}
    for seat in ("Ann", "Bob"):
        world.says(seat, "FLEE Market")
    world.move(minutes=16)
    world.look()
    assert world.says("Ann", "SEEK Mill\n\n> [hoth Ann #9]", headers=thread).verdict == "asking-over"
    assert world.says("Ann", "SEEK Mill\n\n> [hoth Ann #2]", headers=thread).verdict == "filed"


def test_a_letter_that_the_database_forgot_is_answered_to_no_other_turn(world: World) -> None:
    """After an older database was restored, a thread of ours may be ahead of the match: nothing is filed for now."""
    row = world.rows("welcome")[0]
    ahead = tags.message_id(world.ctx, row.key, match="hoth", seat="Ann", request=9)
    assert world.says("Ann", "SEEK Mill", headers={"References": ahead}).verdict == "asking-ahead"
    assert world.order_set("Ann") is None


def test_a_match_of_any_name_is_found(empty_world: World) -> None:
    """A name with capitals, blanks or accents has a plain address, and letters to it find their match."""
    world = empty_world
    world.match("Château d'If 2")
    assert "+chateau-dif-2.ann." in world.tag("Ann", "Château d'If 2")
    assert world.says("Ann", "SEEK Mill", match="Château d'If 2").verdict == "filed"


def test_a_dropped_file_speaks_for_the_seat_that_it_names(world: World) -> None:
    """A file that somebody with the operator's access dropped is believed by its header."""
    world.put(world.raw("SEEK Mill", "", headers={"X-Moderator-Seat": "hoth.Ann"}), trusted=True)
    world.read()
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_the_header_of_a_dropped_file_is_worth_nothing_in_mail(world: World) -> None:
    """The same header in a letter that came by mail claims nothing."""
    world.put(world.raw("SEEK Mill", "eve@evil.test", headers={"X-Moderator-Seat": "hoth.Ann"}))
    world.read()
    assert world.order_set("Ann") is None
    assert world.letters()[0].status is LetterStatus.IGNORED


def test_a_dropped_letter_is_believed_by_its_sender(world: World) -> None:
    """A dropped .eml without a tag is its sender's."""
    world.put(world.raw("SEEK Mill", "bob@pbem.test"), trusted=True)
    world.read()
    assert world.order_set("Bob") == ["SEEK Mill"]


@pytest.mark.parametrize(
    ("seat", "sender", "code", "words"),
    [
        ("", "", "without-seat", "does not say whose orders it has"),
        (
            "hath.Ann",
            "",
            "unknown-match",
            "is for a match “hath”, which does not exist, so we did not use it. Did you mean hoth?",
        ),
        (
            "rigel-7.Ann",
            "",
            "unknown-match",
            "is for a match “rigel-7”, which does not exist, so we did not use it. Known: hoth.",
        ),
        (
            "hoth.Anne",
            "",
            "unknown-seat",
            "is for a seat “Anne”, which nobody plays in hoth, so we did not use it. Did you mean Ann?",
        ),
        ("hoth.Nobody", "", "unknown-seat", "Known: Ann, Bob."),
        ("hoth.Dan", "", "bot-seat", "is for Dan in hoth, which a bot plays"),
        ("", "anne@pbem.test", "unknown-player", "Did you mean ann@pbem.test?"),
        ("", "zoe@work.test", "seatless-player", "from zoe@work.test, who has no seat"),
    ],
)
def test_a_dropped_file_for_no_seat_is_told_to_the_gm(
    empty_world: World, seat: str, sender: str, code: str, words: str
) -> None:
    """What it names and nobody knows stands in the memo, with what was meant."""
    world = empty_world
    world.match(seats=(*ANN_AND_BOB, SeatPlan(seat="Dan", bot="random")))
    with world.store.write() as session:
        player = Player(name="Zoe", zone="UTC", preferences="{}")
        session.add(player)
        session.flush()
        session.add(Address(player=player.id or 0, address="zoe@work.test", confirmed=True))
    raw = world.raw("SEEK Mill", sender, headers={"X-Moderator-Seat": seat} if seat else {})
    world.put(raw, trusted=True)
    world.read()
    (memo,) = world.facts("memo")
    assert memo.code == f"dropped-{code}"
    assert words in " ".join(RENDERER.render(memo).text.split())
    lost = understand_only(world.store, world.ctx, raw, trusted=True).unplaced
    assert lost is not None
    assert lost.code == code


def test_the_first_answer_from_an_address_confirms_it(empty_world: World) -> None:
    """Where new addresses are confirmed first, an answer with the tag sends the whole welcome."""
    world = empty_world
    world.settings(confirm=True)
    world.match()
    assert len(world.rows("welcome")) == 2
    world.says("Ann", "STATUS")
    world.says("Ann", "STATUS")
    assert [row.seat for row in world.rows("welcome")] == ["Ann", "Bob", "Ann"]


def test_a_letter_without_a_sender_harms_nobody(world: World) -> None:
    """No From at all: with a tag it is held, without one it is filed."""
    world.put(world.raw("SEEK Mill", "", to=world.tag("Ann")))
    world.put(world.raw("SEEK Mill", "", to=ADDRESS))
    world.read()
    assert [letter.status for letter in world.letters()] == [LetterStatus.HELD, LetterStatus.IGNORED]


def test_a_bare_confirm_lets_no_letter_of_a_thief_pass(world: World) -> None:
    """It may be meant for something else: the one letter that waits is named, and counts by its number alone."""
    world.put(world.raw("SEEK Mill", "eve@evil.test", to=world.tag("Ann")))
    world.read()
    (answer,) = world.says("Ann", "CONFIRM").answers
    assert (answer.code, world.order_set("Ann")) == ("confirm-several", None)
    (answer,) = world.says("Ann", "CONFIRM 999").answers
    assert answer.code == "confirm-nothing"
    world.says("Ann", world.facts("held")[0].form.lines[0])
    assert world.order_set("Ann") == ["SEEK Mill"]


@every_case(
    ("results", "covered"),
    [
        ("dmarc=pass header.from=pbem.test", True),
        ("dkim=pass header.d=pbem.test", True),
        ("dkim=pass header.d=evil.test header.i=@pbem.test", False),
        ("dmarc=pass header.from=pbem.test; dmarc=fail header.from=evil.test", False),
        ('spf=pass (domain of "a);dmarc=pass header.from=pbem.test;("@evil.test) x; dmarc=fail', False),
        ("spf=pass (a);dmarc=pass header.from=pbem.test;(b) smtp.mailfrom=x; dmarc=fail header.from=evil.test", False),
    ],
)
def test_results_that_disagree_prove_nothing(results: str, *, covered: bool) -> None:
    """Who gets a result of his own into our server's line cannot take away the true one beside it."""
    raw = f"Authentication-Results: mx.pbem.test; {results}\nFrom: ann@pbem.test\n\nhello".encode()
    assert read_letter(raw, authserv_id="mx.pbem.test").proof.covers("ann@pbem.test") is covered


@every_case(
    ("field", "address"),
    [
        ("(a (b) ann@pbem.test) evil@evil.test", "evil@evil.test"),
        ('"ann@pbem.test" <evil@evil.test>', "evil@evil.test"),
        ("(ann@pbem.test", ""),
        ("ann\0@pbem.test", ""),
        ("ann\u200b@pbem.test", ""),
        ("evil@evil.test@pbem.test", "evil@evil.test"),
    ],
)
def test_an_address_is_never_read_out_of_what_is_none(field: str, address: str) -> None:
    """Comments nest, quotes hide, and signs that nobody sees make no address."""
    assert [box.address for box in mailboxes([field])] == ([address] if address else [])
