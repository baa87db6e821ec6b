"""A new match in the file: held, begun at a time, tried, and the addresses in it."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.cli.doctor import mail_domains
from moderator.config import ConfigError, load
from moderator.scheduling.clock import FrozenClock
from moderator.service.admin.transfer import bring_in, export_match
from moderator.service.matches import beginning, names
from moderator.service.overrides import apply, spreading
from moderator.store import match_queries, people_queries
from moderator.store.tables import Outbox, Override
from moderator.transport.mail_domain.lookup import Names
from moderator.transport.mail_domain.reach import Reach
from tests.support.crashes.players import text_of
from tests.support.shell import Run, shell_with_match

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
HEAD = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
zone = "Europe/Berlin"
"""
MATCH = """
[[match]]
name = "hoth"
game = "rebel-commander"
{line}
options = {{ edition = "skirmish", max_turns = 2 }}
seats = [{{ seat = "Red", player = "Ann", address = "ann@pbem.test" }}, {{ seat = "Empire", bot = "random" }}]
"""
EXTENDED = '\n[[override]]\nid = "more"\nmatch = "hoth"\ndo = "EXTEND 24h"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a folder for an operator's file."""
    return tmp_path


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance with one match."""
    return shell_with_match(tmp_path, capsys, monkeypatch)


class Desk:
    """An instance at a clock that is moved by hand, which reads its file when told to."""

    def __init__(self, root: Path, line: str) -> None:
        """Open the instance of a file that has a match with one more line."""
        self.clock = FrozenClock(NOON)
        self.path = root / "config.toml"
        self.write(line)
        self.instance: Instance = open_instance(load(self.path, {}), clock=self.clock)

    def write(self, line: str, more: str = "") -> None:
        """Write the file, with a line in its match."""
        self.path.write_text(HEAD + MATCH.format(line=line) + more, encoding="utf-8")

    def reads(self, line: str, more: str = "") -> list[str]:
        """Let the file be saved and read again; return what the GM is told of it."""
        self.write(line, more)
        return self.instance.apply(load(self.path, {}))

    def begun(self) -> list[str]:
        """Return the names of the matches that there are."""
        with self.instance.store.read() as session:
            return list(match_queries.match_names(session))

    def kinds(self) -> list[str]:
        """Return the kinds of all letters out."""
        with self.instance.store.read() as session:
            return [row.kind for row in session.exec(select(Outbox).order_by(Outbox.id))]  # type: ignore[arg-type]


# ---- hold -----------------------------------------------------------------------------------------------------


def test_a_match_on_hold_is_checked_and_told_to_the_gm_alone(root: Path) -> None:
    """Nothing is mailed to its players, however often the file is read and whatever time passes."""
    desk = Desk(root, "hold = true")
    for _ in range(3):
        assert desk.reads("hold = true") == []
        desk.clock.move(timedelta(days=30))
        desk.instance.look()
    assert desk.begun() == []
    assert desk.kinds() == ["memo"]


def test_a_match_begins_as_it_stands_in_the_file_once_hold_is_taken_out(root: Path) -> None:
    """What was corrected meanwhile counts."""
    desk = Desk(root, "hold = true")
    desk.reads("hold = true")
    desk.reads('zone = "Asia/Tokyo"')
    assert desk.begun() == ["hoth"]
    assert desk.kinds().count("welcome") == 1


def test_a_mistake_in_a_match_on_hold_is_told(root: Path) -> None:
    """It is checked as if it were to begin."""
    desk = Desk(root, "hold = true")
    desk.write("hold = true")
    text = desk.path.read_text(encoding="utf-8").replace('bot = "random"', 'player = "Bob", address = "ann@pbem.test"')
    desk.path.write_text(text, encoding="utf-8")
    (told,) = desk.instance.apply(load(desk.path, {}))
    assert re.match(r'config.toml:\d+: match "hoth": seat Empire is for "Bob"', told)


# ---- start ----------------------------------------------------------------------------------------------------


