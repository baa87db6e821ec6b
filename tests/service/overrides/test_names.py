"""Names of players: the one on record is told to everybody, and a GM can correct it."""

from collections.abc import Sequence

import pytest

from moderator.rendering.mail import MailRenderer
from moderator.service.admin import personal_data
from moderator.service.audit.verify import verify_match
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Welcome
from moderator.service.matches import order_requests, records
from moderator.service.overrides.apply import Applied, apply, apply_all
from moderator.service.overrides.decisions import OverrideError
from moderator.store.tables import Player
from tests.rendering.samples import Still
from tests.support.world import World

RENDERER = MailRenderer(Still())
ANN_ELSEWHERE: Sequence[SeatPlan] = (
    SeatPlan(seat="Ann", player="Cleo", addresses=("cleo@pbem.test",)),
    SeatPlan(seat="Bob", player="Anna", addresses=("ann@pbem.test",)),
)


def _plan(*lines: str, name: str = "one") -> OverridePlan:
    return OverridePlan(name=name, match="hoth", lines=lines)


def _do(world: World, *lines: str, dry_run: bool = False) -> Applied:
    return apply(world.store, world.ctx, _plan(*lines, name="" if dry_run else str(lines)), dry_run=dry_run)


def _notices(world: World, match: str = "hoth") -> dict[str, str]:
    """Return the words of the newest notice to each seat of a match."""
    number, said = world.the_match(match).id, {}
    for row in world.rows("notice"):
        facts = world.facts_of(row) if row.match == number else None
        if facts is not None:
            words = RENDERER.render(facts)
            said[row.seat] = " ".join(f"{words.subject} {words.text}".split())
    return said


def _name(world: World, seat: str, match: str = "hoth") -> str:
    with world.store.read() as session:
        return session.get_one(Player, world.assignment(seat, match).player).name


# ---- the name on record ---------------------------------------------------------------------------------------


def test_others_are_told_the_name_on_record_of_who_takes_a_seat(world: World) -> None:
    """The file calls her Dora, and her address has been Cleo's for long: one person has one name."""
    world.match("endor", seats=ANN_ELSEWHERE)
    done = _do(world, 'REPLACE Bob WITH "Dora" cleo@pbem.test')
    assert "From now on Cleo plays Bob" in _notices(world)["Ann"]
    assert "Dora" not in _notices(world)["Ann"]
    (warning,) = done.warnings
    assert "Cleo is known already by this address and keeps that name in all matches" in warning
    assert 'NAME Bob "Dora"' in warning


def test_a_dry_run_warns_that_an_address_is_known_by_another_name(world: World) -> None:
    """Before anything is done the GM reads whose address it is, and what the others would be told."""
    world.match("endor", seats=ANN_ELSEWHERE)
    tried = _do(world, 'REPLACE Bob WITH "Dora" cleo@pbem.test', dry_run=True)
    assert "Cleo is known already by this address" in tried.warnings[0]
    assert [notice.facts["player"] for notice in tried.told if notice.head.seat == "Ann"] == ["Cleo"]


def test_the_record_of_a_new_player_holds_the_name_on_record(world: World) -> None:
    """What the history tells later is what everybody was told then."""
    world.match("endor", seats=ANN_ELSEWHERE)
    _do(world, 'REPLACE Bob WITH "Dora" cleo@pbem.test')
    with world.store.read() as session:
        match = session.merge(world.the_match(), load=False)
        _, body = records.all_with_bodies(session, world.ctx.game(match.game), match)[-1]
    assert body.facts["by"] == "Cleo"


@pytest.mark.parametrize("name", ["“Dora”", "„Dora“", "«Dora»", "'Dora'", "Dora"])
def test_a_new_player_is_called_by_the_name_without_the_quotes_around_it(world: World, name: str) -> None:
    """Editors put curly quotes in place of straight ones."""
    _do(world, f"REPLACE Bob WITH {name} dora@pbem.test")
    assert _name(world, "Bob") == "Dora"


# ---- a name that is corrected ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ['NAME Bob "Dora"', "name bob Dora", 'NAME Bob TO "Dora"', "NAME Bob „Dora“"])
def test_a_gm_corrects_the_name_of_a_player(world: World, line: str) -> None:
    """The player and the others are told in words of their own, and the match records it."""
    _do(world, line)
    assert _name(world, "Bob") == "Dora"
    told = _notices(world)
    assert "In all your matches you are now Dora" in told["Bob"]
    assert "The player of Bob is now called Dora, no longer Robert" in told["Ann"]


