"""Columns of values that the database holds as JSON text."""

from typing import Any

from sqlalchemy import Dialect, String, TypeDecorator

from moderator.core import codec


class JsonColumn(TypeDecorator[Any]):
    """Values of one kind; they are decoded when their row is read, so they must be immutable."""

    impl = String
    cache_ok = True

    def __init__(self, kind: Any) -> None:  # noqa: ANN401 - any type that msgspec decodes
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ANN401, ARG002 - as for every type
        """Return the text to be written."""
        return codec.encode(value).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002 - as above
        """Return what a text says."""
        return codec.decode(value, self.kind)
