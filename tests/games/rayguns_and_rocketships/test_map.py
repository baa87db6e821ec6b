"""What a reader sees of the Star Map and the decks: whole, as text, small, over the Rounds, and to cut out."""

import re
from functools import partial
from typing import Literal

import pytest
from msgspec.structs import replace

from moderator.core.pictures import Drawing, Part
from moderator.core.svg import Box
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.board.compass import place_ahead
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.events.flight import ShipMoved
from moderator.games.rayguns_and_rocketships.events.gunnery import ShipDestroyed
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import SEATS, Figure, Heading, Side
from moderator.games.rayguns_and_rocketships.seat.drawing import cards, decks, fire, marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing import poster as posters
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.miniature import miniature
from moderator.games.rayguns_and_rocketships.seat.drawing.poster import COUNTER
from moderator.games.rayguns_and_rocketships.seat.drawing.tracks import tracks
from moderator.games.rayguns_and_rocketships.seat.drawing.ways import ways
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of, cards_of, commands
from moderator.rendering.poster import layout
from moderator.rendering.typesetting.raster import Typesetter, digest
from moderator.testing.laws.pictures import strays
from tests.games.rayguns_and_rocketships.positions import TOLD, middle
from tests.support.cases import every_case
from tests.support.drawn import english, pictures

WORDS, PICTURES = english(GAME), pictures(GAME)
chart, course, draw = PICTURES.chart, PICTURES.course, PICTURES.draw
poster = partial(posters.poster, WORDS)

PAGE, SMALLEST = 170, 2.0
"""How wide a printed drawing is, and how high its smallest letters are (millimetres)."""


@pytest.fixture(scope="module")
def drawn() -> tuple[Drawing, ...]:
    """All drawings of a seat."""
    return tuple(draw(middle(), TOLD))


def plain(drawing: str) -> str:
    """Return a drawing without its colours."""
    return re.sub(r"#[0-9a-f]{6}", "", drawing)


def test_a_seat_sees_the_stars_its_deck_and_those_of_others(drawn: tuple[Drawing, ...]) -> None:
    """Who has no ship, or no seat, sees all decks as others'; who is alone sees no others."""
    assert [one.key for one in drawn] == ["stars", "fire", "deck-Rangers", "decks"]
    assert [one.key for one in draw(middle("public"))] == ["stars", "fire", "decks"]
    view = middle()
    alone = replace(view.position, ships=view.position.ships[:1])
    assert [one.key for one in draw(replace(view, position=alone))] == ["stars", "deck-Rangers"]
    assert [one.key for one in draw(middle("Zard", position=alone))] == ["stars", "fire", "decks"]


@every_case("who", [*SEATS, "gm"])
@every_case("captain", ["", "B"])
def test_nothing_on_a_deck_plan_is_outside(who: str, captain: Literal["", "B"]) -> None:
    """Captain cards of one side or, at the set-up, of two have room below and beside."""
    sides = tuple(Side(captain) for _ in SEATS)
    for drawing in draw(middle(who, position=replace(middle().position, sides=sides)))[1:]:
        corners = [corner for part in drawing.parts for corner in part.box.corners]
        assert min(min(x, y) for x, y in corners) > -1
        assert max(x for x, _ in corners) <= drawing.width + 1
        assert max(y for _, y in corners) <= drawing.height + 1


_LOOKED: set[tuple[Part, float]] = set()
"""Parts that keep to their boxes in a drawing of some width, which many drawings have: nobody need look twice."""


@every_case("seat", SEATS)
def test_captain_cards_hold_their_words(seat: str) -> None:
    """Abilities with their posts stay within the frame of the card."""
    for words in re.findall(r'x="58"[^>]*>([^<]+)<', decks.captain_card(WORDS, seat, Side()).svg):
        assert 58 + 11.4 * len(words) < 410


@every_case("who", ["Rangers", "Blaarg", "gm"])
def test_each_part_keeps_its_ink_in_its_box(who: str) -> None:
    """No part is cut off where it is drawn alone."""
    press = Typesetter()
    view = middle(
        who,
        position=replace(middle().position, sides=tuple(replace(side, captain="") for side in middle().position.sides)),
    )
    few = replace(view, position=replace(view.position, ships=view.position.ships[:2]))
    for drawing in (*draw(middle(who), TOLD), *draw(view), *draw(few)):
        parts = [part for part in drawing.parts if (part, drawing.width) not in _LOOKED]
        assert not [part.box for part in parts if strays(press, drawing, part)]
        _LOOKED.update((part, drawing.width) for part in parts)


