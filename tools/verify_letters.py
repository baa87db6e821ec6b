#!/usr/bin/env python3
"""Check the dice of a match from the letters that a player received, saved as files.

This program needs nothing but Python 3.11 or newer: python3 verify_letters.py FOLDER-OR-FILE. It follows docs/dice.md
and shares no code with the moderator, so that each shows the faults of the other. It opens no connection and writes no
file.

Exit codes: 0 all is good, 1 something differs, 2 nothing could be checked, 3 nothing differs, but letters or lines of
them are missing, or the report that ends the match is not there yet.
"""

import argparse
import hashlib
import hmac
import html.parser
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_plus

GOOD, DIFFERS, MISSING, LATER = "good", "differs", "cannot be checked", "to come"
ALL_GOOD, SOMETHING_DIFFERS, NOTHING_FOUND, LETTERS_MISSING = range(4)

TOPICS = {
    "letters": "no line of a letter and no report is missing, and no two proofs contradict each other",
    "seals": "seeds fit the seals printed before the orders",
    "openings": "all letters open the same",
    "rolls": "rolls follow from seed and receipts",
    "orders": "drawn orders follow from seed and weights, and are as they were told",
    "receipts": "receipts fit the sheets acknowledged, and those listed are those in the key of the dice",
    "sheets": "the sheet that was ruled is the last one acknowledged",
    "salts": "salts come from the secret of the match",
}

MOST_SIDES = 2**64
MOST_DRAWN = 1_000


# ---- the arithmetic of docs/dice.md ------------------------------------------------------------------------------


def mac(key: bytes, value: object) -> bytes:
    """Return HMAC-SHA-256 over JSON without spaces."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return hmac.digest(key, text.encode("utf-8", "replace"), "sha256")


def seal(seed: bytes) -> str:
    """Return the seal of a seed, which letters print before the orders."""
    return hashlib.sha256(seed).hexdigest()


def receipt(salt: bytes, lines: Sequence[str]) -> str:
    """Return the receipt of a sheet."""
    return mac(salt, list(lines)).hex()[:32]


def salt(match_secret: bytes, asking: int, seat: str, number: int) -> bytes:
    """Return the salt of a receipt."""
    return mac(match_secret, ["salt", asking, seat, number]).hex()[:32].encode()


def key(seed: bytes, match: str, record: int, receipts: Iterable[str]) -> bytes:
    """Return the key of all throws of a record from one of its seeds."""
    return mac(seed, [match, record, sorted(receipts)])


class Address(NamedTuple):
    """The address of a throw: what it was for."""

    ruling: int
    kind: str
    place: str
    seats: tuple[str, ...]
    n: int

    def __str__(self) -> str:
        return " ".join(part for part in (self.kind, self.place, *self.seats, str(self.n)) if part)


def roll(key: bytes, at: Address, sides: int) -> int:
    """Return the value of a die, 1…sides; raises ValueError for a die that cannot be thrown."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"there is no die of {sides}")
    fair, attempt = MOST_SIDES // sides * sides, 0
    while True:
        address = [at.ruling, at.kind, at.place, at.seats, at.n, sides, attempt]
        raw = int.from_bytes(mac(key, address)[:8], "big")
        if raw < fair:
            return raw % sides + 1
        attempt += 1


def draw(key: bytes, at: Address, among: Sequence[str], weights: Sequence[int]) -> tuple[list[str], list[int]]:
    """Return an order drawn by weight, and the throws that it took; raises ValueError for impossible weights."""
    if len(among) != len(weights) or len(among) > MOST_DRAWN or min(weights, default=1) < 1:
        raise ValueError("every name needs one weight of at least 1")
    left, order, thrown = list(zip(among, weights, strict=True)), list[str](), list[int]()
    while len({name for name, _ in left}) > 1:
        value = rest = roll(key, at._replace(n=at.n + len(order) + 1), sum(weight for _, weight in left))
        thrown.append(value)
        chosen = 0
        while rest > left[chosen][1]:
            rest -= left[chosen][1]
            chosen += 1
        order.append(left.pop(chosen)[0])
    return order + [name for name, _ in left], thrown


# ---- what stands in letters ---------------------------------------------------------------------------------------

