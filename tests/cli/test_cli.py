"""The command line, on an instance in a folder of its own, without any mailbox."""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import structlog
from imapclient import IMAPClient
from rich.text import Text
from sqlmodel import select

from moderator.app.opening import open_instance
from moderator.cli import COMMANDS, load_command, main
from moderator.cli.console import console, errors, out, table
from moderator.config import load
from moderator.service import outbox
from moderator.service.inbox import desk
from moderator.service.recruiting import waiting_list
from moderator.store.tables import SeatAssignment
from moderator.transport.connections import RefusedLoginError, TransportError
from moderator.transport.embedded import MailWorld
from moderator.transport.imap import ImapMailbox
from moderator.transport.mail_domain import examination
from moderator.transport.mail_domain.lookup import Names
from moderator.transport.mail_domain.reach import Reach
from moderator.transport.providers import provider_needs
from tests.support.cases import every_case
from tests.support.crashes.players import text_of
from tests.support.servers.nameserver import Zone, name_server
from tests.support.shell import Run, add, drop, shell_with_match
from tools import verify_letters

OVERRIDE = '\n[[override]]\nid = "more"\nmatch = "hoth"\ndo = "EXTEND 24h"\n'


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance that ``init`` made, with one match; give exit code, answer and complaints."""
    return shell_with_match(tmp_path, capsys, monkeypatch)


def sent(kind: str) -> list[Path]:
    """Return the letters of a kind that were written for Ann."""
    return sorted(Path("state/outbox").glob(f"*ann@pbem.test-{kind}-*.eml"))


def test_a_new_instance_is_whole_and_never_overwritten(tmp_path: Path) -> None:
    """``init`` makes what an operator touches, with a file that can be started; a second time it changes nothing."""
    folder = tmp_path / "new"
    assert main(["init", str(folder)]) == 0
    assert load(folder / "config.toml", {}).matches == ()
    assert {path.name for path in folder.iterdir()} == {"config.toml", "templates", "orders", "state", ".gitignore"}
    (folder / "config.toml").write_text("mine", encoding="utf-8")
    assert main(["init", str(folder)]) == 1
    assert (folder / "config.toml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("folder", "begins"), [("new match", "1. cd 'new match' 2. edit config.toml: "), (".", "1. edit ")]
)
def test_a_new_instance_is_run_in_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: str, begins: str
) -> None:
    """The steps go there first unless you are there, and then no command has to name the file."""
    monkeypatch.chdir(tmp_path)
    assert main(["init", folder]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"Next: {begins}" in said
    assert said.endswith("moderator serve")
    assert "--config" not in said


def test_init_says_that_a_folder_lies_in_a_clone_of_the_sources(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clone itself is no instance, although a config.toml is there; a folder in it is made, with a warning."""
    clone = tmp_path / "clone"
    for part in ("moderator/service", "templates/service"):
        (clone / part).mkdir(parents=True)
    for file in ("pyproject.toml", "config.toml"):
        (clone / file).touch()
    assert main(["init", str(clone)]) == 1
    said = " ".join("".join(capsys.readouterr()).split())
    assert "is a clone of the moderator's sources" in said
    assert not (clone / "state").exists()
    assert main(["init", str(clone / "battle")]) == 0
    assert "git clean there would delete it" in " ".join(capsys.readouterr().out.split())
    assert main(["init", str(tmp_path / "battle")]) == 0
    assert "clone" not in capsys.readouterr().out.replace(str(tmp_path), "")


@pytest.mark.parametrize(
    "command",
    [["match", "list"], ["match", "show", "hoth"], ["match", "history", "hoth"], ["memos"], ["shunt", "list"]],
)
def test_who_only_looks_is_not_stopped_by_a_mistake_in_the_file(run: Run, command: list[str]) -> None:
    """It is told, and what needs only the database is shown."""
    assert run("once")[0] == 0
    good = run(*command)
    file = Path("config.toml")
    file.write_text(file.read_text(encoding="utf-8") + '\n[limits]\nletters_per_hour = "many"\n', encoding="utf-8")
    code, said, complaint = run(*command)
    assert (code, said) == good[:2]
    assert "1 mistake in the file, so this goes by the rest of it" in complaint
    assert "limits.letters_per_hour: must be a whole number" in complaint
    assert run("once")[0] == 2


def test_who_only_looks_needs_to_know_who_is_the_gm(run: Run) -> None:
    """Or secrets of a match in which the GM plays might be shown."""
    file = Path("config.toml")
    file.write_text(file.read_text(encoding="utf-8").replace('gm = "', 'gm = "no '), encoding="utf-8")
    code, said, complaint = run("match", "list")
    assert (code, said) == (2, "")
    assert "moderator.gm" in complaint


def test_a_match_is_played_with_files_alone(run: Run) -> None:
    """Welcome, orders with a mistake, acknowledgement, turn, report: all without a mailbox."""
    code, said, _ = run("once")
    assert (code, len(sent("welcome"))) == (0, 1)
    assert "sent" in said
    drop("MVOE TROPS A0 A1\nPASS\n")
    code, said, _ = run("once")
    assert code == 0
    assert said.startswith("1 letter fetched, 1 read, 0 turns resolved")  # for the line that may be mended
    drop("READY\n")
    code, said, _ = run("once")
    assert said.startswith("1 letter fetched, 1 read, 1 turn resolved")
    assert len(sent("ack")) == 2
    assert len(sent("report")) == 1
    assert Path("orders/archive/hoth/001/red.txt").read_text(encoding="utf-8").splitlines()[-1] == "2. PASS"


def test_a_match_that_has_not_begun_is_listed(run: Run) -> None:
    """Before the moderator ran for the first time the file's match is shown with its state, and what begins it."""
    code, said, _ = run("match", "list")
    assert code == 0
    assert re.search(r"hoth +rebel-commander +not begun", said)
    assert "Not begun yet. `moderator serve` or `moderator once` will begin it; a match with `hold` waits" in said
    code, _, complaint = run("match", "show", "HOTH")
    assert code == 1
    assert re.match(r"hoth is in config.toml:\d+ and has not begun: moderator serve", complaint)
    letter = drop("PASS\n")
    code, said, _ = run("read", str(letter))
    assert code == 1
    assert "hoth is in config.toml" in said
    run("once")
    assert "running" in run("match", "list")[1]


