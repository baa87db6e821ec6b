"""One forum's site over HTTP: requests go out within a budget, and whatever fails becomes an error of the port."""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import httpx

from moderator.transport.forum.port import ForumError, Refused, TryLater, Unsure

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_NOT_DONE = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})
_PATIENCE = 30.0
_LONGEST_DETAIL = 300


class Missing(Refused):
    """What was asked for does not exist, or is not ours to see."""


class Conflict(Refused):
    """It was changed by somebody else in the meantime."""


class Invalid(Refused):
    """The forum read the request, and its rules forbid it: too short, too long, a double."""


_REFUSALS: Mapping[int, type[Refused]] = {
    HTTPStatus.BAD_REQUEST: Invalid,
    HTTPStatus.NOT_FOUND: Missing,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.GONE: Missing,
    HTTPStatus.UNPROCESSABLE_ENTITY: Invalid,
}


class Budget:
    """The calls that a forum allows: so many at once, and then each as its time comes back.

    Forums punish calls above their limit with a pause for everybody; this stops before that.
    """

    def __init__(self, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._room = self._left = float(a_minute)
        self._pace = a_minute / 60
        self._now = now
        self._counted = self._held = now()

    def take(self) -> None:
        """Count one call; raises TryLater if none is left."""
        now = self._now()
        if now < self._held:
            raise TryLater("the forum asked for a pause", self._held - now)
        self._left = min(self._room, self._left + (now - self._counted) * self._pace)
        self._counted = now
        if self._left < 1:
            raise TryLater("the budget of calls to this forum is spent", (1 - self._left) / self._pace)
        self._left -= 1

    def hold(self, seconds: float) -> None:
        """Allow nothing for some seconds, since the forum said so."""
        self._held = self._now() + seconds


class Site:
    """A forum's site. ``get`` reads and ``write`` changes something; both return the JSON of the answer.

    A read that fails is TryLater. A write that left us without a clear answer is Unsure. No redirect is followed:
    a key in a header would go along to wherever it leads. The secrets are struck out of every error text.
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

    def get(self, path: str, **query: Any) -> Any:  # noqa: ANN401 - JSON
        """Return what stands at a path."""
        return self._json(self.send("GET", path, params=query), TryLater)

    def write(self, method: str, path: str, **options: Any) -> Any:  # noqa: ANN401 - JSON
        """Change something, with the options of httpx; None for an empty answer."""
        answer = self.send(method, path, **options)
        if answer.is_redirect:
            raise Refused(f"{method} {path}: redirected; is the url of the forum right?")
        return self._json(answer, Unsure) if answer.content.strip() else None

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        """Send a request and return an answer that is no error, which may be a redirect."""
        if self._budget:
            self._budget.take()
        failed: type[TryLater] = TryLater if method == "GET" else Unsure
        try:
            answer = self._client.request(method, path, **options)
        except _NOT_SENT as error:
            raise TryLater(self._clean(f"{method} {path}: not sent: {_words(error)}")) from None
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise Refused(self._clean(f"{method} {path}: {_words(error)}")) from None
        except httpx.RequestError as error:
            raise failed(self._clean(f"{method} {path}: no answer: {_words(error)}")) from None
        if answer.is_error:
            raise self._error(answer, f"{method} {path}", failed)
        return answer

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
        return _REFUSALS.get(code, Refused)(text)

    def _json(self, answer: httpx.Response, failed: type[TryLater]) -> Any:  # noqa: ANN401 - JSON
        try:
            return answer.json()
        except ValueError:
            what = f"{answer.request.method} {answer.request.url.path}"
            raise failed(self._clean(f"{what}: {answer.status_code} {_detail(answer)}")) from None

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
    try:
        said = answer.json()
    except ValueError:
        return "an answer that is no JSON"
    if isinstance(said, dict):
        status = said.get("status")
        said = said.get("errors") or (status.get("message") if isinstance(status, dict) else None) or said.get("error")
    return ("; ".join(map(str, said)) if isinstance(said, list) else str(said or ""))[:_LONGEST_DETAIL]
