"""Addressed throws: fair, independent, provable."""

import hashlib
import hmac
from collections import Counter

import pytest
from msgspec.structs import replace

from moderator.core.dice import AddressTakenError, Dice, Draw, LoadedDice, Occasion, Seeds, Stream, Why, receipt, seal
from moderator.core.seats import Observer
from tests.support.cases import every_case

KEY = b"a fixed key"

CRITICAL = {5: 20.5, 3: 16.3, 9: 27.9}
"""Chi-square by degrees of freedom that one run in a thousand exceeds; the keys are fixed, so a pass stays one."""


def chi_square(counts: list[int], expected: list[float]) -> float:
    """Return how far counts lie from what was expected."""
    return sum((seen - hoped) ** 2 / hoped for seen, hoped in zip(counts, expected, strict=True))


def test_a_throw_depends_on_its_address_and_on_nothing_else() -> None:
    """Throwing other dice before it does not change a throw."""
    first, second = Stream("open", KEY), Stream("open", KEY)
    for n in range(5):
        second.d(6, Why("other", n=n))
    whys = [Why("attack", f"{row}{n}", n=n) for row in "ABCDE" for n in range(8)]
    assert [first.d(6, why) for why in whys] == [second.d(6, why) for why in whys]


def test_the_same_address_twice_is_an_error() -> None:
    """A second throw for the same reason is refused, even with another number of sides."""
    stream = Stream("open", KEY)
    stream.d(6, Why("attack", "C4", ("Red",)))
    with pytest.raises(AddressTakenError, match="attack"):
        stream.d(20, Why("attack", "C4", ("Red",)))


@every_case(
    "other",
    [Why("flee", "C4", ("Red",)), Why("attack", "C5", ("Red",)), Why("attack", "C4", ("Red",), 1), Why("attack", "C4")],
)
def test_every_part_of_the_reason_is_part_of_the_address(other: Why) -> None:
    """Kind, place, seats and number each lead to another throw."""
    base = Why("attack", "C4", ("Red",))
    sides = 1_000_000
    assert Stream("open", KEY).d(sides, base) != Stream("open", KEY).d(sides, other)


def test_the_step_is_part_of_the_address() -> None:
    """The same reason in the next step of an order request falls anew."""
    dice = Dice.throwaway("rulings")
    values = {dice.for_step(n).open.d(1_000_000, Why("weather")) for n in range(20)}
    assert len(values) == 20


def test_a_die_is_fair() -> None:
    """Six faces come up equally often, within chance."""
    stream = Stream("open", KEY)
    counts = Counter(stream.d(6, Why("fair", n=n)) for n in range(6000))
    assert chi_square([counts[face] for face in range(1, 7)], [1000.0] * 6) < CRITICAL[5]


def test_pairs_of_neighbouring_addresses_are_independent() -> None:
    """The sum of throws n and n + 1 is spread like that of two dice."""
    stream = Stream("open", KEY)
    values = [stream.d(2, Why("pair", n=n)) * 2 + stream.d(2, Why("pair", n=n, place="x")) for n in range(4000)]
    counts = Counter(values)
    assert chi_square([counts[value] for value in range(3, 7)], [1000.0] * 4) < CRITICAL[3]


def test_a_die_of_any_number_of_sides_stays_within_them() -> None:
    """From one side to more than a million, values are 1…sides."""
    stream = Stream("open", KEY)
    for sides in (1, 2, 3, 7, 100, 10**6 + 3):
        assert all(1 <= stream.d(sides, Why("sides", str(sides), n=n)) <= sides for n in range(50))


def test_weights_count() -> None:
    """An index is drawn in proportion to its weight, and one of weight nothing never."""
    stream = Stream("secret", KEY)
    counts = Counter(stream.weighted((100, 0, 115, 85), Why("sequence", n=n)) for n in range(6000))
    assert counts[1] == 0
    assert chi_square([counts[0], counts[2], counts[3], 1], [2000.0, 2300.0, 1700.0, 1]) < CRITICAL[3]


