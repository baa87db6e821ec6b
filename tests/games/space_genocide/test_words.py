"""Everything that the game can say has its words, and they are good English for every reader."""

import re
from functools import cache
from typing import Any

import pytest

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem, Stage
from moderator.core.seats import Observer, Who
from moderator.games.simulate import Lineup, Played, play
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.events.battle import (
    BurstFired,
    BustersLaunched,
    EngagementBegun,
    EngagementOver,
    Force,
    PlanetDestroyed,
    SalvoFired,
    ShipLost,
    ShipTaken,
    Volley,
)
from moderator.games.space_genocide.events.cards import (
    AttackNegated,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    CardsGained,
    DeckLooked,
    DeckShuffled,
    FleetJammed,
    FleetRelocated,
    FleetScanned,
    HandLooked,
    LaunchNegated,
    PassageOpened,
    PhaseAltered,
    RollRepeated,
    ShipRestored,
    ShipsBoosted,
    ShipsExchanged,
    SquadronBased,
    WorldRevealed,
)
from moderator.games.space_genocide.events.ending import BooksOpened, MatchWon, SeatFallen
from moderator.games.space_genocide.events.gm import CardGiven, FleetShifted, ShipsAdded, ShipsRemoved
from moderator.games.space_genocide.events.production import (
    Berth,
    BustersReplaced,
    PileCounted,
    ShipsBuilt,
    ShipScrapped,
    ShipsProduced,
)
from moderator.games.space_genocide.events.set_up import (
    FleetsFormed,
    PlanetsStrewn,
    RaceTaken,
    ShipsDrawn,
    SpacingBent,
    WorldsHidden,
)
from moderator.games.space_genocide.events.transport import (
    CourseKept,
    FleetAppeared,
    FleetGone,
    FleetMoved,
    HoleRolled,
    NeutralClaimed,
    NexusEntered,
    OrderFailed,
    PlanetScouted,
    RuinsSearched,
    ShipGained,
    ShipLeft,
    ShipsSwallowed,
    ShipsTransferred,
    TurnOrder,
)
from moderator.games.space_genocide.orders.phrases import Fleets, Target
from moderator.games.space_genocide.orders.types import ORDERS, Move, Play
from moderator.games.space_genocide.pieces import Fleet, Planet, Ruin, Ship, World, new_ship, ranked
from moderator.games.space_genocide.rules.amend import GM
from moderator.games.space_genocide.seat.battles import Attack, BattleForeseen, BattlesAssume, Opponent
from moderator.games.space_genocide.seat.briefing import FACTS as BRIEFING
from moderator.games.space_genocide.seat.plan import GiftForeseen
from moderator.games.space_genocide.seat.preview import CardForeseen, LaunchForeseen, PursuitForeseen
from moderator.games.space_genocide.seat.recap import remember
from moderator.games.space_genocide.seat.report import (
    FACTS,
    SECTIONS,
    BattleSeen,
    CountTaken,
    HandOpened,
    LastStand,
    Losses,
    MarkersSeen,
    Trace,
    TurnInShort,
    TurnPassed,
    WorldsOpened,
)
from moderator.games.space_genocide.seat.situation import (
    CardHeld,
    ContactStands,
    DeckKnown,
    DoctrineStands,
    FleetStands,
    HandKnown,
    LastWorldStands,
    NeutralsStand,
    PilesStand,
    PlanetsStand,
    RuinsStand,
    SeatStands,
    StrengthStands,
    TurnsLeft,
    UnseenStand,
)
from moderator.games.space_genocide.seat.view import TurnNote
from moderator.games.space_genocide.tables import CARDS, KINDS, RACES, TERRAINS
from moderator.kit.amend import OptionSet
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

KEY = "space-genocide"
KIND_KEYS = tuple(kind.key for kind in KINDS)


def mat(*kinds: str) -> tuple[Ship, ...]:
    """Return new ships as a mat shows them."""
    return ranked([new_ship(kind) for kind in kinds])


