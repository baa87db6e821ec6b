"""One forum's site over HTTP: requests go out within a budget, and whatever fails becomes an error of the port."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, TypeVar

import httpx
import msgspec

from moderator.transport.forum.port import ForumError, Refused, Spent, TryLater, Unsure

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_NOT_DONE = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})
_PATIENCE = 30.0
_LONGEST_WAIT = 10.0
_LONGEST_DETAIL = 300
_Kind = TypeVar("_Kind")


class Missing(Refused):
    """What was asked for does not exist, or is not ours to see."""


class Moved(Refused):
    """It stands elsewhere; for a whole forum that means that its url in the configuration is wrong."""

    def __init__(self, text: str, to: str) -> None:
        super().__init__(text)
        self.to = to


class Conflict(Refused):
    """It was changed by somebody else in the meantime."""


class Invalid(Refused):
    """The forum read the request, and its rules forbid it: too short, too long, a double."""


_sparing = ContextVar("sparing", default=False)


@contextmanager
def spare_calls() -> Iterator[None]:
    """Leave half of a forum's calls to others, for work that may stop anywhere and go on at the next look."""
    token = _sparing.set(True)
    try:
        yield
    finally:
        _sparing.reset(token)


_REFUSALS: Mapping[int, type[Refused]] = {
    HTTPStatus.BAD_REQUEST: Invalid,
    HTTPStatus.NOT_FOUND: Missing,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.GONE: Missing,
    HTTPStatus.UNPROCESSABLE_ENTITY: Invalid,
}


class Budget:
    """The calls that a forum allows: so many at once, and then each as its time comes back. Threads may share one.

    Forums punish calls above their limit with a pause for everybody; this stops before that.
    """

    def __init__(
        self, a_minute: int, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._room = self._left = float(a_minute)
        self._pace = a_minute / 60
        self._now, self._sleep = now, sleep
        self._counted = self._held = now()
        self._lock = threading.Lock()

    def take(self) -> None:
        """Count one call, and wait for its time; raises Spent where that would take long.

        Within ``spare_calls`` half of the calls are left to others, and nothing waits. Spent then tells when a quarter
        of all has come back: a look that begins with a single call would never come to its end.
        """
        with self._lock:
            now = self._now()
            if now < self._held:
                raise TryLater("the forum asked for a pause", self._held - now)
            self._left = min(self._room, self._left + (now - self._counted) * self._pace)
            self._counted = now
            least, enough, longest = (
                (self._room / 2, self._room / 4, 0.0) if _sparing.get() else (0.0, 1.0, _LONGEST_WAIT)
            )
            wait = max(0.0, (least + 1 - self._left) / self._pace)
            if wait > longest:
                raise Spent("the budget of calls to this forum is spent", (least + enough - self._left) / self._pace)
            self._left -= 1
        if wait:
            self._sleep(wait)

    def hold(self, seconds: float) -> None:
        """Allow nothing for some seconds, since the forum said so."""
        self._held = self._now() + seconds


class Site:
    """A forum's site. ``get`` reads and ``write`` changes something; both return the answer as the kind asked for.

    A read that fails is TryLater. A write that left us without a clear answer is Unsure; an answer that cannot be
    understood, such as a page for people, is none. No redirect is followed: a key in a header would go along to
    wherever it leads. The secrets are struck out of every error text.
    """

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        secrets: Iterable[str] = (),
        budget: Budget | None = None,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._client = httpx.Client(
            base_url=url, headers={"Accept": "application/json", **headers}, timeout=timeout, transport=transport
        )
        self._secrets = [secret for secret in secrets if secret]
        self._budget = budget

    def get(self, path: str, kind: type[_Kind], **query: Any) -> _Kind:  # noqa: ANN401 - httpx's own
        """Return what stands at a path."""
        return self.understood(self.send("GET", path, params=query), kind, TryLater)

    def write(self, method: str, path: str, kind: type[_Kind], **options: Any) -> _Kind:  # noqa: ANN401 - as above
        """Change something, with the options of httpx, and return the answer."""
        return self.understood(self.send(method, path, **options), kind, Unsure)

    def act(self, method: str, path: str, **options: Any) -> None:  # noqa: ANN401 - as above
        """Change something where the answer says nothing more."""
        self.send(method, path, **options)

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        """Send a request and return an answer that is no error."""
        if self._budget:
            self._budget.take()
        failed: type[TryLater] = TryLater if method == "GET" else Unsure
        try:
            answer = self._client.request(method, path, **options)
        except _NOT_SENT as error:
            raise TryLater(self._clean(f"{method} {path}: not sent: {_words(error)}")) from None
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise Refused(self._clean(f"{method} {path}: {_words(error)}")) from None
        except (httpx.RequestError, RuntimeError) as error:  # RuntimeError: closed under us, as the file has changed
            raise failed(self._clean(f"{method} {path}: no answer: {_words(error)}")) from None
        if not answer.is_success:
            raise self._error(answer, f"{method} {path}", failed)
        return answer

    def understood(self, answer: httpx.Response, kind: type[_Kind], failed: type[TryLater]) -> _Kind:
        """Return the JSON of an answer as a kind."""
        try:
            return msgspec.json.decode(answer.content, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            what = f"{answer.request.method} {answer.request.url.path}: {answer.status_code} not understood: {error}"
            raise failed(self._clean(what)) from None

    def cookie(self, name: str) -> str:
        """Return a cookie that the site has set, empty for none."""
        return self._client.cookies.get(name) or ""

    def forget_cookies(self) -> None:
        """Begin a new session."""
        self._client.cookies.clear()

    def close(self) -> None:
        """Give back connections."""
        self._client.close()

    def _error(self, answer: httpx.Response, what: str, failed: type[TryLater]) -> ForumError:
        code = answer.status_code
        text = self._clean(f"{what}: {code} {_detail(answer)}")
        after = seconds_of(answer.headers.get("Retry-After"), _PATIENCE)
        if code in _NOT_DONE:
            if self._budget:
                self._budget.hold(after)
            return TryLater(text, after)
        if answer.is_server_error:
            return failed(text, after)
        if answer.has_redirect_location:
            return Moved(text, answer.headers["Location"])
        return _REFUSALS.get(code, Refused)(text)

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def seconds_of(retry_after: str | None, otherwise: float) -> float:
    """Return how long a Retry-After header says to wait: it has seconds or a date."""
    if not retry_after:
        return otherwise
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return otherwise
    return max(0.0, (date.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def _words(error: Exception) -> str:
    return f"{type(error).__name__} {error}".strip()


def _detail(answer: httpx.Response) -> str:
    """Return what the forum says of an error; a page for people says nothing that is worth a log."""
    if answer.has_redirect_location:
        return f"moved to {answer.headers['Location']}"
    try:
        said = json.loads(answer.content)
    except ValueError:
        return "an answer that is no JSON"
    if isinstance(said, dict):
        status = said.get("status")
        said = (
            said.get("errors")
            or (status.get("message") if isinstance(status, dict) else None)
            or said.get("error")
            or said.get("detail")
            or said
        )
    return ("; ".join(map(str, said)) if isinstance(said, list) else str(said or ""))[:_LONGEST_DETAIL]