def test_the_late_matches_are_listed_with_whom_they_wait_for(run: Run) -> None:
    """A stopped one waits for the GM; where none waits, that is said."""
    assert "none waits for anybody" in run("match", "list", "--late")[1]
    run("once")
    assert re.search(r"hoth +1 +\w{3} \d\d .* Red +\w{3} \d\d .* - *$", run("match", "list", "--late")[1], re.MULTILINE)
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(OVERRIDE.replace("EXTEND 24h", "PAUSE"))
    run("once")
    assert "the GM (RESUME)" in run("match", "list", "--late")[1]


def test_a_reason_is_tried_on_the_command_line_and_given_to_a_turn_that_is_run(run: Run) -> None:
    """The players read it in both."""
    run("once")
    tried = run("override", "--dry-run", "hoth", "EXTEND 24h", "--why", "A storm.")[1]
    assert "Red (Ann) would be told: The GM's reason: A storm." in " ".join(tried.split())
    assert run("resolve", "hoth", "--why", "All agreed.")[0] == 0
    (report,) = sent("report")
    assert "The GM had this turn run. The GM's reason: All agreed." in " ".join(text_of(report.read_bytes()))
    assert "RESOLVE; why: All" in " ".join(run("match", "history", "hoth")[1].split())


def test_a_line_is_tried_with_what_is_probably_a_mistake_in_it(run: Run) -> None:
    """The GM reads it before what would change."""
    run("once")
    said = " ".join(run("override", "--dry-run", "hoth", 'REPLACE Empire WITH "Dora" ann@pbem.test')[1].split())
    assert "Look at this first: seats Red and Empire have one address" in said


def test_lines_are_tried_in_all_matches_at_once(run: Run) -> None:
    """By the sign that stands for them in the file."""
    run("once")
    assert "hoth: these lines would change this" in run("override", "--dry-run", "*", "PAUSE")[1]


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("hold = true", "it is on hold until you take the line with hold out of the file"),
        ('start = "2099-12-05 20:00"', "it begins 2099-12-05 20:00, Europe/Berlin"),
    ],
)
def test_a_match_that_waits_says_what_it_waits_for(run: Run, line: str, begins: str) -> None:
    """It does not begin just because the moderator runs."""
    path = Path("config.toml")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('name = "hoth"\n', f'name = "hoth"\n{line}\n'), encoding="utf-8")
    assert f"has not begun: {begins}." in " ".join(run("match", "show", "hoth")[2].split())


def test_what_the_gm_was_told_is_listed(run: Run) -> None:
    """Every note stands there with its words, also where a letter had several."""
    assert run("memos")[1] == "There are no memos yet.\n"
    run("once")
    assert "the match has begun" in run("memos")[1]
    drop("PRESS TO GM: good evening\nEXTEND 24h\n")
    run("once")
    code, said, _ = run("memos")
    assert code == 0
    assert "a message from Ann\n    good evening\n" in said
    assert "Red asks for more time" in said


@pytest.fixture
def blind_run(run: Run) -> Run:
    """Begin the match with a blind GM."""
    file = Path("config.toml")
    file.write_text(
        file.read_text(encoding="utf-8").replace('delay = "0"', 'delay = "0"\ngm = "blind"'), encoding="utf-8"
    )
    run("once")
    return run


@pytest.mark.parametrize(
    ("command", "shows"),
    [
        ("report hoth --turn 0 --seat Red --out red", "what Red sees"),
        ("resolve hoth --dry-run", "the positions and orders of all"),
        ("export hoth folder", "its seeds, positions and orders"),
        ("shunt show 1", "a player's whole letter"),
        ("read letter.txt", "whether orders hold where Red stands"),
    ],
)
def test_what_a_blind_gm_may_not_see_is_shown_when_that_is_said(blind_run: Run, command: str, shows: str) -> None:
    """The refusal names what would be shown, and writes nothing."""
    Path("letter.txt").write_text("From: ann@pbem.test\n\nPASS\n", encoding="utf-8")
    code, said, complaint = blind_run(*command.split())
    assert (code, said) == (1, "")
    assert complaint.endswith(f"and this shows {shows}. To see it all the same, add --disclose.\n")
    assert not any(Path(name).exists() for name in ("red", "gm", "folder"))
    assert "--disclose" not in blind_run(*command.split(), "--disclose")[2]


def test_what_everybody_may_know_is_shown_to_a_blind_gm(blind_run: Run) -> None:
    """Who is waited for, what happened, what the public sees; the number of an order set is none of it."""
    assert blind_run("report", "hoth", "--turn", "0", "--seat", "PUBLIC", "--out", "public")[0] == 0
    assert blind_run("report", "hoth", "--turn", "0", "--seat", "GM", "--out", "gm")[0] == 0
    assert "this is what everybody may know" in " ".join(Path("gm/letter.txt").read_text(encoding="utf-8").split())
    assert blind_run("match", "history", "hoth")[0] == 0
    code, said, _ = blind_run("match", "show", "hoth")
    assert code == 0
    assert "the match keeps its secrets from its GM; --disclose shows them" in said
    assert re.search(r"Empire +bot recruit +yes +yes", said)
    assert re.search(r"Empire +bot recruit +yes +number 1", blind_run("match", "show", "hoth", "--disclose")[1])


def test_a_turn_runs_at_its_time(run: Run) -> None:
    """``once --now`` works as if it were that time: before the deadline nothing runs, after it silence is played."""
    run("once")
    assert run("once", "--now", "2020-01-01T00:00")[1].split(", ")[2].startswith("0 turns")
    code, said, _ = run("once", "--now", "2099-01-01T00:00")
    assert code == 0
    assert "1 turn resolved" in said


def test_a_time_that_is_none_is_wrong_usage(run: Run) -> None:
    """The complaint says how a time is written."""
    code, _, complaint = run("once", "--now", "tomorrow")
    assert code == 2
    assert "2026-11-26T20:00" in complaint


def test_reading_a_letter_changes_nothing(run: Run) -> None:
    """``read --json`` tells verdict, seat, canonical orders, and each problem with line, code, words and hints."""
    run("once")
    letter = drop("MVOE TROPS A0 A1\nPASS\n")
    code, said, _ = run("read", str(letter), "--json")
    facts = json.loads(said)
    assert code == 0
    assert (facts["verdict"], facts["match"], facts["seat"]) == ("filed", "hoth", "Red")
    assert facts["orders"] == ["2. PASS"]
    (problem,) = facts["problems"]
    assert problem["line"] == 1
    assert problem["text"]
    assert problem["hints"]
    assert "1 letter fetched" in run("once")[1]


