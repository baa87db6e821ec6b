"""What people write for orders is read as they mean it."""

from moderator.games.buck_rogers.orders.language import LANGUAGE
from tests.support.cases import every_case

TAKEN = (
    ("Attack Tolstoi with 3 fighters from Bach", "MOVE 3 FIGHTERS Bach TO Tolstoi"),
    ("Attack Tolstoi from Bach with all fighters", "MOVE ALL FIGHTERS Bach TO Tolstoi"),
    ("Invade Hielo from Bach with 5 troopers", "MOVE 5 TROOPERS Bach TO Hielo"),
    ("move 2 ftrs from bach to hielo", "MOVE 2 FIGHTERS Bach TO Hielo"),
    ("Move fleet at Near Earth to Near Mars", "MOVE ALL Near Earth TO Near Mars"),
    ("Move 2 fighters Bach to Hielo if Red is there", "MOVE 2 FIGHTERS Bach TO Hielo IF RED THERE"),
    ("Move 2 fighters Bach to Hielo if empty", "MOVE 2 FIGHTERS Bach TO Hielo IF EMPTY"),
    ("Move 2 fighters Bach to Hielo unless there are enemies", "MOVE 2 FIGHTERS Bach TO Hielo UNLESS 1 ENEMY THERE"),
    ("Move 2 fighters Bach to Hielo if it is empty", "MOVE 2 FIGHTERS Bach TO Hielo IF EMPTY"),
    ("Otherwise move 2 fighters from Bach to Tolstoi", "ELSE MOVE 2 FIGHTERS Bach TO Tolstoi"),
    ("Carry 5 troopers from Bach to Hielo", "CARRY 5 TROOPERS Bach TO Hielo"),
    (
        "carry 5 troopers bach hielo by 2 transports at Wreckers",
        "CARRY 5 TROOPERS Bach TO Hielo BY 2 TRANSPORTS AT Wreckers",
    ),
    ("Hold everything at Bach", "HOLD ALL Bach"),
    ("Put 1 factory, Buck and 1 fighter at Bach", "PLACE 1 FACTORY, 1 FIGHTER, Buck Rogers Bach"),
    ("Place my leader and a factory at Bach", "PLACE 1 FACTORY, LEADER Bach"),
    ("Move the leader from Bach to Hielo", "MOVE LEADER Bach TO Hielo"),
    ("Convert 4 troopers to fighters at Bach", "CONVERT 4 TROOPERS INTO FIGHTERS Bach"),
    ("Convert 4 troopers at Bach into fighters", "CONVERT 4 TROOPERS INTO FIGHTERS Bach"),
    ("Steal 2 fighters from Red at Near Mars", "SEDUCE 2 FIGHTERS OF Red Near Mars"),
    ("Huer rolls the die", "HUER ROLLS"),
    ("Surrender to Red at Bach", "SURRENDER Bach TO Red"),
    ("Accept surrender", "ACCEPT YES"),
    ("Dismantle the factory at Bach", "DISMANTLE Bach"),
    ("Truce with Green", "TRUCE Green"),
    ("Truce with Green and Red", "TRUCE Green, Red"),
    ("Shoot at fighters first", "TARGET FIGHTERS"),
    ("Retreat if weaker", "RETREAT ALL"),
    ("Retreat if outnumbered", "RETREAT ALL WHEN OUTNUMBERED 2 TO 1"),
    ("Retreat if we lose 3 units", "RETREAT ALL WHEN LOSSES 3"),
    ("RETREAT ALL FIGHTRES TO NEAR MERCURY", "RETREAT ALL FIGHTERS TO Near Mercury"),
    ("Move 3x Fighter Sobkou -> Tolstoi", "MOVE 3 FIGHTERS Sobkou Plains TO Tolstoi"),
    ("MOVE 2 FIGTERS SOBKOU TO BACH", "MOVE 2 FIGHTERS Sobkou Plains TO Bach"),
    ("BUILD FIGTHERS", "BUILD FIGHTER"),
    ("build killsat at sobkou", "BUILD KILSAT AT Sobkou Plains"),
    ("build 2 troopers in ram hq", "BUILD TROOPER AT RAM HQ"),
    ("target battlers first then fighters", "TARGET BATTLERS, FIGHTERS"),
    ("move 3 fighters to Tolstoi from Bach", "MOVE 3 FIGHTERS Bach TO Tolstoi"),
    ("move 3 fighters from bach to tolstoi if tolstoi is empty", "MOVE 3 FIGHTERS Bach TO Tolstoi IF EMPTY Tolstoi"),
    ("Retreat when outnumbered 3 to 1", "RETREAT ALL WHEN OUTNUMBERED 3 TO 1"),
    ("Retreat to Bach after 2 rounds", "RETREAT ALL TO Bach WHEN ROUND 2"),
    ("Bomb Arcadia", "BOMB FACTORIES, FIGHTERS, TROOPERS, TRANSPORTS Arcadia"),
    ("Bombard factories at Arcadia", "BOMB FACTORIES Arcadia"),
    ("Use Kane at Near Mars", "POWER Killer Kane AT Near Mars"),
    ("raid aerostates with the troopers", "RAID Aerostates WITH ALL TROOPERS"),
    ("Move fighters from Bach to Tolstoi", "MOVE ALL FIGHTERS Bach TO Tolstoi"),
    ("Move fighter from Bach to Tolstoi", "MOVE 1 FIGHTER Bach TO Tolstoi"),
    ("Move fighter Bach to Tolstoi if fighters at Hielo", "MOVE 1 FIGHTER Bach TO Tolstoi IF 1 FIGHTER AT Hielo"),
    ("Build 2 troopers at Bach", "BUILD TROOPER AT Bach"),
    ("Build one battler at Bach with Tolstoi", "BUILD BATTLER AT Bach WITH Tolstoi"),
    ("Buy a fighter for Bach", "BUY FIGHTER INTO Bach"),
    ("Buy fighter at Bach", "BUY FIGHTER INTO Bach"),
)
OFFERED = (
    ("2 fighters Bach -> Tolstoi", ("MOVE 2 FIGHTERS Bach TO Tolstoi",)),
    ("2F Bach-Tolstoi", ("MOVE 2 FIGHTERS Bach TO Tolstoi",)),
    ("Everything at Bach goes to Near Mercury", ("MOVE ALL Bach TO Near Mercury",)),
    ("Take 5 troopers from Bach to Hielo", ("CARRY 5 TROOPERS Bach TO Hielo",)),
    ("Ship 5 troopers Bach to Hielo", ("CARRY 5 TROOPERS Bach TO Hielo",)),
    ("Move 3 fighters to Tolstoi", ("MOVE 3 FIGHTERS <origin> TO Tolstoi",)),
    ("Kane goes to RAM HQ", ("MOVE Killer Kane <origin> TO RAM HQ",)),
    ("Move transport from Bach to Hielo with 5 troopers", ("MOVE 1 TRANSPORT Bach LOAD 5 TROOPERS TO Hielo",)),
    ("Move Kane from Ram HQ to Arcadia with 3 troopers", ("MOVE 3 TROOPERS, Killer Kane RAM HQ TO Arcadia",)),
    ("Move 1 trooper from the Bach to sobku plains", ("MOVE 1 TROOPER Bach TO Sobkou Plains",)),
    ("Move 2 fighters from Ma9 to Mars", ("MOVE 2 FIGHTERS Ma9 TO Near Mars",)),
    ("mv 3 gf antartic to far mars", ("MOVE <units> <origin> <way>",)),
    ("kane + all fighters coprates to boreal sea", ("MOVE ALL FIGHTERS, Killer Kane Coprates Chasm TO Boreal Sea",)),
    ("all troops elysium to wreckers", ("MOVE ALL TROOPERS Elysium TO Wreckers",)),
    ("11 bomb factories on mars", ("BOMB FACTORIES Mars",)),
    ("Bach: build fighter", ("BUILD FIGHTER AT Bach",)),
    ("Bach builds a fighter", ("BUILD FIGHTER AT Bach",)),
    ("All factories build troopers", ("BUILD TROOPER",)),
    ("1 factory, Buck and a fighter in Bach", ("PLACE 1 FACTORY, 1 FIGHTER, Buck Rogers Bach",)),
    ("Bach: 2 fighters to Tolstoi", ("MOVE 2 FIGHTERS Bach TO Tolstoi",)),
)
TALK = ("my turn, same plan as before:", "sorry for being late", "Builds:", "same as last turn please", "Hi Mod,")


