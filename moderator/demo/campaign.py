"""The long demo: one whole match, played by three people who write as people do.

A bot chooses their orders from what their seats see, so the story goes on whatever the dice say. How they write the
orders, when, and what else they write is the script below.
"""

from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from itertools import permutations
from pathlib import Path

from msgspec import Struct, field

from moderator.core.demo import Aside, Pact
from moderator.demo.mailbox import parse, text_of
from moderator.demo.people import bare
from moderator.demo.story import RESEND_GREETING, Player, SavedLetter, Seat, Story, Tell
from moderator.demo.world import DemoWorld

_CHATTER: Mapping[str, tuple[str, ...]] = {
    "ann": (
        "Hi all, here are my orders for this turn.",
        "Morning! Coffee in hand, map on the kitchen table. Here goes.",
        "Not sure about the second one, but you only live once.",
        "Good grief, that was close last turn. We keep pushing:",
        "The kids moved my markers, so I hope the board is as I remember it :-)",
        "Quick one from me before the meeting.",
    ),
    "ben": (
        "On the train, so in a hurry - can't check the map. That's what I'd like to do:",
        "me again, from the bus this time",
        "ok let's go!!",
        "sorry for the typos, gloves on, it's freezing here",
        "my turn, same plan as before:",
        "lol the dice hate me. anyway:",
    ),
    "cleo": (
        "Dear moderator,",
        "Good evening, and thank you for the prompt report. My orders are as follows:",
        "Dear moderator, please find my orders for this turn below.",
        "With compliments from the Green staff, our orders:",
    ),
}
"""How each of them begins their letters, in turn."""


_DEALS = tuple((one, other, outside) for outside in (True, False) for one, other in permutations(_CHATTER, 2))
"""Who may offer whom a joint attack, and whether past the moderator. A match has one of each kind."""

_ON_A_LINE = 5
"""At most this many orders are written on one line."""

_IMPATIENT = 12
"""The turn in which the GM does not wait for the deadline."""


class Deal(Struct):
    """A joint attack that two people agree on before they write their orders."""

    turn: int
    one: str
    other: str
    pact: Pact
    outside: bool
    settled: bool = False


class Writer(Struct):
    """One of the people, with what they are waiting for."""

    seat: Seat
    turn: int = 0
    letter: EmailMessage = field(default_factory=EmailMessage)
    """The one that they answer this turn."""
    late: tuple[EmailMessage, tuple[str, ...]] | None = None
    after: str = ""
    """What they will do when the next acknowledgement comes."""
    answered: int = 0
    """The last turn for which an acknowledgement came."""


_ASIDES: Mapping[tuple[str, int], Aside] = {
    ("cleo", 3): Aside("Dear moderator, could you kindly tell me where we stand?", ("STATUS",)),
    ("ann", 8): Aside(
        "Thanks for the great report, the two pages hang above my desk now. I will send orders in a minute.", ()
    ),
    ("cleo", 9): Aside("Dear moderator, I write from Lisbon for a while.", ("SET ZONE Europe/Lisbon",)),
}
"""What somebody writes before their orders, by person and turn. The script adds to it."""