def test_a_corrected_name_is_recorded_and_told_in_every_match_of_the_player(world: World) -> None:
    """Each match tells it of its own seat, and names no other match."""
    world.match("endor", seats=ANN_ELSEWHERE)
    before = world.the_match("endor").number
    _do(world, 'NAME Ann "Dora"')
    assert world.the_match("endor").number == before + 1
    told = _notices(world, "endor")
    assert "The player of Bob is now called Dora, no longer Anna" in told["Ann"]
    assert "hoth" not in told["Ann"]
    assert "you are called Dora" in told["Bob"]
    for match in ("hoth", "endor"):
        assert not verify_match(world.store, world.ctx, match)


def test_names_that_are_corrected_at_once_are_one_letter_in_each_match(world: World) -> None:
    """Two overrides of one reading tell a player of another match in one letter, too."""
    world.match("endor", seats=ANN_ELSEWHERE)
    plans = [_plan('NAME Ann "Dora"', name="one"), _plan('NAME Ann "Dora May"', name="two")]
    assert not any(isinstance(done, Exception) for _, done in apply_all(world.store, world.ctx, plans))
    assert len([row for row in world.rows("notice") if row.match == world.the_match("endor").id]) == 2
    assert "Dora May" in _notices(world, "endor")["Ann"]


def test_a_dry_run_of_a_name_shows_who_would_be_told_everywhere_and_changes_nothing(world: World) -> None:
    """Also the players of other matches."""
    world.match("endor", seats=ANN_ELSEWHERE)
    tried = _do(world, 'NAME Ann "Dora"', dry_run=True)
    assert {(notice.head.match, notice.head.seat) for notice in tried.told} == {
        (match, seat) for match in ("hoth", "endor") for seat in ("Ann", "Bob")
    }
    assert any("Anna" in line and "Dora" in line for line in tried.changes)
    assert _name(world, "Ann") == "Anna"
    assert world.rows("notice") == []
    assert world.the_match("endor").number == world.the_match().number


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('NAME Bob "Robert"', "Bob is played by Robert already"),
        ("NAME Bob", "a name of 1 to 80 characters is needed"),
        (f'NAME Bob "{"x" * 81}"', "a name of 1 to 80 characters is needed"),
        ('NAME Bob "a\x07b"', "a name of 1 to 80 characters is needed"),
        ('NAME Bob "Dora" dora@pbem.test', "a name holds no address"),
        ('NAME Zoe "Dora"', 'there is no seat "Zoe" in this match; there are: Ann, Bob'),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(world: World, line: str, why: str) -> None:
    """Nothing is changed, and nobody is told."""
    with pytest.raises(OverrideError, match=why):
        _do(world, line)
    assert _name(world, "Bob") == "Robert"
    assert world.rows("notice") == []


def test_a_bot_has_no_name_to_correct(world: World) -> None:
    """What plays a seat of the moderator's is called by what it is."""
    _do(world, "REPLACE Bob WITH BOT random")
    with pytest.raises(OverrideError, match="a bot plays Bob"):
        _do(world, 'NAME Bob "Dora"')


def test_a_name_that_another_player_of_the_match_has_is_a_warning(world: World) -> None:
    """It is done all the same: people have the names that they have."""
    assert _do(world, 'NAME Bob "anna"').warnings == ("another player of this match is called anna, too",)


def test_who_is_erased_leaves_no_name_of_before(world: World) -> None:
    """A name that a GM corrected is as personal as the one that holds."""
    world.match("endor", seats=ANN_ELSEWHERE)
    _do(world, 'NAME Ann "Dora"')
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    with world.store.read() as session:
        for name in ("hoth", "endor"):
            match = session.merge(world.the_match(name), load=False)
            told = str(
                [
                    (body.facts, body.lines)
                    for _, body in records.all_with_bodies(session, world.ctx.game(match.game), match)
                ]
            )
            assert "Anna" not in told
            assert "Dora" not in told


# ---- the order of seats ---------------------------------------------------------------------------------------


def test_seats_stay_in_their_order_when_one_is_taken_over(world: World) -> None:
    """Who takes a seat over stands where the one before stood: WHO PLAYS lists seats, not arrivals."""
    _do(world, 'REPLACE Ann WITH "Cleo" cleo@pbem.test')
    (answer,) = world.says("Bob", "STATUS").answers
    assert [line.seat for line in answer.players] == ["Ann", "Bob"]
    welcome = world.facts_of(world.rows("welcome")[-1])
    assert isinstance(welcome, Welcome)
    assert [seat.seat for seat in welcome.seats] == ["Ann", "Bob"]
    with world.store.read() as session:
        assert list(order_requests.assignments(session, session.merge(world.the_match(), load=False))) == ["Ann", "Bob"]
