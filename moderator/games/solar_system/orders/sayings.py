"""What people say who think of the game in other words, and the orders of every rule set that say the same."""

from moderator.language.grammar.sayings import Saying

SAYABLE = {
    **dict.fromkeys(("DONT", "NOT", "NO", "NEVER", "WITHOUT", "STOP"), "DON'T"),
    **dict.fromkeys(("CANCEL", "END", "BREAK"), "CANCEL"),
    **dict.fromkeys(("PEACE", "CEASEFIRE", "ALLIANCE", "ALLY", "ALLIED", "FRIENDS", "FRIEND"), "TRUCE"),
    **dict.fromkeys(("PASSING", "PASSER"), "PASSERS"),
    **dict.fromkeys(("USING", "ABOARD"), "BY"),
    **dict.fromkeys(("TAKE", "TAKES", "BRING", "BRINGS", "SHIP", "HAUL", "TRANSPORTING", "LIFT"), "CARRY"),
    **dict.fromkeys(("SHOOTING", "SHOOTS", "FIRES", "FIRING", "KILL", "AIM", "DESTROYING"), "FIRE"),
    **dict.fromkeys(("EVERYONE", "EVERYBODY", "EVERYTHING"), "ALL"),
    **dict.fromkeys(("COMES", "COME", "REAPPEARS", "RETURNS"), "RETURN"),
    **dict.fromkeys(("BOMBING", "BOMBS"), "BOMB"),
    **dict.fromkeys(("STAYS", "REMAIN", "REMAINS", "WAIT", "WAITS", "HOLDS"), "HOLD"),
    **dict.fromkeys(("ATTACKS", "ATTACKING"), "ATTACK"),
    **dict.fromkeys(("SAVES", "KEEP", "KEEPS"), "SAVE"),
    **dict.fromkeys(("USES",), "POWER"),
    **dict.fromkeys(("WALK", "WALKS", "STEP"), "MOVE"),
    **dict.fromkeys(("DEFEND", "DEFENDS", "GUARD", "GUARDS", "PROTECT"), "HOLD"),
    **dict.fromkeys(("PRIORITISE", "PRIORITIZE", "SHOOT"), "TARGET"),
    **dict.fromkeys(("PICKS",), "PICK"),
    **dict.fromkeys(("DROPS", "UNLOADS"), "DROP"),
    **dict.fromkeys(("LOADS",), "LOAD"),
    **dict.fromkeys(("BOMBARDS",), "BOMB"),
    "FACTORIES": "FACTORY",
    **dict.fromkeys(("BUILDS", "BUILDING"), "BUILD"),
    **dict.fromkeys(("MOVES", "MOVING", "GOES", "FLIES", "RUN", "TRAVEL", "HEAD"), "MOVE"),
    **dict.fromkeys(("RETREATING", "FLEE", "WITHDRAW"), "RETREAT"),
}

_IF = "[IF {when}] [UNLESS {unless}]"
_LIFTED = f"CARRY {{cargo}} {{origin}} TO {{goal}} {_IF}"
_BY_ONE = f"CARRY {{cargo}} {{origin}} TO {{goal}} BY 1 TRANSPORTS AT {{base}} {_IF}"
_MOVED = f"MOVE {{units}} {{origin}} {{way}} {_IF}"

