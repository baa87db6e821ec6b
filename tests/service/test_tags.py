"""Signed reply addresses: made for one seat, read again by any road, worthless when withdrawn or guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from moderator.games.registry import GAMES
from moderator.scheduling.clock import FrozenClock
from moderator.service import tags
from moderator.service.context import Context, Settings
from tests.support.world import SETTINGS, START

CTX = Context(settings=SETTINGS, games=GAMES, clock=FrozenClock(START), key=b"k" * 32)
PLAIN = Context(
    settings=Settings(name="M", address="games@pbem.test", gm="gm@pbem.test", plus_addresses=False),
    games=GAMES,
    clock=FrozenClock(START),
    key=b"k" * 32,
)


def test_a_reply_address_is_read_again_in_any_case() -> None:
    """Mail programs and servers change the case of addresses; the tag bears that."""
    address = tags.reply_address(CTX, "hoth", "Red", 1)
    for written in (address, address.upper(), address.replace("moderator", "Moderator")):
        claim = tags.read_address(CTX, written)
        assert claim is not None
        assert tags.genuine(CTX, claim, "hoth", "Red", 1)


def test_a_tag_is_good_for_one_match_seat_and_key() -> None:
    """The same code proves nothing for another seat, another match, a raised key number, another instance."""
    claim = tags.read_address(CTX, tags.reply_address(CTX, "hoth", "Red", 1))
    other = Context(settings=SETTINGS, games=GAMES, clock=FrozenClock(START), key=b"x" * 32)
    assert claim is not None
    assert not tags.genuine(CTX, claim, "hoth", "Blue", 1)
    assert not tags.genuine(CTX, claim, "endor", "Red", 1)
    assert not tags.genuine(CTX, claim, "hoth", "Red", 2)
    assert not tags.genuine(other, claim, "hoth", "Red", 1)


def test_a_code_has_eighty_bits() -> None:
    """A code is sixteen letters of lower-case base32."""
    assert len(tags.code(CTX, "hoth", "Red", 1)) == 16


def test_the_thread_names_seat_and_order_request_and_proves_nothing() -> None:
    """A Message-ID of ours tells seat and asking when it comes back in References; two letters have two, no code."""
    first = tags.message_id(CTX, "ack:1", match="hoth", seat="Red", request=5)
    second = tags.message_id(CTX, "ack:2", match="hoth", seat="Red", request=5)
    claim = tags.read_message_id(CTX, first)
    assert first != second
    assert claim is not None
    assert (claim.match, claim.seat, claim.request, claim.code) == ("hoth", "red", 5, "")
    assert not tags.genuine(CTX, claim, "hoth", "Red", 1)
    assert tags.code(CTX, "hoth", "Red", 1) not in first


def test_a_message_id_of_an_older_release_names_its_seat_and_proves_nothing() -> None:
    """It held the code of the tag: replies to it find their match, and whoever saw it can prove nothing with it."""
    code = tags.code(CTX, "hoth", "Red", 1)
    claim = tags.read_message_id(CTX, f"<m.5.sqevdv6kc3mxhukd.hoth.red.{code}@pbem.test>")
    assert claim is not None
    assert (claim.match, claim.seat, claim.request, claim.code) == ("hoth", "red", 5, "")


def test_foreign_message_ids_claim_nothing() -> None:
    """Only our own host's Message-IDs are read."""
    ours = tags.message_id(CTX, "ack:1", match="hoth", seat="Red", request=5)
    assert tags.read_message_id(CTX, ours.replace("pbem.test", "evil.test")) is None
    assert tags.read_message_id(CTX, "<12345@client.test>") is None


def test_the_subject_carries_the_code_only_where_the_address_cannot() -> None:
    """With plus-addresses the subject holds no secret; without, it is the fallback."""
    assert tags.subject_mark(CTX, "hoth", "Red", 1, 5) == "[hoth Red #5]"
    claim = tags.read_subject("Re: AW: " + tags.subject_mark(PLAIN, "hoth", "Red", 1, 5) + " orders")
    assert claim is not None
    assert claim.request == 5
    assert tags.genuine(PLAIN, claim, "hoth", "Red", 1)
    assert tags.reply_address(PLAIN, "hoth", "Red", 1) == "games@pbem.test"