class LongStory(Story):
    """A story that plays one match by mail to its end."""

    def __init__(self, world: DemoWorld, folder: Path, tell: Tell) -> None:
        """Prepare to play; ``tell`` is called with everything that happens."""
        super().__init__(world, folder, tell)
        self.long = self.short = self.script.whole.name
        self._players: dict[str, Writer] = {}
        self._deals: list[Deal] = []
        self._nudged = False

    def done(self, seats: Sequence[Player]) -> bool:
        """Tell whether the match is over and everybody has the last report."""
        self._lose_patience()
        return self.is_over(seats)

    def _lose_patience(self) -> None:
        """Let the GM run one turn for which all but one have written; at other turns the deadline passes by itself."""
        asleep = [player for player in self._players.values() if player.late is not None and player.turn == _IMPATIENT]
        awake = [player for player in self._players.values() if player.late is None]
        if asleep and not self._nudged and all(player.answered == _IMPATIENT for player in awake):
            self._nudged = True
            self.tell("The GM", "writes RESOLVE into config.toml: two of three have waited long enough")
            self.world.override("two-of-three", "RESOLVE")

    def read_mail(self, seat: Seat) -> bool:
        """Read the letters that came for a person and write theirs; tell whether any letter came."""
        player = self._players.setdefault(seat.person.user, Writer(seat))
        letters = seat.mailbox.new()
        for raw in letters:
            kept = self.keep(seat.person.user, raw, incoming=True)
            letter = parse(raw)
            match kept.kind:
                case "welcome" | "turn-report":
                    seat.reports += kept.kind == "turn-report"
                    self._next_turn(player, letter)
                case "acknowledgement":
                    self._acknowledged(player, letter)
                case "press-letter" | "private":
                    self._agreed(player, letter, kept)
        return bool(letters)

    # ---- a turn ------------------------------------------------------------------------------------------

    def _next_turn(self, player: Writer, letter: EmailMessage) -> None:
        """Begin the next turn: send a letter that is late, then other questions, then the orders or word about them."""
        player.turn, player.letter = player.turn + 1, letter
        user = player.seat.person.user
        if player.late is not None:
            old, lines = player.late
            player.late = None
            self.reply(player.seat, self.long, old, "Oh no, I forgot to press send yesterday! Is it too late?", lines)
        aside = {**_ASIDES, **self.script.asides}.get((user, player.turn))
        if aside is not None:
            self.reply(player.seat, self.long, letter, *aside)
        deal = self._deal(player)
        if deal is None:
            self._write_orders(player)
        elif deal.one == user:
            self._propose(player, deal)
        else:
            self.tell(player.seat.person.name, "waits for a word from an ally")

    def _write_orders(self, player: Writer, lines: tuple[str, ...] = (), *more: str) -> None:
        """Send the orders, as agreed on or as the script has it for this person and turn, and more lines."""
        person = player.seat.person
        thought = lines or self.world.thoughts.orders(self.long, person.seat)
        if not thought or not player.turn:  # before the first turn there is no letter to answer
            return
        chatter = _CHATTER[person.user]
        greeting = chatter[(player.turn - 1) % len(chatter)]
        way = _WAYS.get((person.user, player.turn))
        if way is None or lines:
            self.say(player, greeting, (*person.manner(thought), *more))
        else:
            way(self, player, greeting, thought)

    def say(self, player: Writer, greeting: str, said: tuple[str, ...]) -> None:
        """Answer the letter that a person is to answer this turn."""
        self.reply(player.seat, self.long, player.letter, greeting, said)

    def _acknowledged(self, player: Writer, letter: EmailMessage) -> None:
        """Do what waited for an acknowledgement: correct typos, or let the turn run."""
        player.answered = player.turn
        after, player.after = player.after, ""
        thought = self.world.thoughts.orders(self.long, player.seat.person.seat) if after else ()
        if after == "mend" and thought:
            self.tell(player.seat.person.name, "reads the acknowledgement and mends what was wrong")
            self.reply(player.seat, self.long, letter, RESEND_GREETING, (*player.seat.person.manner(thought), "Ready"))
        elif after == "go":
            self.reply(player.seat, self.long, letter, "All fine, thank you.", ("READY",))

    def wanted(self) -> list[tuple[str, SavedLetter | None, str]]:
        """Return what is most worth opening: the reason, the letter, and the ending of the file."""
        foreseen = self._answer("chance to win is") or self._answer("Your orders, one by one")
        return [
            ("how it ended, with all seals opened", self.last("ann", "turn-report", self.long), ".html"),
            ("the recap: every board, the course, battles and honours", self._file_with("recap"), "recap.pdf"),
            ("the last report for the printer", self.last("cleo", "turn-report", self.long), ".pdf"),
            ("orders with mistakes, as they came from a phone", self.first("ben", "orders", self.long), ".txt"),
            ("the answer: each mistake with a suggestion", self.first("ben", "acknowledgement", self.long), ".html"),
            ("what the orders would do: a preview with exact odds", foreseen, ".html"),
            ("orders that came when the turn had run", self._answer("is over"), ".txt"),
            ("an agreement past the moderator", self._file_from("private"), ".txt"),
            ("press from an ally", self._file_from("press-letter"), ".html"),
            ("the board to tape together", self._file_with("poster"), "poster.pdf"),
        ]

    def _answer(self, words: str) -> SavedLetter | None:
        """Return the first acknowledgement that contains some words."""
        for kept in self.kept:
            text = kept.file(".txt") if kept.kind == "acknowledgement" else None
            if text is not None and words in " ".join((kept.subject + text.read_text(encoding="utf-8")).split()):
                return kept
        return None

    def _file_from(self, kind: str) -> SavedLetter | None:
        """Return the first letter of a kind that anybody received."""
        return next((kept for kept in self.kept if kept.incoming and kept.kind == kind), None)

    def _file_with(self, name: str) -> SavedLetter | None:
        """Return the first letter of the moderator with a file whose name contains a text."""
        return next((kept for kept in self.kept if any(name in path.name for path in kept.files[1:])), None)

    # ---- agreements --------------------------------------------------------------------------------------

    def _deal(self, player: Writer) -> Deal | None:
        """Return the agreement that a person is to make this turn, if any; a match has two."""
        user = player.seat.person.user
        for deal in self._deals:
            if deal.turn == player.turn and user in {deal.one, deal.other} and not deal.settled:
                return deal
        seats = {person.user: person.seat for person in self.world.people}
        for one, other, outside in _DEALS:
            early = player.turn < (4 if outside else 7)
            made = any(deal.outside is outside or deal.turn == player.turn for deal in self._deals)
            scripted = {(one, player.turn), (other, player.turn)} & {*_WAYS}
            if user not in {one, other} or made or early or scripted:
                continue
            found = self.world.thoughts.pact(self.long, seats[one], seats[other])
            if found is not None:
                self._deals.append(Deal(player.turn, one, other, found, outside))
                return self._deals[-1]
        return None

    def _propose(self, player: Writer, deal: Deal) -> None:
        """Write to an ally: by ordinary mail past the moderator, or by press."""
        place, number = deal.pact.place, deal.pact.number
        if deal.outside:
            words = (
                f"Hi {deal.other.capitalize()}, {place} is weak, but not for me alone. I attack with order {number}. "
                f"If you get somebody there and attack with your order {number} as well, we roll together. Deal?"
            )
            self.private(player.seat, deal.other, f"{place}?", words)
            return
        ally = next(person.seat for person in self.world.people if person.user == deal.other)
        message = (
            f"PRESS TO {ally}",
            f"Please attack {place} under number {number}; so shall we. Together we prevail.",
            "END",
        )
        deal.settled = True
        self._write_orders(player, deal.pact.one, *message)

    def _agreed(self, player: Writer, letter: EmailMessage, kept: SavedLetter) -> None:
        """Read the answer of an ally and act on it."""
        user = player.seat.person.user
        deal = next((deal for deal in self._deals if deal.turn == player.turn and user in {deal.one, deal.other}), None)
        if deal is None or kept.incoming is False:
            return
        if user == deal.other:
            if deal.outside:
                self.private(player.seat, deal.one, str(letter["Subject"]), f"deal! {deal.pact.place} with order "
                             f"{deal.pact.number}. fingers crossed\n\n> " + text_of(letter).strip())  # fmt: skip
            self._write_orders(player, deal.pact.other)
        elif deal.outside:
            deal.settled = True
            self._write_orders(player, deal.pact.one)

    def private(self, seat: Seat, user: str, subject: str, words: str) -> None:
        """Write to another player, past the moderator."""
        raw = self.between(seat, user, subject, words)
        seat.mailbox.send(raw)
        self.keep(seat.person.user, raw, incoming=False)
        self.tell(seat.person.name, f"to {user}, past the moderator: {words.splitlines()[0]}")