_LIFTS = (
    Saying(
        _BY_ONE,
        (_BY_ONE,),
        (
            f"TRANSPORTS {{base}} PICK UP {{cargo}} {{origin}} DROP THEM {{goal}} {_IF}",
            f"TRANSPORTS {{base}} PICK UP {{cargo}} {{origin}} DROP {{goal}} {_IF}",
            f"TRANSPORTS {{base}} CARRY {{cargo}} {{origin}} {{goal}} {_IF}",
            f"TRANSPORTS {{base}} LOAD {{cargo}} {{origin}} DROP {{goal}} {_IF}",
            f"USE TRANSPORTS {{base}} CARRY {{cargo}} {{origin}} {{goal}} {_IF}",
            f"USE TRANSPORTS {{base}} FOR {{cargo}} {{origin}} {{goal}} {_IF}",
            f"WITH TRANSPORTS {{base}} CARRY {{cargo}} {{origin}} {{goal}} {_IF}",
            f"BY TRANSPORTS {{base}} CARRY {{cargo}} {{origin}} {{goal}} {_IF}",
            f"CARRY WITH TRANSPORTS {{base}} {{cargo}} {{origin}} {{goal}} {_IF}",
        ),
    ),
    Saying(
        _LIFTED,
        (_LIFTED,),
        (
            f"BY TRANSPORTS {{cargo}} {{origin}} {{goal}} {_IF}",
            f"CARRY BY TRANSPORTS {{cargo}} {{origin}} {{goal}} {_IF}",
        ),
    ),
    Saying(
        _LIFTED,
        (_LIFTED,),
        (
            f"TRANSPORTS {{cargo}} {{origin}} {{goal}} {_IF}",
            f"LOAD {{cargo}} {{origin}} DROP {{goal}} {_IF}",
            f"LOAD {{cargo}} {{origin}} UNLOAD {{goal}} {_IF}",
            f"PICK UP {{cargo}} {{origin}} DROP THEM {{goal}} {_IF}",
            f"PICK UP {{cargo}} {{origin}} DROP {{goal}} {_IF}",
            f"CARRY FROM {{origin}} {{goal}} {{cargo}} {_IF}",
            f"CARRY {{origin}} {{cargo}} {{goal}} {_IF}",
        ),
    ),
    Saying(
        f"CARRY {{cargo}} {{origin}} {{goal}} BY TRANSPORTS AT {{base}} {_IF}",
        (_BY_ONE,),
        (
            f"CARRY {{cargo}} {{origin}} {{goal}} BY TRANSPORTS FROM {{base}} {_IF}",
            f"CARRY {{cargo}} {{origin}} {{goal}} WITH TRANSPORTS AT {{base}} {_IF}",
            f"CARRY {{cargo}} {{origin}} {{goal}} WITH TRANSPORTS FROM {{base}} {_IF}",
            f"CARRY {{cargo}} {{origin}} {{goal}} BY {{base}} TRANSPORTS {_IF}",
        ),
    ),
    Saying(
        f"CARRY {{cargo}} {{origin}} {{goal}} BY {{transports}} TRANSPORTS AT {{base}} {_IF}",
        (f"CARRY {{cargo}} {{origin}} TO {{goal}} BY {{transports}} TRANSPORTS AT {{base}} {_IF}",),
        (
            f"CARRY {{cargo}} {{origin}} {{goal}} BY {{transports}} TRANSPORTS FROM {{base}} {_IF}",
            f"CARRY {{cargo}} {{origin}} {{goal}} WITH {{transports}} TRANSPORTS AT {{base}} {_IF}",
            f"CARRY {{cargo}} {{origin}} {{goal}} WITH {{transports}} TRANSPORTS FROM {{base}} {_IF}",
        ),
    ),
)

_MOVES = (
    Saying(
        f"{{units}} {{origin}} {{way}} {_IF}",
        (_MOVED,),
        (
            f"{{units}} {{origin}} MOVE {{way}} {_IF}",
            f"{{units}} MOVE {{origin}} {{way}} {_IF}",
            f"{{origin}} {{units}} {{way}} {_IF}",
            f"{{origin}} {{units}} MOVE {{way}} {_IF}",
            f"FROM {{origin}} {{way}} {{units}} {_IF}",
            f"FROM {{origin}} {{units}} {{way}} {_IF}",
            f"{{origin}} {{way}} {{units}} {_IF}",
            f"MOVE {{origin}} {{units}} {{way}} {_IF}",
            f"MOVE FROM {{origin}} {{way}} {{units}} {_IF}",
            "IF {when} MOVE {units} {origin} {way}",
            "MOVE {units} {origin} {way} ONLY IF {when}",
        ),
    ),
    Saying("UNLESS {unless} MOVE {units} {origin} {way}", (_MOVED,)),
    Saying(
        "MOVE {units} {origin} TO {goal} ELSE {zone}",
        (
            "MOVE {units} {origin} TO {goal}",
            "ELSE MOVE {units} {origin} TO {zone}",
        ),
        ("MOVE {units} {origin} TO {goal} OR {zone}",),
        together=True,
    ),
    Saying("ELSE {units} {origin} {way}", ("ELSE MOVE {units} {origin} {way}",)),
    Saying(
        "MOVE TRANSPORTS {origin} {way} WITH {cargo}",
        ("MOVE 1 TRANSPORT {origin} LOAD {cargo} {way}",),
        (
            "MOVE 1 TRANSPORTS {origin} {way} WITH {cargo}",
            "LOAD {cargo} {origin} TRANSPORTS MOVE {way}",
            "LOAD {cargo} {origin} TRANSPORTS AND {way}",
            "TRANSPORTS {origin} {way} WITH {cargo}",
            "LOAD {cargo} {origin} MOVE {way}",
            "PICK UP {cargo} {origin} MOVE {way}",
        ),
    ),
    Saying(
        "HOLD {units} {zone}",
        ("HOLD {units} {zone}",),
        ("{units} HOLD {zone}", "{zone} {units} HOLD", "{units} {zone} HOLD", "{units} HOLD WHERE {zone}"),
    ),
    Saying("HOLD {zone}", ("HOLD ALL {zone}",), ("HOLD PUT {zone}", "HOLD POSITION {zone}", "DON'T MOVE {zone}")),
    Saying(
        "DO NOTHING",
        ("PASS",),
        (
            "NOTHING",
            "NO MOVES",
            "NO ORDERS",
            "NO CHANGE",
            "NO CHANGES",
            "ALL HOLD HOME",
            "LEAVE ALL WHERE IT IS",
            "LEAVE ALL WHERE THEY ARE",
            "ALL HOLD",
            "HOLD ALL",
            "ALL HOLD PUT",
            "ALL HOLD WHERE THEY ARE",
            "ALL UNITS HOLD",
            "HOLD ALL UNITS",
        ),
    ),
)

