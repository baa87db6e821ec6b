"""One override for several matches: it is decided once in each that it is for, and in none that begins later."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from moderator.rendering.mail import MailRenderer
from moderator.service.context import ALL_MATCHES, OverridePlan
from moderator.service.matches import matches
from moderator.service.overrides import apply as applying
from moderator.service.overrides import listing
from moderator.service.overrides.apply import Applied, apply_all
from moderator.service.overrides.decisions import OverrideError, RefusedError
from moderator.store.tables import Override
from tests.rendering.samples import Still
from tests.support.world import World

RENDERER = MailRenderer(Still())


@pytest.fixture
def two(world: World) -> World:
    """Give an instance in which hoth and endor are played."""
    world.match("endor")
    return world


def plans(*names: str, line: str = "PAUSE", name: str = "b1", why: str = "") -> list[OverridePlan]:
    """Return an override of the file, once for each match that it names."""
    return [
        OverridePlan(name=name, match=match, matches=names, lines=(line,), why=why, place="config.toml:40")
        for match in names
    ]


def found(world: World, wanted: Sequence[OverridePlan], *to_come: str) -> dict[str, str]:
    """Find an override in the file; return by match what came of it."""
    done = apply_all(world.store, world.ctx, wanted, to_come=to_come)
    return {plan.match: each.done.value if isinstance(each, Applied) else str(each) for plan, each in done}


def paused(world: World) -> list[str]:
    """Return the matches whose clock was stopped."""
    names = ("hoth", "endor", "tatooine")
    with world.store.read() as session:
        rows = {row.match for row in session.exec(select(Override).where(Override.refused == "")) if row.match}
    return [name for name in names if _exists(world, name) and world.the_match(name).id in rows]


def _exists(world: World, name: str) -> bool:
    with world.store.read() as session:
        return matches.find(session, name) is not None


def memos(world: World) -> list[str]:
    """Return the words of the memos on overrides, each in one line."""
    rows = [each for each in world.facts("memo") if each.code.startswith("override-")]
    return [" ".join(RENDERER.render(each).text.split()) for each in rows]


# ---- matches that are named -----------------------------------------------------------------------------------


def test_each_match_that_is_named_gets_it_once(two: World) -> None:
    """However often the file is read."""
    assert found(two, plans("hoth", "endor")) == {"hoth": "applied", "endor": "applied"}
    assert found(two, plans("hoth", "endor")) == {"hoth": "already", "endor": "already"}
    assert paused(two) == ["hoth", "endor"]


def test_a_match_that_is_named_and_begins_later_gets_it_then(two: World) -> None:
    """As one that is for it alone would wait."""
    wanted = plans("hoth", "tatooine")
    assert "it waits for match" in found(two, wanted, "tatooine")["tatooine"]
    two.match("tatooine")
    assert found(two, wanted) == {"hoth": "already", "tatooine": "applied"}


def test_a_match_that_is_added_to_the_names_gets_it_too(two: World) -> None:
    """The others keep what they have."""
    found(two, plans("hoth"))
    assert found(two, plans("hoth", "endor")) == {"hoth": "already", "endor": "applied"}


def test_an_id_that_is_taken_elsewhere_is_not_used_again(two: World) -> None:
    """Only a list that names the first match, too, is the same override."""
    found(two, plans("hoth"))
    assert 'in match "hoth"' in found(two, plans("endor"))["endor"]
    assert paused(two) == ["hoth"]


def test_an_id_with_another_text_is_carried_out_nowhere(two: World) -> None:
    """Not even in a match in which nothing was decided yet."""
    found(two, plans("hoth"))
    told = found(two, plans("hoth", "endor", line="EXTEND 24h"))
    assert all("with another text (PAUSE)" in each for each in told.values())
    assert two.the_match("endor").number == 0


def test_what_one_match_refuses_is_done_in_the_others(two: World) -> None:
    """The refusal names its match, and is final there alone."""
    found(two, plans("endor", name="first"))
    ((_, first), (_, second)) = apply_all(two.store, two.ctx, plans("hoth", "endor"))
    assert isinstance(first, Applied)
    assert isinstance(second, RefusedError)
    assert 'override "b1" in match "endor": line 1, "PAUSE": the match is paused' in str(second)


def test_a_withdrawn_match_and_its_successor_get_it_once(two: World) -> None:
    """What was decided for the match of that name is not done to the one that begins anew."""
    found(two, plans("hoth", "endor"))
    found(two, plans("hoth", line="WITHDRAW", name="b2"))
    with two.store.write() as session:
        row = session.merge(two.the_match("hoth"))
        row.name, row.slug = "hoth-withdrawn", "hoth-withdrawn"
    two.match("hoth")
    assert found(two, plans("hoth", "endor")) == {"hoth": "already", "endor": "already"}
    assert two.the_match("hoth").number == 0


# ---- all matches ----------------------------------------------------------------------------------------------


def test_all_matches_are_those_that_go_on(two: World) -> None:
    """Paused ones too, and none that is over."""
    two.match("tatooine")
    found(two, plans("tatooine", line="END", name="over"))
    assert found(two, plans(ALL_MATCHES)) == {"hoth": "applied", "endor": "applied"}


def test_a_match_that_begins_after_it_was_decided_does_not_get_it(two: World) -> None:
    """Whatever the clock shows: not when it begins, and not when the file is read again."""
    found(two, plans(ALL_MATCHES))
    two.move(days=-3)
    two.match("tatooine")
    assert found(two, plans(ALL_MATCHES)) == {"hoth": "already", "endor": "already"}
    assert two.the_match("tatooine").number == 0


def test_where_no_match_goes_on_it_is_decided_all_the_same(empty_world: World) -> None:
    """The GM is told once; a match that begins later is not meant."""
    assert "no match goes on, so it does nothing" in found(empty_world, plans(ALL_MATCHES))[ALL_MATCHES]
    empty_world.match()
    assert found(empty_world, plans(ALL_MATCHES)) == {}
    assert empty_world.the_match().number == 0


def test_a_match_that_was_busy_gets_it_later(two: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly those that were meant at first, and no other."""
    with monkeypatch.context() as broken:

        def busy(*_: object, **__: object) -> None:
            raise OperationalError("", {}, Exception("database is locked"))

        broken.setattr(applying, "_apply_to_match", busy)
        assert all("OperationalError" in each or "locked" in each for each in found(two, plans(ALL_MATCHES)).values())
    two.match("tatooine")
    assert found(two, plans(ALL_MATCHES)) == {"hoth": "applied", "endor": "applied"}


