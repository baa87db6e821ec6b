"""Versions of the rules: a match follows to rules that play it the same, and is stopped under others."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Resolution
from moderator.core.seats import Seat
from moderator.service.audit import versions
from moderator.service.audit.verify import verify_match
from moderator.service.context import Context, OverridePlan
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import OverrideError
from moderator.service.turns import due
from moderator.service.turns.due import RunResult
from moderator.store.statuses import LetterStatus, MatchStatus
from tests.support.night_watch import GAME, INFO
from tests.support.night_watch.state import State
from tests.support.world import World


def crueler(state: State, orders: Mapping[Seat, Sequence[Any]], dice: Dice) -> Resolution[State]:
    """Resolve as before, and turn the weather."""
    done = GAME.resolve(state, orders, dice)
    return Resolution(replace(done.state, weather=done.state.weather + 1), done.events)


class Position(msgspec.Struct, frozen=True):
    """A position that no record holds."""

    weather: str


RENEWED: AnyGame = replace(GAME, info=replace(INFO, rules=INFO.rules + 1))
"""Night Watch under a new number, played as before."""
CRUELER = replace(RENEWED, resolve=crueler)
"""Night Watch under a new number, with a weather of its own."""
UNREADABLE = replace(RENEWED, state_type=Position)
"""Night Watch under a new number, with positions of another shape."""


class Contrary:
    """A bot that gives the orders of another backwards."""

    def __init__(self, bot: Any) -> None:  # noqa: ANN401 - any bot
        self._bot = bot

    def order(self, *given: Any) -> tuple[Any, ...]:  # noqa: ANN401 - as above
        """Give them."""
        return tuple(reversed(self._bot.order(*given)))


def upgrade(world: World, game: Any) -> None:  # noqa: ANN401 - any game
    """Go on with a release that plays so."""
    games = {**world.ctx.games, INFO.key: game}
    world.ctx = Context(settings=world.ctx.settings, games=games, clock=world.clock, key=world.ctx.key)


@pytest.fixture
def begun(world: World) -> World:
    """Give a match of one resolved turn; the next has recorded orders and is due in two days."""
    world.says("Ann", "GO Bridge\nFLEE Gate")
    world.says("Bob", "SEEK Alley")
    world.move(minutes=16)
    world.look()
    world.says("Ann", "SEEK Mill")
    return world


def memos(world: World) -> list[Any]:
    """Return what the GM was told of other rules."""
    return [memo for memo in world.facts("memo") if memo.code == "other-rules"]


def test_a_match_moves_to_rules_that_play_it_the_same(begun: World) -> None:
    """No record is made of it: numbers, tags and the open request stay, and the match is proved under the new rules."""
    before = begun.the_match()
    upgrade(begun, RENEWED)
    assert versions.follow(begun.store, begun.ctx) == {"hoth": True}
    after = begun.the_match()
    assert (after.rules, after.status) == (before.rules + 1, MatchStatus.RUNNING)
    assert (after.number, after.request, after.state) == (before.number, before.request, before.state)
    assert verify_match(begun.store, begun.ctx, "hoth") == []
    assert versions.follow(begun.store, begun.ctx) == {}
    assert memos(begun) == []


def test_bots_that_play_otherwise_under_other_rules_accuse_nobody(begun: World) -> None:
    """What they ordered before the match moved is told as not checked; what they order afterwards must be so again."""
    apply(begun.store, begun.ctx, OverridePlan(name="bot", match="hoth", lines=("REPLACE Bob WITH BOT prowler",)))
    begun.move(hours=49)
    begun.look()
    upgrade(begun, replace(RENEWED, bots={name: Contrary(bot) for name, bot in RENEWED.bots.items()}))
    for _ in range(2):
        begun.move(hours=49)
        begun.look()
    found = verify_match(begun.store, begun.ctx, "hoth")
    assert {(finding.code, finding.grave) for finding in found} == {("bot-differs", False)}
    upgrade(begun, RENEWED)
    assert ("bot-differs", True) in {(f.code, f.grave) for f in verify_match(begun.store, begun.ctx, "hoth")}


def test_a_turn_that_is_due_waits_until_its_match_has_moved(begun: World) -> None:
    """The move comes first, the turn after it in the same look."""
    upgrade(begun, RENEWED)
    begun.move(hours=49)
    assert begun.look() == {"hoth": RunResult.RESOLVED}
    assert begun.the_match().rules == INFO.rules + 1
    assert verify_match(begun.store, begun.ctx, "hoth") == []


def test_a_match_that_other_rules_play_otherwise_is_stopped(begun: World) -> None:
    """No turn of it is resolved, by its deadline or by force, and the GM is told once where it differs."""
    before = begun.the_match()
    upgrade(begun, CRUELER)
    begun.move(hours=49)
    assert begun.look() == {}
    after = begun.the_match()
    assert (after.status, after.rules, after.number) == (MatchStatus.FAULTED, before.rules, before.number)
    assert "record 1 differs" in after.fault
    assert due.run_if_due(begun.store, begun.ctx, after.id or 0, force=after.request) is RunResult.FAULTED
    assert due.resolve_matches(begun.store, begun.ctx, [after.id or 0], begun.ctx.now(), force=after.request) == {
        after.id: RunResult.NOT_DUE
    }
    begun.look()
    (memo,) = memos(begun)
    assert (memo.match, memo.facts) == ("hoth", {"began": 1, "rules": 2, "record": 1})


def test_no_turn_is_resolved_of_a_match_that_has_not_followed(begun: World) -> None:
    """Whoever rules turns without looking first rules nothing by rules that the match did not begin with."""
    upgrade(begun, CRUELER)
    match = begun.the_match()
    assert due.resolve_matches(begun.store, begun.ctx, [match.id or 0], begun.ctx.now(), force=match.request) == {
        match.id: RunResult.NOT_DUE
    }
    assert begun.the_match().number == match.number


@pytest.mark.parametrize("game", [CRUELER, UNREADABLE])
def test_letters_to_a_stopped_match_are_kept_and_answered(begun: World, game: Any) -> None:  # noqa: ANN401 - any game
    """Once each, even where the position cannot be read; they count when the match goes on."""
    upgrade(begun, game)
    ann = begun.tag("Ann")
    begun.put(begun.raw("SEEK Market", to=ann))
    begun.read()
    begun.read()
    told = [letter for letter in begun.facts("acknowledgement") if letter.verdict == "match-stopped"]
    assert len(told) == 1
    assert begun.letters()[-1].status is LetterStatus.KEPT
    upgrade(begun, GAME)
    begun.read()
    assert begun.the_match().status is MatchStatus.RUNNING
    assert begun.the_match().fault == ""
    assert begun.order_set("Ann") == ["SEEK Market"]


def test_a_stopped_match_goes_on_under_a_release_that_plays_it_the_same(begun: World) -> None:
    """A later release may mend what the first one broke; a match that was paused is paused again."""
    apply(begun.store, begun.ctx, OverridePlan(name="p", match="hoth", lines=("PAUSE",)))
    upgrade(begun, CRUELER)
    assert versions.follow(begun.store, begun.ctx) == {"hoth": False}
    upgrade(begun, replace(RENEWED, info=replace(INFO, rules=INFO.rules + 2)))
    assert versions.follow(begun.store, begun.ctx) == {"hoth": True}
    assert (begun.the_match().status, begun.the_match().rules) == (MatchStatus.PAUSED, INFO.rules + 2)


@pytest.mark.parametrize("line", ["HEARTEN Ann 7", "RESUME", "RESOLVE"])
def test_an_override_plays_nothing_by_other_rules(begun: World, line: str) -> None:
    """The GM is told what can be done instead."""
    upgrade(begun, CRUELER)
    versions.follow(begun.store, begun.ctx)
    with pytest.raises(OverrideError, match="began under other rules"):
        apply(begun.store, begun.ctx, OverridePlan(name="x", match="hoth", lines=(line,)))


def test_a_stopped_match_can_be_ended(begun: World) -> None:
    """END takes no rules."""
    upgrade(begun, CRUELER)
    versions.follow(begun.store, begun.ctx)
    apply(begun.store, begun.ctx, OverridePlan(name="x", match="hoth", lines=("END new rules",)))
    assert begun.the_match().status is MatchStatus.OVER
    assert versions.follow(begun.store, begun.ctx) == {}
