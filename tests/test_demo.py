"""The demo: letters in the shapes of three mail programs, and the whole of it on real sockets."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
import typer

from contrib.forum_demo import __main__ as forum_demo
from contrib.forum_demo import postgres
from contrib.forum_demo.pages import PageError, picture
from moderator.cli import main
from moderator.core.demo import DemoScript
from moderator.demo.clients import PROGRAMS, Reply
from moderator.demo.people import PEOPLE, hasty
from moderator.demo.staged import Staged
from moderator.demo.story import Player, Story
from moderator.demo.unpack import save
from moderator.games.registry import GAMES
from moderator.language.reading import blocks
from moderator.mail.letter import read_letter
from moderator.transport.flowed import flow
from tests.support.cases import every_case
from tests.support.games import three_orders

if TYPE_CHECKING:
    from contrib.forum_demo.misago import MisagoServer

GAME = GAMES["rebel-commander"]
ORDERS = ("MOVE TROOPS C3 C4", "BUILD TRANSPORT C4", "ATTACK D4")


def reply(lines: tuple[str, ...]) -> Reply:
    """Answer a letter that quotes an order form of its own."""
    return Reply(
        name="Ann",
        address="ann@pbem.test",
        to="moderator@pbem.test",
        subject="[hoth] Turn 1",
        greeting="Hello - here I am, it's late:",
        lines=lines,
        date=datetime(2026, 11, 20, 20, tzinfo=UTC),
        message_id="<1@pbem.test>",
        in_reply_to="<0@pbem.test>",
        references=(),
        quoted_name="Moderator",
        quoted_address="moderator@pbem.test",
        quoted="Write your orders:\n1. PASS\n2. PASS\n3. MOVE TROOPS A1 A2\n",
    )


def script_of(key: str) -> DemoScript:
    """Return the script of a game."""
    script = GAMES[key].demo
    assert script is not None
    return script


@every_case("key", GAMES)
@every_case("program", PROGRAMS)
@every_case("person", [person.user for person in PEOPLE])
def test_every_program_carries_every_manner(program: str, person: str, key: str) -> None:
    """Whoever writes with whatever, the same orders are read, and nothing of what is quoted."""
    manner, language = next(each.manner for each in PEOPLE if each.user == person), GAMES[key].language
    letter = read_letter(PROGRAMS[program](reply(manner(three_orders(key)))))
    understood = blocks.understand(letter.lines, language)
    assert [language.line(entry.order) for entry in understood.entries] == list(three_orders(key))
    assert not understood.problems


@every_case("key", GAMES)
def test_who_is_in_a_hurry_makes_mistakes(key: str) -> None:
    """Letters are swapped in one line, and another speaks of a place that there is not."""
    letter = read_letter(PROGRAMS["phone"](reply(hasty(three_orders(key), script_of(key).nowhere))))
    understood = blocks.understand(letter.lines, GAMES[key].language)
    assert understood.problems
    assert script_of(key).nowhere in "".join(line.text for line in letter.lines)


@pytest.mark.parametrize(
    ("lines", "written"),
    [(("SAIL A5",), ("1) sail a5",)), ((), ("Ready",)), (None, ())],
    ids=["some", "none", "not asked"],
)
def test_who_is_asked_and_has_no_orders_in_mind_says_so(
    lines: tuple[str, ...] | None, written: tuple[str, ...]
) -> None:
    """Nobody waits for the deadline of a match because one player's plan is empty."""
    thoughts = SimpleNamespace(orders=lambda _match, _seat: lines)
    story = cast("Story", SimpleNamespace(world=SimpleNamespace(thoughts=thoughts), long="strait", script=None))
    player = cast("Player", SimpleNamespace(person=PEOPLE[0], slipped=False, mending=False))
    assert Story.words(story, player, "bay")[1] == written