@every_case("line", TALK)
def test_small_talk_is_no_order_that_failed(line: str) -> None:
    """Nobody is asked to mend a greeting, an excuse or a heading."""
    assert not LANGUAGE.looks_like(line)


@every_case(("line", "order"), TAKEN)
def test_plain_english_is_taken(line: str, order: str) -> None:
    """A line that can mean one thing is that order, and its form is read as the same."""
    reading = LANGUAGE.read(line)
    assert reading.order is not None, reading.problem
    assert LANGUAGE.format(reading.order) == order
    assert LANGUAGE.read(order).order == reading.order


@every_case(("line", "hints"), OFFERED)
def test_what_is_nearly_an_order_is_offered_whole(line: str, hints: tuple[str, ...]) -> None:
    """Nothing that was written is missing from the suggestion."""
    problem = LANGUAGE.read(line).problem
    assert problem is not None
    assert problem.hints == hints
    assert LANGUAGE.looks_like(line) or LANGUAGE.mentions(line)


VANISHING = (
    "kane + all fighters coprates to boreal sea",
    "2 troopers independant to american",
    "what are my chances at aerostates",
    "wilma returns to wreckers",
    "Wilma and 3 fighters go Warrens -> Tolstoi, attack!!",
    "wilma to tranquility with 2 fighters",
)


