"""What a player reads after a Round: the worked Round as a story, and what other events make of a line."""

# ruff: noqa: RUF001 - apostrophes as they are printed

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event, Resolution
from moderator.core.seats import Observer, Who
from moderator.games.rayguns_and_rocketships.events import crew, ending, flight, gunnery, reveal, tokens
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.types import Board
from moderator.games.rayguns_and_rocketships.rules import play, setup
from moderator.games.rayguns_and_rocketships.rules.fog import view_for
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat import story
from moderator.games.rayguns_and_rocketships.seat.report import report
from tests.games.rayguns_and_rocketships import test_example as example
from tests.games.rayguns_and_rocketships.test_words import speaking
from tests.support.cases import every_case


@cache
def worked() -> Resolution[State]:
    """Play the worked Round."""
    return play.resolve(example.start(), example.letters(), example.dice())


def told(who: Who, key: str, state: State, events: Sequence[Event], *, beside: bool = False) -> list[str]:
    """Return the lines of a section, none if it is left out."""
    voice = speaking("" if isinstance(who, Observer) else who)
    known = [event for event in events if event.known_to(who)]
    facts = [fact for part in report(view_for(state, who), known).sections if part.key == key for fact in part.facts]
    return [voice.say_beside_dice(fact) if beside else voice.say(fact) for fact in facts]


def turn(who: Who, *events: Event, number: int = 1) -> list[str]:
    """Return the story of a Turn with some events, without its cards."""
    cards = [
        reveal.CardRevealed(seat=seat, turn=number, card="Forward", tokens=2, captain=1, actions=3)
        for seat in ("Rangers", "Zard")
    ]
    return told(who, f"turn{number}", example.start(), [*cards, *events])[1:]


# ---- the worked Round -------------------------------------------------------------------------------------


def test_a_round_is_told_turn_by_turn() -> None:
    """The reader's own first, causes before what they cause, every throw in its line."""
    assert told("Rangers", "turn1", worked().state, worked().events) == [
        "Cards, with tokens: you Bank Port (+3, now 3); Zard Forward (+3, now 3).",
        "You fly to D4, bow E.",
        "Zard fly to H8, bow NW. Engine and cockpit take Zard on to G7, bow N.",
        "Zard fire 1 raygun at your hull: P2 misses with 3.",
        "You fire 1 raygun at Zard’s hull: S2 hits with 6. A Blast is on Zard’s HATCH.",
        "Fight aboard your ship, you against Zard:",
        "Zard crew 6 leaves the ship for F6; floats to E5; enters your ship at AIRLOCK S1 (5+1).",
        "Your crew 3 shoots at Zard crew 6: 6, dodged.",
        "Your crew 5 draws a sword on Zard crew 6: 4 to 4, then 7 to 3, no harm done.",
        "Outcome of the fight: nobody falls.",
        "Zard crew 1 puts out the Blast on HATCH (1 token).",
        "You go first in the next Turn.",
    ]


def test_a_ram_and_what_comes_of_it_stand_in_a_line() -> None:
    """So do several rayguns that one battery destroys, and their points."""
    lines = told("Rangers", "turn3", worked().state, worked().events)
    assert lines[3:5] == [
        (
            "A cockpit turns Zard: bow NW. Zard ram you, 6 against 3: Zard win. You are pushed to D4; "
            "Zard are at E5. A Blast is on your HATCH."
        ),
        (
            "You fire 3 rayguns at Zard’s rayguns: S1 and S2 hit with 6+1 and 4+1; S3 misses with 5+1 (7 needed). "
            "Zard’s rayguns P1 and S1 are gone. You score 2 (now 4)."
        ),
    ]


def test_beside_drawn_dice_a_line_does_without_figures() -> None:
    """The page shows the throws themselves, all of a line."""
    lines = told("Rangers", "turn3", worked().state, worked().events, beside=True)
    assert lines[4].startswith("You fire 3 rayguns at Zard’s rayguns: S1 and S2 hit; S3 misses (7 needed). Zard’s")
    facts = next(part.facts for part in report(view_for(worked().state, "Rangers"), worked().events).sections[4:])
    assert [[dice.won for dice in getattr(fact, "dice_shown", ())] for fact in facts][3:5] == [
        [True, False],
        [True, False],
    ]