def speak(seat: str, *, html: bool = False) -> Voice:
    """Return a voice that speaks English to a seat."""
    templates = Templates()
    return Voice(templates.html if html else templates.text, KEY, ReadingSeat(seat, "UTC"))


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak plain text to Red."""
    return speak("Red")


_RAZED = PlanetDestroyed(place="A1", owner="Red", world=World.HOMEWORLD, by=("Blue",))
CASES: tuple[tuple[Any, str], ...] = (
    (PlanetsStrewn(seat="Red", places=("C4", "H9")), "Your planets: C4 and H9."),
    (PlanetsStrewn(seat="", places=("E5",)), "Neutral planets: E5."),
    (
        SpacingBent(bent=1, thrown=18),
        (
            "We rolled dice for 18 distances between planets. One of them does not fit on this board, so we "
            "used the nearest distance that does."
        ),
    ),
    (
        ShipsDrawn(seat="Red", ships=mat("drone", "drone", "scout")),
        "You drew 2 Drones and Scout, with 8 Planet Busters (PB) in all.",
    ),
    (
        RaceTaken(seat="Red", race="hive", wished=False),
        (
            "You play the Hive: one more fighter bay on every ship but fighters; still in play when the "
            "Homeworld is lost. The moderator drew this race for you."
        ),
    ),
    (
        RaceTaken(seat="Blue", race="orions", wished=True),
        (
            "Blue plays the Orions: Planet Busters destroy planets on 1 to 4; ships can ram (RAM) for "
            "two more attack dice, but are lost."
        ),
    ),
    (
        WorldsHidden(seat="Red", planets=(Planet("C4", "Red", World.METAL), Planet("H9", "Red", World.HOMEWORLD))),
        "Your planets are C4 Metal, H9 Homeworld.",
    ),
    (
        FleetsFormed(seat="Red", fleets=(Fleet("Red", 1, "C4", mat("scout")),), left=mat("drone")),
        "Your first fleets: 1 at C4: Scout. Back in the pile: Drone (4 PB).",
    ),
    (TurnOrder(turn=3, places=("Blue", "Red")), "Seats act in this order: Blue and you."),
    (FleetAppeared(seat="Blue", fleet=3, place="C4"), "Blue 3 appeared at C4."),
    (
        CardForeseen(card="critical-hit", waits=False, at="aftermath"),
        "You would play Critical Hit after the battles, if it has any effect then.",
    ),
    (
        PursuitForeseen(seat="Blue", fleet=5),
        "Blue 5 may move first. Your fleet goes to where it is then, and avoids other enemies on the way.",
    ),
    (
        GiftForeseen(fleet=3, place="C4", ships=20, kind="monitor", other=5),
        (
            "Fleet 3 would find a ship at C4, but you already have 20, your maximum. You would scrap "
            "Monitor of fleet 5, or the new ship if it is worth less."
        ),
    ),
    (FleetGone(seat="Red", fleet=3, place="C4"), "Fleet 3 disappeared from C4."),
    (
        FleetMoved(seat="Red", fleet=3, path=("C4", "C5", "C6"), halted="enemy"),
        "Fleet 3 moved from C4 to C6 by C5. Enemies stopped it there.",
    ),
    (FleetMoved(seat="Blue", fleet=3, path=("C4",)), "Blue 3 stayed at C4."),
    (CourseKept(seat="Red", fleet=3, course=("C9", "H9")), "Fleet 3 is on its way to H9."),
    (
        ShipsTransferred(seat="Red", fleet=3, into=4, place="C4", ships=mat("carrier", "fighter", "fighter")),
        "2 Fighters and Carrier (2 PB) went from your fleet 3 to your fleet 4 at C4.",
    ),
    (
        OrderFailed(seat="Red", order=Move(fleets=Fleets((3,)), way=("H9",)), cause="jammed", fleet=3, place="C4"),
        "MOVE (fleet 3 at C4) failed: its communications were jammed.",
    ),
    (
        OrderFailed(seat="Blue", order=Play(card="luck"), cause="not-now"),
        "Blue: PLAY Luck failed: its moment did not come.",
    ),
    (PlanetScouted(seat="Red", place="H9", owner="Blue", world=World.METAL), "H9 is Blue\u2019s Metal planet."),
    (
        PlanetScouted(seat="Red", place="H9", owner="Blue", world=World.HOMEWORLD, card="long-range-probe"),
        "H9 is Blue\u2019s Homeworld (Long Range Probe).",
    ),
    (
        NeutralClaimed(seat="Red", place="E5", die=3, world=World.METAL),
        "You claimed the planet at E5; its type is Metal (die 3).",
    ),
    (RuinsSearched(seat="Blue", place="E5"), "Blue found a ship in the alien ruins at E5."),
    (
        RuinsSearched(seat="Blue", place="E5", empty=True),
        "Blue reached the alien ruins at E5 first but found nothing: the pile is empty.",
    ),
    (
        ShipLeft(seat="Red", kind="carrier", place="E5"),
        ("You had no room in any fleet for the Carrier found at E5, so it went back to the pile."),
    ),
    (NexusEntered(seat="Red", place="E5"), "You reached the temporal nexus at E5 first."),
    (ShipGained(seat="Red", kind="interceptor", place="E5", fleet=3), "You got Interceptor for your fleet 3 at E5."),
    (
        HoleRolled(seat="Red", fleet=3, place="E5", ships=mat("scout", "drone"), faces=(1, 4)),
        "Fleet 3 in the black hole at E5: dice 1 4; each 1 destroys a ship.",
    ),
    (
        ShipsSwallowed(seat="Red", fleet=3, place="E5", kinds=("scout",)),
        "The black hole at E5 took Scout of your fleet 3.",
    ),
    (
        BurstFired(seat="Red", fleet=3, place="E5", busters=2, faces=(6, 1), destroyed=(("Blue", 2, "drone"),)),
        "E5: your fleet 3 fired 2 Planet Busters at ships, dice 6 1. Destroyed: Drone of Blue 2.",
    ),
    (
        BurstFired(seat="Blue", fleet=3, place="E5", busters=1, faces=(5,), destroyed=()),
        "E5: Blue 3 fired 1 Planet Buster at ships, dice 5. Nothing was hit.",
    ),
    (
        EngagementBegun(
            place="E5",
            round=1,
            forces=(
                Force("Red", 3, mat("scout", "drone"), entered=True),
                Force("Blue", 2, mat("carrier"), entered=False),
            ),
        ),
        "Battle at E5. Your fleet 3: Drone and Scout (4 PB), arriving; Blue 2: Carrier.",
    ),
    (
        SalvoFired(
            place="E5",
            seat="Red",
            attackers=("destroyer", "destroyer"),
            owner="Blue",
            fleet=2,
            kind="carrier",
            attack=(3, 4, 6),
            defence=(2, 2),
            destroyed=True,
        ),
        "Your 2 Destroyers attacked Carrier of Blue 2: 13 (3 4 6) against 4 (2 2), destroyed.",
    ),
    (
        SalvoFired(
            place="E5",
            seat="Blue",
            attackers=("scout",),
            owner="Red",
            fleet=3,
            kind="drone",
            attack=(3,),
            defence=(3,),
            destroyed=False,
            rammed=("scout",),
        ),
        "Blue\u2019s Scout attacked Drone of your fleet 3: 3 against 3, missed. Lost by ramming: Scout.",
    ),
    (
        EngagementOver(
            place="E5",
            round=1,
            forces=(Force("Red", 3, mat("scout"), entered=True), Force("Blue", 2, (), entered=False)),
        ),
        "Survivors at E5. Your fleet 3: Scout.",
    ),
    (EngagementOver(place="E5", round=1, forces=()), "Nobody survived at E5."),
    (
        ShipLost(seat="Red", fleet=3, kind="scout", place="E5", cause="mines", card="space-mines"),
        "E5: Scout of your fleet 3 hit a mine and was lost.",
    ),
    (
        ShipLost(seat="Blue", fleet=3, kind="fighter", place="E5", cause="stranded"),
        "E5: Fighter of Blue 3 had no bay to land in and was lost.",
    ),
    (
        ShipLost(seat="Blue", fleet=3, kind="scout", place="E5", cause="card", card="critical-hit"),
        "E5: Scout of Blue 3 was destroyed by Critical Hit.",
    ),
    (
        ShipLost(seat="Red", fleet=3, kind="battle-station", place="E5", cause="orbit"),
        "E5: Battle Station of your fleet 3 was lost with its planet.",
    ),
    (
        ShipTaken(seat="Red", owner="Blue", kind="scout", place="E5", fleet=3, card="boarding-action"),
        "E5: you took Blue\u2019s Scout for your fleet 3 (Boarding Action).",
    ),
    (ShipTaken(seat="Blue", owner="Red", kind="scout", place="E5", fleet=3), "E5: Blue took your Scout for Blue 3."),
    (
        ShipRestored(seat="Red", kind="scout", place="E5", fleet=3, card="repairs"),
        "E5: your fleet 3 got its Scout back (Repairs).",
    ),
    (
        BustersLaunched(
            seat="Red",
            place="H9",
            owner="Blue",
            volleys=(Volley(3, "drone", 2, (4, 2)), Volley(3, "cruiser", 1, (6,))),
            needed=3,
            destroyed=True,
        ),
        (
            "H9: you launched Planet Busters at Blue\u2019s planet: 2 by Drone and 1 by Cruiser. Dice 4 2 6; 3 "
            "or lower hits: the planet is destroyed."
        ),
    ),
    (
        BustersLaunched(
            seat="Blue", place="C4", owner="Red", volleys=(Volley(3, "drone", 2, ()),), needed=4, destroyed=False
        ),
        "C4: Blue launched Planet Busters at your planet: 2 by Drone. All of them were duds.",
    ),
    (
        PlanetDestroyed(place="H9", owner="Blue", world=World.METAL, by=("Red",)),
        "You destroyed Blue\u2019s Metal planet at H9.",
    ),
    (
        PlanetDestroyed(place="C4", owner="Red", world=World.HOMEWORLD, by=("Blue",)),
        "Blue destroyed your Homeworld at C4.",
    ),
    (ShipScrapped(seat="Red", kind="scout", fleet=3, place="C4"), "You scrapped Scout of your fleet 3 at C4."),
    (
        ShipScrapped(seat="Red", kind="scout", fleet=3, place="C4", excess=True),
        "You had one ship too many and scrapped Scout of your fleet 3 at C4.",
    ),
    (ShipsProduced(seat="Blue", count=1), "Blue drew 1 ship."),
    (
        ShipsBuilt(seat="Red", berths=(Berth("scout", "C4", 3), Berth("drone", "H9", 4)), back=("carrier",)),
        (
            "You built Scout at C4 (fleet 3) and Drone at H9 (fleet 4). There was no room for Carrier, "
            "which went back to the pile."
        ),
    ),
    (ShipsBuilt(seat="Red", berths=()), "You built nothing."),
    (BustersReplaced(seat="Red", fleet=3, place="C4", count=2), "Fleet 3 took 2 new Planet Busters aboard at C4."),
    (CardsDrawn(seat="Blue", count=2), "Blue drew 2 cards."),
    (CardsGained(seat="Red", cards=("luck", "its-a-dud")), "You drew Luck and It\u2019s a Dud!."),
    (CardsDiscarded(seat="Blue", cards=("luck",), card="sabotage"), "Blue discarded Luck (Sabotage)."),
    (PileCounted(count=4), "4 ships are left in the pile."),
    (DeckShuffled(count=20), "The 20 cards on the discard pile became the new deck."),
    (
        CardPlayed(seat="Red", card="switch", target=Target(fleet=3), other=Target(fleet=4)),
        "You played Switch on your fleet 3 with your fleet 4.",
    ),
    (
        CardPlayed(seat="Blue", card="decoy", target=Target(kind="scout", fleet=3), negated_by="Red"),
        "Blue played Decoy on Scout of Blue 3, but you answered with Intelligence, so Decoy had no effect.",
    ),
    (
        CardPlayed(seat="Blue", card="lure", target=Target(seat="Red", fleet=3), goal="H9"),
        "Blue played Lure on your fleet 3 to H9.",
    ),
    (
        FleetScanned(seat="Red", owner="Blue", fleet=2, place="H9", ships=mat("carrier"), card="scanners"),
        "Blue 2 at H9: Carrier (Scanners).",
    ),
    (
        HandLooked(seat="Red", owner="Blue", cards=("luck", "spies"), card="spies"),
        "Blue\u2019s hand is Luck and Spies (Spies).",
    ),
    (HandLooked(seat="Red", owner="Blue", cards=(), card="spies"), "Blue\u2019s hand is empty (Spies)."),
    (DeckLooked(seat="Red", cards=("luck",), card="data-analysis"), "The next cards are Luck (Data Analysis)."),
    (
        WorldRevealed(seat="Blue", place="H9", world=World.HOMEWORLD, card="defend-the-homeworld"),
        "H9 is Blue\u2019s Homeworld, shown to everybody (Defend the Homeworld).",
    ),
    (
        FleetRelocated(seat="Red", fleet=3, origin="C4", goal="H9", card="redeploy"),
        "Your fleet 3 went from C4 to H9 (Redeploy).",
    ),
    (
        ShipsBoosted(card="sustained-burn", stat="move", amount=1, seat="Red", fleet=3),
        "Sustained Burn: 1 hex farther for your fleet 3.",
    ),
    (
        ShipsBoosted(card="strafing-run", stat="attack", amount=4, seat="Blue", fleet=3, kind="fighter", place="E5"),
        "Strafing Run: 4 more attack dice for Fighter of Blue 3.",
    ),
    (
        ShipsBoosted(card="skirmish", stat="defence", amount=2, place="E5"),
        "Skirmish: 2 more defence dice for all ships at E5.",
    ),
    (FleetJammed(seat="Blue", fleet=2, card="jam-communications"), "Blue 2 could not move (Jam Communications)."),
    (
        PassageOpened(seat="Red", fleet=3, owner="Blue", other=2, card="bypass"),
        "Your fleet 3 did not have to stop for Blue 2 (Bypass).",
    ),
    (
        SquadronBased(seat="Red", fleet=3, kind="fighter", place="C4", into=4, card="fighter-base"),
        "Fighter of your fleet 3 went to your fleet 4 at C4 (Fighter Base).",
    ),
    (PhaseAltered(card="diplomacy", phase="engagement", again=False), "Diplomacy: no Engagement Phase this turn."),
    (
        PhaseAltered(card="strategic-push", phase="transport", again=True, seat="Red"),
        "Strategic Push: another Transport Phase for you.",
    ),
    (
        PhaseAltered(card="press-offensive", phase="engagement", again=True, place="E5"),
        "Press Offensive: another Engagement Phase at E5.",
    ),
    (
        AttackNegated(place="E5", seat="Red", fleet=3, kind="carrier", card="decoy"),
        "E5: all attacks on Carrier of your fleet 3 had no effect (Decoy).",
    ),
    (
        LaunchNegated(place="H9", seat="Red", by="Blue", card="its-a-dud"),
        "H9: your launch had no effect, thanks to Blue (It\u2019s a Dud!).",
    ),
    (
        RollRepeated(place="E5", seat="Red", faces=(1, 2), again=(6, 5), card="luck"),
        "E5: you rerolled 1 2 and got 6 5 (Luck).",
    ),
    (
        ShipsExchanged(seat="Red", gone=("drone",), berths=(Berth("carrier", "C4", 3),), card="refit"),
        "You exchanged Drone for Carrier at C4 (fleet 3) (Refit).",
    ),
    (SeatFallen(seat="Red", cause=World.HOMEWORLD), "Your Homeworld is gone: you are out."),
    (SeatFallen(seat="Blue", cause=World.METAL), "Blue has lost its last Metal planet and is out."),
    (
        LastStand((_RAZED,), ((3, "E5"), (7, "A2")), remain=False),
        (
            "Blue destroyed your Homeworld at A1. Your other planets were removed from the map when you "
            "fell. So were your fleets 3 at E5 and 7 at A2."
        ),
    ),
    (
        LastStand((_RAZED,), (), remain=False),
        (
            "Blue destroyed your Homeworld at A1. Your other planets were removed from the map when you "
            "fell. You had no ships left."
        ),
    ),
    (
        LastStand((_RAZED,), (), remain=True),
        (
            "Blue destroyed your Homeworld at A1. Your other planets and fleets stay where they are and "
            "go on defending themselves."
        ),
    ),
    (
        MatchWon(winners=("Red",), ranking=(("Red",), ("Blue",)), reason="last-standing", turn=9),
        "You have won: in turn 9 all others were out.",
    ),
    (
        MatchWon(winners=("Blue",), ranking=(("Blue",), ("Red",)), reason="more-planets", turn=40),
        "Blue has won with the most planets after turn 40.",
    ),
    (
        MatchWon(winners=("Red", "Blue"), ranking=(("Red", "Blue"),), reason="nobody-left", turn=9),
        "You and Blue fell together in turn 9 and share the victory.",
    ),
    (
        MatchWon(winners=("Blue", "Red"), ranking=(("Blue", "Red"),), reason="tie", turn=40),
        "Blue and you share the victory: after turn 40 planets and ships were tied.",
    ),
    (
        BooksOpened(planets=(), fleets=(), hands={}, history=()),
        "Nothing is secret any more: here is every planet, every fleet and every hand.",
    ),
    (
        ShipsAdded(seat="Red", kind="scout", count=2, fleet=3, place="C4"),
        "The GM gave you 2 Scouts for your fleet 3 at C4.",
    ),
    (ShipsRemoved(seat="Blue", kind="scout", count=1, fleet=3, place="C4"), "The GM took Scout from Blue 3 at C4."),
    (FleetShifted(seat="Blue", fleet=3, origin="C4", goal="H9"), "The GM moved Blue 3 from C4 to H9."),
    (CardGiven(seat="Red", card="luck"), "The GM gave you the card Luck."),
    (OptionSet(key="max_ships", value="25"), "The GM set the option max_ships to 25."),
    (
        TurnInShort(destroyed=2, lost=1, razed=("H9",), fallen=(), failed=1, planets=10, ships=19),
        (
            "You destroyed the planet at H9; you destroyed 2 ships; you lost 1 ship; 1 of your orders "
            "failed. You have 10 planets and 19 ships."
        ),
    ),
    (
        TurnInShort(destroyed=0, lost=0, razed=(), fallen=("C4", "D5"), failed=0, planets=1, ships=1),
        "You lost the planets at C4 and D5. You have 1 planet and 1 ship.",
    ),
    (
        BattleSeen(
            "E5",
            (Losses("Blue", (2,), 4, 1, entered=True, kinds=("drone",)), Losses("Green", (1, 3), 2, 0, entered=False)),
        ),
        "Battle at E5: Blue 2 with 4 ships, 1 lost (Drone); Green 1, 3 with 2 ships, none lost.",
    ),
    (
        MarkersSeen(
            "Blue",
            (
                (2, (Trace("moved", ("C4", "D5", "H9")),)),
                (5, (Trace("came", ("C4",)),)),
                (7, (Trace("gone", ("D5",)), Trace("came", ("H9",)))),
            ),
        ),
        "Blue\u2019s fleets: 2 moved C4\u2013D5\u2013H9, 5 appeared at C4, 7 disappeared from D5 and appeared at H9.",
    ),
    (CountTaken("Red", 6, 19), "You: 6 planets and 19 ships."),
    (
        ContactStands("Blue", 5, "C4", (), 0, 15, ("drone", "drone"), 15),
        "Blue 5 at C4: 2 Drones, seen launching in turn 15; other ships unknown.",
    ),
    (
        ContactStands("Blue", 6, "C4", mat("gunship", "scout"), 6, 9, ("drone",), 15),
        "Blue 6 at C4: Gunship and Scout, as seen in turn 6; also Drone, seen launching in turn 15.",
    ),
    (WorldsOpened("Blue", (Planet("H9", "Blue", World.METAL),)), "Blue\u2019s planets at the end: H9 Metal."),
    (HandOpened("Blue", ("luck", "spies")), "Blue\u2019s hand at the end: Luck and Spies."),
    (
        TurnPassed(("Red", "Blue"), TurnNote(4, (10, 9), (1, 2), ("E5",), ("H9",))),
        "Turn 4: planets 10:9, ships lost 1:2, battles at E5, destroyed H9.",
    ),
    (
        FleetStands("Red", 3, "C4", mat("carrier", "drone"), 3, 0, ("H9",), "", "Red"),
        "3 at C4 (your planet): Drone and Carrier (4 PB); moves 3, on its way to H9.",
    ),
    (
        FleetStands("Red", 5, "C4", mat("scout", "battle-station"), 6, 1, (), "", "Red"),
        "5 at C4 (your planet): Scout and Battle Station; moves 6 (1 ship cannot move and stays behind).",
    ),
    (
        FleetStands("Red", 4, "E5", mat("fighter"), 0, 0, (), "nebula", None),
        "4 at E5 (a nebula): Fighter (1 PB); cannot move.",
    ),
    (
        StrengthStands(18, 20, 12, 6, 10),
        "You have 18 ships (at most 20), 6 fleets (at most 10) and 12 PB (Planet Busters).",
    ),
    (ContactStands("Blue", 2, "H9", mat("carrier"), 5, 0), "Blue 2 at H9: Carrier."),
    (ContactStands("Blue", 2, "H9", mat("carrier"), 3, 2), "Blue 2 at H9: Carrier, as seen in turn 3."),
    (UnseenStand("Blue", ("H9", "E5"), ((2, 4), (7,))), "Blue, ships unknown: 2, 4 at H9; 7 at E5."),
    (LastWorldStands("Red", World.METAL, "C4"), "C4 is your last Metal planet: if it is destroyed, you are out."),
    (
        LastWorldStands("Blue", World.METAL, "H9"),
        "H9 is Blue\u2019s last Metal planet: if it is destroyed, Blue is out.",
    ),
    (LastWorldStands("Blue", World.METAL, ""), "Blue has one Metal planet left: if it is destroyed, Blue is out."),
    (PlanetsStand("Red", 2, (World.METAL,), (("C4", "D5"),), ((0, 0),), ()), "Your 2 planets: Metal C4, D5."),
    (
        PlanetsStand("Blue", 3, (World.METAL,), (("H9", "H7"),), ((3, 4),), ("K2",)),
        "Blue\u2019s 3 planets: Metal H9 (turn 3), H7 (turn 4); type unknown K2.",
    ),
    (NeutralsStand(("E5",)), "Neutral planets that nobody has claimed: E5."),
    (
        RuinsStand("Blue", (Ruin("H9", "Blue", World.METAL, 5), Ruin("C4", "Blue", World.HOMEWORLD, 2))),
        "Blue\u2019s planets destroyed so far: H9 Metal (turn 5), C4 Homeworld (turn 2).",
    ),
    (RuinsStand("Red", (Ruin("A1", "Red", World.METAL, 3),)), "Your planets destroyed so far: A1 Metal (turn 3)."),
    (
        CardHeld("decoy", "own-ship?", "", "", waits=True, foe="Blue"),
        "Decoy: attacks on one of your ships have no effect. PLAY Decoy [ON <ship OF fleet>] WHEN \u2026",
    ),
    (
        CardHeld("lure", "enemy-fleet?", "", "space", waits=False, foe="Blue"),
        "Lure: an enemy fleet goes towards a hex that you name. PLAY Lure [ON <Blue 3>] TO <hex>",
    ),
    (HandKnown("Blue", ("luck",), 4), "Blue\u2019s hand in turn 4: Luck."),
    (HandKnown("Blue", (), 4), "Blue\u2019s hand was empty in turn 4."),
    (DeckKnown(("luck", "spies"), 4), "Next in the deck, as seen in turn 4: Luck and Spies."),
    (PilesStand(21, ("luck",), 7), "Deck: 21 cards. You may keep 7 at the end of a turn. Discard pile: Luck."),
    (DoctrineStands("TARGET Carrier"), "TARGET Carrier"),
    (SeatStands("Red", "hive", 10, 6, 1, out=False, active=False), "You (the Hive): 10 planets, 6 fleets, 1 card."),
    (SeatStands("Blue", "", 0, 0, 0, out=True, active=False), "Blue: out."),
    (
        TurnsLeft(1, 40),
        "One turn is left. The race with the most planets after turn 40 wins; the number of ships breaks a tie.",
    ),
    (
        BattleForeseen(
            place="H5",
            against=(Opponent("Blue", 2, 3),),
            attacks=(
                Attack(("destroyer", "drone"), "Blue", 2, "cruiser", 0.46, 1),
                Attack(("monitor",), "Blue", 2, "scout", 0.999, 2),
            ),
        ),
        (
            "Battle at H5 with Blue 2 as seen in turn 3. "
            "Destroyer and Drone at Cruiser: 46 %; Monitor at each of 2 Scouts: >99 %."
        ),
    ),
    (
        BattleForeseen(
            place="H5",
            against=(Opponent("Blue", 2, 3), Opponent("Green", 1, 4), Opponent("Green", 3, 4), Opponent("Green", 4, 0)),
            attacks=tuple(Attack(("monitor",), "Blue", 2, kind, 0.001, 1) for kind in KIND_KEYS[:4]),
        ),
        (
            "Battle at H5 with Blue 2 as seen in turn 3, Green 1 and Green 3 as seen in turn 4. Fighter of Blue 2: "
            "<1 %; Interceptor of Blue 2: <1 %; Bomber of Blue 2: <1 %; Gunship of Blue 2: <1 %. "
            "You have not seen the ships of Green 4, so they are not counted."
        ),
    ),
    (
        BattleForeseen(place="H5", against=(Opponent("Blue", 2, 3),), attacks=()),
        "Battle at H5 with Blue 2 as seen in turn 3. Your ships could not attack anything.",
    ),
    (
        BattleForeseen(place="H5", against=(Opponent("Blue", 2, 0), Opponent("Blue", 3, 0)), attacks=()),
        "Battle at H5 with Blue 2 and Blue 3, whose ships you have not seen.",
    ),
    (
        BattlesAssume(rounds=False, bursts=False),
        ("These are your chances to destroy a ship, if the enemy is as you last saw it and nobody plays a card."),
    ),
    (
        BattlesAssume(rounds=True, bursts=True),
        (
            "These are your chances to destroy a ship in the first round, if the enemy is as you last "
            "saw it and nobody plays a card. They include ships that your space bursts may destroy "
            "first."
        ),
    ),
    (
        LaunchForeseen(place="H9", busters=2, wins=3, throws=4, fought=True),
        (
            "2 Planet Busters would destroy the planet at H9 in 3 of 4 cases (75 %). "
            "The battle there comes first, and ships you lose in it cannot launch."
        ),
    ),
)


@every_case(("fact", "words"), CASES)
def test_facts_are_said_in_good_english(voice: Voice, fact: Any, words: str) -> None:  # noqa: ANN401 - any event or fact
    """Who did what to whom where, with plurals as the numbers ask for."""
    assert voice.say(fact) == words


def test_every_event_and_fact_is_among_these() -> None:
    """Nothing that happens is without an example; a briefing is read as a whole elsewhere."""
    said = {type(fact) for fact, _ in CASES}
    assert {kind.__name__ for kind in (*GAME.events, *FACTS) if kind not in said} == {
        kind.__name__ for kind in BRIEFING
    }


@every_case("kind", [*FACTS, *GAME.foretold])
def test_every_fact_has_words_in_the_games_own_file(voice: Voice, kind: Any) -> None:  # noqa: ANN401 - a type
    """A macro of the tag's name stands there."""
    assert voice.macro(("events.j2",), kind.__struct_config__.tag) is not None


