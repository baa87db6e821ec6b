"""The page for players about the dice tells the truth: its program and its examples compute what we compute.

The examples are worked out three times: by the page's program, by the moderator, and by the tool that stands alone.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from moderator.core import dice
from moderator.core.dice import Dice, Seeds, Stream, Why
from moderator.service import proof
from moderator.service.letter_proofs import DrawLine, ListedReceipt, Opened, RollLine
from moderator.service.matches import order_requests
from tests.support.cases import every_case
from tools import verify_letters as tool

DOCS = Path(__file__).parents[3] / "docs"
VECTORS: dict[str, Any] = json.loads((DOCS / "dice-vectors.json").read_text(encoding="utf-8"))


_TEST = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


@pytest.fixture
def page() -> dict[str, Any]:
    """Give the functions of the page's program."""
    found = re.search(r"```python\n(.*?)```", (DOCS / "dice.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102 - our own page
    return names


def by_page(stream: str) -> tuple[Any, ...]:
    """Return what the page's functions take first: seed, match, order request, receipts."""
    return bytes.fromhex(VECTORS[stream]["seed"]), VECTORS["match"], VECTORS["asking"], VECTORS["receipts"]


def our_stream(stream: str, step: int) -> Stream:
    """Return our own stream of the examples."""
    seeds = Seeds(bytes.fromhex(VECTORS["open"]["seed"]), bytes.fromhex(VECTORS["secret"]["seed"]))
    thrown: Dice = seeds.dice(VECTORS["match"], VECTORS["asking"], VECTORS["receipts"]).for_step(step)
    return thrown.open if stream == "open" else thrown.secret


def its_key(stream: str) -> bytes:
    """Return the tool's key of the examples."""
    return tool.key(*by_page(stream))


def place(told: dict[str, Any]) -> tuple[Any, ...]:
    """Return the address of an example: step, kind, place, seats, n."""
    return told["ruling"], told["kind"], told["place"], tuple(told["seats"]), told["n"]


def test_the_page_derives_seeds_from_the_secret_of_the_match(page: dict[str, Any]) -> None:
    """As the moderator and the tool do."""
    secret, told = bytes.fromhex(VECTORS["match_secret"]), VECTORS["derived"]
    ours = dice.derive_seeds(secret, told["asking"])
    for name, seed in (("open", ours.open), ("secret", ours.secret)):
        assert page["seed"](secret, name, told["asking"]) == tool.derived(secret, name, told["asking"]) == seed
        assert seed.hex() == told[name]


def test_the_page_computes_seals_and_receipts(page: dict[str, Any]) -> None:
    """The same as the core."""
    lines = ["1. MOVE TROOPS C3 C4", "2. ATTACK D4 “süß”"]
    assert page["seal"](b"seed") == dice.seal(b"seed") == tool.seal(b"seed")
    assert page["receipt"](b"salt", lines) == dice.receipt(b"salt", lines) == tool.receipt(b"salt", lines)


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 2**63 + 1])
def test_the_page_computes_rolls(page: dict[str, Any], sides: int) -> None:
    """Even where a throw has to be tried again to be fair."""
    thrown = Seeds(b"open", b"secret").dice("höth", 7, ("b", "a")).for_step(1)
    for n in range(20):
        value = thrown.open.d(sides, Why("attack", "C4", ("Red", "Empire"), n))
        again = page["roll"](b"open", "höth", 7, ["a", "b"], 1, "attack", "C4", ["Red", "Empire"], n, sides)
        assert again == value


@pytest.mark.parametrize("seed", ["open", "secret", "match"])
def test_the_published_seals_are_found_three_times(page: dict[str, Any], seed: str) -> None:
    """SHA-256 of the seeds and of the match's secret."""
    told = {"match": (VECTORS["match_secret"], VECTORS["match_seal"])}
    told |= {name: (VECTORS[name]["seed"], VECTORS[name]["seal"]) for name in ("open", "secret")}
    secret, sealed = bytes.fromhex(told[seed][0]), told[seed][1]
    assert page["seal"](secret) == dice.seal(secret) == tool.seal(secret) == sealed


@pytest.mark.parametrize("told", VECTORS["sheets"])
def test_the_published_receipts_and_salts_are_found_three_times(page: dict[str, Any], told: dict[str, Any]) -> None:
    """An empty order set and one in other letters, too."""
    of = (bytes.fromhex(VECTORS["match_secret"]), told["asking"], told["seat"], told["number"])
    salt = bytes.fromhex(told["salt"])
    assert page["salt"](*of) == order_requests.salt_of(*of) == tool.salt(*of) == salt
    lines, value = told["lines"], told["receipt"]
    assert page["receipt"](salt, lines) == dice.receipt(salt, lines) == tool.receipt(salt, lines) == value


