"""A match that its GM ends has no secrets left: letters and maps show everybody all of it."""

from collections.abc import Callable
from typing import Any

import pytest

from moderator.core.codec import encode
from moderator.core.seats import Observer
from moderator.core.template_folders import ENGLISH
from moderator.games.registry import GAMES
from moderator.rendering.mail import MailRenderer
from moderator.service.context import OverridePlan
from moderator.service.facts import TurnReport
from moderator.service.matches import recaps, reports
from moderator.service.overrides.apply import apply
from moderator.testing.stages import Stage
from moderator.testing.world import World
from tests.rendering.samples import Still

RENDERER = MailRenderer(Still())
HIDING = tuple(GAMES)
"""All hide something; the games of the tests' own are left out: they hide to the end, as their rules do."""
UNKNOWN = ("not known", "unknown", "secret;", "?")
ENDS = (("END enough",), ("ROLLBACK 1", "END enough"))


def _do(world: World, *lines: str) -> None:
    for number, line in enumerate(lines):
        apply(world.store, world.ctx, OverridePlan(name=f"{line} {number}", match="hoth", lines=(line,)))


def _final(world: World, seat: str) -> TurnReport:
    """Return the last report to a seat."""
    row = next(row for row in reversed(world.rows("turn-report")) if row.seat == seat)
    report = world.facts_of(row)
    assert isinstance(report, TurnReport)
    return report


def _ended(here: Stage, lines: tuple[str, ...], *, twin: bool) -> bytes:
    """Return what the final letter of a scene, or of its twin, tells the seat and draws for it."""
    with here.go_on(twin=twin) as world:
        _do(world, *lines)
        report = _final(world, here.scene.who)
        return encode((report.report, report.chart))


@pytest.mark.parametrize("lines", ENDS)
@pytest.mark.parametrize("game", HIDING)
def test_the_final_letter_tells_what_was_hidden(
    stage: Callable[[str], Stage], game: str, lines: tuple[str, ...]
) -> None:
    """Two matches that looked the same to the seat do so no longer; after a rollback one seat is looked at."""
    here = stage(f"{game}: amid")
    seats = here.scene.seats if len(lines) == 1 else here.scene.seats[:1]
    if len(lines) == 1:
        assert _ended(here, lines, twin=False) != _ended(here, lines, twin=True)
    with here.go_on() as world:
        _do(world, *lines)
        for seat in seats:
            report = _final(world, seat)
            text = RENDERER.render(report).text
            assert [word for word in UNKNOWN if word in text] == []
            told = world.says(seat, "MAP", match="hoth").answers[0]
            assert list(told.lines) == report.chart.splitlines()


@pytest.mark.parametrize("game", HIDING)
def test_the_final_letter_names_every_hand(stage: Callable[[str], Stage], game: str) -> None:
    """Cards that nobody else has seen are named to all."""
    here = stage(f"{game}: amid")
    hands = _hands(here.state)
    with here.go_on() as world:
        _do(world, "END enough")
        for seat in here.scene.seats:
            text = " ".join(RENDERER.render(_final(world, seat)).text.split())
            assert [card for card in hands if card not in text] == []


def _hands(state: Any) -> list[str]:  # noqa: ANN401 - the game's own
    """Return the cards in hand in a position, whatever game it is, as letters name them."""
    if hasattr(state, "secrets"):
        return [card for secret in state.secrets.values() for card in secret.hand]
    if hasattr(state, "sides"):
        return [card for side in state.sides for card in getattr(side, "hand", ())]
    return []


def test_the_public_reads_all_of_it_too(stage: Callable[[str], Stage]) -> None:
    """In the chronicle of a forum, where nobody has a seat, the board lies open."""
    here = stage("rebel-commander: amid")
    with here.go_on() as world:
        _do(world, "END enough")
        match = world.the_match()
        with world.store.read() as session:
            public, gm = (
                reports.turn(session, world.ctx, match, match.number, reports.observer(world.ctx, match, who))
                for who in (Observer.PUBLIC, Observer.GM)
            )
    assert public.chart == gm.chart


@pytest.mark.parametrize("game", HIDING)
def test_a_recap_is_the_same_for_all_and_shows_the_last_board(stage: Callable[[str], Stage], game: str) -> None:
    """It is drawn from the position that lies open."""
    here = stage(f"{game}: amid")
    with here.go_on() as world:
        _do(world, "END enough")
        with world.store.read() as session:
            kept = recaps.recap(session, world.ctx, world.the_match(), ENGLISH)
        assert kept is not None
        assert all(_final(world, seat).recap == kept for seat in here.scene.seats)
