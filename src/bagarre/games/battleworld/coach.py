"""The coach of Battleworld: the goal and what this moment asks; what each choice does is in `consequences.py`."""

from . import choices, odds, state
from .choices import SQUARES
from .combat_view import after_powers, at_stake, fall_told, means, window_odds
from .consequences import Consequences
from .programs import FORCE_REROLL
from .prospects import enemies, moved, sturdiest, targets
from .rules.auction import (
    can_do_something,
    is_entity,
    raise_refusal,
    reroll_refusal,
    window_power_refusal,
)
from .rules.combat import active_op, principal
from .rules.planning import step_refusal
from .rules.preparation import deploying_piece
from .rules.tokens import entity_label, power_label
from .tally import lead_told
from .threats import besiegers, can_leave, feared, in_danger, shorts
from .told import asked_piece
from .view import STAGES

ORDER_STAGES = (
    state.PLANNING_ORDERS, state.RESOLUTION_ORDERS, state.COMMANDING,
    state.RALLYING, state.NO_MERCY, state.END_ORDERS,
)  # fmt: skip


ROOM = 175
"""Letters that the strip of a phone holds in its four lines."""
SIGNS_ROOM = 40
"""Of these, what the signs of the field take."""


class Coach(Consequences):
    """What the coach says to one seat at one moment; nothing is hidden in this game."""

    def goal(self) -> str:
        s = self.s
        if s.how != state.RUNNING:
            return self.speech.say(f"endings.{state.ENDINGS[s.how]}")
        # In full in the first turn, then in one line: the page's first card and the rules tell the rest.
        key = ("goal_points" if s.by_points else "goal") + ("_short" if s.turn > 1 else "")
        lead = lead_told(s, self.seat, self.speech)
        return self._say(key, entity=self._clock(), n=s.threshold, energy=s.energy, lead=lead)

    def moment(self) -> str:
        s = self.s
        if s.how != state.RUNNING:
            return self._say("over")
        if s.decider != self.seat:
            return self._say(self._waits_for())
        stage = STAGES[s.stage]
        if s.stage == state.BIDDING:
            return self._bidding()
        if s.stage in ORDER_STAGES:
            return self._say("moment.order", order=self._order(), text=self._order_text())
        if s.stage in (state.PREPARING, state.REDIRECTING, state.PREVENTING, state.AFTERMATH):
            return self._say("moment.power", fighter=self._fighter(asked_piece(s)), text=self._asked_text())
        if s.stage == state.DEPLOYING:
            return self._say("moment.deploying", fighter=self._fighter(deploying_piece(s)))
        if s.stage in (state.MOVING, state.PLANNING, state.HEALING, state.TARGETING):
            return self._of_actor()
        if s.stage == state.SUPPORTING:
            supporter = (s.initiator & 4) + s.cursor
            names = {"fighter": self._fighter(supporter), "leader": self._fighter(s.initiator)}
            return " ".join([self._say("moment.supporting", **names), *self._risk(supporter)])
        if s.stage == state.GUARDING:
            return self._say("moment.guarding", module=self.speech.name("module", s.target % 3))
        if s.stage == state.GRANTING:
            return self._say("moment.granting", favour=self.speech.name("favour", s.favour))
        if s.stage == state.ACTIVATING:
            return self._activating()
        if s.stage == state.STEPPING:
            return self._stepping()
        if s.stage in (state.ORDER_WHO, state.ORDER_WHERE):
            return self._say(f"moment.{stage}", text=self._order_text())
        told = self._say(f"moment.{stage}", faction=sturdiest(s, self.speech))
        return " ".join([*self._falls(), told]) if s.stage == state.REACTING else told

    def _of_actor(self) -> str:
        """What a character is asked that moves, plans, heals or attacks."""
        s = self.s
        first = {state.TARGETING: self._powerless, state.HEALING: list}.get(s.stage, self._last_module)()
        # A warning has the room of what the bar asks as well.
        key = f"moment.{STAGES[s.stage]}" + "_short" * (
            bool(first) and s.stage in (state.TARGETING, state.PLANNING)
        )
        last = self._leavers() if s.stage == state.PLANNING else []
        return " ".join([*first, self._say(key, fighter=self._fighter(s.actor)), *last])

    def _activating(self) -> str:
        """Who moves and plans: who of the reader's is in danger this turn, and whether the base is (BW-PLAN-1, BW-GUARD-1)."""
        danger, alarms = self._danger(), self._alarms()
        first = self._beginning() if danger == [self._say("moment.safe")] else []
        room = ROOM - SIGNS_ROOM * bool(self.signs())
        return self._asking("moment.activating", alarms, [*first, *danger], room)

    def _asking(self, key: str, alarms: list[str], more: list[str], room: int = ROOM) -> str:
        """The bar asks as well: the question gives way to what weighs more, an end that is near before all."""
        told, asks = fitting(" ".join(alarms), more, room), self._say(key)
        return fitting(asks, [told], room) if len(asks) + len(told) < room else told

    def _stepping(self) -> str:
        alarms = self._alarms()
        key = "moment.stepping_short" if alarms else "moment.stepping"
        return self._asking(key, alarms, self._waiting())

    def _danger(self) -> list[str]:
        s = self.s
        found = in_danger(s, self.seat)
        rivals = besiegers(s, self.seat)
        if not found and not rivals:
            return [self._say("moment.safe")]
        told = [self._say("moment.danger", names=shorts(s, list(found), self.speech))] if found else []
        # Whoever has but one module left is told of its guard anyway.
        if rivals and not self._last_module():
            told.append(self._say("moment.base", names=shorts(s, rivals, self.speech), n=len(rivals)))
        return told

    def _waits_for(self) -> str:
        """What the other side does meanwhile: the end of a key of the words."""
        s = self.s
        if s.stage in state.SETUP_STAGES:
            return "wait_dealt" if s.auto_deploy else "wait_setup"
        if s.stage in (state.BIDDING, state.REACTING):
            return "wait_fight"
        return "wait" if s.stage in state.PLANNING_STAGES else "wait_act"

    def signs(self) -> str:
        """Something would be in reach from a square where the piece may go: the field has signs there."""
        s = self.s
        if s.how != state.RUNNING or s.decider != self.seat:
            return ""
        if s.stage == state.ACTIVATING:
            threatened = in_danger(s, self.seat) or besiegers(s, self.seat)
            return self._say("moment.fear_there") if threatened else ""
        if s.stage != state.MOVING:
            return ""
        there = [moved(s, s.actor, square) for square in range(len(SQUARES)) if step_refusal(s, square) == 0]
        kinds = {kind for t in there for kind, _ in enemies(t, s.actor)}
        told = [self._say("moment.fist")] if kinds else []
        told += [self._say("moment.plate")] if state.MODULE in kinds else []
        faces = sorted({target for t in there if not enemies(t, s.actor) for target in targets(t, s.actor)})
        told += [self._say("moment.face", names=self._named(faces))] if faces else []
        told += [self._say("moment.fear")] if any(feared(t, s.actor) for t in there) else []
        return " ".join(told)

    def _leavers(self) -> list[str]:
        """An announced attack lets whoever has not moved yet walk away (BW-PLAN-1, BW-ACT-4)."""
        found = [self._short(q) for q in can_leave(self.s, self.s.actor)]
        return [self._say("moment.leavers", names=self._all(found), n=len(found))] if found else []

    def _powerless(self) -> list[str]:
        """Whoever cannot raise is warned before attacking: a lead after the first roll is then easily lost (BW-AUCTION-2)."""
        s = self.s
        if s.power[s.actor]:
            return []
        able = [self._short(q) for kind, q in targets(s, s.actor) if kind == state.CHARACTER and s.power[q]]
        key = "no_power_foes" if able else "no_power"
        return [self._say(key, names=self._all(able) if able else "", n=len(able))]

    def _beginning(self) -> list[str]:
        """Before one's first activation of a turn: who begins it (BW-TURN-2, BW-TURN-4)."""
        s = self.s
        if self._is_last() or any(s.activated[self._own(number)] for number in range(1, 5)):
            return []
        return [self._say("moment.first" if s.initiative == self.seat else "moment.second")]

    def _is_last(self) -> bool:
        """Does the clock end the game by this turn (BW-WIN-4)?"""
        return self.s.energy + 1 >= self.s.threshold or self.s.turn >= self.s.max_turns

    def _alarms(self) -> list[str]:
        """What the game may end by this turn: the clock, or the reader's last module (BW-WIN-2, BW-WIN-4)."""
        key = "last_turn_points" if self.s.by_points else "last_turn"
        clock = [self._say(key, entity=self._clock())] if self._is_last() else []
        return clock + self._last_module()

    def _last_module(self) -> list[str]:
        """Said to whoever still moves or plans, too: only who stands in it can guard it (BW-WIN-2, BW-PLAN-7)."""
        s, own = self.s, range(3 * self.seat, 3 * self.seat + 3)
        left = [module % 3 for module in own if s.module_square[module] != state.OFF and s.resistance[module]]
        return (
            [self._say("last_module", module=self.speech.name("module", left[0]))] if len(left) == 1 else []
        )

    def _waiting(self) -> list[str]:
        """Attacks that cannot be carried out now (BW-ACT-4): why they are not among the choices."""
        s = self.s
        own = [self._own(number) for number in range(1, 5)]
        attack = choices.PLANS.index("attack")
        idle = [
            self._short(p)
            for p in own
            if s.fate[p] == state.PENDING and s.plan[p] == attack and not targets(s, p)
        ]
        return [self._say("moment.waits", names=self._all(idle), n=len(idle))] if idle else []

    def _bidding(self) -> str:
        """Behind, level or ahead, and what that means."""
        s = self.s
        side = s.window
        lead = s.total[side] - s.total[1 - side]
        how = "pressing" if s.yielded[1 - side] else "behind" if lead < 0 else "ahead" if lead else "level"
        if how == "behind":
            how = f"behind.{means(window_odds(s))}"
        if how == "pressing" and is_entity(s, 1 - side):
            how = "pressing_cosmic"
        if how == "ahead" and not can_do_something(s, 1 - side):
            how = "ahead_sure"
        elif how == "ahead" and raise_refusal(s, side):
            how = "ahead_dry"
        told = self._say(
            f"moment.bidding_{how}",
            foe=self._foe_there(1 - side),
            own=s.total[side],
            their=s.total[1 - side],
            n=abs(lead),
            stake=self._stake(),
        )
        first = [*self._falls(), told]
        more = [
            *self._harmless(),
            *self._aftermath(lead),
            *self._idle_token(),
            *self._dangers(),
            *self._margin(lead),
        ]
        return fitting(" ".join(first), more)

    def _margin(self, lead: int) -> list[str]:
        """What a larger margin brings, as long as it can be sought (BW-DAMAGE-1): before the first raise, and for whoever presses on."""
        s = self.s
        if lead and odds.hurts_more(s) and (max(s.rolls) == 1 or s.yielded[1 - s.window]):
            return [self._say("tens" if at_stake(s) == "life" else "tens_thing")]
        return [self._say("no_more_points")] if s.yielded[1 - s.window] else []

    def _aftermath(self, lead: int) -> list[str]:
        """What a power would take from whoever loses, besides the wounds (BW-COMBAT-10)."""
        s = self.s
        found = [power_label(s, k) for k in after_powers(s)] if lead and not odds.falling(s) else []
        return [
            self._say(
                "aftermath",
                power=self.speech.name("power", power),
                text=self.speech.name("power_text", power % 64),
            )
            for power in found
        ]

    def _foe_there(self, side: int) -> object:
        """Who fights on that side, or what is attacked and nobody defends."""
        s, p = self.s, principal(self.s, side)
        if p != state.NOBODY:
            return self._fighter(p)
        if s.target_kind == state.MODULE:
            return self.speech.name("module", s.target % 3)
        entity = entity_label(s, state.THANOS if side == 0 else s.target)
        return self.speech.name("entity", entity)

    def _idle_token(self) -> list[str]:
        """Why a green token that is still there is not offered (BW-REROLL-8)."""
        s = self.s
        p = principal(s, s.window)
        if s.target_kind != state.COSMIC or p == state.NOBODY or not s.reroll[p]:
            return []
        return [self._say("no_tokens", entity=self.speech.name("entity", entity_label(s, s.target)))]

    def _ahead(self) -> bool:
        """Is the reader's side of the combat the one that would win now?"""
        s = self.s
        return (s.initiator != state.NOBODY and s.initiator >> 2 == self.seat) == (s.total[0] > s.total[1])

    def _falls(self) -> list[str]:
        """Who goes down if it stops here is the first thing to say: they do not come back (BW-DEATH-1)."""
        fall = fall_told(self.s, self.speech)
        return [self._say("falls_other" if self._ahead() else "falls_you", fall=fall)] if fall else []

    def _dangers(self) -> list[str]:
        """Who may still have the last die of the other rolled again (BW-REROLL-3); the powers that do."""
        s, side, other = self.s, self.s.window, 1 - self.s.window
        told = list[str]()
        if s.yielded[other]:
            return told
        if side == 0 and s.defender != state.NOBODY and reroll_refusal(s, 1, s.defender, True) == 0:
            told.append(self._say("their_token"))
        elif side == 1 and reroll_refusal(s, 1, s.defender, True) == 0:
            told.append(self._say("your_token"))
        if principal(s, other) != state.NOBODY and window_power_refusal(s, other) == 0:
            power = power_label(s, active_op(s, other, FORCE_REROLL))
            told.append(self._say("their_power", power=self.speech.name("power", power)))
        return told


def fitting(told: str, more: list[str], room: int = ROOM) -> str:
    """As many of these sentences as there is room for; what weighs most comes first."""
    for each in more:
        longer = f"{told} {each}".strip()
        if not told or len(longer) <= room:
            told = longer
    return told
