"""Battle boards show those who fought who stood where, what was thrown and what was left."""

import re
from html import unescape

from moderator.core.pictures import Drawing
from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.events.status import CardGained, CardsDrawn
from moderator.games.buck_rogers_revised.rules import fog, play
from moderator.games.buck_rogers_revised.seat import report
from moderator.games.buck_rogers_revised.seat.drawing import map as drawing
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.print import GUTTER, MARGINS, PAPERS, legible
from tests.games.buck_rogers_revised.test_examples import EXAMPLES, loaded, table_of
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.games.buck_rogers_revised.test_words import match
from tests.support.cases import every_case
from tests.support.drawn import english

WORDS = english(GAME)

ELYSIUM = EXAMPLES["battle"][0]
VOICE = Voice(Templates().text, "buck-rogers-revised", ReadingSeat("Red", "UTC"))


def drawn(who: Who) -> dict[str, Drawing]:
    """Return what somebody is shown after the worked battle of Elysium, by key."""
    orders = {seat: orders_of(lines) for seat, lines in ELYSIUM.get("orders", {}).items()}
    resolution = play.resolve(table_of(ELYSIUM), orders, loaded(ELYSIUM["throws"], ELYSIUM["zone"]))
    told = [event for event in resolution.events if event.known_to(who)]
    return {one.key: one for one in drawing.draw(WORDS, fog.view_for(resolution.state, who), told)}


def words(one: Drawing) -> list[str]:
    """Return the texts of a drawing."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]+)</text>", one.svg)]


@every_case("who", ["Red", "Green", Observer.GM])
def test_who_fought_or_looks_on_from_nowhere_gets_the_board(who: Who) -> None:
    """Spaces, every throw with its number, what fell, what was left, and what the letters mean."""
    said = words(drawn(who)["battle-elysium"])
    assert {"round 1", "round 2", "Fighting", "Withdrawing", "4T 2F", "3T 1G 1Y", "Left: R 3T 1Y"} <= set(said)
    steps = " ".join(said)
    assert "First strike: G Gennie at R Trooper, 5 or more: 6 hits. Lost: R 1T." in steps
    assert "R Trooper at G Trooper, 7 or more: 7 hits, 6 misses, 10 hits" in steps
    assert said[-1] == "T Trooper · G Gennie · F Fighter · Y Factory"


def test_boards_and_the_census_are_no_wider_than_a_phone() -> None:
    """However many fight, letters of 10 units have 9 pixels there, and boards stand beside each other in print."""
    found = [
        one
        for step in match().steps
        for one in drawing.draw(WORDS, fog.view_for(step.state, Observer.GM), step.events)
        if one.key == "census" or one.key.startswith("battle-")
    ]
    assert max(len(set(re.findall(r"([A-Z] [A-Z][a-z]+)</text>", one.svg))) for one in found) > 2
    assert {one.width <= 400 for one in found} == {True}


def test_who_did_not_fight_gets_the_story_alone() -> None:
    """Others' battles have no board in a seat's letter."""
    others = [seat for seat in table_of(ELYSIUM).seats if seat not in ("Red", "Green")]
    assert not any(key.startswith("battle-") for seat in others for key in drawn(seat))


def test_boards_and_the_census_can_be_read_in_a_column() -> None:
    """Two stand beside each other on A4, with letters of 6 pt."""
    found = [
        one
        for step in match().steps
        for one in drawing.draw(WORDS, fog.view_for(step.state, Observer.GM), step.events)
        if one.key == "census" or one.key.startswith("battle-")
    ]
    assert {one.key.partition("-")[0] for one in found} == {"battle", "census"}
    assert all(legible(one) <= (PAPERS["a4"][0] - MARGINS - GUTTER) / 2 for one in found)


def test_cards_that_are_named_are_not_counted_besides() -> None:
    """Whoever draws is told what, and others how many."""
    drew = [step for step in match().steps if any(isinstance(event, CardGained) for event in step.events)]
    assert drew
    for step in drew:
        for who in ("Red", "Blue"):
            known = [event for event in step.events if event.known_to(who)]
            parts = report.report(fog.view_for(step.state, who), known).sections
            counted = [fact.seat for part in parts for fact in part.facts if isinstance(fact, CardsDrawn)]
            assert who not in counted