@every_case("key", [*SECTIONS, "foreseen"])
def test_every_section_has_a_heading_of_its_own(voice: Voice, key: str) -> None:
    """No heading is made from the key."""
    assert voice.heading(key) != key.replace("-", " ").capitalize() or key in ("cards", "planets")


@every_case("kind", [*ORDERS, *GM.orders])
def test_every_order_and_amendment_is_explained(voice: Voice, kind: Any) -> None:  # noqa: ANN401 - a type
    """One sentence says what it does."""
    assert voice.words(("orders.j2",), kind.__struct_config__.tag, None, dict).endswith(".")


def module_of(voice: Voice, file: str) -> Any:  # noqa: ANN401 - a template's macros
    """Return one of the game's templates."""
    return voice.environment.get_template(f"games/{KEY}/{file}.j2").module


def test_everything_of_the_data_has_a_name_and_what_it_does(voice: Voice) -> None:
    """Ships in both numbers, cards and races with a sentence, kinds of space."""
    words, rules = module_of(voice, "_words"), module_of(voice, "_cards")
    for kind in KINDS:
        assert str(words.ship(kind.key)).strip() == kind.name
        assert str(words.ships(kind.key)).strip() == f"{kind.name}s"
    for card in CARDS:
        assert str(words.card(card.key)).strip().replace("\u2019", "'") == card.name
        for whole in (False, True):
            assert str(rules.card_does(card.key, whole)).strip().endswith(".")
    for race in RACES:
        assert race.name in str(words.race(race.key))
        assert str(words.race_has(race.key)).strip().endswith(".")
    assert all(str(words.terrain(kind.key)).strip() for kind in TERRAINS)