def test_drawings_are_the_same_twice(drawn: tuple[Drawing, ...]) -> None:
    """The same view gives the same bytes; what never changes is drawn once for all Rounds."""
    assert digest(*(one.svg for one in drawn)) == digest(*(one.svg for one in draw(middle(), TOLD)))
    later = draw(middle(round=5))[0]
    assert {id(part) for part in (*sky.still("standard"), *sky.names("standard"))} <= {id(part) for part in later.parts}


def test_seats_are_told_apart_without_colour() -> None:
    """Letters and hatchings differ; so do guns, empty ports, red cores and rocks."""
    square = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
    assert len({plain(marks.filled(square, seat, 6)) for seat in SEATS}) == len(SEATS)
    assert len({mark.letter for mark in marks.MARKS.values()}) == len(SEATS)
    figure = Figure("Zard", "3", "A1")
    assert plain(marks.figure(figure, (0, 0), 9, home=True)) != plain(marks.figure(figure, (0, 0), 9, home=False))
    assert plain(marks.token("asteroid 1", "asteroid", (0, 0), 9)) != plain(
        marks.token("iceteroid 1", "iceteroid", (0, 0), 9)
    )


def test_letters_can_be_read_on_a_page(drawn: tuple[Drawing, ...]) -> None:
    """Marks may be smaller than the smallest print, words not; the own deck has squares to write on."""
    for drawing in drawn[:2]:
        words = re.findall(r'font-size="([\d.]+)"[^>]*>(?:[A-Z]{4,}|[A-K]\d+|\w+: )', drawing.svg)
        assert min(map(float, words)) * PAGE / drawing.width >= SMALLEST
    stars, _, own_deck, decks_ = drawn
    assert 100 * PAGE / own_deck.width >= 13
    assert 0.6 * 32 * PAGE / decks_.width >= SMALLEST
    assert stars.width > 1500  # so that pages print the decks, too


def test_guns_reach_to_both_sides_and_not_past_rock() -> None:
    """Rangers at E5 head east: north and south of them, three nodes where manned; Zard's asteroid at E7 hides nodes."""
    field = middle().field
    reached = fire.reach(field, "Rangers")
    assert (reached["C5"], reached["B5"], reached["B8"]) == (True, False, False)
    assert not {"E6", "E4", "E5", "A5"} & set(reached)
    assert "D8" not in fire.reach(field, "Zard")
    bare = Field(middle().options, SEATS, replace(middle().position, tokens=()))
    assert "D8" in fire.reach(bare, "Zard")


def test_a_side_without_rayguns_reaches_nothing() -> None:
    """A destroyed raygun shoots no more, nor does one below a Blast."""
    field = middle().fresh_field()
    field.set_ship("Rangers", guns=("P1",))
    assert {node[0] for node in fire.reach(field, "Rangers")} == set("BCD")
    field.set_ship("Rangers", blasts=("B3",))
    assert not fire.reach(field, "Rangers")
    assert not fire.shades(field, "Rangers", Squares(0, 0, 10)).svg


def test_names_are_read_on_whatever_lies_below_them(drawn: tuple[Drawing, ...]) -> None:
    """Names of nodes are painted after shades, ways and ships."""
    parts, squares = drawn[0].parts, sky.frame(board_of(Options()))
    below = parts[: parts.index(sky.names("standard")[0])]
    assert fire.shades(middle().field, "Rangers", squares) in below
    assert marks.ship("Zard", "NW", squares.centre("F6"), squares.side * 0.36) in [part.svg for part in below]


def test_each_enemy_has_a_small_map_of_what_its_guns_reach(drawn: tuple[Drawing, ...]) -> None:
    """The Star Map shows the reader's own shades alone; who has no ship gets a small map of every ship."""
    stars, small = drawn[:2]
    shaded = set(re.findall(r'<rect [^>]*fill="([^"]+)"', stars.svg))
    assert [seat for seat in SEATS if marks.MARKS[seat].tint in shaded] == ["Rangers"]
    assert re.findall(r">(\w+): rayguns reach<", small.svg) == [seat for seat in SEATS if seat != "Rangers"]
    assert re.findall(r">(\w+): rayguns reach<", draw(middle("gm"))[1].svg) == list(SEATS)


