"""The Mass Destruction Phase: Planet Busters launched at enemy planets, all declared before any is thrown for."""

from functools import partial

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.launches import Goal, Shot, shots_at
from moderator.games.space_genocide.events.battle import BustersLaunched, PlanetDestroyed, Volley
from moderator.games.space_genocide.pieces import Planet, Ruin, after_launches
from moderator.games.space_genocide.rules.moments import Moment, Roll
from moderator.games.space_genocide.rules.turn import Turn


def run(turn: Turn) -> None:
    """Launch at every enemy planet where there are ships that are told to, then take off what was hit."""
    if "destruction" in turn.skipped:
        return
    for squadron in turn.fleets:
        for craft in squadron.crafts:
            craft.launched = False
    declared = [
        (at, seat, shots)
        for at in sorted(turn.planets)
        if turn.planets[at].seat
        for seat in turn.order
        if turn.planets[at].seat != seat and (shots := _declare(turn, seat, at))
    ]
    for _, _, shots in declared:
        for shot in shots:
            shot.craft.busters -= shot.busters
            shot.craft.launched = True
    struck: dict[int, list[Seat]] = {}
    for at, seat, shots in declared:
        if _launch(turn, seat, at, shots, is_struck=at in struck):
            struck.setdefault(at, []).append(seat)
    for at, by in struck.items():
        raze(turn, at, tuple(by))


def _declare(turn: Turn, seat: Seat, at: int) -> list[Shot]:
    """Return what a seat's ships launch at a planet: by its orders, else as many as are usual."""
    planet, there = turn.planets[at], turn.fleets_at(at)
    goal = Goal(
        turn.name(at),
        planet.world,
        known=at in turn.memory[seat].worlds,
        guarded=any(squadron.seat == planet.seat for squadron in there),
    )
    own = [squadron for squadron in there if squadron.seat == seat]
    return shots_at(turn.doctrine.get(seat, ()), goal, own, turn.options)


def _launch(turn: Turn, seat: Seat, at: int, shots: list[Shot], *, is_struck: bool) -> bool:
    """Throw for what a seat launches at a planet, which another may have struck; tell whether it is destroyed."""
    owner, needed = turn.planets[at].seat, figures.planet_hit(turn.race(seat))
    volleys: list[Volley] = []
    for shot in shots:
        moment = Moment("launch", seat=seat, squadron=shot.squadron, craft=shot.craft, at=at)
        negated = turn.offer(moment).negated
        faces = () if negated else turn.throw("launch", at, (seat, owner), shot.busters)
        settled = is_struck or any(face <= needed for volley in volleys for face in volley.faces)
        roll = Roll("launch", at, (seat, owner), faces, settled)
        if faces:
            hit = any(face <= needed for face in faces)
            turn.offer(Moment("rolled", seat=owner if hit else seat, squadron=shot.squadron, at=at, roll=roll))
        volleys.append(Volley(shot.squadron.number, shot.craft.kind.key, shot.busters, roll.faces))
    for squadron in dict.fromkeys(shot.squadron for shot in shots):
        used = [(shot.craft.kind.key, shot.busters) for shot in shots if shot.squadron is squadron]
        turn.note_used(squadron, partial(after_launches, volleys=used))
        turn.note_named(squadron, [kind for kind, _ in used])
    destroyed = any(face <= needed for volley in volleys for face in volley.faces)
    turn.say(
        BustersLaunched(
            seat=seat,
            place=turn.name(at),
            owner=owner,
            volleys=tuple(volleys),
            needed=needed,
            destroyed=destroyed,
        )
    )
    return destroyed


def raze(turn: Turn, at: int, by: tuple[Seat, ...]) -> None:
    """Take a planet off the map, show its counter to all, and lose what cannot leave its orbit."""
    planet: Planet = turn.planets.pop(at)
    if planet.world is None:
        raise AssertionError("a planet that is somebody's has a world")
    turn.ruins.append(Ruin(turn.name(at), planet.seat, planet.world, turn.turn, planet.neutral))
    turn.razed.append(at)
    turn.say(PlanetDestroyed(place=turn.name(at), owner=planet.seat, world=planet.world, by=by))
    if not turn.options.stationary_die:
        return
    own = [squadron for squadron in turn.fleets_at(at) if squadron.seat == planet.seat]
    for squadron in own:
        for craft in tuple(squadron.crafts):
            if craft.kind.stationary and not craft.kind.fighter:
                turn.wreck(craft, squadron, "orbit")
    turn.clear(own)