def test_reading_a_letter_accounts_for_every_line(run: Run) -> None:
    """``read --json`` tells of each line what became of it; for people, talk is listed."""
    run("once")
    letter = str(drop("Hi all,\nwhat a turn that was!\n\nthe others hold\nPASS\n\nWould this work?\n"))
    lines = json.loads(run("read", letter, "--json")[1])["lines"]
    assert [(line["line"], line["became"]) for line in lines] == [
        (1, "courtesy"),
        (2, "not-read"),
        (4, "needs-fix"),
        (5, "recorded"),
        (7, "needs-fix"),
    ]
    assert "not read as orders:\n  line 2: what a turn that was!" in run("read", letter)[1]


def test_a_letter_without_orders_is_a_no(run: Run) -> None:
    """A letter of which nothing counts ends with exit code 1; a file that is not there with 2."""
    run("once")
    code, said, _ = run("read", str(drop("Hello there.\n")))
    assert code == 1
    assert "nothing-read: it holds no valid order" in said
    assert run("read", "nowhere.eml")[0] == 2


def test_a_dropped_file_that_is_nobodys_is_named_to_the_gm(run: Run) -> None:
    """By the name that the operator gave it, and where it lies now."""
    drop("1. PASS\n", "orders.txt")
    run("once")
    (memo,) = Path("state/outbox").glob("*memo-dropped*.eml")
    text = "\n".join(text_of(memo.read_bytes()))
    assert "The file orders.txt in orders/inbox/ does not say whose orders it has" in text
    assert ";" not in text
    assert Path("orders/processed/orders.txt").is_file()


def test_reading_tells_why_a_letter_is_nobodys(run: Run) -> None:
    """A file that names no seat is told how a seat is named."""
    code, said, _ = run("read", str(drop("1. PASS\n", "orders.txt")))
    assert code == 1
    assert "<match>.<seat>.txt" in said


def test_problems_are_read_in_the_order_of_the_letter(run: Run) -> None:
    """What could not be read and what is not allowed stand together, line by line."""
    run("once")
    said = json.loads(run("read", str(drop("BUILD TROOPS C2\nATTACK\n")), "--json")[1])
    assert [problem["line"] for problem in said["problems"]] == [1, 2]


def test_reading_shows_lines_messages_and_refusals(run: Run) -> None:
    """Each problem stands below its line, a message below its command, and a refused command with the reason."""
    run("once")
    text = "1. ATTAK A1\nVACATION 2027-01-10 2027-01-02\nPRESS TO GM\nHello there,\nwhat now?\nEND\n"
    code, said, _ = run("read", str(drop(text)))
    assert code == 0
    assert "line 1: 1. ATTAK A1\n" in said
    assert "  | Hello there,\n" in said
    assert "would be refused: 2027-01-02 comes before 2027-01-10" in " ".join(said.split())
    assert "  try: VACATION 2027-01-02 2027-01-10\n" in said


@pytest.mark.parametrize("name", ["orders.docx", "orders.jpg", "orders.xyz", "smime.p7m", "winmail.dat"])
def test_reading_tells_of_a_file_that_cannot_be_read(run: Run, name: str) -> None:
    """The words are those of the answer to the letter, with and without ``--json``."""
    run("once")
    letter = Path("orders.eml")
    attached = f"--b\r\nContent-Disposition: attachment; filename={name}\r\n\r\nx\r\n--b--\r\n"
    head = "X-Moderator-Seat: hoth.Red\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    letter.write_text(f"{head}--b\r\n\r\nSee the file.\r\n{attached}", encoding="ascii", newline="")
    code, said, _ = run("read", "--dropped", str(letter), "--json")
    (told,) = json.loads(said)["faults"]
    assert (code, "could not read" in told or "can't read" in told) == (1, True)
    assert " ".join(told.split()) in " ".join(run("read", "--dropped", str(letter))[1].split())


def test_a_letter_can_be_judged_as_a_dropped_file(run: Run) -> None:
    """``--dropped`` believes the sender of an .eml, as the inbox does; without it more is asked."""
    run("once")
    letter = Path("orders.eml")
    letter.write_bytes(b"X-Moderator-Seat: hoth.Red\r\n\r\n1. PASS\r\n")
    assert run("read", str(letter))[0] == 1
    code, said, _ = run("read", "--dropped", str(letter))
    assert (code, "1. PASS" in said) == (0, True)


def test_a_blind_gm_gets_no_digest_to_try_a_guess_against(blind_run: Run) -> None:
    """The history has them with ``--disclose`` alone."""
    assert "digest" not in blind_run("match", "history", "hoth")[1]
    assert "digest" in blind_run("match", "history", "hoth", "--disclose")[1]


def test_the_list_names_everybody_whom_a_turn_waits_for(run: Run) -> None:
    """Who has sent orders but says WAIT is among them."""
    run("once")
    drop("PASS\nWAIT\n")
    run("once")
    assert "says WAIT" in run("match", "show", "hoth")[1]
    assert re.search(r"hoth .* Red", run("match", "list")[1])


def test_a_gm_can_look_at_a_match(run: Run) -> None:
    """List, show and history tell where a match stands."""
    run("once")
    assert "hoth" in run("match", "list")[1]
    code, said, _ = run("match", "show", "hoth")
    assert code == 0
    assert "Ann" in said
    assert "setup" in run("match", "history", "hoth")[1]


def test_a_gm_sees_who_would_step_in(run: Run) -> None:
    """The waiting list of a match is shown below its seats."""
    run("once")
    Path("orders/inbox/hoth.Red.txt").write_text("STANDBY\n", encoding="utf-8")
    os.utime("orders/inbox/hoth.Red.txt", (1, 1))
    run("once")
    assert "would step in: Ann <ann@pbem.test>" in " ".join(run("match", "show", "hoth")[1].split())


