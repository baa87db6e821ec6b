"""What people say who think of the game in other words, and the orders that say the same."""

from moderator.language.grammar.sayings import Saying

SAYABLE = dict.fromkeys(
    ("DROP", "DELIVER", "TAKE", "BRING", "FERRY", "SHIP", "HAUL", "LIFT", "LOAD", "UNLOAD", "LAND", "TRANSFER"), "CARRY"
)

SAYINGS = (
    Saying(
        "CARRY {troops} TROOPS {goal} FROM {origin}",
        ("MOVE TRANSPORT {origin} {goal} WITH {troops} TROOPS",),
        also=(
            "CARRY {troops} TROOPS {origin} {goal}",
            "CARRY FROM {origin} {goal} {troops} TROOPS",
            "TRANSPORT {troops} TROOPS {origin} {goal}",
            "TRANSPORT {troops} TROOPS {goal} FROM {origin}",
            "CARRY {troops} TROOPS {origin} {goal} [WITH] TRANSPORT",
        ),
    ),
    Saying(
        "CARRY TRANSPORT {origin} {goal} [WITH {troops} TROOPS]",
        ("MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]",),
    ),
    Saying("{origin} {goal} WITH TROOPS", ("MOVE TROOPS {origin} {goal}",)),
    Saying("{origin} {goal} WITH SPEEDERS", ("MOVE SPEEDERS {origin} {goal}",)),
)
