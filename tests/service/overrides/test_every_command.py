"""Every command is known to read only, or to change a match the one way that records it and tells its players.

A new command fails here until it is declared; what is declared is run, and rows of the match are compared.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from sqlmodel import col, select

from moderator.app.opening import open_instance
from moderator.cli import COMMANDS, load_command
from moderator.config import load
from moderator.store.tables import Match, OrderRequest, OrderSet, Outbox, Record, SeatAssignment
from tests.support.shell import Run, drop, shell_with_match

READS = {
    "doctor": "",
    "match list": "",
    "match show": "hoth",
    "match history": "hoth",
    "match options": "rebel-commander",
    "report": "hoth --turn 0 --seat Red --out red",
    "thread": "hoth --seat Red --out thread",
    "recap": "hoth",
    "verify": "hoth",
    "read": "orders.txt",
    "shunt list": "",
    "shunt show": "1",
    "shunt drop": "1",
    "shunt retry": "1",
    "override list": "hoth",
    "player export": "ann@pbem.test",
    "backup": "kept.tar.gz",
    "export": "hoth folder",
    "memos": "",
    "game list": "",
    "game check": "rebel-commander --law silence-is-legal",
    "simulate": "rebel-commander --matches 1",
    "match try": "endor",
}
"""Commands that leave matches as they are, with the rest of a line that runs them."""

RECORDS = {"resolve": "hoth", "override apply": "", "once": ""}
"""Commands that change a match; each leaves a record, and a letter to its player."""

APART = {
    "init": "makes an instance, which has no match yet",
    "demo": "plays in a folder of its own",
    "serve": "does what once does, until it is stopped",
    "work": "does a part of what serve does",
    "web": "shows matches, and leaves letters and overrides to serve: tests/web",
    "restore": "puts a whole instance into its place, with all its records",
    "import": "brings a whole match, and pauses it by a record: tests/test_exports.py",
    "match open": "adds a match to the file, which once opens: tests/cli/test_open_matches.py",
    "match begin": "begins a match at the next look: tests/cli/test_open_matches.py",
    "match close": "calls off a match that has not begun: tests/cli/test_open_matches.py",
    "match invite": "writes to somebody about a match that has not begun: tests/cli/test_open_matches.py",
    "player erase": "takes a person out of all words, by law without a trace; the seat stays: test_personal_data.py",
}
"""Commands that are not run here, with the reason."""

CHANGES = """
[[match]]
name = "endor"
game = "rebel-commander"
hold = true
options = { edition = "skirmish" }
seats = [{ seat = "Red", player = "Ann", address = "ann@pbem.test" }, { seat = "Empire", bot = "recruit" }]

[[override]]
id = "more"
match = "hoth"
do = "EXTEND 24h"
"""
_KEPT = {"state", "look_at", "reminded", "fault"}
"""Columns of a match that are caches or notes of the moderator's."""


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance with a match that has begun, orders that wait, and an override in its file."""
    run = shell_with_match(tmp_path, capsys, monkeypatch)
    run("once")
    drop("PASS\n")
    Path("orders.txt").write_text("PASS\n", encoding="utf-8")
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(CHANGES)
    return run


def commands() -> Iterator[str]:
    """Give the names of all commands, with their groups."""
    for name in COMMANDS:
        below: Mapping[str, object] = getattr(load_command(name), "commands", {})
        yield from (f"{name} {each}" for each in below) if below else (name,)


def rows() -> tuple[list[object], int, set[str]]:
    """Return how the match stands, how many records it has, and the keys of letters to its player."""
    with open_instance(load(Path("config.toml"), mail=False)) as instance, instance.store.read() as session:
        found = session.exec(select(Match)).one()
        order_sets = session.exec(select(OrderSet).where(col(OrderSet.letter).is_(None)))
        tables = [*session.exec(select(SeatAssignment)), *session.exec(select(OrderRequest)), *order_sets]
        stands = [found.model_dump(exclude=_KEPT), *(row.model_dump() for row in tables)]
        told = session.exec(select(Outbox.key).where(col(Outbox.player).is_not(None)))
        return stands, len(session.exec(select(Record)).all()), set(told)


def test_every_command_is_declared_once() -> None:
    """It reads, it records what it changes, or it stands apart for a reason."""
    assert sorted(commands()) == sorted([*READS, *RECORDS, *APART])


def test_a_command_that_reads_changes_no_match(run: Run) -> None:
    """Its rows are what they were; each command is run after the others in one instance."""
    before = rows()
    for command, rest in READS.items():
        code, _, complaint = run(*f"{command} {rest}".split())
        assert "Usage" not in complaint, command
        assert code in (0, 1), (command, complaint)
        assert rows() == before, command


@pytest.mark.parametrize("command", RECORDS)
def test_a_command_that_changes_a_match_records_it_and_tells_its_player(run: Run, command: str) -> None:
    """The history has it, and a letter goes that is neither the answer to a letter nor a memo."""
    stood, records, told = rows()
    run(*f"{command} {RECORDS[command]}".split())
    stands, now, letters = rows()
    assert stands != stood
    assert now > records
    assert any(key.startswith(("notice:", "report:")) for key in letters - told)


def test_a_turn_that_is_run_by_hand_tells_that_the_gm_ran_it(run: Run) -> None:
    """As the override RESOLVE does: a notice of its own, besides the report."""
    _, records, told = rows()
    run("resolve", "hoth")
    _, now, letters = rows()
    assert now == records + 2
    assert any(key.startswith("notice:") for key in letters - told)
