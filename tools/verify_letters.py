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
import html
import json
import re
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import unquote_plus

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

GOOD, DIFFERS, MISSING, LATER = "good", "differs", "cannot be checked", "to come"
ALL_GOOD, SOMETHING_DIFFERS, NOTHING_FOUND, LETTERS_MISSING = range(4)

TOPICS = {
    "letters": "no line of a letter and no report is missing, and no two proofs contradict each other",
    "seals": "each order request was sealed where it was asked, and its seeds fit the seals",
    "openings": "all letters open the same, each seed once, and no number comes again",
    "rolls": "rolls follow from seed and receipts",
    "orders": "drawn orders follow from seed and weights, and are as they were told",
    "receipts": "receipts fit the sheets acknowledged, and those listed are those in the key of the dice",
    "sheets": "the orders that were resolved are the last ones acknowledged",
    "salts": "salts come from the secret of the match",
}

MOST_SIDES = 2**64
MOST_DRAWN = 200


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


FIRST_FORMULA, NEWEST_FORMULA = 1, 3
DERIVING_FORMULA = 3


def derived(match_secret: bytes, name: str, asking: int) -> bytes:
    """Return a seed of an order request, "open" or "secret", from the secret of the match."""
    return mac(match_secret, ["seed", name, asking])


def key(seed: bytes, match: str, number: int, receipts: Iterable[str], amendment: int = 0) -> bytes:
    """Return the key of all throws of a record from one of its seeds."""
    return mac(seed, [match, number, sorted(receipts), *([amendment] if amendment else [])])


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
    "seal": ("asking", "record", "formula"),
    "opened": ("asking", "record", "formula", "amendment", "corrections"),
    "roll": ("record", "ruling", "n", "sides", "value"),
    "draw": ("record", "ruling", "n", "weights", "values"),
    "receipt": ("number",),
    "filed": ("asking", "number"),
    "rollback": ("record", "to", "asking", "count", "rulings", "turn"),
    "ended": (),
    "holds": (),
}
"""The kinds of items, and the fields of each that are numbers; those in ``OPTIONAL`` may be left out."""

OPTIONAL = {
    "seal": ("formula",),
    "opened": ("formula", "amendment", "corrections"),
    "draw": ("weights", "values"),
    "receipt": ("number",),
}

THROWN = ("record", "stream", "ruling", "kind", "place", "seats", "n")
SEEDS = ("open", "secret", "match_secret")
TELLS = {
    "seal": (("asking",), (*SEEDS, "formula", "seats")),
    "opened": (("record",), ("asking", "receipts", *SEEDS, "formula", "amendment", "corrections")),
    "roll": (THROWN, ("sides", "value")),
    "draw": (THROWN, ("order", "among", "weights", "values")),
    "receipt": (("seat",), ("number", "value", "by")),
    "filed": (("asking", "number"), ("value", "lines", "salt", "arrived")),
    "rollback": (("record",), ("to", "asking", "count", "rulings", "turn")),
    "ended": ((), ("by", "how", "seats")),
}
"""The kinds of items that a letter counts: for each the fields that identify an item, and those that it tells."""

LISTS = ("weights", "values", "receipts", "seats", "order", "among", "lines")
OBSERVERS = ("", "GM")
"""What stands for a seat in letters to the public and to the GM."""

BY_GM = "-by-gm"
"""What the reasons end with for which a GM ended a match, and none that rules give."""

NOT_OURS = "Proof"
"""The line in the head of a saved post that tells that somebody else than the moderator wrote it."""

TIME = re.compile(r"\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z")
EDGE = re.compile(r"-----(BEGIN|END)\s+PROOF-----")
QUOTED = re.compile(r"^(?:[>|\s]|[A-Z]{1,4}>)+", re.MULTILINE)
BEGUN = re.compile(r"\W*letter\s+match=")
TOKEN = re.compile(r"(\w+)(\+?)=(\S*)")
KIND = re.compile("[a-z]{3,}")
HEXADECIMAL = re.compile("[0-9a-f]+")
SEED = re.compile("[0-9a-f]{64}")
QUOTING = re.compile(r"[^\w.~:/,+%-]+|\S*>")
MAILBOX = re.compile(rb"^From [^\r\n]*\r?\n(?=[\w-]+:)", re.MULTILINE)
PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|meta|div|p|pre|table)\b", re.IGNORECASE)
TAG = re.compile(r"<(?:/?([a-z][^\s/<>]*)|[!?])[^<>]*>", re.IGNORECASE)
UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,24}")