# ---- ways to send orders -----------------------------------------------------------------------------------

Way = Callable[[LongStory, Writer, str, tuple[str, ...]], None]


def _typos(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Write in haste, with mistakes that are corrected when the acknowledgement tells of them."""
    typos = player.seat.person.typos
    said = typos(lines, campaign.script.nowhere) if typos else player.seat.person.manner(lines)
    player.after = "mend"
    campaign.say(player, greeting, said)


def _second_thoughts(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Send orders, and at once others that replace them."""
    manner = player.seat.person.manner
    first = (lines[0].removesuffix(bare(lines[0])) + "PASS", *lines[1:])
    campaign.say(player, greeting, (*manner(first), "wait"))
    campaign.say(player, "Wait, no. On second thought:", (*manner(lines), "ready"))


def _one_line(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Write several orders on one line."""
    said = [bare(line).lower() for line in lines]
    rows = ("; ".join(said[at : at + _ON_A_LINE]) for at in range(0, len(said), _ON_A_LINE))
    campaign.say(player, greeting, (*rows, "", "cheers", "Ben"))


def _preview(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Ask what the orders would do, then let them go."""
    player.after = "go"
    campaign.say(player, greeting, (*player.seat.person.manner(lines), "PREVIEW", "WAIT"))


def _wait(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Hold the turn back, read the acknowledgement, and let the turn run."""
    player.after = "go"
    campaign.say(player, greeting, (*player.seat.person.manner(lines), "WAIT"))


def _silence(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Send nothing before the deadline, and the letter after the turn has run."""
    del greeting
    player.late = (player.letter, player.seat.person.manner(lines))
    campaign.tell(player.seat.person.name, "falls asleep over the map")


def _to_all(campaign: LongStory, player: Writer, greeting: str, lines: tuple[str, ...]) -> None:
    """Send orders with a word to everybody."""
    word = ("PRESS TO ALL", campaign.script.word, "END")
    campaign.say(player, greeting, (*player.seat.person.manner(lines), *word))


_WAYS: Mapping[tuple[str, int], Way] = {
    ("ben", 1): _typos,
    ("ann", 2): _preview,
    ("ben", 3): _one_line,
    ("cleo", 5): _wait,
    ("ann", 6): _second_thoughts,
    ("ben", 6): _silence,
    ("cleo", 11): _to_all,
    ("ann", 12): _silence,
    ("ben", 13): _typos,
    ("cleo", 9): _preview,
    ("cleo", 14): _preview,
    ("ben", 16): _preview,
}
"""How orders are sent, by person and turn. In all other turns people simply send them."""