NUMBERS = {
    "letter": ("turn",),
    "seal": ("asking", "record"),
    "opened": ("asking", "record"),
    "roll": ("record", "ruling", "n", "sides", "value"),
    "draw": ("record", "ruling", "n", "weights", "values"),
    "receipt": ("number",),
    "filed": ("asking", "number"),
    "rollback": ("record", "to", "asking", "count", "rulings", "turn"),
    "holds": (),
}
"""The kinds of items, and the fields of each that are numbers."""

THROWN = ("record", "stream", "ruling", "kind", "place", "seats", "n")
TELLS = {
    "seal": (("asking",), ("open", "secret", "match_secret")),
    "opened": (("record",), ("asking", "receipts", "open", "secret", "match_secret")),
    "roll": (THROWN, ("sides", "value")),
    "draw": (THROWN, ("order", "among", "weights", "values")),
    "receipt": (("seat",), ("number", "value")),
    "filed": (("asking", "number"), ("value", "lines")),
    "rollback": (("record",), ("to", "asking", "count", "rulings", "turn")),
}
"""The kinds of items that a letter counts: for each the fields that identify an item, and those that it tells."""

MANY = ("weights", "values")
LISTS = (*MANY, "receipts", "seats", "order", "among", "lines")
TIME = re.compile(r"\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z")
EDGE = re.compile(r"-----(BEGIN|END)\s+PROOF-----")
QUOTED = re.compile(r"^(?:[>|\s]|[A-Z]{1,4}>)+", re.MULTILINE)
BEGUN = re.compile(r"\W*letter\s+match=")
TOKEN = re.compile(r"(\w+)(\+?)=(\S*)")
KIND = re.compile("[a-z]{3,}")
HEXADECIMAL = re.compile("[0-9a-f]+")
QUOTING = re.compile(r"[^\w.~:/,+%-]+|\S*>")
MAILBOX = re.compile(rb"^From [^\r\n]*\r?\n(?=[\w-]+:)", re.MULTILINE)
PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|meta|div|p|pre|table)\b", re.IGNORECASE)
UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,24}")


class Item(NamedTuple):
    """One item of a proof, with its fields and their values. ``broken`` means that a piece of it is damaged."""

    kind: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    broken: bool = False

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of a field."""
        return dict(self.fields).get(name, ())

    def text(self, name: str) -> str:
        """Return the first value of a field, empty if there is none."""
        return next(iter(self.all(name)), "")

    def number(self, name: str) -> int:
        """Return the value of a field as a number; the item must be ``whole``."""
        return int(self.text(name))

    def bytes(self, name: str) -> bytes:
        """Return the value of a hexadecimal field as bytes, empty if it is not hexadecimal."""
        try:
            return bytes.fromhex(self.text(name))
        except ValueError:
            return b""

    @property
    def address(self) -> Address:
        """The address of a throw."""
        return Address(
            self.number("ruling"), self.text("kind"), self.text("place"), self.all("seats"), self.number("n")
        )

    @property
    def whole(self) -> bool:
        """Whether no piece is damaged, only lists are given twice, and all times and numbers are valid."""
        told = {name: self.all(name) for name in NUMBERS[self.kind]}
        once = all(len(values) == 1 or name in LISTS for name, values in self.fields)
        times = all(TIME.fullmatch(value) for value in self.all("arrived"))
        numbers = all(NUMBER.fullmatch(value) for values in told.values() for value in values)
        return once and times and numbers and not self.broken and all(told[name] or name in MANY for name in told)


class Letter(NamedTuple):
    """A letter with a proof: what it says about itself, its items, and how many of each kind it should hold.

    ``shared`` means that its file holds other letters, too: then it may be a quote that anybody put there.
    """

    about: Item
    items: tuple[Item, ...]
    holds: Item | None = None
    shared: bool = False

    def __str__(self) -> str:
        told = (self.about.text("kind") or "letter", f"of turn {self.about.text('turn')}", f"to {self.seat or 'all'}")
        return " ".join(told)

    @property
    def match(self) -> str:
        """The name of the match."""
        return self.about.text("match")

    @property
    def seat(self) -> str:
        """The seat that the letter was sent to."""
        return self.about.text("seat")

    @property
    def ends(self) -> bool:
        """Whether it is the last letter of its match, which opens everything."""
        return any(item.text("match_secret") for item in self.of("opened"))

    def precedes(self, asking: int) -> bool:
        """Tell whether the letter was sent before an asking was ruled: it opens no seed of it or of a later one."""
        return all(item.number("asking") < asking for item in self.of("opened"))

    def follows(self, record: str) -> bool:
        """Tell whether this is a report, and of a later record than the one given."""
        opened = self.of("opened")
        return bool(opened and NUMBER.fullmatch(record)) and int(record) < _newest(self).number("record")

    @property
    def lost(self) -> list[str]:
        """A sentence for each kind of line of which the letter holds more or fewer than it says."""
        if self.holds is None:
            return []
        here = Counter(item.kind for item in self.items)
        told = {kind: self.holds.text(kind) or "0" for kind in TELLS}
        return [
            f"{here[kind]} of {count} {kind} lines are here" for kind, count in told.items() if str(here[kind]) != count
        ]

    def of(self, kind: str) -> list[Item]:
        """Return the items of a kind."""
        return [item for item in self.items if item.kind == kind]

    def says(self) -> Iterator[tuple[object, tuple[str, ...]]]:
        """Give each statement of the letter as its subject and its values. All letters must agree on a subject."""
        asked = _newest(self).text("asking") if self.of("opened") else ""
        for item in self.items:
            names, told = TELLS[item.kind]
            about = {"filed": self.seat, "receipt": asked}.get(item.kind, "")
            for name in told:
                if any(item.all(name)):
                    yield (item.kind, about, *map(item.all, names), name), item.all(name)


def _newest(report: Letter) -> Item:
    """Return the item by which a report opens its own turn; the last report also opens all earlier turns."""
    return max(report.of("opened"), key=lambda item: item.number("record"))


class Shown(html.parser.HTMLParser):
    """The text that an HTML page shows, with every element that is not inline on lines of its own."""

    INLINE = frozenset(
        ("a", "b", "code", "em", "font", "i", "mark", "o:p", "small", "span", "strong", "tt", "u", "wbr")
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as it is called
        """Begin a new line, unless the element is inline."""
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End the line, unless the element is inline."""
        if tag not in self.INLINE:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.parts.append(data)