@dataclass(frozen=True)
class Item:
    """One item of a proof, with its fields and their values. ``broken`` means that a piece of it is damaged."""

    kind: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    broken: bool = False

    @cached_property
    def _told(self) -> dict[str, tuple[str, ...]]:
        return dict(self.fields)

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of a field."""
        return self._told.get(name, ())

    def text(self, name: str) -> str:
        """Return the first value of a field, empty if there is none."""
        return next(iter(self.all(name)), "")

    def number(self, name: str) -> int:
        """Return the value of a field as a number; the item must be ``whole``."""
        return int(self.text(name))

    def count(self, name: str) -> int | None:
        """Return the value of a number that may be left out."""
        return self.number(name) if self.text(name) else None

    def bytes(self, name: str) -> bytes:
        """Return the value of a hexadecimal field as bytes, empty if it is not hexadecimal."""
        try:
            return bytes.fromhex(self.text(name))
        except ValueError:
            return b""

    @property
    def formula(self) -> int:
        """The formula that a seal announces or a seed was opened with; letters of older releases tell none."""
        told = self.count("formula")
        return FIRST_FORMULA if told is None else told

    @property
    def address(self) -> Address:
        """The address of a throw."""
        return Address(
            self.number("ruling"), self.text("kind"), self.text("place"), self.all("seats"), self.number("n")
        )

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells the item from all others of its letter; an order is told once, and its weights are told once."""
        weighed = self.kind == "draw" and bool(self.all("among"))
        return (self.kind, weighed, *map(self.all, TELLS[self.kind][0]))

    @property
    def whole(self) -> bool:
        """Whether no piece is damaged, only lists are given twice, and all times and numbers are valid."""
        told = {name: self.all(name) for name in NUMBERS[self.kind]}
        optional = OPTIONAL.get(self.kind, ())
        once = all(len(values) == 1 or name in LISTS for name, values in self.fields)
        times = all(TIME.fullmatch(value) for value in self.all("arrived"))
        numbers = all(NUMBER.fullmatch(value) for values in told.values() for value in values)
        return once and times and numbers and not self.broken and all(told[name] or name in optional for name in told)


@dataclass(frozen=True)
class Letter:
    """A letter with a proof: what it says about itself, its items, and how many of each kind it should hold.

    ``shared`` means that its file holds other letters, too: then it may be a quote that anybody put there.
    ``counts`` is how often it tells how many lines it holds, ``damaged`` how many of its lines cannot be read.
    """

    about: Item
    items: tuple[Item, ...]
    holds: Item | None = None
    shared: bool = False
    counts: int = 1
    damaged: int = 0

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

    @cached_property
    def _by_kind(self) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.kind, []).append(item)
        return found

    def of(self, kind: str) -> list[Item]:
        """Return the items of a kind."""
        return self._by_kind.get(kind, [])

    @cached_property
    def newest(self) -> Item | None:
        """The item by which a report opens its own turn; the last report also opens all earlier turns."""
        return max(self.of("opened"), key=lambda item: item.number("record"), default=None)

    @cached_property
    def ends(self) -> bool:
        """Whether it is the last letter of its match, which opens everything."""
        return any(item.text("match_secret") for item in self.of("opened"))

    @property
    def welcomes(self) -> bool:
        """Whether it is the first letter to a player, or the first post of a chronicle: it seals the whole match."""
        sealing = any(item.text("match_secret") for item in self.of("seal"))
        return sealing and not self.of("opened") and not self.of("filed")

    @cached_property
    def _latest(self) -> int:
        return max((item.number("asking") for item in self.of("opened")), default=-1)

    def precedes(self, asking: int) -> bool:
        """Tell whether the letter was sent before an order request was ruled: it opens no seed of it or a later one."""
        return self._latest < asking

    @property
    def after(self) -> int | None:
        """The record of the report that was sent before this one, if it names one."""
        told = self.holds.text("after") if self.holds else ""
        return int(told) if NUMBER.fullmatch(told) else None

    @cached_property
    def lost(self) -> list[str]:
        """A sentence for each kind of line of which the letter holds more or fewer than it says."""
        if self.holds is None:
            return []
        here = Counter(item.kind for item in self.items)
        told = {kind: self.holds.text(kind) or "0" for kind in TELLS}
        return [
            f"{here[kind]} of {count} {kind} lines are here" for kind, count in told.items() if str(here[kind]) != count
        ]

    @property
    def unsure(self) -> bool:
        """Whether lines of it may be missing."""
        return self.holds is None or bool(self.lost)

    @cached_property
    def asks(self) -> dict[int, int | None]:
        """The order requests that it makes, each with the record that its turn will have if that is known."""
        if self.newest is not None:
            following = self.newest.number("asking") + 1, self.newest.number("record") + 1
            return {} if self.ends else dict([following])
        found: dict[int, int | None] = {
            item.number("asking"): item.number("record") + 1 for item in self.of("rollback")
        }
        if self.welcomes:
            found |= {asking: None for item in self.of("seal") if (asking := item.number("asking")) not in found}
        return found

    def says(self) -> Iterator[tuple[object, tuple[str, ...]]]:
        """Give each statement of the letter as its subject and its values. All letters must agree on a subject."""
        asked = self.newest.text("asking") if self.newest else ""
        for item in self.items:
            if item.kind == "receipt" and not asked:
                continue  # of which order request it is, nothing tells
            names, told = TELLS[item.kind]
            about = {"filed": self.seat, "receipt": asked}.get(item.kind, "")
            fixed = ("record",) if item.kind == "seal" and item.formula > FIRST_FORMULA else ()
            for name in (*told, *fixed):
                if any(item.all(name)):
                    yield (item.kind, about, *map(item.all, names), name), item.all(name)
            if item.kind in ("seal", "opened"):
                yield ("match", "formula"), (str(item.formula),)
            if item.kind == "seal" and item.all("seats"):
                yield ("match", "seats"), item.all("seats")


