"""The data of the game are sound and fair: what any owner's figures in their place must be, too."""

from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from moderator.core.tables import TableError, parse
from moderator.games.rayguns_and_rocketships import tables
from moderator.games.rayguns_and_rocketships.board import deck as decks
from moderator.games.rayguns_and_rocketships.board.compass import distance, heading_towards
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.stars import StarMap
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.tables import BoardTable, Card, Layout, ships, star_map
from tests.support.cases import every_case

DATA = Path(tables.__file__).parent / "data"
BOARDS = {board.key: board for board in star_map().board}


@every_case("board", BOARDS.values())
def test_starts_are_fair(board: BoardTable) -> None:
    """All starts are as far from each other, from the edge and from the middle, too far to fire, seats clockwise."""
    stars = StarMap(board)
    assert set(board.planets) <= set(stars.nodes)
    for starts in board.starts.values():
        gaps = {distance(one, other) for one, other in combinations(starts, 2)}
        assert len(gaps) == 1
        assert min(gaps) > 3
        assert {stars.edge(start) for start in starts} == {2}
        assert len({distance(start, stars.centre) for start in starts}) == 1
        bearings = [tables_index(heading_towards(start, stars.centre)) for start in starts]
        assert bearings == sorted(bearings, key=lambda at: (at - bearings[0]) % 8)


def tables_index(heading: str) -> int:
    """Return the place of a heading on the compass."""
    return ("N", "NE", "E", "SE", "S", "SW", "W", "NW").index(heading)


@every_case("layout", star_map().layout)
def test_layouts_are_fair(layout: Layout) -> None:
    """From each start the tokens are as far as from every other, and none lies on a start."""
    for players, places in layout.places.items():
        starts = BOARDS["standard"].starts[players]
        assert len({tuple(sorted(distance(place, start) for place in places)) for start in starts}) == 1
        assert not set(places) & set(starts)


@every_case("seat", SEATS)
def test_decks_are_whole(seat: str) -> None:
    """A deck hangs together, has every kind of post, equal sides, and room for all Blasts."""
    plan, ship = deck(seat), tables.ship_of(seat)
    assert len(plan.squares) >= 20
    assert set(plan.walk(plan.squares[0])) == set(plan.squares)
    assert all(plan.of_kind(kind) for kind in ("COCKPIT", "PANEL", "ENGINE", "HATCH", "AIRLOCK"))
    sides = Counter(port[0] for port in plan.ports)
    assert sides["P"] == sides["S"] >= 2
    assert sides["O"] == (seat == "Blaarg")
    assert len(ship.guns) == min(ships().rayguns, len(plan.ports))
    assert set(ship.guns) <= set(plan.ports)
    assert {plan.square(post) for post in ship.crew} <= set(plan.squares)
    assert len(plan.squares) - len(ship.guns) - len(ship.crew) >= ships().blasts


@every_case("seat", SEATS)
def test_steps_and_shots_aboard_go_both_ways(seat: str) -> None:
    """Who can step or shoot there can step or shoot back."""
    plan = deck(seat)
    for one, other in product(plan.squares, repeat=2):
        assert (other in plan.near[one]) == (one in plan.near[other])
        assert plan.sees(one, other) == plan.sees(other, one)


def test_ships_carry_23_rayguns() -> None:
    """As many as the printed set for four ships has: one ship has five ports."""
    assert sum(min(ships().rayguns, len(deck(seat).ports)) for seat in SEATS) == 23


def _shape(card: Card) -> tuple[str, int]:
    return "".join(sorted(card.moves)), card.tokens


@every_case("seat", SEATS)
def test_basic_cards_favour_no_side(seat: str) -> None:
    """For each basic card to port there is one to starboard; enough of both kinds."""
    basics = [tables.cards_of(seat)[name] for name in tables.basics_of(seat)]
    mirror = str.maketrans("PSLK", "SPKL")
    mirrored = Counter(("".join(sorted(card.moves.translate(mirror))), card.tokens) for card in basics)
    assert Counter(map(_shape, basics)) == mirrored
    assert len(tables.cards_of(seat)) == 14
    assert 5 <= len(basics) <= 8
    assert tables.commands().deck[seat].first in tables.stars_of(seat)