def test_a_shuffle_keeps_what_it_shuffles_and_may_put_anything_anywhere() -> None:
    """All six orders of three things turn up equally often, within chance."""
    stream = Stream("secret", KEY)
    counts = Counter(tuple(stream.shuffled("abc", Why("shuffle", str(n)))) for n in range(3000))
    assert {"".join(sorted(order)) for order in counts} == {"abc"}
    assert chi_square(list(counts.values()), [500.0] * 6) < CRITICAL[5]


def test_an_order_is_drawn_by_weight() -> None:
    """Who weighs more comes first more often; what is left all alike needs no throw."""
    stream = Stream("secret", KEY)
    orders = Counter(stream.ordered("AB", (150, 50), Why("sequence", n=100 * n)) for n in range(3000))
    assert chi_square([orders["A", "B"], orders["B", "A"], 1, 1], [2250.0, 750.0, 1, 1]) < CRITICAL[3]
    stream = Stream("secret", KEY)
    assert stream.ordered("AAA", (1, 2, 3), Why("alike")) == ("A", "A", "A")
    assert stream.ordered("", (), Why("nothing")) == ()
    assert stream.log == []


@every_case(
    ("among", "most"), [(("Red", "Blue"), 1), (("Red", "Empire", "Empire"), 2), (("Red", "Blue", "Gold", "Grey"), 3)]
)
def test_a_drawn_order_is_kept_with_what_it_was_drawn_from(among: tuple[str, ...], most: int) -> None:
    """The first throw tells names, weights and the order, and how many throws follow; the others tell nothing more."""
    weights = tuple(range(100, 100 + len(among)))
    for n in range(50):
        stream = Stream("secret", KEY)
        stream.d(6, Why("before"))
        order = stream.ordered(among, weights, Why("sequence", n=100 * n))
        _, first, *others = stream.log
        assert first.draw == Draw(among, weights, order)
        assert first.draw.throws == 1 + len(others) <= most
        assert [throw.why.n for throw in (first, *others)] == [100 * n + at for at in range(1, len(others) + 2)]
        assert not any(throw.draw for throw in others)


def test_a_drawn_order_is_known_to_its_witnesses() -> None:
    """To everybody, or to those who are named; the GM always knows."""
    shared, own = Draw(("A", "B"), (1, 1), ("B", "A")), Draw(("A", "B"), (1, 1), ("B", "A"), seen_by=("Red",))
    assert [shared.known_to(who) for who in ("Red", "Blue", Observer.PUBLIC, Observer.GM)] == [True] * 4
    assert [own.known_to(who) for who in ("Red", "Blue", Observer.PUBLIC, Observer.GM)] == [True, False, False, True]


def test_pick_draws_evenly() -> None:
    """Each of ten things is drawn equally often, within chance."""
    stream = Stream("secret", KEY)
    counts = Counter(stream.pick("0123456789", Why("pick", n=n)) for n in range(5000))
    assert chi_square(list(counts.values()), [500.0] * 10) < CRITICAL[9]


def test_a_child_stream_tells_nothing_of_its_parent() -> None:
    """A child throws otherwise than its parent and its siblings, the same whatever they threw."""
    parent = Stream("secret", KEY)
    red, blue = parent.child("bot", "Red"), parent.child("bot", "Blue")
    why = Why("whim")
    parent.d(10**9, Why("something"))
    values = {stream.d(10**9, why) for stream in (parent, red, blue)}
    assert len(values) == 3
    assert Stream("secret", KEY).child("bot", "Red").d(10**9, why) in values
    assert parent.child("bot", "Red").log == []


def test_the_two_streams_differ_and_share_one_log() -> None:
    """Open and secret throws for one reason are independent; the log holds both in the order of throwing."""
    dice = Dice.throwaway("two streams")
    values = [dice.open.d(10**9, Why("x")), dice.secret.d(10**9, Why("x"))]
    assert values[0] != values[1]
    assert [(throw.stream, throw.value) for throw in dice.log] == [("open", values[0]), ("secret", values[1])]