def test_a_gm_sees_to_whom_a_seat_is_offered(run: Run) -> None:
    """With the seat, and until when the next is not asked."""
    run("once")
    with open_instance(load(Path("config.toml"), mail=False)) as instance, instance.store.write() as session:
        waiting_list.add(session, instance.ctx, "dora@pbem.test", "Dora", "hoth")
        (row,) = waiting_list.rows_of(session, ["dora@pbem.test"])
        red = session.exec(select(SeatAssignment).where(SeatAssignment.seat == "Red")).one()
        row.assignment, row.offered_in, row.asked = red.id, red.match, instance.ctx.now()
    said = " ".join(run("match", "show", "hoth")[1].split())
    assert "Dora <dora@pbem.test> was asked to take Red; the next is asked " in said


def test_a_misspelt_match_is_wrong_usage(run: Run) -> None:
    """The complaint names the match that was probably meant."""
    run("once")
    code, _, complaint = run("match", "show", "hoht")
    assert code == 2
    assert '"hoth"' in complaint


def test_a_turn_is_resolved_by_hand_and_reported_again(run: Run) -> None:
    """A dry run changes nothing and says so; resolving runs the turn; its report can be had as files; it verifies."""
    run("once")
    code, said, _ = run("resolve", "hoth", "--dry-run")
    assert code == 0
    assert "throwaway dice" in said
    assert run("report", "hoth", "--turn", "2", "--seat", "Red", "--out", "red")[0] == 1
    code, said, _ = run("resolve", "hoth")
    assert code == 0
    assert len(sent("report")) == 1
    assert run("report", "hoth", "--turn", "1", "--seat", "red", "--out", "red")[0] == 0
    assert run("report", "hoth", "--turn", "0", "--seat", "red", "--out", "beginning")[0] == 0
    assert {path.suffix for path in Path("red").iterdir()} >= {".txt", ".html", ".png", ".pdf"}
    assert run("verify", "hoth")[0] == 0


def test_the_log_of_a_command_is_no_part_of_its_answer(run: Run) -> None:
    """Also where the process had no log before: what another program reads on stdout is the answer alone."""
    run("once")
    structlog.reset_defaults()
    code, said, log = run("resolve", "hoth")
    assert code == 0
    assert said.startswith("hoth, turn 1: ruled")
    assert "match.looked" in log
    assert "match.looked" not in said


def test_a_match_that_is_over_has_a_recap(run: Run) -> None:
    """Before, the answer is no; then it is a PDF of the match's name, or where the operator wants it."""
    run("once")
    code, _, complaint = run("recap", "hoth")
    assert code == 1
    assert "when it is over" in complaint
    run("resolve", "hoth")
    override = '\n[[override]]\nid = "enough"\nmatch = "hoth"\ndo = "END enough"\n'
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(override)
    run("once")
    code, said, _ = run("recap", "hoth")
    assert (code, said) == (0, "hoth-recap.pdf\n")
    assert run("recap", "hoth", "--out", "kept.pdf")[0] == 0
    assert Path("kept.pdf").read_bytes() == Path("hoth-recap.pdf").read_bytes()


def test_letters_are_verified_without_an_instance(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seals and receipts are checked from a player's letters alone, anywhere."""
    run("once")
    drop("1. PASS\n2. PASS\n")
    run("once")
    letters = [str(path.resolve()) for path in sorted(Path("state/outbox").glob("*ann@pbem.test*"))]
    monkeypatch.chdir(tmp_path)
    code, said, _ = run("verify", "--letter", *letters)
    assert code == verify_letters.main(letters) == 3
    assert "the report that ends the match is not here" in " ".join(said.split())
    assert said.endswith("All of it holds.\n")


def test_the_letters_of_a_whole_match_are_good(run: Run) -> None:
    """Both programs end with 0; with 2 where there is nothing to check."""
    run("once")
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[override]]\nid = "enough"\nmatch = "hoth"\ndo = "END enough"\n')
    run("once")
    letters = [str(path) for path in sorted(Path("state/outbox").glob("*ann@pbem.test*"))]
    code, said, complaint = run("verify", "--letter", *letters)
    assert (code, complaint) == (verify_letters.main(letters), "") == (0, "")
    assert said.endswith("\nAll of it holds.\n")
    nothing = ["config.toml"]
    assert run("verify", "--letter", *nothing)[0] == verify_letters.main(nothing) == 2


def test_what_could_not_be_checked_is_told_apart_from_what_is_wrong(run: Run) -> None:
    """Without the welcome a seal is missing, which accuses nobody."""
    run("once")
    drop("1. PASS\n2. PASS\n")
    run("once")
    run("resolve", "hoth")
    reports = [str(path) for path in sent("report")]
    code, said, complaint = run("verify", "--letter", *reports)
    assert code == verify_letters.main(reports) == 3
    assert "record 1: asking 1: its seal is in none of these letters" in complaint
    assert "Everything that could be checked is right" in said


def test_an_override_is_shown_then_applied_once(run: Run) -> None:
    """``--dry-run`` shows the change and makes none; then it is applied, and never again."""
    run("once")
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(OVERRIDE)
    code, said, _ = run("override", "--dry-run")
    assert code == 0
    assert "deadline: " in said
    assert "would change" in said
    assert "is applied" in run("override")[1]
    assert "nothing changes" in run("override")[1]


def test_a_gm_is_mailed_what_once_found_in_the_file(run: Run) -> None:
    """As by ``serve``: what may not be meant of a new match, and an override that was refused; told once."""
    same = 'player = "Ann", address = "ann@pbem.test"'
    text = Path("config.toml").read_text(encoding="utf-8").replace('bot = "recruit"', same)
    Path("config.toml").write_text(text + OVERRIDE.replace("EXTEND 24h", "RESUME"), encoding="utf-8")
    run("once")
    run("once")
    run("once")
    said = [" ".join(text_of(path.read_bytes())) for path in sorted(Path("state/outbox").glob("*-config-told-*.eml"))]
    assert sum("have one address" in text for text in said) == 1
    assert len(said) == 1
    (refused,) = Path("state/outbox").glob("*-override-refused-*.eml")
    assert "the match is running" in " ".join(text_of(refused.read_bytes()))