def test_a_match_with_a_start_begins_then_in_its_own_zone(root: Path) -> None:
    """The time is local: 20:00 in Berlin is 19:00 UTC in winter."""
    desk = Desk(root, 'start = "2026-12-05 20:00"')
    assert desk.reads('start = "2026-12-05 20:00"') == []
    assert desk.instance.next_look() == datetime(2026, 12, 5, 19, 0, tzinfo=UTC)
    desk.clock.move(datetime(2026, 12, 5, 18, 59, tzinfo=UTC) - NOON)
    desk.instance.look()
    assert desk.begun() == []
    assert "welcome" not in desk.kinds()
    desk.clock.move(timedelta(minutes=1))
    desk.instance.look()
    assert desk.begun() == ["hoth"]
    assert desk.kinds().count("welcome") == 1


def test_what_the_file_says_at_the_start_counts(root: Path) -> None:
    """An address that is corrected before it is written to never gets a letter."""
    desk = Desk(root, 'start = "2026-12-05 20:00"')
    desk.reads('start = "2026-12-05 20:00"')
    text = desk.path.read_text(encoding="utf-8").replace("ann@pbem.test", "anna@pbem.test")
    desk.path.write_text(text, encoding="utf-8")
    desk.instance.apply(load(desk.path, {}))
    desk.clock.move(timedelta(days=5))
    desk.instance.look()
    with desk.instance.store.read() as session:
        assert {entry.address for entry in people_queries.owners(session, ["ann@pbem.test", "anna@pbem.test"])} == {
            "anna@pbem.test"
        }


def overrides_of(desk: Desk) -> dict[str, str]:
    """Return the overrides that were decided, each with the reason if it was refused."""
    with desk.instance.store.read() as session:
        return {row.name: row.refused for row in session.exec(select(Override))}


def test_an_override_waits_for_the_start_of_its_match_and_is_applied_then(root: Path) -> None:
    """The GM is told that it waits, and need not save the file again."""
    line = 'at = "MON 20:00"\nstart = "2026-12-05 20:00"'
    desk = Desk(root, line)
    (told,) = desk.reads(line, EXTENDED)
    assert told.endswith('override "more": it waits for match "hoth", which has not begun')
    desk.instance.look()
    desk.clock.move(timedelta(days=5))
    desk.instance.look()
    assert desk.begun() == ["hoth"]
    assert overrides_of(desk) == {"more": ""}


def test_an_override_for_all_matches_does_not_wait_for_one_that_begins_later(root: Path) -> None:
    """It was decided when the file was read, whether any match went on then or not; the GM is told so once."""
    line = 'at = "MON 20:00"\nstart = "2026-12-05 20:00"'
    desk, every = Desk(root, line), EXTENDED.replace('"hoth"', '"*"')
    (told,) = desk.reads(line, every)
    assert told.endswith('override "more": no match goes on, so it does nothing')
    desk.clock.move(timedelta(days=5))
    desk.instance.look()
    assert desk.begun() == ["hoth"]
    assert desk.reads(line, every) == []
    with desk.instance.store.read() as session:
        assert [row.match for row in session.exec(select(Override))] == [None]


def test_an_override_for_all_that_found_the_database_busy_is_tried_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the next look, in the matches that it means, as one for a single match is."""
    desk, every = Desk(root, ""), EXTENDED.replace('"hoth"', '"*"')
    desk.reads("")
    for broken in ("_apply_to_match", "spreading.spread"):
        with monkeypatch.context() as busy:
            if broken == "_apply_to_match":
                busy.setattr(apply, broken, Mock(side_effect=OperationalError("", {}, OSError())))
            else:
                busy.setattr(spreading, "_spread", Mock(side_effect=OperationalError("", {}, OSError())))
            (told,) = desk.reads("", every.replace("more", broken))
            assert "It is tried again soon" in told
        desk.instance.look()
        assert overrides_of(desk)[broken] == ""


def test_a_match_begins_late_if_the_database_was_busy_at_its_start(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again at the next look."""
    line = 'start = "2026-12-05 20:00"'
    desk = Desk(root, line)
    desk.reads(line)
    desk.clock.move(timedelta(days=5))
    with monkeypatch.context() as busy:
        busy.setattr(beginning, "_begin", Mock(side_effect=OperationalError("", {}, OSError())))
        desk.instance.look()
    assert desk.begun() == []
    desk.instance.look()
    assert desk.begun() == ["hoth"]


