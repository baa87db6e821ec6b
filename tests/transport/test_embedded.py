"""Our transports against the embedded mail world."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from moderator.ports import Delivery, DeliveryStatus, Dispatch
from moderator.transport.connections import RefusedLoginError, Tls
from moderator.transport.embedded import MailWorld
from moderator.transport.imap import ImapMailbox, ImapSession, ImapSettings
from moderator.transport.imap_watcher import ImapWatcher
from moderator.transport.smtp import SmtpPool, SmtpSettings
from tests.support.crashes.keeping import each
from tests.support.waiting import eventually


@pytest.fixture
def world() -> Iterator[MailWorld]:
    """Give a running mail world."""
    with MailWorld({"moderator": "modpw", "ann": "annpw"}) as running:
        yield running


def settings(world: MailWorld, user: str = "ann@pbem.test", password: str = "annpw") -> ImapSettings:  # noqa: S107 - of a test world
    """Return a mailbox of the world."""
    return ImapSettings(host="127.0.0.1", port=world.imap_port, tls=Tls.NONE, user=user, password=password, timeout=10)


def send(world: MailWorld, *dispatches: Dispatch, port: int = 0) -> list[DeliveryStatus]:
    """Send through the world's relay."""

    async def all_of_them() -> list[DeliveryStatus]:
        pool = SmtpPool(SmtpSettings(host="127.0.0.1", port=port or world.smtp_port, tls=Tls.NONE))
        try:
            return [answer.status for answer in await pool.send(dispatches)]
        finally:
            await pool.close()

    return asyncio.run(all_of_them())


def test_a_letter_goes_round(world: MailWorld, dispatch: Dispatch) -> None:
    """What the pool sends to a plus-address lies in the user's mailbox, under both names of the user."""
    assert send(world, replace(dispatch, to=("ann+tag@pbem.test",))) == [DeliveryStatus.SENT]
    kept: list[Delivery] = []
    assert ImapMailbox(settings(world)).drain(each(kept.append)) == 1
    assert b"Delivered-To: ann+tag@pbem.test\r\n" in kept[0].raw
    assert "0 waiting" in ImapMailbox(settings(world, "ann")).probe()


def test_strangers_are_refused_for_good(world: MailWorld, dispatch: Dispatch) -> None:
    """A recipient that nobody knows, or an address that is none, is a permanent refusal; the others go."""
    counts = send(
        world, replace(dispatch, to=("nobody@pbem.test",)), dispatch, replace(dispatch, to=("a\r\nRSET@pbem.test",))
    )
    assert counts == [DeliveryStatus.REFUSED, DeliveryStatus.SENT, DeliveryStatus.REFUSED]


def test_a_relay_that_is_away_means_later(world: MailWorld, dispatch: Dispatch) -> None:
    """Where nobody listens the letter is tried again another time."""
    world.stop()
    assert send(world, dispatch) == [DeliveryStatus.LATER]


def test_a_burst_of_letters_is_heard_without_losing_the_line(world: MailWorld, dispatch: Dispatch) -> None:
    """Letters that arrive while others are fetched are found as well, over one and the same connection."""
    kept: list[Delivery] = []
    told = threading.Event()
    watcher = ImapWatcher(settings(world), each(kept.append), told.set)
    watcher.start()
    try:
        assert watcher.connected.wait(20)
        assert (
            send(world, *[replace(dispatch, message_id=f"<{n}@pbem.test>") for n in range(40)])
            == [DeliveryStatus.SENT] * 40
        )
        assert eventually(lambda: len(kept) == 40)
        assert told.wait(20), "it rings once a batch is kept"
        assert watcher.last_error == ""
    finally:
        watcher.stop()


def test_a_letter_that_no_server_announces_is_found_soon(
    world: MailWorld, dispatch: Dispatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter that comes between a look and IDLE is announced by no server; the next look is not minutes away."""
    deaf: list[float] = []

    def hear_nothing(_: ImapSession, stopped: threading.Event, longest: float) -> None:
        deaf.append(longest)
        stopped.wait(longest)

    monkeypatch.setattr(ImapSession, "_idle", hear_nothing)
    monkeypatch.setattr("moderator.transport.imap_watcher._SOON", 0.05)
    kept: list[Delivery] = []
    watcher = ImapWatcher(settings(world), each(kept.append), lambda: None)
    watcher.start()
    try:
        assert eventually(lambda: len(deaf) > 1)
        send(world, dispatch)
        assert eventually(lambda: len(kept) == 1)
    finally:
        watcher.stop()


def test_a_keep_that_fails_is_tried_again(world: MailWorld, dispatch: Dispatch) -> None:
    """While the database is away letters stay on the server; afterwards the watcher brings them, each once."""
    kept: list[Delivery] = []
    failures = iter((True, True))

    def keep(delivery: Delivery) -> None:
        if next(failures, False):
            raise RuntimeError("the database is away")
        kept.append(delivery)

    watcher = ImapWatcher(settings(world), each(keep), lambda: None, first_pause=0.05)
    watcher.start()
    try:
        send(world, dispatch)
        assert eventually(lambda: len(kept) == 1)
        assert watcher.last_error == "RuntimeError"
    finally:
        watcher.stop()


def test_no_copy_is_moved_before_its_letter_is_kept(world: MailWorld, dispatch: Dispatch) -> None:
    """Whoever dies meanwhile finds all of them again, also those that are kept together."""
    assert send(world, dispatch, replace(dispatch, message_id="<2@pbem.test>")) == [DeliveryStatus.SENT] * 2
    told: list[str] = []
    mailbox = ImapMailbox(settings(world))
    assert mailbox.drain(each(lambda _: told.append(mailbox.probe()))) == 2
    assert [line.partition(" in ")[0] for line in (*told, mailbox.probe())] == ["2 waiting", "2 waiting", "0 waiting"]


def test_a_letter_that_is_too_large_is_fetched_in_part(world: MailWorld, dispatch: Dispatch) -> None:
    """Of a huge letter only so much is fetched as is needed to say that it is too large."""
    words = replace(dispatch.words, text="x" * 60 + "\n" + "line\n" * 5_000)
    assert send(world, replace(dispatch, words=words)) == [DeliveryStatus.SENT]
    kept: list[Delivery] = []
    assert ImapMailbox(replace(settings(world), largest=2_000)).drain(each(kept.append)) == 1
    assert len(kept[0].raw) == 2_000


def test_a_wrong_password_is_told_plainly(world: MailWorld) -> None:
    """The operator reads what the server said, never the password."""
    with pytest.raises(RefusedLoginError) as caught:
        ImapMailbox(settings(world, password="hush-hush")).probe()
    assert "hush-hush" not in str(caught.value)


def test_the_world_leaves_no_thread(world: MailWorld) -> None:
    """When it stops, its thread ends."""
    world.stop()
    assert not any(thread.name == "mail-world" for thread in threading.enumerate())
