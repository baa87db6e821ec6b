"""The JSON Schema of reports for programs, from the types that write them; run it to write the one in the docs."""

import json
from collections.abc import Iterator, Mapping
from functools import reduce
from inspect import cleandoc
from operator import or_
from pathlib import Path
from typing import Any

from msgspec.json import schema_components

from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.service.report_json import AnyReportJson

PAGE = Path("docs/report.schema.json")
NOBODY = {"type": "null", "default": None}
"""What stands for the witnesses of an event."""


def schema() -> dict[str, Any]:
    """Return the schema: the head, and the views and events of each game; of games that are not ours the head alone."""
    (_,), found = schema_components([AnyReportJson])
    (head,) = found.values()
    definitions: dict[str, Any] = {}
    cases = []
    for key, game in GAMES.items():
        view, event, parts = _parts(key, game)
        definitions |= parts
        known = {"view": view, "events": {"type": "array", "items": event}}
        cases.append({"if": {"properties": {"game": {"const": key}}}, "then": {"properties": known}})
    head["title"], head["description"] = "A report for programs", "docs/report-json.md tells what its parts mean."
    head["required"] = [*head["properties"]]
    head["properties"]["format"] = {"const": head["properties"]["format"]["default"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **head,
        "allOf": cases,
        "$defs": definitions,
    }


def _parts(key: str, game: AnyGame) -> tuple[Any, Any, dict[str, Any]]:
    """Return the schemas of a game's view and of its events, and the definitions that both refer to."""
    happenings: Any = reduce(or_, game.events)
    (view, event), found = schema_components((game.view_type, happenings), ref_template=f"#/$defs/{key}.{{name}}")
    for part in found.values():
        part["description"] = cleandoc(part.get("description", ""))
        if "seen_by" in part.get("properties", {}):
            part["properties"]["seen_by"] = NOBODY
    return view, event, {f"{key}.{name}": part for name, part in found.items()}


def text() -> str:
    """Return the schema as it stands in the docs: each definition on a line of its own, so that changes are seen."""
    return "".join(_lines(schema()))


def _lines(whole: Mapping[str, Any]) -> Iterator[str]:
    yield "{\n"
    for name, part in whole.items():
        if name == "$defs":
            yield f"{json.dumps(name)}: {{\n"
            yield ",\n".join(f"  {json.dumps(each)}: {json.dumps(part[each])}" for each in part)
            yield "\n}\n"
        else:
            yield f"{json.dumps(name)}: {json.dumps(part)},\n"
    yield "}\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
