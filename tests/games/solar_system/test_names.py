"""Players copy names from the board that they see: as text it has short ones, as a picture some in lines."""

from collections.abc import Iterator

from moderator.core.game import AnyGame
from moderator.games.buck_rogers import GAME as COMPRESSED
from moderator.games.buck_rogers_revised import GAME as REVISED
from moderator.games.solar_system.tables import board
from tests.support.cases import every_case


def printed() -> Iterator[tuple[str, str]]:
    """Give names as they are printed, with those of their territories."""
    for land in board().territory:
        yield from ((name, land.name) for name in (land.name, land.short, " ".join(land.lines)) if name)


@every_case("game", [COMPRESSED, REVISED])
@every_case(("name", "meant"), list(printed()))
def test_names_are_read_as_they_are_printed(game: AnyGame, name: str, meant: str) -> None:
    """Where units leave, on the way, where they go, and where something is built."""
    for line in ("MOVE 1 FIGHTER {} VIA {} TO {}", "BUILD FIGHTER AT {}", "HOLD 2 FIGHTERS {}"):
        assert game.language.parse(line.replace("{}", name)) == game.language.parse(line.replace("{}", meant))
