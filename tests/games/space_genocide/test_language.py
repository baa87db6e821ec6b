"""How orders of Space Genocide are read and written."""

from moderator.core.errors import Problem
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from tests.support.cases import every_case

READ = {
    "move 3 to h7": "MOVE 3 H7",
    "Move fleets 3, 4 and Gamma to H-7 via G5": "MOVE 3, 4 VIA G5 TO H7",
    "MOVE ALL EXCEPT Alpha TO H7": "MOVE ALL EXCEPT 1 H7",
    "send Beta via g5 g6 to h7": "MOVE 2 VIA G5 G6 TO H7",
    "m 3 aa12": "MOVE 3 AA12",
    "mv 2 to J5": "MOVE 2 J5",
    "go 3 H7": "MOVE 3 H7",
    "retreat 3 to G10": "MOVE 3 G10",
    "withdraw all to G10": "MOVE ALL G10",
    "move 3->J11": "MOVE 3 J11",
    "move two K11": "MOVE 2 K11",
    "hold three and four": "HOLD 3, 4",
    "transfer scouts from 3 into 5": "TRANSFER ALL Scouts FROM 3 INTO 5",
    "transfer Scout from 3 into 5": "TRANSFER Scout FROM 3 INTO 5",
    "transfer 2x Scout to 9 from 2": "TRANSFER 2 Scouts FROM 2 INTO 9",
    "move 3 -> J11": "MOVE 3 J11",
    "move 3 \u2192 G5 => J11": "MOVE 3 VIA G5 TO J11",
    "Hold all": "HOLD ALL",
    "transfer both gunships from 3 into 5": "TRANSFER 2 Gunships FROM 3 INTO 5",
    "play retreat on 2": "PLAY Retreat ON 2",
    "merge 3 and 5 with 4": "JOIN 3, 5 INTO 4",
    "split 2 destroyers, all fighters from fleet 3 to 5": "TRANSFER 2 Destroyers, ALL Fighters FROM 3 INTO 5",
    "transfer all except a battle station from 3 into 4": "TRANSFER ALL EXCEPT Battle Station FROM 3 INTO 4",
    "type metal h7": "TYPE H7 METAL",
    "type h7 home": "TYPE H7 HOMEWORLD",
    "form 3 at H7 with two Destroyers and a scout": "FORM 3 H7 WITH 2 Destroyers, Scout",
    "leave 2 drones": "LEAVE 2 Drones",
    "leave all of my drones": "LEAVE ALL Drones",
    "leave all of them": "LEAVE ALL",
    "leave 2 drones, they are slow": "LEAVE 2 Drones",
    "race cats": "RACE Felines",
    "RACE Worms or Robots": "RACE Worms, Robots",
    "race worms, then the hive, else orions": "RACE Worms, Hive, Orions",
    "RACE Worms, Robots, Hive, Felines, Orions and Raiders": "RACE Worms, Robots, Hive, Felines, Orions, Raiders",
    "target carrier, busters, drone for fleet 3": "TARGET Carrier, BUSTERS, Drone FOR 3",
    "attack all": "TARGET ALL",
    "target all the drones": "TARGET Drone",
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


@every_case(
    ("text", "canonical"),
    [
        ("transfer 2 destroyrs from 3 into 5", "TRANSFER 2 Destroyers FROM 3 INTO 5"),
        ("transfer 2 scuots, 3x drones from 3 into 5", "TRANSFER 2 Scouts, 3 Drones FROM 3 INTO 5"),
        ("form 2 B8 with misile boat", "FORM 2 B8 WITH Missile Boat"),
        ("target cariers, sqadrons", ""),
        ("target carriers, sqadrons", "TARGET Carrier, SQUADRONS"),
        ("play lukc on 3", ""),
        ("race wroms", ""),
    ],
)
def test_a_typo_in_a_word_for_ships_is_set_right(text: str, canonical: str) -> None:
    """One of them; names of cards and races are never guessed."""
    order = LANGUAGE.read(text).order
    assert (LANGUAGE.format(order) if order else "") == canonical


SAID = {
    "explore F17 with fleet 2": ("MOVE 2 F17",),
    "go to K11 with 2 and 3": ("MOVE 2, 3 K11",),
    "Fleet 3 goes to G10": ("MOVE 3 G10",),
    "don't move 5": ("HOLD 5",),
    "fleet 2 stays put": ("HOLD 2",),
    "never launch at H7": ("LAUNCH NONE H7",),
    "F3 N5": ("MOVE 3 N5",),
    "f2 -> k11, f3 -> j22": ("MOVE 2 K11", "MOVE 3 J22"),
    "2-K11, 3-J22": ("MOVE 2 K11", "MOVE 3 J22"),
    "explore F17 with 2, F18 with 3": ("MOVE 2 F17", "MOVE 3 F18"),
    "Put my homeworld on O14": ("TYPE O14 HOMEWORLD",),
    "set H7 as homeworld and H2 as radioactives": ("TYPE H7 HOMEWORLD", "TYPE H2 RADIOACTIVES"),
    "Attack the greens at K11.": ("MOVE <fleets> K11",),
    "attack Blue 7 with 4": ("MOVE 4 AFTER Blue 7",),
    "We attack F7": ("MOVE <fleets> F7",),
    "move the scouts of 2 to K11": ("TRANSFER ALL Scouts FROM 2 INTO <into>", "MOVE <into> K11"),
    "move half of my fleets to K11": ("MOVE <fleets> <way>",),
    "MOVE 2 K11 if Blue is there": (),
    "MOVE 2 K11 or J10": (),
}


@every_case(("text", "hints"), SAID.items())
def test_what_is_said_in_other_words_is_answered_with_the_order(text: str, hints: tuple[str, ...]) -> None:
    """It is asked back with all that was said; a part, a condition or a choice is left out of no suggestion."""
    reading = LANGUAGE.read(text)
    assert reading.order is None
    assert LANGUAGE.looks_like(text)
    assert reading.problem is not None
    assert reading.problem.hints == hints


@every_case(("text", "canonical"), READ.items())
def test_an_order_is_read_generously_and_written_one_way(text: str, canonical: str) -> None:
    """What is written canonically reads back as the same order."""
    order = LANGUAGE.parse(text)
    assert not isinstance(order, Problem), order
    assert LANGUAGE.format(order) == canonical
    assert LANGUAGE.parse(canonical) == order


@every_case(("text", "hint"), [("2 -> A4", "MOVE 2 A4"), ("3, 4 to H7", "MOVE 3, 4 H7"), ("2. 4 G11", "2. MOVE 4 G11")])
def test_the_number_of_a_fleet_is_not_taken_for_that_of_an_order(text: str, hint: str) -> None:
    """In a letter, where lines may be numbered, a fleet that begins a line with its goal is offered as a move."""
    understood = understand([TextLine(1, text)], LANGUAGE)
    assert [problem.hints for problem in understood.problems] == [(hint,)]


@every_case(
    ("text", "code", "hints"),
    [
        ("play luk", "bad-card", ("PLAY Luck",)),
        ("MOVE 3 to ZZ4", "bad-place", ("MOVE 3 <way>",)),
        ("MOVE 11 H7", "bad-fleet", ("MOVE <fleets> H7",)),
        ("Fleet 1 to L4", "unknown-order", ("MOVE 1 L4",)),
        ("2 -> A4", "unknown-order", ("MOVE 2 A4",)),
        ("4 G11", "unknown-order", ("MOVE 4 G11",)),
        ("goes 3 H7", "unknown-order", ("MOVE 3 H7",)),
        ("mvoe 3, 4 to H7", "unknown-order", ("MOVE 3, 4 H7",)),
        ("lanch 2 H7", "unknown-order", ("LAUNCH 2 H7",)),
        ("3, 4 to H7 via G5", "unknown-order", ("MOVE 3, 4 VIA G5 TO H7",)),
        ("RACE dogs", "bad-race", ("RACE <races>",)),
        ("RACE Worms, Robts", "bad-race", ("RACE Worms, Robots",)),
        ("RACE Worms or else Robts", "bad-race", ("RACE Worms, Robots",)),
        ("RACE Worms, Simiens, Hive", "bad-race", ("RACE Worms, Simians, Hive",)),
        ("RACE Worms, Klingons", "bad-race", ("RACE Worms",)),
        ("RACE Worms / Klingons", "bad-race", ("RACE Worms",)),
        ("LEAVE ALL Drnes", "bad-ships", ("LEAVE ALL Drones",)),
        ("LEAVE ALL EXCEPT Drnes", "bad-ships", ("LEAVE ALL EXCEPT ALL Drones",)),
        ("LEAVE ALL the rest", "bad-ships", ("LEAVE <ships>",)),
        ("LEAVE 2 Drones, 3 Batle Stations", "bad-ships", ("LEAVE 2 Drones, 3 Battle Stations",)),
        ("FORM 3 AT H7 WITH 2 Drones, Sout", "bad-ships", ("FORM 3 H7 WITH 2 Drones, Scout",)),
        ("TRANSFER ALL Drnes FROM 3 INTO 5", "bad-ships", ("TRANSFER ALL Drones FROM 3 INTO 5",)),
        ("TARGET Drone, Carier", "bad-ships", ("TARGET Drone, Carrier",)),
        ("DISCARD Luck, Spis", "bad-card", ("DISCARD Luck, Spies",)),
        ("HOLD 1, Gama", "bad-fleet", ("HOLD 1, 3",)),
        ("MOVE ALL EXCPT 2 H7", "bad-fleet", ("MOVE ALL EXCEPT 2 H7",)),
        ("SCRAP Drone OF x", "bad-fleet", ("SCRAP Drone OF <fleet>",)),
        ("PLACE ALL AT H7 INTO x", "bad-fleet", ("PLACE ALL H7 INTO <fleet>",)),
        ("PLAY Redeploy ON 3 TO Hx", "bad-place", ("PLAY Redeploy ON 3 TO <goal>",)),
        ("PLAY Decoy WHEN pigs fly", "bad-condition", ("PLAY Decoy WHEN <trigger>",)),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_may_have_been_meant(
    text: str, code: str, hints: tuple[str, ...]
) -> None:
    """The problem names what is wrong and offers a line."""
    problem = LANGUAGE.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.hints) == (code, hints)


@every_case(
    ("text", "code", "quoted"),
    [
        ("TRANSFER 2 Deathstars FROM 3 INTO 8", "bad-ships", "Deathstars"),
        ("FORM 3 AT H7 WITH ten Deathstars", "bad-ships", "Deathstars"),
        ("RAM WITH 2 of Deathstars OF 3", "bad-ships", "Deathstars"),
        ("TARGET 2 Deathstars FOR 3", "bad-ships", "Deathstars"),
        ("PLACE both Deathstars AT H7", "bad-ships", "Deathstars"),
        ("LEAVE Deathstars", "bad-ships", "Deathstars"),
        ("TARGET 2 Drones", "bad-ships", "2"),
        ("LEAVE ALL EXCEPT 2 Drnes", "bad-ships", "Drnes"),
        ("RACE Worms or Klingons", "bad-race", "Klingons"),
        ("TRANSFER 2 FROM 3 INTO 8", "bad-ships", "2"),
        ("LEAVE 300 Drones", "bad-ships", "300"),
        ("PLAY Decoy WHEN 3 IS ATTACKED PRIORITY 12", "bad-number", "12"),
        ("PLAY Luck WHEN ROLL LOST, PRIORITY: high", "bad-number", "high"),
        ("PLAY Intercept ON 2 WHEN Red 4 MOVES PRIORITY 0", "bad-number", "0"),
    ],
)
def test_the_word_that_is_wrong_is_the_one_that_is_quoted(text: str, code: str, quoted: str) -> None:
    """Before a word that is no ship a count is well begun; before a ship that takes none, it is what is wrong."""
    problem = LANGUAGE.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.fragment) == (code, quoted)
    assert text[problem.column or 0 :].startswith(quoted)


def read(letter: str) -> tuple[list[str], list[str]]:
    """Return the orders of a letter, and the lines that are shown as passed over."""
    read = understand([TextLine(number, text, 0) for number, text in enumerate(letter.split("\n"), 1)], LANGUAGE)
    assert not read.problems
    return [LANGUAGE.line(entry.order) for entry in read.entries], [line.text for line in read.set_aside]


@every_case(
    ("letter", "order"),
    [
        ("FORM 1 AT B8 WITH Carrier, 2 Bombers,\nFighter", "FORM 1 B8 WITH Carrier, 2 Bombers, Fighter"),
        ("- FORM 7 K3 WITH Monitor,\n  Bomber,\n  Cruiser", "FORM 7 K3 WITH Monitor, Bomber, Cruiser"),
        ("DISCARD Luck, and\nOperations\nThanks, Ann", "DISCARD Luck, Operations"),
    ],
)
def test_a_list_goes_on_below_a_comma(letter: str, order: str) -> None:
    """However many lines it takes: a program broke it, or its writer did."""
    assert read(letter) == ([order], [])


def test_what_stands_below_a_comma_and_cannot_be_read_is_shown() -> None:
    """Else a typo in the second half of a list would cost a ship in silence."""
    lines = (TextLine(1, "FORM 1 AT B8 WITH Carrier,"), TextLine(2, "Fihgter"))
    assert [(problem.code, problem.fragment) for problem in understand(lines, LANGUAGE).problems] == [
        ("not-read", "Fihgter")
    ]
    assert read("MOVE 1 A4,\nMOVE 2 B5,") == (["MOVE 1 A4", "MOVE 2 B5"], [])


def test_a_short_line_about_a_place_and_a_thing_is_shown() -> None:
    """It has no verb, and may have been meant."""
    assert [problem.code for problem in understand([TextLine(1, "C3 is metal")], LANGUAGE).problems] == ["not-read"]
    assert read("See you at C3") == ([], [])


@every_case(
    ("text", "hints"),
    [
        ("attack D11 with fleet 1", ("MOVE 1 D11",)),
        ("ATTACK WITH FLEET 1 D11", ("MOVE 1 D11",)),
        ("Attack D11", ("MOVE <fleets> D11",)),
    ],
)
def test_an_attack_on_a_place_is_answered_with_the_move_that_it_means(text: str, hints: tuple[str, ...]) -> None:
    """Battles happen where fleets meet; what to shoot at first is doctrine, and a type of ship."""
    problem = LANGUAGE.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.hints) == ("attack-by-moving", hints)
    assert not isinstance(LANGUAGE.parse("attack carriers"), Problem)


