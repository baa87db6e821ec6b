"""Tables of the operator's file that pydantic reads into frozen settings, whose fields and defaults are the table's."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationInfo, create_model
from pydantic_core import CoreSchema, core_schema

from moderator.config.values import Count, Duration, Moment, Part

STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
"""Every key of a table is known, and no value is converted but by its own reader."""

_READERS: Mapping[object, Any] = {
    int: Count,
    timedelta: Duration,
    timedelta | None: Duration | None,
    datetime | None: Moment | None,
    float | None: Part,
}
"""How values are read, by the type of their field; others are taken as they are."""


def _default(field: FieldInfo) -> object:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return ... if field.default is NODEFAULT else field.default


class ReadAs:
    """Marks a field of a table as one whose value is another table, read into a struct of settings.

    ``but`` are fields of the struct that the table does not have, ``also`` keys that it has besides or in place of a
    field, with their types (those that are left out are None), and ``readers`` how values are read where their type
    does not tell. Where keys and fields differ, ``made`` returns the fields of the struct from the values of all keys
    and the folder of the file.
    """

    def __init__(
        self,
        struct: type[Struct],
        but: Collection[str] = (),
        also: Mapping[str, Any] | None = None,
        made: Callable[[dict[str, Any], Path], dict[str, Any]] = lambda keys, _root: keys,
        **readers: object,
    ) -> None:
        """Derive the table."""
        self._struct, self._made = struct, made
        keys: dict[str, Any] = {
            field.name: (
                readers.get(field.name, _READERS.get(field.type, field.type)),
                _default(field),
            )
            for field in fields(struct)
            if field.name not in but
        }
        keys |= {name: (kind | None, None) for name, kind in (also or {}).items()}
        self.table = create_model(struct.__name__, __config__=STRICT, **keys)

    def __get_pydantic_core_schema__(self, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._fill, handler.generate_schema(self.table))

    def _fill(self, table: BaseModel, info: ValidationInfo) -> Struct:
        return self._struct(**self._made(dict(table), Path(info.context or "")))
