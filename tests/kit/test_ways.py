"""Ways over a board: they are the shortest, whatever was asked before."""

from itertools import pairwise, product

from moderator.kit.boards.ways import Step, Ways

_SIDE = 9


def _steps() -> list[list[Step]]:
    """Return the steps of a square board on which entering a place costs one to four points, some none can enter."""
    costs = [(7 * at * at + 3 * at + 1) % 5 for at in range(_SIDE * _SIDE)]
    return [[(there, costs[there]) for there in _beside(at) if costs[there]] for at in range(_SIDE * _SIDE)]


def _beside(at: int) -> list[int]:
    row, column = divmod(at, _SIDE)
    spots = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return [y * _SIDE + x for y, x in spots if 0 <= y < _SIDE and 0 <= x < _SIDE]


def _price(steps: list[list[Step]], start: int, goal: int) -> int | None:
    """Return what the cheapest way costs, found by trying every place until nothing gets cheaper."""
    paid = {start: 0}
    for _ in steps:
        for here, onward in enumerate(steps):
            for there, cost in onward:
                if here in paid and paid[here] + cost < paid.get(there, 1 << 20):
                    paid[there] = paid[here] + cost
    return paid.get(goal)


def test_a_way_is_the_cheapest_and_does_not_depend_on_those_asked_before() -> None:
    """What is left to a goal is worked out as far as it is asked for, and goes on from there."""
    steps = _steps()
    used = Ways(steps, halting=(40,))
    plain = Ways(steps)
    for start, goal in product(range(0, _SIDE * _SIDE, 4), (3, 40, 77)):
        assert used.route(start, goal) == Ways(steps, halting=(40,)).route(start, goal)
        way = plain.route(start, goal)
        told = (
            None if way is None else sum(plain.step_cost(a, b) or 0 for a, b in zip((start, *way), way, strict=False))
        )
        assert told == _price(steps, start, goal)


def test_a_way_around_is_the_cheapest_whoever_stood_there_before() -> None:
    """Whom one meets counts for six points, and another order request is told of others."""
    steps, used = _steps(), Ways(_steps())
    for start, goal, crowd in product(range(0, _SIDE * _SIDE, 5), (3, 77), ((30, 42, 49, 58), (31, 40, 50), ())):
        met = frozenset(crowd)
        taxed = [[(there, cost + 6 * (there in met and there != goal)) for there, cost in onward] for onward in steps]
        way = used.route(start, goal, met)
        assert way == used.route(start, goal, met) == Ways(steps).route(start, goal, met)
        told = None if way is None else sum(dict(taxed[a])[b] for a, b in pairwise((start, *way)))
        assert told == _price(taxed, start, goal)
