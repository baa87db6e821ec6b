"""Words on maps, charts and posters are in the language of their reader, and fit where they stand."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.pictures import Drawing
from moderator.core.template_folders import ENGLISH, LANGUAGES
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, play
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.matches import recaps
from moderator.service.overrides.apply import apply
from moderator.store.tables import Match
from moderator.testing.laws.drawn_words import words_of
from moderator.testing.world import World as PlainWorld
from tests.support.drawn import WORDS, pictures
from tests.support.world import World

_TRANSLATED = ("rebel-commander", "space-genocide")


def _seat(name: str, language: str) -> SeatPlan:
    return SeatPlan(
        seat=name, player=name, addresses=(f"{name.lower()}@pbem.test",), preferences={"LANGUAGE": language.upper()}
    )


@pytest.fixture
def mixed(empty_world: World) -> World:
    """Return a match between Red, who reads German, and the Empire, which reads English."""
    empty_world.match(game="rebel-commander", seats=(_seat("Red", "de"), _seat("Empire", "en")))
    return empty_world


def _apply(world: PlainWorld, *lines: str) -> None:
    apply(world.store, world.ctx, OverridePlan(name="one", match="hoth", lines=lines))


def _drawn(letter: Any) -> str:  # noqa: ANN401 - a welcome or a report
    """Return all that is drawn in a letter."""
    return "".join((letter.chart, *(drawing.svg for drawing in letter.drawings)))


def _by_seat(world: World, kind: str) -> dict[str, Any]:
    letters: list[Any] = [world.facts_of(row) for row in world.rows(kind)]
    return {letter.head.seat: letter for letter in letters}


def test_each_reader_gets_charts_and_maps_in_their_language(mixed: World) -> None:
    """In welcomes and in reports; the words of one language are in no letter of another."""
    mixed.move(hours=49)
    mixed.look()
    for kind in ("welcome", "turn-report"):
        letters = _by_seat(mixed, kind)
        assert ("4 Truppen" in letters["Red"].chart, "4 Troops" in letters["Empire"].chart) == (True, True)
        assert "vom Imperium gehalten" in _drawn(letters["Red"])
        assert "held by the Empire" in _drawn(letters["Empire"])
        assert not any(word in _drawn(letters["Red"]) for word in ("Troops", "held by", "units"))
        assert not any(word in _drawn(letters["Empire"]) for word in ("Truppen", "gehalten", "Einheiten"))


def test_a_map_that_is_asked_for_is_in_the_language_of_the_answer(mixed: World) -> None:
    """As a chart, and as a poster with its legend."""
    for seat, word in (("Red", "Truppen"), ("Empire", "Troops")):
        chart, poster = mixed.says(seat, "MAP\nMAP POSTER").answers
        assert any(word in line for line in chart.lines)
        assert poster.poster is not None
        assert poster.poster.legend is not None
        assert word in poster.poster.legend.svg


def test_a_board_that_the_gm_changed_is_in_the_language_of_the_notice(mixed: World) -> None:
    """Each player gets it in their own."""
    _apply(mixed, "PLACE 3 TROOPS A0 FOR Red")
    charts = {seat: "\n".join(_charts(letter)) for seat, letter in _by_seat(mixed, "notice").items()}
    assert {seat: ("Truppen" in chart, "Troops" in chart) for seat, chart in charts.items()} == {
        "Red": (True, False),
        "Empire": (False, True),
    }


def _charts(notice: Any) -> Iterator[str]:  # noqa: ANN401 - a notice
    for note in (notice, *notice.more):
        yield from note.lines


def test_a_recap_is_drawn_in_the_language_of_each_reader(mixed: World) -> None:
    """Its course and its last board; all else in it is the same."""
    mixed.move(hours=49)
    mixed.look()
    _apply(mixed, "END enough")
    letters = _by_seat(mixed, "turn-report")
    assert all(isinstance(letter, TurnReport) for letter in letters.values())
    german, english = letters["Red"].recap, letters["Empire"].recap
    assert ("gehaltene Orte" in german.course.svg, "locations held" in english.course.svg) == (True, True)
    assert "Truppen" in german.last.svg
    assert replace(german, course=english.course, last=english.last) == english
    with mixed.store.read() as session:
        assert recaps.recap(session, mixed.ctx, session.get_one(Match, mixed.the_match().id), "de") == german


def test_a_game_without_a_catalogue_draws_in_english_whole() -> None:
    """Its words are the same object, so that caches hold drawings once."""
    assert WORDS("buck-rogers", "de") is WORDS("buck-rogers", ENGLISH)
    assert WORDS("rebel-commander", "de") is WORDS("rebel-commander", "de")
    assert WORDS("rebel-commander", "de") is not WORDS("rebel-commander", ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", _TRANSLATED)
def test_words_stay_on_what_they_are_written_on(key: str, language: str) -> None:
    """On the course of a match, on legends, and on every counter and mat to cut out."""
    view, drawn = _view(key), pictures(GAMES[key], language)
    poster = drawn.poster(view, blank=True)
    assert poster is not None
    beside = (drawn.course(view), poster.legend, *(marker.drawing for marker in poster.markers))
    outside = {(each.alt, words) for each in beside if each is not None for words in _outside(each)}
    assert outside == set()


@cache
def _view(key: str) -> Any:  # noqa: ANN401 - the game's own
    """Return what the first seat sees when random bots have played a while."""
    game = GAMES[key]
    seats = [spec.name for spec in game.info.seats]
    played = play(Lineup(game=game, bots=dict.fromkeys(seats, "random")), "words", most=6)
    return game.view(played.state, seats[0])


def _outside(drawing: Drawing) -> Iterator[str]:
    """Give the words that reach beyond the sides of a drawing."""
    for part in drawing.parts:
        for word in words_of(part.svg):
            if word.box.x < drawing.left or word.box.x + word.box.width > drawing.left + drawing.width:
                yield word.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_that_wins_stands_apart_from_the_score(language: str) -> None:
    """Both are in one line beside the bars, and their words grow with the language."""
    view = _view("rebel-commander")
    (board,) = pictures(GAMES["rebel-commander"], language).draw(view)
    words = [word for part in board.parts for word in words_of(part.svg)]
    (score, _) = (word.box for word in words if "·" in word.words)
    goals = [word.box for word in words if word.words == str(view.score.needed) and abs(word.box.y - score.y) < 1]
    assert goals
    assert all(goal.x + goal.width + 4 < score.x for goal in goals)
