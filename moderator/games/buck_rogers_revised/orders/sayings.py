"""What people say in other words, and the orders of the revised rules that say the same."""

from moderator.language.grammar.sayings import Saying

SAYABLE = {
    **dict.fromkeys(("BIDS", "BIDDING"), "BID"),
    **dict.fromkeys(("PURCHASE", "PURCHASES", "BUYS"), "BUY"),
    **dict.fromkeys(("CARDS", "HAND"), "CARD"),
    **dict.fromkeys(("CHOOSE", "WANT", "PICK"), "CHOOSE"),
    **dict.fromkeys(("SWAP",), "TRADE"),
    **dict.fromkeys(("UPGRADING",), "UPGRADE"),
    **dict.fromkeys(("FACTORIES",), "FACTORY"),
    **dict.fromkeys(("SINK", "DESTROY"), "SCUTTLE"),
    **dict.fromkeys(("REDRAW",), "MULLIGAN"),
}

_EVERY_SYSTEM = "Mercury, Venus, Earth, Mars, Asteroids"

SAYINGS = (
    # cards
    Saying(
        "DON'T PLAY",
        ("PLAY NO",),
        (
            "DON'T PLAY CARD",
            "DON'T PLAY ANY CARD",
            "DO DON'T PLAY ANY CARD",
            "SAVE CARD",
            "SAVE ALL CARD",
            "SAVE MY CARD",
            "SAVE ALL MY CARD",
            "PLAY NOTHING",
            "PLAY NONE",
        ),
    ),
    Saying("PLAY ALL CARD", ("PLAY ALL",), ("PLAY CARD", "PLAY EVERY CARD", "ALL CARD")),
    Saying(
        "PLAY CARD {card} [{before}] [IF {when}] [UNLESS {unless}]",
        ("PLAY {card} [{before}] [IF {when}] [UNLESS {unless}]",),
        ("PLAY {card} CARD [{before}] [IF {when}] [UNLESS {unless}]",),
    ),
    Saying(
        "PLAY {card} AND {given}", ("PLAY {card}", "PLAY {given}"), ("PLAY CARD {card} AND {given}",), together=True
    ),
    Saying("GIVE OVER {card}", ("GIVE {card}",), ("PASS CARD {card}", "GIVE CARD {card}", "GIVE AWAY {card}")),
    Saying(
        "MULLIGAN",
        ("MULLIGAN YES",),
        ("TAKE MULLIGAN", "CARRY MULLIGAN", "NEW CARD", "DRAW NEW CARD", "GIVE ME NEW CARD"),
    ),
    Saying("DON'T MULLIGAN", ("MULLIGAN NO",), ("SAVE THIS CARD",)),
    Saying(
        "THROW AWAY {cards}",
        ("DISCARD {cards}",),
        ("PLACE AWAY {cards}", "THROW {cards} AWAY", "DISCARD CARD {cards}", "DISCARD {cards} CARD"),
    ),
    Saying("TRADE CARD {cards}", ("TRADE {cards}",), ("TRADE {cards} CARD", "TRADE {cards}")),
    # Production
    Saying(
        "DON'T BID [{colour}]",
        ("BID [{colour}] 0",),
        ("BID [{colour}] NOTHING", "BID [{colour}] NONE", "DO DON'T BID [{colour}]", "{colour} DON'T BID"),
    ),
    Saying("BID {bid} [FACTORY]", ("BID {bid}",), ("BID {bid} ACTIVE FACTORY",)),
    Saying(
        "BID {bid} [FACTORY] WITH {zones}",
        ("BID {bid} USING {zones}",),
        ("BID {bid} {zones}", "BID {bid} FACTORY {zones}"),
    ),
    Saying(
        "BID {bid} FOR {colour}",
        ("BID {colour} {bid}",),
        ("BID {bid} {colour}", "{colour} BID {bid}", "FOR {colour} BID {bid}"),
    ),
    Saying(
        "WISH FOR {wished}",
        ("WISH {wished}",),
        (
            "WISH CARD {wished}",
            "CARD {wished}",
            "TURN CARD {wished}",
            "CHOOSE CARD {wished}",
            "CHOOSE TURN CARD {wished}",
            "CARRY TURN CARD {wished}",
            "TAKE CARD {wished}",
            "WISH FOR CARD {wished}",
            "WISH NUMBER {wished}",
        ),
    ),
    Saying(
        "ACTIVATE FACTORY {zones}",
        ("ACTIVATE {zones}",),
        (
            "TURN ON {zones}",
            "SWITCH ON {zones}",
            "ACTIVATE {zones} FACTORY",
            "TURN ON FACTORY {zones}",
            "TURN ON {zones} FACTORY",
            "SWITCH ON {zones} FACTORY",
        ),
    ),
    Saying(
        "DISABLE FACTORY {zones} [{after}]",
        ("DISABLE {zones} [{after}]",),
        (
            "TURN OFF {zones}",
            "SWITCH OFF {zones}",
            "SHUT DOWN {zones}",
            "REST {zones}",
            "DISABLE {zones} FACTORY [{after}]",
            "TURN OFF FACTORY {zones}",
            "TURN OFF {zones} FACTORY",
            "SWITCH OFF {zones} FACTORY",
            "SHUT DOWN {zones} FACTORY",
            "SHUT DOWN FACTORY {zones}",
            "REST {zones} FACTORY",
            "DON'T ACTIVATE {zones}",
        ),
    ),
    Saying("ACTIVATE ALL [FACTORY]", (f"ACTIVATE {_EVERY_SYSTEM}",)),
    Saying("DISABLE ALL [FACTORY]", (f"DISABLE {_EVERY_SYSTEM}",)),
    Saying("ACTIVATE {zones} FOR {colour}", ("ACTIVATE {colour} {zones}",), ("{colour} ACTIVATE {zones}",)),
    Saying("DISABLE {zones} FOR {colour}", ("DISABLE {colour} {zones}",), ("{colour} DISABLE {zones}",)),
    Saying("UPGRADE {unit} {zone}", ("UPGRADE {zone}",), ("UPGRADE ONE {unit} {zone}",)),
    Saying("DON'T UPGRADE", ("UPGRADE NO",)),
    Saying(
        "BUY [{count}] {purchase} FOR {zone}",
        ("BUY [{count}] {purchase} INTO {zone}",),
        ("GET [{count}] {purchase} FOR {zone}", "GET [{count}] {purchase} {zone}"),
    ),
    Saying(
        "{colour} BUY [{count}] {purchase} [FOR {zone}]",
        ("BUY {colour} [{count}] {purchase} [INTO {zone}]",),
        ("BUY [{count}] {purchase} FOR {colour}", "{colour} BUY [{count}] {purchase} INTO {zone}"),
    ),
    # battles, status
    Saying(
        "{units} {space} [AT {zone}] [ROUND {round}]",
        ("LINE {units} {space} [AT {zone}] [ROUND {round}]",),
        (
            "PLACE {units} {space} [AT {zone}] [ROUND {round}]",
            "MOVE {units} {space} [AT {zone}] [ROUND {round}]",
            "{units} {space} LINE [AT {zone}] [ROUND {round}]",
            "LINE {units} {space} LINE [AT {zone}] [ROUND {round}]",
        ),
    ),
    Saying(
        "COVER WITH {units} [AT {zone}]",
        ("COVER {units} [AT {zone}]",),
        (
            "{units} COVER [AT {zone}]",
            "LEAVE {units} {zone} AS COVER",
            "LEAVE {units} COVER {zone}",
            "{units} {zone} COVER",
        ),
    ),
    Saying(
        "FIRE RAY {unit} {zone}",
        ("RAY {unit} {zone}",),
        ("DEATH RAY {unit} {zone}", "TARGET RAY {unit} {zone}", "FIRE DEATH RAY {unit} {zone}", "RAY {zone} {unit}"),
    ),
    Saying(
        "SELF DESTRUCT {count} TROOPERS {zone}",
        ("DESTRUCT {count} TROOPERS {zone}",),
        ("BLOW UP {count} TROOPERS {zone}",),
    ),
    Saying(
        "POINT BLANK [AT {zones}]",
        ("POINT YES [AT {zones}]",),
        ("BATTLERS FIRE TWICE [AT {zones}]", "POINT [AT {zones}]"),
    ),
    Saying(
        "DON'T POINT [AT {zones}]",
        ("POINT NO [AT {zones}]",),
        ("DON'T POINT BLANK [AT {zones}]", "BATTLERS DON'T FIRE TWICE [AT {zones}]"),
    ),
    Saying("SCORCHED EARTH {zones}", ("SCORCH {zones}",)),
    Saying("SCUTTLE {units} {zone}", ("SCUTTLE {units} {zone}",)),
    Saying("BLACK MARKET [{count}] {purchase} [{zone}]", ("BUY [{count}] {purchase} [INTO {zone}]",)),
)