def test_every_game_has_its_script() -> None:
    """Any game can be seen at work, with options and seats that it allows, against bots that it has."""
    for key, game in GAMES.items():
        script = script_of(key)
        assert {script.thinker, *script.table.bots.values(), *script.duel.bots.values()} <= set(game.bots)
        assert script.limit in game.info.options.__struct_fields__
        for staging in (script.table, script.duel, script.whole):
            assert not game.check_options(staging.options, [*script.seats[: staging.people], *staging.bots])


def test_a_game_that_there_is_not_cannot_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What there is is named instead."""
    pytest.importorskip("pymap")
    assert main(["demo", "--game", "chess", "--out", str(tmp_path / "demo")]) != 0
    assert "space-genocide" in capsys.readouterr().err


def test_a_flowed_letter_is_unpacked_as_it_is_read(tmp_path: Path) -> None:
    """Neither soft breaks nor the blanks before indented lines are in the text beside it."""
    text = "  indented\n" + "word " * 30 + "end\n-- \nsigned\n"
    body, is_flowed = flow(text)
    raw = f'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"; format="flowed"\n\n{body}'
    files = save(raw.encode(), tmp_path, "01-report")
    assert is_flowed
    assert files[1].read_text(encoding="utf-8") == text.replace("-- ", "--")


def test_a_letter_is_unpacked_into_files(tmp_path: Path) -> None:
    """Text and HTML lie beside the letter, each under a telling name."""
    files = save(PROGRAMS["web mail"](reply(ORDERS)), tmp_path, "01-orders")
    assert [str(path.relative_to(tmp_path)) for path in files] == [
        "01-orders.eml",
        "01-orders/letter.txt",
        "01-orders/letter.html",
    ]


@pytest.mark.parametrize(
    ("installed", "path", "mended_by"),
    [
        ((), "bin", "make .venv-misago/ready"),
        ((), "", "uv python install 3.12"),
        (("bin/python",), "bin", "apt install postgresql"),
    ],
    ids=["no Misago", "no Python for it", "no PostgreSQL"],
)
def test_what_a_forum_needs_is_named_before_anything_is_made(  # noqa: PLR0917 - three facts, and fixtures
    installed: tuple[str, ...],
    path: str,
    mended_by: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One sentence with the command that mends it; nothing is left behind."""
    pytest.importorskip("pymap")
    programs = tmp_path / "programs" / "bin"
    for name in (programs / "python3.11", *(tmp_path / "misago" / each for each in installed)):
        name.parent.mkdir(parents=True, exist_ok=True)
        name.touch(mode=0o755)
    monkeypatch.setenv("MISAGO_VENV", str(tmp_path / "misago"))
    monkeypatch.setenv("PATH", str(programs) if path else str(tmp_path))
    monkeypatch.setattr(postgres, "BINARIES", tmp_path / "none")
    with pytest.raises(typer.Exit):
        forum_demo.main(out=tmp_path / "demo")
    assert mended_by in capsys.readouterr().err
    assert not (tmp_path / "demo").exists()