def test_an_override_for_all_with_another_text_is_one_error(two: World) -> None:
    """Not one for each match."""
    found(two, plans(ALL_MATCHES))
    ((plan, error),) = apply_all(two.store, two.ctx, plans(ALL_MATCHES, line="EXTEND 24h"))
    assert plan.match == ALL_MATCHES
    assert isinstance(error, OverrideError)
    assert "with another text (PAUSE)" in str(error)


def test_a_name_in_place_of_all_is_another_match(two: World) -> None:
    """Who narrows it down changes nothing, and who names a later match lets that one have it."""
    found(two, plans(ALL_MATCHES))
    two.match("tatooine")
    assert found(two, plans("hoth")) == {"hoth": "already"}
    assert "this id was applied" in found(two, plans("tatooine"))["tatooine"]
    assert found(two, plans("hoth", "endor", "tatooine"))["tatooine"] == "applied"


def test_a_dry_run_shows_every_match_and_decides_nothing(two: World) -> None:
    """Also of lines on the command line, which have no id."""
    (wanted,) = plans(ALL_MATCHES)
    for plan in (wanted, replace(wanted, name="")):
        shown = apply_all(two.store, two.ctx, [plan], dry_run=True)
        assert [(each.match, done.done.value) for each, done in shown if isinstance(done, Applied)] == [
            ("hoth", "rehearsed"),
            ("endor", "rehearsed"),
        ]
    with two.store.read() as session:
        assert session.exec(select(Override)).all() == []


# ---- what the GM reads ----------------------------------------------------------------------------------------


def test_one_memo_tells_of_all_matches(two: World) -> None:
    """Each with who was told; the lines stand there once."""
    found(two, plans(ALL_MATCHES, why="A storm."))
    (memo,) = memos(two)
    assert "Override b1 is carried out in hoth" in memo
    assert "OVERRIDE B1 IS CARRIED OUT IN ENDOR" in memo
    assert memo.count("We told Ann and Bob.") == 2
    assert memo.count("why: A storm.") == 1


def test_refusals_are_in_one_memo_with_their_matches(two: World) -> None:
    """Each with its reason."""
    found(two, plans("hoth", "endor", line="RESUME"))
    (memo,) = memos(two)
    assert "Override b1 was refused in hoth" in memo
    assert "OVERRIDE B1 WAS REFUSED IN ENDOR" in memo
    assert memo.count("the match is running") == 2


def test_a_match_that_is_tried_later_gets_a_memo_of_its_own(two: World) -> None:
    """The first one has gone."""
    found(two, plans("hoth", "tatooine"), "tatooine")
    two.move(minutes=2)
    two.match("tatooine")
    found(two, plans("hoth", "tatooine"))
    assert ["carried out in hoth" in each for each in memos(two)] == [True, False]


def test_the_list_shows_it_in_each_match(two: World) -> None:
    """What is pending, too: one for all until it is decided, a name until its match begins."""

    def listed(wanted: Sequence[OverridePlan], match: str = "") -> list[tuple[str, str]]:
        with two.store.read() as session:
            entries = listing.list_overrides(session, two.ctx, wanted, [], match)
        return [(entry.match, entry.standing.value) for entry in entries]

    assert listed(plans(ALL_MATCHES)) == [("*", "pending")]
    assert listed(plans(ALL_MATCHES), "hoth") == [("*", "pending")]
    found(two, plans(ALL_MATCHES))
    assert listed(plans(ALL_MATCHES)) == [("hoth", "applied"), ("endor", "applied")]
    assert listed(plans("hoth", "tatooine"))[2:] == [("tatooine", "pending")]
