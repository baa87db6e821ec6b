"""What people say in another language beside their orders, and what it means in English."""

from collections.abc import Collection, Mapping

from moderator.language.tongues.tongue import spellings


class Talk:
    """The words of a language for those of English sentences.

    ``said`` leads from English to what says the same, separated by commas; that may be several words. ``verbs`` lead
    from English verbs to those that end a clause, of one word (``ausführen``), or of two that stand apart (``führe
    aus``). ``words`` are single words that orders need, too, in the form of a ``Tongue``. ``shared`` words also say
    something in English, or are parts of names.
    """

    def __init__(
        self, words: Mapping[str, str], said: Mapping[str, str], verbs: Mapping[str, str], shared: Collection[str]
    ) -> None:
        """Take the words; what is ``said`` goes before the words of orders."""
        single = {ours.lower(): theirs.replace(" ", ",") for ours, theirs in words.items()}
        self.meanings = _meanings(single) | _meanings(said)
        self.verbs = _meanings(verbs)
        self.longest = max(map(len, self.meanings))
        known = {word for ways in (self.meanings, self.verbs) for way in ways for word in way}
        self.known = frozenset(known)
        self.marks = frozenset(known) - frozenset(shared)


def _meanings(said: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Return what each way to say something means, word by word in capitals."""
    ways = ((ours, way.split()) for ours, theirs in said.items() for way in theirs.split(","))
    return {words: ours for ours, way in ways for words in zip(*map(spellings, way), strict=True)}
