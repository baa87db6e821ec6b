"""Reports for programs: what each game tells is as the schema in the docs says."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from moderator.core import codec
from moderator.core.game import Event
from moderator.core.seats import Observer
from moderator.games.registry import GAMES
from moderator.service.letter_parts import Head
from moderator.service.report_json import report_json
from tests.support.law_tables import SUBJECTS
from tests.support.pages.report_schema import PAGE, schema, text

MOMENTS = 5
"""So many turns of each match are looked at."""
EXACT = 2**53
"""Up to here every program reads a number as it was written."""
THEN = datetime(2026, 11, 24, 22, tzinfo=UTC)


@cache
def _validator() -> Validator:
    return Draft202012Validator(json.loads(PAGE.read_text(encoding="utf-8")))


def _reports(key: str) -> Iterator[dict[str, Any]]:
    """Give reports of matches of a game, as all who may look at them get them, from the beginning to the end."""
    game = GAMES[key]
    for table in SUBJECTS[key].tables:
        if table.slow:
            continue
        steps = [(moment.step.state, moment.step.events) for moment in table.moments(MOMENTS)]
        for state, events in [(table.played.start, ()), *steps, (table.played.state, table.played.steps[-1].events)]:
            for who in table.watchers:
                head = Head(
                    moderator="", address="", match="hoth", game=key, title="", turn=1, player="", zone="UTC",
                    seat="" if isinstance(who, Observer) else who,
                )  # fmt: skip
                known = [event for event in events if event.known_to(who)]
                made = report_json(head, turn=1, made=THEN, deadline=None, view=game.view(state, who), events=known)
                yield json.loads(codec.encode(made))


def test_the_schema_in_the_docs_is_that_of_the_types() -> None:
    """If this fails, a type changed: run ``python -m tests.support.pages.report_schema``.

    Raise ``report_json.FORMAT`` if programs that read reports must change, and tell of it in CHANGELOG.md.
    """
    assert PAGE.read_text(encoding="utf-8") == text()
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("key", GAMES)
def test_reports_are_as_the_schema_says(key: str) -> None:
    """Views and events of every seat, of spectators and of the GM."""
    tags = set()
    for report in _reports(key):
        found = next(_validator().iter_errors(report), None)
        assert found is None, (list(found.absolute_path), found.message)
        tags |= {event["type"] for event in report["events"]}
    assert len(tags) > 1


def _numbers(part: Any) -> Iterator[float]:  # noqa: ANN401 - any JSON
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _numbers(each)
    elif isinstance(part, int | float):
        yield part


@pytest.mark.parametrize("key", GAMES)
def test_every_number_is_read_exactly_by_every_program(key: str) -> None:
    """JavaScript, for one, reads no whole number above 2 to the 53rd as it was written."""
    assert max(abs(number) for report in _reports(key) for number in _numbers(report)) < EXACT


@pytest.mark.parametrize("key", GAMES)
def test_what_is_not_as_the_schema_says_is_found(key: str) -> None:
    """An event of another kind, one that names its witnesses, and a view that lacks its turn or is another game's."""
    report = next(each for each in _reports(key) if each["events"])
    event, view = report["events"][0], report["view"]
    other = next(each for each in GAMES if {each, key} & {"rebel-commander"} and each != key)
    wrong: list[dict[str, Any]] = [
        {"events": [{**event, "type": "no-such-event"}]},
        {"events": [{**event, "seen_by": ["Red"]}]},
        {"view": {name: part for name, part in view.items() if name != "turn"}},
        {"game": other},
        {"format": 2},
    ]
    assert _validator().is_valid(report)
    assert [change for change in wrong if _validator().is_valid({**report, **change})] == []


def test_an_event_does_not_tell_who_else_knows_of_it() -> None:
    """Its witnesses are nobody's business."""

    class Whispered(Event, frozen=True, kw_only=True):
        pass

    head = Head(moderator="", address="", match="hoth", game="", title="", turn=1, seat="Ann", player="", zone="UTC")
    heard = Whispered(seen_by=("Ann", "Bob"))
    assert b"Bob" not in codec.encode(report_json(head, turn=1, made=THEN, deadline=None, view=None, events=[heard]))


# ---- the page about it -----------------------------------------------------------------------------------------


def test_the_example_on_the_page_is_as_the_schema_says() -> None:
    """And its head has every key that the page explains."""
    page = PAGE.with_name("report-json.md").read_text(encoding="utf-8")
    example = json.loads(page.partition("```json\n")[2].partition("```")[0])
    _validator().validate(example)
    explained = {key for row in page.splitlines() if row.startswith("| `") for key in re.findall(r"`(\w+)`", row)}
    assert example.keys() <= explained


@pytest.mark.parametrize("key", GAMES)
def test_the_example_program_draws_a_match_of_every_game(key: str, tmp_path: Path) -> None:
    """A line for each seat of which its player knows something."""
    table = SUBJECTS[key].tables[0]
    reports = [report for report in _reports(key) if report["seat"] == table.seats[0]]
    for number, report in enumerate(reports):
        (tmp_path / f"{number}.json").write_text(json.dumps({**report, "turn": number}), encoding="utf-8")
    program = [sys.executable, str(PAGE.parent / "examples" / "strength.py"), str(tmp_path)]
    drawn = subprocess.run(program, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
    picture = ET.fromstring(drawn)  # noqa: S314 - as above
    lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) >= len(table.seats)
    assert all(len(line.attrib["points"].split()) == len(reports) for line in lines)