@pytest.mark.parametrize("stream", ["open", "secret"])
def test_the_published_keys_are_found(page: dict[str, Any], stream: str) -> None:
    """The key comes from seed, match, order request and receipts; of an amendment from its number, too."""
    seed, *of = by_page(stream)
    assert page["mac"](seed, of).hex() == its_key(stream).hex() == VECTORS[stream]["key"]
    amended = page["mac"](seed, [VECTORS["match"], VECTORS["asking"], [], 1]).hex()
    assert amended == tool.key(seed, VECTORS["match"], VECTORS["asking"], (), 1).hex()
    assert amended == VECTORS[stream]["amendment_key"]


def test_the_page_computes_rolls_of_amendments(page: dict[str, Any]) -> None:
    """Their number stands behind the receipts, of which they have none."""
    thrown = Seeds(b"open", b"secret").dice("höth", 7, (), 2)
    value = thrown.open.d(100, Why("attack"))
    assert page["roll"](b"open", "höth", 7, [], 0, "attack", "", [], 0, 100, amendment=2) == value


@pytest.mark.parametrize("told", VECTORS["rolls"])
def test_the_published_rolls_fall_three_times(page: dict[str, Any], told: dict[str, Any]) -> None:
    """In both streams, in several steps, with dice of any size."""
    step, *why = place(told)
    value, sides = told["value"], told["sides"]
    assert page["roll"](*by_page(told["stream"]), *place(told), sides) == value
    assert our_stream(told["stream"], step).d(sides, Why(*why)) == value
    assert tool.roll(its_key(told["stream"]), tool.Address(*place(told)), sides) == value


@pytest.mark.parametrize("told", VECTORS["draws"])
def test_the_published_orders_are_drawn_three_times(page: dict[str, Any], told: dict[str, Any]) -> None:
    """By weight, all alike, and where nothing need be thrown."""
    step, *why = place(told)
    order, among, weights = told["order"], told["among"], told["weights"]
    assert page["draw"](*by_page(told["stream"]), *place(told), among, weights) == order
    stream = our_stream(told["stream"], step)
    assert list(stream.ordered(among, weights, Why(*why))) == order
    assert [throw.value for throw in stream.log] == told["values"]
    drawn = tool.draw(its_key(told["stream"]), tool.Address(*place(told)), among, weights)
    assert drawn == (order, told["values"])


def test_the_published_block_is_read_twice_alike() -> None:
    """Every item with every field, by the moderator and by the tool."""
    lines = VECTORS["block"]
    told = Opened | RollLine | DrawLine | ListedReceipt | proof.OwnOrders
    ours = [item for item in proof.read(lines) if isinstance(item, told)]
    ((letter, damaged),) = tool.read("\n".join(lines).encode())
    assert letter is not None
    assert damaged == 0
    assert (letter.match, letter.seat, letter.about.text("player")) == (VECTORS["match"], "Red", "Ann B.")
    theirs = {item.kind: item for item in letter.items}
    for item in ours:
        match item:
            case Opened():
                assert list(item.receipts) == list(theirs["opened"].all("receipts")) == VECTORS["receipts"]
                assert item.open == theirs["opened"].text("open") == VECTORS["open"]["seed"]
                assert item.formula == theirs["opened"].formula == VECTORS["formula"]
            case RollLine():
                assert item.value == theirs["roll"].number("value") == VECTORS["rolls"][0]["value"]
                assert tool.Address(item.step, item.kind, item.place, item.seats, item.n) == theirs["roll"].address
            case DrawLine():
                assert list(item.order) == list(theirs["draw"].all("order")) == VECTORS["draws"][0]["order"]
            case ListedReceipt():
                assert item.value == theirs["receipt"].text("value") == VECTORS["sheets"][0]["receipt"]
            case proof.OwnOrders():
                assert list(item.lines) == list(theirs["filed"].all("lines")) == VECTORS["sheets"][1]["lines"]
    assert len(ours) == 5


ATTACKS = ("What is impossible", "What is found, and by whom", "What is neither")


@every_case("heading", ATTACKS)
def test_every_attack_on_the_page_names_its_test(heading: str) -> None:
    """What is said to be impossible, found or neither was tried."""
    text = (DOCS / "dice.md").read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n#")[0]
    _, _, *rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    sources = [path.read_text(encoding="utf-8") for path in (DOCS.parent / "tests").rglob("test_*.py")]
    tests = {name for source in sources for name in _TEST.findall(source)}
    assert rows
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row[-1])
        assert named, row
        assert set(named) <= tests, row