def shown(page: str) -> str:
    """Return the text that an HTML page shows, with every element that is not inline on lines of its own."""
    first, *rest = page.split("<!--")
    seen = "".join((first, *(each.partition("-->")[2] for each in rest)))
    parts: list[str] = []
    at = 0
    for found in TAG.finditer(seen):
        parts.append(html.unescape(seen[at : found.start()]))
        parts.append("" if (found[1] or "").lower() in INLINE else "\n")
        at = found.end()
    return "".join((*parts, html.unescape(seen[at:])))


INLINE = frozenset(("a", "b", "code", "em", "font", "i", "mark", "o:p", "small", "span", "strong", "tt", "u", "wbr"))


def letters_in(raw: bytes) -> list[bytes]:
    """Return the letters of a file: a mailbox file holds many, each below a line that begins with "From "."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raw = raw.decode("utf-16", "replace").encode()
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip().replace(b"\r\r\n", b"\r\n")
    return [each for each in MAILBOX.split(raw) if each.strip()] if raw.startswith(b"From ") else [raw]


def texts(raw: bytes) -> Iterator[str]:
    """Give the text of every part of a letter, also of letters within it. A file that is not mail is one text."""
    message = message_from_bytes(raw)
    if message.get(NOT_OURS):
        return  # a saved post of somebody else
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if str(part.get_filename() or "").lower().endswith(".eml"):
            yield from texts(payload)
        elif part.get_content_maintype() == "text":
            text = payload.decode("utf-8", "replace")
            yield shown(text) if part.get_content_subtype() == "html" or PAGE.match(text) else text


def read(raw: bytes) -> Iterator[tuple[Letter | None, int]]:
    """Give the letters with a proof in a file, each with the number of its damaged items.

    A proof that does not tell which letter it belongs to gives None.
    """
    for one in letters_in(raw):
        found = [each for text in texts(one) for block in blocks(text) for each in _letters(block)]
        shared = len({letter for letter, _ in found}) > 1
        for letter, damaged in found:
            yield letter and replace(letter, shared=shared), damaged


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
    damaged = counts = 0
    for item in (*_items(block.split()), Item("letter", ())):
        if item.kind == "letter":
            if about or items or damaged:
                letters = [Letter(about, tuple(items), holds, counts=counts, damaged=damaged)] if about else [None]
                yield letters[0], damaged
            about, holds, items = item if item.whole and item.text("match") else None, None, []
            damaged, counts = int(bool(item.fields) and not item.whole), 0
        elif not item.whole:
            damaged += 1
        elif item.kind == "holds":
            holds, counts = item, counts + 1
        else:
            items.append(item)


def _items(tokens: Iterable[str]) -> Iterator[Item]:
    """Read a block: a word begins an item, ``name=value`` is a field of it, and ``name+=value`` continues a value.

    Anything else that is not the mark of a quote was broken off a value, and the item is damaged.
    """
    kind, fields, broken = "", dict[str, list[list[str]]](), False
    for token in (*tokens, "end"):
        if found := TOKEN.fullmatch(token):
            name, more, value = found.groups()
            values = fields.setdefault(name, [])
            if more and values:
                values[-1].append(value)
            else:
                values.append([value])
        elif KIND.fullmatch(token) and not HEXADECIMAL.fullmatch(token):
            if kind in NUMBERS:
                told = {name: tuple(unquote_plus("".join(each)) for each in values) for name, values in fields.items()}
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


MOST_ALIKE = 4
"""How many different seeds, seals or secrets for one thing are tried: an honest match has one."""


class Match:
    """The letters of one match, and all checks on them."""

    def __init__(self, name: str, letters: Sequence[Letter]) -> None:
        self.name, self.all = name, letters
        said: dict[object, dict[tuple[str, ...], list[int]]] = {}
        for at, letter in enumerate(letters):
            for about, what in letter.says():
                said.setdefault(about, {}).setdefault(what, []).append(at)
        contradicted = {at for told in said.values() if len(told) > 1 for those in told.values() for at in those}
        doubted = {at for at in contradicted if letters[at].shared}
        self.doubted = [letters[at] for at in sorted(doubted)]
        self.letters = [letter for at, letter in enumerate(letters) if at not in doubted]
        self.contradictions = [
            about for about, told in said.items() if sum(not doubted.issuperset(those) for those in told.values()) > 1
        ]
        self.lost = any(letter.unsure for letter in self.letters)
        self.reports = [letter for letter in self.letters if letter.of("opened")]
        self.opened = [(letter, item) for letter in self.reports for item in letter.of("opened")]
        self.by_record = _grouped((item.number("record"), item) for _, item in self.opened)
        self.sealed = _grouped((item.number("asking"), (each, item)) for each, item in self.every("seal"))
        self.filings = _grouped(
            ((each.seat, item.number("asking")), (each, item)) for each, item in self.every("filed")
        )
        self.rolled_back = {item.number("record"): item for _, item in self.every("rollback")}
        self.seats = {seat for _, item in self.every("seal") for seat in item.all("seats")}
        self.made: dict[tuple[str, int], list[bytes]] = {}
        self.secrets = sorted({item.bytes("match_secret") for _, item in self.opened if item.text("match_secret")})

    def checks(self) -> Iterator[Check]:
        """Make all checks."""
        yield from self.complete()
        yield from self.first_reports()
        yield from self.consistent()
        for letter in self.letters:
            yield from self.sealed_where_asked(letter)
            yield from self.thrown_in_place(letter)
            yield from self.seats_known(letter)
            yield from self.ending(letter)
        yield from self.requests()
        yield from self.seals()
        yield from self.seeds_derived()
        yield from self.numbers()
        yield from self.openings()
        yield from self.seeds()
        yield from self.amendments()
        yield from self.rollbacks()
        yield from self.rolls()
        yield from self.orders()
        yield from self.filed()
        for letter in self.letters:
            if letter.newest is not None:
                yield from self.report(letter, letter.newest)
            elif letter.of("receipt"):
                found = f"{letter}: it lists receipts and opens no seed that they belong to"
                yield Check("receipts", MISSING, found)

    def every(self, kind: str) -> list[tuple[Letter, Item]]:
        """Return the items of a kind in all letters, each with its letter."""
        return [(letter, item) for letter in self.letters for item in letter.of(kind)]

    # ---- letters -------------------------------------------------------------------------------------------------

    def complete(self) -> Iterator[Check]:
        """Look for missing lines and letters, as far as other letters tell of them."""
        for letter in self.doubted:
            found = (
                "another proof contradicts it, and in its file stand several: nothing tells which is the moderator's"
            )
            yield Check("letters", MISSING, f"{letter}: {found}")
        here = {(letter.seat, letter.newest.number("record")) for letter in self.all if letter.newest}
        counted = any(item.formula > FIRST_FORMULA for kind in ("seal", "opened") for _, item in self.every(kind))
        for letter in self.letters:
            lost = list(letter.lost)
            if letter.holds is None:
                found = f"{letter}: it does not tell how many lines it holds"
                yield _absent("letters", found, lost=not counted or letter.damaged or letter.shared)
            if letter.counts > 1:
                lost.append("it tells twice how many lines it holds")
            if letter.damaged:
                lost.append(f"{letter.damaged} of its lines are damaged")
            before = letter.after
            follows = letter.newest is not None and before is not None and before < letter.newest.number("record")
            told = letter.holds is not None and letter.holds.text("after")
            if told and not (follows and (letter.seat, before) in here):
                lost.append(f"the report before it, of record {told}, is not among these letters")
            yield from [Check("letters", MISSING, f"{letter}: {what}") for what in lost]
            if letter.holds and not lost:
                yield Check("letters", GOOD, f"{letter}: all its lines, and the report before it")
        if not any(letter.ends for letter in self.all):
            found = "the report that ends the match is not here: secret throws, salts and weights are opened there"
            yield Check("letters", LATER, f"{found}. If the match is over, ask for it with RESEND")

    def first_reports(self) -> Iterator[Check]:
        """See that no report leaves out which one came before it: after each welcome one is the first."""
        welcomes = Counter(letter.seat for letter in self.letters if letter.welcomes)
        unlinked = [letter for letter in self.reports if letter.holds and not letter.holds.text("after")]
        firsts = _grouped((each.seat, (each.newest.number("record"), each)) for each in unlinked if each.newest)
        for seat, those in firsts.items():
            by_record = dict(reversed(those))
            for record in sorted(by_record)[max(1, welcomes[seat]) :]:
                yield Check("letters", MISSING, f"{by_record[record]}: it does not tell which report came before it")

    def consistent(self) -> Iterator[Check]:
        """See that no letter holds an item twice, and that no two letters contradict each other."""
        for letter in self.letters:
            for identity, count in Counter(item.identity for item in letter.items).items():
                if count > 1:
                    yield _absent(
                        "letters", f"{letter}: it holds the same {identity[0]} line twice", lost=letter.unsure
                    )
        for about in self.contradictions:
            kind, *rest = about if isinstance(about, tuple) else (about,)
            what = " ".join(" ".join(each) if isinstance(each, tuple) else str(each) for each in rest if each)
            topic = "openings" if kind == "opened" else "letters"
            yield Check(topic, DIFFERS, f"letters contradict each other: {kind} {what}")

    # ---- what stands where -----------------------------------------------------------------------------------------

    def sealed_where_asked(self, letter: Letter) -> Iterator[Check]:
        """See that a letter that asks for orders prints their seal, and no other."""
        seals = {item.number("asking"): item for item in letter.of("seal")}
        for asking in letter.asks.keys() - seals.keys():
            found = f"{letter}: it makes order request {asking} and prints no seal of it"
            yield _absent("seals", found, lost=letter.unsure)
        for asking, item in seals.items():
            if asking not in letter.asks:
                found = f"{letter}: it prints a seal of order request {asking}, which it does not make"
                yield _absent("seals", found, lost=letter.unsure)
            record = letter.asks.get(asking)
            if record is not None and item.formula > FIRST_FORMULA:
                found = f"order request {asking}: record {item.text('record')} is announced, {record} follows"
                yield _check("seals", item.number("record") == record, found)

    def thrown_in_place(self, letter: Letter) -> Iterator[Check]:
        """See that a letter tells throws of the records that it opens, and the last one no open throw of before."""
        opened = {item.number("record") for item in letter.of("opened")}
        for kind, topic in (("roll", "rolls"), ("draw", "orders")):
            for item in letter.of(kind):
                record = item.number("record")
                what = f"{letter}: {item.address} of record {record}"
                unopened = letter.unsure or not opened
                if record not in opened:
                    yield _absent(topic, f"{what}: the letter opens no seed of it", lost=unopened)
                told = item.all("order") if kind == "draw" else not item.text("stream")
                if letter.ends and told and letter.after is not None and 0 < record <= letter.after:
                    yield _absent(topic, f"{what}: it belongs to an earlier report", lost=unopened)

    def seats_known(self, letter: Letter) -> Iterator[Check]:
        """See that letters and receipts are of seats of the match, and that no receipt shows another seat's salt."""
        seats = self.seats
        if seats and letter.seat not in (*seats, *OBSERVERS):
            yield Check("letters", DIFFERS, f"{letter}: the match has no such seat")
        for item in letter.of("receipt"):
            seat = item.text("seat")
            if seats and seat not in seats:
                yield Check("receipts", DIFFERS, f"{letter}: it lists a receipt of {seat}, and there is no such seat")
            if item.text("salt") and seat != letter.seat:
                yield Check("receipts", DIFFERS, f"{letter}: it shows the salt of {seat}, which only {seat} may see")

    def ending(self, letter: Letter) -> Iterator[Check]:
        """See that only the last letter tells how the match ended, and that what it tells fits together."""
        for item in letter.of("ended"):
            if not letter.ends:
                yield _absent(
                    "letters", f"{letter}: it ends the match and does not open its secret", lost=letter.unsure
                )
            how, known = item.text("how"), not self.seats or self.seats.issuperset(item.all("seats"))
            by_gm = how.endswith(BY_GM)
            fits = how and item.text("by") == ("gm" if by_gm else "rules") and not (by_gm and letter.of("receipt"))
            yield _check("letters", fits and known, f"{letter}: how the match ended")

    # ---- order requests, seals and seeds ----------------------------------------------------------------------------

    def requests(self) -> Iterator[Check]:
        """See that every order request that was sealed or answered was opened, or ended by a rollback."""
        opened = {item.number("asking") for _, item in self.opened}
        ended = {item.number("asking") - 1 for item in self.rolled_back.values()}
        known = {*self.sealed, *(asking for _, asking in self.filings)}
        over = any(letter.ends for letter in self.letters)
        steps = self._steps()
        for asking in sorted(known - opened - ended - {0}):
            found = f"order request {asking} was made, and no letter opens its seed or takes it back"
            passed_over = over or any(before < asking < then for before, then in steps)
            if passed_over:
                yield _absent("seals", found, lost=self.lost)
            elif any(later > asking for later in opened):
                yield Check("seals", MISSING, found)
        for asking in sorted({asking for _, asking in self.filings} - self.sealed.keys()):
            yield Check("seals", MISSING, f"order request {asking}: the letter that sealed it is missing")
        for letter in self.letters:
            here = {item.number("record") for item in letter.of("opened")}
            if letter.ends and not self.by_record.keys() | {0} <= here:
                yield _absent("seals", f"{letter}: it does not open all that others open", lost=letter.unsure)

    def _steps(self) -> set[tuple[int, int]]:
        """Return the order requests of reports that follow one another without another report between them."""
        asked = {
            (each.seat, each.newest.number("record")): each.newest.number("asking")
            for each in self.reports
            if each.newest
        }
        steps = set()
        for letter in self.reports:
            before = asked.get((letter.seat, -1 if letter.after is None else letter.after))
            if before is not None and letter.newest is not None:
                steps.add((before, letter.newest.number("asking")))
        return steps

    def seals(self) -> Iterator[Check]:
        """Compare every opened seed with its seal, which must be in another letter, sent before the orders."""
        for letter, opened in self.opened:
            asking = opened.number("asking")
            those = self.sealed.get(asking, [])
            before = [item for other, item in those if other is not letter and other.precedes(asking)][:MOST_ALIKE]
            for name in ("open", "secret") if letter.ends else ("open",):
                if not opened.text(name):
                    yield Check("seals", MISSING, f"the {name} seed of asking {asking}: the letter does not open it")
            if letter.ends and asking == opened.number("record") == 0:
                continue  # the set-up, thrown before anybody held a seal
            for name in ("open", "secret"):
                if opened.text(name):
                    what = f"the {name} seed of asking {asking}"
                    yield from _fits("seals", what, opened.bytes(name), [item.text(name) for item in before])
        told = [item.text("match_secret") for _, item in self.every("seal") if item.text("match_secret")]
        for secret in self.secrets[:MOST_ALIKE]:
            yield from _fits("seals", "the secret of the match", secret, told)

    def seeds_derived(self) -> Iterator[Check]:
        """See that all seeds and seals follow from the secret of the match, where its formula says so."""
        items = dict.fromkeys(item for kind in ("opened", "seal") for _, item in self.every(kind))
        for secret in self.secrets[:MOST_ALIKE]:
            for item in (each for each in items if each.formula >= DERIVING_FORMULA):
                asking = item.number("asking")
                for name in ("open", "secret"):
                    made = derived(secret, name, asking)
                    wanted = seal(made) if item.kind == "seal" else made.hex()
                    if item.text(name):
                        found = f"the {name} seed of asking {asking} follows from the secret of the match"
                        yield _check("seals", item.text(name) == wanted, found)

    def numbers(self) -> Iterator[Check]:
        """Compare formula and record of every opening with those that its seal announced."""
        ended = {item.number("asking") - 1 for item in self.rolled_back.values()}
        for asking, those in _grouped((item.number("asking"), item) for _, item in self.opened).items():
            seals = {(item.formula, item.number("record")) for _, item in self.sealed.get(asking, [])}
            if asking == 0:
                seals = {(those[0].formula, 0)}  # the set-up, which nothing announces
            newest = max(item.number("record") for item in those)
            for formula, record in sorted(seals)[:MOST_ALIKE]:
                for item in those:
                    if item.formula != formula:
                        found = f"order request {asking}: formula {formula} was announced, {item.formula} was used"
                        yield Check("seals", DIFFERS, found)
                    elif formula > FIRST_FORMULA or (item.number("record") == newest and asking not in ended):
                        yield self._numbered(asking, item, record)

    def _numbered(self, asking: int, opened: Item, announced: int) -> Check:
        """Compare the record of an opening with the one announced: what came between is counted."""
        record, between = opened.number("record"), opened.count("corrections")
        found = (
            f"order request {asking}: record {announced} was announced, {record} was made after {between or 0} others"
        )
        if record in self.rolled_back:
            good = record == announced - 1 or opened.formula == FIRST_FORMULA
        elif opened.formula == FIRST_FORMULA:
            good = announced <= record and (between is None or record <= announced + between)
        else:
            good = between is not None and record == announced + between
        return Check("seals", GOOD, found) if good else _absent("seals", found, lost=self.lost)

    def openings(self) -> Iterator[Check]:
        """Check that all letters open a record and the match with the same seeds, and that no seed serves two turns."""
        turns = {(each.newest.number("asking"), each.newest.number("record")) for each in self.reports if each.newest}
        for asking, count in Counter(asking for asking, _ in turns).items():
            yield _check("openings", count == 1, f"the seed of asking {asking} serves one turn")
        for record, same in sorted(self.by_record.items()):
            told = {(item.text("asking"), item.text("open"), tuple(sorted(item.all("receipts")))) for item in same}
            secrets = {item.text("secret") for item in same if item.text("secret")}
            counts = {item.text("amendment") for item in same if item.formula > FIRST_FORMULA}
            alike = all(len(each) <= 1 for each in (told, secrets, counts))
            yield _check("openings", alike, f"record {record}")
        if self.secrets:
            yield _check("openings", len(self.secrets) == 1, "the secret of the match")

    def seeds(self) -> Iterator[Check]:
        """See that all seeds are of 32 bytes, and that each seed and each seal is of one order request and one kind."""
        for what, items in (("seed", [item for _, item in self.opened]), ("seal", [x for _, x in self.every("seal")])):
            uses: dict[str, set[tuple[str, str]]] = {}
            for item in items:
                for name in SEEDS:
                    value = item.text(name)
                    if value:
                        of = "" if name == "match_secret" else item.text("asking")
                        uses.setdefault(value, set()).add((of, name))
            for value, served in uses.items():
                about = " and ".join(f"{name} {of}".strip() for of, name in sorted(served)[:MOST_ALIKE])
                if not SEED.fullmatch(value):
                    yield Check("seals", DIFFERS, f"the {what} of {about} is not of 32 bytes")
                if len(served) > 1:
                    yield Check("openings", DIFFERS, f"one {what} serves {about}")

    def amendments(self) -> Iterator[Check]:
        """See that the throws of corrections are counted without a gap, and opened with their turn."""
        reports = _grouped(
            (each.newest.number("asking"), each) for each in self.reports if each.newest and not each.ends
        )
        for asking, those in _grouped((item.number("asking"), item) for _, item in self.opened).items():
            told = {item.number("record"): item.count("amendment") for item in those if item.formula > FIRST_FORMULA}
            counts = [told[record] for record in sorted(told)]
            wanted = [*range(1, len(counts)), counts[-1] and len(counts)] if counts else []
            if counts != wanted:
                found = f"order request {asking}: the corrections that threw dice are counted {counts}"
                yield _absent("openings", found, lost=self.lost)
            for letter in reports.get(asking, ()):
                here = {item.number("record") for item in letter.of("opened")}
                untold = [record for record in told if record not in here and record < max(here)]
                if untold:
                    found = f"{letter}: it does not open the correction of record {min(untold)}"
                    yield _absent("openings", found, lost=letter.unsure)

    def rollbacks(self) -> Iterator[Check]:
        """Check that rollbacks are counted without a gap, and that no number of before one comes again after it."""
        told = self.rolled_back
        counts = [told[record].number("count") for record in sorted(told)]
        if told:
            yield _check("openings", counts == sorted(set(counts)), f"rollbacks are counted: {counts[:MOST_DRAWN]}")
        if max(counts, default=0) > len(set(counts)):
            here = set(counts)
            missing = next(number for number in range(1, max(counts) + 1) if number not in here)
            yield Check("letters", MISSING, f"rollback no. {missing}: no letter tells of it")
        order = sorted((each.number("record"), each.number("asking")) for _, each in self.opened)
        records = [record for record, _ in order]
        before = list(accumulate((asking for _, asking in order), max))
        after = list(accumulate((asking for _, asking in reversed(order)), min))[::-1]
        for record, item in told.items():
            at = bisect_left(records, record)
            earlier = at == 0 or before[at - 1] < item.number("asking")
            later = at == len(order) or after[at] >= item.number("asking")
            good = earlier and later and item.number("to") < record and item.number("rulings") > 0
            yield _check("openings", good, f"rollback no. {item.text('count')}: no number of before it comes again")
        for letter in self.reports:
            listed = {item.number("record") for item in letter.of("rollback")}
            first = 0 if letter.ends else letter.after
            last = letter.newest.number("record") if letter.newest else 0
            untold = [each for each in told if first is not None and first < each < last and each not in listed]
            if untold:
                found = f"{letter}: it does not tell of the rollback of record {min(untold)}"
                yield _absent("letters", found, lost=letter.unsure)

    # ---- throws -----------------------------------------------------------------------------------------------------

    def keys(self, thrown: Item) -> list[bytes]:
        """Return the keys that a throw may have: one for each seed that was opened for its record."""
        name, record = thrown.text("stream") or "open", thrown.number("record")
        if (name, record) not in self.made:
            found = dict.fromkeys(
                (item.bytes(name), self.name, *_numbered(item))
                for item in self.by_record.get(record, ())
                if name in ("open", "secret") and item.text(name) and FIRST_FORMULA <= item.formula <= NEWEST_FORMULA
            )
            self.made[name, record] = [key(*each) for each in list(found)[:MOST_ALIKE]]
        return self.made[name, record]

    def rolls(self) -> Iterator[Check]:
        """Repeat every listed roll."""
        for _, item in self.every("roll"):
            what = f"record {item.text('record')}: {item.address}"
            made = self.keys(item)
            if not made:
                yield Check("rolls", MISSING, f"{what}: no letter opens its seed")
            for each in made:
                try:
                    value = roll(each, item.address, item.number("sides"))
                except ValueError as fault:
                    yield Check("rolls", DIFFERS, f"{what}: {fault}")
                    continue
                found = f"{what}: {item.text('value')} is told, {value} is thrown"
                yield _check("rolls", value == item.number("value"), found)

    def orders(self) -> Iterator[Check]:
        """Repeat every draw by weight, and compare its order with the one that was told before."""
        draws = [item for _, item in self.every("draw")]
        told = _grouped((_draw_of(item), item) for item in draws if item.all("order"))
        weighed = [item for item in draws if item.all("among")]
        newest = {letter.newest.number("record") for letter in self.reports if letter.newest}
        for item in weighed:
            what = f"record {item.text('record')}: {item.address}"
            if item.number("record") not in newest:
                yield Check("orders", MISSING, f"{what}: the report that told it is missing")
            made = self.keys(item)
            if not made:
                yield Check("orders", MISSING, f"{what}: no letter opens its seed")
            for each in made:
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
        for each in sorted({each.all("order") for each in told})[:MOST_ALIKE]:
            found = f"{what}: {', '.join(each)} was told, {', '.join(order)} is drawn"
            yield _check("orders", list(each) == order, found)

    # ---- sheets -----------------------------------------------------------------------------------------------------

    def filed(self) -> Iterator[Check]:
        """Compute the receipt of every acknowledged sheet, and its salt."""
        for letter, item in self.every("filed"):
            what = f"{letter.seat}, asking {item.text('asking')}, sheet {item.text('number')}"
            same = receipt(item.bytes("salt"), item.all("lines")) == item.text("value")
            yield _check("receipts", same, f"{what}: the receipt and its sheet")
            yield from self.salted(letter.seat, item.number("asking"), item, what)

    def salted(self, seat: str, asking: int, item: Item, what: str) -> Iterator[Check]:
        """Compute a salt from the secret of the match, if that is opened."""
        for secret in self.secrets[:MOST_ALIKE] if item.text("salt") else ():
            made = salt(secret, asking, seat, item.count("number") or 0)
            yield _check("salts", made == item.bytes("salt"), f"{what}: its salt and the secret of the match")

    def report(self, letter: Letter, newest: Item) -> Iterator[Check]:
        """Compare the receipts that a letter lists with the key of the dice and with what was acknowledged."""
        listed, used = letter.of("receipt"), set(newest.all("receipts"))
        values = {item.text("value") for item in listed}
        asking = newest.number("asking")
        for value in newest.all("receipts"):
            found = f"asking {asking}: the key of the dice holds {value}, which the report must list"
            yield Check("receipts", GOOD, found) if value in values else _absent("receipts", found, lost=letter.lost)
        for item in listed:
            seat = item.text("seat")
            if seat != letter.seat:
                found = f"asking {asking}: the receipt of {seat} must stand in the key of the dice"
                yield _check("receipts", item.text("value") in used, found)
            yield from self.ruled(seat, asking, item, own=seat == letter.seat)
        own = any(item.text("seat") == letter.seat for item in listed)
        ended_by_the_gm = not listed and letter.ends
        if self.given(letter.seat, asking) and not own and not ended_by_the_gm:
            what = f"{letter.seat}, asking {asking}"
            yield Check(
                "sheets", MISSING, f"{what}: a sheet was acknowledged, and none was ruled; did you withdraw it?"
            )

    def given(self, seat: str, asking: int) -> list[Item]:
        """Return the sheets of a seat that were acknowledged for an asking before it was ruled."""
        return [item for letter, item in self.filings.get((seat, asking), []) if letter.precedes(asking)]

    def ruled(self, seat: str, asking: int, item: Item, *, own: bool) -> Iterator[Check]:
        """Compare a sheet that was ruled with those that were acknowledged to its seat."""
        given = self.given(seat, asking)
        field = "number" if item.text("number") else "value"  # another seat's receipt tells no number
        same = [each for each in given if each.text(field) == item.text(field)]
        number = item.count("number") or max((each.number("number") for each in same), default=None)
        last = max((each.number("number") for each in given), default=0)
        what = f"{seat}, asking {asking}: sheet {number or 'of no known number'} was ruled"
        yield from self.salted(seat, asking, item, what)
        if number is not None and last > number:
            yield Check("sheets", DIFFERS, f"{what}, and {last} was acknowledged last")
        elif same or (given and number is None):
            yield _check("sheets", any(_same_sheet(item, each) for each in same), f"{what} as it was acknowledged")
        elif own:
            yield Check("sheets", MISSING, f"{what}: its acknowledgement is missing")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values by their keys."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def _numbered(opened: Item) -> tuple[int, tuple[str, ...], int]:
    """Return what the key of a seed is made of by its formula, besides seed and match."""
    receipts = opened.all("receipts")
    if opened.formula == FIRST_FORMULA:
        return opened.number("record"), receipts, 0
    return opened.number("asking"), receipts, opened.count("amendment") or 0


