"""What people say who think of the game in other words is answered with the order that does it."""

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from tests.support.cases import every_case

SAID = (
    ("no bid", "BID 0"),
    ("don't bid", "BID 0"),
    ("bid nothing", "BID 0"),
    ("bid none", "BID 0"),
    ("bid 2 factories", "BID 2"),
    ("I bid 2", "BID 2"),
    ("bid 2 with bach and tolstoi", "BID 2 USING Bach, Tolstoi"),
    ("bid 2 blue", "BID Blue 2"),
    ("blue bids 2", "BID Blue 2"),
    ("don't play any cards", "PLAY NO"),
    ("Keep all my cards.", "PLAY NO"),
    ("keep my cards", "PLAY NO"),
    ("play card bach", "PLAY Bach"),
    ("play bach and vesta", "PLAY Bach | PLAY Vesta"),
    ("buy 2 troopers for lowlanders", "BUY 2 TROOPER INTO Lowlanders"),
    ("Buy a fighter for Warrens", "BUY FIGHTER INTO The Warrens"),
    ("buy half a battler for near mars", "BUY HALF BATTLER INTO Near Mars"),
    ("blue buys 2 troopers for lowlanders", "BUY Blue 2 TROOPER INTO Lowlanders"),
    ("get 2 troopers for lowlanders", "BUY 2 TROOPER INTO Lowlanders"),
    ("lowlanders all to aphrodite", "MOVE ALL Lowlanders TO Aphrodite"),
    ("all lowlanders to aphrodite", "MOVE ALL Lowlanders TO Aphrodite"),
    ("all from lowlanders to aphrodite", "MOVE ALL Lowlanders TO Aphrodite"),
    ("lowlanders -> aphrodite all", "MOVE ALL Lowlanders TO Aphrodite"),
    ("lowlanders to aphrodite: everything", "MOVE ALL Lowlanders TO Aphrodite"),
    ("everyone at lowlanders go to aphrodite", "MOVE ALL Lowlanders TO Aphrodite"),
    (
        "move transport from warrens to mariposas with 1 trooper",
        "MOVE 1 TRANSPORT The Warrens LOAD 1 TROOPER TO Mariposas",
    ),
    ("transport 1 trooper from warrens to mariposas", "CARRY 1 TROOPER The Warrens TO Mariposas"),
    ("take 1 trooper from warrens to mariposas", "CARRY 1 TROOPER The Warrens TO Mariposas"),
    ("disable warrens factory", "DISABLE The Warrens"),
    ("disable factory at warrens", "DISABLE The Warrens"),
    ("disable factory in warrens", "DISABLE The Warrens"),
    ("deactivate warrens factory", "DISABLE The Warrens"),
    ("turn off warrens factory", "DISABLE The Warrens"),
    ("switch off the warrens factory", "DISABLE The Warrens"),
    ("shut down warrens", "DISABLE The Warrens"),
    ("rest warrens factory", "DISABLE The Warrens"),
    ("activate warrens factory", "ACTIVATE The Warrens"),
    ("activate the factory at warrens", "ACTIVATE The Warrens"),
    ("activate all factories", "ACTIVATE Mercury, Venus, Earth, Mars, Asteroids"),
    ("activate all", "ACTIVATE Mercury, Venus, Earth, Mars, Asteroids"),
    ("activate everything", "ACTIVATE Mercury, Venus, Earth, Mars, Asteroids"),
    ("disable all", "DISABLE Mercury, Venus, Earth, Mars, Asteroids"),
    ("disable all factories", "DISABLE Mercury, Venus, Earth, Mars, Asteroids"),
    ("turn on warrens", "ACTIVATE The Warrens"),
    ("be aggressive at mars", "STANCE ATTACK AT Mars"),
    ("wish for 3", "WISH 3"),
    ("wish card 3", "WISH 3"),
    ("I want card 3", "WISH 3"),
    ("turn card 3 please", "WISH 3"),
    ("take turn card 3", "WISH 3"),
    ("choose card 3, then 1", "WISH 3, 1"),
    ("upgrade trooper at bach", "UPGRADE Bach"),
    ("no upgrade", "UPGRADE NO"),
    ("don't upgrade", "UPGRADE NO"),
    ("mulligan", "MULLIGAN YES"),
    ("take a mulligan", "MULLIGAN YES"),
    ("no mulligan", "MULLIGAN NO"),
    ("redraw", "MULLIGAN YES"),
    ("new cards", "MULLIGAN YES"),
    ("new hand please", "MULLIGAN YES"),
    ("swap bach and vesta", "TRADE Bach, Vesta"),
    ("throw away bach", "DISCARD Bach"),
    ("put away bach", "DISCARD Bach"),
    ("destroy 2 fighters at bach", "SCUTTLE 2 FIGHTERS Bach"),
    ("sink 2 fighters at bach", "SCUTTLE 2 FIGHTERS Bach"),
    ("scorched earth at bach", "SCORCH Bach"),
    ("point blank at mars", "POINT YES AT Mars"),
    ("battlers fire twice", "POINT YES"),
    ("no point", "POINT NO"),
    ("put 2 fighters in commando at deimos", "LINE 2 FIGHTERS COMMANDO AT Deimos"),
    ("2 fighters commando at deimos round 1", "LINE 2 FIGHTERS COMMANDO AT Deimos ROUND 1"),
    ("2 fighters in the holding line", "LINE 2 FIGHTERS HOLDING"),
    ("2 fighters holding at deimos", "LINE 2 FIGHTERS HOLDING AT Deimos"),
    ("fighters retreating at bach round 2", "LINE ALL FIGHTERS RETREATING AT Bach ROUND 2"),
    ("cover with 2 fighters at near mars", "COVER 2 FIGHTERS AT Near Mars"),
    ("2 fighters cover at near mars", "COVER 2 FIGHTERS AT Near Mars"),
    ("leave 2 fighters at near mars as cover", "COVER 2 FIGHTERS AT Near Mars"),
    ("fire ray at battler near mars", "RAY BATTLERS Near Mars"),
    ("death ray on battler at near mars", "RAY BATTLERS Near Mars"),
    ("shoot the ray at battlers at near mars", "RAY BATTLERS Near Mars"),
    ("self-destruct 3 troopers at bach", "DESTRUCT 3 TROOPERS Bach"),
    ("blow up 3 troopers at bach", "DESTRUCT 3 TROOPERS Bach"),
    ("build fighters warrens, troopers bach", "BUILD FIGHTER AT The Warrens | BUILD TROOPER AT Bach"),
    ("build troopers bach, fighter hielo", "BUILD TROOPER AT Bach | BUILD FIGHTER AT Hielo"),
    ("build fighters in warrens and troopers in bach", "BUILD FIGHTER AT The Warrens | BUILD TROOPER AT Bach"),
    ("3 fighters warrens to bach", "MOVE 3 FIGHTERS The Warrens TO Bach"),
    ("all units at bach move to warrens", "MOVE ALL Bach TO The Warrens"),
    ("peace with red and green", "TRUCE Red, Green"),
    ("red: bid 2", "BID Red 2"),
    ("bid 2 for red", "BID Red 2"),
    ("activate bach for red", "ACTIVATE Red Bach"),
    ("trooper in bach", "PLACE 1 TROOPER Bach"),
)


@every_case(("line", "orders"), SAID)
def test_what_is_said_is_answered_with_the_order_that_does_it(line: str, orders: str) -> None:
    """Every place, number, name and condition of the line is in what is offered, and no such line is passed over."""
    problem = LANGUAGE.read(line).problem
    assert problem is not None
    assert problem.hints == tuple(orders.split(" | "))
    assert LANGUAGE.looks_like(line)


def test_all_cards_are_those_in_hand() -> None:
    """Nobody is offered a card that is not in hand."""
    state = GAME.setup(("Blue", "Red"), {}, Dice.throwaway("cards")).state
    view, prompt = GAME.view(state, "Blue"), replace(GAME.pending(state)["Blue"], verbs=())
    order = LANGUAGE.attempt("play all my cards")
    assert order is not None
    (problem,) = GAME.check(view, prompt, [order])
    assert problem.falls
    assert problem.hints == tuple(f"PLAY {card}" for card in view.hand) != ()
