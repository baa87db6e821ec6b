"""A match is taken out of one instance into a folder, and brought into another, where it is proved and goes on."""

import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from moderator.app import transfer
from moderator.app.files import InstanceError
from moderator.cli import main
from moderator.service.admin import housekeeping, personal_data
from moderator.service.admin.export_layout import FORMAT, TransferError
from moderator.service.admin.transfer import bring_in
from moderator.service.audit.verify import verify_match
from moderator.service.context import Context, OverridePlan, SeatPlan
from moderator.service.matches import records
from moderator.service.overrides.apply import apply
from moderator.service.turns.due import RunResult
from moderator.store import people_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderSet, Player, Record, SeatAssignment
from tests.service.audit.test_versions import CRUELER, RENEWED
from tests.support.night_watch import INFO
from tests.support.shell import MATCH, Run, drop, shell_with_match
from tests.support.world import World


@pytest.fixture
def begun(world: World) -> World:
    """Give a match in which much has happened: order sets, an amendment, a bot in a seat, a vote, recorded orders."""
    world.says("Ann", "GO Bridge\nFLEE Gate")
    world.says("Ann", "READY")  # the bridge may be out of reach
    world.says("Bob", "SEEK Alley")
    world.move(minutes=16)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    override(world, "HEARTEN Ann 7", "EXTEND 24h")
    world.says("Ann", "SEEK Mill\nDRAW")
    return world


@pytest.fixture
def other(migrated: Path, tmp_path: Path) -> World:
    """Give another instance, without a match and with a key and an address of its own."""
    shutil.copy(migrated, tmp_path / "other.sqlite")
    other = World(Store(f"sqlite:///{tmp_path / 'other.sqlite'}"))
    other.settings(address="games@other.test")
    other.ctx = Context(settings=other.ctx.settings, games=other.ctx.games, clock=other.clock, key=b"o" * 32)
    return other


def override(world: World, *lines: str) -> None:
    """Let the GM do something."""
    apply(world.store, world.ctx, OverridePlan(name=lines[0], match="hoth", lines=lines))


def taken_out(world: World, folder: Path) -> Path:
    """Write the match into a folder."""
    with world.store.read() as session:
        transfer.write(session, world.ctx, world.the_match(), folder)
    return folder


def brought_in(world: World, folder: Path) -> Match:
    """Bring a match from a folder into an instance."""
    carried, rows = transfer.read(folder)
    with world.store.write() as session:
        return bring_in(session, world.ctx, carried, rows)


def digests(world: World) -> list[str]:
    """Return the digests of all records."""
    with world.store.read() as session:
        return [row.digest for row in session.exec(select(Record).order_by(Record.number))]  # type: ignore[arg-type]


def test_a_match_that_is_over_is_the_same_elsewhere(begun: World, other: World, tmp_path: Path) -> None:
    """The same digests, proved again; nobody is written to, and taken out again it is the same, byte for byte."""
    override(begun, "END we go on holiday")
    first = taken_out(begun, tmp_path / "hoth")
    match = brought_in(other, first)
    assert match.status is MatchStatus.OVER
    assert digests(other) == digests(begun)
    assert verify_match(other.store, other.ctx, "hoth") == []
    assert other.rows() == []
    other.clock.now = begun.clock.now  # type: ignore[method-assign]
    second = taken_out(other, tmp_path / "again")
    for path in sorted(first.rglob("*.json")):
        assert (second / path.relative_to(first)).read_bytes() == path.read_bytes(), path


def test_a_match_goes_on_elsewhere_as_it_would_have_here(begun: World, other: World, tmp_path: Path) -> None:
    """It comes paused and silent; resumed it has the time that was left, tells its players, and takes their letters."""
    left = (begun.the_match().deadline or begun.clock.now()) - begun.clock.now()
    folder = taken_out(begun, tmp_path / "hoth")
    other.clock.move(timedelta(days=30))
    assert brought_in(other, folder).status is MatchStatus.PAUSED
    assert other.look() == {}
    assert other.rows() == []
    override(other, "RESUME")
    assert other.the_match().deadline == other.clock.now() + left
    assert {row.seat for row in other.rows("notice")} == {"Ann", "Bob"}
    assert other.order_set("Ann") == ["SEEK Mill"]
    assert other.says("Bob", "SEEK Gate").verdict == "filed"
    other.move(hours=100)
    assert other.look()["hoth"] in {RunResult.RESOLVED, RunResult.OVER}
    assert verify_match(other.store, other.ctx, "hoth") == []
    assert digests(other)[: len(digests(begun))] == digests(begun)


