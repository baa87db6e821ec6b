"""What a letter of ours hands on when it is forwarded, or when its files are passed round."""

import re
from email.message import EmailMessage

import pytest

from moderator.service import tags
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Outbox
from tests.support.harm import Out, heard, sent, settle
from tests.support.world import ADDRESS, World

ANN = "ann@pbem.test"


def says(world: World, seat: str, text: str, sender: str = "") -> None:
    """Let a player answer, with the seat's mark in the subject."""
    mark = tags.subject_mark(world.ctx, "hoth", seat, world.assignment(seat).key_number, 1)
    heard(world, world.raw(text, sender or f"{seat.lower()}@pbem.test", to=world.tag(seat), subject=f"Re: {mark}"))


def letters_of_a_turn(world: World) -> list[Out]:
    """Return letters to Ann of the kinds that a turn has: press, a question, an answer, a report."""
    says(world, "Bob", "PRESS TO Ann: Good morning")
    says(world, "Ann", "SEEK Gate", "ann@cafe.test")
    says(world, "Ann", "SEEK Mill\nSTATUS")
    out = sent(world)
    says(world, "Bob", "SEEK Mill")
    world.move(hours=49)
    world.look()
    world.match("endor")
    return [letter for letter in [*out, *sent(world)] if letter.to == (ANN,)]


def code(world: World) -> str:
    """Return the code of Ann's tag."""
    return tags.code(world.ctx, "hoth", "Ann", world.assignment("Ann").key_number)


@pytest.mark.parametrize("plus", [True, False])
def test_nothing_that_is_handed_on_carries_the_tag(world: World, *, plus: bool) -> None:
    """Reply-To or the subject carries it, and the links of the mail program's own buttons.

    Message-ID, References and the appointment are handed on, and do not.
    """
    world.settings(plus_addresses=plus)
    letters = letters_of_a_turn(world)
    of_hoth = [letter for letter in letters if "hoth" in str(letter.message["Subject"])]
    assert len(of_hoth) >= 4  # answer, press, question, report
    for letter in of_hoth:
        held = {name for name, value in letter.message.items() if code(world) in str(value).lower()}
        assert held == {"Reply-To" if plus else "Subject", "List-Help", "List-Unsubscribe"}
    files = [part for letter in letters for part in letter.message.iter_attachments() if isinstance(part, EmailMessage)]
    dates = [str(part.get_content()) for part in files if part.get_content_type() == "text/calendar"]
    unfolded = [re.sub(r"\r?\n ", "", each) for each in dates]
    assert unfolded
    assert not [each for each in unfolded if "moderator+" in each or re.search(r"\.[a-z2-7]{16}\b", each)]


def test_in_a_match_of_before_the_upgrade_letters_no_longer_hand_on_the_code(world: World) -> None:
    """Its welcome has a Message-ID with the code: no new letter refers to it."""
    settle(world)
    with world.store.write() as session:
        for row in world.rows("welcome"):
            old = session.get_one(Outbox, row.id)
            old.message_id = old.message_id.replace("@", f".{code(world)}@")
    letters = letters_of_a_turn(world)
    assert letters
    assert not [letter for letter in letters if code(world) in str(letter.message["References"] or "")]


def test_without_plus_addresses_a_plain_reply_is_filed(world: World) -> None:
    """The subject of each letter carries the code, so whoever answers it and leaves the subject alone is believed."""
    world.settings(plus_addresses=False)
    says(world, "Ann", "STATUS")
    for letter in [each for each in sent(world) if each.to == (ANN,)]:
        world.put(
            world.raw(
                "SEEK Mill",
                to=str(letter.message["Reply-To"]),
                subject=f"Re: {letter.message['Subject']}",
                headers={"In-Reply-To": str(letter.message["Message-ID"])},
            )
        )
        world.read()
        assert world.letters()[-1].verdict == "filed"


def test_who_got_a_forwarded_letter_files_nothing_from_its_head(world: World) -> None:
    """Message-ID and References of a letter prove nothing, with the player's own sender too: she is asked."""
    settle(world)
    world.says("Ann", "STATUS")
    for letter in [each for each in sent(world) if each.to == (ANN,)]:
        thread = f"{letter.message['References'] or ''} {letter.message['Message-ID']}"
        for sender in (ANN, "eve@evil.test"):
            raw = world.raw("SEEK Mill", sender, to=ADDRESS, headers={"References": thread, "In-Reply-To": thread})
            assert heard(world, raw)[-1].status is LetterStatus.HELD
    assert world.order_set("Ann") is None
