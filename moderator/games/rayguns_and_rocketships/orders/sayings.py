"""What people say who think of the game in other words, and the orders that say the same."""

from moderator.language.grammar.sayings import Saying

_WHEN = "[IF {state}] [TURN {turns}]"
_FIRST_OF_ALL = "COOL, STAND, ABILITY, ATTACK, HEAL, SEARCH"
"""What tokens are spent on without a line, in this order, but for Blasts."""

SAYABLE = {
    **dict.fromkeys(("PLAY", "CARDS", "CARD", "USING", "USE", "CHOOSE", "PICK"), "PLAY"),
    **dict.fromkeys(("APPROACH", "CHASE", "FOLLOW", "NEAR"), "CLOSE"),
    **dict.fromkeys(("FLEE", "ESCAPE"), "AWAY"),
    **dict.fromkeys(("GET", "GETS", "GRAB", "GRABS", "BRING", "BRINGS", "RESCUE", "RESCUES", "FETCHES"), "COLLECT"),
    **dict.fromkeys(("SEND", "PUT", "MOVE", "MOVES", "WALK", "WALKS", "RUN", "RUNS", "STAY", "STAYS", "FLY"), "GO"),
    **dict.fromkeys(("REMAIN", "REMAINS", "SAIL", "COME", "HEAD", "COURSE"), "GO"),
    **dict.fromkeys(("KILLS", "DEFEAT", "DEFEATS", "SLAY", "FIGHT", "FIGHTS", "STRIKES", "ATTACKS"), "KILL"),
    **dict.fromkeys(("FIRING", "SHOOTING", "SHOTS"), "FIRE"),
    **dict.fromkeys(("DONT", "NOT", "NO", "NEVER", "CEASE", "STOP", "WITHOUT"), "DON'T"),
    **dict.fromkeys(("EVERYONE", "EVERYBODY", "EVERYTHING"), "ALL"),
    **dict.fromkeys(("LOOK", "LOOKS", "LOOKING"), "SEARCH"),
    **dict.fromkeys(("BLASTS", "FLAMES"), "BLAST"),
    **dict.fromkeys(("CURE", "CURES", "HEALS"), "HEAL"),
    **dict.fromkeys(("DESTROY", "DESTROYS"), "WRECK"),
    **dict.fromkeys(("LEAVES", "LEAVE"), "LEAVE"),
    **dict.fromkeys(("BOW", "POINT", "HEADING"), "BOW"),
    "ALWAYS": "ALL",
    "CANCEL": "DON'T",
    "GUN'S": "GUNS",
}

