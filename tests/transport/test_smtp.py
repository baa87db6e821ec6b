"""What a relay's refusal means for a letter."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec.structs import replace
from structlog.testing import capture_logs

from moderator.ports import Attachment, DeliveryStatus, Dispatch
from moderator.transport.composing import compose
from moderator.transport.connections import RefusedLoginError, Tls, TransportError
from moderator.transport.smtp import SmtpPool, SmtpSettings, classify
from tests.support.cases import every_case


@every_case(
    ("error", "status"),
    [
        (aiosmtplib.SMTPDataError(451, "try later"), DeliveryStatus.LATER),
        (aiosmtplib.SMTPDataError(554, "no"), DeliveryStatus.REFUSED),
        (aiosmtplib.SMTPSenderRefused(530, "log in first", "a@b"), DeliveryStatus.LATER),
        (aiosmtplib.SMTPSenderRefused(553, "not yours", "a@b"), DeliveryStatus.REFUSED),
        (aiosmtplib.SMTPAuthenticationError(535, "wrong password"), DeliveryStatus.LATER),
        (
            aiosmtplib.SMTPRecipientsRefused([aiosmtplib.SMTPRecipientRefused(550, "unknown", "a@b")]),
            DeliveryStatus.REFUSED,
        ),
        (aiosmtplib.SMTPRecipientsRefused([aiosmtplib.SMTPRecipientRefused(450, "grey", "a@b")]), DeliveryStatus.LATER),
        (aiosmtplib.SMTPConnectError("nobody there"), DeliveryStatus.LATER),
        (aiosmtplib.SMTPReadTimeoutError("slow"), DeliveryStatus.LATER),
        (OSError("no route"), DeliveryStatus.LATER),
    ],
)
def test_a_failure_is_permanent_only_where_the_letter_is_to_blame(error: Exception, status: DeliveryStatus) -> None:
    """4xx, lost connections and our own wrong settings mean later; 5xx about the letter means never."""
    assert classify(error).status is status


@pytest.mark.parametrize("refused", [True, False])
def test_a_probe_tells_a_refused_login_from_other_failures(monkeypatch: pytest.MonkeyPatch, *, refused: bool) -> None:
    """Only then may the password be wrong, of which the text says nothing."""
    error = aiosmtplib.SMTPAuthenticationError(535, "no") if refused else OSError("no route")

    async def fail(_client: aiosmtplib.SMTP) -> None:
        raise error

    monkeypatch.setattr(aiosmtplib.SMTP, "connect", fail)
    settings = SmtpSettings(host="127.0.0.1", port=1, tls=Tls.NONE, user="m", password="hush-hush")
    with pytest.raises(TransportError) as caught:
        asyncio.run(SmtpPool(settings).probe())
    assert isinstance(caught.value, RefusedLoginError) is refused
    assert "hush-hush" not in str(caught.value)


class Relay:
    """A relay that counts connections and may close each after some letters."""

    def __init__(self, answer: Callable[[int], str]) -> None:
        self.letters: list[bytes] = []
        self.sessions: set[int] = set()
        self._answer = answer

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Take a letter, or answer otherwise."""
        self.sessions.add(id(session))
        self.letters.append(envelope.original_content or b"")
        return self._answer(len(self.letters))


def sent_by(relay: Relay, batches: list[list[Dispatch]], connections: int = 2) -> list[DeliveryStatus]:
    """Send batches one after another over one pool."""

    async def all_of_them() -> list[DeliveryStatus]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(relay, loop=loop, hostname="pbem.test"), "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            pool = SmtpPool(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, connections=connections))
            counts = [answer.status for batch in batches for answer in await pool.send(batch)]
            await pool.close()
        return counts

    return asyncio.run(all_of_them())


def test_a_relay_without_a_login_is_ready_and_no_more_is_claimed() -> None:
    """What it offers is told where it was asked for that."""

    async def probed() -> str:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Relay(lambda _: "250 OK"), loop=loop), "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await SmtpPool(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE)).probe()

    assert asyncio.run(probed()) == "ready"


