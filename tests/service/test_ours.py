"""Whose letter it is: told by its head alone, so that the mail of others in the same mailbox is left alone."""

from moderator.scheduling.clock import FrozenClock
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.ours import Ours
from tests.support.cases import every_case
from tests.support.world import SETTINGS, START

OURS = Ours(("moderator@pbem.test", "battle@old.test"))
CTX = Context(settings=SETTINGS, games={}, clock=FrozenClock(START), key=b"k" * 32)
MINE = tags.message_id(CTX, "ack:1", match="hoth", seat="Red", request=5)
MEMO = tags.message_id(CTX, "memo:1")
CODE = "a2b3c4d5e6f7g2h3"


def head(*lines: str) -> bytes:
    """Return the head of a letter between two others."""
    return "\r\n".join(("From: ann@pbem.test", "Message-ID: <1@ann.test>", *lines, "", "")).encode()


@every_case(
    "line",
    [
        "To: moderator@pbem.test",
        "To: The Moderator <MODERATOR@Pbem.Test>",
        "To: bob@pbem.test, moderator+hoth.red.code@pbem.test",
        "To: bob@pbem.test\r\nCc: moderator@pbem.test",
        "To: bob@pbem.test\r\nDelivered-To: moderator+hoth.red.code@pbem.test",
        "To: undisclosed-recipients:;\r\nX-Original-To: moderator@pbem.test",
        "To: bob@pbem.test\r\nResent-To: moderator@pbem.test",
        "To: bob@pbem.test\r\nResent-Cc: moderator@pbem.test",
        "To: bob@pbem.test\r\nResent-Bcc: moderator@pbem.test",
        "To: battle+hoth.red.code@old.test",
        f"To: bob@pbem.test\r\nIn-Reply-To: {MINE}",
        f"To: bob@pbem.test\r\nReferences: <1@a.test>\r\n {MINE} <2@b.test>",
        f"To: bob@pbem.test\r\nIn-Reply-To: {MEMO}",
        f"To: bob@pbem.test\r\nSubject: Re: [hoth Red #5 {CODE}] Turn 5",
    ],
)
def test_a_letter_to_us_or_in_answer_to_us_is_ours(line: str) -> None:
    """One of our addresses among its readers is enough, with a tag or without; so is our Message-ID, or a tag."""
    assert OURS(head(line))


@every_case(
    "line",
    [
        "To: bob@pbem.test",
        "To: moderator@elsewhere.test",
        "To: moderators@pbem.test",
        "To: old-moderator@pbem.test",
        'To: "moderator@pbem.test" <bob@pbem.test>',
        "Reply-To: moderator@pbem.test",
        f"In-Reply-To: {MINE.replace('pbem.test', 'elsewhere.test')}",
        "In-Reply-To: <12345@pbem.test>",
        "In-Reply-To: <g.report@pbem.test>",
        "Subject: [hoth] orders for moderator@pbem.test",
        "Subject: [Acme Support #1234] your ticket",
        "Subject: [hoth Red #5] Turn 5",
        "",
    ],
)
def test_a_letter_to_somebody_else_is_not_ours(line: str) -> None:
    """Neither an address that only looks like ours nor a mark without a code makes a letter ours."""
    assert not OURS(head(line))


def test_bytes_of_any_kind_are_somebody_elses() -> None:
    """What cannot be read as the head of a letter names nobody; a NUL in a head hides nobody either."""
    assert not OURS(b"")
    assert not OURS(bytes(range(256)) * 10)
    assert OURS(b"X: \0\r\n" + head("To: moderator@pbem.test"))


def test_an_address_with_a_plus_of_its_own_is_told_from_the_plain_one() -> None:
    """Who shares a mailbox may give the moderator a plus-address: letters to the plain address stay theirs."""
    shared = Ours(("jane+battle@pbem.test",))
    assert shared(head("To: jane+battle+hoth.red.code@pbem.test"))
    assert not shared(head("To: jane@pbem.test"))
    assert not shared(head("To: jane+shopping@pbem.test"))