def test_overrides_are_listed_as_applied_refused_and_pending(run: Run) -> None:
    """With their lines and reasons, of a match or of all."""
    run("once")
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(OVERRIDE)
        file.write(OVERRIDE.replace('"more"', '"back"').replace("EXTEND 24h", "RESUME"))
        file.write(OVERRIDE.replace('"more"', '"later"').replace('"hoth"', '"endor"'))
    run("override")
    for command in (("override", "list", "hoth"), ("override", "list")):
        code, said, _ = run(*command)
        words = " ".join(said.split())
        assert code == 0
        assert "applied" in words
        assert "refused" in words
        assert ("pending" in words) == (len(command) == 2)
    assert run("override", "list", "both")[0] == 2


def test_a_turn_that_is_run_by_hand_is_recorded_and_told(run: Run) -> None:
    """As by the override RESOLVE: the players read who ran it, and the history shows it under an id of its own."""
    run("once")
    run("resolve", "hoth")
    assert "RESOLVE" in run("match", "history", "hoth")[1]
    assert "cli-" in run("override", "list", "hoth")[1]
    assert list(Path("state/outbox").glob("*-notice-*.eml"))


def test_a_dry_run_names_a_change_once_under_who_is_told(run: Run) -> None:
    """In the words in which it is told, with the board before and after."""
    run("once")
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(OVERRIDE.replace("EXTEND 24h", "PLACE 2 TROOPS B1 FOR Red"))
    code, said, _ = run("override", "--dry-run")
    assert code == 0
    changes, _, _ = said.partition("The board before:")
    assert changes.splitlines()[1:] == []
    assert said.count("The GM placed 2 Troops") == 1
    assert "    The GM placed 2 Troops for you at B1." in said.splitlines()


def test_a_dry_run_says_what_nobody_would_be_told(run: Run) -> None:
    """A weight is the GM's secret; changes that cancel out are none."""
    run("once")
    _, said, _ = run("override", "--dry-run", "hoth", "SET ENTHUSIASM Red 120")
    assert "would be told:" not in said
    assert said.splitlines()[-2] == "  Nobody would be told before the end of the match:"
    _, said, _ = run("override", "--dry-run", "hoth", "PLACE 2 TROOPS B1 FOR Red", "REMOVE 2 TROOPS B1 FOR Red")
    assert said.splitlines()[1:] == ["  Nothing would change, and nobody would be told."]


def test_a_dry_run_tells_what_several_are_told_once(run: Run) -> None:
    """Both are named before the one sentence; what one of them alone would see stands under that name."""
    text = Path("config.toml").read_text(encoding="utf-8")
    seat = 'player = "Bob", address = "bob@pbem.test"'
    Path("config.toml").write_text(text.replace('bot = "recruit"', seat), encoding="utf-8")
    run("once")
    _, said, _ = run("override", "--dry-run", "hoth", "PLACE 2 TROOPS B1 FOR Red", "EXTEND 24h")
    assert said.count("more time") == said.count("The GM placed 2 Troops") == 1
    assert "  Red (Ann), Empire (Bob) would be told: The GM changed the position" in said
    assert "    The GM placed 2 Troops for Red at B1." in said.splitlines()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "PLACE 2 TROOPS B1 FOR Red",
            ["Red (Ann) would be told: The GM changed", "    The GM placed 2 Troops for you"],
        ),
        ("END enough", ["Red (Ann) would get the final report."]),
        ("ADDRESS Red ann@new.test", ["Red (Ann) would be told: The GM heard that you have lost this address"]),
        (
            'REPLACE Red WITH "Eve" eve@pbem.test',
            ["Red (Eve) would be welcomed.", "Red: Ann, ann@pbem.test → Eve"],
        ),
        ("ROLLBACK 1", ["turn: 2 → 1", "This is the position now, as far as you know it:\n         0 "]),
    ],
)
def test_a_dry_run_says_who_would_be_told_what(run: Run, line: str, told: list[str]) -> None:
    """With the lists and boards that belong to it, and whatever kind of letter it is; no internals of a position."""
    run("once")
    run("resolve", "hoth")
    code, said, _ = run("override", "--dry-run", "hoth", line)
    assert code == 0
    assert all(each in said for each in told), said
    assert not re.search(r"\[\d+\]|history|CONFIRM|weights", said)


def test_a_dry_run_tells_schedules_in_words_and_times_in_the_zone_of_the_match(run: Run) -> None:
    """No cron, and not the zone of each reader; so does the page of a match."""
    text = Path("config.toml").read_text(encoding="utf-8")
    zoned = text.replace('\nname = "hoth"', '\nname = "hoth"\nzone = "Asia/Tokyo"')
    Path("config.toml").write_text(zoned, encoding="utf-8")
    run("once")
    code, said, _ = run("override", "--dry-run", "hoth", "SCHEDULE cron 0 20 * * 1,4", "EXTEND 24h")
    assert code == 0
    assert "every Monday and Thursday at 20:00 (Asia/Tokyo)" in " ".join(said.split("\n  schedule: ")[1].split())
    assert re.search(r"deadline: \S+ \S+ Asia/Tokyo → \S+ \S+ Asia/Tokyo", said)
    assert "cron" not in said
    assert "schedule: every 48h" in run("match", "show", "hoth")[1]


def test_the_page_of_a_match_says_what_spectators_see(run: Run) -> None:
    """Nothing, where neither the file nor an override says anything and there is no web desk."""
    run("once")
    assert "shown to spectators: none" in run("match", "show", "hoth")[1]


def test_a_dry_run_shows_the_board_once(run: Run) -> None:
    """The board before and after stands above; of a reader's only the lines that differ from it follow."""
    run("once")
    said = run("override", "--dry-run", "hoth", "PLACE 2 TROOPS A0 FOR Red")[1]
    before, _, rest = said.partition("The board after:")
    assert "The board before:" in before
    after, _, told = rest.partition("would be told:")
    rows = [line.strip() for line in after.splitlines() if len(line.strip()) > 20]
    assert rows
    assert not any(row in told for row in rows)


def test_a_file_without_overrides_says_so(run: Run) -> None:
    """The brackets of the table's name are shown, not taken for a style."""
    code, said, _ = run("override", "--dry-run")
    assert code == 0
    assert said == "config.toml holds no [[override]].\n"


