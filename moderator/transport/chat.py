"""Chat notices over https: one small adapter for each kind of service, which says what to send and reads the answer."""

import json
from collections.abc import Callable, Mapping
from email.header import Header
from html import escape
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct

from moderator.ports import ChatKind, ChatMessage, ChatSent, ChatTrouble, DeliveryStatus
from moderator.transport.public_https import Answer, NotAnsweredError, PublicHttps

_LONGEST_REMOTE = 40
_LATER = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
_FOR_GOOD = (ChatTrouble.PRIVATE, ChatTrouble.BAD_URL)


class _Request(Struct, frozen=True):
    """What goes to a service: a method, an address, a body, and headers."""

    method: str
    url: str
    body: bytes
    headers: Mapping[str, str]


class ChatSender:
    """A ``ChatOutbound`` over https; it keeps no connections."""

    def __init__(self, https: PublicHttps | None = None) -> None:
        """Send by the internet; tests bring a client of their own."""
        self._https = https or PublicHttps()

    async def send(self, message: ChatMessage) -> ChatSent:
        """Send one message, within some seconds; what the other side does wrong is told, and never raised."""
        asked = _ADAPTERS[message.kind](message)
        try:
            answer = await self._https.send(asked.method, asked.url, asked.body, asked.headers)
        except NotAnsweredError as error:
            for_good = error.trouble in _FOR_GOOD
            status = DeliveryStatus.REFUSED if for_good else DeliveryStatus.LATER
            return ChatSent(status=status, trouble=error.trouble)
        return _read(message, asked, answer)


def _read(message: ChatMessage, asked: _Request, answer: Answer) -> ChatSent:
    """Return what an answer says: it was taken, may be tried again, or never will be."""
    if HTTPStatus(200) <= answer.status < HTTPStatus(300):
        remote = _discord_id(answer.body) if message.kind is ChatKind.DISCORD else ""
        return ChatSent(status=DeliveryStatus.SENT, number=answer.status, remote=remote)
    if asked.method == "PATCH" and answer.status == HTTPStatus.NOT_FOUND:  # somebody has deleted the message
        return ChatSent(status=DeliveryStatus.SENT, number=answer.status)
    later = answer.status in _LATER or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    moved = HTTPStatus(300) <= answer.status < HTTPStatus(400)
    return ChatSent(
        status=DeliveryStatus.LATER if later else DeliveryStatus.REFUSED,
        trouble=ChatTrouble.REDIRECT if moved else ChatTrouble.ANSWER,
        number=answer.status,
        after=answer.retry_after,
    )


# ---- one adapter a kind ----------------------------------------------------------------------------------------------


def _ntfy(message: ChatMessage) -> _Request:
    """Return the text as it is, under a sequence id: from ntfy 2.16 on it replaces what went under that id before."""
    title = message.title if message.title.isascii() else Header(message.title, "utf-8", maxlinelen=0).encode()
    headers = {"Title": title, "X-Sequence-ID": message.key, "Content-Type": "text/plain; charset=utf-8"}
    if message.link:
        headers["Click"] = message.link
    return _Request("POST", message.url, "\n".join(message.lines).encode(), headers)


def _discord(message: ChatMessage) -> _Request:
    """Return a message that mentions nobody, or the edit of one; Discord tells an id if it is asked to wait."""
    lines = [f"**{message.title}**", *message.lines, *([f"<{message.link}>"] if message.link else [])]
    body = {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}
    if message.edits and message.remote:
        return _json("PATCH", _with_path(message.url, f"/messages/{message.remote}"), body)
    return _json("POST", _with_query(message.url, "wait=true"), body)


def _matrix(message: ChatMessage) -> _Request:
    """Return a text, and the same as HTML, as webhooks of Matrix (hookshot and its like) take it."""
    lines = [message.title, *message.lines, *([message.link] if message.link else [])]
    html = "<br>".join([f"<b>{escape(message.title)}</b>", *map(escape, lines[1:])])
    return _json("POST", message.url, {"text": "\n".join(lines), "html": html})


def _program(message: ChatMessage) -> _Request:
    """Return everything, under an id: what comes again under it replaces what the program had."""
    lines = [message.title, *message.lines, *([message.link] if message.link else [])]
    body = {
        "id": message.key,
        "edited": message.edits,
        "title": message.title,
        "text": "\n".join(lines),
        "url": message.link or None,
        **message.facts,
    }
    return _json("POST", message.url, body)


_ADAPTERS: Mapping[ChatKind, Callable[[ChatMessage], _Request]] = {
    ChatKind.NTFY: _ntfy,
    ChatKind.DISCORD: _discord,
    ChatKind.MATRIX: _matrix,
    ChatKind.JSON: _program,
}


def _json(method: str, url: str, body: Mapping[str, Any]) -> _Request:
    data = json.dumps(body, ensure_ascii=False).encode()
    return _Request(method, url, data, {"Content-Type": "application/json"})


def _with_path(url: str, more: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, f"{parts.path.rstrip('/')}{more}", parts.query, ""))


def _with_query(url: str, more: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, "&".join(filter(None, [parts.query, more])), ""))


def _discord_id(body: bytes) -> str:
    """Return the id of a message from Discord's answer; empty if it is none."""
    try:
        told = json.loads(body)
    except ValueError:
        return ""
    number = str(told.get("id", "")) if isinstance(told, dict) else ""
    return number if number.isascii() and number.isdigit() and len(number) <= _LONGEST_REMOTE else ""