def test_every_effect_and_ability_has_a_card() -> None:
    """The closed sets have no member that nobody has."""
    effects = {card.effect for seat in SEATS for card in tables.cards_of(seat).values() if card.star}
    assert effects == set(tables.commands().effect)
    kinds = {one.kind for captain in tables.captains().captain for side in captain.side for one in side.abilities}
    assert kinds == set(tables.captains().ability)


def test_known_cards_are_kept() -> None:
    """What the rules tell of the printed Zard cards stands in the data."""
    zard = tables.cards_of("Zard")
    assert (zard["Forward"].moves, zard["Forward"].tokens, zard["Turn Port"].moves) == ("F", 2, "P")
    assert (zard["Tractor Beam"].effect, zard["Tractor Beam"].whom) == ("shift", "enemy")


def test_episodes_use_no_more_tokens_than_the_box_has() -> None:
    """Tokens of an episode are in the box, and lie on nodes of their own."""
    for episode in tables.episodes().episode:
        for players in (2, 3, 4):
            counts = Counter(
                {lot.kind: len(tables.layouts_of(lot.layout)[players]) if lot.layout else 1 for lot in episode.tokens}
            )
            assert all(count <= star_map().token[kind].count for kind, count in counts.items())
            assert counts["asteroid"] + counts["iceteroid"] <= star_map().token["asteroid"].count


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("commands", 'first = "Afterburner"', 'first = "Forward"', "deck Rangers: first: no such Star card"),
        ("commands", 'moves = "FP"', 'moves = "FX"', "deck Rangers: card Bank Port: moves: unknown step"),
        (
            "commands",
            'effect = "modify", stat = "evade"',
            'effect = "modify"',
            "deck Rangers: card Flank Speed: stat: modify",
        ),
        (
            "captains",
            'kind = "cleave"',
            'kind = "cleave", cost = 1',
            "captain The Masterbrain: Tentacles: cost: a cleave",
        ),
        (
            "captains",
            'kind = "modify", stat = "melee"',
            'kind = "modify"',
            "captain Jessie Novastar: Inspiring Command: ",
        ),
        ("ships", ', "HATCH"]', "]", "ship Rangers: crew: not 7 posts"),
        ("ships", '"ENGINE 3"', '"ENGINE 4"', "ship Rangers: plan: no ENGINE 4"),
        ("ships", " p.H.s", " p...s", "ship Rangers: plan: no HATCH"),
        ("ships", '["P1", "P2", "P3", "S1", "S2", "S3"]', '["P7"]', "ship Rangers: plan: no GUN P7"),
    ],
)
def test_what_does_not_fit_together_is_told(
    name: str, old: str, new: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data of one's own are looked at when they are read, not in the middle of a match."""
    text = (DATA / f"{name}.toml").read_text(encoding="utf-8").replace(old, new, 1)
    monkeypatch.setattr(tables, "load", lambda _, name, kind: parse(text, kind, name))
    with pytest.raises(TableError, match=f"data/{name}.toml: {told}"):
        read_anew(name, monkeypatch)


def read_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a file of data as if for the first time, and the deck plan of the Rangers out of it."""
    table: Any = getattr(tables, name).__wrapped__()
    if name == "ships":
        monkeypatch.setattr(decks, "ship_of", lambda _: table.ship[0])
        deck.__wrapped__("Rangers")


def test_a_complaint_names_file_and_key() -> None:
    """Who puts in figures of his own is told where one is wrong."""
    with pytest.raises(TableError, match=r"ships\.toml.*rayguns"):
        parse('rayguns = "six"\nspares = 4\nblasts = 8\nship = []', tables.ShipsTable, "data/ships.toml")