def test_connections_are_few_and_used_again(dispatch: Dispatch) -> None:
    """Twenty letters in two batches need no more connections than the pool may hold."""
    relay = Relay(lambda _: "250 OK")
    assert sent_by(relay, [[dispatch] * 10, [dispatch] * 10]) == [DeliveryStatus.SENT] * 20
    assert len(relay.letters) == 20
    assert len(relay.sessions) <= 2


def test_a_letter_arrives_as_it_was_composed(dispatch: Dispatch) -> None:
    """Dots at the beginning of lines are doubled on the transport alone, also one that would end the letter."""
    words = replace(dispatch.words, text=".\n..\n.a\n\n.\nb.\n", html="", pictures=(), attachments=())
    letter, relay = replace(dispatch, words=words), Relay(lambda _: "250 OK")
    assert sent_by(relay, [[letter, dispatch]], connections=1) == [DeliveryStatus.SENT] * 2
    assert relay.letters == [compose(letter), compose(dispatch)]


def test_one_refused_letter_does_not_stop_the_others(dispatch: Dispatch) -> None:
    """Refusals and delays concern their letter alone, and the answers keep the order."""
    answers = {2: "554 5.7.1 no", 3: "451 4.3.0 later"}
    relay = Relay(lambda count: answers.get(count, "250 OK"))
    letters = [replace(dispatch, message_id=f"<{number}@pbem.test>") for number in range(4)]
    assert sent_by(relay, [letters], connections=1) == [
        DeliveryStatus.SENT,
        DeliveryStatus.REFUSED,
        DeliveryStatus.LATER,
        DeliveryStatus.SENT,
    ]


def test_what_the_relay_did_not_take_is_logged_as_a_warning(dispatch: Dispatch) -> None:
    """One letter that went is one line of information; a relay that is down, or refuses, is more than that."""
    with capture_logs() as log:
        sent_by(Relay(lambda count: {1: "250 OK"}.get(count, "451 4.3.0 later")), [[dispatch], [dispatch]])
        asyncio.run(_sent_nowhere(dispatch))
    levels = [(entry["event"], entry["log_level"], entry["fate"]) for entry in log]
    assert levels == [
        ("smtp.sent", "info", "sent"),
        ("smtp.not-sent", "warning", "later"),
        ("smtp.not-sent", "warning", "later"),
    ]
    assert "nothing listens" in log[-1]["detail"]


async def _sent_nowhere(dispatch: Dispatch) -> None:
    """Send a letter where no relay is."""
    await SmtpPool(SmtpSettings(host="127.0.0.1", port=1, tls=Tls.NONE, timeout=1)).send([dispatch])


def test_a_connection_that_the_relay_closed_is_replaced(dispatch: Dispatch) -> None:
    """A relay that hangs up after a letter gets a new connection for the next, and the letter is not lost."""
    relay = Relay(lambda count: "421 4.3.2 closing" if count == 2 else "250 OK")
    assert sent_by(relay, [[dispatch], [dispatch], [dispatch]], connections=1) == [
        DeliveryStatus.SENT,
        DeliveryStatus.LATER,
        DeliveryStatus.SENT,
    ]


def test_a_relay_that_reads_no_more_keeps_no_connection(dispatch: Dispatch) -> None:
    """What it has not read of a letter is not kept for it: once we are done the connection is gone."""
    size, got = 2**23, 0

    async def deed() -> list[DeliveryStatus]:
        done, gone = asyncio.Event(), asyncio.Event()

        async def stall(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal got
            writer.write(b"220 pbem.test\r\n")
            while (line := await reader.readline()) and not line.startswith(b"DATA"):
                writer.write(b"250 OK\r\n")
            writer.write(b"354 go on\r\n")
            await done.wait()
            with suppress(ConnectionError):
                while some := await reader.read(2**16):
                    got += len(some)
            writer.transport.abort()
            gone.set()

        async with await asyncio.start_server(stall, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            pool = SmtpPool(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, timeout=0.2))
            counts = [answer.status for answer in await pool.send([large])]
            await pool.close()
            done.set()
            await gone.wait()
        return counts

    file = Attachment("report.pdf", "application/pdf", bytes(size))
    large = replace(dispatch, words=replace(dispatch.words, attachments=(file,)))
    assert asyncio.run(deed()) == [DeliveryStatus.LATER]
    assert got < size