def test_the_reader_is_told_what_became_of_the_letter() -> None:
    """Lines that failed are told as written; others are told nothing of them."""
    failed = LineFailed(
        seat="Zard", order=Board(seat="Rangers", who=("6",)), cause="no-ship", turn=2, seen_by=("Zard",)
    )
    card = reveal.CardRevealed(seat="Zard", turn=2, card="Forward", tokens=2, captain=1, actions=3)
    line = "BOARD Rangers WITH 6 failed: the ship was gone."
    assert line in told("Zard", "turn2", worked().state, [card, failed])
    assert line not in told("Rangers", "turn2", worked().state, [card, failed])
    assert f"Zard: {line}" in told(Observer.GM, "turn2", worked().state, [card, failed])


def test_who_fell_at_a_task_has_not_failed_it() -> None:
    """The letter sent crew 6 aboard, who went: the report tells that it fell, and of no line that failed."""
    for turn_ in ("turn1", "turn2", "turn3"):
        assert not [line for line in told("Zard", turn_, worked().state, worked().events) if " failed: " in line]


def test_a_fight_is_a_block_with_its_place_and_sides_and_what_came_of_it() -> None:
    """Others' deeds stand after it, though they were done in between."""
    lines = told("Zard", "turn2", worked().state, worked().events)
    first = lines.index("Fight aboard Rangers’ ship, you against Rangers:")
    last = next(at for at, line in enumerate(lines) if line.startswith("Outcome of the fight"))
    assert lines[last] == "Outcome of the fight: you lose crew 6; Rangers score 1 point."
    assert all("crew 6" in line for line in lines[first + 1 : last])
    assert any("search" in line for line in lines[last + 1 :])


def test_a_line_that_fails_in_each_turn_is_counted_once() -> None:
    """The headline counts lines, not Turns."""
    order = Board(seat="Rangers", who=("6",))
    cards = [
        reveal.CardRevealed(seat="Zard", turn=turn_, card="Forward", tokens=2, captain=1, actions=3) for turn_ in (1, 2)
    ]
    failed = [LineFailed(seat="Zard", order=order, cause="no-way", turn=turn_) for turn_ in (1, 2)]
    (line,) = told("Zard", "headline", worked().state, [cards[0], failed[0], cards[1], failed[1]])
    assert line.endswith("1 of your lines failed.")


def test_a_round_in_short_says_what_was_won_and_lost() -> None:
    """Points, losses, how far the leader is, lines that failed."""
    assert told("Zard", "headline", worked().state, worked().events) == [
        (
            "In Round 1 you scored 3 points and lost 1 of your crew and 3 rayguns. You have 3 points and need 12 "
            "to win; Rangers lead with 5."
        )
    ]


def test_the_hand_says_what_star_cards_lack() -> None:
    """Requirements are looked at as the crew stands now; what was drawn stands before it."""
    lines = told("Rangers", "hand", worked().state, worked().events)
    assert lines[0] == "You draw Flank Speed for the next Round. Star cards drawn by others: Zard 1."
    assert lines[2].endswith("−1 on raygun throws at your ship this Turn. Your crew is in place for it.")
    empty = [line for line in told("Zard", "hand", example.start(), ()) if line.startswith("Tractor Beam")]
    assert empty == [
        (
            "Tractor Beam: no move; 2 tokens; needs somebody at the panel: pulls an enemy ship within 4 nodes "
            "up to 2 nodes towards you. Your crew is in place for it."
        )
    ]


def test_an_enemy_captain_is_told_with_what_he_is_able_to() -> None:
    """But for what a Blast is on, which is of no use."""
    state = example.start()
    sides = tuple(replace(side, hurt=("Captain",)) for side in state.position.sides)
    lines = told("Rangers", "captains", replace(state, position=replace(state.position, sides=sides)), ())
    assert lines[-1] == "Zard’s captain is Fanglaird Varnus, side A: Jaws and First Across."


