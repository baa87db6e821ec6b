"""``moderator init --ask`` asks until the answers make a file without mistakes, and writes the passwords apart."""

import io
import os
import shlex
import stat
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from moderator.cli import main
from moderator.cli.asking.draft import Draft
from moderator.config import Config, load
from moderator.config.filling import add_match, fill_in
from moderator.transport.connections import Tls
from moderator.transport.providers import PROVIDERS

ROOT = Path(__file__).parents[2]
PASSWORD = 'it\'s a $HOME "4word" \\ #x'
ENV = {"IMAP_PASSWORD": PASSWORD, "SMTP_PASSWORD": PASSWORD}
GMAIL = ["battle@gmail.com", "", "gm@pbem.test", "Europe/Berlin", "", "", "", PASSWORD]
FILES = ["moderator@pbem.test", "The Judge", "gm@pbem.test", "UTC", "", "none"]
MATCH = ["rebel-commander", "hoth", "at MON,THU 20:00", "Ann", "ann@pbem.test", "", "", "", "", "", "recruit"]
Answer = Callable[..., tuple[int, str]]


@pytest.fixture
def answer(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Give what runs ``init --ask`` with answers by a pipe: the exit code, and all that was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*answers: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{each}\n" for each in answers)))
        code = main(["init", "--ask", "battle"])
        said = capsys.readouterr()
        return code, " ".join((said.out + said.err).split())

    return run


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Give the settings that doctor was run with, in place of trying real servers."""
    seen: list[Config] = []

    def doctor(config: Path) -> int:
        seen.append(load(config))
        return 1

    monkeypatch.setattr("moderator.cli.doctor.doctor", doctor)
    return seen


def test_a_provider_is_known_by_the_address(answer: Answer, examined: list[Config]) -> None:
    """Its servers are filled in, and doctor is run with the passwords; its exit code is ours."""
    code, said = answer(*GMAIL, *MATCH)
    assert code == 1
    (config,) = examined
    assert config.imap is not None
    assert config.smtp is not None
    assert (config.imap.host, config.imap.port, config.imap.tls) == ("imap.gmail.com", 993, Tls.TLS)
    assert (config.smtp.host, config.smtp.port, config.smtp.tls) == ("smtp.gmail.com", 587, Tls.STARTTLS)
    assert config.imap.password == config.smtp.password == PASSWORD
    assert config.imap.user == "battle@gmail.com"
    assert config.settings.name == "Battle Moderator"
    assert config.settings.plus_addresses
    (match,) = config.matches
    assert (match.name, match.game, match.schedule) == ("hoth", "rebel-commander", "at MON,THU 20:00")
    assert [(each.seat, each.player, each.bot) for each in match.seats] == [
        ("Red", "Ann", ""),
        ("Empire", "", "recruit"),
    ]
    assert "app password" in said


def test_passwords_are_in_one_file_that_only_its_owner_reads(answer: Answer, examined: list[Config]) -> None:
    """Nothing prints them, they don't stay in the environment, and a shell reads the file as the moderator does."""
    _, said = answer(*GMAIL, *MATCH)
    assert examined
    assert "4word" not in said
    assert "4word" not in Path("battle/config.toml").read_text(encoding="utf-8")
    assert not ENV.keys() & os.environ.keys()
    file = Path("battle/.env")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    told = subprocess.run(  # noqa: S603 - our own words
        ["/bin/sh", "-c", 'set -a; . "$1"; printf %s "$IMAP_PASSWORD"', "sh", str(file)],
        capture_output=True,
        check=True,
        text=True,
    )
    assert told.stdout == PASSWORD


@pytest.mark.parametrize("space", [" ", "\u00a0"])
def test_an_app_password_of_google_loses_its_spaces(answer: Answer, examined: list[Config], space: str) -> None:
    """Google shows it in four groups; without spaces a container reads .env as a shell does. Elsewhere they stay."""
    shown = space.join(["abcd", "efgh", "ijkl", "mnop"])
    answer(*GMAIL[:-1], shown, "none")
    assert Path("battle/.env").read_text(encoding="utf-8").splitlines() == [
        "IMAP_PASSWORD=abcdefghijklmnop",
        "SMTP_PASSWORD=abcdefghijklmnop",
    ]
    Path("battle").rename("first")
    answer("moderator@pbem.test", *GMAIL[1:6], "", "", "", "", shown, "smtp.gmail.com", "", "", "", shown, "", "none")
    imap, smtp = examined[1].imap, examined[1].smtp
    assert imap is not None
    assert smtp is not None
    assert (imap.password, smtp.password) == (shown, "abcdefghijklmnop")


def test_the_next_steps_are_run_in_the_new_folder(answer: Answer, examined: list[Config]) -> None:
    """They can be copied one after another, whatever doctor found."""
    _, said = answer(*GMAIL, *MATCH)
    assert examined
    steps = "1. cd battle 2. set -a; . ./.env; set +a # the passwords 3. moderator doctor # until nothing is bad"
    assert said.endswith(f"Next: {steps} 4. moderator serve")


def test_the_comments_of_the_file_stay(answer: Answer, examined: list[Config]) -> None:
    """What is not asked for is as in a file that init writes without questions."""
    answer(*GMAIL, *MATCH)
    assert examined
    asked = Path("battle/config.toml").read_text(encoding="utf-8").splitlines()
    main(["init", "plain"])
    plain = Path("plain/config.toml").read_text(encoding="utf-8").splitlines()
    lost = [line for line in plain if line not in asked]
    assert len(lost) < 20
    comments = {line.partition("  # ")[2] or line.partition("  #")[2] for line in lost} - {""}
    assert comments <= {line.rpartition("  # ")[2] for line in asked}


def test_without_a_mailbox_letters_are_files(answer: Answer) -> None:
    """There is no password then, and the real doctor finds nothing bad."""
    code, said = answer(*FILES, "none")
    assert code == 0
    assert not Path("battle/.env").exists()
    config = load(Path("battle/config.toml"), {})
    assert (config.imap, config.smtp, config.matches) == (None, None, ())
    assert config.settings.name == "The Judge"
    assert "good reply addresses" in said
    assert said.startswith("Enter takes what is in [brackets]. Ctrl-C stops; nothing is written before the last answer")


@pytest.mark.parametrize(
    ("locale", "language"), [("de_DE.UTF-8", "de"), ("de", "de"), ("fr_FR", "en"), ("C", "en"), ("", "en")]
)
def test_the_language_of_letters_is_asked(
    answer: Answer, examined: list[Config], monkeypatch: pytest.MonkeyPatch, locale: str, language: str
) -> None:
    """That of this machine is offered if letters can be in it, and English if not."""
    for name, value in {"LC_ALL": "", "LC_MESSAGES": "", "LANG": locale}.items():
        monkeypatch.setenv(name, value)
    _, said = answer(*FILES, "none")
    assert f"Language of letters (en, de) [{language}]:" in said
    assert examined[0].settings.language == language
    Path("battle").rename("first")
    answer(*FILES[:4], "EN", "none", "none")
    assert examined[1].settings.language == "en"


@pytest.mark.parametrize("named", ["europe/berlin", "Berlin", "berlin"])
def test_a_time_zone_is_known_by_its_city(answer: Answer, examined: list[Config], named: str) -> None:
    """What is taken is said."""
    _, said = answer(*FILES[:3], named, *FILES[4:], "none")
    assert examined[0].settings.zone == "Europe/Berlin"
    assert "Time zone: Europe/Berlin." in said


def test_servers_that_nobody_knows_are_asked_for(answer: Answer, examined: list[Config]) -> None:
    """On this machine without TLS and without a login to send; elsewhere a login is protected."""
    ours = ["moderator@pbem.test", "", "gm@pbem.test", "UTC", "", ""]
    answer(*ours, "127.0.0.1", "", "1143", "jane", "x", "localhost", "", "", "-", "no", "none")
    (config,) = examined
    assert config.imap is not None
    assert config.smtp is not None
    assert (config.imap.host, config.imap.port, config.imap.tls) == ("127.0.0.1", 1143, Tls.NONE)
    assert (config.imap.user, config.smtp.user, config.smtp.port) == ("jane", "", 25)
    assert not config.settings.plus_addresses
    Path("battle").rename("first")
    hosts = ["yes", "imap.pbem.test:993", ""]
    _, said = answer(*ours, *hosts, "none", "SSL", "many", "0", "", "", "", "y", "", "", "", "", "", "yes", "none")
    assert '"yes" is not a host name: write it as "imap.example.org"' in said
    assert '"imap.pbem.test:993" is not a host name' in said
    assert '"none" is not one of the choices: tls, starttls.' in said
    assert "IMAP protection (tls, starttls) [tls]:" in said
    assert "must be a whole number" in said
    assert "must be 1 or more" in said
    assert "must not be empty" in said
    config = examined[1]
    assert config.imap is not None
    assert config.smtp is not None
    assert (config.imap.host, config.smtp.host) == ("imap.pbem.test", "smtp.pbem.test")
    assert (config.smtp.port, config.smtp.user, config.smtp.password) == (587, "moderator@pbem.test", "y")


def test_a_provider_without_passwords_needs_a_program(answer: Answer, examined: list[Config]) -> None:
    """One that this machine does not have is told, and the mailbox is asked for again."""
    ours = ["battle@outlook.com", "", "gm@pbem.test", "UTC", ""]
    _, said = answer(*ours, "", "", "no-such-program -x", "none", "", "", "echo token")
    assert 'there is no program "no-such-program"' in said
    (config,) = examined
    assert config.imap is not None
    assert config.imap.token is not None
    assert not Path("battle/.env").exists()


def test_a_wrong_answer_is_asked_for_again(answer: Answer, examined: list[Config]) -> None:
    """With what is wrong, as config.toml says it."""
    wrong = [
        "moderator",
        "",
        "spielleiter@schlachtfeld-köln.de",
        "ann@straße.de",
        "moderator@pbem.test",
        "x" * 81,
        "${HOME}",
        "",
        "gm",
        "gm@pbem.test",
        "Berlin/Mitte",
        "UTC",
        "",
    ]
    match = [
        "rebel",
        "rebel-commander",
        "Hoth!",
        "hoth",
        "daily",
        "every x",
        "every 48h",
        "Ann",
        "ann",
        "ann@pbem.test",
    ]
    _, said = answer(*wrong, "Gmial", "Strato", "none", *match, "", "", "", "", "", "-", "recruit")
    for words in (
        '"moderator" is not a mail address: write it as "ann@example.org"',
        'must not be empty: write it as "ann@example.org"',
        'its domain has letters beyond a-z: write it as "spielleiter@xn--schlachtfeld-kln-zwb.de"',
        'its domain has letters beyond a-z: write it as "ann@xn--…"',
        "is too long: write 80 characters at most",
        "must have no control characters and no ${",
        '"Berlin/Mitte" is not a time zone',
        '"Gmial" is not one of the choices: did you mean "Gmail"? For another provider write other.',
        '"Strato" is not one of the choices: Gmail, Fastmail',
        'did you mean "rebel-commander"?',
        'use small letters, digits and -: write "hoth"',
        '"daily" is not a schedule',
        '"x" is not a length of time: write a number with w, d, h or m, such as "48h"',
        "Empire must be played",
    ):
        assert words in said, words
    assert examined[0].matches[0].seats[1].bot == "recruit"


def test_bots_are_known_in_upper_and_lower_case(answer: Answer, examined: list[Config]) -> None:
    """A bot that is written with a capital letter is no player."""
    answer(*FILES, "rebel-commander", "hoth", "-", "Veteran", "", "", "", "", "", "RECRUIT")
    assert [(each.player, each.bot) for each in examined[0].matches[0].seats] == [("", "veteran"), ("", "recruit")]


def test_seats_that_cannot_be_are_asked_for_again(answer: Answer, examined: list[Config]) -> None:
    """Nobody would play them, or two people have one address: the rest of the match stays as it is."""
    nobody = ["space-genocide", "hoth", "-", *[""] * 4]
    shared = ["Ann", "ann@pbem.test", "Bob", "ann@pbem.test", "", ""]
    good = ["Ann", "ann@pbem.test", "admiral", "", ""]
    _, said = answer(*FILES, *nobody, *shared, *good)
    assert "seats: " in said
    assert "which is one person's" in said
    assert said.count("Address that players write to") == said.count("Game of the first match") == 1
    (config,) = examined
    assert [each.seat for each in config.matches[0].seats] == ["Red", "Blue"]
    assert (config.matches[0].name, config.matches[0].schedule) == ("hoth", "")


def test_a_match_that_cannot_be_is_asked_for_again(
    answer: Answer, examined: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it if more than the seats is wrong, and nothing else."""
    found = iter([[("match", "name: is taken"), ("seats", "seats: nobody")], []])
    monkeypatch.setattr("moderator.cli.asking.instance._faults", lambda _draft: next(found))
    seats = ["Ann", "ann@pbem.test", "admiral", "", ""]
    _, said = answer(*FILES, "space-genocide", "hoth", "-", *seats, "space-genocide", "endor", "every 2 d", *seats)
    assert "name: is taken" in said
    assert said.count("Address that players write to") == 1
    (match,) = examined[0].matches
    assert (match.name, match.schedule) == ("endor", "every 2 d")


def test_who_stops_answering_leaves_nothing(answer: Answer, examined: list[Config]) -> None:
    """The end of input at any question is like Ctrl-C."""
    answers = [*GMAIL, *MATCH]
    for count in range(len(answers)):
        code, said = answer(*answers[:count])
        assert code == 130
        assert said.endswith("Stopped.")
        assert not Path("battle").exists()
    assert not examined


def test_a_file_that_cannot_be_written_whole_is_not_left(
    answer: Answer, examined: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither are those before it."""

    def stopped(_draft: Draft) -> str:
        raise KeyboardInterrupt

    Path("battle/.gitignore").mkdir(parents=True)
    with monkeypatch.context() as interrupted:
        interrupted.setattr(Draft, "environment", stopped)
        answer(*GMAIL, *MATCH)
    assert not [path for path in Path("battle").iterdir() if path.is_file()]
    assert not examined


@pytest.mark.parametrize("name", ["config.toml", ".env"])
def test_files_that_are_there_stay_as_they_are(answer: Answer, name: str) -> None:
    """Nothing is asked then."""
    Path("battle").mkdir()
    (Path("battle") / name).write_text("mine", encoding="utf-8")
    code, said = answer(*FILES, "none")
    assert code == 1
    assert f"battle/{name} exists already; nothing was changed." in said
    assert {path.name: path.read_text(encoding="utf-8") for path in Path("battle").iterdir()} == {name: "mine"}


def test_a_key_without_a_line_in_the_example_is_added() -> None:
    """At the end of its table; texts are quoted as TOML has it."""
    text = fill_in("# [a]  # about a\n# x = 1\n\n[b]\nx = 2  # two\n", {"a": {"x": '"', "y": True}, "b": {"z": "ä#"}})
    assert tomllib.loads(text) == {"a": {"x": '"', "y": True}, "b": {"x": 2, "z": "ä#"}}
    assert "  # about a" in text
    assert tomllib.loads(add_match(text, {"name": "hoth"}, [{"seat": "Red"}]))["match"] == [
        {"name": "hoth", "seats": [{"seat": "Red"}]}
    ]


def test_environments_are_written_for_a_shell() -> None:
    """One variable a line."""
    lines = Draft("", {"A": "x", "B": PASSWORD}).environment().splitlines()
    assert lines[0] == "A=x"
    assert shlex.split(lines[1]) == [f"B={PASSWORD}"]


def test_the_page_on_mailboxes_knows_the_servers_of_every_provider() -> None:
    """Its table says what the questions fill in."""
    rows = [line for line in (ROOT / "docs/mailboxes.md").read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    for provider in PROVIDERS:
        port = {Tls.TLS: "465 tls", Tls.STARTTLS: "587 starttls"}[provider.smtp_tls]
        plus = "yes" if provider.plus_addresses else "no"
        row = f"| `{provider.imap}`, tls | `{provider.smtp}`, {port} | {plus} |"
        assert any(f"| {provider.name} {row}" in each for each in rows), (provider.name, row)