@every_case("heading", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
def test_no_way_and_no_number_of_a_turn_lies_on_a_name(heading: Heading) -> None:
    """Whichever way a ship leaves a planet, the planet's name stands where neither its way nor its number is."""
    table = board_of(Options())
    path = (place_ahead("I6", heading), place_ahead("I6", heading, 2))
    told = (ShipMoved(seat="Zard", by="card", steps="FF", path=path, at=path[-1], heading=heading),)
    gone = ways(sky.frame(table), told)
    for town in sky.towns(table, lambda box: not any(way.touches(box) for way in gone)):
        found = re.search(r'text-anchor="(\w+)">.*<text x="([\d.]+)" y="([\d.]+)">(\w+)<', town.svg)
        assert found
        x, y, wide = float(found[2]), float(found[3]), 12 * len(found[4])
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[found[1]]
        assert not gone[0].touches(Box(left, y - 15, wide, 15))


def test_an_outline_goes_around_corners() -> None:
    """An L of three squares has strokes that meet: each end is the beginning of another."""
    strokes = list(Squares(0, 0, 10).outline(("A1", "B1", "B2")))
    ends = [point for stroke in strokes for point in stroke]
    assert len(strokes) == 8
    assert all(ends.count(point) == 2 for point in ends)


def test_tracks_tell_turn_by_turn_where_ships_went() -> None:
    """From the node before the first step on; what a Star card or a collision moved is there, too."""
    ways = tracks(TOLD)
    assert ways["Rangers"] == [(1, ["D2", "D3"]), (2, ["D3", "E4"]), (3, ["E4", "E5"])]
    assert ways["Zard"] == [(1, ["I8", "H8"]), (2, ["H8", "G7"]), (3, ["G7", "F6"])]
    assert ways["Pirates"] == [(2, ["K3", "J4", "I4"])]
    assert not tracks(())


def test_tracks_and_wrecks_are_seen(drawn: tuple[Drawing, ...]) -> None:
    """Each way is drawn, its Turns numbered; where a ship was destroyed there is a Blast with its letter."""
    still = draw(middle())[0]
    assert len(drawn[0].parts) > len(still.parts) + len(tracks(TOLD))
    assert {
        f'font-size="21" font-weight="700" text-anchor="middle" fill="{marks.INK}">{turn}<' in drawn[0].svg
        for turn in (1, 2, 3)
    } == {True}
    lost = draw(middle(), (ShipDestroyed(seat="Blaarg", at="K1", by="Zard"),))[0]
    assert len(lost.parts) == len(still.parts) + 1


def test_everybody_aboard_is_on_the_decks(drawn: tuple[Drawing, ...]) -> None:
    """Own crew as discs, boarders with the letter of their seat, the abilities of the captain."""
    *_, own_deck, decks_ = drawn
    own = own_deck.svg
    assert {">Z<", ">6<", ">Pr<", ">3<", ">AIRLOCK S1<", ">HATCH<", ">Quick Draw<"} <= set(re.findall(r">[^<>]+<", own))
    assert ">R<" in decks_.svg
    healthy = middle(position=replace(middle().position, ships=(replace(middle().position.ships[0], blasts=()),)))
    assert draw(healthy)[1].svg.count(marks.FIRE) == own.count(marks.FIRE) - 2


@every_case("board", ["small", "episode", "large"])
def test_the_chart_fits_a_letter(board: str) -> None:
    """Sixty columns on any board."""
    options = Options(board="small" if board == "small" else "large" if board == "large" else "episode")
    assert max(map(len, chart(middle(options=options)).splitlines())) <= 60


@every_case("who", SEATS)
def test_the_chart_of_crowded_decks_fits_a_letter(who: str) -> None:
    """Boarders and Blasts on every outermost square; decks that do not fit beside each other are below."""
    position = middle().position
    ends = {ship.seat: [max(deck(ship.seat).signs, key=lambda square: square[1:])] * 2 for ship in position.ships}
    ships = tuple(replace(ship, blasts=tuple(ends[ship.seat])) for ship in position.ships)
    guests = zip(SEATS, SEATS[1:] + SEATS[:1], strict=True)
    figures = tuple(Figure(guest, "2", ends[seat][0], seat) for guest, seat in guests)
    lines = chart(middle(who, position=replace(position, ships=ships, figures=figures))).splitlines()
    assert max(map(len, lines)) <= 60
    assert any(">Z2*" in line for line in lines)


def test_the_chart_shows_map_and_decks() -> None:
    """Two characters a node; decks with digits, stars for captains, the own one first."""
    lines = chart(middle()).splitlines()
    assert "E  .  .  .  .  R> .  ## .  .  .  ." in lines
    assert "in space: r5 F5, p5 H4, z4 F5, b6 D9" in lines
    assert "() planet  ## asteroid  %% iceteroid  w warbot  a core  t" in lines
    assert lines[-3].startswith("C cockpit  P panel")
    assert "D     p4  .   .Z@ .   -&        D     p@  .   .   .   s" in lines
    assert chart(middle("Zard")).index("Zard, F6") < chart(middle("Zard")).index("Rangers, E5")


def test_the_course_shows_what_wins() -> None:
    """A line for each seat, and the points that win; none before the first Round."""
    shown = course(middle())
    assert shown is not None
    assert all(f">{seat} " in shown.svg for seat in SEATS)
    assert ">20<" in shown.svg
    assert course(middle(history=())) is None


def test_the_small_map_is_small() -> None:
    """A dozen fit on a page; ships have letters and the number of their Blasts."""
    small = miniature(middle())
    assert small.width <= 180
    assert {">R<", ">Z<", ">4<"} <= set(re.findall(r">[^<>]+<", small.svg))
    assert miniature(replace(middle(), position=replace(middle().position, ships=()))) != small


def names(view: View) -> dict[str, int]:
    """Return the markers of a poster with their counts."""
    return {marker.drawing.alt: marker.count for marker in poster(view, blank=True).markers}


def test_everything_can_be_cut_out() -> None:
    """Decks, ships, figures and tokens for all; cards and captains for the reader's own seat, for others' eyes all."""
    own, public = names(middle()), names(middle("public"))
    assert {f"{seat} {what}" for seat in SEATS for what in ("deck", "ship", "CAPTAIN", "6", "PRINCESS")} <= set(own)
    assert (own["Blast"], own["raygun"], own["tape"], own["warbot 3"]) == (30, 28, 1, 1)
    assert {f"Rangers {card}" for card in cards_of("Rangers")} <= set(own)
    assert "Zard Forward" not in own
    assert {"Zard Forward", "Zard captain"} <= set(public)
    assert not poster(middle(), blank=False).markers


def test_a_card_says_what_it_does_in_words() -> None:
    """No key of the data, no plural of one, and room on the card for the longest."""
    every = {(seat, card.name): cards.card_text(WORDS, card) for seat in SEATS for card in cards_of(seat).values()}
    assert every["Rangers", "Loop"] == [
        "turn to port, 4 times",
        "2 Action tokens",
        "needs cockpit",
        "+1 on throws of your rayguns",
    ]
    assert every["Blaarg", "All-Seeing Eye"][-1] == "draw 1 Star card"
    assert all(part for parts in every.values() for part in parts)
    some = cards_of("Rangers")["Loop"]
    worded = {stat for stat in commands().stat if WORDS("effect", key=f"modify {stat}", card=some)}
    assert worded == set(commands().stat) - {"hit-me"}
    words = " ".join(part for parts in every.values() for part in parts).split()
    assert not {"bridge", "gun", "evade", "melee", "blast-occupied"} & set(words)
    for seat, name in every:
        card = cards.drawing(WORDS, seat, cards_of(seat)[name])
        assert max(float(y) for y in re.findall(r'<text [^>]*y="([\d.]+)"', card.svg)) < card.height - 8


def test_a_blank_poster_tells_nothing_of_the_match() -> None:
    """Whatever stands where, the empty map is the same; that of the match shows ships."""
    empty = middle(position=replace(middle().position, ships=(), figures=(), tokens=()))
    assert poster(middle(), blank=True) == poster(empty, blank=True)
    assert poster(middle(), blank=False).board != poster(middle(), blank=True).board


def test_a_ship_fits_its_node_on_the_poster() -> None:
    """Nodes are wider than the counters of ships, squares of deck plans than those of figures."""
    made = poster(middle(), blank=True)
    ship = next(marker for marker in made.markers if marker.drawing.alt == "Zard ship")
    deck = next(marker for marker in made.markers if marker.drawing.alt == "Zard deck")
    assert layout(made, "a4").cell >= ship.width
    assert 100 * deck.width / deck.drawing.width >= COUNTER