def test_the_same_orders_fall_out_the_same_elsewhere(world: World, other: World, tmp_path: Path) -> None:
    """What was sealed comes along: the number of the record and the receipts alone go into the dice."""
    world.says("Ann", "SEEK Mill")
    override(world, "PAUSE")
    brought_in(other, taken_out(world, tmp_path / "hoth"))
    for each in (world, other):
        override(each, "RESUME")
        each.move(hours=100)
        each.look()
    assert [digest[:8] for digest in digests(other)] == [digest[:8] for digest in digests(world)]


def test_players_are_known_by_their_addresses(begun: World, other: World, tmp_path: Path) -> None:
    """Who is known stays as this instance knows them; who is not is made new."""
    seats = (SeatPlan(seat="Ann", player="Annie", addresses=("ANN@pbem.test",)), SeatPlan(seat="Bob", bot="random"))
    other.match("endor", seats=seats)
    brought_in(other, taken_out(begun, tmp_path / "hoth"))
    with other.store.read() as session:
        assert [player.name for player in session.exec(select(Player))] == ["Annie", "Robert"]
        (annie,) = session.exec(select(Player).where(Player.name == "Annie")).all()
        assert [row.address for row in people_queries.addresses(session, annie.id or 0)] == ["ann@pbem.test"]
        assert len(session.exec(select(SeatAssignment).where(SeatAssignment.player == annie.id)).all()) == 2


def test_a_name_that_is_taken_is_told_kindly(begun: World, other: World, tmp_path: Path) -> None:
    """The same match again, another of its name, or one whose letters would look alike: nothing is changed."""
    folder = taken_out(begun, tmp_path / "hoth")
    with pytest.raises(TransferError, match="it is the same match, here up to record 2, in the folder up to record 2"):
        brought_in(begun, folder)
    other.match("Hoth")
    before = other.the_match("Hoth")
    with pytest.raises(TransferError, match=r"there is another match .* instance of its own"):
        brought_in(other, folder)
    assert other.the_match("Hoth") == before


def _record(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    return _changed("records/0001.json", change)


def _changed(name: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def harm(folder: Path) -> None:
        data = json.loads((folder / name).read_text(encoding="utf-8"))
        change(data)
        (folder / name).write_text(json.dumps(data), encoding="utf-8")

    return harm


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_record(lambda data: data["position"].update(weather=data["position"]["weather"] + 1)), "position-differs"),
        (_record(lambda data: data.update(digest="0" * 32)), "record 1: "),
        (_record(lambda data: data["body"]["rulings"][0]["events"].pop()), "events-differ"),
        (_record(lambda data: data["body"]["rulings"].append(3)), "cannot be played again"),
        (_record(lambda data: data.update(nonsense=1)), r"0001\.json is damaged or was changed.*nonsense"),
        (_changed("match.json", lambda data: data["sheets"][0].update(orders=[])), "receipt-differs"),
        (_changed("match.json", lambda data: data.update(secret="00" * 32)), "digest-differs|position-differs"),
        (_changed("match.json", lambda data: data["askings"].pop(1)), "cannot be played again"),
        (_changed("match.json", lambda data: data["askings"][1].update(open_seed="what")), "cannot be"),
        (_changed("match.json", lambda data: data["places"][0].update(player=9)), "cannot be"),
        (_changed("match.json", lambda data: data.update(format=FORMAT + 1)), "which is newer"),
        (_changed("match.json", lambda data: data.update(game="chess")), "no such game here"),
        (lambda folder: (folder / "records" / "0001.json").unlink(), "is not complete"),
        (lambda folder: (folder / "match.json").unlink(), "there is no match in"),
        (lambda folder: (folder / "match.json").write_bytes(b"{"), "damaged or was changed"),
    ],
)
def test_a_match_that_does_not_come_out_the_same_is_not_brought_in(
    begun: World, other: World, tmp_path: Path, harm: Callable[[Path], object], told: str
) -> None:
    """Whatever was changed in the folder: it is named, and nothing of the match stays."""
    folder = taken_out(begun, tmp_path / "hoth")
    harm(folder)
    with pytest.raises((TransferError, InstanceError), match=told):
        brought_in(other, folder)
    with other.store.read() as session:
        assert session.exec(select(Match)).all() == []
        assert session.exec(select(Player)).all() == []


