"""What every rule set settles about the board: data that shared code asks for."""

from msgspec import Struct

from moderator.games.solar_system.board.sky import Sky, sky
from moderator.games.solar_system.pieces import Kind

LEADER_MOVES = 4


class Rulebook(Struct, frozen=True, eq=False, kw_only=True):
    """The rules in force, as far as moves, set-up and drawings ask for them; each rule set adds its own.

    ``allowance`` is how far a kind moves. ``free_in``: from a marker to the orbit beside it ships go for nothing;
    ``saturn`` is on the board. ``pass_through``: who passes can be fired at. ``slings``: ships swing around planets,
    ``leaders_sling``: without ships, too. ``boards`` go aboard Transports, with ``walk_after_drop`` they go on after
    they are put down. ``battlers_land``: they may stand on land. ``start_stack`` units may stand in a zone at set-up
    (0: any number), ``threes``: they are placed three by three. ``bombed`` are what Battlers may bomb, in
    the order in which they do unless told otherwise.
    """

    allowance: dict[Kind, int]
    planets_move: bool
    sun_links: tuple[str, ...]
    one_far_zone: bool = False
    free_in: bool = False
    saturn: bool = False
    pass_through: bool
    markers_fight: bool
    slings: bool
    leaders_sling: bool = False
    boards: tuple[Kind, ...] = (Kind.TROOPER,)
    battlers_land: bool = False
    walk_after_drop: bool = False
    start_stack: int
    threes: bool
    win_zones: int
    bombed: tuple[Kind, ...]

    def sky(self, moves: int) -> Sky:
        """Return the board after some moves of the planets."""
        return sky(moves % 32, self.sun_links, one_far_zone=self.one_far_zone, free_in=self.free_in, saturn=self.saturn)
