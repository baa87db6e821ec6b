"""How orders of Space Genocide are read and written."""

import pytest

from moderator.core.errors import Problem
from moderator.games.space_genocide.language import LANGUAGE

READ = {
    "move 3 to h7": "MOVE 3 H7",
    "Move fleets 3, 4 and Gamma to H-7 via G5": "MOVE 3, 4 VIA G5 TO H7",
    "MOVE ALL EXCEPT Alpha TO H7": "MOVE ALL EXCEPT 1 H7",
    "send Beta via g5 g6 to h7": "MOVE 2 VIA G5 G6 TO H7",
    "m 3 aa12": "MOVE 3 AA12",
    "Hold all": "HOLD ALL",
    "merge 3 and 5 with 4": "JOIN 3, 5 INTO 4",
    "split 2 destroyers, all fighters from fleet 3 to 5": "TRANSFER 2 Destroyers, ALL Fighters FROM 3 INTO 5",
    "transfer all except a battle station from 3 into 4": "TRANSFER ALL EXCEPT Battle Station FROM 3 INTO 4",
    "type metal h7": "TYPE H7 METAL",
    "type h7 home": "TYPE H7 HOMEWORLD",
    "form 3 at H7 with two Destroyers and a scout": "FORM 3 H7 WITH 2 Destroyers, Scout",
    "leave 2 drones": "LEAVE 2 Drones",
    "race cats": "RACE Felines",
    "target carrier, busters, drone for fleet 3": "TARGET Carrier, BUSTERS, Drone FOR 3",
    "attack all": "TARGET ALL",
    "fire spread": "FIRE SPREAD",
    "launch all at H7 if undefended": "LAUNCH ALL H7 IF UNDEFENDED",
    "launch none by 3": "LAUNCH NONE BY 3",
    "place squadrons at H7 into 4": "PLACE SQUADRONS H7 INTO 4",
    "deploy all H7": "PLACE ALL H7",
    "scrap drone of 3": "SCRAP Drone OF 3",
    "burst all 3": "BURST ALL 3",
    "ram with 2 scouts 3": "RAM WITH 2 Scouts 3",
    "discard luck, space mines": "DISCARD Luck, Space Mines",
    "play its a dud when red launches at H7": "PLAY It's a Dud WHEN Red LAUNCHES AT H7",
    "play decoy when attacked": "PLAY Decoy WHEN ANYTHING IS ATTACKED",
    "play decoy on destroyer of 3 when destroyer of 3 is attacked priority 7": (
        "PLAY Decoy ON Destroyer OF 3 WHEN Destroyer OF 3 IS ATTACKED PRIORITY 7"
    ),
    "play intelligence when anybody plays a card": "PLAY Intelligence WHEN ANYBODY PLAYS ANYTHING",
    "play intercept on 2 when red 4 moves": "PLAY Intercept ON 2 WHEN Red 4 MOVES",
    "play space mines when blue enters h7": "PLAY Space Mines WHEN Blue ENTERS H7",
    "play luck when roll is lost": "PLAY Luck WHEN ROLL LOST",
    "play switch on 3 with 4": "PLAY Switch ON 3 WITH 4",
    "play redeploy on 3 to H7": "PLAY Redeploy ON 3 TO H7",
    "play scanners on red 3": "PLAY Scanners ON Red 3",
    "play spies on red": "PLAY Spies ON Red",
}


@pytest.mark.parametrize(("text", "canonical"), READ.items())
def test_an_order_is_read_generously_and_written_one_way(text: str, canonical: str) -> None:
    """What is written canonically reads back as the same order."""
    order = LANGUAGE.parse(text)
    assert not isinstance(order, Problem), order
    assert LANGUAGE.format(order) == canonical
    assert LANGUAGE.parse(canonical) == order


@pytest.mark.parametrize(
    ("text", "code", "hints"),
    [
        ("play luk", "bad-card", ("PLAY Luck",)),
        ("MOVE 3 to ZZ4", "bad-place", ("MOVE <fleets> <way>",)),
        ("MOVE 11 H7", "bad-fleet", ("MOVE <fleets> <way>",)),
        ("RACE dogs", "bad-race", ("RACE <race>",)),
        ("PLAY Decoy WHEN pigs fly", "bad-condition", ("PLAY Decoy",)),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_may_have_been_meant(
    text: str, code: str, hints: tuple[str, ...]
) -> None:
    """The problem names what is wrong and offers a line."""
    problem = LANGUAGE.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.hints) == (code, hints)