def test_a_seal_commits_to_its_seed() -> None:
    """Anybody can check an opened seed against its printed seal with SHA-256 alone."""
    seeds = Seeds(b"open seed", b"secret seed")
    assert seeds.seals().open == hashlib.sha256(b"open seed").hexdigest() == seal(b"open seed")
    assert seeds.seals().secret == seal(b"secret seed") != seeds.seals().open


TURN = Occasion(match="hoth", formula=2, request=2, record=3)


def first(occasion: Occasion, receipts: list[str]) -> int:
    """Return a throw of an occasion from known seeds."""
    return Seeds(b"open seed", b"secret seed").dice_for(occasion, receipts).open.d(10**9, Why("x"))


def test_receipts_bend_the_dice_whatever_order_they_come_in() -> None:
    """The same order sets give the same dice; other order sets, another match, request or amendment gives others."""
    assert first(TURN, ["a", "b"]) == first(TURN, ["b", "a"])
    others = [replace(TURN, match="endor"), replace(TURN, request=3), replace(TURN, amendment=1)]
    assert len({first(TURN, ["a", "b"]), first(TURN, ["a"]), *(first(each, ["a", "b"]) for each in others)}) == 5


def test_the_number_of_the_record_chooses_no_dice() -> None:
    """The GM can raise it without a word to anybody; the first formula, which older matches keep, still uses it."""
    assert first(replace(TURN, record=9), ["a"]) == first(TURN, ["a"])
    old = replace(TURN, formula=1)
    assert first(replace(old, record=9), ["a"]) != first(old, ["a"])
    assert first(replace(old, request=9, amendment=1), ["a"]) == first(old, ["a"])


@every_case(
    ("formula", "message"),
    [(1, b'["hoth",3,["aa","bb"]]'), (2, b'["hoth",2,["aa","bb"]]')],
)
def test_the_key_of_a_stream_can_be_computed_from_an_opened_seed_by_hand(formula: int, message: bytes) -> None:
    """What a player needs to check a throw is an HMAC over what is printed beside the seed."""
    by_hand = Stream("open", hmac.digest(b"open seed", message, "sha256")).d(10**9, Why("x"))
    assert first(replace(TURN, formula=formula), ["bb", "aa"]) == by_hand


def test_an_unknown_formula_throws_nothing() -> None:
    """A later release may have another one."""
    with pytest.raises(ValueError, match="no formula 4"):
        first(replace(TURN, formula=4), [])


def test_a_receipt_proves_an_order_set_only_with_its_salt() -> None:
    """Receipts differ by order set and by salt, and fit on a line."""
    order_set = ["1 MOVE TROOPS C3 C4", "2 ATTACK C4"]
    assert receipt(b"salt", order_set) == receipt(b"salt", list(order_set))
    assert len({receipt(b"salt", order_set), receipt(b"other", order_set), receipt(b"salt", order_set[:1])}) == 3
    assert len(receipt(b"salt", order_set)) == 32


def test_loaded_dice_fall_as_told_in_both_streams_and_honestly_elsewhere() -> None:
    """A scenario may name the throws that matter; the rest are throws like any other."""
    dice = LoadedDice({Why("attack", "C4"): 5})
    assert (dice.open.d(6, Why("attack", "C4")), dice.secret.d(6, Why("attack", "C4"))) == (5, 5)
    assert dice.for_step(3).open.d(6, Why("attack", "C4")) == 5
    assert LoadedDice({}).open.d(10**9, Why("x")) == dice.open.d(10**9, Why("x"))


def test_a_load_that_no_die_can_show_is_an_error() -> None:
    """A scenario that loads a seven is wrong, and says so."""
    with pytest.raises(ValueError, match="does not fit"):
        LoadedDice({Why("attack"): 7}).open.d(6, Why("attack"))
