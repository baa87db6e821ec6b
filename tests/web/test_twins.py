"""What somebody may not know changes no byte of a page that they can see."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from moderator.core.game import AnyGame
from moderator.store.tables import Match
from moderator.testing.stages import Stage
from moderator.web.site import Site
from tests.support.games import ALL_GAMES
from tests.support.law_tables import SUBJECTS
from tests.support.page_twins import (
    Look,
    blind_gm_pages,
    desk_pages,
    letter_pages,
    look_at_twins,
    public_pages,
    seat_pages,
)
from tests.support.planted import assert_seen, leak_in_json, mark, plant

every_game = pytest.mark.parametrize("game", ALL_GAMES)


def _stage(game: str, scene: str) -> Stage:
    return SUBJECTS[game].scenes[scene].stage


@every_game
def test_public_pages_tell_what_everybody_may_know(game: str) -> None:
    """The list, every board as a page and as a picture; and the letters of who has not answered yet."""
    stage = _stage(game, "unanswered")
    look_at_twins(stage, public_pages).assert_alike()
    look_at_twins(stage, letter_pages).assert_alike()


@every_game
@pytest.mark.parametrize(("scene", "look"), [("beginning", seat_pages), ("amid", desk_pages)])
def test_pages_of_a_seat_tell_what_it_may_know(game: str, scene: str, look: Look) -> None:
    """Its letters, and its desk; in the midst of a match also whatever is checked, previewed and sent there."""
    stage = _stage(game, scene)
    look_at_twins(stage, letter_pages).assert_alike()
    look_at_twins(stage, look).assert_alike()


@every_game
def test_a_blind_gms_desk_tells_what_everybody_may_know(game: str) -> None:
    """The matches, the match with its board and report, and what lines would do."""
    look_at_twins(_stage(game, "unanswered"), blind_gm_pages).assert_alike()


# ---- that the law sees everything ------------------------------------------------------------------------------

ON_PUBLIC, ON_LETTERS = {"matches", "match"}, {"letter"}
ON_DESK = {"seats", "seat", "press", "settings", "part", "check", "preview", "sent"}

HOOKS: dict[str, set[str]] = {
    "draw": {"match", "picture", "pdf", "letter", "seat", "check", "preview", "sent"},
    "report": {"match", "pdf", "letter", "seat", "check", "preview", "sent"},
    "check": {"part"},
    "preview": {"part", "preview"},
    "places": {"seat", "check", "preview", "sent"},
    "choices": {"choices"},
}
"""What a game makes for pages, and the pages that show it; of orders that are checked some must not be legal."""

LOOKS: tuple[tuple[str, Look, set[str]], ...] = (
    ("unanswered", public_pages, ON_PUBLIC | {"picture", "pdf", "json"}),
    ("unanswered", blind_gm_pages, {"matches", "match", "tried"}),
    ("amid", letter_pages, ON_LETTERS),
    ("amid", desk_pages, ON_DESK | {"json", "choices"}),
)


@pytest.mark.parametrize(("scene", "look", "names"), LOOKS, ids=("public", "blind GM", "letter", "desk"))
def test_a_leak_in_a_page_of_any_kind_is_seen(
    scene: str, look: Look, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The foot of every page tells of the whole position."""
    plain = Site.words

    def leaking(site: Site, name: str, **facts: Any) -> str:  # noqa: ANN401 - passed on
        with site.backend.store.read() as session:
            return plain(site, name, **facts) + mark(session.exec(select(Match.state)).one())

    monkeypatch.setattr(Site, "words", leaking)
    assert_seen(look_at_twins(_stage("night-watch", scene), look), names - {"picture", "pdf", "json", "choices"})


@pytest.mark.parametrize(("scene", "look", "names"), LOOKS, ids=("public", "blind GM", "letter", "desk"))
def test_a_leak_in_a_report_for_programs_is_seen(
    scene: str, look: Look, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells of the whole position, and nothing else does."""
    leak_in_json(monkeypatch)
    heard = look_at_twins(_stage("night-watch", scene), look)
    if "json" in names:
        assert_seen(heard, {"json"})
    else:
        heard.assert_alike()


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize(("scene", "look", "names"), LOOKS, ids=("public", "blind GM", "letter", "desk"))
def test_a_leak_in_anything_that_a_game_makes_for_a_page_is_seen(
    scene: str, look: Look, names: set[str], hook: str, alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """Boards, reports, previews, complaints, places and choices: one of them is marked by the whole position."""
    stage = _stage("rebel-commander" if hook == "check" else "hex-duel", scene)
    plant(alter, stage.game, hook)
    heard = look_at_twins(stage, look)
    if HOOKS[hook] & names:
        assert_seen(heard, HOOKS[hook] & names)
    else:
        heard.assert_alike()