def _same_sheet(ruled: Item, acknowledged: Item) -> bool:
    """Tell whether two items are of one sheet; salt and time are compared where both tell them."""
    told = ((ruled.text(name), acknowledged.text(name)) for name in ("value", "salt", "arrived"))
    return all(one == other for one, other in told if one and other)


def _check(topic: str, good: object, what: str) -> Check:
    return Check(topic, GOOD if good else DIFFERS, what)


def _absent(topic: str, what: str, *, lost: object) -> Check:
    """Report a line that should be there: missing if its letter has lost lines, otherwise a difference."""
    return Check(topic, MISSING if lost else DIFFERS, what)


def _fits(topic: str, what: str, seed: bytes, seals: Iterable[str]) -> Iterator[Check]:
    found = sorted(set(seals))
    if not found:
        yield Check(topic, MISSING, f"{what}: the letter that sealed it is missing")
    for each in found[:MOST_ALIKE]:
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
        alike = replace(letter, shared=False)
        shared[alike] = shared.get(alike, True) and letter.shared
    by_match: dict[str, list[Letter]] = {}
    for letter, among_others in shared.items():
        by_match.setdefault(letter.match, []).append(replace(letter, shared=among_others))
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
        count = len({replace(letter, shared=False) for letter in letters if letter.match == name})
        tell(name, count, checks, everything=told.verbose)
        for item in {item for letter in letters if letter.match == name for item in letter.of("ended")}:
            if item.text("by") == "gm":
                say(f"  The GM ended it, not its rules: {' '.join((item.text('how'), *item.all('seats')))}")
    verdicts = {check.verdict for checks in found.values() for check in checks}
    if DIFFERS in verdicts:
        say("Something differs: keep these letters as they are, and ask the person who runs the match.")
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