@cache
def played() -> Played:
    """Play a match for all readers."""
    options = {"map_size": "small", "turn_limit": 8, "start_hand": 7, "draw": 3, "bursts": True}
    return play(Lineup(game=GAME, bots=dict.fromkeys(("Red", "Blue"), "random"), options=options), "words", most=12)


@every_case("who", ["Red", "Blue", Observer.PUBLIC, Observer.GM])
@every_case("html", [False, True])
def test_reports_of_a_whole_match_can_be_written_for_every_reader(who: Who, html: bool) -> None:  # noqa: FBT001 - a parameter
    """Every fact becomes one line of text without markup or holes."""
    said = speak(who if isinstance(who, str) and who in ("Red", "Blue") else "", html=html)
    match = played()
    assert len(match.steps) > 3
    for step in match.steps:
        known = [event for event in step.events if event.known_to(who)]
        report = GAME.report(GAME.view(step.state, who), known)
        for line in (said.say(fact) for section in report.sections for fact in section.facts):
            assert line
            assert not re.search(r"[{}]|None|Undefined|  | [.,]|:$|: \.", line), line
        for event in known:
            assert said.say(event)


def test_the_briefing_is_complete_sentences(voice: Voice) -> None:
    """What the first letter explains can be written, and the table of ships, which the printed page shows."""
    opening = GAME.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("briefing"))
    view = GAME.view(opening.state, "Red")
    report = GAME.report(view, [event for event in opening.events if event.known_to("Red")])
    sections = {section.key: [voice.say(fact) for fact in section.facts] for section in report.sections}
    assert all(line.endswith(".") for line in sections["briefing"])
    assert voice.printed("ships")
    assert len(sections["ships"]) == len(KINDS) + 1


