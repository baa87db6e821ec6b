"""An override is decided once: what was refused is recorded, told once, and never carried out later."""

from collections.abc import Sequence

import pytest
from sqlmodel import select

from moderator.service.admin import personal_data, transfer
from moderator.service.context import OverridePlan
from moderator.service.overrides import listing
from moderator.service.overrides.apply import Applied, apply_all
from moderator.service.overrides.decisions import AlreadyRefusedError, OverrideError, RefusedError
from moderator.store.tables import Override
from tests.support.world import World

NOBODY = "HEARTEN Zoe 5"


def found(world: World, *overrides: tuple[str, str], dry_run: bool = False) -> Sequence[Applied | Exception]:
    """Find overrides in the file: ids, each with its line."""
    plans = [
        OverridePlan(name=name, match="hoth", lines=(line,), place=f"config.toml:{at}")
        for at, (name, line) in enumerate(overrides, 40)
    ]
    return [done for _, done in apply_all(world.store, world.ctx, plans, dry_run=dry_run)]


def refused(world: World) -> dict[str, str]:
    """Return the overrides that are recorded as refused, with the reasons."""
    with world.store.read() as session:
        return {row.name: row.refused for row in session.exec(select(Override)) if row.refused}


def test_a_refused_override_is_not_carried_out_when_it_becomes_possible(world: World) -> None:
    """RESUME of a running match is refused; after a pause it would be possible."""
    (first,) = found(world, ("b1", "RESUME"))
    assert isinstance(first, RefusedError)
    found(world, ("b1", "RESUME"), ("b2", "PAUSE"))
    (again, _) = found(world, ("b1", "RESUME"), ("b2", "PAUSE"))
    assert isinstance(again, AlreadyRefusedError)
    assert "under a new id" in str(again)
    assert world.the_match().status.value == "paused"
    assert list(refused(world)) == ["b1"]


def test_a_refusal_is_told_once_with_its_lines_and_reason(world: World) -> None:
    """However often the file is read; all refusals of one reading are one memo."""
    for _ in range(3):
        found(world, ("b1", "RESUME"), ("b2", NOBODY))
    (memo,) = [each for each in world.facts("memo") if each.code == "override-refused"]
    assert (memo.match, memo.facts["id"], memo.lines) == ("hoth", "b1", ("RESUME",))
    assert "the match is running" in memo.facts["why"]
    assert [note.facts["id"] for note in memo.more] == ["b2"]


def test_an_id_of_another_match_names_that_match(world: World) -> None:
    """It is not said that the text is another one: an import, too, brings ids that are used up."""
    world.match("endor")
    found(world, ("b1", "PAUSE"))
    plan = OverridePlan(name="b1", match="endor", lines=("PAUSE",), place="config.toml:60")
    ((_, again),) = apply_all(world.store, world.ctx, [plan])
    assert isinstance(again, OverrideError)
    assert 'in match "hoth"' in str(again)
    assert "another text" not in str(again)
    assert world.the_match("endor").status.value == "running"


def test_a_refused_id_with_another_text_says_that_it_was_refused(world: World) -> None:
    """The new text needs an id of its own, as after an override that was applied."""
    found(world, ("b1", "RESUME"))
    (again,) = found(world, ("b1", "PAUSE"))
    assert isinstance(again, OverrideError)
    assert "this id was refused on" in str(again)
    assert "an id of its own" in str(again)
    assert world.the_match().status.value == "running"


def test_a_dry_run_decides_nothing(world: World) -> None:
    """What would be refused is said, and can be tried for real."""
    (shown,) = found(world, ("b1", "RESUME"), dry_run=True)
    assert isinstance(shown, OverrideError)
    assert refused(world) == {}
    assert [each.code for each in world.facts("memo") if each.code == "override-refused"] == []


def test_what_is_no_decision_leaves_an_override_to_be_tried_again(
    empty_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no such match yet, or the program fails: afterwards it is carried out."""
    world = empty_world
    (unknown,) = found(world, ("b1", "PAUSE"))
    assert isinstance(unknown, OverrideError)
    world.match("hoth")
    with monkeypatch.context() as broken:
        broken.setattr("moderator.service.overrides.apply.OverrideRun.carry_out", None)
        (failed,) = found(world, ("b1", "PAUSE"))
    assert isinstance(failed, TypeError)
    assert refused(world) == {}
    (done,) = found(world, ("b1", "PAUSE"))
    assert isinstance(done, Applied)


def test_an_override_that_an_older_release_refused_stays_refused(world: World) -> None:
    """The upgrade knows id and reason alone: match and text follow when it is found in the file, and the GM is told."""
    with world.store.write() as session:
        session.add(Override(name="b1", match=None, text="", applied=world.ctx.now(), record=0, refused="was running"))
    for _ in range(2):
        (kept,) = found(world, ("b1", "PAUSE"))
        assert isinstance(kept, AlreadyRefusedError)
    assert world.the_match().status.value == "running"
    (memo,) = [each for each in world.facts("memo") if each.code == "override-refused-before"]
    assert (memo.facts["id"], memo.facts["why"], memo.lines) == ("b1", "was running", ("PAUSE",))
    with world.store.read() as session:
        assert session.exec(select(Override.text)).one() == "PAUSE"


def test_a_refusal_goes_with_its_match_into_another_instance(world: World) -> None:
    """There the id is used up as well."""
    found(world, ("b1", "RESUME"))
    with world.store.read() as session:
        carried, _ = transfer.export_match(session, world.ctx, world.the_match())
    assert [(each.name, bool(each.refused)) for each in carried.overrides] == [("b1", True)]


def test_who_is_erased_is_struck_out_of_refusals(world: World) -> None:
    """Of the lines and of the reason; the id stays used up."""
    found(world, ("b1", 'REPLACE Ann WITH "Bob" bob@pbem.test'))
    with world.store.write() as session:
        (row,) = session.exec(select(Override)).all()
        row.text, row.refused = "ADDRESS Ann bob@pbem.test", "bob@pbem.test is the address of somebody else"
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "bob@pbem.test")
    with world.store.read() as session:
        (row,) = session.exec(select(Override)).all()
    assert "bob" not in row.text + row.refused
    (again,) = found(world, ("b1", "PAUSE"))
    assert isinstance(again, AlreadyRefusedError)


def test_the_list_shows_what_an_override_waits_for(world: World) -> None:
    """A change of address waits for the old one; an override of a match that is to come, for that."""
    found(world, ("b1", "ADDRESS Ann new@pbem.test"), ("b2", "RESUME"), ("b3", "EXTEND 24h"))
    plan = OverridePlan(name="b4", match="endor", lines=("PAUSE",))
    with world.store.read() as session:
        shown = {each.name: each for each in listing.list_overrides(session, world.ctx, [plan], [])}
    assert {name: each.standing.value for name, each in shown.items()} == {
        "b1": "pending",
        "b2": "refused",
        "b3": "applied",
        "b4": "pending",
    }
    assert "confirms new@pbem.test" in shown["b1"].why
    assert "the match is running" in shown["b2"].why
    assert shown["b3"].record == world.the_match().number
    assert "the match endor, which does not exist" in shown["b4"].why