def test_what_is_known_of_a_person_is_handed_out_and_erased(run: Run) -> None:
    """Afterwards nobody is known by that address, and the match still replays to the same digests."""
    run("once")
    code, said, _ = run("player", "export", "ann@pbem.test")
    assert code == 0
    assert json.loads(said)["seats"][0]["seat"] == "Red"
    code, said, _ = run("player", "erase", "ann@pbem.test", "--yes")
    assert code == 0
    lines = Path("config.toml").read_text(encoding="utf-8").splitlines()
    naming = [number for number, line in enumerate(lines, 1) if "ann@pbem.test" in line]
    assert naming
    assert all(f"config.toml:{number}: still names that address" in said for number in naming)
    assert all("write who plays the seat now, or a bot" in line for line in said.splitlines() if ":4" in line)
    assert run("player", "export", "ann@pbem.test")[0] == 1
    assert run("verify", "hoth")[0] == 0


def test_who_is_erased_leaves_no_letter_in_the_mailbox(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are deleted where the password is at hand; else the command says which are to be deleted by hand."""
    text = Path("config.toml").read_text(encoding="utf-8")
    run("once")
    drop("PASS\n")
    Path("orders/processed").mkdir(exist_ok=True, parents=True)
    Path("orders/processed/old.eml").write_text("From: Ann@pbem.test\n\nPASS\n", encoding="utf-8")
    with MailWorld({"m": "modpw"}) as world:
        transport = f'[imap]\nhost = "127.0.0.1"\nport = {world.imap_port}\ntls = "none"\nuser = "m"\n'
        Path("config.toml").write_text(f'{transport}password = "${{IMAP_PASSWORD}}"\n{text}', encoding="utf-8")
        with IMAPClient("127.0.0.1", port=world.imap_port, ssl=False) as client:
            client.login("m", "modpw")
            client.create_folder("Processed")
            for sender, reader in (("ann", "moderator"), ("bob", "moderator"), ("ann", "bob")):
                head = f"From: {sender}@pbem.test\r\nTo: {reader}@pbem.test\r\nSubject: x\r\n"
                client.append("Processed", f"{head}\r\nPASS\r\n".encode())
            monkeypatch.setenv("IMAP_PASSWORD", "modpw")
            code, said, _ = run("player", "erase", "ann@pbem.test", "--yes")
            assert client.folder_status("Processed", ["MESSAGES"])[b"MESSAGES"] == 2
    assert code == 0
    assert "1 of their letters were deleted in the mailbox." in said
    assert "orders/processed/old.eml: holds that address: delete it." in " ".join(said.split())


def test_letters_that_could_not_be_deleted_in_the_mailbox_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person is forgotten all the same, and the operator reads what is left to do."""
    run("once")
    text = Path("config.toml").read_text(encoding="utf-8")
    transport = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "m"\npassword = "${IMAP_PASSWORD}"\n'
    Path("config.toml").write_text(transport + text, encoding="utf-8")
    monkeypatch.setenv("IMAP_PASSWORD", "modpw")
    code, said, _ = run("player", "erase", "ann@pbem.test", "--yes")
    said = " ".join(said.split())
    assert code == 0
    assert "The letters in the mailbox could not be deleted: IMAP at 127.0.0.1:1: nothing listens there" in said
    assert "Delete those from ann@pbem.test by hand, in its Processed and Failed folders" in said


_SKIRMISH = ("simulate", "rebel-commander", "--options", "edition=skirmish")


def test_bots_play_on_throwaway_dice(run: Run) -> None:
    """``simulate`` counts who won, how and how long it took."""
    code, said, _ = run(*_SKIRMISH, "-n", "2", "--workers", "1", "--bots", "random,Red=recruit")
    assert code == 0
    assert "Red recruit, Empire random, edition=skirmish" in said
    assert "2 matches" in said
    assert "orders failed" in said


def test_every_combination_of_seats_bots_and_options_is_a_setting(run: Run) -> None:
    """Each has figures of its own, and they are the same however many cores play."""
    sweep = (*_SKIRMISH, "--options", "edition=skirmish,max_turns=9", "--seats", "1-2", "--bots", "random",
             "--bots", "random,Empire=recruit", "-n", "3", "--json")  # fmt: skip
    told = [json.loads(run(*sweep, "--workers", workers)[1]) for workers in ("1", "2")]
    assert len(told[0]) == 8
    assert {tuple(each["bots"]) for each in told[0]} == {("Red", "Empire"), ("Red", "Blue", "Empire")}
    for one, other in zip(*told, strict=True):
        assert {key: one[key] for key in one if key != "seconds_per_ruling"} == {
            key: other[key] for key in other if key != "seconds_per_ruling"
        }
    assert sum(win["matches"] for win in told[0][0]["wins"]) == 3


def test_what_seats_play_has_figures_of_its_own(run: Run) -> None:
    """Each race is counted wherever it sat; of a game without races there is no such table."""
    short = ("simulate", "space-genocide", "-n", "3", "--workers", "1", "--bots", "random")
    few = ("--options", "map_size=small,turn_limit=2")
    (told,) = json.loads(run(*short, *few, "--json")[1])
    alone = sum(win["matches"] for win in told["wins"] if len(win["seats"]) == 1)
    assert sum(each["seats"] for each in told["roles"]) == 2 * 3
    assert sum(each["won"] for each in told["roles"]) == alone
    assert "playing" in run(*short, *few)[1]
    assert "playing" not in run(*_SKIRMISH, "-n", "1", "--workers", "1", "--bots", "random")[1]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("--bots", "recuit"), '"recruit"'),
        (("--bots", "Rad=recruit"), '"Red"'),
        (("--seats", "7"), "6 seats"),
        (("--seats", "two-3"), '"two-3"'),
        (("--seats", "3-1"), '"3-1"'),
        (("--options", "fog"), "name=value"),
        (("--options", "fogg=true"), 'did you mean "fog"?'),
        (("--options", "fog=maybe"), "true or false"),
        (("--options", "edition=moon"), "one of: planet, skirmish"),
        (("--seats", "0"), "Empire alone cannot play"),
        (("--seats", "Red", "--bots", "Blue=recruit"), "--bots names Blue"),
        (("--bots", "recruit,veteran"), "is ambiguous"),
    ],
)
def test_a_simulation_that_cannot_be_is_wrong_usage(run: Run, said: tuple[str, ...], told: str) -> None:
    """What is wrong is named, with what was meant where that can be guessed."""
    code, _, complaint = run("simulate", "rebel-commander", *said)
    assert code == 2
    assert told in complaint


