"""The game and the oracle fight the same battles: drawn forces and rules, the dice of the game given to the oracle."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from moderator.core.dice import Dice, Why
from moderator.games.buck_rogers import GAME
from moderator.games.solar_system.events.battle import LeaderLost
from tests.games.buck_rogers.oracle import Battle, rules_of
from tests.games.buck_rogers.oracle import Dice as Faces
from tests.games.buck_rogers.test_examples import TO_THE_END, order_set, raids, short, shown, table_of, told
from tests.games.buck_rogers.test_oracle import side
from tests.support.cases import every_case

LANDS = ("Bach", "Elysium", "African Regency", "Tycho", "Arcadia", "Deimos", "Vesta")
SKIES = ("Near Mercury", "Far Venus", "Near Moon", "Near Mars", "Ceres Orbit", "A7", "Sun")
LEADERS = {"Blue": "Buck Rogers", "Red": "Killer Kane", "Brown": "Wilma Deering", "Yellow": "Black Barney"}
BATTLES = 60


class Drawn:
    """Draws a battle: a zone, two or three sides, and the rules in force."""

    def __init__(self, name: str) -> None:
        """Take a name, from which everything follows."""
        self._chance, self._n = Dice.throwaway(name).secret, 0

    def number(self, most: int) -> int:
        """Return a number from 0 to the most."""
        self._n += 1
        return self._chance.d(most + 1, Why("drawn", n=self._n)) - 1

    def yes(self) -> bool:
        """Toss a coin."""
        return self.number(1) == 1

    def battle(self) -> dict[str, Any]:
        """Return a battle as examples describe them."""
        land = self.yes()
        names = LANDS if land else SKIES
        zone = names[self.number(len(names) - 1)]
        seats = list(LEADERS)[self.number(1) :][: 2 + self.number(1)]
        options: dict[str, Any] = {
            name: self.yes() for name in ("gennies_by_home", "asteroid_gennies_hit", "factory_defence")
        }
        options |= {"ruleset": "basic" if self.yes() else "advanced", "retreat": False}
        sides = [self.land(seat, holds=seat == seats[0]) if land else self.sky(seat, zone) for seat in seats]
        if options["ruleset"] == "advanced" and sides[0].get("factories"):
            self.raid(sides[1], zone)
        if not land and "Near" in zone:
            sides[0]["units"]["kilsat"] = 1
        turned = sides[::-1] if self.yes() else sides
        return {"zone": zone, "options": options, "sides": turned}

    def raid(self, one: dict[str, Any], zone: str) -> None:
        """Let the Troopers of a side raid; from an object off a surface they cannot leave on foot."""
        if "trooper" in one["units"] and one.get("leader") != "Killer Kane":
            one |= {"raiders": {"trooper": one["units"]["trooper"]}, "stuck": zone in {"Deimos", "Vesta"}}

    def land(self, seat: str, *, holds: bool) -> dict[str, Any]:
        """Return a side in a territory; who holds it has its Marker, and a Factory perhaps."""
        some = {"trooper": self.number(4), "gennie": self.number(3), "fighter": self.number(3)}
        some |= {"transport": self.number(2), "marker": int(holds)}
        return self._side(seat, some) | ({"factories": self.number(1)} if holds else {})

    def sky(self, seat: str, zone: str) -> dict[str, Any]:
        """Return a side in an orbit or on a dot; Gennies can be in an asteroid's orbit."""
        some = {"fighter": self.number(4), "battler": self.number(2), "transport": self.number(2)}
        return self._side(seat, some | ({"gennie": self.number(2)} if "Ceres" in zone else {}))

    def _side(self, seat: str, some: Mapping[str, int]) -> dict[str, Any]:
        units = {kind: n for kind, n in some.items() if n} or {"fighter": 1}
        units = units if set(units) != {"marker"} else units | {"trooper": 1}
        return {"seat": seat, "units": units} | ({"leader": LEADERS[seat]} if self.yes() else {})


def rival(drawn: Mapping[str, Any], thrown: list[int]) -> list[str]:
    """Return the oracle's lines of a battle, with the faces that the game threw."""
    sides = []
    for data in drawn["sides"]:
        kane, buck = (data.get("leader") == name for name in ("Killer Kane", "Buck Rogers"))
        sides.append(side({**data, "volley": kane, "buck": int(buck and "fighter" in data["units"])}))
    battle = Battle(sides, rules_of(drawn["options"], drawn["zone"]), Faces([*thrown, *[1] * 100]))
    battle.play()
    return battle.dice.lines


@every_case("name", range(BATTLES))
def test_the_game_and_the_oracle_agree(name: int) -> None:
    """Every shot is fired by the same unit at the same target with the same number, and none is left out."""
    drawn = Drawn(f"battle {name}").battle()
    orders = {data["seat"]: order_set(*TO_THE_END, *raids(data, drawn["zone"])) for data in drawn["sides"]}
    events = GAME.resolve(table_of(drawn, drawn["sides"]), orders, Dice.throwaway(f"dice {name}")).events
    lines = [line for line in told(events) if not line.startswith(("bomb", "lunar"))]
    assert list(map(short, rival(drawn, shown(events)))) == lines
    lost = Counter(event.leader for event in events if isinstance(event, LeaderLost))
    assert all(times == 1 for times in lost.values())
