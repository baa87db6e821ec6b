"""The shortest way over places that lie beside each other: squares of a deck, nodes of the Star Map."""

from collections.abc import Collection, Iterable, Mapping, Sequence


def shortest_way(
    near: Mapping[str, Sequence[str]], start: str, goals: Iterable[str], barred: Collection[str] = ()
) -> tuple[str, ...] | None:
    """Return the shortest way to the nearest goal, the start left out; None if there is none.

    Of ways of one length it is the first in the order in which ``near`` tells the neighbours.
    """
    came: dict[str, str] = {start: ""}
    edge, wanted = [start], frozenset(goals)
    for here in edge:
        if here in wanted:
            back = [here]
            while back[-1] != start:
                back.append(came[back[-1]])
            return tuple(reversed(back[:-1]))
        for there in near[here]:
            if there not in came and there not in barred:
                came[there] = here
                edge.append(there)
    return None