def test_a_game_needs_no_seats_named_to_be_simulated(run: Run) -> None:
    """Of the seats that may be left out the first plays, since nobody would fight the Empire else."""
    code, said, _ = run(*_SKIRMISH, "-n", "1", "--workers", "1")
    assert code == 0
    assert "Red" in said
    assert "Blue" not in said


def test_a_doctor_finds_nothing_bad_in_a_new_instance(run: Run) -> None:
    """What is left out is said, and is no fault."""
    code, said, _ = run("doctor")
    assert code == 0
    assert "there is no [imap]" in said
    assert "bad" not in said


def test_a_doctor_reads_the_operators_catalogues(run: Run) -> None:
    """No letter in their language has to fail first."""
    Path("templates/service").mkdir(parents=True)
    catalogue = Path("templates/service/de.po")
    catalogue.write_text('msgid "Turn"\nmsgstr "Spielzug"\n', encoding="utf-8")
    assert run("doctor")[0] == 0
    catalogue.write_text("msgid no\n", encoding="utf-8")
    code, said, _ = run("doctor")
    assert code == 1
    assert "service/de.po" in said


def test_a_doctor_says_what_is_not_checked_without_authserv_id(run: Run) -> None:
    """Who has a reply address and forges its player is believed then; with the key set there is nothing to say."""
    run("init", "battle")
    config = Path("battle/config.toml")
    said = run("doctor", "--config", str(config))[1]
    assert "SPF, DKIM, DMARC" in said
    text = config.read_text(encoding="utf-8").replace('trust = "tag"', 'trust = "tag"\nauthserv_id = "mx.pbem.test"')
    config.write_text(text, encoding="utf-8")
    assert "SPF, DKIM, DMARC" not in run("doctor", "--config", str(config))[1]


