"""What keeps letters in tests of transports, where no database stands behind."""

from collections.abc import Callable, Sequence

from moderator.ports import Delivery, Keep


def each(keep: Callable[[Delivery], object]) -> Keep:
    """Return what keeps letters one by one, as a function does that is told of one; what it raises is its answer."""

    def answer(delivery: Delivery) -> object:
        try:
            return keep(delivery)
        except Exception as error:  # noqa: BLE001 - as keepers do
            return error

    def keeping(deliveries: Sequence[Delivery]) -> list[object]:
        return [answer(delivery) for delivery in deliveries]

    return keeping