def test_an_override_that_found_the_database_busy_is_tried_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the next look, without a change of the file; the GM was told."""
    desk = Desk(root, "")
    desk.reads("")
    with monkeypatch.context() as busy:
        busy.setattr(apply, "_apply_to_match", Mock(side_effect=OperationalError("", {}, OSError())))
        (told,) = desk.reads("", EXTENDED)
        assert "It is tried again soon" in told
        desk.instance.look()
    assert overrides_of(desk) == {}
    desk.instance.look()
    assert overrides_of(desk) == {"more": ""}


def test_a_start_that_is_just_past_begins_at_once(root: Path) -> None:
    """The moderator was away, or is run now and then: the match begins late."""
    desk = Desk(root, 'start = "2026-11-30 20:00"')
    assert desk.reads('start = "2026-11-30 20:00"') == []
    assert desk.begun() == ["hoth"]


def test_a_start_that_is_long_past_is_refused_with_what_to_write(root: Path) -> None:
    """Nobody meant it, and letters cannot be taken back."""
    desk = Desk(root, 'start = "2025-12-05 20:00"')
    (told,) = desk.reads('start = "2025-12-05 20:00"')
    assert re.match(r'config.toml:\d+: match "hoth": its start is past \(2025-12-05 20:00, Europe/Berlin\)', told)
    assert "Write a time to come, or take the line with start out, and it begins at once" in told
    assert desk.begun() == []


def test_a_match_that_began_at_its_start_goes_on_with_that_line_in_the_file(root: Path) -> None:
    """Years later the line is history, and no mistake."""
    desk = Desk(root, 'start = "2026-12-05 20:00"')
    desk.reads('start = "2026-12-05 20:00"')
    desk.clock.move(timedelta(days=5))
    desk.instance.look()
    desk.clock.move(timedelta(days=700))
    assert desk.reads('start = "2026-12-05 20:00"') == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('"tomorrow"', 'match[1].start: "tomorrow" is not a time'),
        ('"2026-12-05"', '"2026-12-05" has no time of day (write "2026-12-05 20:00")'),
        ('"2026-02-30 20:00"', '"2026-02-30 20:00" is not a time'),
        ("20", "must be text in quotes, not a number"),
        ("0001-01-01T00:00:00", '"0001-01-01 00:00:00" is not a time'),
        ('"9999-12-31T23:59:00-12:00"', '"9999-12-31T23:59:00-12:00" is not a time'),
    ],
)
def test_a_start_that_is_no_time_is_refused_with_its_line(root: Path, value: str, said: str) -> None:
    """With file, line, and what to write."""
    path = root / "config.toml"
    path.write_text(HEAD + MATCH.format(line=f"start = {value}"), encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(path, {})
    (fault,) = refused.value.faults
    assert said in str(fault)
    assert fault.line == 10


@pytest.mark.parametrize("value", ["2026-12-05T20:00:00", '"2026-12-05T20:00"', '"2026-12-05 19:00Z"'])
def test_a_start_is_read_as_people_write_it(root: Path, value: str) -> None:
    """As TOML's own date, too, and with an offset."""
    path = root / "config.toml"
    path.write_text(HEAD + MATCH.format(line=f"start = {value}"), encoding="utf-8")
    (plan,) = load(path, {}).matches
    assert plan.start == datetime(2026, 12, 5, 19, 0, tzinfo=UTC)