def test_a_subject_of_a_match_alone_is_read() -> None:
    """The ordinary subject of a report names the match and nothing else."""
    claim = tags.read_subject("Re: [hoth] Turn 5: orders due")
    assert claim is not None
    assert (claim.match, claim.seat, claim.request) == ("hoth", "", None)


def test_a_return_path_names_its_letter() -> None:
    """A bounce comes back to an address that tells which letter it is about, and that cannot be made up."""
    ours = tags.bounce_id(CTX, "report:1:2:3")
    assert tags.read_return_path(CTX, tags.return_path(CTX, ours)) == ours
    assert ours != tags.bounce_id(CTX, "report:1:2:4")
    assert tags.read_return_path(CTX, "moderator+bounce.42@pbem.test") is None


def test_a_letters_own_code_is_the_same_in_every_release() -> None:
    """People answer with it weeks later (``CONFIRM``); its return path, which servers see, does not tell it."""
    assert tags.unique(CTX, "ack:1") == "sqevdv6kc3mxhukd"
    assert tags.unique(CTX, "ack:1") not in tags.bounce_id(CTX, "ack:1")


def test_codes_are_not_shown() -> None:
    """The text of a claim, as a log or a traceback would show it, hides the code."""
    claim = tags.read_address(CTX, tags.reply_address(CTX, "hoth", "Red", 1))
    assert claim is not None
    assert claim.code not in repr(claim)


def test_too_long_a_name_is_refused_when_the_match_is_made() -> None:
    """An address may have 64 octets before the @: what does not fit is refused at once, with the reason."""
    tags.check_names(CTX, "hoth", ["Red", "Blue"])
    with pytest.raises(tags.TagError, match="64 are allowed"):
        tags.check_names(CTX, "a" * 40, ["Red"])
    with pytest.raises(tags.TagError, match="same short name"):
        tags.check_names(CTX, "hoth", ["Red One", "red-one"])
    with pytest.raises(tags.TagError, match="letters or digits"):
        tags.check_names(CTX, "hoth", ["赤"])


@given(st.text(max_size=80), st.text(max_size=80))
def test_rubbish_is_read_calmly(one: str, other: str) -> None:
    """Whatever stands in an address, a Message-ID or a subject, reading it never raises."""
    tags.claims(CTX, [one, f"moderator+{one}@pbem.test"], [f"<{other}@pbem.test>", other], f"[{one}] {other}")
    tags.read_return_path(CTX, f"moderator+bounce.{one}@pbem.test")


def test_a_tag_given_out_from_an_alias_is_still_read() -> None:
    """Who answers a letter from before our address changed writes for the seat as well."""
    old = Context(settings=SETTINGS, games=GAMES, clock=FrozenClock(START), key=b"k" * 32)
    settings = replace(SETTINGS, address="battle@new.test", aliases=(SETTINGS.address,))
    new = Context(settings=settings, games=GAMES, clock=FrozenClock(START), key=b"k" * 32)
    by_address = tags.read_address(new, tags.reply_address(old, "hoth", "Red", 1))
    by_thread = tags.read_message_id(new, tags.message_id(old, "a", match="hoth", seat="Red", request=5))
    assert by_address is not None
    assert tags.genuine(new, by_address, "hoth", "Red", 1)
    assert by_thread is not None
    assert (by_thread.match, by_thread.seat) == ("hoth", "red")


def test_the_mark_of_a_form_is_read_with_its_turn_and_without() -> None:
    """The number of the order request counts; forms that older releases sent name no turn."""
    for mark in (tags.form_mark("hoth", "Red", 5, 7), "[hoth Red #7]"):
        claim = tags.read_subject(mark)
        assert claim is not None
        assert (claim.match, claim.seat, claim.request) == ("hoth", "red", 7)