@every_case("tag", [card.key for card in CARDS if card.key in ("space-mines", "sabotage", "refit", "critical-hit")])
def test_cards_that_draw_by_lot_say_so(voice: Voice, tag: str) -> None:
    """The list of throws names the card."""
    name = next(card.name for card in CARDS if card.key == tag)
    assert name in voice.dice(Why(tag, "C4", ("Blue", "Red"), 0))


@every_case("kind", ["attack", "defence", "launch", "burst", "ruins", "black-hole"])
def test_throws_name_place_and_seat(voice: Voice, kind: str) -> None:
    """Who threw where, with the reader as "you"."""
    words = voice.dice(Why(kind, "C4", ("Red", "Blue"), 0))
    assert "C4" in words
    assert "you" in words


def test_what_reports_tell_is_not_listed_again(voice: Voice) -> None:
    """Dice of battles and launches stand with them; the order of the turn is listed."""
    assert voice.told("attack")
    assert voice.told("launch")
    assert not voice.told("black-hole")


@every_case(
    ("code", "facts", "words"),
    [
        ("no-fleet", {"fleet": 3, "known": ("1", "2")}, "There is no fleet 3 on the map, only 1 and 2."),
        (
            "no-such-ships",
            {"fleet": 3, "kinds": ("scout",)},
            "Fleet 3 does not have those ships, or not that many. It has Scout.",
        ),
        ("no-such-ships", {"kinds": ("scout",)}, "You do not have those ships, or not that many. You have Scout."),
        (
            "goes-on-later",
            {"fleet": 3, "place": "C4", "goal": "H9"},
            "Fleet 3 gets as far as C4 this turn and goes on to H9 in later turns.",
        ),
        (
            "card-needs",
            {"card": "lure", "wanted": "space", "word": "TO"},
            "Lure needs a hex, such as H7, after the word TO.",
        ),
        (
            "card-needs",
            {"card": "lure", "wanted": "enemy-fleet?", "word": "ON"},
            "Lure needs somebody\u2019s fleet, such as Red 3, after the word ON.",
        ),
        (
            "never-comes-true",
            {"card": "decoy", "acts": ("attacked", "moves")},
            "You cannot play Decoy when that happens. It can wait with WHEN 3 IS ATTACKED or WHEN ANYBODY MOVES.",
        ),
        (
            "never-comes-true",
            {"card": "diplomacy", "acts": ()},
            (
                "Diplomacy does not wait for a condition: its moment comes in every turn. In the turn when you want "
                "it, send the line without WHEN and what follows."
            ),
        ),
        ("not-in-hand", {"card": "luck", "hand": ()}, "Luck is not in your hand, which is empty."),
        (
            "no-counter",
            {"world": "metal", "place": "C4"},
            "You have no Metal left to give: you have one Homeworld and three planets of each resource.",
        ),
    ],
)
def test_problems_say_what_is_wrong_and_what_there_is(
    voice: Voice, code: str, facts: dict[str, Any], words: str
) -> None:
    """With fleets, ships and cards by their names."""
    assert voice.problem(Problem(code=code, stage=Stage.ILLEGAL, facts=facts)) == words


def test_every_kind_of_memory_has_its_words(voice: Voice) -> None:
    """Captions, moments and honours of a recap stand in its file."""
    assert all(voice.macro(("recap.j2",), tag_of(kind)) for kind in remember.FACTS)