def test_the_list_of_matches_tells_what_waits_and_for_what(run: Run) -> None:
    """Held, or until when."""
    text = Path("config.toml").read_text(encoding="utf-8")
    Path("config.toml").write_text(text.replace('\nname = "hoth"', '\nname = "hoth"\nhold = true'), encoding="utf-8")
    assert re.search(r"hoth +rebel-commander +held", run("match", "list")[1])
    Path("config.toml").write_text(
        text.replace('\nname = "hoth"', '\nname = "hoth"\nstart = "2099-12-05 20:00"'), encoding="utf-8"
    )
    listed = run("match", "list")[1]  # a narrow terminal breaks the cell
    assert re.search(r"hoth +rebel-commander +begins 2099-12-05 20:00,", listed)
    assert "Europe/Berlin" in listed


@pytest.mark.parametrize("line", ["hold = true", 'start = "2027-12-05 20:00"'])
def test_a_line_that_comes_too_late_to_keep_a_match_back_is_told(root: Path, line: str) -> None:
    """Nobody believes that a match waits which goes on."""
    desk = Desk(root, "")
    desk.reads("")
    (told,) = desk.reads(line)
    assert f"{line.partition(' ')[0]} changes nothing, since the match has begun" in told


# ---- match try ------------------------------------------------------------------------------------------------


def test_a_trial_shows_the_welcomes_and_makes_nothing(run: Run) -> None:
    """No match, no letter, no player; and reply addresses that speak for nobody."""
    code, said, _ = run("match", "try", "hoth")
    assert code == 0
    assert "To: ann@pbem.test" in said
    assert "nothing was made or mailed" in said
    assert re.search(r"hoth +rebel-commander +not begun", run("match", "list")[1])
    run("once")
    (welcome,) = Path("state/outbox").glob("*ann@pbem.test-welcome-*.eml")
    seals = set(re.findall(r"[0-9a-f]{64}", said))
    assert not seals & set(re.findall(r"[0-9a-f]{64}", " ".join(text_of(welcome.read_bytes()))))


def test_a_trial_says_first_what_is_probably_a_mistake(run: Run) -> None:
    """It names the place in the file, and shows the welcomes all the same."""
    path = Path("config.toml")
    same = 'player = "Ann", address = "ann@pbem.test"'
    path.write_text(path.read_text(encoding="utf-8").replace('bot = "recruit"', same), encoding="utf-8")
    code, said, complaint = run("match", "try", "hoth")
    assert code == 0
    assert "To: ann@pbem.test" in said
    assert re.match(r"Look at this first: config.toml:\d+: ", complaint)


def test_a_trial_writes_each_letter_whole_into_a_folder(run: Run, tmp_path: Path) -> None:
    """As ``report --out`` does."""
    code, _, _ = run("match", "try", "hoth", "--out", str(tmp_path / "try"))
    assert code == 0
    assert {"letter.txt", "letter.html"} <= {path.name for path in (tmp_path / "try" / "Red").iterdir()}
    assert not Path("state/outbox").exists() or not list(Path("state/outbox").iterdir())


def test_a_match_that_has_begun_is_not_tried(run: Run) -> None:
    """Its welcomes have gone."""
    run("once")
    code, _, complaint = run("match", "try", "hoth")
    assert code == 1
    assert "hoth has begun" in complaint


def test_a_trial_of_a_match_that_there_is_not_tells_where_to_look(run: Run) -> None:
    """Where nothing in the file is left to try, too: a sentence never ends with nothing."""
    run("once")
    code, _, complaint = run("match", "try", "both")
    assert code != 0
    assert "; moderator match list shows all matches." in " ".join(complaint.split())


# ---- addresses ------------------------------------------------------------------------------------------------


def _addressed(root: Path, address: str) -> list[str]:
    """Return what the GM is told of a new match with an address."""
    desk = Desk(root, "hold = false")
    desk.path.write_text(desk.path.read_text(encoding="utf-8").replace("ann@pbem.test", address), encoding="utf-8")
    told = desk.instance.apply(load(desk.path, {}))
    assert bool(told) != bool(desk.begun())
    return told


