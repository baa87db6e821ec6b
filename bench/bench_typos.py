"""How often suggestions are right, for seeded typos of one or two letters in possible orders.

Typos in words are counted apart from typos in places and counts. Many of the latter make another valid order, which
nothing can tell from the intended one; the acknowledgement shows every order in words.

Then how lines without orders are judged: how many of talk hold a turn, how many that were meant are merely listed.
"""

import random
import string
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from bench import remarks
from bench.common import GAME
from moderator.core.dice import Dice
from moderator.games.simulate import Lineup, bot_orders, play
from moderator.language.grammar.labels import read_label
from moderator.language.numbering import Entry
from moderator.service.order_sets.mending import with_legal_hints
from moderator.service.order_sets.merging import Instructions, Merge, merge_and_check

SEED = "slips"
MATCHES, TURNS = 12, 8
TYPOS = 4_000
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")


def order_sets() -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Give views with their prompts and the order sets that bots gave for them."""
    for number in range(MATCHES):
        bots = {"Red": "recruit", "Blue": "random", "Empire": "recruit"}
        for asked in play(Lineup(game=GAME, bots=bots), f"{SEED}/{number}", most=TURNS).asked:
            for seat, prompt in GAME.pending(asked.before).items():
                chance = Dice.throwaway(f"{SEED}/{number}/{seat}").secret
                yield (
                    GAME.view(asked.before, seat),
                    prompt,
                    bot_orders(GAME, asked.before, seat, prompt, bot="random", chance=chance),
                )


def beside(letter: str, dice: random.Random) -> str:
    """Return a key next to a letter's on the keyboard."""
    row = next((row for row in KEYS if letter.lower() in row), "")
    if not row:
        return dice.choice(string.ascii_lowercase)
    at = row.index(letter.lower())
    return dice.choice([row[other] for other in (at - 1, at + 1) if 0 <= other < len(row)])


def typo(word: str, dice: random.Random) -> str:
    """Return a word with one typo: a letter is left out, doubled, inserted or changed, or two letters are swapped."""
    at = dice.randrange(len(word))
    kind = dice.randrange(5)
    if kind == 0 and len(word) > 1:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + beside(word[at], dice) + word[at:]
    if kind == 3 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + beside(word[at], dice) + word[at + 1 :]


def slipped(line: str, dice: random.Random, *, words: bool, count: int) -> str:
    """Return a line with typos in one of its words, or in one of its places and counts."""
    told = line.split()
    may = [at for at, word in enumerate(told) if word.isalpha() is words and (len(word) > 1 or not words)]
    if not may:
        return line
    at = dice.choice(may)
    for _ in range(count):
        told[at] = typo(told[at], dice)
    return " ".join(told).lower()


class Case(NamedTuple):
    """An order that a seat could give, as the only one on its order set."""

    view: Any
    prompt: Any
    line: str


def judged(case: Case, wrong: str) -> str:
    """Return in words how a line with a typo is answered."""
    language = GAME.language
    meant = language.attempt(case.line)
    read = language.read(wrong)
    if read.order == meant:
        return "understood"
    if read.order is not None:
        check = partial(GAME.check, case.view, case.prompt)
        letter = Instructions([Entry(1, wrong, "", read.order)])
        problems = merge_and_check(Merge(check=check, prompt=case.prompt, letter=letter)).problems
        if not any(problem.falls for problem in problems):
            return "another order, shown in words"
    elif read.problem is None or not language.looks_like(wrong):
        return "set aside" if language.mentions(wrong) else "passed over"
    else:
        problems = with_legal_hints(GAME, case.view, case.prompt, (), [read.problem])
    hints = [read_label(hint).rest for problem in problems for hint in problem.hints]
    if not hints or "<" in hints[0]:
        return "no whole suggestion"
    if hints[0] == case.line:
        return "right on top"
    return "right among them" if case.line in hints else "other legal orders"


def cases() -> list[Case]:
    """Return orders of all kinds that could be given, in canonical words without their numbers."""
    language = GAME.language
    found = [
        Case(view, prompt, read_label(language.line(order)).rest)
        for view, prompt, orders in order_sets()
        for order in orders
    ]
    return [case for case in found if judged(case, case.line) == "understood"]


def main() -> None:
    """Count the answers to typos of every kind and print them."""
    dice = random.Random(SEED)  # noqa: S311 - the same typos every time
    found = cases()
    for words, what in ((True, "words"), (False, "places and counts")):
        for count in (1, 2):
            tally: Counter[str] = Counter()
            for _ in range(TYPOS):
                case = dice.choice(found)
                wrong = slipped(case.line, dice, words=words, count=count)
                if wrong.upper() != case.line:
                    tally[judged(case, wrong)] += 1
            every = tally.total()
            print(f"{count} typo{'s' * (count > 1)} in {what}: {every}")
            for verdict, number in tally.most_common():
                print(f"  {verdict:<30} {number:5} {number / every:7.1%}")
    _judge_remarks()


def _judge_remarks() -> None:
    """Count the lines of talk that hold a turn, and those meant as instructions that do not, and print both."""
    talk, meant = [*remarks.talk()], [*remarks.meant()]
    held, missed = sum(line.holds for line in talk), sum(line.listed for line in meant)
    print(f"of {len(talk)} lines of talk {held} hold the turn: {held / len(talk):.1%}")
    print(f"of {len(meant)} lines meant as orders {missed} are merely listed: {missed / len(meant):.1%}")


if __name__ == "__main__":
    main()