def letters_in(raw: bytes) -> list[bytes]:
    """Return the letters of a file: a mailbox file holds many, each below a line that begins with "From "."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raw = raw.decode("utf-16", "replace").encode()
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip().replace(b"\r\r\n", b"\r\n")
    return [each for each in MAILBOX.split(raw) if each.strip()] if raw.startswith(b"From ") else [raw]


def texts(raw: bytes) -> Iterator[str]:
    """Give the text of every part of a letter, also of letters within it. A file that is not mail is one text."""
    for part in message_from_bytes(raw).walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if str(part.get_filename() or "").lower().endswith(".eml"):
            yield from texts(payload)
        elif part.get_content_maintype() == "text":
            text = payload.decode("utf-8", "replace")
            if part.get_content_subtype() == "html" or PAGE.match(text):
                page = Shown()
                page.feed(text)
                page.close()
                text = "".join(page.parts)
            yield text


def read(raw: bytes) -> Iterator[tuple[Letter | None, int]]:
    """Give the letters with a proof in a file, each with the number of its damaged items.

    A proof that does not tell which letter it belongs to gives None.
    """
    for one in letters_in(raw):
        found = [each for text in texts(one) for block in blocks(text) for each in _letters(block)]
        shared = len({letter for letter, _ in found}) > 1
        for letter, damaged in found:
            yield letter and letter._replace(shared=shared), damaged


def blocks(text: str) -> Iterator[str]:
    """Give the text between the edges of each proof; an empty text for a proof that was cut off before its end."""
    _, *rest = EDGE.split(QUOTED.sub("", UNSEEN.sub("", text)))
    edges, words = rest[::2], rest[1::2]
    for at, edge in enumerate(edges):
        if edge == "BEGIN" and edges[at + 1 : at + 2] == ["END"]:
            yield words[at]
        elif edge == "BEGIN" and BEGUN.match(words[at]):
            yield ""


def _letters(block: str) -> Iterator[tuple[Letter | None, int]]:
    """Divide a block into its letters; items before the first one belong to no letter."""
    if not block:
        yield None, 0
    about = holds = None
    items: list[Item] = []
    damaged = 0
    for item in (*_items(block.split()), Item("letter", ())):
        if item.kind == "letter":
            if about or items or damaged:
                yield Letter(about, tuple(items), holds) if about else None, damaged
            about, holds, items = item if item.whole and item.text("match") else None, None, []
            damaged = int(bool(item.fields) and not item.whole)
        elif not item.whole:
            damaged += 1
        elif item.kind == "holds":
            holds = item
        else:
            items.append(item)


def _items(tokens: Iterable[str]) -> Iterator[Item]:
    """Read a block: a word begins an item, ``name=value`` is a field of it, and ``name+=value`` continues a value.

    Anything else that is not the mark of a quote was broken off a value, and the item is damaged.
    """
    kind, fields, broken = "", dict[str, list[str]](), False
    for token in (*tokens, "end"):
        if found := TOKEN.fullmatch(token):
            name, more, value = found.groups()
            values = fields.setdefault(name, [])
            if more and values:
                values[-1] += value
            else:
                values.append(value)
        elif KIND.fullmatch(token) and not HEXADECIMAL.fullmatch(token):
            if kind in NUMBERS:
                told = {name: tuple(unquote_plus(value) for value in values) for name, values in fields.items()}
                yield Item(kind, tuple(sorted(told.items())), broken)
            kind, fields, broken = token, {}, False
        elif not QUOTING.fullmatch(token):
            broken = True


# ---- the checks ---------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """One check: its topic, its verdict, and what was checked."""

    topic: str
    verdict: str
    what: str


class Match:
    """The letters of one match, and all checks on them."""

    def __init__(self, name: str, letters: Sequence[Letter]) -> None:
        self.name, self.all = name, letters
        said: dict[object, dict[tuple[str, ...], list[Letter]]] = {}
        for letter in letters:
            for about, what in letter.says():
                said.setdefault(about, {}).setdefault(what, []).append(letter)
        contradicted = {each for told in said.values() if len(told) > 1 for those in told.values() for each in those}
        self.doubted = [letter for letter in letters if letter.shared and letter in contradicted]
        self.letters = [letter for letter in letters if letter not in self.doubted]
        self.reports = [letter for letter in self.letters if letter.of("opened")]
        self.opened = [(letter, item) for letter in self.reports for item in letter.of("opened")]
        secrets = (item.bytes("match_secret") for _, item in self.opened if item.text("match_secret"))
        self.secrets = sorted(set(secrets))

    def checks(self) -> Iterator[Check]:
        """Make all checks."""
        yield from self.complete()
        yield from self.seals()
        yield from self.openings()
        yield from self.rollbacks()
        yield from self.rolls()
        yield from self.orders()
        yield from self.filed()
        for letter in self.letters:
            if letter.of("opened"):
                yield from self.report(letter)
            elif letter.of("receipt"):
                found = f"{letter}: it lists receipts and opens no seed that they belong to"
                yield Check("receipts", MISSING, found)

    def every(self, kind: str) -> list[Item]:
        """Return the items of a kind in all letters."""
        return [item for letter in self.letters for item in letter.of(kind)]

    def complete(self) -> Iterator[Check]:
        """Look for missing lines and letters, as far as other letters tell of them."""
        for letter in self.doubted:
            found = (
                "another proof contradicts it, and in its file stand several: nothing tells which is the moderator's"
            )
            yield Check("letters", MISSING, f"{letter}: {found}")
        here = {(letter.seat, _newest(letter).text("record")) for letter in self.all if letter.of("opened")}
        for letter in self.letters:
            lost = letter.lost if letter.holds else ["it does not tell how many lines it holds"]
            before = letter.holds.text("after") if letter.holds else ""
            if before and ((letter.seat, before) not in here or not letter.follows(before)):
                lost.append(f"the report before it, of record {before}, is not among these letters")
            yield from [Check("letters", MISSING, f"{letter}: {what}") for what in lost]
            if not lost:
                yield Check("letters", GOOD, f"{letter}: all its lines, and the report before it")
        if not any(letter.ends for letter in self.all):
            found = "the report that ends the match is not here: secret throws, salts and weights are opened there"
            yield Check("letters", LATER, f"{found}. If the match is over, ask for it with RESEND")

    def seals(self) -> Iterator[Check]:
        """Compare every opened seed with its seal, which must be in another letter, sent before the orders."""
        for letter, opened in self.opened:
            asking = opened.number("asking")
            before = [
                item
                for other in self.letters
                if other is not letter and other.precedes(asking)
                for item in other.of("seal")
                if item.number("asking") == asking
            ]
            if letter.ends and asking == opened.number("record") == 0:
                continue  # the set-up, thrown before anybody held a seal
            if not opened.text("open"):
                yield Check("seals", MISSING, f"the open seed of asking {asking}: the letter does not open it")
            for name in ("open", "secret"):
                if opened.text(name):
                    what = f"the {name} seed of asking {asking}"
                    yield from _fits("seals", what, opened.bytes(name), [item.text(name) for item in before])
        for secret in self.secrets:
            seals = [item.text("match_secret") for item in self.every("seal") if item.text("match_secret")]
            yield from _fits("seals", "the secret of the match", secret, seals)

    def openings(self) -> Iterator[Check]:
        """Check that all letters open a record and the match with the same seeds, and that no seed serves two turns."""
        turns = {(each.number("asking"), each.number("record")) for each in map(_newest, self.reports)}
        for asking, count in Counter(asking for asking, _ in turns).items():
            yield _check("openings", count == 1, f"the seed of asking {asking} serves one turn")
        for record in sorted({item.number("record") for _, item in self.opened}):
            same = [item for _, item in self.opened if item.number("record") == record]
            told = {(item.text("asking"), item.text("open"), tuple(sorted(item.all("receipts")))) for item in same}
            secrets = {item.text("secret") for item in same if item.text("secret")}
            yield _check("openings", len(told) == 1 and len(secrets) < 2, f"record {record}")  # noqa: PLR2004 - one
        if self.secrets:
            yield _check("openings", len(self.secrets) == 1, "the secret of the match")

    def rollbacks(self) -> Iterator[Check]:
        """Check that rollbacks are counted without a gap, and that no number of before one comes again after it."""
        told = {item.number("record"): item for item in self.every("rollback")}
        counts = [told[record].number("count") for record in sorted(told)]
        if told:
            yield _check("openings", counts == sorted(set(counts)), f"rollbacks are counted: {counts}")
        for missing in sorted(set(range(1, max(counts, default=0))) - set(counts)):
            yield Check("letters", MISSING, f"rollback no. {missing}: no letter tells of it")
        for record, item in told.items():
            found = f"rollback no. {item.text('count')}: no number of before it comes again"
            later = [
                (each.number("record") >= record) == (each.number("asking") >= item.number("asking"))
                for _, each in self.opened
            ]
            yield _check("openings", all(later) and item.number("to") < record, found)

    def keys(self, thrown: Item) -> list[bytes]:
        """Return the keys that a throw may have: one for each seed that was opened for its record."""
        name, record = thrown.text("stream") or "open", thrown.number("record")
        return [
            key(item.bytes(name), self.name, record, item.all("receipts"))
            for _, item in self.opened
            if item.number("record") == record and name in ("open", "secret") and item.text(name)
        ]

    def rolls(self) -> Iterator[Check]:
        """Repeat every listed roll."""
        for item in self.every("roll"):
            what = f"record {item.text('record')}: {item.address}"
            made = self.keys(item)
            if not made:
                yield Check("rolls", MISSING, f"{what}: no letter opens its seed")
            for each in set(made):
                try:
                    value = roll(each, item.address, item.number("sides"))
                except ValueError as fault:
                    yield Check("rolls", DIFFERS, f"{what}: {fault}")
                    continue
                found = f"{what}: {item.text('value')} is told, {value} is thrown"
                yield _check("rolls", value == item.number("value"), found)

    def orders(self) -> Iterator[Check]:
        """Repeat every draw by weight, and compare its order with the one that was told before."""
        told: dict[object, list[Item]] = {}
        for item in self.every("draw"):
            if item.all("order"):
                told.setdefault(_draw_of(item), []).append(item)
        weighed = [item for item in self.every("draw") if item.all("among")]
        newest = {_newest(letter).number("record") for letter in self.reports}
        for item in weighed:
            what = f"record {item.text('record')}: {item.address}"
            if item.number("record") not in newest:
                yield Check("orders", MISSING, f"{what}: the report that told it is missing")
            made = self.keys(item)
            if not made:
                yield Check("orders", MISSING, f"{what}: no letter opens its seed")
            for each in set(made):
                yield from self._drawn(each, item, what, told.get(_draw_of(item), ()))
        opened = {_draw_of(item) for item in weighed}
        lost = any(letter.ends and letter.lost for letter in self.letters)
        for draw_of, items in told.items():
            if self.secrets and draw_of not in opened:
                what = f"record {items[0].text('record')}: {items[0].address}"
                yield _absent("orders", f"{what}: the match is over, and its weights are not opened", lost=lost)

    def _drawn(self, key: bytes, item: Item, what: str, told: Sequence[Item]) -> Iterator[Check]:
        try:
            order, thrown = draw(key, item.address, item.all("among"), [int(each) for each in item.all("weights")])
        except ValueError as fault:
            yield Check("orders", DIFFERS, f"{what}: {fault}")
            return
        values = [int(value) for value in item.all("values")]
        yield _check("orders", values == thrown, f"{what}: throws {values} are told, {thrown} are thrown")
        for each in {each.all("order") for each in told}:
            found = f"{what}: {', '.join(each)} was told, {', '.join(order)} is drawn"
            yield _check("orders", list(each) == order, found)

    def filed(self) -> Iterator[Check]:
        """Compute the receipt of every acknowledged sheet, and its salt."""
        for letter in self.letters:
            for item in letter.of("filed"):
                what = f"{letter.seat}, asking {item.text('asking')}, sheet {item.text('number')}"
                same = receipt(item.bytes("salt"), item.all("lines")) == item.text("value")
                yield _check("receipts", same, f"{what}: the receipt and its sheet")
                yield from self.salted(letter.seat, item.number("asking"), item, what)

    def salted(self, seat: str, asking: int, item: Item, what: str) -> Iterator[Check]:
        """Compute a salt from the secret of the match, if that is opened."""
        for secret in self.secrets:
            if item.text("salt"):
                made = salt(secret, asking, seat, item.number("number"))
                yield _check("salts", made == item.bytes("salt"), f"{what}: its salt and the secret of the match")

    def report(self, letter: Letter) -> Iterator[Check]:
        """Compare the receipts that a letter lists with the key of the dice and with what was acknowledged."""
        newest, listed = _newest(letter), letter.of("receipt")
        asking = newest.number("asking")
        for value in newest.all("receipts"):
            found = f"asking {asking}: the key of the dice holds {value}, which the report must list"
            if any(item.text("value") == value for item in listed):
                yield Check("receipts", GOOD, found)
            else:
                yield _absent("receipts", found, lost=letter.lost)
        for item in listed:
            seat = item.text("seat")
            if seat != letter.seat:
                found = f"asking {asking}: the receipt of {seat} must stand in the key of the dice"
                yield _check("receipts", item.text("value") in newest.all("receipts"), found)
            yield from self.ruled(seat, asking, item, own=seat == letter.seat)
        own = [item for item in listed if item.text("seat") == letter.seat]
        ended_by_the_gm = not listed and letter.ends
        if self.given(letter.seat, asking) and not own and not ended_by_the_gm:
            what = f"{letter.seat}, asking {asking}"
            yield Check(
                "sheets", MISSING, f"{what}: a sheet was acknowledged, and none was ruled; did you withdraw it?"
            )

    def given(self, seat: str, asking: int) -> list[Item]:
        """Return the sheets of a seat that were acknowledged for an asking before it was ruled."""
        those = [letter for letter in self.letters if letter.seat == seat and letter.precedes(asking)]
        return [item for letter in those for item in letter.of("filed") if item.number("asking") == asking]

    def ruled(self, seat: str, asking: int, item: Item, *, own: bool) -> Iterator[Check]:
        """Compare a sheet that was ruled with those that were acknowledged to its seat."""
        what = f"{seat}, asking {asking}: sheet {item.text('number')} was ruled"
        yield from self.salted(seat, asking, item, what)
        given = self.given(seat, asking)
        last = max((each.number("number") for each in given), default=item.number("number"))
        same = {each.text("value") for each in given if each.text("number") == item.text("number")}
        if last > item.number("number"):
            yield Check("sheets", DIFFERS, f"{what}, and {last} was acknowledged last")
        elif same:
            yield _check("sheets", item.text("value") in same, f"{what} as it was acknowledged")
        elif own:
            yield Check("sheets", MISSING, f"{what}: its acknowledgement is missing")


def _check(topic: str, good: object, what: str) -> Check:
    return Check(topic, GOOD if good else DIFFERS, what)


def _absent(topic: str, what: str, *, lost: object) -> Check:
    """Report a line that should be there: missing if its letter has lost lines, otherwise a difference."""
    return Check(topic, MISSING if lost else DIFFERS, what)


def _fits(topic: str, what: str, seed: bytes, seals: Iterable[str]) -> Iterator[Check]:
    found = sorted(set(seals))
    if not found:
        yield Check(topic, MISSING, f"{what}: the letter that sealed it is missing")
    for each in found:
        yield _check(topic, seal(seed) == each, f"{what} and its seal")


def _draw_of(item: Item) -> tuple[object, ...]:
    return item.number("record"), item.text("stream"), item.address


# ---- the program --------------------------------------------------------------------------------------------------


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Give the files that are named, and all files in the folders that are."""
    for path in paths:
        yield from sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]