def test_a_match_that_an_older_release_took_out_comes_in(begun: World, other: World, tmp_path: Path) -> None:
    """Of an order set it told only that lines fell, not which; the turn goes on waiting for them."""

    def as_it_was(data: dict[str, Any]) -> None:
        data["format"] = 1
        for order_set in data["sheets"]:
            del order_set["complaints"], order_set["spoken"]
            order_set["faulty"] = order_set["seat"] == "Ann"

    folder = taken_out(begun, tmp_path / "hoth")
    _changed("match.json", as_it_was)(folder)
    brought_in(other, folder)
    with other.store.read() as session:
        rows = session.exec(select(OrderSet)).all()
    assert {row.seat: row.faulty for row in rows if row.seat in ("Ann", "Bob")} == {"Ann": True, "Bob": False}


def test_a_match_of_other_rules_comes_in_if_these_play_it_the_same(begun: World, other: World, tmp_path: Path) -> None:
    """One that goes on then keeps to the rules of this release; else the release is named that is wanted."""
    folder = taken_out(begun, tmp_path / "hoth")
    games = other.ctx.games
    for game in (CRUELER, RENEWED):
        other.ctx = Context(
            settings=other.ctx.settings, games={**games, INFO.key: game}, clock=other.clock, key=other.ctx.key
        )
        if game is CRUELER:
            with pytest.raises(TransferError, match="begun under rules 1, this release plays 2"):
                brought_in(other, folder)
    assert brought_in(other, folder).rules == 2


def test_a_story_can_be_read_and_holds_what_is_opened(begun: World, tmp_path: Path) -> None:
    """Settings, seats, order sets, news and open seeds; what is sealed is left out of it until the match is over."""
    folder = taken_out(begun, tmp_path / "hoth")
    story = (folder / "story.txt").read_text(encoding="utf-8")
    carried, _ = transfer.read(folder)
    for told in (
        "THIS MATCH IS STILL RUNNING",
        "Ann: Anna",
        "Bob orders SEEK Alley",
        carried.requests[1].open_seed,
        "HEARTEN",
    ):
        assert told in story, told
    assert not any(asked.secret_seed in story for asked in carried.requests)
    assert carried.requests[-1].open_seed not in story
    override(begun, "END enough")
    story = (taken_out(begun, tmp_path / "over") / "story.txt").read_text(encoding="utf-8")
    assert all(asked.secret_seed in story for asked in carried.requests[:2])
    assert "STILL RUNNING" not in story


def test_a_folder_is_for_its_owner_alone_and_takes_no_others_place(begun: World, tmp_path: Path) -> None:
    """It holds secrets of the game; what is there already is left alone."""
    folder = taken_out(begun, tmp_path / "hoth")
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()} == {0o600}
    assert {folder.stat().st_mode & 0o777, (folder / "records").stat().st_mode & 0o777} == {0o700}
    with pytest.raises(InstanceError, match="not empty"):
        taken_out(begun, folder)
    with pytest.raises(InstanceError, match="make it first"):
        taken_out(begun, tmp_path / "no" / "hoth")
    assert sorted(path.name for path in tmp_path.glob("*hoth*")) == ["hoth"]


def test_a_person_who_was_erased_is_not_in_an_export(begun: World, other: World, tmp_path: Path) -> None:
    """The seat stays; brought in elsewhere it is nobody's, and nobody is written to for it."""
    with begun.store.write() as session:
        personal_data.erase(session, begun.ctx, "bob@pbem.test")
    folder = taken_out(begun, tmp_path / "hoth")
    for path in folder.rglob("*"):
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert "bob@pbem" not in text, path
        assert "Robert" not in text, path
    brought_in(other, folder)
    assert verify_match(other.store, other.ctx, "hoth") == []


def test_a_match_whose_letters_were_forgotten_is_carried_all_the_same(
    begun: World, other: World, tmp_path: Path
) -> None:
    """Letters are kept for so many days, what was understood for ever."""
    begun.move(days=begun.ctx.settings.keep_letters + 1)
    with begun.store.write() as session:
        assert housekeeping.forget_old_letters(session, begun.ctx) == 4
    brought_in(other, taken_out(begun, tmp_path / "hoth"))
    assert other.order_set("Ann") == ["SEEK Mill"]
    assert verify_match(other.store, other.ctx, "hoth") == []


