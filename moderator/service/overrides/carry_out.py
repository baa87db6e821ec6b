"""An override being carried out: what each line does to a match, and the record of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import UNSET, structs
from sqlmodel import select

from moderator.core import codec
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment
from moderator.core.seats import Seat
from moderator.service import gm_commands, masks, outbox
from moderator.service.codes import RefusalCode
from moderator.service.commands import address
from moderator.service.context import SeatPlan
from moderator.service.gm_language import GmLine
from moderator.service.letter_parts import Fact
from moderator.service.matches import (
    chronicle,
    deadlines,
    differences,
    disclosure,
    matches,
    order_requests,
    plan_warnings,
    records,
    secrecy,
)
from moderator.service.matches.amended import Amended
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.service.overrides import gm_orders, going_back, telling, withdrawing
from moderator.service.overrides.progress import OverrideProgress
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import AT_ONCE, Player, SeatAssignment, Vote


class OverrideRun(OverrideProgress):
    """One override being carried out in a match that is locked; the caller commits, or rolls back a ``rehearsal``."""

    def carry_out(self, lines: Sequence[GmLine]) -> None:
        """Do what the lines say, amendments last and together; what raises GmError or MatchError is to be dropped."""
        alone = gm_commands.Rollback | gm_commands.Withdraw
        back = next((each for each in lines if isinstance(each.command, alone)), None)
        if back is not None and len(lines) > 1:
            verb = "a rollback" if isinstance(back.command, gm_commands.Rollback) else "WITHDRAW"
            self.refuse(back, f"{verb} stands alone: what else is to be done goes into another override")
        for each in lines:
            if not isinstance(each.command, gm_commands.Amend):
                self._carry_out_line(each)
        self._amend([each for each in lines if isinstance(each.command, gm_commands.Amend)])

    # ---- what a line does ------------------------------------------------------------------------------

    def _carry_out_line(self, line: GmLine) -> None:
        match line.command:
            case gm_commands.Extend(by):
                self._move_deadline(line, (self._deadline() or self.now) + by)
            case gm_commands.SetDeadline(at):
                self._move_deadline(line, at)
            case gm_commands.EnterOrders(seat, lines):
                self._enter(line, seat, lines)
            case gm_commands.Tell(seats, text):
                self._tell(line, telling.Words(seats, text))
            case gm_commands.Replace(plan):
                if wrong := "; ".join(matches.unreachable(self.ctx.settings, plan)):
                    self.refuse(line, wrong)
                self._ask_which_is_meant(line, plan)
                self.replace(plan)
            case gm_commands.ChangeAddress(seat, to):
                self._change_address(line, seat, to)
            case gm_commands.Rename(seat, name):
                self._rename(line, seat, name)
            case _:
                self._run(line)

    def _run(self, line: GmLine) -> None:
        """Do what is about the running of the match."""
        match line.command:
            case gm_commands.Reschedule(schedule):
                before, self.match.schedule = self.match.schedule, schedule
                if schedule != before:
                    zone = self.match.settings.zone
                    self.note("schedule-changed", {"schedule": schedule, "before": before, "zone": zone})
            case gm_commands.ShowSpectators(choice):
                self._show_spectators(choice)
            case gm_commands.Pause():
                self._pause(line)
            case gm_commands.Resume():
                self._resume(line)
            case gm_commands.Resolve():
                self._resolve(line)
            case gm_commands.Rollback() as back:
                going_back.roll_back(self, line, back)
            case gm_commands.End() as end:
                self._end(line, end)
            case gm_commands.Withdraw(why):
                self._withdraw(line, why)
            case _:
                raise AssertionError("amendments are carried out together")

    def _show_spectators(self, choice: str) -> None:
        before = self.match.settings.shown
        if choice != before:
            self.match.settings = structs.replace(self.match.settings, shown=choice)
            self.note("spectators-changed", {"spectators": choice, "before": before})
            if self.match.settings.masks:  # else there is one wherever somebody plays
                chronicle.open_(self.session, self.ctx, self.match)

    def _move_deadline(self, line: GmLine, to: datetime) -> None:
        if self.request is None:
            self.refuse(line, "nobody is asked for anything")
        if to <= self.now:
            self.refuse(line, f"{to:%Y-%m-%d %H:%M} UTC is past; to run the turn now write RESOLVE")
        was = self._deadline()
        if to != was:
            self.move_deadline(to, "set" if was is None else "extended" if to > was else "shortened")

    def move_deadline(self, to: datetime, why: str, facts: Mapping[str, str] | None = None) -> None:
        """Set another deadline for a reason, remember from when it was moved, and tell every person in the match.

        The notice is a reminder too, for those whose time for one has come already.
        """
        was = self._deadline()
        self.match.deadline = to
        stopped = {"clock": "stopped"} if self.match.status is MatchStatus.PAUSED else {}
        self.match.reminded = self.now
        if self.match.status is MatchStatus.PAUSED:
            self.facts["paused"] = self.now.isoformat()  # the clock stands still from here on
        before = {} if was is None else {"was": was.isoformat()}
        told: dict[str, Fact] = {"why": why, "asking": self.match.request, "now": to.isoformat(), **before}
        self.note("deadline-moved", {**told, **stopped, **(facts or {})})

    def _pause(self, line: GmLine) -> None:
        if self.match.status is not MatchStatus.RUNNING:
            self.refuse(line, f"the match is {self.match.status.value}")
        self.match.status = MatchStatus.PAUSED
        self.match.ready_at = None
        self.facts["paused"] = self.now.isoformat()
        self.note("match-paused", {})

    def _resume(self, line: GmLine) -> None:
        if self.match.status is MatchStatus.RUNNING:
            self.refuse(line, "the match is running")
        was = self.match.deadline
        self.match.deadline = self._deadline()
        self.match.status = MatchStatus.RUNNING
        self.match.fault = ""
        facts = {"why": "resumed", "was": was.isoformat()} if was and was != self.match.deadline else {}
        overdue = {"overdue": 1} if deadlines.overdue(self.ctx, self.match, self.now) else {}
        self.note("match-resumed", {**facts, **overdue})
        deadlines.note_order_set(self.session, self.ctx, self.match)

    def _deadline(self) -> datetime | None:
        """Return the deadline as it would be if the clock ran again from now."""
        if self.match.status is not MatchStatus.PAUSED or self.match.deadline is None:
            return self.match.deadline
        return self.match.deadline + (self.now - self._paused_at())

    def _paused_at(self) -> datetime:
        if "paused" in self.facts:
            return datetime.fromisoformat(str(self.facts["paused"]))
        for record in reversed(match_queries.records(self.session, self.match.id)):
            paused = records.body(self.game, record).facts.get("paused")
            if paused:
                return datetime.fromisoformat(str(paused))
        return self.now

    def _resolve(self, line: GmLine) -> None:
        if self.match.status is not MatchStatus.RUNNING:
            self.refuse(line, f"the match is {self.match.status.value}; write RESUME first")
        deadline, self.match.deadline = (
            self.match.deadline,
            self.now - order_requests.settings_of(self.ctx, self.match).grace,
        )
        self.match.ready_at = self.now
        early = deadline is not None and deadline > self.now
        self.note("turn-called", {"before": deadline.isoformat()} if deadline and early else {})
        self.code, self.facts["called"] = "resolve", self.match.turn

    def _enter(self, line: GmLine, seat: Seat, lines: tuple[str, ...]) -> None:
        assignment = order_requests.assignments(self.session, self.match)[seat]
        seat_context = SeatContext(self.session, self.ctx, self.match, assignment)
        if seat_context.prompt is None:
            self.refuse(line, f"{seat} is not asked for orders now")

        def say(problem: Problem) -> str:
            return f"{seat} would be told: {self.ctx.say(self.game.info.key, problem)}"

        try:
            orders = gm_orders.understood(seat_context, seat_context.prompt, lines, say)
        except gm_orders.NoOrdersError as error:
            self.refuse(line, str(error))
        before: dict[str, Fact] = {}
        order_set = seat_context.order_set
        if order_set is not None and orders == seat_context.orders:
            filing.settle(seat_context)  # a new order set would have a new receipt, and with it the dice were others
        else:
            if order_set is not None:
                before = {"replaces": order_set.number, "before": "; ".join(seat_context.lines(seat_context.orders))}
            again = gm_orders.refile_orders(seat_context, orders) if assignment.bot else None
            order_set = again or filing.file(seat_context, orders, None, wait=False)
            self.entered[seat] = order_set.number
        self.news.note(
            assignment, "orders-entered", {**gm_orders.proof_of(order_set), **before}, seat_context.lines(orders)
        )
        self.code = "orders-entered"

    def _tell(self, line: GmLine, words: telling.Words) -> None:
        if wrong := telling.refusal(self.session, self.match, words):
            self.refuse(line, wrong)
        self.news.told.append(words)
        self.code = "told"

    def replace(self, plan: SeatPlan) -> None:
        """Put somebody else, or a bot, into a seat; raises MatchError."""
        old = order_requests.assignments(self.session, self.match)[plan.seat]
        matches.check_seat(f'match "{self.match.name}"', self.game, plan)
        gms = secrecy.seats_of_gm(self.session, self.ctx, self.match)
        self._warn_of(plan)
        old.left = self.now
        self._drop_votes(plan.seat)
        new = matches.assign_seat(self.session, self.ctx, self.match, plan, key_number=old.key_number + 1)
        self.session.flush()
        player, follower = (self._name(old), self._name(new))
        facts = {"seat": plan.seat, "player": follower, "bot": plan.bot, "before": player, "bot before": old.bot}
        facts |= self._gm_seat_facts(plan.seat, gms)
        if masks.are_worn(self.match):
            facts |= {"player": "", "before": "", "bot before": "" if player else old.bot}
        for assignment in order_requests.assignments(self.session, self.match).values():
            if assignment.seat != plan.seat:
                self.news.note(assignment, "seat-taken-over", facts)
        self.news.note(old, "seat-left", facts)
        outbox.pass_on_press(self.session, old, new)
        self.code = "seat-taken-over"
        if old.bot and player:
            self.stand_ins[plan.seat] = ""
        self.facts.update({"seat": plan.seat, "by": follower or plan.bot})
        if old.bot:
            gm_orders.withdraw(self.session, self.match, plan.seat)
        if new.bot:
            self.answer_for_bots()
        else:
            self.news.welcomed.append(new)
        deadlines.note_order_set(self.session, self.ctx, self.match)
        self.match.check_due = AT_ONCE  # the new player may wish other reminders

    def _warn_of(self, plan: SeatPlan) -> None:
        """Tell what may not be meant of who takes a seat; a GM who may not know who plays is told the same of all."""
        sitting = differences.seats_now(self.session, [self.match.id])[self.match.id]
        others = [each for each in sitting.values() if self.masked or each.seat != plan.seat]
        found = list(plan_warnings.about_seat(self.session, self.ctx, plan, others))
        if found and self.masked:
            found = ["the moderator knows this person already, perhaps as a player of this match"]
        self.warnings += found

    def _name(self, assignment: SeatAssignment) -> str:
        """Return the name on record of the person in a place, empty for a bot."""
        player = self.session.get(Player, assignment.player) if assignment.player is not None else None
        return player.name if player else ""

    def _drop_votes(self, seat: Seat) -> None:
        """Forget what a seat has agreed to: whoever takes it over has not."""
        of_seat = (Vote.match == self.match.id, Vote.request == self.match.request, Vote.seat == seat)
        for vote in self.session.exec(select(Vote).where(*of_seat)):
            self.session.delete(vote)

    def _gm_seat_facts(self, seat: Seat, before: set[Seat]) -> dict[str, str]:
        """Return what all are told if the GM takes a seat; who has sat in one sees no second one."""
        if secrecy.seats_of_gm(self.session, self.ctx, self.match) == before:
            return {}
        if before:
            raise matches.MatchError(f"the GM plays or played {', '.join(sorted(before))} and would know both sides")
        if masks.are_worn(self.match):
            if not self.blind:
                raise matches.MatchError(
                    "the GM has seen all of this match, and masks keep the players from knowing who plays there now"
                )
            return {}
        if not self.blind:
            saw = "has seen all of the match until now, and sees from now on what the seat sees"
            self.warnings.append(f"seat {seat} is for the GM, who {saw}; the players are told so")
        return {"gm": "blind" if self.blind else "open"}

    def _ask_which_is_meant(self, line: GmLine, plan: SeatPlan) -> None:
        """Refuse to put somebody of the same name into a seat: that may be a new address, or another person."""
        assignment = order_requests.assignments(self.session, self.match)[plan.seat]
        sits = None if assignment.player is None else self.session.get(Player, assignment.player)
        if sits is None or self.masked:
            return
        known = matches.known_player(self.session, plan)
        if known == sits and not assignment.bot:
            self.refuse(line, f"{sits.name} plays {plan.seat} already")
        if known != sits and plan.player.casefold() == sits.name.casefold():
            to = plan.addresses[0]
            self.refuse(
                line,
                f"{sits.name} plays {plan.seat} already. For the same person at another address write "
                f'"ADDRESS {plan.seat} {to}"; '
                f"for somebody else write a name that differs: 'REPLACE {plan.seat} WITH \"{plan.player} II\" {to}'",
            )

    def _change_address(self, line: GmLine, seat: Seat, to: str) -> None:
        assignment = order_requests.assignments(self.session, self.match)[seat]
        if assignment.player is None:
            self.refuse(line, f"a bot plays {seat}")
        refused = address.address_refusal(self.session, self.ctx, assignment.player, to)
        pending = address.pending_change(self.session, assignment.player)
        if refused is not None and self.masked:
            self.refuse(line, f"{to} is the address of somebody, or the moderator's")
        if refused is RefusalCode.ADDRESS_SAME and pending is not None and pending.by_gm:
            address.call_off(self.session, self.ctx, pending, told=False)
            self.news.note(assignment, "address-kept", {"address": to})
            return
        if refused is RefusalCode.ADDRESS_SAME:
            self.refuse(line, f"{seat} is written to at {to} already")
        if refused is not None:
            self.refuse(line, f"{to} cannot be an address of {seat}: it is somebody else's, or the moderator's")
        if pending is not None:
            to_what = "another address" if self.masked else pending.address
            self.warnings.append(f"the change of {seat} to {to_what} was not yet decided and is given up")
        address.change_by_gm(self.session, self.ctx, self.match, assignment, to, reason=self.reason)
        self.begun += 1
        self.code = "address-asked"
        self.facts["seat"] = seat

    def _rename(self, line: GmLine, seat: Seat, name: str) -> None:
        assignments = order_requests.assignments(self.session, self.match)
        before = self._name(assignments[seat])
        if not before:
            self.refuse(line, f"a bot plays {seat}")
        if before == name and not self.masked:
            self.refuse(line, f"{seat} is played by {name} already")
        if not self.masked and name.casefold() in {
            self._name(each).casefold() for each in assignments.values() if each.player != assignments[seat].player
        }:
            self.warnings.append(f"another player of this match is called {name}, too")
        self.renamed.append((assignments[seat].player or 0, before))
        self.rename(assignments[seat], before, name)

    def rename(self, assignment: SeatAssignment, before: str, name: str) -> None:
        """Give the person in a place another name, and tell every person in the match who may know who that is."""
        self.session.get_one(Player, assignment.player).name = name
        facts: dict[str, Fact] = {"seat": assignment.seat, "player": name, "before": before}
        self.note("player-renamed", facts, about=assignment.seat)
        self.facts[records.former_name_fact(assignment.player or 0, len(self.facts))] = before

    def answer_for_bots(self) -> None:
        """File the orders of the bots that are asked now."""
        gm_orders.answer_for_bots(self.session, self.ctx, self.match, self.request, self.state)

    def _end(self, line: GmLine, end: gm_commands.End) -> None:
        if end.why and self.reason:
            self.refuse(line, f'its reason is given already ("{self.reason}"): write one of the two')
        self.kind, self.code, self.reason = RecordKind.END, "ended", end.why or self.reason
        self.facts.update(disclosure.kept(end.won, end.drawn))

    def _withdraw(self, line: GmLine, why: str) -> None:
        if withdrawing.too_late(self.session, self.match):
            self.refuse(line, "its first turn was resolved; to end the match write END")
        self._end(line, gm_commands.End(why))
        self.code, self.match.withdrawn = "withdrawn", True
        withdrawing.drop_unsent_letters(self.session, self.match)

    # ---- the position ----------------------------------------------------------------------------------

    def _amend(self, lines: list[GmLine]) -> None:
        if not lines:
            return
        if self.request is None:
            self.refuse(lines[0], "nobody is asked for anything")
        dice = self.dice()
        orders = [each.command.order for each in lines if isinstance(each.command, gm_commands.Amend)]
        try:
            resolution = self.game.amend(self.state, orders, dice)
        except IllegalAmendment as illegal:
            at = lines[illegal.problem.order or 0]
            self.refuse(at, self.ctx.say(self.game.info.key, illegal.problem))
        old, self.state = self.state, resolution.state
        events = tuple(resolution.events)
        self.steps = (records.StoredStep(0, {}, (), events, tuple(dice.log)),)
        if self.kind is not RecordKind.END:
            self.kind, self.code = RecordKind.AMENDMENT, "amended"
        amended = Amended(self.game, old, self.state, events)
        self._follow_prompts(amended)
        self.news.amend(amended)

    def dice(self) -> Dice:
        """Return the dice of an amendment: the seeds of the open request under its next number there, no receipts."""
        if self.request is None:
            raise AssertionError("there is an open request")
        if self.rehearsal:
            return Dice.throwaway(f"rehearsal/{self.match.name}/{self.match.number}")
        number = (
            records.amendments(records.all_with_bodies(self.session, self.game, self.match), self.match.request) + 1
        )
        occasion = order_requests.occasion(self.match, self.match.request, self.match.number + 1, number)
        return order_requests.seeds(self.request).dice_for(occasion)

    def _follow_prompts(self, amended: Amended) -> None:
        """Ask whom the changed position asks; order sets of whoever is asked no more are left alone.

        The pause before a turn begins anew if all can see why: else it would give away that something was changed.
        """
        if self.request is None:
            return
        before, prompts = order_requests.prompts(self.request), dict(self.game.pending(self.state))
        if not prompts:
            self.match.status = MatchStatus.OVER
            return
        self.request.prompts = codec.pack(prompts)
        self.match.turn = next(prompt.turn for prompt in prompts.values())
        self.answer_for_bots()
        if prompts != before or all(map(amended.is_seen_by, order_requests.assignments(self.session, self.match))):
            deadlines.note_order_set(self.session, self.ctx, self.match)

    # ---- the record --------------------------------------------------------------------------------

    def record(self, lines: tuple[str, ...]) -> None:
        """Write what was done as the next record of the match; ``lines`` are the GM's. All is told with the reason."""
        if self.reason:
            self.facts[records.REASON] = self.reason
            self.news.explain(self.reason)
        body = records.Body[Any, Any](
            code=self.code,
            facts=self.facts,
            lines=lines,
            steps=self.steps,
            standing=self.standing,
            stand_ins=self.stand_ins or UNSET,
            entered=self.entered or UNSET,
        )
        if self.kind is RecordKind.END:
            self.match.status = MatchStatus.OVER
        records.append(self.session, self.match, self.kind, body, state=self.state, made=self.now)
        if self.match.status is MatchStatus.OVER:
            self.match.deadline = self.match.ready_at = None
            match_queries.close_requests(self.session, [self.match.id], self.now)
