"""What people say in other words, and the orders of the printed rules that say the same."""

from moderator.language.grammar.sayings import Saying

SAYABLE = {
    **dict.fromkeys(("SURRENDERS", "SURRENDERING"), "SURRENDER"),
    **dict.fromkeys(("PURCHASE", "GET"), "BUY"),
    **dict.fromkeys(("DESTROY", "DEMOLISH"), "DISMANTLE"),
    **dict.fromkeys(("EXCHANGE", "TURN", "CHANGE"), "CONVERT"),
    **dict.fromkeys(("SATELLITES", "KILLSATS"), "KILSATS"),
}

SAYINGS = (
    Saying(
        "RAID FACTORY {zone} WITH {units}",
        ("RAID {zone} WITH {units}",),
        (
            "ATTACK FACTORY {zone} WITH {units}",
            "COMMANDO RAID {zone} WITH {units}",
            "RAID WITH {units} FACTORY {zone}",
            "{units} RAID {zone}",
            "{units} RAID FACTORY {zone}",
        ),
    ),
    Saying(
        "CONVERT {units} {zone} INTO {unit}",
        ("CONVERT {units} INTO {unit} {zone}",),
        ("CONVERT {units} FOR {unit} {zone}", "BUILD {units} INTO {unit} {zone}"),
    ),
    Saying(
        "SURRENDER {zone} TO {seat} IF {occasion}",
        ("SURRENDER {zone} TO {seat} WHEN {occasion}",),
        (
            "SURRENDER TO {seat} {zone} IF {occasion}",
            "IF {occasion} SURRENDER {zone} TO {seat}",
            "SURRENDER {zone} TO {seat} AFTER {occasion}",
        ),
    ),
    Saying("DISMANTLE FACTORY {zone}", ("DISMANTLE {zone}",), ("DISMANTLE {zone} FACTORY",)),
    Saying(
        "DON'T ACCEPT SURRENDER",
        ("ACCEPT NO",),
        ("DON'T SURRENDER", "ACCEPT DON'T SURRENDER", "DO DON'T ACCEPT SURRENDER", "REFUSE SURRENDER"),
    ),
    Saying("ACCEPT SURRENDER", ("ACCEPT YES",), ("ACCEPT ALL SURRENDER", "ACCEPT ANY SURRENDER")),
    Saying("DON'T SABOTAGE [AT {zones}]", ("SABOTAGE NO [AT {zones}]",), ("DO DON'T SABOTAGE [AT {zones}]",)),
    Saying("SABOTAGE {zones}", ("SABOTAGE YES AT {zones}",), ("SABOTAGE FACTORY {zones}", "SABOTAGE")),
    Saying(
        "KILSATS DON'T FIRE {seats}",
        ("KILSATS SPARE {seats}",),
        (
            "KILSATS DON'T TARGET {seats}",
            "KILSATS LET {seats} PASS",
            "KILSATS IGNORE {seats}",
            "KILSATS DON'T ATTACK {seats}",
        ),
    ),
    Saying(
        "SUBVERT {leader}",
        ("SUBVERT {leader} YES",),
        ("WIN {leader} OVER", "WIN OVER {leader}", "ALWAYS SUBVERT {leader}"),
    ),
    Saying("DON'T SUBVERT {leader}", ("SUBVERT {leader} NO",), ("DO DON'T SUBVERT {leader}",)),
    Saying(
        "FIGHT TO THE END",
        ("PERSIST ALWAYS",),
        ("FIGHT UNTIL END", "FIGHT TO DEATH", "DON'T GIVE UP", "FIGHT ON", "DON'T RETREAT", "DO DON'T RETREAT"),
    ),
    Saying(
        "FIGHT {persistence} ROUNDS",
        ("PERSIST {persistence}",),
        (
            "FIGHT FOR {persistence} ROUNDS",
            "FIGHT ON FOR {persistence} ROUNDS",
            "PERSIST FOR {persistence} ROUNDS",
            "PERSIST {persistence} ROUNDS",
        ),
    ),
    Saying("BUY {purchase} FOR {zone}", ("BUY {purchase} INTO {zone}",)),
    Saying("BLACK MARKET {purchase} [{zone}]", ("BUY {purchase} [INTO {zone}]",), ("MARKET {purchase} [{zone}]",)),
)
