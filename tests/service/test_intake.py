"""A letter is kept once, whatever wires and mail servers do twice."""

from moderator.ports import Delivery
from moderator.service import intake
from moderator.store.session import Store
from moderator.store.tables import LetterStatus
from tests.support.world import START, World


def delivery(raw: bytes, origin: str = "1", transport: str = "imap") -> Delivery:
    """Return a delivery."""
    return Delivery(transport=transport, origin=origin, arrived=START, raw=raw)


def test_a_letter_is_kept_whole(any_store: Store) -> None:
    """The raw bytes come back exactly, and the letter waits to be acted on."""
    world = World(any_store)
    raw = world.raw("SEEK Mill ☃")
    assert intake.keep(world.store, world.ctx, delivery(raw)) is not None
    (letter,) = world.letters()
    assert intake.raw_of(letter) == raw
    assert letter.status is LetterStatus.KEPT
    assert letter.arrived == START


def test_the_same_origin_is_kept_once(any_store: Store) -> None:
    """A wire that brings a letter again, as after a crash, is told that it is here."""
    world = World(any_store)
    raw = world.raw("SEEK Mill", headers={"Message-ID": ""})
    assert intake.keep(world.store, world.ctx, delivery(raw)) is not None
    assert intake.keep(world.store, world.ctx, delivery(raw)) is None
    assert len(world.letters()) == 1


def test_a_copy_by_another_road_is_kept_once(any_store: Store) -> None:
    """The same letter with other trace headers, from another folder or wire, is a duplicate."""
    world = World(any_store)
    raw = world.raw("SEEK Mill")
    traced = b"Received: from here by there\r\nDelivered-To: x@pbem.test\r\n" + raw
    assert intake.keep(world.store, world.ctx, delivery(raw)) is not None
    assert intake.keep(world.store, world.ctx, delivery(traced, "2", "folder")) is None


def test_a_reused_message_id_loses_no_letter(any_store: Store) -> None:
    """Broken programs give several letters one Message-ID: with other content they are other letters."""
    world = World(any_store)
    same = {"Message-ID": "<same@client.test>"}
    assert intake.keep(world.store, world.ctx, delivery(world.raw("SEEK Mill", headers=same), "1")) is not None
    assert intake.keep(world.store, world.ctx, delivery(world.raw("SEEK Gate", headers=same), "2")) is not None


def test_letters_without_message_id_are_told_apart_by_origin(any_store: Store) -> None:
    """Without a Message-ID equal content proves nothing: somebody may well say READY twice."""
    world = World(any_store)
    raw = world.raw("READY", headers={"Message-ID": ""})
    assert intake.keep(world.store, world.ctx, delivery(raw, "1")) is not None
    assert intake.keep(world.store, world.ctx, delivery(raw, "2")) is not None


def test_rubbish_is_kept(any_store: Store) -> None:
    """Bytes that are no letter at all are kept like one, so that nothing is lost."""
    world = World(any_store)
    for number, raw in enumerate((b"", b"\xff\xfe\x00", b"From: \r\n\r\n", b"Message-ID: <a\0b@c>\r\n\r\nx")):
        assert intake.keep(world.store, world.ctx, delivery(raw, str(number))) is not None


def test_of_a_huge_letter_the_beginning_is_kept(world: World) -> None:
    """A letter over the size limit is cut, one byte over the limit, so that it is still seen to be too long."""
    raw = world.raw("x" * 3_000_000)
    intake.keep(world.store, world.ctx, delivery(raw))
    (letter,) = world.letters()
    assert len(intake.raw_of(letter)) == world.ctx.settings.limits.letter_bytes + 1