def test_what_stood_stands_and_an_override_is_known(begun: World, other: World, tmp_path: Path) -> None:
    """Standing orders go on, and an override of the operator's file is not applied again."""
    brought_in(other, taken_out(begun, tmp_path / "hoth"))
    with begun.store.read() as here, other.store.read() as there:
        game = begun.ctx.game("night-watch")
        assert records.standing(there, game, other.the_match()) == records.standing(here, game, begun.the_match())
    number = other.the_match().number
    override(other, "HEARTEN Ann 7", "EXTEND 24h")
    assert other.the_match().number == number


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a shell in an instance of one match."""
    return shell_with_match(tmp_path, capsys, monkeypatch)


def test_a_match_goes_from_shell_to_shell(run: Run) -> None:
    """The operator is told what is secret, how it goes on, and what stands in the way."""
    run("once")
    drop("1. PASS\n2. PASS\n")
    run("once")
    code, said, warned = run("export", "hoth")
    assert (code, said) == (0, "hoth: hoth with 2 records.\n")
    assert "protect it as you protect state/" in warned
    assert run("export", "hoth", "elsewhere")[0] == 0
    assert run("export", "hoth")[0] == 1
    assert run("export", "hoht")[0] == 2
    code, _, complaint = run("import", "hoth")
    assert code == 1
    assert "it is the same match" in complaint
    assert main(["init", "new"]) == 0
    code, said, _ = run("import", "hoth", "--config", "new/config.toml")
    assert code == 0
    assert "replayed, nothing differs in 2 records; it is paused" in said
    assert 'do = "RESUME"' in said
    assert "Do not end it there" in said
    assert not Path("new/state/outbox").exists()
    resume = '\n[[override]]\nid = "on"\nmatch = "hoth"\ndo = "RESUME"\n'
    with Path("new/config.toml").open("a", encoding="utf-8") as file:
        file.write(resume)
    assert run("once", "--config", "new/config.toml")[0] == 0
    assert list(Path("new/state/outbox").glob("*ann@pbem.test-notice*"))
    assert run("verify", "hoth", "--config", "new/config.toml")[0] == 0


def test_an_override_that_was_decided_before_an_export_is_decided_where_the_match_is_imported(run: Run) -> None:
    """Also if its id was used in another match there: one that names both is carried out in none again."""
    pause = '\n[[override]]\nid = "b1"\nmatch = "hoth"\ndo = "PAUSE"\n'
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(pause)
    run("once")
    assert run("export", "hoth")[0] == 0
    assert main(["init", "new"]) == 0
    with Path("new/config.toml").open("a", encoding="utf-8") as file:
        file.write(MATCH.replace('"hoth"', '"endor"') + pause.replace("hoth", "endor"))
    run("once", "--config", "new/config.toml")
    assert run("import", "hoth", "--config", "new/config.toml")[0] == 0
    written = Path("new/config.toml").read_text(encoding="utf-8")
    both = written.replace('match = "endor"\ndo', 'match = ["endor", "hoth"]\ndo')
    assert both != written
    Path("new/config.toml").write_text(both, encoding="utf-8")
    run("once", "--config", "new/config.toml")
    _, listed, _ = run("override", "list", "--config", "new/config.toml")
    assert listed.count("applied") == 2
    assert "refused" not in listed


def test_what_an_import_does_not_join_is_listed(run: Run) -> None:
    """The operator reads which addresses an export claims for somebody who is known, and for somebody who is new."""
    run("once")
    assert run("export", "hoth")[0] == 0

    def claim(data: dict[str, Any]) -> None:
        data["players"][0]["addresses"].append({"address": "eve@evil.test", "confirmed": True})

    _changed("match.json", claim)(Path("hoth"))
    assert main(["init", "new"]) == 0
    warned = run("import", "hoth", "--config", "new/config.toml")[2]
    assert "is new here" in warned
    assert "ann@pbem.test, eve@evil.test" in warned
    shutil.rmtree("new")
    assert main(["init", "new"]) == 0
    with Path("new/config.toml").open("a", encoding="utf-8") as file:
        file.write(MATCH.replace('"hoth"', '"endor"'))
    run("once", "--config", "new/config.toml")
    warned = run("import", "hoth", "--config", "new/config.toml")[2]
    assert "were not joined: eve@evil.test" in " ".join(warned.split())
