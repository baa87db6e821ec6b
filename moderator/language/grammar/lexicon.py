"""The words of a language: what each stands for, which say nothing, which take a meaning back."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NOISE = _words(
    "FROM TO AT IN INTO ON ONTO THE A AN MY OUR OF VIA TOWARDS TOWARD AND THEN "
    "SQUAD SQUADS UNIT UNITS PLEASE PLS PLZ KINDLY ORDER"
)
"""Words that say nothing unless a form uses them."""

HEDGES = _words(
    "NOT NO NEVER DON'T DONT MAYBE PERHAPS POSSIBLY PROBABLY IF UNLESS OR INSTEAD BUT WHEN UNTIL EXCEPT "
    "WITHOUT CANCEL RATHER ELSE OTHERWISE AFTER BEFORE"
)
"""Words that take back or condition what stands before them: such an order is not taken."""

TURNING = _words("NOT NO NEVER DON'T DONT UNLESS OR INSTEAD BUT EXCEPT WITHOUT CANCEL")
"""Words after which an order without them would say something else: it is not even offered."""

COURTESY = _words("PLEASE PLS PLZ KINDLY THANKS AND THEN")
"""Noise that may stand before a verb; after an article the same word is a noun ("the attack on C4")."""

STORY = _words(
    "WAS WERE WENT IS ARE HAD HAS DID WILL WOULD COULD SHOULD CAN MIGHT MAY GOES SEEMS LOOKS FAILED WON LOST"
)
"""Words that turn an order right before them into the subject of a sentence ("attack on C4 went well")."""

FILLER = _words("THIS TURN ROUND TIME NOW FOR AGAIN ALL THANKS THANK YOU")
"""Words that may follow an order without gaps ("Pass this turn"), which any other word would make a sentence."""

EVERY = _words("ALL EVERYTHING EVERYBODY EVERYONE")
"""Words for all that there is, which name nothing by themselves."""

AFTER = _words("BEHIND FIRST LAST TODAY TOMORROW TONIGHT LATER SOON EVERYWHERE ANYWHERE TOO ALSO ONLY PLEASE TOGETHER")
"""Words that may follow a list and are no value that it should have held ("LEAVE 2 Drones behind")."""

PROSE = (
    _words(
        "BE BEEN MUST DO DOES I ME MY YOU YOUR HE HIM HIS SHE HER IT WE US OUR THEY THEM THEIR THIS THAT THESE THOSE "
        "WITH FROM FOR TO OF IN ON AT BY ABOUT AS NEED NEEDED WANTED HERE THERE WHAT WHERE WHY HOW WHICH WHO"
    )
    | STORY
    | HEDGES
    | COURTESY
)
"""Words of a sentence, which no name of several words that HELP is asked about has: "Help is on the way"."""

ENGLISH = _words(
    "ATOP ATTACH BASS BATH BEND BOLD BOOTH BRACE BUILT BURNT CLAY CLEAVE COIN COLD COVE CRAP DIRE DORM DOTH DOVE "
    "DROOPS DUKE END FARE FARM FEND FILE FINE FIRM FIVE FLAY FOAM FOLD FORD FORE FORGED FORGOT FORK FORT "
    "FORUM FROG GOLD GRACE GUILD HAUNCH HEAVE HELD HIRE HOED HOLE HOLY HOOD HOVE HYPE INFO INTRO JOHN JUKE KITH "
    "LACE LASS LAY LEASE LEND LOIN LOVE LUKE LUNCH MACE MASS MEND MERE MIRE MODE MOLD MOLE MOPE MORE MOTE MOTH "
    "MOVIE NORM NUDE OLD ONTO PACE PADS PALACE PANS PARS PASSE PAST PASTS PATS PAUNCH PAWS PAY PAYS PEACE PITH "
    "PLAICE PLAN PLANE PLATE PLOY PRAY PUKE PUSS RACY RARE RATE REND RICE ROVE SAND SASS SAY SCRAPE SCRIP SEED "
    "SENT SERGE SHIP SHIRT SHOP SIFT SIRE SKIM SKIN SKIS SKIT SLAY SLIP SLIT SNIP SOLD SPIT SPLAT SPLAY "
    "SPLINT SPRIT STAB STAG STAR STAT STEP STOOP STRAP STRAY STRIDE STRIFE STRIPE STROKE SWAY SWIFT TAPE TEND "
    "THEN TIRE TOLD TOP TRACE TRIKE TYKE TYPO VEND VERGE WEAVE WEND WHET WHEY WIDTH WIRE WISH WIT WITCH WITHE "
    "WORM"
)
"""Words of common talk that are near to a word of orders: they mean what they say ("built troops at A0 last turn")."""

GREETING = _words(
    "THANKS THANK THX TY HI HELLO HEY DEAR CHEERS BYE GOOD GREAT NICE WELL CONGRATS CONGRATULATIONS SORRY SEE HAPPY "
    "MERRY BEST REGARDS HOPE LOL HAHA WOW YES OK OKAY GREETINGS HAVE GLAD LOVE"
)
"""Words with which small talk begins, under a number, too."""

SPEAKER = _words("I I'M I'VE I'D I'LL WE WE'RE WE'VE YOU YOUR YOU'RE HE SHE IT IT'S THEY MY OUR THERE THAT'S")
"""Words with which a sentence begins that tells something, under a number, too."""

_SHORTEST_PREFIX = 3


class Lexicon:
    """All words that forms are made of, with synonyms and unambiguous beginnings."""

    def __init__(
        self, literals: Iterable[str], verbs: Iterable[str], synonyms: Mapping[str, str], *, prefixes: bool
    ) -> None:
        """Collect the words; ``prefixes`` admits the beginnings of words, three letters or more."""
        self.verbs = frozenset(verbs)
        self.canon: dict[str, str] = {word: word for word in literals}
        for word, meant in synonyms.items():
            if meant.upper() not in self.canon:
                raise ValueError(f"the synonym {word!r} leads to {meant!r}, which no form uses")
            self.canon[word.upper()] = meant.upper()
        self.words = tuple(sorted(self.canon))
        self._prefixes = prefixes

    def known(self, words: Sequence[str], noise: frozenset[str]) -> Mapping[str, str]:
        """Return what words stand for, with the beginnings of words among these resolved."""
        if not self._prefixes:
            return self.canon
        extra: dict[str, str] = {}
        for word in words:
            if word not in self.canon and len(word) >= _SHORTEST_PREFIX and word not in noise and word not in HEDGES:
                meant = self.begun(word)
                if meant:
                    extra[word] = meant
        return {**self.canon, **extra} if extra else self.canon

    def begun(self, word: str) -> str:
        """Return the one word that another is the beginning of, "" for none or several."""
        found = ""
        at = bisect_left(self.words, word)
        while at < len(self.words) and self.words[at].startswith(word):
            meant = self.canon[self.words[at]]
            if found and found != meant:
                return ""
            found = meant
            at += 1
        return found