_BATTLES = (
    Saying(
        "ATTACK ALWAYS [AT {zones}]",
        ("STANCE ATTACK [AT {zones}]",),
        ("ALWAYS ATTACK [AT {zones}]", "ATTACK ALL [AT {zones}]", "ATTACK EVERYWHERE"),
    ),
    Saying(
        "ATTACK {seats} EVERYWHERE",
        ("STANCE ATTACK AGAINST {seats}",),
        ("ATTACK {seats} ALWAYS", "ALWAYS ATTACK {seats}"),
    ),
    Saying(
        "DON'T ATTACK ANYBODY [AT {zones}]",
        ("STANCE HOLD [AT {zones}]",),
        (
            "DON'T ATTACK ANYONE [AT {zones}]",
            "DO DON'T ATTACK ANYBODY [AT {zones}]",
            "DO DON'T ATTACK ANYONE [AT {zones}]",
            "DON'T START FIGHTS [AT {zones}]",
            "DON'T START BATTLES [AT {zones}]",
        ),
    ),
    Saying(
        "TRUCE {seats}",
        ("TRUCE {seats}",),
        (
            "TRUCE WITH {seats}",
            "BUILD TRUCE WITH {seats}",
            "BE TRUCE WITH {seats}",
            "OFFER TRUCE {seats}",
            "DON'T ATTACK {seats}",
            "DO DON'T ATTACK {seats}",
            "SPARE {seats}",
            "DON'T ATTACK AT {seats}",
            "DON'T FIGHT {seats}",
        ),
    ),
    Saying(
        "BE {stance} [AT {zones}] [AGAINST {seats}]",
        ("STANCE {stance} [AT {zones}] [AGAINST {seats}]",),
        (
            "{stance} [AT {zones}] AGAINST {seats}",
            "BE {stance} AGAINST {seats} AT {zones}",
            "HOLD {stance} [AT {zones}] [AGAINST {seats}]",
            "BE {stance} {seats}",
            "STANCE {stance} AGAINST {seats} AT {zones}",
            "STANCE AT {zones} {stance} [AGAINST {seats}]",
        ),
    ),
    Saying(
        "ATTACK {seats} [AT {zones}]",
        ("STANCE ATTACK [AT {zones}] AGAINST {seats}",),
        ("FIGHT {seats} [AT {zones}]", "ATTACK ALL {seats} [AT {zones}]"),
    ),
    Saying(
        "HOLD FIRE [AT {zones}]",
        ("STANCE HOLD [AT {zones}]",),
        (
            "DON'T ATTACK [AT {zones}]",
            "DON'T BATTLE [AT {zones}]",
            "DON'T FIGHT [AT {zones}]",
            "HOLD YOUR FIRE [AT {zones}]",
            "DO DON'T ATTACK [AT {zones}]",
        ),
    ),
    Saying(
        "TARGET {kinds} [OF {seats}] [AT {zones}]",
        ("TARGET {kinds} [OF {seats}] [AT {zones}]",),
        (
            "FIRE {kinds} [OF {seats}] [AT {zones}]",
            "FIRE {seats} {kinds} [AT {zones}]",
            "TARGET AT {zones} {kinds}",
            "ATTACK {kinds} [OF {seats}] [AT {zones}]",
        ),
    ),
    Saying(
        "DON'T FIRE PASSERS [SHIPS] [AT {zones}]",
        ("PASSERS SPARE [AT {zones}]",),
        (
            "DON'T TARGET PASSERS [SHIPS] [AT {zones}]",
            "SPARE PASSERS [SHIPS] [AT {zones}]",
            "LET PASSERS BY [AT {zones}]",
            "LET SHIPS PASS [AT {zones}]",
            "DO DON'T FIRE PASSERS [SHIPS] [AT {zones}]",
            "IGNORE PASSERS [SHIPS] [AT {zones}]",
            "LET PASSERS [SHIPS] GO [AT {zones}]",
            "PASSERS DON'T FIRE [AT {zones}]",
            "LET THEM PASS [AT {zones}]",
        ),
    ),
    Saying(
        "FIRE PASSERS [SHIPS] [AT {zones}]",
        ("PASSERS FIRE [AT {zones}]",),
        ("TARGET PASSERS [SHIPS] [AT {zones}]", "ATTACK PASSERS [SHIPS] [AT {zones}]"),
    ),
    Saying(
        "RETREAT [{units}] [AT {zone}] [TO {zones}] IF {occasion}",
        ("RETREAT {units} [AT {zone}] [TO {zones}] WHEN {occasion}",),
        (
            "{units} RETREAT [AT {zone}] [TO {zones}] WHEN {occasion}",
            "{units} RETREAT [AT {zone}] [TO {zones}] IF {occasion}",
            "WHEN {occasion} RETREAT {units} [AT {zone}] [TO {zones}]",
            "IF {occasion} RETREAT {units} [AT {zone}] [TO {zones}]",
            "RETREAT {units} WHEN {occasion} [AT {zone}] [TO {zones}]",
            "RETREAT {units} IF {occasion} [AT {zone}] [TO {zones}]",
            "RETREAT {units} [AT {zone}] WHEN {occasion} TO {zones}",
            "RETREAT {units} [AT {zone}] IF {occasion} TO {zones}",
        ),
    ),
    Saying(
        "WHEN {occasion} RETREAT [AT {zone}] [TO {zones}]",
        ("RETREAT ALL [AT {zone}] [TO {zones}] WHEN {occasion}",),
        ("IF {occasion} RETREAT [AT {zone}] [TO {zones}]",),
    ),
    Saying(
        "FALL BACK [TO {zones}] IF {occasion}",
        ("RETREAT ALL [TO {zones}] WHEN {occasion}",),
        (
            "FALL BACK [TO {zones}] WHEN {occasion}",
            "PULL OUT [TO {zones}] IF {occasion}",
            "PULL OUT [TO {zones}] WHEN {occasion}",
            "PULL BACK [TO {zones}] WHEN {occasion}",
            "MOVE AWAY IF {occasion}",
            "MOVE IF {occasion}",
        ),
    ),
    Saying("{units} RETREAT [AT {zone}] [TO {zones}]", ("RETREAT {units} [AT {zone}] [TO {zones}]",)),
    Saying("TARGET DOWN {kinds}", ("TARGET {kinds}",), ("FIRST {kinds}", "{kinds} FIRST", "{kinds} ARE FIRST TARGET")),
    Saying("DON'T BOMB [{zones}]", ("BOMB NOTHING [{zones}]",), ("DO DON'T BOMB [{zones}]",)),
    Saying("BOMB {zones} {bombed}", ("BOMB {bombed} {zones}",), ("AT {zones} BOMB {bombed}",)),
    Saying(
        "SAVE {leader} [POWER]",
        ("POWER {leader} SAVE",),
        (
            "{leader} SAVE POWER",
            "SAVE POWER {leader}",
            "DON'T USE {leader}",
            "DON'T USE {leader} POWER",
            "{leader} POWER SAVE",
            "SAVE POWER OF {leader}",
            "DON'T POWER {leader}",
            "{leader} SAVE POWER POWER",
        ),
    ),
    Saying(
        "POWER OF {leader} [AT {zone}]",
        ("POWER {leader} [AT {zone}]",),
        ("{leader} POWER [AT {zone}]", "{leader} USE POWER [AT {zone}]", "USE POWER {leader} [AT {zone}]"),
    ),
    Saying(
        "RETURN {leader} BACK {zones}",
        ("RETURN {leader} {zones}",),
        ("{leader} RETURN [BACK] {zones}", "CARRY {leader} BACK {zones}", "{leader} BACK {zones}"),
    ),
)

