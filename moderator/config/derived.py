"""Tables of the operator's file that pydantic reads into frozen settings, whose fields and defaults are the table's."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema, core_schema

from moderator.config.values import Count, Duration, Part

STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
"""Every key of a table is known, and no value is converted but by its own reader."""

_READERS: Mapping[object, Any] = {int: Count, timedelta: Duration, float | None: Part}
"""How values are read, by the type of their field; others are taken as they are."""


class ReadAs:
    """Marks a field of a table as one whose value is another table, read into a struct of settings.

    ``but`` are fields of the struct that the table does not have, ``readers`` how values are read where their type does
    not tell.
    """

    def __init__(self, struct: type[Struct], but: Collection[str] = (), **readers: object) -> None:
        """Derive the table."""
        self._struct = struct
        keys: dict[str, Any] = {
            field.name: (
                readers.get(field.name, _READERS.get(field.type, field.type)),
                ... if field.default is NODEFAULT else field.default,
            )
            for field in fields(struct)
            if field.name not in but
        }
        self.table = create_model(struct.__name__, __config__=STRICT, **keys)

    def __get_pydantic_core_schema__(self, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._filled, handler.generate_schema(self.table))

    def _filled(self, table: BaseModel) -> Struct:
        return self._struct(**dict(table))
