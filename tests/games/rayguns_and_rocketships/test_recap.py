"""The recap of a match that is over: notable moments, an honour for everybody, words for each of them."""

from collections import Counter
from typing import get_args

import pytest

from moderator.core.codec import tag_of
from moderator.core.game import Chapter
from moderator.core.seats import Observer
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.events.crew import Duel, DuelOutcome
from moderator.games.rayguns_and_rocketships.events.gunnery import ShipDestroyed
from moderator.games.rayguns_and_rocketships.events.reveal import CrewReturned
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.seat.recap import remember
from moderator.games.rayguns_and_rocketships.seat.recap.deeds import Moment, deeds_of
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.simulate import Lineup, play
from moderator.kit.recap import Honour
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

FIELDS = {"code": "", "round": 3, "seat": "Zard", "on": "Rangers", "count": 4, "about": "5"}
AWARDS = (*remember._NEEDED, "lost", "aloft")
MOMENTS = tuple(remember._LEAST)


@pytest.fixture(scope="module")
def chapters() -> list[Chapter[View]]:
    """Return a match of four cadets."""
    match = play(Lineup(game=GAME, bots=dict.fromkeys(SEATS, "cadet"), options={}), "souvenir")
    return [Chapter(turn, GAME.view(step.state, Observer.GM), step.events) for turn, step in enumerate(match.steps)]


def said(fact: object) -> str:
    """Return the words of a fact."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("", "UTC"))
    return voice.words(("recap.j2",), tag_of(type(fact)), fact, dict)


def test_a_recap_has_something_for_everybody(chapters: list[Chapter[View]]) -> None:
    """Figures, moments and an honour for each seat; captions, moments and honours have a title before a colon."""
    kept = remember.remember(chapters)
    assert {honour.seat for honour in kept.honours} == set(SEATS)
    assert [moment.code for moment in kept.moments].count("first") == 1
    for fact in (*kept.captions, *kept.moments, *kept.honours):
        title, _, rest = said(fact).partition(": ")
        assert title
        assert rest
    (figures,) = kept.figures
    assert f"figures out of play: {figures.fallen};" in said(figures)
    returned = sum(isinstance(event, CrewReturned) for chapter in chapters for event in chapter.events)
    assert figures.fallen == 7 * len(SEATS) - len(chapters[-1].view.position.figures) + returned


@every_case("code", MOMENTS)
def test_each_moment_has_words_of_its_own(code: str) -> None:
    """No two begin alike."""
    words = {one: said(Moment(**{**FIELDS, "code": one})).partition(":")[0] for one in MOMENTS}  # type: ignore[arg-type]
    assert Counter(words.values())[words[code]] == 1


@every_case("award", AWARDS)
def test_each_honour_has_words_of_its_own(award: str) -> None:
    """No two have the same title, and one reads as well as several."""
    titles = Counter(said(Honour("Zard", one, 3, 2)).partition(":")[0] for one in AWARDS)
    assert titles[said(Honour("Zard", award, 1, 2)).partition(":")[0]] == 1


@every_case(("outcome", "winner"), [("hit", "Zard"), ("riposte", "Rangers"), ("blocked", "")])
def test_a_duel_is_won_by_who_hits(chapters: list[Chapter[View]], outcome: DuelOutcome, winner: str) -> None:
    """A riposte is the defender's."""
    assert outcome in get_args(DuelOutcome)
    duel = Duel(seat="Zard", figure="5", on="Rangers", target="3", rounds=((4, 2),), bonuses=(0, 0), outcome=outcome)
    deeds = deeds_of([Chapter(1, chapters[-1].view, (duel,))])
    assert {seat for seat in SEATS if deeds[seat]["duelist"]} == ({winner} if winner else set())


def test_a_ship_that_nobody_destroyed_is_nobodys_honour(chapters: list[Chapter[View]]) -> None:
    """The void and rocks score for nobody, and the moment says so."""
    chapter = Chapter(2, chapters[-1].view, (ShipDestroyed(seat="Zard", at="F6", by=""),))
    kept = remember.remember([chapter])
    assert "nobody scored for it" in " ".join(map(said, kept.moments))
    assert not any(honour.award == "destroyer" for honour in kept.honours)
