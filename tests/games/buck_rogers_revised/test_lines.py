"""How orders of the revised rules may be written, and what stands of doctrine."""

from moderator.core.errors import Problem
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.orders.types import ORDERS, standing
from moderator.games.buck_rogers_revised.pieces import Space
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.support.cases import every_case

LINES = {
    "give bach": "GIVE Bach",
    "PASS Vesta": "GIVE Vesta",
    "MULLIGAN SCATTERED": "MULLIGAN SCATTERED",
    "LEADER KANE, HUER": "LEADER Killer Kane, Doc Huer",
    "ACTIVATE RED MARS, BACH": "ACTIVATE RED Mars, Bach",
    "DEACTIVATE BACH AFTER": "DISABLE Bach AFTER",
    "BID 1 USING ELYSIUM": "BID 1 USING Elysium",
    "BID GREEN TWO USING BACH AND ELYSIUM BONUS": "BID GREEN 2 USING Bach, Elysium BONUS",
    "WISH 3 1 2": "WISH 3, 1, 2",
    "BUILD HALF BATTLER AT BACH": "BUILD BATTLER AT Bach",
    "UPGRADE NO": "UPGRADE NO",
    "UPGRADE BACH": "UPGRADE Bach",
    "BUY 2 TROOPERS BACH": "BUY 2 TROOPER INTO Bach",
    "BUY FACTORY": "BUY HALF FACTORY",
    "SEDUCE KANE": "SEDUCE Killer Kane",
    "SEDUCE 2 TROOPERS OF RED BACH": "SEDUCE 2 TROOPERS OF RED Bach",
    "PLAY VESTA IF 1 ENEMY AT VESTA ORBIT": "PLAY Vesta IF 1 ENEMY AT Vesta Orbit",
    "PLAY VESTA BEFORE": "PLAY Vesta BEFORE",
    "COVER 2F AT NEAR MARS": "COVER 2 FIGHTERS AT Near Mars",
    "RAY BATTLER NEAR MARS": "RAY BATTLERS Near Mars",
    "DESTRUCT 3 BACH": "DESTRUCT 3 TROOPERS Bach",
    "LINE 2 FIGHTERS COMMANDO AT DEIMOS ROUND 1": "LINE 2 FIGHTERS COMMANDO AT Deimos ROUND 1",
    "POINT NO AT MARS": "POINT NO AT Mars",
    "SCORCH BACH": "SCORCH Bach",
    "BOMB BACH": "BOMB GENNIES, TROOPERS, MARKERS Bach",
    "TRADE BACH, VESTA": "TRADE Bach, Vesta",
    "DISCARD BACH": "DISCARD Bach",
    "SCRAP BUCK, 2T BACH": "SCUTTLE 2 TROOPERS, Buck Rogers Bach",
    "FORGET LINES": "FORGET LINE",
}


@every_case(("line", "meant"), LINES.items())
def test_a_line_is_read_as_it_is_meant(line: str, meant: str) -> None:
    """What is written back is read as the same order."""
    order = LANGUAGE.parse(line)
    assert not isinstance(order, Problem), order
    assert LANGUAGE.format(order).upper() == meant.upper()
    assert LANGUAGE.parse(meant) == order


def test_every_type_is_read_from_its_first_syntax() -> None:
    """The examples that help gives are orders of their type; where there is no gap the form is one."""
    for kind in ORDERS:
        forms = LANGUAGE.help(kind.syntax[0].split()[0])[kind]
        examples = [line for line in forms if line.startswith("  ")] or forms
        assert {type(LANGUAGE.parse(line.strip())) for line in examples} == {kind}


def test_doctrine_answers_for_places_rounds_and_colours() -> None:
    """Lines that name the zone and the round come first; a line without colour is about the first of a seat."""
    said = Standing(
        standing(
            (),
            orders_of(
                (
                    "LINE 1 FIGHTER HOLDING",
                    "LINE 1 FIGHTER COMMANDO AT BACH",
                    "LINE 1 FIGHTER RETREATING AT BACH ROUND 2",
                    "WISH 2, 1",
                    "WISH GREEN 3",
                    "BUY TROOPER",
                    "POINT NO AT MARS",
                    "POINT YES",
                    "SCORCH BACH",
                    "UPGRADE BACH",
                    "POWER KANE AT BACH",
                    "DISCARD BACH",
                )
            ),
        )
    )
    assert [line.space for line in said.lines("Bach", 2)] == [Space.RETREATING, Space.COMMANDO, Space.HOLDING]
    assert [line.space for line in said.lines("Bach", 1)] == [Space.COMMANDO, Space.HOLDING]
    assert [line.space for line in said.lines("Tolstoi", 2)] == [Space.HOLDING]
    assert (said.wishes("Red"), said.wishes("Green", first=False), said.wishes("Blue", first=False)) == (
        (2, 1),
        (3,),
        (),
    )
    assert (len(said.purchases("Red")), said.purchases("Green", first=False)) == (1, [])
    assert (said.points("Pavonis"), said.points("Bach"), Standing(()).points("Bach")) == (False, True, None)
    assert (said.scorches("Bach"), said.scorches("Tolstoi")) == (True, False)
    assert (said.upgrades("Bach"), said.upgrades("Tolstoi"), Standing(()).upgrades("Tolstoi")) == (True, False, True)
    assert (said.power("Killer Kane", "Bach"), said.power("Killer Kane", "Tolstoi"), said.power("Ardala", "Bach")) == (
        True,
        False,
        None,
    )
    assert said.discards == ["Bach"]


def test_an_order_set_replaces_doctrine_of_its_kind_and_takes_back_what_it_forgets() -> None:
    """All lines of a kind go with a new one; FORGET names kinds."""
    stood = standing((), orders_of(("WISH 1", "SCORCH BACH", "BOMB MARS", "LINE 1 FIGHTER HOLDING")))
    now = standing(stood, orders_of(("WISH 2", "FORGET SCORCH", "FORGET BOMBS")))
    assert [LANGUAGE.format(order) for order in now] == ["WISH 2", "LINE 1 FIGHTER HOLDING"]