@every_case("line", ["LEAVE Drone behind", "HOLD 3 4 today", "DISCARD Luck first"])
def test_common_talk_after_a_list_costs_nothing(line: str) -> None:
    """Words that could be no value of the list leave the order as it is."""
    assert LANGUAGE.read(line).order is not None


@every_case(
    "line", ["Move fleets 1 and 2 to M7 and H7", "MOVE 1, 2 TO M7, H7", "move 1 2 M7 H7", "MOVE ALL TO M7 AND H7"]
)
def test_it_is_asked_which_of_several_fleets_goes_to_which_of_several_hexes(line: str) -> None:
    """All the way for all, or to each hex one of them: nothing is offered, since either may be meant."""
    problem = LANGUAGE.parse(line)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.hints) == ("who-goes-where", ())


@every_case(
    ("line", "order"),
    [
        ("MOVE 1, 2 VIA M7 TO H7", "MOVE 1, 2 VIA M7 TO H7"),
        ("Move 1 and 2 to H7 via M7", "MOVE 1, 2 VIA M7 TO H7"),
        ("move 1, 2 M7 then H7", "MOVE 1, 2 VIA M7 TO H7"),
        ("move 1 to M7 and H7", "MOVE 1 VIA M7 TO H7"),
    ],
)
def test_a_way_that_is_plainly_one_is_gone_by_all(line: str, order: str) -> None:
    """A word or an arrow between the hexes makes a way of them; and a single fleet cannot part."""
    read = LANGUAGE.parse(line)
    assert not isinstance(read, Problem)
    assert LANGUAGE.format(read) == order


