"""What HELP tells of the game: whole rules and exact figures, from what a seat knows."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.errors import Stage
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.odds import chance, chances
from moderator.games.space_genocide.seat.explain import (
    BustersExplained,
    CardExplained,
    FallsExplained,
    HitsExplained,
    LineExplained,
    NotPlayed,
    OddsRow,
    RaceExplained,
    ShipExplained,
    TerrainExplained,
)
from moderator.games.space_genocide.seat.situation import DoctrineStands
from moderator.games.space_genocide.tables import CARDS
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.games.space_genocide.test_scenarios import Scenario, state_of
from tests.support.cases import every_case

FLEETS = {"Red 1": "A1: 2 Drone", "Red 3": "A3: Scout", "Blue 2": "H9: Carrier"}


def told(topic: str, **given: Any) -> list[Any]:  # noqa: ANN401 - any part of a scenario
    """Return what Red is told of a topic in a position."""
    state = state_of(Scenario(name="help", paragraph="", **{"fleets": FLEETS, "few": True, **given}))
    return [fact for section in GAME.explain(GAME.view(state, "Red"), topic).sections for fact in section.facts]


def one(kind: type[Any], topic: str, **given: Any) -> Any:  # noqa: ANN401 - any part of a scenario
    """Return the only fact of its kind."""
    (fact,) = (fact for fact in told(topic, **given) if isinstance(fact, kind))
    return fact


@every_case("attack", range(1, 4))
@every_case("defence", range(1, 4))
def test_odds_are_what_counting_all_throws_gives(attack: int, defence: int) -> None:
    """The attack must be higher: a tie saves the target."""
    throws = list(product(range(1, 7), repeat=attack + defence))
    wins = sum(sum(faces[:attack]) > sum(faces[attack:]) for faces in throws)
    assert chance(attack, defence) == Fraction(wins, len(throws))


def test_a_ship_is_told_with_the_readers_race_and_planets() -> None:
    """A Drone of the Felines attacks with a die; at home with two, and defends with three."""
    ship = one(ShipExplained, "drone", races={"Red": "felines"}, options={"races": "chosen"})
    assert (ship.race, ship.flown.attack, ship.flown.defence, ship.home_attack, ship.home_defence) == (
        "felines",
        1,
        1,
        2,
        3,
    )
    assert one(ShipExplained, "Drones").race == ""


def test_a_ship_is_told_with_its_odds() -> None:
    """Against each number of dice, hitting and being hit; what has no attack hits nobody."""
    assert one(HitsExplained, "Monitor").chances == chances(attack=6, most=8)
    assert one(FallsExplained, "Monitor").chances == chances(defence=3, most=12)
    assert not [fact for fact in told("Drone") if isinstance(fact, HitsExplained)]


def test_odds_are_worded_in_whole_per_cent() -> None:
    """A launch of eight nearly always succeeds, and never for certain."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("Red", "UTC"))
    words = voice.say(one(BustersExplained, "chance"))
    assert "destroy a planet in 50, 75, 88, 94, 97, 98, 99, >99 % of cases" in words


