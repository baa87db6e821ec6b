"""Files made to tire or to command whoever checks them: both programs take time in proportion, and print no signs."""

import html
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner

from moderator.cli import app
from moderator.service.audit.verify import verify_letters
from tests.support.cases import every_case
from tests.support.letters.proofs import found_by_the_tool
from tools import verify_letters as tool

GENEROUS = 4.0
"""Seconds of the processor; each of these files takes a tenth of it, and took far more before."""


def proof(items: str) -> bytes:
    """Return a proof with some items."""
    return f"-----BEGIN PROOF-----\nletter match=m kind=x turn=1 seat=Red\n{items}\n-----END PROOF-----\n".encode()


def many(item: str, count: int) -> str:
    """Return items of which each has another number."""
    return " ".join(item.format(n=number, seed=f"{number:064x}") for number in range(count))


HEAVY: dict[str, Callable[[], bytes]] = {
    "tags that do not end": lambda: b"<html><a " * 20_000,
    "comments that do not end": lambda: b"<html>" + b"<!--" * 50_000,
    "open brackets": lambda: b"<html>" + b"<a" * 100_000,
    "a word": lambda: proof("opened " * 28_000),
    "one record opened often": lambda: proof(many("opened asking=1 record=1 open={seed}", 2_000)),
    "many records": lambda: proof(many("opened asking={n} record={n} open={seed}", 2_000)),
    "seeds and rolls": lambda: proof(
        many("opened asking=1 record=1 open={seed}", 1_000)
        + many(" roll record=1 ruling=0 n={n} sides=6 value=1", 2_000)
    ),
    "rollbacks": lambda: proof(many("rollback record={n} to=1 asking={n} count={n} rulings=1 turn=1", 3_000)),
    "a count": lambda: proof(f"rollback record=9 to=1 asking=1 count={'9' * 25} rulings=1 turn=1"),
    "receipts": lambda: proof(
        many("filed asking=1 number={n} value=ab salt=ab", 3_000)
        + " opened asking=1 record=1 open=ab "
        + many("receipt seat=Red number={n} value=ab", 2_000)
    ),
    "a value in pieces": lambda: proof("filed asking=1 number=1 value=ab salt=ab lines=a " + "lines+=b " * 20_000),
    "letters": lambda: b"".join(proof(f"opened asking={n} record={n} open={n:064x}") for n in range(1_500)),
    "quotes": lambda: b"AB> " * 50_000,
    "edges": lambda: b"-----BEGIN PROOF-----\n" * 9_000,
}


@every_case("heavy", HEAVY.values())
@every_case("program", [verify_letters, found_by_the_tool])
def test_no_file_takes_long(program: Callable[[list[bytes]], object], heavy: Callable[[], bytes]) -> None:
    """Whatever somebody posts or sends, 200 kB of it are checked in a moment."""
    file = heavy()
    begun = time.process_time()
    program([file])
    assert time.process_time() - begun < GENEROUS


SIGNS = proof(
    "letter match=%1B%5B2Jm kind=%1B%5B2J turn=1 seat=%07 opened asking=1 record=1 open=%1B "
    "roll record=9 ruling=0 kind=%1B%5D0 n=1 sides=0 value=9 receipt seat=%9B31m number=1 value=ab"
)


def test_no_sign_that_commands_a_terminal_is_printed(tmp_path: Path) -> None:
    """Neither from a proof nor from the name of its file."""
    path = tmp_path / "a\x1b[2J.eml"
    path.write_bytes(SIGNS)
    by_tool = subprocess.run([sys.executable, tool.__file__, str(path)], capture_output=True, check=False)  # noqa: S603 - our own
    by_us = CliRunner().invoke(app, ["verify", "--letter", str(path)])
    for told in (by_tool.stdout.decode(), by_us.output):
        assert "record 9" in told
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", re.sub(r"\x1b\[[0-9;]*m", "", told))


@every_case("encode", [str, lambda text: text.replace("B", "&#66;"), html.escape])
def test_a_saved_post_of_somebody_else_is_no_proof(encode: Callable[[str], str]) -> None:
    """Its head says so, whatever stands in it and however it is written."""
    text = encode(proof("opened asking=1 record=1 open=ab").decode())
    for body in (text, f"<p>{text}</p>"):
        file = f"Author: Eve (account 9)\nProof: none\n\n{body}".encode()
        assert verify_letters([file]).findings == ()
        assert list(tool.read(file)) == []
