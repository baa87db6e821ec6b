"""The log: one line for each event, for people or as JSON. Secrets are struck out of whatever is logged."""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Literal

import structlog
from sqlalchemy.exc import DBAPIError

_SECRET_KEYS = frozenset({"password", "seed", "salt", "key", "tag", "code", "secret", "token"})
_TAG = re.compile(r"(?<=\.)[a-z2-7]{16}(?=@|\b)|(?<=\d )[a-z2-7]{16}(?=\s*\])")
"""The secret code in a reply address, or in a subject on hosts without plus-addresses."""
_REDACTED = "…"


def set_up(style: Literal["console", "json"] | str = "console", level: int = logging.INFO) -> None:  # noqa: PYI051 - the file's two values, checked there
    """Send the output of structlog and of the standard library's loggers to stderr, in one style."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        shorten_outages,
        structlog.processors.format_exc_info,
        strike,
    ]
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(max(level, logging.WARNING))  # what libraries say below that is of no use to operators
    logging.getLogger("moderator").setLevel(level)


def shorten_outages(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ANN401 - structlog's own
    """Return a log event with one line in place of the traceback if the database cannot be reached.

    That is no bug of ours, and everything that needs the database logs it until it is back.
    """
    told = event.get("exc_info")
    error = sys.exception() if told is True else told
    if isinstance(error, DBAPIError) and (error.connection_invalidated or error.statement is None):
        event.pop("exc_info")
        event["database"] = "cannot be reached"
        event["error"] = next(iter(str(error.orig).splitlines()), "")
    return event


def strike(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ANN401 - structlog's own
    """Return a log event without values whose name marks them as secret, and without codes of reply addresses."""
    event.update(_without_secrets(event))
    return event


def _without_secrets(values: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: _REDACTED if key in _SECRET_KEYS else _without_codes(value) for key, value in values.items()}


def _without_codes(value: Any) -> Any:  # noqa: ANN401 - whatever is logged
    if isinstance(value, str):
        return _TAG.sub(_REDACTED, value)
    if isinstance(value, list | tuple):
        return [_without_codes(each) for each in value]
    if isinstance(value, Mapping):
        return _without_secrets(value)
    if isinstance(value, BaseException):
        return _TAG.sub(_REDACTED, str(value))
    return value