@every_case("line", VANISHING)
def test_no_line_that_names_a_zone_vanishes(line: str) -> None:
    """It is complained of, or listed among what was passed over."""
    assert LANGUAGE.looks_like(line) or LANGUAGE.mentions(line)


def test_a_number_is_no_dot_of_a_ring() -> None:
    """What is suggested for a line names the zones that it names, and no others."""
    problem = LANGUAGE.read("ardala steal 2 fighters from blue").problem
    assert problem is not None
    assert not any("A2" in hint for hint in problem.hints)


@every_case(
    "line", ["carry 5 troops from eurasian to african then american", "move 3T maxwell to Aerostates, 2G stay home"]
)
def test_no_condition_is_made_up(line: str) -> None:
    """Whatever else is suggested for a line that cannot be read."""
    problem = LANGUAGE.read(line).problem
    assert problem is not None
    assert not any(" IF " in hint or " UNLESS " in hint for hint in problem.hints)


WAYS = (
    ("via near mercury via far mercury to mercury marker", "VIA Near Mercury VIA Far Mercury TO Mercury Marker"),
    ("to mercury marker via near mercury via far mercury", "VIA Near Mercury VIA Far Mercury TO Mercury Marker"),
    ("via near mercury, far mercury to mercury marker", "VIA Near Mercury VIA Far Mercury TO Mercury Marker"),
    ("via near mercury via far mercury", "VIA Near Mercury TO Far Mercury"),
    ("to near mercury, then to far mercury", "VIA Near Mercury TO Far Mercury"),
    ("to hielo via near mercury drop 2 troopers", "VIA Near Mercury TO Hielo DROP 2 TROOPERS"),
)


@every_case(("written", "way"), WAYS)
def test_a_way_leads_where_it_says(written: str, way: str) -> None:
    """Zones after VIA are passed in their order, whether the goal is named before or behind them."""
    order = LANGUAGE.read(f"move 1 transport bach {written}").order
    assert order is not None
    assert LANGUAGE.format(order) == f"MOVE 1 TRANSPORT Bach {way}"


def test_a_zone_that_may_be_passed_or_be_the_goal_is_asked_about() -> None:
    """Nobody knows where this ends."""
    assert LANGUAGE.read("move 1 fighter bach to hielo via near mercury, far mercury").order is None