def test_nobody_is_addressed_in_public() -> None:
    """Observers play no seat, so nothing is theirs; cards that were drawn are counted."""
    for key in ("headline", "score", "turn1", "turn2", "turn3", "round", "ships", "hand", "captains"):
        for line in told(Observer.PUBLIC, key, worked().state, worked().events):
            assert not {"you", "your"} & set(line.lower().replace(".", "").replace(",", "").split())
            assert "Flank Speed" not in line


# ---- what else a line can hold ----------------------------------------------------------------------------


def test_what_others_do_among_themselves_comes_after_what_the_reader_meets() -> None:
    """In each phase; phases stay in their order."""
    mine = crew.BlastOut(seat="Rangers", figure="4", where="HATCH", paid=1)
    theirs = crew.HatchSearched(seat="Zard", figure="6", throw=2, number=5, found="nothing")
    moved = flight.ShipMoved(seat="Zard", by="card", steps="F", path=("H8",), at="H8", heading="N")
    assert turn("Rangers", moved, theirs, mine) == [
        "Zard fly to H8, bow N.",
        "Your crew 4 puts out the Blast on HATCH (1 token).",
        "Zard crew 6 searches the hatch (1 token): 2, nothing.",
    ]


def test_dice_that_are_not_against_each_other_stand_in_words() -> None:
    """Throws of one seat are drawn after each other; where somebody else threw, too, the words tell them all."""
    found = crew.HatchSearched(seat="Zard", figure="6", throw=6, number=5, found="star")
    nothing = crew.HatchSearched(seat="Zard", figure="6", throw=2, number=5, found="nothing")
    entry = crew.EntryTried(
        seat="Zard", figure="6", on="Rangers", throw=6, bonus=0, number=5, inside=True, airlock="AIRLOCK P1"
    )
    duel = crew.Duel(
        seat="Zard", figure="6", on="Rangers", target="4", rounds=((4, 4), (3, 7)), bonuses=(0, 0), outcome="blocked"
    )
    searches = story.Deeds("Zard", "6", (found, nothing))
    assert [dice.faces for dice in story.Beat((searches,)).dice_shown] == [(6,), (2,)]
    assert [dice.faces for dice in story.Beat((story.Deeds("Zard", "6", (duel,)),)).dice_shown] == [(3,), (7,)]
    assert not story.Beat((story.Deeds("Zard", "6", (entry, duel)),)).dice_shown
    assert turn("Rangers", found, nothing) == [
        "Zard crew 6 searches the hatch (1 token): 6, a Star card; again (1 token): 2, nothing."
    ]


def test_a_goal_stands_with_the_deed_that_reached_it() -> None:
    """What was asked for is named; points come last."""
    events = (
        tokens.Installed(seat="Rangers", figure="6", token="warbot 2", post="GUN S1"),
        ending.GoalReached(seat="Rangers", goal=0),
        ending.Scored(seat="Rangers", points=1, merit="goal", total=4),
        crew.Walked(seat="Rangers", figure="5", way=("HATCH",), ship="Rangers"),
    )
    state = replace(example.start(), options=Options(episode="scrap-run"))
    card = reveal.CardRevealed(seat="Rangers", turn=1, card="Forward", tokens=2, captain=1, actions=3)
    assert told("Rangers", "turn1", state, [card, *events])[1:] == [
        (
            "Your crew 6 puts warbot 2 to work at GUN S1. You reach a goal of the episode: a warbot is at work. "
            "You score 1 for it (now 4)."
        ),
        "Your crew 5 walks to HATCH.",
    ]


def test_an_ability_that_fires_is_named_once() -> None:
    """The shots follow who uses it."""
    used = reveal.AbilityUsed(seat="Zard", ability="Master Gunner", on="Rangers", paid=1)
    shots = (gunnery.Shot("S1", 2, 0, 5, hit=False),)
    fired = gunnery.BatteryFired(seat="Zard", on="Rangers", at_guns=False, shots=shots, card="Master Gunner")
    assert turn("Rangers", used, fired) == [
        "Zard’s captain uses Master Gunner on you (1 token). Zard fire 1 raygun at your hull: S1 misses with 2."
    ]


