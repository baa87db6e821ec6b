"""What a newcomer reads before the first order says what to do first."""

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Section
from moderator.core.seats import Observer, Who
from moderator.games.registry import GAMES
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

SEATS = {"rebel-commander": ("Red", "Blue", "Empire"), "space-genocide": ("Red", "Blue", "Green", "Gold")}


def briefing(game: AnyGame, who: Who) -> str:
    """Return what a reader must know of a match that is about to begin."""
    first = game.setup(SEATS[game.info.key], {}, Dice.throwaway("briefing"))
    sections: tuple[Section, ...] = game.report(
        game.view(first.state, who), [event for event in first.events if event.known_to(who)]
    ).sections
    voice = Voice(Templates().text, game.info.key, ReadingSeat(who if isinstance(who, str) else "", "UTC"))
    return " ".join(voice.say(fact) for section in sections if section.key == "briefing" for fact in section.facts)


@every_case("key", SEATS)
def test_a_newcomer_reads_what_to_do_first(key: str) -> None:
    """Whoever plays; to a mere observer nobody says what to do."""
    for seat in SEATS[key]:
        words = briefing(GAMES[key], seat)
        assert "To begin, " in words or "In turn 1, " in words
    assert "To begin, " not in briefing(GAMES[key], Observer.GM)
    assert "In turn 1, " not in briefing(GAMES[key], Observer.GM)
