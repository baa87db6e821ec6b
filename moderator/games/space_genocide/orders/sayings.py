"""What people say who think of the game in other words, and the orders that say the same."""

from moderator.language.grammar.sayings import Saying

SAYABLE = {
    **dict.fromkeys(("DONT", "NOT", "NEVER", "NO"), "DON'T"),
    **dict.fromkeys(("STAYS", "REMAIN", "REMAINS", "STOPS", "HOLDS", "WAIT", "WAITS", "KEEP"), "HOLD"),
    **dict.fromkeys(("EXPLORE", "EXPLORES", "SCOUT", "VISIT", "VISITS", "INVESTIGATE", "INSPECT", "SURVEY"), "MOVE"),
    **dict.fromkeys(
        ("MOVES", "MOVING", "GOES", "FLIES", "HEAD", "HEADS", "TRAVEL", "TRAVELS", "JUMP", "JUMPS"), "MOVE"
    ),
    **dict.fromkeys(("CHECK", "SEARCH", "LEAVE", "DEPART"), "MOVE"),
    **dict.fromkeys(("SET", "MAKE", "CHOOSE", "DECLARE", "MARK", "PUT", "PLACE", "WANT"), "TYPE"),
    **dict.fromkeys(("CHASE", "HUNT", "PURSUE"), "FOLLOW"),
}

SAYINGS = (
    # fleets
    Saying(
        "DON'T MOVE {fleets}",
        ("HOLD {fleets}",),
        also=("DO DON'T MOVE {fleets}", "{fleets} DON'T MOVE", "{fleets} DO DON'T MOVE", "{fleets} HOLD [PUT]"),
    ),
    Saying(
        "MOVE {way} WITH {fleets}",
        ("MOVE {fleets} {way}",),
        also=("MOVE WITH {fleets} {way}", "WITH {fleets} MOVE {way}", "{fleets} MOVE {way}", "MOVE {way} BY {fleets}"),
    ),
    Saying("{marked} {goal}", ("MOVE {marked} {goal}",), also=("MOVE {marked} {goal}", "{marked} MOVE {goal}")),
    Saying(
        "FOLLOW {foe} WITH {fleets}",
        ("MOVE {fleets} AFTER {foe}",),
        also=("FOLLOW WITH {fleets} {foe}", "{fleets} FOLLOW {foe}", "MOVE {fleets} FOLLOW {foe}"),
    ),
    Saying(
        "DON'T LAUNCH [{place}]",
        ("LAUNCH NONE [{place}]",),
        also=("DO DON'T LAUNCH [{place}]", "DON'T BUSTERS [{place}]"),
    ),
    # set-up
    Saying(
        "TYPE {place} AS {world}",
        ("TYPE {place} {world}",),
        also=(
            "TYPE {world} {place}",
            "{place} AS {world}",
            "{place} {world}",
            "{world} {place}",
        ),
    ),
    Saying("{races} RACE", ("RACE {races}",), also=("BE {races}", "PLAY {races}", "TYPE BE {races}", "TYPE {races}")),
)