@every_case(
    ("line", "hints"),
    [
        ("PLAY Critical Hit ON Blue PRIORITY 7", ("PLAY Critical Hit ON Blue WHEN <trigger> PRIORITY 7",)),
        ("Launch 1 of them each at A10", ("LAUNCH 1 A10",)),
        ("LAUNCH 2 pbs at A10 with 5", ("LAUNCH 2 A10 BY 5",)),
    ],
)
def test_no_suggestion_makes_something_else_of_what_was_said(line: str, hints: tuple[str, ...]) -> None:
    """A place stays a place, and a priority is no fleet."""
    problem = LANGUAGE.parse(line)
    assert isinstance(problem, Problem)
    assert problem.hints == hints


def test_the_last_number_of_an_order_is_not_taken_for_that_of_the_next() -> None:
    """A number of an order has a mark behind it; a fleet before "then" has none."""
    problem = LANGUAGE.parse("Detach two Battlers from 7 into 9, then move 9 to I21")
    assert isinstance(problem, Problem)
    assert problem.hints == ("TRANSFER 2 Battlers FROM 7 INTO 9", "MOVE 9 I21")


def test_a_type_of_ship_is_no_order_within_a_list() -> None:
    """Attack Scout is a ship, and a fleet that has a place and ships is formed."""
    problem = LANGUAGE.parse("Fleet 3 at V18 with Gunship, Attack Scout")
    assert isinstance(problem, Problem)
    assert problem.hints == ("FORM 3 V18 WITH Gunship, Attack Scout",)


def test_talk_after_an_order_makes_no_other_order_of_it() -> None:
    """What is said anew of the order above must make a whole order without a warning."""
    lines = ("PLAY Fighter Base ON Bomber OF 9", "RESIGNING is not for me!")
    said = understand([TextLine(at, text) for at, text in enumerate(lines, 1)], LANGUAGE, numbered=False)
    assert (said.problems, [line.text for line in said.talk]) == ((), ["RESIGNING is not for me!"])
