"""Letters by SMTP: a few lasting connections to one relay."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import aiosmtplib
import structlog

from moderator.ports import DeliveryStatus, Dispatch, Sent
from moderator.transport.composing import check_address, compose
from moderator.transport.connections import (
    RefusedLoginError,
    Server,
    Tls,
    TransportError,
    check_protection,
    plain_faults,
    refusal,
    tls_context,
)

_log = structlog.get_logger()

_PERMANENT = 500
_LETTERS_PER_CONNECTION = 100
_OUR_FAULT = frozenset({502, 503, 504, 530, 534, 535, 538})
"""Replies that are about the settings, not about the letter, which waits until the operator has corrected them."""


class SmtpSettings(Server, frozen=True, kw_only=True):
    """Where the relay is, and how it is used."""

    tls: Tls = Tls.STARTTLS
    connections: int = 2
    hello: str = "localhost"


class SmtpPool:
    """An ``Outbound`` over a few lasting connections. It belongs to one event loop."""

    def __init__(self, settings: SmtpSettings) -> None:
        """Prepare to send; raises WireError if letters or a password would be sent unprotected."""
        check_protection(settings.tls, settings.host)
        self._settings = settings
        self._where = f"{settings.host}:{settings.port}"
        self._idle: list[_Connection] = []
        self._places = asyncio.Semaphore(settings.connections)

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Send letters side by side, and return their results in the same order.

        After ``LATER`` the relay may have taken the letter all the same, if the connection was lost after the last
        byte. A letter that is sent again has the same Message-ID and the same bytes.
        """
        return list(await asyncio.gather(*(self._send(dispatch) for dispatch in dispatches)))

    async def close(self) -> None:
        """Close all idle connections."""
        while self._idle:
            await self._idle.pop().close()

    async def probe(self) -> str:
        """Connect, log in and log out; return one line for the doctor. Raises WireError if that fails."""
        connection = _Connection(self._settings)
        try:
            await connection.open()
            features = sorted(connection.client.esmtp_extensions)
        except aiosmtplib.SMTPAuthenticationError as error:
            said = f"SMTP at {self._where}: {refusal(self._settings)}: {error.message}"
            raise RefusedLoginError(said) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise TransportError(f"SMTP at {self._where}: {error}") from error
        finally:
            await connection.close()
        return f"ready ({', '.join(features)})" if features else "ready"

    async def _send(self, dispatch: Dispatch) -> Sent:
        try:
            raw = compose(dispatch)
            sender = check_address(dispatch.sender) if dispatch.sender else ""
            to = [check_address(address) for address in dispatch.to]
        except ValueError as error:
            return Sent(DeliveryStatus.REFUSED, str(error))
        async with self._places:
            answer = await self._deliver(sender, to, raw)
        told = {"letter": dispatch.key, "size": len(raw), "fate": answer.status.value}
        if answer.status is DeliveryStatus.SENT:
            _log.info("smtp.sent", **told)
        else:
            _log.warning("smtp.not-sent", **told, detail=answer.detail)
        return answer

    async def _deliver(self, sender: str, to: list[str], raw: bytes) -> Sent:
        """Send one letter; a connection that was lost while it was idle is replaced once."""
        for attempt in range(2):
            fresh = attempt > 0 or not self._idle
            try:
                async with self._connection(fresh=fresh) as connection:
                    return await connection.deliver(sender, to, raw)
            except aiosmtplib.SMTPServerDisconnected as error:
                if fresh:
                    return Sent(DeliveryStatus.LATER, str(error))
            except (aiosmtplib.SMTPException, OSError, TransportError) as error:
                return classify(error)
        return Sent(DeliveryStatus.LATER, "the relay hung up twice")

    @asynccontextmanager
    async def _connection(self, *, fresh: bool) -> "AsyncIterator[_Connection]":
        connection = _Connection(self._settings) if fresh else self._idle.pop()
        try:
            await connection.open()
            yield connection
        except BaseException as error:
            await connection.close(rudely=not isinstance(error, aiosmtplib.SMTPResponseException))
            raise
        if connection.used < _LETTERS_PER_CONNECTION:
            self._idle.append(connection)
        else:
            await connection.close()


def classify(error: Exception) -> Sent:
    """Return the result of a letter whose sending failed: whether it is to be tried again, and why it failed."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        codes = [refusal.code for refusal in error.recipients]
        permanent = bool(codes) and all(code >= _PERMANENT for code in codes)
        detail = "; ".join(f"{each.recipient}: {each.code} {each.message}" for each in error.recipients)
        return Sent(DeliveryStatus.REFUSED if permanent else DeliveryStatus.LATER, _short(detail))
    if isinstance(error, aiosmtplib.SMTPDataError | aiosmtplib.SMTPSenderRefused | aiosmtplib.SMTPRecipientRefused):
        permanent = error.code >= _PERMANENT and error.code not in _OUR_FAULT
        return Sent(
            DeliveryStatus.REFUSED if permanent else DeliveryStatus.LATER, _short(f"{error.code} {error.message}")
        )
    return Sent(DeliveryStatus.LATER, _short(f"{type(error).__name__}: {error}"))


class _Connection:
    """One connection to the relay, and the number of letters that it has carried."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self.used = 0
        self._transport: asyncio.BaseTransport | None = None
        self.client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            use_tls=settings.tls is Tls.TLS,
            start_tls=settings.tls is Tls.STARTTLS,
            tls_context=tls_context(settings.tls),
            timeout=settings.timeout,
            local_hostname=settings.hello,
        )

    async def open(self) -> None:
        """Connect and log in, unless that has been done."""
        if self.client.is_connected:
            return
        # Before the connection is opened: a command may take its time, and the relay would hang up.
        token = await asyncio.to_thread(self._settings.token) if self._settings.token is not None else ""
        with plain_faults("smtp", self._settings):
            await self.client.connect()
        self._transport = self.client.transport
        if token:
            await self.client.auth_xoauth2(self._settings.user, token)
        elif self._settings.user:
            await self.client.login(self._settings.user, self._settings.password)

    async def deliver(self, sender: str, to: list[str], raw: bytes) -> Sent:
        """Send one letter; if only some recipients are refused, the result says so and nothing is raised."""
        self.used += 1
        refused, reply = await self.client.sendmail(sender, to, raw)
        told = "; ".join(f"{address}: {why.code} {why.message}" for address, why in refused.items())
        return Sent(DeliveryStatus.SENT, _short(told or reply))

    async def close(self, *, rudely: bool = False) -> None:
        """End the connection, politely unless it is broken; no socket is left, whatever the relay does."""
        try:
            if not rudely and self.client.is_connected:
                await self.client.quit()
        except (aiosmtplib.SMTPException, OSError):
            pass
        finally:
            self.client.close()
            if isinstance(self._transport, asyncio.WriteTransport):
                self._transport.abort()  # else it waits until the relay has read everything, and said goodbye in TLS


def _short(text: str) -> str:
    return " ".join(text.split())[:300]