def gather(paths: Iterable[Path]) -> tuple[list[Letter], list[str]]:
    """Read all letters, and return each once, with a sentence for everything that could not be read."""
    found: dict[Letter, None] = {}
    faults: list[str] = []
    for path in files_in(paths):
        try:
            for letter, damaged in read(path.read_bytes()):
                if letter is None:
                    faults.append(f"{path}: a proof in it does not tell which letter it is of")
                    continue
                found[letter] = None
                if damaged:
                    faults.append(f"{path}: {damaged} damaged lines of its proof are passed over")
        except (OSError, ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError) as fault:
            faults.append(f"{path}: {type(fault).__name__}: {fault}")
    return list(found), faults


def check(letters: Iterable[Letter]) -> dict[str, list[Check]]:
    """Return the checks by match. A letter that is alone in one of its files is not a quote in the others."""
    shared: dict[Letter, bool] = {}
    for letter in letters:
        alike = letter._replace(shared=False)
        shared[alike] = shared.get(alike, True) and letter.shared
    by_match: dict[str, list[Letter]] = {}
    for letter, among_others in shared.items():
        by_match.setdefault(letter.match, []).append(letter._replace(shared=among_others))
    return {name: list(dict.fromkeys(Match(name, those).checks())) for name, those in sorted(by_match.items())}