def test_an_address_that_cannot_exist_is_refused_before_anything_is_mailed(root: Path) -> None:
    """With its line, and what a domain looks like."""
    (told,) = _addressed(root, "ann@pbem")
    assert re.match(
        r'config.toml:\d+: match "hoth": seat Red: no letter can reach ann@pbem: a domain needs a dot', told
    )


def test_all_addresses_that_are_wrong_are_told_at_once(root: Path) -> None:
    """One that cannot exist and, in another seat, one that is another player's."""
    desk = Desk(root, "hold = false")
    text = desk.path.read_text(encoding="utf-8")
    blue = '{ seat = "Blue", player = "Bob", address = "ann@pbem" }'
    desk.path.write_text(
        text.replace("ann@pbem.test", "ann@pbem").replace("seats = [", f"seats = [{blue}, "), encoding="utf-8"
    )
    (told,) = desk.instance.apply(load(desk.path, {}))
    assert "no letter can reach ann@pbem" in told
    assert "both have ann@pbem, which is one person's" in told


@pytest.mark.parametrize("address", ["ann@localhost", "ann@pbem.test"])
def test_addresses_within_a_machine_or_a_network_are_taken(root: Path, address: str) -> None:
    """Small set-ups without the Internet go on."""
    assert _addressed(root, address) == []


def test_a_name_of_the_operators_own_network_needs_no_dot(tmp_path: Path) -> None:
    """The domain of the moderator's own addresses is one."""
    text = (HEAD + MATCH).replace("pbem.test", "office").format(line="")
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with open_instance(load(tmp_path / "config.toml", {}), clock=FrozenClock(NOON)) as instance:
        assert instance.apply(instance.config) == []


@pytest.mark.parametrize(
    ("there", "marks", "words"),
    [
        ({"pbem.org": Reach.FOUND, "work.org": Reach.FOUND}, ["good"], "2 domains"),
        ({"pbem.org": Reach.FOUND, "work.org": Reach.MISSING}, ["look"], "work.org (ann@work.org) has neither a mail"),
        ({"pbem.org": Reach.FOUND, "work.org": Reach.REFUSES}, ["look"], "work.org (ann@work.org) accepts no mail"),
        ({"pbem.org": Reach.MISSING, "work.org": Reach.UNKNOWN}, ["look"], "nothing is known"),
    ],
)
def test_the_doctor_looks_for_the_domains_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: dict[str, Reach], marks: list[str], words: str
) -> None:
    """One that gets no letters is named with its address; without a network nothing is known."""

    def find(domains: list[str]) -> dict[str, Reach]:
        return {domain: there[domain] for domain in domains}

    monkeypatch.setattr("moderator.cli.doctor.find_domains", find)
    text = (HEAD + MATCH).replace("ann@pbem.test", "ann@work.org").replace("pbem.test", "pbem.org").format(line="")
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    found = list(mail_domains(load(tmp_path / "config.toml", {})))
    assert [each.mark for each in found] == marks
    assert words in found[0].message


