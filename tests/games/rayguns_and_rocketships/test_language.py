"""Orders are read and written as BY-MAIL 3 has them."""

from pathlib import Path

import msgspec

from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import (
    DOCTRINE,
    ORDERS,
    TOPICS,
    Fire,
    Forget,
    Helm,
    Steer,
    for_round,
    standing,
)
from tests.support.cases import every_case

LINES = """
SIDE B | FACE NE | STATION 4 GUN S1 | MOUNT P1, P2, S1, S2, S3, S4 | TAKE Loop | PROGRAM Forward, Loop, Turn Port
STEER AHEAD, PORT TURN 2 | HELM BROADSIDE Zard | HELM TO F6 | REORIENT N | AIM Tractor Beam AT Zard TO E5
FIRE GUNS AT Zard, NEAREST | BLAST ENGINES, HATCH | WRECK MANNED, S1 | SAVE GUNS | MAN ENGINES, GUN S2 WITH 4, 5
GO 3 TO HATCH | GO 5 TO NODE E4 | GO 2 TO HOME | BOARD Zard WITH 5, 6 FOR CAPTAIN | STRIKE CAPTAIN, CREW BY SWORD
SEARCH FOR Loop WITH 6 | EXTINGUISH ENGINES, HATCH | COLLECT WARBOT WITH 6 FOR COCKPIT | HEAL Ace Pilot, 4
USE Mind Control ON RAM | DODGE CAPTAIN | SPEND EXTINGUISH, SEARCH | KEEP 2 TURN 1 | EVACUATE CAPTAIN, 5, 6
FORGET FIRE | PASS | STEER STEADY | STEER AHEAD, AHEAD, PORT | GO 2 TO Zard HATCH IF RANGE 2 TURN 2, 3
GO 3 TO DECK D4 | HELM RAM Zard IF LEADING | FIRE HOLD IF BLASTS 5 | FIRE BEST WITH CENTRE | HELM TO M13
HEAL First Across, 4
"""
LETTERS = [
    ship["letter"]
    for example in msgspec.toml.decode((Path(__file__).parent / "examples.toml").read_bytes())["example"]
    for ship in example["ship"]
]
ALL = [
    *(line.strip() for row in LINES.strip().splitlines() for line in row.split("|")),
    *(line for letter in LETTERS for line in letter.strip().splitlines()),
]


@every_case("line", ALL)
def test_a_line_is_read_and_written_back(line: str) -> None:
    """Every example of the design, and every line of the worked round."""
    reading = LANGUAGE.read(line)
    assert reading.problem is None
    assert reading.order is not None
    assert LANGUAGE.format(reading.order) == line