def test_the_table_of_odds_fits_a_phone() -> None:
    """A row for each number of attack dice, as narrow as a letter, all the columns one below the other."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("Red", "UTC"))
    rows = [voice.say(row).replace("\u00a0", " ") for row in told("odds") if isinstance(row, OddsRow)]
    assert rows[3] == " 4: >99  94  74  46  22   8   3   1"
    assert {len(row) for row in rows} == {35}


def test_the_odds_of_planet_busters_are_those_of_the_readers_race() -> None:
    """Orions destroy on one face more."""
    assert one(BustersExplained, "odds").chances[:3] == (0.5, 0.75, 0.875)
    orions = one(BustersExplained, "odds", races={"Red": "orions"}, options={"races": "chosen"})
    assert (orions.face, orions.chances[:2]) == (4, pytest.approx((2 / 3, 8 / 9)))


@every_case("card", CARDS)
def test_the_lines_of_a_cards_help_could_be_sent(card: Any) -> None:  # noqa: ANN401 - a card
    """Each reads as an order that stands where its seat holds the card, with fleets of the map in it."""
    given = {"fleets": FLEETS, "few": True, "hands": {"Red": [card.name]}}
    state = state_of(Scenario(name="help", paragraph="", **given))  # type: ignore[arg-type]
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    lines = [fact.line for fact in told(card.name, **given) if isinstance(fact, LineExplained)]
    assert lines
    for line in lines:
        order = GAME.language.parse(line)
        problems = GAME.check(view, prompt, [order])  # type: ignore[list-item]
        assert [problem.code for problem in problems if problem.stage is Stage.ILLEGAL] == [], line


@every_case(
    ("card", "fleets", "lines"),
    [
        (
            "Fighter Base",
            {"Red 1": "A1: Scout", "Red 2": "H7: Carrier, Bomber"},
            ["PLAY Fighter Base ON Bomber OF 2 TO A7"],
        ),
        ("Fighter Base", {"Red 1": "A1: Scout"}, []),
        ("Resupply", {"Red 1": "A1: Scout, Drone", "Red 2": "H7: Drone/1, Cruiser"}, ["PLAY Resupply ON Drone OF 2"]),
        ("Resupply", {"Red 1": "A1: Scout, Drone"}, []),
        (
            "Afterburners",
            {"Red 1": "A1: Battle Station", "Red 2": "H7: Monitor"},
            ["PLAY Afterburners ON Monitor OF 2"],
        ),
        ("Strafing Run", {"Red 1": "A1: Scout", "Red 2": "A3: Fighter"}, ["PLAY Strafing Run ON Fighter OF 2"]),
        ("Redeploy", {"Red 1": "H7: Scout", "Red 2": "A3: Scout"}, ["PLAY Redeploy ON 2 TO A7"]),
        ("Switch", {"Red 1": "A1: Battle Station", "Red 2": "A3: Scout"}, []),
    ],
)
def test_no_card_is_shown_in_vain(card: str, fleets: dict[str, str], lines: list[str]) -> None:
    """It names what the card does something for; where there is nothing, no line is shown that could be sent now."""
    found = [fact.line for fact in told(card, fleets=fleets, few=True) if isinstance(fact, LineExplained)]
    assert [line for line in found if " WHEN " not in line] == lines


def test_no_card_is_shown_against_a_seat_that_has_fallen() -> None:
    """Nobody is left there to play it on."""
    state = state_of(Scenario(name="help", paragraph="", seats=("Red", "Blue", "Green"), hands={"Red": ["Spies"]}))
    view = GAME.view(replace(state, fallen=("Blue",)), "Red")
    told = [fact for section in GAME.explain(view, "Spies").sections for fact in section.facts]
    lines = [fact.line for fact in told if isinstance(fact, LineExplained)]
    assert lines[0] == "PLAY Spies ON Green"


def test_a_card_is_said_to_be_where_the_reader_knows_it() -> None:
    """In the hand, among the discarded ones, or nothing of it: another's hand is hidden."""
    given: dict[str, Any] = {"hands": {"Red": ["Luck"], "Blue": ["Spies"]}}
    where = {name: one(CardExplained, name, **given).where for name in ("Luck", "Spies")}
    assert where == {"Luck": "hand", "Spies": ""}


def test_the_first_word_of_a_card_finds_it() -> None:
    """HELP Jam used to offer HELP RAM; what may be a card or a ship is neither."""
    assert one(CardExplained, "Jam").card == "jam-communications"
    assert told("Def") == []


def test_what_is_waited_for_is_written_as_it_is_sent() -> None:
    """Nothing stands before BATTLE."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("Red", "UTC"))
    assert "It can wait: WHEN … IS ATTACKED or WHEN BATTLE." in voice.say(one(CardExplained, "Ambush"))


@every_case("topic", ["cards", "Luck", "races", "Hive", "terrain"])
def test_what_a_match_is_played_without_is_said_to_be_missing(topic: str) -> None:
    """Neither the sort nor one of it is told of as if it were there."""
    what = {"Luck": "cards", "Hive": "races"}.get(topic, topic)
    assert told(topic, options={"cards": False, "races": "none", "terrain": "none"}) == [NotPlayed(what)]


def test_who_plays_a_race_is_told() -> None:
    """Races are open after the set-up."""
    played = one(RaceExplained, "hive", races={"Blue": "hive"}, options={"races": "chosen"})
    assert played.seats == ("Blue",)


def test_terrain_is_told_with_where_it_lies() -> None:
    """All of a kind on this map."""
    assert one(TerrainExplained, "nebula", terrain={"B3": "nebula", "C3": "nebula"}).places == ("B3", "C3")


def test_doctrine_is_told_with_what_stands() -> None:
    """What holds without any, then the reader's own lines."""
    stands = one(DoctrineStands, "doctrine", standing={"Red": ["FIRE SPREAD"]})
    assert stands.line == "FIRE SPREAD"