def say(text: str) -> None:
    """Print a line without characters that could control a terminal."""
    print("".join(each if each.isprintable() else "?" for each in text))  # noqa: T201 - a program that reports


def tell(name: str, letters: int, checks: Sequence[Check], *, everything: bool) -> None:
    """Print the checks of a match: a line for each topic, then those that are not good, or with ``everything`` all."""
    say(f"Match {name}: {letters} letters with a proof")
    for topic, words in TOPICS.items():
        verdicts = [check.verdict for check in checks if check.topic == topic]
        counted = [f"{verdicts.count(each)} {each}" for each in (GOOD, DIFFERS, MISSING, LATER) if each in verdicts]
        say(f"  {topic:9} {', '.join(counted) or 'nothing to check'}  ({words})")
    for check in checks:
        if everything or check.verdict != GOOD:
            say(f"  {check.verdict.upper()}: {check.topic}: {check.what}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the letters that are named, print the result, and return the exit code."""
    about, needs, codes = (__doc__ or "").strip().split("\n\n")
    parser = argparse.ArgumentParser(description=about, epilog=f"{needs} {codes}")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER-OR-FILE", help="letters saved as files")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the good checks, too")
    told = parser.parse_args(arguments)
    absent = [path for path in told.paths if not path.exists()]
    if absent:
        parser.error(f"there is no {', '.join(map(str, absent))}")
    letters, faults = gather(told.paths)
    for fault in faults:
        say(f"Not read: {fault}")
    found = check(letters)
    for name, checks in found.items():
        count = len({letter._replace(shared=False) for letter in letters if letter.match == name})
        tell(name, count, checks, everything=told.verbose)
    verdicts = {check.verdict for checks in found.values() for check in checks}
    if DIFFERS in verdicts:
        say("Something differs: keep these letters as they are, and ask whoever runs the match.")
        return SOMETHING_DIFFERS
    if GOOD not in verdicts:
        say("These letters hold nothing that can be checked.")
        return NOTHING_FOUND
    if MISSING in verdicts or faults:
        say("Nothing differs; for the rest a letter, or a line of one, is missing.")
        return LETTERS_MISSING
    if LATER in verdicts:
        say("All is good so far; the report that ends the match is still to come, or it is missing.")
        return LETTERS_MISSING
    say("All is good.")
    return ALL_GOOD


if __name__ == "__main__":
    if sys.stdout.encoding.lower() != "utf-8" and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main())