def test_a_page_without_chromium_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no picture of it, and the way to one is named."""
    (tmp_path / "page.html").write_text("<p>Turn 1</p>", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PageError, match="apt install chromium"):
        picture(tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize("keep", [False, True])
def test_the_index_says_how_to_check_what_stands_in_the_forum(tmp_path: Path, *, keep: bool) -> None:
    """While it runs, with the password that was printed; once all has stopped, what was sent by mail alone."""
    pytest.importorskip("pymap")
    from contrib.forum_demo import members  # noqa: PLC0415 - an extra: not there in every installation
    from moderator.demo import index, world  # noqa: PLC0415 - as above

    out, staged = tmp_path / "demo", Staged(GAMES["rebel-commander"], script_of("rebel-commander"))
    script = staged.script
    site = cast("MisagoServer", SimpleNamespace(password="battery staple", url="http://127.0.0.1:1"))
    told = members.ForumStory(world.DemoWorld(out / "instance", staged, guest=keep, forum=site), out, lambda *_: None)
    lines = index.text(told, out, "moderator", keep=keep).splitlines()
    where = f"--config {out}/instance/config.toml"
    assert f"    moderator verify {script.table.name} {where}" in lines
    assert ("have stopped" in " ".join(lines)) is not keep
    assert f"    export MODERATOR_DEMO_SECRET={'THE-PRINTED-PASSWORD' if keep else 'any'}" in lines
    saving = [line for line in lines if line.startswith("    moderator thread ")]
    checking = [line for line in lines if f"--letter {out}/thread-of-" in line]
    assert len(saving) == len(checking) == (len(staged.people) - 1 if keep else 0)
    seat, user = staged.people[1].seat, staged.people[1].user
    if keep:
        assert saving[0] == f"    moderator thread hoth --seat {seat} {where} --out {out}/thread-of-{user}/"
        assert checking[0] == f"    moderator verify --letter {out}/thread-of-{user}/*.md"


@pytest.mark.parametrize("more", [["--turns", "2"]])
def test_what_does_not_go_together_is_said(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played then."""
    pytest.importorskip("pymap")
    assert main(["demo", *more, "--out", str(tmp_path / "demo")]) == 2
    assert more[0] in capsys.readouterr().err
    assert not (tmp_path / "demo").exists()


@pytest.mark.proof
@pytest.mark.parametrize("key", GAMES)
def test_the_demo_is_played_to_its_end(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Some turns and a duel by real IMAP and SMTP; every letter is left, unpacked, with what to open first."""
    pytest.importorskip("pymap")
    out, script = tmp_path / "demo", script_of(key)
    assert main(["demo", "--game", key, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "mends what was wrong" in said
    assert "Open first:" in said
    assert {"ann", "ben", "cleo", "gm", "instance", "INDEX.md"} <= {path.name for path in out.iterdir()}
    assert list(out.glob("ann/*turn-report/*.pdf"))
    assert main(["verify", script.table.name, script.duel.name, "--config", str(out / "instance" / "config.toml")]) == 0
    letters = [str(path) for path in sorted(out.glob("ann/*from-moderator*.eml"))]
    capsys.readouterr()
    assert main(["match", "list", "--config", str(out / "instance" / "config.toml")]) == 0
    going = not re.search(rf"{script.table.name}\b.*\bover\b", capsys.readouterr().out)
    assert main(["verify", "--letter", *letters]) == (3 if going else 0)
    ended = [path for path in letters if f"-moderator-{script.duel.name}-" in path]
    assert main(["verify", "--letter", *ended]) == 0


@pytest.mark.proof
def test_a_whole_match_is_played_by_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Slips are mended, a preview read, help asked for; the last letters bring the recap."""
    pytest.importorskip("pymap")
    out = tmp_path / "demo"
    assert main(["demo", "--long", "--turns", "3", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "mends what was wrong" in said
    assert "a preview with exact odds" in said
    assert len(list(out.glob("ann/*turn-report/*recap.pdf"))) == 1
    assert main(["verify", "hoth", "--config", str(out / "instance" / "config.toml")]) == 0


def test_a_demo_replaces_nothing_but_a_demo(tmp_path: Path) -> None:
    """A folder with anything else in it is left alone."""
    (tmp_path / "precious.txt").write_text("mine", encoding="utf-8")
    assert main(["demo", "--out", str(tmp_path)]) == 1
    assert (tmp_path / "precious.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.proof
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """A parent that is killed leaves no process behind: its output ends, which nobody else holds open."""
    script = (
        "import os, signal\n"
        "from moderator.app.render_workers import pool\n"
        "if __name__ == '__main__':\n"
        "    workers = pool(None, 2)\n"
        "    print(*{workers.submit(os.getpid).result() for _ in range(4)}, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "parent.py"
    path.write_text(script, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    ended = subprocess.run([sys.executable, str(path)], env=env, capture_output=True, timeout=60, check=False)  # noqa: S603 - our own script
    assert ended.returncode < 0
    assert ended.stdout.split()