@every_case(
    ("written", "meant"),
    [
        ("program forward, forward and turn port", "PROGRAM Forward, Forward, Turn Port"),
        ("Steer left, forward on turn 3", "STEER PORT, AHEAD TURN 3"),
        ("fire guns at zard turns T2 and T3", "FIRE GUNS AT Zard TURN 2, 3"),
        ("Board Zard with crew 5 and crew 6", "BOARD Zard WITH 5, 6"),
        ("station captain control panel", "STATION CAPTAIN PANEL"),
        ("face north east", "FACE NE"),
        ("program turn left, bank right", "PROGRAM Turn Port, Bank Starboard"),
        ("forget everything", "FORGET ALL"),
        ("go 5 to e4", "GO 5 TO NODE E4"),
        ("attack captain with 5", "STRIKE CAPTAIN WITH 5"),
        ("forward, turn port, tractor beam", "PROGRAM Forward, Turn Port, Tractor Beam"),
        ("Full ahead, lie in wait", "PROGRAM Full Ahead, Lie in Wait"),
        ("Forward -> Turn Port -> Full Ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("program fwd, tp, fa", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("fwd, bp, jetpack", "PROGRAM Forward, Bank Port, Jetpack Leap"),
        ("take jet pack", "TAKE Jetpack Leap"),
        ("search the hatch for a star card", "SEARCH FOR STAR"),
        ("keep 2 tokens for dodging in turn 3", "KEEP 2 TURN 3"),
        ("shoot at zard's guns", "FIRE GUNS AT Zard"),
        ("fire at zard's hull", "FIRE BODY AT Zard"),
        ("wreck the bearing guns", "WRECK BEARING"),
        ("board the zard ship with 6", "BOARD Zard WITH 6"),
        ("blast engines first then hatch", "BLAST ENGINES, HATCH"),
    ],
)
def test_lines_are_read_as_they_are_meant(written: str, meant: str) -> None:
    """Case, other names, AND and bare nodes never matter."""
    reading = LANGUAGE.read(written)
    assert reading.order is not None
    assert LANGUAGE.format(reading.order) == meant


@every_case(
    ("written", "offered"),
    [
        ("1. Forward 2. Bank Port 3. Afterburner", "PROGRAM Forward, Bank Port, Afterburner"),
        ("Turn 1: Forward", "PROGRAM Forward TURN 1"),
        ("Turn 1: Forward, Turn 2: Turn Port, Turn 3: Full Ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("turn 1 forward, turn 2 bank port, turn 3 afterburner", "PROGRAM Forward, Bank Port, Afterburner"),
        ("T1 forward, T2 turn port, T3 full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("play forward, turn port, full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("play forward then turn port then full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("cards: forward, turn port, full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("my cards: forward, turn port, full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("fly forward, turn port, full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("I play forward, turn port and full ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("Round 2: turn port, afterburner and forward please", "PROGRAM Turn Port, Afterburner, Forward"),
        ("i want jetpack", "PROGRAM Jetpack Leap"),
        ("crew 6 boards zard", "BOARD Zard WITH 6"),
        ("send 5 and 6 to board zard", "BOARD Zard WITH 5, 6"),
        ("5 and 6 board zard", "BOARD Zard WITH 5, 6"),
        ("5, 6 board Zard", "BOARD Zard WITH 5, 6"),
        ("crew 5 and 6 board the zard", "BOARD Zard WITH 5, 6"),
        ("boarding party 5 6 on zard", "BOARD Zard WITH 5, 6"),
        ("board zard with 6 and kill the captain", "BOARD Zard WITH 6 FOR CAPTAIN"),
        ("6 boards the zard ship and kills the captain", "BOARD Zard WITH 6 FOR CAPTAIN"),
        ("6 board zard for captain", "BOARD Zard WITH 6 FOR CAPTAIN"),
        ("6 board zard for the captain in turn 2", "BOARD Zard WITH 6 FOR CAPTAIN TURN 2"),
        ("attack zard with 5", "BOARD Zard WITH 5"),
        ("attack zard ship with 5 and 6", "BOARD Zard WITH 5, 6"),
        ("attack the zard captain with 5", "BOARD Zard WITH 5 FOR CAPTAIN"),
        ("kill captain first", "STRIKE CAPTAIN"),
        ("kill the captain", "STRIKE CAPTAIN"),
        ("fight the captain with swords", "STRIKE CAPTAIN BY SWORD"),
        ("5 attacks the captain", "STRIKE CAPTAIN WITH 5"),
        ("fire at zard", "FIRE BEST AT Zard"),
        ("fire zard", "FIRE BEST AT Zard"),
        ("fire on zard", "FIRE BEST AT Zard"),
        ("shoot zard", "FIRE BEST AT Zard"),
        ("shoot at zard", "FIRE BEST AT Zard"),
        ("fire at the nearest", "FIRE BEST AT NEAREST"),
        ("fire at nearest ship", "FIRE BEST AT NEAREST"),
        ("fire at zard with port guns", "FIRE BEST AT Zard WITH PORT"),
        ("fire port guns at zard", "FIRE BEST AT Zard WITH PORT"),
        ("fire port battery", "FIRE BEST WITH PORT"),
        ("fire starboard at zard", "FIRE BEST AT Zard WITH STARBOARD"),
        ("fire everything at zard", "FIRE BEST AT Zard"),
        ("don't shoot", "FIRE HOLD"),
        ("don't fire", "FIRE HOLD"),
        ("hold fire", "FIRE HOLD"),
        ("hold your fire", "FIRE HOLD"),
        ("cease fire", "FIRE HOLD"),
        ("do not fire at pirates", "FIRE HOLD AT Pirates"),
        ("no firing", "FIRE HOLD"),
        ("go straight in turn 2", "STEER AHEAD TURN 2 | STEER STEADY TURN 2"),
        ("steer straight in turn 2", "STEER AHEAD TURN 2 | STEER STEADY TURN 2"),
        ("no steering in turn 2", "STEER STEADY TURN 2"),
        ("turn left in turn 2", "STEER PORT TURN 2"),
        ("get the warbot with 6", "COLLECT WARBOT WITH 6"),
        ("6 gets the warbot", "COLLECT WARBOT WITH 6"),
        ("6 fetches the warbot", "COLLECT WARBOT WITH 6"),
        ("fetch warbot with 6 and put it on cockpit", "COLLECT WARBOT WITH 6 FOR COCKPIT"),
        ("pick up warbot with 6", "COLLECT WARBOT WITH 6"),
        ("grab the princess with 5", "COLLECT PRINCESS WITH 5"),
        ("bring the princess home with 5", "COLLECT PRINCESS WITH 5"),
        ("rescue princess with 5", "COLLECT PRINCESS WITH 5"),
        ("6 searches the hatch", "SEARCH WITH 6"),
        ("6 searches the hatch for a raygun", "SEARCH FOR GUN WITH 6"),
        ("look for a raygun with 6", "SEARCH FOR GUN WITH 6"),
        ("save 2 tokens for dodging in turn 3", "KEEP 2 TURN 3"),
        ("save 2 tokens for dodges", "KEEP 2"),
        ("ram zard", "HELM RAM Zard"),
        ("ram the zard", "HELM RAM Zard"),
        ("close with zard", "HELM CLOSE Zard"),
        ("close in on zard", "HELM CLOSE Zard"),
        ("fly close to zard", "HELM CLOSE Zard"),
        ("get close to zard", "HELM CLOSE Zard"),
        ("approach zard", "HELM CLOSE Zard"),
        ("get alongside zard", "HELM ALONGSIDE Zard"),
        ("come alongside zard", "HELM ALONGSIDE Zard"),
        ("go broadside to zard", "HELM BROADSIDE Zard"),
        ("broadside zard", "HELM BROADSIDE Zard"),
        ("broadside on zard", "HELM BROADSIDE Zard"),
        ("chase zard", "HELM CLOSE Zard"),
        ("stay away from zard", "HELM AWAY Zard"),
        ("keep away from zard", "HELM AWAY Zard"),
        ("flee from zard", "HELM AWAY Zard"),
        ("run away from zard", "HELM AWAY Zard"),
        ("fly to F6", "HELM TO F6"),
        ("steer for F6", "HELM TO F6"),
        ("head for f6", "HELM TO F6"),
        ("go to f6", "HELM TO F6"),
        ("helm f6", "HELM TO F6"),
        ("sail to f6", "HELM TO F6"),
        ("follow zard", "HELM CLOSE Zard"),
        ("destroy bearing guns", "WRECK BEARING"),
        ("destroy manned guns first", "WRECK MANNED"),
        ("3 -> hatch", "GO 3 TO HATCH"),
        ("3 to hatch", "GO 3 TO HATCH"),
        ("3 hatch", "GO 3 TO HATCH"),
        ("3 to the hatch", "GO 3 TO HATCH"),
        ("3 goes to hatch", "GO 3 TO HATCH"),
        ("3 goes to the hatch", "GO 3 TO HATCH"),
        ("move 3 to hatch", "GO 3 TO HATCH"),
        ("send 3 to hatch", "GO 3 TO HATCH"),
        ("send 3 to the hatch in turn 2", "GO 3 TO HATCH TURN 2"),
        ("3 move to hatch", "GO 3 TO HATCH"),
        ("3 moves to gun s1", "GO 3 TO GUN S1"),
        ("crew 3 to gun s1", "GO 3 TO GUN S1"),
        ("captain to cockpit", "GO CAPTAIN TO COCKPIT"),
        ("captain stays in cockpit", "GO CAPTAIN TO COCKPIT"),
        ("captain stays in the cockpit", "GO CAPTAIN TO COCKPIT"),
        ("Captain stays in the cockpit", "GO CAPTAIN TO COCKPIT"),
        ("captain man the cockpit", "MAN COCKPIT WITH CAPTAIN"),
        ("4 and 5 man the engines", "MAN ENGINES WITH 4, 5"),
        ("4 mans engine 1", "MAN ENGINE 1 WITH 4"),
        ("4 on engine 1", "GO 4 TO ENGINE 1"),
        ("put 4 on engine 1", "GO 4 TO ENGINE 1"),
        ("put 4 at gun s1", "GO 4 TO GUN S1"),
        ("4: gun s1", "GO 4 TO GUN S1"),
        ("4 at s1", "GO 4 TO GUN S1"),
        ("keep 4 at gun s1", "GO 4 TO GUN S1"),
        ("everyone stays", "PASS"),
        ("everybody stay at posts", "PASS"),
        ("all stay", "PASS"),
        ("put out fires", "SPEND EXTINGUISH, COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"),
        ("put out the fires", "SPEND EXTINGUISH, COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"),
        ("put out blasts", "SPEND EXTINGUISH, COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"),
        ("extinguish fires", "SPEND EXTINGUISH, COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"),
        ("extinguish engine fires", "EXTINGUISH ENGINES"),
        ("put out fire on engines", "EXTINGUISH ENGINES"),
        ("put out engines first", "EXTINGUISH ENGINES"),
        ("repair engines", "EXTINGUISH ENGINES"),
        ("cure 4", "HEAL 4"),
        ("everyone dodges", "DODGE ALL"),
        ("don't dodge", "DODGE NONE"),
        ("no dodging", "DODGE NONE"),
        ("never dodge", "DODGE NONE"),
        ("captain dodges", "DODGE CAPTAIN"),
        ("only the captain dodges", "DODGE CAPTAIN"),
        ("use tokens for searching", "SPEND SEARCH"),
        ("captain leaves first", "EVACUATE CAPTAIN"),
        ("cancel boarding", "FORGET TASKS"),
        ("stop boarding", "FORGET TASKS"),
        ("cancel tasks", "FORGET TASKS"),
        ("do nothing", "PASS"),
        ("nothing", "PASS"),
        ("tractor beam at zard", "AIM Tractor Beam AT Zard"),
        ("tractor beam zard", "AIM Tractor Beam AT Zard"),
        ("use tractor beam on zard", "AIM Tractor Beam AT Zard"),
        ("blast zard's engines", "FIRE BODY AT Zard | BLAST ENGINES"),
        ("blasts on engines", "BLAST ENGINES"),
        ("choose side b", "SIDE B"),
        ("captain side b", "SIDE B"),
        ("heading ne", "FACE NE | REORIENT NE"),
        ("point ne", "FACE NE | REORIENT NE"),
        ("bow ne", "FACE NE | REORIENT NE"),
        ("bow to the north east", "FACE NE | REORIENT NE"),
        ("guns at p1, p2, s1 s2", "MOUNT P1, P2, S1, S2"),
        ("attack zard", "FIRE BEST AT Zard"),
        ("I play Forward, Turn Port and Full Ahead", "PROGRAM Forward, Turn Port, Full Ahead"),
        ("my programme: forward, full ahead, bank port", "PROGRAM Forward, Full Ahead, Bank Port"),
        ("card 1: forward, card 2: bank port, card 3: full ahead", "PROGRAM Forward, Bank Port, Full Ahead"),
        ("Forward in turn 1", "PROGRAM Forward TURN 1"),
        ("afterburner turn 3", "PROGRAM Afterburner TURN 3"),
        ("steer left in turn 1 and right in turn 2", "STEER PORT TURN 1 | STEER STARBOARD TURN 2"),
        ("turn to port in turn 3", "STEER PORT TURN 3"),
        ("no turning in turn 2", "STEER STEADY TURN 2"),
        ("engines ahead in turn 1", "STEER AHEAD TURN 1"),
        ("go ahead in turn 1", "STEER AHEAD TURN 1"),
        ("let 5 and 6 board the zard ship", "BOARD Zard WITH 5, 6"),
        ("boarding zard with 5", "BOARD Zard WITH 5"),
        ("board the zard with 5 & 6, kill their captain", "BOARD Zard WITH 5, 6 FOR CAPTAIN"),
        ("send a boarding party of 5 and 6 to zard", "BOARD Zard WITH 5, 6"),
        ("jump to zard with 5", "BOARD Zard WITH 5"),
        ("5 jumps over to zard", "BOARD Zard WITH 5"),
        ("6 to zard hatch", "GO 6 TO Zard HATCH"),
        ("6 home", "GO 6 TO HOME"),
        ("6 comes home", "GO 6 TO HOME"),
        ("bring 6 home", "GO 6 TO HOME"),
        ("recall 6", "GO 6 TO HOME"),
        ("6 returns to the hatch", "GO 6 TO HATCH"),
        ("captain back to cockpit", "GO CAPTAIN TO COCKPIT"),
        ("keep captain in cockpit", "GO CAPTAIN TO COCKPIT"),
        ("1 mans gun p1", "MAN GUN P1 WITH 1"),
        ("1 and 2 at the guns", "GO 1, 2 TO GUNS"),
        ("put 1 at p1 and 2 at p2", "GO 1 TO GUN P1 | GO 2 TO GUN P2"),
        ("1 to p1, 2 to p2, 3 to hatch", "GO 1 TO GUN P1 | GO 2 TO GUN P2 | GO 3 TO HATCH"),
        ("1 -> p1, 2 -> p2", "GO 1 TO GUN P1 | GO 2 TO GUN P2"),
        ("gunners fire at zard", "FIRE BEST AT Zard"),
        ("guns: shoot zard", "FIRE BEST AT Zard"),
        ("fire all guns at zard", "FIRE BEST AT Zard"),
        ("fire with starboard guns on zard", "FIRE BEST AT Zard WITH STARBOARD"),
        ("fire at zard if range 2", "FIRE BEST AT Zard IF RANGE 2"),
        ("shoot at nearest enemy", "FIRE BEST AT NEAREST"),
        ("shoot the weakest", "FIRE BEST AT WEAKEST"),
        ("target zard", "FIRE BEST AT Zard"),
        ("aim for zard", "FIRE BEST AT Zard"),
        ("aim for their guns", "FIRE GUNS"),
        ("don't fire at zard", "FIRE HOLD AT Zard"),
        ("do not shoot in turn 1", "FIRE HOLD TURN 1"),
        ("hold fire in turn 1", "FIRE HOLD TURN 1"),
        ("shoot zard's engines", "FIRE BODY AT Zard | BLAST ENGINES"),
        ("blast their engines", "BLAST ENGINES"),
        ("ram the nearest ship", "HELM RAM NEAREST"),
        ("ram zard in turn 3", "HELM RAM Zard TURN 3"),
        ("stay close to zard", "HELM CLOSE Zard"),
        ("keep our distance from zard", "HELM AWAY Zard"),
        ("keep away from everyone", "HELM AWAY NEAREST"),
        ("get out of there", "HELM AWAY NEAREST"),
        ("stay where we are", "HELM STEADY"),
        ("steady", "HELM STEADY"),
        ("hold course", "HELM STEADY"),
        ("head north", "FACE N | REORIENT N"),
        ("fly towards zard", "HELM CLOSE Zard"),
        ("fly next to zard", "HELM ALONGSIDE Zard"),
        ("6 looks for a star card", "SEARCH FOR STAR WITH 6"),
        ("look in the hatch with 6", "SEARCH WITH 6"),
        ("find loop with 6", "SEARCH FOR Loop WITH 6"),
        ("get a star card", "SEARCH FOR STAR"),
        ("get the tape with 5", "COLLECT TAPE WITH 5"),
        ("5 gets tape and brings it to cockpit", "COLLECT TAPE WITH 5 FOR COCKPIT"),
        ("5 rescues the princess", "COLLECT PRINCESS WITH 5"),
        ("steal the data tape with 5", "COLLECT TAPE WITH 5"),
        ("put out fire in engine 1", "EXTINGUISH ENGINE 1"),
        ("extinguish everything", "SPEND EXTINGUISH, COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"),
        ("dodge only with captain", "DODGE CAPTAIN"),
        ("nobody dodges", "DODGE NONE"),
        ("save 1 token", "KEEP 1"),
        ("don't keep tokens", "KEEP 0"),
        ("use all tokens for attacks", "SPEND ATTACK"),
        ("captain evacuates first", "EVACUATE CAPTAIN"),
        ("save the captain first", "EVACUATE CAPTAIN"),
        ("nothing this turn", "PASS"),
        ("steer port turn 1, starboard turn 2", "STEER PORT TURN 1 | STEER STARBOARD TURN 2"),
    ],
)
def test_what_is_said_in_other_words_is_answered_with_the_order(written: str, offered: str) -> None:
    """Nothing that was written is missing from it, and no such line is passed over."""
    assert LANGUAGE.looks_like(written)
    reading = LANGUAGE.read(written)
    assert reading.problem is not None
    assert reading.problem.hints == tuple(offered.split(" | "))


def test_every_doctrine_can_be_forgotten() -> None:
    """By its verb, and with all."""
    assert {kind for topic, kinds in TOPICS.items() if topic != "all" for kind in kinds} == set(DOCTRINE)
    assert all(LANGUAGE.attempt(f"FORGET {topic}") == Forget(topic=topic) for topic in TOPICS)  # type: ignore[arg-type]
    assert len(ORDERS) == len(set(ORDERS))


def test_lines_with_turn_leave_doctrine_standing() -> None:
    """They count for this Round, doctrine stands until a line of its kind without TURN comes."""
    stood = (Fire(aim="body"), Helm(goal="close"))
    timed = Fire(aim="guns", turns=(2,))
    assert standing(stood, (timed,)) == stood
    assert for_round((Steer(moves=()),), (timed,)) == (timed, Steer(moves=()))
    assert standing(stood, (Fire(aim="hold"),)) == (Fire(aim="hold"), Helm(goal="close"))
    assert standing(stood, (Forget(topic="fire"),)) == (Helm(goal="close"),)
    assert standing(stood, (Forget(topic="all"), Fire(aim="guns"))) == (Fire(aim="guns"),)