def test_addresses_of_examples_are_looked_for_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has them, which the doctor says elsewhere."""
    monkeypatch.setattr("socket.getaddrinfo", pytest.fail)
    monkeypatch.setattr(Names, "ask", pytest.fail)
    (tmp_path / "config.toml").write_text((HEAD + MATCH).format(line=""), encoding="utf-8")
    assert list(mail_domains(load(tmp_path / "config.toml", {}))) == []


# ---- withdrawn and begun anew ---------------------------------------------------------------------------------

WITHDRAW = """
[[override]]
id = "wrong-address"
match = "hoth"
do = "WITHDRAW"
"""


def test_a_match_that_is_corrected_and_withdrawn_in_one_reading_begins_anew(root: Path) -> None:
    """With one welcome for the new address, which was not on file before."""
    desk = Desk(root, "")
    desk.reads("")
    desk.write("", WITHDRAW)
    text = desk.path.read_text(encoding="utf-8").replace("ann@pbem.test", "anna@pbem.test")
    desk.path.write_text(text, encoding="utf-8")
    assert desk.instance.apply(load(desk.path, {})) == []
    assert desk.begun() == ["hoth-withdrawn", "hoth"]
    assert desk.instance.apply(load(desk.path, {})) == []
    assert desk.begun() == ["hoth-withdrawn", "hoth"]


def test_an_override_behind_a_withdrawal_is_for_the_match_that_begins_anew(root: Path) -> None:
    """It is not refused because the match of before is over, and nobody is told how the file and that one differ."""
    desk = Desk(root, 'at = "MON 20:00"')
    desk.reads('at = "MON 20:00"')
    assert desk.reads('at = "THU 20:00"', WITHDRAW + EXTENDED) == []
    assert desk.begun() == ["hoth-withdrawn", "hoth"]
    assert overrides_of(desk) == {"wrong-address": "", "more": ""}


def test_an_override_of_a_withdrawn_match_waits(root: Path) -> None:
    """As long as the file says the same of the match."""
    desk = Desk(root, 'at = "MON 20:00"')
    desk.reads('at = "MON 20:00"')
    (told,) = desk.reads('at = "MON 20:00"', WITHDRAW + EXTENDED)
    assert told.endswith('override "more": match "hoth" was withdrawn, so it waits until one begins anew')
    assert overrides_of(desk) == {"wrong-address": ""}


def test_a_match_that_is_only_withdrawn_does_not_begin_again_by_itself(root: Path) -> None:
    """Neither at once nor when the file is read again; a file without it frees its name."""
    desk = Desk(root, "")
    desk.reads("")
    for _ in range(3):
        desk.reads("", WITHDRAW)
        desk.instance.look()
        assert desk.begun() == ["hoth"]
    assert any("it was withdrawn. It begins anew once" in line for line in desk.reads("", WITHDRAW))
    desk.path.write_text(HEAD, encoding="utf-8")
    desk.instance.apply(load(desk.path, {}))
    assert desk.reads("", WITHDRAW) == []
    assert desk.begun() == ["hoth-withdrawn", "hoth"]
    assert desk.kinds().count("welcome") == 2


def test_a_withdrawn_match_that_is_put_on_hold_begins_anew_when_hold_is_taken_out(root: Path) -> None:
    """The usual way of who saved the file too early."""
    desk = Desk(root, "")
    desk.reads("")
    desk.reads("hold = true", WITHDRAW)
    assert desk.begun() == ["hoth-withdrawn"]
    assert desk.reads("", WITHDRAW) == []
    assert desk.begun() == ["hoth-withdrawn", "hoth"]


def test_a_withdrawn_match_is_carried_to_another_instance_as_what_it_is(root: Path, tmp_path: Path) -> None:
    """It is withdrawn there, too, and its dice can be checked."""
    desk = Desk(root, "")
    desk.reads("")
    desk.reads("hold = true", WITHDRAW)
    with desk.instance.store.read() as session:
        (match,) = names.former(session, "hoth")
        carried, rows = export_match(session, desk.instance.ctx, match)
    assert carried.withdrawn
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.toml").write_text(HEAD, encoding="utf-8")
    with open_instance(load(tmp_path / "other" / "config.toml", {})) as other, other.store.write() as session:
        brought = bring_in(session, other.ctx, carried, rows)
        assert (brought.name, brought.withdrawn) == ("hoth-withdrawn", True)


def test_a_line_number_is_no_picture(run: Run) -> None:
    """What stands between colons is written as it is, ``:100:`` too."""
    file = Path("config.toml")
    file.write_text("# ann@pbem.test\n" * 200 + file.read_text(encoding="utf-8"), encoding="utf-8")
    run("once")
    _, said, _ = run("player", "erase", "ann@pbem.test", "--yes")
    assert "config.toml:200: still names" in said
    assert "config.toml:100: still names" in said