def test_a_doctor_names_addresses_that_nobody_can_have(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the example that were not replaced; an address that only resembles them is nobody's example."""
    monkeypatch.setattr("moderator.cli.doctor.find_domains", lambda domains: dict.fromkeys(domains, Reach.FOUND))
    text = Path("config.toml").read_text(encoding="utf-8")
    seats = (
        '[[match]]\nname = "odd"\ngame = "rebel-commander"\nseats = ['
        '{ seat = "Red", player = "A.", address = "ann@mail.Example.org" }, '
        '{ seat = "Empire", player = "B.", address = "bob@counterexample.org" }]\n'
    )
    Path("config.toml").write_text(text + seats, encoding="utf-8")
    code, said, _ = run("doctor")
    said = " ".join(said.split())
    assert code == 0
    assert "moderator@pbem.test, gm@pbem.test" in said
    assert "ann@mail.example.org" in said
    assert "bob@counterexample.org" not in said


def test_a_doctor_looks_up_the_domain_that_letters_are_sent_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the key of --dkim; a bad record makes the exit code say no. A provider's domain has no key of ours."""
    text = Path("config.toml").read_text(encoding="utf-8")
    Path("config.toml").write_text(text.replace("moderator@pbem.test", "moderator@battle.org"), encoding="utf-8")
    zone: Zone = {
        ("org", "NS"): ("ns.org.",),
        ("battle.org", "MX"): ("0 .",),
        ("key1._domainkey.battle.org", "TXT"): ('"v=DKIM1; p=AB"',),
    }
    with name_server(zone) as server:
        monkeypatch.setattr(examination, "Names", partial(Names, server, seconds=30))
        code, said, _ = run("doctor", "--dkim", "key1")
        assert code == 1
        assert "bad  DNS: battle.org accepts no mail (null MX)" in said
        assert "good DNS: a DKIM record is at key1._domainkey.battle.org" in said
        assert "look DNS: no DKIM key was looked up: --dkim SELECTOR" in run("doctor")[1]
    code, _, complaint = run("doctor", "--dkim", "no selector")
    assert (code, '"no selector" is not a DKIM selector' in complaint) == (2, True)
    Path("config.toml").write_text(text.replace("moderator@pbem.test", "battle@gmail.com"), encoding="utf-8")
    code, said, _ = run("doctor")
    assert code == 0
    assert [line for line in said.splitlines() if "DNS" in line] == [
        "good DNS: the provider of gmail.com (Gmail) publishes its records: you have nothing to do"
    ]


def test_a_doctor_says_what_cannot_be_reached(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailbox that does not answer is bad, and the exit code says so."""
    monkeypatch.setenv("IMAP_PASSWORD", "x")
    text = Path("config.toml").read_text(encoding="utf-8")
    transport = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "m"\npassword = "${IMAP_PASSWORD}"\n'
    Path("config.toml").write_text(transport + text, encoding="utf-8")
    code, said, _ = run("doctor")
    assert code == 1
    assert "IMAP at 127.0.0.1:1" in said


def test_a_doctor_names_matches_that_cannot_be_made_and_what_may_not_be_meant_in_them(run: Run) -> None:
    """Before the moderator is started, with the line of the file."""
    seats = 'seats = [{{ seat = "Red", {} }}, {{ seat = "Empire", {} }}]'
    match = f'[[match]]\nname = "{{}}"\ngame = "rebel-commander"\n{seats}\n'
    text = Path("config.toml").read_text(encoding="utf-8")
    address = tomllib.loads(text)["moderator"]["address"]
    own = f'player = "B.", address = "{address}"'
    bad = match.format("bad", own + ', preferences = { paper = "A9" }', 'bot = "random"')
    odd = match.format("odd", 'bot = "random"', own)
    Path("config.toml").write_text(text + bad + odd, encoding="utf-8")
    code, said, complaint = run("doctor")
    assert code == 1, complaint
    assert re.search(r'config.toml:\d+: match "bad": seat Red: paper = "A9" is not one of', " ".join(said.split()))
    assert f"{address} is the moderator's own address" in " ".join(said.split())


def test_a_mistake_in_the_file_is_told_with_its_line(run: Run) -> None:
    """Every command that needs the file ends with exit code 2 and a sentence."""
    Path("config.toml").write_text("[moderator]\nnmae = 1\n", encoding="utf-8")
    for command in (["once"], ["match", "list"], ["doctor"], ["override"]):
        code, _, complaint = run(*command)
        assert code == 2
        assert 'config.toml:2: moderator.nmae: there is no such key (did you mean "name"?)' in complaint


def test_no_letter_is_set_aside_at_first(run: Run) -> None:
    """``shunt`` has nothing to list and nothing to retry."""
    run("once")
    assert "No letter" in run("shunt", "list")[1]
    assert run("shunt", "retry")[0] == 0
    for command in ("retry", "show", "drop"):
        code, _, complaint = run("shunt", command, "7")
        assert (code, "no shunted letter number 7" in complaint) == (1, True)


def test_a_letter_that_was_set_aside_can_be_looked_at_and_dropped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """``shunt show`` shows the fault and the letter as it came, ``shunt drop`` gives it up."""
    run("once")

    def faults(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    Path("orders/inbox/nobody.txt").write_text("From: ann@pbem.test\n\nBUILD TROOPS A0\x1b[2J\n", encoding="utf-8")
    os.utime("orders/inbox/nobody.txt", (1, 1))
    with monkeypatch.context() as broken:
        broken.setattr(desk, "identify", faults)
        run("once")
    shown = run("shunt", "show", "1")[1]
    assert "a fault of ours" in shown
    assert "BUILD TROOPS A0\\x1b[2J" in shown, "no letter gives orders to the operator's terminal"
    assert "given up" in run("shunt", "drop", "1")[1]
    assert "No letter" in run("shunt", "list")[1]


def test_memos_print_no_control_character(run: Run) -> None:
    """What a stranger is called, and the subject of a letter, control no terminal."""
    with open_instance(load(Path("config.toml"))) as instance, instance.store.write() as session:
        lines = ["Eve\x1b[2J\x1b]0;mine\x07 <eve@evil.test>: \u201clook\u202e\u201d"]
        outbox.memo(session, instance.ctx, "wishes", "one", lines=lines)
    shown = run("memos")[1]
    assert "Eve\\x1b[2J" in shown
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", shown)


@pytest.mark.parametrize("way", [console.print, errors.print, out])
def test_no_console_prints_a_control_character(way: Callable[[str], None], capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever wrote it, and whichever way it is printed: the operator reads what it was, as numbers."""
    way("a\x1b[2Jb\x9bc\x07\rd\u202ee\tf\r\ng")
    said = "".join(capsys.readouterr())
    assert "a\\x1b[2Jb\\x9bc" in said
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)


def test_no_table_prints_a_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    """Cells are printed in pieces of their own."""
    made = table("who")
    made.add_row(Text("Ann\x1b[2J"))
    console.print(made)
    said = capsys.readouterr().out
    assert "Ann\\x1" in said
    assert "\x1b" not in said


def test_a_command_that_is_none_is_wrong_usage(run: Run) -> None:
    """It is a sentence and exit code 2."""
    code, _, complaint = run("frobnicate")
    assert code == 2
    assert "frobnicate" in complaint


def test_a_doctor_says_what_a_provider_needs() -> None:
    """For the hosts of well-known providers and for no others."""
    assert "app password" in provider_needs("imap.gmail.com")
    assert "token_command" in provider_needs("outlook.office365.com.")
    assert provider_needs("imap.notgmail.com") == ""
    assert provider_needs("127.0.0.1") == ""


@pytest.mark.parametrize(
    ("error", "told"), [(TransportError, "no luck\n"), (RefusedLoginError, "no luck. Google needs an app password")]
)
def test_a_doctor_says_what_a_provider_needs_only_once_it_refused_the_login(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: type[TransportError], told: str
) -> None:
    """A server that was not reached is no matter of passwords."""

    def fail(_mailbox: ImapMailbox) -> str:
        raise error("IMAP at imap.gmail.com:993: no luck")

    add('[imap]\nhost = "imap.gmail.com"\nuser = "m"\ntoken_command = "echo t"\n')
    monkeypatch.setattr(ImapMailbox, "probe", fail)
    said = run("doctor")[1]
    assert f"IMAP at imap.gmail.com:993: {told}" in said


def test_a_doctor_says_that_a_token_cannot_be_had(run: Run) -> None:
    """The sentence names the key and the program, and the exit code says no."""
    text = Path("config.toml").read_text(encoding="utf-8")
    transport = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "m"\ntoken_command = "false"\n'
    Path("config.toml").write_text(transport + text, encoding="utf-8")
    code, said, _ = run("doctor")
    assert code == 1
    assert "bad  IMAP: token_command false: ended with exit code 1; run it by hand" in said


@pytest.mark.parametrize("command", [["match", "list"], ["once"], ["doctor"], ["shunt", "list"]])
def test_the_file_is_named_before_or_after_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str]
) -> None:
    """``--config`` means the same in both places; after the command it wins."""
    run("once")
    monkeypatch.chdir(tmp_path)
    code, before, _ = run("--config", "battle/config.toml", *command)
    assert code == 0
    assert run(*command, "--config", "battle/config.toml")[1] == before or command == ["doctor"]
    assert run("--config", "nothing.toml", *command, "--config", "battle/config.toml")[0] == 0
    assert run("--config", "nothing.toml", *command)[0] == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("state", ["typer.colors", "msgspec", pytest.param("workers", marks=pytest.mark.proof)])
def test_ctrl_c_ends_a_simulation_quietly(tmp_path: Path, state: str) -> None:
    """The terminal sends Ctrl-C to all processes: those that are still starting say nothing either.

    It comes while the command line is imported, while the command is, and when workers begin. Python tells of each
    import.
    """
    called = ("-X", "importtime", "-m", "moderator", "simulate", "rebel-commander", "-n", "100000", "--workers", "2")
    with subprocess.Popen(  # noqa: S603 - our own program
        (sys.executable, *called), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, cwd=tmp_path,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        children = Path("/proc") / str(running.pid) / "task" / str(running.pid) / "children"
        try:
            for line in running.stdout:
                if line.split()[-1:] == [state] or (state == "workers" and children.read_text()):
                    break
            os.killpg(running.pid, signal.SIGINT)
            said, _ = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert "Traceback" not in said


@every_case("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_it_says_of_itself(name: str) -> None:
    """The list is shown without importing them."""
    said = load_command(name).help or ""
    assert COMMANDS[name][1] == said.split("\n\n")[0].replace("\n", " ").strip()


def test_help_imports_neither_games_nor_the_database() -> None:
    """It is the first that people see, and it comes at once."""
    shown = "import sys; from moderator.cli import main; main(['--help']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
    assert "simulate" in told
    assert not {"moderator.games", "sqlalchemy", "moderator.app"} & set(told.split())