def test_an_answer_stands_before_what_it_answers() -> None:
    """Mind Control is told with the throw that it changed."""
    used = reveal.AbilityUsed(seat="Zard", ability="Mind Control", on="Rangers", throw=6)
    shot = gunnery.BatteryFired(
        seat="Rangers", on="Zard", at_guns=False, shots=(gunnery.Shot("S1", 2, 0, 5, hit=False),)
    )
    assert turn("Rangers", used, shot) == [
        (
            "Zard’s captain uses Mind Control on you: the 6 must be thrown again. "
            "You fire 1 raygun at Zard’s hull: S1 misses with 2."
        )
    ]


def test_the_void_is_told_of_the_ship_that_met_it() -> None:
    """Whatever was told before: who flew, where it stays, who places the Blast."""
    events = (
        reveal.StarIdle(seat="Rangers", card="Loop", cause="no-room"),
        flight.VoidMet(seat="Zard", at="K5", placer="Rangers"),
        gunnery.BlastPlaced(seat="Zard", where="HATCH", source="void"),
        gunnery.BlastPlaced(seat="Zard", where="ENGINE 1", source="void"),
        flight.Reoriented(seat="Zard", heading="N"),
    )
    assert turn("Rangers", *events)[1:] == [
        (
            "Zard run into the edge of the map and stay at K5; you may place a Blast. "
            "Blasts are on Zard’s HATCH and ENGINE 1. The bow now points N."
        )
    ]


def test_who_goes_along_with_a_captain_stands_in_his_line() -> None:
    """The others of a stretch stand apart."""
    walk = crew.Walked(seat="Rangers", figure="CAPTAIN", way=("HATCH",), ship="Rangers")
    along = crew.Walked(seat="Rangers", figure="5", way=("DECK E3",), ship="Rangers", along=True)
    other = crew.Walked(seat="Rangers", figure="4", way=("PANEL",), ship="Rangers")
    assert turn("Rangers", walk, along, other) == [
        "Your captain walks to HATCH. Your crew 5 goes along to DECK E3.",
        "Your crew 4 walks to PANEL.",
    ]


def test_points_of_the_end_stand_with_the_outcome() -> None:
    """Who holds the tape scores when the match is over, not by what was done last."""
    walk = crew.Walked(seat="Rangers", figure="4", way=("PANEL",), ship="Rangers")
    tape = ending.Scored(seat="Rangers", points=5, merit="tape", total=13)
    won = ending.MatchWon(winners=("Rangers",), reason="rounds")
    assert turn("Rangers", walk, tape) == ["Your crew 4 walks to PANEL."]
    assert told("Rangers", "outcome", example.start(), [walk, tape, won]) == [
        "You score 5 for the data tape (now 13).",
        "The last Round is over: you have the most points and win.",
    ]


def test_a_line_that_failed_before_the_first_turn_stands_with_the_letter() -> None:
    """It belongs to no Turn."""
    failed = LineFailed(seat="Rangers", order=Board(seat="Zard", who=("6",)), cause="no-ship")
    assert told("Rangers", "letter", example.start(), [failed]) == ["BOARD Zard WITH 6 failed: the ship was gone."]


# ---- before the first Round -------------------------------------------------------------------------------


@every_case("episode", ["open-space", "princess", "hot-cores"])
def test_a_newcomer_is_told_what_wins_and_what_is_asked(episode: str) -> None:
    """The goal, the episode, the own ship, both sides of the captain card."""
    begun = setup.setup(("Rangers", "Zard"), {"episode": episode}, Dice.throwaway("briefing"))
    lines = told("Zard", "briefing", begun.state, begun.events)
    assert lines[0].startswith("You win if you reach 12 points.")
    assert sum("Star" in line for line in lines) < len(lines)
    assert any(line.startswith("Fanglaird Varnus, side B") for line in lines)
    assert any("HELP CARDS explains the cards" in line for line in lines)
    assert told("Zard", "ships", begun.state, begun.events)[0].startswith("Your Iron Maw: I9, bow NW.")