SAYINGS = (
    # cards
    Saying("{cards}", ("PROGRAM {cards}", "TAKE {card}")),
    Saying(
        "PLAY {cards} [TURN {turns}]",
        ("PROGRAM {cards} [TURN {turns}]",),
        also=("GO {cards}", "ROUND {reserve} {cards}"),
    ),
    Saying("TURN {moves} [TURN {turns}]", ("STEER {moves} [TURN {turns}]",), also=("GO {moves} [TURN {turns}]",)),
    Saying(
        "TURN {turns} {cards}",
        ("PROGRAM {cards} TURN {turns}",),
        also=("{turns} {cards}", "{cards} TURN {turns}", "ROUND {reserve} TURN {turns} {cards}"),
    ),
    Saying(
        "TURN 1 {first} TURN 2 {second} TURN 3 {third}",
        ("PROGRAM {first}, {second}, {third}",),
        also=(
            "1 {first} 2 {second} 3 {third}",
            "T1 {first} T2 {second} T3 {third}",
            "1ST {first} 2ND {second} 3RD {third}",
            "{first} 2 {second} 3 {third}",
            "PLAY 1 {first} 2 {second} 3 {third}",
            "PROGRAM 1 {first} 2 {second} 3 {third}",
            "PROGRAM TURN 1 {first} TURN 2 {second} TURN 3 {third}",
        ),
    ),
    Saying(
        "TAKE {card}", ("TAKE {card}",), also=("PLAY {card}", "I WANT {card}", "START WITH {card}", "BEGIN WITH {card}")
    ),
    # the ship
    Saying(
        f"{{goal}} {{target}} {_WHEN}",
        (f"HELM {{goal}} {{target}} {_WHEN}",),
        also=(
            f"{{goal}} WITH {{target}} {_WHEN}",
            f"GO {{goal}} {{target}} {_WHEN}",
            f"GO {{goal}} WITH {{target}} {_WHEN}",
            f"GET {{goal}} {{target}} {_WHEN}",
            f"STEER {{goal}} {{target}} {_WHEN}",
            f"KEEP {{goal}} {{target}} {_WHEN}",
            f"TURN {{goal}} {{target}} {_WHEN}",
            f"HELM {{goal}} WITH {{target}} {_WHEN}",
        ),
    ),
    Saying(f"CLOSE {{target}} {_WHEN}", (f"HELM CLOSE {{target}} {_WHEN}",)),
    Saying(f"AWAY {{target}} {_WHEN}", (f"HELM AWAY {{target}} {_WHEN}",)),
    Saying(
        f"GO {{node}} {_WHEN}",
        (f"HELM TO {{node}} {_WHEN}",),
        also=(
            f"STEER {{node}} {_WHEN}",
            f"HELM {{node}} {_WHEN}",
            f"STEER FOR {{node}} {_WHEN}",
            f"GO FOR {{node}} {_WHEN}",
        ),
    ),
    Saying(
        "GO STRAIGHT [TURN {turns}]",
        ("STEER AHEAD [TURN {turns}]", "STEER STEADY [TURN {turns}]"),
        also=("STEER STRAIGHT [TURN {turns}]", "FLY STRAIGHT [TURN {turns}]".replace("FLY", "GO")),
    ),
    Saying(
        "DON'T STEER [TURN {turns}]",
        ("STEER STEADY [TURN {turns}]",),
        also=("DON'T TURN [TURN {turns}]", "DON'T STEERING [TURN {turns}]"),
    ),
    Saying(
        "BOW {heading}",
        ("FACE {heading}", "REORIENT {heading}"),
        also=("TURN {heading}", "GO {heading}", "TURN BOW {heading}"),
    ),
    Saying("PLAY SIDE {side}", ("SIDE {side}",), also=("CAPTAIN SIDE {side}", "TAKE SIDE {side}")),
    Saying("GUNS {ports}", ("MOUNT {ports}",), also=("GO GUNS {ports}",)),
    Saying(
        "{card} {target} [TO {node}] [HEADING {heading}]".replace("HEADING", "BOW"),
        ("AIM {card} AT {target} [TO {node}] [HEADING {heading}]",),
        also=("PLAY {card} {target} [TO {node}]", "FIRE {card} {target} [TO {node}]"),
    ),
    # rayguns
    Saying(
        f"FIRE {{targets}} [WITH {{battery}}] {_WHEN}",
        (f"FIRE BEST AT {{targets}} [WITH {{battery}}] {_WHEN}",),
        also=(
            f"FIRE {{targets}} WITH {{battery}} GUNS {_WHEN}",
            f"FIRE ALL {{targets}} {_WHEN}",
            f"STRIKE {{targets}} {_WHEN}",
            f"STRIKE {{targets}} WITH {{battery}} GUNS {_WHEN}",
        ),
    ),
    Saying(
        f"FIRE {{battery}} [GUNS] [AT {{targets}}] {_WHEN}",
        (f"FIRE BEST [AT {{targets}}] WITH {{battery}} {_WHEN}",),
        also=(f"FIRE {{battery}} BATTERY [AT {{targets}}] {_WHEN}",),
    ),
    Saying(
        f"DON'T FIRE [AT {{targets}}] {_WHEN}",
        (f"FIRE HOLD [AT {{targets}}] {_WHEN}",),
        also=(
            f"HOLD FIRE [AT {{targets}}] {_WHEN}",
            f"HOLD YOUR FIRE {_WHEN}",
            f"HOLD OUR FIRE {_WHEN}",
            f"SPARE {{targets}} {_WHEN}",
            f"FIRE NOTHING {_WHEN}",
            f"DO DON'T FIRE [AT {{targets}}] {_WHEN}",
        ),
    ),
    Saying("WRECK {guns}", ("WRECK {guns}",), also=("FIRE {guns}",)),
    Saying(
        "BLAST {places} {targets}",
        ("FIRE BODY AT {targets}", "BLAST {places}"),
        also=("BLAST {targets} {places}",),
        together=True,
    ),
    Saying("BLASTS {places}", ("BLAST {places}",)),
    Saying("DON'T LOSE {saved}", ("SAVE {saved}",), also=("PROTECT {saved}", "KEEP {saved}", "SPARE {saved}")),
    # the crew
    Saying(
        f"{{who}} GO {{spot}} {_WHEN}",
        (f"GO {{who}} TO {{spot}} {_WHEN}",),
        also=(
            f"GO {{who}} {{spot}} {_WHEN}",
            f"{{who}} {{spot}} {_WHEN}",
            f"KEEP {{who}} {{spot}} {_WHEN}",
            f"{{who}} HOLD {{spot}} {_WHEN}",
            f"LEAVE {{who}} {{spot}} {_WHEN}",
        ),
    ),
    Saying("MAN {who} {places}", ("MAN {places} WITH {who}",), also=("{who} MAN {places}",)),
    Saying(
        f"{{who}} BOARD {{seat}} [FOR {{prey}}] {_WHEN}",
        (f"BOARD {{seat}} WITH {{who}} [FOR {{prey}}] {_WHEN}",),
        also=(
            f"GO {{who}} BOARD {{seat}} [FOR {{prey}}] {_WHEN}",
            f"{{who}} BOARD {{seat}} KILL {{prey}} {_WHEN}",
            f"BOARD {{seat}} WITH {{who}} KILL {{prey}} {_WHEN}",
            f"BOARDING PARTY {{who}} {{seat}} {_WHEN}",
            f"BOARDING PARTY {{seat}} {{who}} {_WHEN}",
            f"GO {{who}} {{seat}} [FOR {{prey}}] {_WHEN}",
            f"{{who}} GO {{seat}} [FOR {{prey}}] {_WHEN}",
            f"{{who}} GO ABOARD {{seat}} [FOR {{prey}}] {_WHEN}",
            f"{{who}} STRIKE {{seat}} [FOR {{prey}}] {_WHEN}",
            f"{{who}} KILL {{seat}} [FOR {{prey}}] {_WHEN}",
            f"STRIKE {{seat}} WITH {{who}} [FOR {{prey}}] {_WHEN}",
            f"STRIKE {{seat}} {{prey}} WITH {{who}} {_WHEN}",
            f"KILL {{seat}} {{prey}} WITH {{who}} {_WHEN}",
            f"KILL {{seat}} WITH {{who}} {_WHEN}",
        ),
    ),
    Saying(
        "KILL {preys} [WITH {who}] [BY {weapon}]",
        ("STRIKE {preys} [WITH {who}] [BY {weapon}]",),
        also=(
            "{who} KILL {preys} [BY {weapon}]",
            "{who} STRIKE {preys} [BY {weapon}]",
            "KILL {preys} WITH {weapon}",
            "{who} KILL {preys} WITH {weapon}",
        ),
    ),
    Saying(
        "COLLECT {thing} WITH {who} [FOR {place}] [TURN {turns}]",
        ("COLLECT {thing} WITH {who} [FOR {place}] [TURN {turns}]",),
        also=(
            "{who} COLLECT {thing} [FOR {place}] [TURN {turns}]",
            "GO {who} COLLECT {thing} [FOR {place}] [TURN {turns}]",
            "GO {who} FOR {thing} [TURN {turns}]",
            "COLLECT {thing} WITH {who} GO IT {place} [TURN {turns}]",
            "{who} COLLECT {thing} HOME [TURN {turns}]",
            "COLLECT {thing} HOME WITH {who} [TURN {turns}]",
            "PLAY UP {thing} WITH {who} [FOR {place}] [TURN {turns}]",
            "{who} PLAY UP {thing} [TURN {turns}]",
            "{who} TAKE {thing} [FOR {place}] [TURN {turns}]",
            "TAKE {thing} WITH {who} [FOR {place}] [TURN {turns}]",
        ),
    ),
    Saying(
        f"SEARCH [HATCH] [FOR {{find}}] [WITH {{who}}] {_WHEN}",
        (f"SEARCH [FOR {{find}}] [WITH {{who}}] {_WHEN}",),
        also=(
            f"{{who}} SEARCH [HATCH] [FOR {{find}}] {_WHEN}",
            f"SEARCH {{find}} [WITH {{who}}] {_WHEN}",
            f"GO {{who}} SEARCH [HATCH] [FOR {{find}}] {_WHEN}",
        ),
    ),
    Saying(
        "GO OUT FIRE",
        (f"SPEND EXTINGUISH, {_FIRST_OF_ALL}",),
        also=(
            "EXTINGUISH FIRE",
            "GO OUT BLAST",
            "EXTINGUISH BLAST",
            "EXTINGUISH",
            "EXTINGUISH ALL",
            "EXTINGUISH ALL FIRE",
        ),
    ),
    Saying(
        "GO OUT {places}",
        ("EXTINGUISH {places}",),
        also=(
            "GO OUT FIRE {places}",
            "EXTINGUISH FIRE {places}",
            "EXTINGUISH {places} FIRE",
            "GO OUT {places} FIRE",
            "GO OUT BLAST {places}",
            "EXTINGUISH BLAST {places}",
            "REPAIR {places}",
            "HEAL {places}",
        ),
    ),
    Saying("HEAL {healed}", ("HEAL {healed}",), also=("REPAIR {healed}",)),
    Saying(
        "KEEP {reserve} [TOKENS] [FOR DODGE] [TURN {turns}]",
        ("KEEP {reserve} [TURN {turns}]",),
        also=("SAVE {reserve} [TOKENS] [FOR DODGE] [TURN {turns}]", "HOLD {reserve} TOKENS [FOR DODGE] [TURN {turns}]"),
    ),
    Saying(
        "SPEND TOKENS FOR {uses} [TURN {turns}]",
        ("SPEND {uses} [TURN {turns}]",),
        also=("PLAY TOKENS FOR {uses} [TURN {turns}]", "PLAY TOKENS {uses} [TURN {turns}]"),
    ),
    Saying("{whom} DODGE", ("DODGE {whom}",), also=("ONLY {whom} DODGE", "DODGE ONLY {whom}", "DODGE WITH {whom}")),
    Saying("DON'T DODGE", ("DODGE NONE",)),
    Saying("{who} LEAVE [SHIP]", ("EVACUATE {who}",), also=("{who} LEAVE FIRST", "{who} EVACUATE")),
    # what stands
    Saying("DON'T {topic}", ("FORGET {topic}",)),
    Saying("DON'T BOARD", ("FORGET TASKS",), also=("DON'T BOARDING", "DON'T TASKS", "DON'T ALL TASKS")),
    Saying(
        "DO NOTHING",
        ("PASS",),
        also=("NOTHING", "ALL GO", "ALL HOLD", "ALL GO PUT", "ALL GO POSTS", "DO DON'T THING", "ALL GO WHERE THEY ARE"),
    ),
)