_MAKING = (
    Saying(
        "BUILD {product} [AT {zone}]",
        ("BUILD {product} [AT {zone}]",),
        (
            "{zone} BUILD {product}",
            "BUILD {zone} {product}",
            "AT {zone} BUILD {product}",
            "FACTORY {zone} BUILD {product}",
            "FACTORY BUILD {product}",
            "ALL FACTORY BUILD {product}",
            "BUILD {product} FACTORY AT {zone}",
        ),
    ),
    Saying(
        "BUILD {product} {zone} {into}",
        ("BUILD {product} AT {zone} INTO {into}",),
        ("BUILD {product} FROM {zone} TO {into}",),
    ),
    Saying("RALLY POINT {zones}", ("RALLY {zones}",)),
    Saying("CANCEL {topic}", ("FORGET {topic}",), ("DON'T {topic}", "FORGET ALL {topic}", "CANCEL ALL {topic}")),
    Saying(
        "LEADER {leaders}",
        ("LEADER {leaders}",),
        ("{leaders} LEADER", "FOR {leaders}", "{leaders} AS LEADER", "AS LEADER {leaders}", "WISH FOR {leaders}"),
    ),
    Saying("{units} {zone}", ("PLACE {units} {zone}",), ("{zone} {units}", "PLACE AT {zone} {units}")),
)

SHARED = (*_LIFTS, *_MOVES, *_BATTLES, *_MAKING)
