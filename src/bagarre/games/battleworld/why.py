"""Why a combat and the game end as they do: totals die by die, damage, what was gained; for the log and the board."""

from collections.abc import Callable, Sequence

from bagarre.kernel.events import Event
from bagarre.kernel.reasons import Because, plainly, total
from bagarre.kernel.speech import Speech

from . import state
from .acting import Acts, named, of_bonus, of_support, of_two_dice, ops_of, unspared
from .combat_view import after_powers
from .programs import DEALT, MODIFY_DAMAGE, PREVENT_DAMAGE, TAKEN
from .rules.combat import face_factor, result_bonus
from .rules.tokens import entity_label, label, power_label
from .shapes import Corner, LastCombat
from .state import BASE_DESTROYED, COSMIC, ELIMINATION, GALACTUS, MODULE, NOBODY, OFF, POINTS, THANOS, State
from .tally import counts, deciding

PLAIN = (
    "plan_cancelled",
    "plan_lost",
    "dies",
    "module_destroyed",
    "heal_fails",
    "clock_back",
    "entity_beaten",
    "hunger",
    "drawn_game",
)
"""Results that one sentence explains, whatever came before."""
ACTS = (
    "rolls",
    "rolls_two",
    "support_rolls",
    "raises_free",
    "keeps_plan",
    "recovers_energy",
    "recovers_life",
    "moves",
    "flight_lost",
    "attacks",
)
"""Events that a power may have made what they are."""
EXPLAINED = {
    "wins_combat": "n",
    "entity_wins": "n",
    "tie": "",
    "wounded": "n",
    "module_hit": "n",
    "unharmed": "",
    "out_of_reach": "",
    "disturbs": "",
    "victory": "",
    "clock_ticks": "n",
    "wins_game": "",
    "world_destroyed": "",
    "yields": "",
    "uses_reroll": "",
    "uses_power": "",
    **dict.fromkeys(ACTS, ""),
    **dict.fromkeys(PLAIN, ""),
}
ROLLED = ("rolls", "rolls_two", "support_rolls")
"""What follows a die that is rolled again."""
END_CLAUSES = {ELIMINATION: "BW-WIN-1", BASE_DESTROYED: "BW-WIN-2", POINTS: "BW-WIN-7"}


def because(known: State, told: Sequence[Event], speech: Speech) -> dict[int, list[Because]]:
    words, acts = CombatWords(known, speech), Acts(known, speech)
    says: dict[str, Callable[[Event], list[Because]]] = {
        "wins_combat": words.margin,
        "entity_wins": words.margin,
        "tie": words.tie,
        "wounded": words.wounds,
        "module_hit": words.wounds,
        "unharmed": lambda _: [words.one("unharmed", None, "BW-DAMAGE-7")],
        "out_of_reach": lambda _: [words.one("out_of_reach", None, "BW-DAMAGE-5")],
        "disturbs": lambda _: [words.one("disturbs", None, "BW-DISTURB-1")],
        "victory": lambda _: [words.one("victory", None, "BW-COMBAT-9")],
        "clock_ticks": lambda event: [words.one("clock", words.number(event, "n"), "BW-GALACTUS-2")],
        "wins_game": words.ending,
        "world_destroyed": lambda _: [words.world()],
        **dict.fromkeys(PLAIN, lambda event: plainly(event, speech)),
        "clock_back": words.clock_back,
        "yields": words.spent,
        **dict.fromkeys(ACTS, acts.of),
        "support_rolls": lambda event: [*acts.of(event), *words.supported(event)],
    }
    return {
        place: found
        for place, event in enumerate(told)
        if event.kind.name in says and (found := says[event.kind.name](event))
    } | {
        place: [words.new_die(told[place + 1])]
        for place, event in enumerate(told[:-1])
        if event.kind.name in ("uses_reroll", "uses_power") and told[place + 1].kind.name in ROLLED
    }


def last_combat(s: State, speech: Speech) -> LastCombat | None:
    """The latest combat, until another one is declared."""
    if s.initiator != NOBODY or s.defender != NOBODY or not s.rolls[0]:
        return None
    return CombatWords(s, speech).last()


class CombatWords:
    """The latest combat of a position, in words."""

    def __init__(self, s: State, speech: Speech) -> None:
        self.s, self.speech = s, speech
        self.fight = s.copy()
        """The position with the two who fought last in their places."""
        self.fight.initiator, self.fight.defender = s.fought

    # Sums.

    def side_sum(self, side: int) -> list[Because]:
        """Every die and bonus of a side (BW-COMBAT-4, BW-COMBAT-5, BW-AUCTION-2, BW-TEAMUP-4)."""
        s, reasons = self.s, list[Because]()
        for nth in range(s.rolls[side]):
            clause = "BW-AUCTION-2" if nth else f"BW-COMBAT-{4 + side}"
            face, worth = s.face[side][nth], s.worth[side][nth]
            reasons.append(self._rolled(side, nth, clause))
            reasons += self._added(side, nth, worth - face)
            if nth == 0 and side == 0:
                reasons += self._support()
        return reasons

    def _rolled(self, side: int, nth: int, clause: str) -> Because:
        """A die, and the power that let two be rolled for it."""
        s, key = self.s, "raise" if nth else "first"
        face, power = s.face[side][nth], named(s, of_two_dice(self.fight, side, nth), self.speech)
        if power:
            return self.one(f"{key}_two", face, clause, die=s.die[side], power=power)
        return self.one(key, face, clause, die=s.die[side])

    def _added(self, side: int, nth: int, added: int) -> list[Because]:
        """What was added to a die: a doubled face, victory tokens, powers by their names."""
        s, clause, reasons = self.s, f"BW-COMBAT-{4 + side}", list[Because]()
        doubled = (face_factor(self.fight, side) - 1) * s.face[side][nth] if s.fought[side] != NOBODY else 0
        if 0 < doubled <= added:
            reasons.append(self.one("doubled", doubled, "BW-GUARD-3"))
            added -= doubled
        if added:
            power = named(s, of_bonus(self.fight, side, nth), self.speech)
            tokens = s.victory[s.fought[side]] if s.fought[side] != NOBODY else 0
            key = "bonus" if not power else "bonus_power" if not tokens else "bonus_both"
            reasons.append(self.one(key, added, clause, power=power))
        return reasons

    def _support(self) -> list[Because]:
        s, reasons = self.s, list[Because]()
        team = s.fought[0] & 4
        for i in range(4):
            if s.support_face[i]:
                fighter = self.speech.name("short", label(s, team + i))
                die = s.card_die[s.card[team + i]]
                key = "support_less" if self._counts_not(team + i) else "support"
                power = named(s, of_support(s, team + i), self.speech)
                if power:
                    key = "support_power"
                worth = s.support_worth[i]
                reasons.append(self.one(key, worth, "BW-TEAMUP-4", fighter=fighter, die=die, power=power))
        return reasons

    def margin(self, event: Event) -> list[Because]:
        """The winner's dice less the loser's; only the number where another combat has begun since."""
        s, found = self.s, self.number(event, "n")
        side = 0 if s.total[0] > s.total[1] else 1
        minus: list[Because] = [{**each, "value": -(each["value"] or 0)} for each in self.side_sum(1 - side)]
        reasons = [*self.side_sum(side), *minus]
        return reasons if total(reasons) == found else [self.one("margin", found, "BW-COMBAT-7")]

    def tie(self, _: Event) -> list[Because]:
        s = self.s
        if s.total[0] != s.total[1]:
            return [self.one("level", None, "BW-COMBAT-7")]
        return [self.one("level_at", None, "BW-COMBAT-7", n=s.total[0])]

    def wounds(self, event: Event) -> list[Because]:
        """Strike, one more for each ten of margin, and what powers and orders changed (BW-DAMAGE-1, BW-DAMAGE-6)."""
        found = self.number(event, "n")
        parts = self.damage_sum(found)
        if not self._is_about(event):
            return [self.one("wounds", found, "BW-DAMAGE-1")]
        parts += self._unspared()
        return [*parts, self.one("chosen", None, "BW-DAMAGE-3")] if self._was_chosen() else parts

    def _unspared(self) -> list[Because]:
        """Whoever has a power that spares wounds is told why it does not (BW-COSMIC-5)."""
        s = self.s
        told = unspared(self.fight, s.outcome, s.victim, self.speech) if s.victim != NOBODY else ""
        clause = "BW-COSMIC-5" if s.target_kind == COSMIC else "BW-DAMAGE-6"
        return [{"value": None, "reason": told, "clause": clause}] if told else []

    def _was_chosen(self) -> bool:
        """Did a defender who won have several attackers to choose from? (BW-DAMAGE-3)"""
        s = self.s
        if s.outcome != 1 or s.target_kind == COSMIC or s.victim == NOBODY or not any(s.support_face):
            return False
        # A power may have put somebody else in the way.
        return s.victim == s.fought[0] or (
            s.victim >> 2 == s.fought[0] >> 2 and s.support_face[s.victim & 3] > 0
        )

    def damage_sum(self, found: int) -> list[Because]:
        s = self.s
        strike, tens = self._strike(), abs(s.total[0] - s.total[1]) // 10
        reasons = [self.one("strike", strike, "BW-DAMAGE-1", fighter=self.fighter(s.outcome))]
        if tens:
            reasons.append(self.one("tens", tens, "BW-DAMAGE-1", n=abs(s.total[0] - s.total[1])))
        rest = found - strike - tens
        if rest:
            names = self._changers(rest > 0)
            key = "named_powers" if names else "powers"
            reasons.append(self.one(key, rest, "BW-DAMAGE-6", names=", ".join(names)))
        return reasons

    def _changers(self, more: bool) -> list[str]:
        """The powers of the winner that add damage, or those of the victim's side that take some away."""
        s = self.s
        p = s.fought[s.outcome] if more else s.victim
        if p == NOBODY:
            return []
        found = [k for k in ops_of(s, p, MODIFY_DAMAGE) if s.op_how[k] == (DEALT if more else TAKEN)]
        if not more:
            found += [k for q in range(8) if s.prevented >> q & 1 for k in ops_of(s, q, PREVENT_DAMAGE)]
        return list(dict.fromkeys(named(s, [k], self.speech) for k in found))

    def spent(self, event: Event) -> list[Because]:
        """Whoever has neither power nor token left is not asked: nobody gave anything up (BW-AUCTION-10)."""
        s = self.s
        for p in s.fought:
            # Whoever has fallen since has nothing left either way: that says nothing of when it stopped.
            if p == NOBODY or s.at[p] == OFF:
                continue
            if label(s, p) == event.values[0] and not s.power[p] and not s.reroll[p]:
                return [self.one("spent", None, "BW-AUCTION-10")]
        return []

    def supported(self, event: Event) -> list[Because]:
        """Why the victories of a supporter add nothing to the die (BW-TEAMUP-5)."""
        s = self.s
        bare = any(label(s, p) == event.values[0] and self._counts_not(p) for p in range(8))
        return [self.one("support_bare", None, "BW-TEAMUP-5")] if bare else []

    def _counts_not(self, p: int) -> bool:
        return bool(self.s.victory[p]) and not self.s.support_victories

    def new_die(self, rolled: Event) -> Because:
        return self.one(
            "new_die", None, "BW-REROLL-4", face=self.number(rolled, "face"), n=self.number(rolled, "total")
        )

    def _is_about(self, event: Event) -> bool:
        """Does the position still hold the combat that the event tells of?"""
        s = self.s
        if s.outcome == NOBODY:
            return False
        if event.kind.name == "module_hit":
            return s.target_kind == MODULE
        return s.victim != NOBODY and event.values[0] == label(s, s.victim)

    def _strike(self) -> int:
        s, p = self.s, self.s.fought[self.s.outcome]
        if p == NOBODY:
            return s.entity_strike[THANOS if s.outcome == 0 else s.target]
        return s.card_strike[s.card[p]]

    # The whole of it.

    def last(self) -> LastCombat:
        return {
            "said": self._said(),
            "won": self.s.outcome if self.s.outcome != NOBODY else None,
            "attack": self._corner(0),
            "defence": self._corner(1),
            "follows": self._follows(),
        }

    def _corner(self, side: int) -> Corner:
        s = self.s
        p = s.fought[side]
        return {
            "name": str(self.fighter(side)),
            "seat": p >> 2 if p != NOBODY else None,
            "piece": p if p != NOBODY else None,
            "total": s.total[side],
            "sum": self.side_sum(side),
        }

    def _said(self) -> str:
        s = self.s
        if s.outcome == NOBODY:
            return self.speech.say("why.said.tie", n=s.total[0])
        values = {
            "fighter": self.fighter(s.outcome),
            "own": s.total[s.outcome],
            "theirs": s.total[1 - s.outcome],
        }
        return self.speech.say("why.said.won", **values)

    def _follows(self) -> list[Because]:
        """Wounds, victory token, plan lost."""
        s, reasons = self.s, list[Because]()
        if s.outcome == NOBODY:
            return [self.one("level", None, "BW-COMBAT-7")]
        if s.victim != NOBODY:
            name = self.speech.name("fighter", label(s, s.victim))
            values = {"fighter": name, "text": self._sum_told(s.damage)}
            if s.at[s.victim] == OFF:
                # Wounds beyond the last life are no wounds: only that it fell is told.
                key = "fell_chosen" if self._was_chosen() else "fell"
                reasons.append(self.one(key, None, "BW-DEATH-1", **values))
            elif self._was_chosen():
                reasons.append(self.one("hurt_chosen", -s.damage, "BW-DAMAGE-3", **values))
            else:
                reasons.append(self.one("hurt", -s.damage, "BW-DAMAGE-1", **values))
            reasons += self._unspared()
        elif s.outcome == 0 and s.target_kind == MODULE:
            module = self.speech.name("module", s.target % 3)
            key = "module" if s.resistance[s.target] else "module_fell"
            text = self._sum_told(s.damage)
            reasons.append(
                self.one(key, None, "BW-BASE-1", module=module, text=text, n=s.resistance[s.target])
            )
        elif s.outcome == 0 and s.target_kind == COSMIC and s.target == GALACTUS:
            text = self._sum_told(s.damage)
            reasons.append(
                # What it had before is gone: the page puts the line of the log in this place (board/moments.js).
                self.one("drained", None, "BW-GALACTUS-4", entity=self._clock(), text=text)
            )
        elif s.outcome == 1 and s.target_kind != COSMIC:
            reasons.append(self.one("out_of_reach", None, "BW-DAMAGE-5"))
        unopposed = s.target_kind == MODULE and s.fought[1] == NOBODY
        if s.fought[s.outcome] != NOBODY and not unopposed and not self._was_full():
            reasons.append(self.one("victory", None, "BW-COMBAT-9"))
        return reasons + self._aftermath()

    def _aftermath(self) -> list[Because]:
        """The powers that struck the loser besides (BW-COMBAT-10)."""
        t = self.s.copy()
        t.initiator, t.defender = self.s.fought
        reasons = []
        for k in after_powers(t):
            power = power_label(self.s, k)
            text = self.speech.name("power_text", power % 64)
            named = self.speech.name("power", power)
            reasons.append(self.one("aftermath", None, "BW-COMBAT-10", power=named, text=text))
        return reasons

    def _was_full(self) -> bool:
        """Had the winner as many victory tokens as it can carry before it won? Then its last die counted them all (BW-COMBAT-9)."""
        s, side = self.s, self.s.outcome
        p = s.fought[side]
        if s.at[p] == OFF or s.victory[p] < s.card_slots[s.card[p]]:
            return False
        t = s.copy()
        t.initiator, t.defender = s.fought
        last = s.rolls[side] - 1
        rolled = s.worth[side][last] - face_factor(t, side) * s.face[side][last]
        return rolled == result_bonus(t, side, last)

    def _sum_told(self, damage: int) -> str:
        """The damage sum inside a sentence: « 2 (frappe) + 1 (écart) »."""
        told = ""
        for each in self.damage_sum(damage):
            value = each["value"] or 0
            sign = "" if not told else " − " if value < 0 else " + "
            term = self.speech.say("why.term", n=abs(value) if told else value, reason=each["reason"])
            told += f"{sign}{term}"
        return told

    def ending(self, event: Event) -> list[Because]:
        s = self.s
        loser = 1 - s.winner
        if s.how == ELIMINATION:
            return [self.one("eliminated", None, END_CLAUSES[s.how], seat=self.speech.name("seat", loser))]
        if s.how == BASE_DESTROYED:
            return [self.one("ruined", None, END_CLAUSES[s.how], seat=self.speech.name("seat", loser))]
        if s.how != POINTS:
            return []
        key = deciding(s)
        first, second = counts(s)[key]
        own, theirs = (first, second) if s.winner == 0 else (second, first)
        return [self.one(f"points_{key}", None, "BW-WIN-7", own=own, theirs=theirs)]

    def clock_back(self, event: Event) -> list[Because]:
        """What it lost of what the damage would have taken: never more than it had."""
        lost = self.number(event, "n")
        if self.s.outcome != 0 or self.s.target_kind != COSMIC:
            return plainly(event, self.speech)
        key = "drained_none" if not lost else "drained_part" if lost < self.s.damage else "drained_all"
        text = self._sum_told(self.s.damage)
        return [self.one(key, None, "BW-GALACTUS-4", entity=self._clock(), n=lost, text=text)]

    def world(self) -> Because:
        key = "world_points" if self.s.by_points else "world"
        return self.one(key, None, "BW-WIN-4", n=self.s.threshold, entity=self._clock())

    # Small words.

    def _clock(self) -> object:
        return self.speech.name("entity", entity_label(self.s, GALACTUS))

    def fighter(self, side: int) -> object:
        s, p = self.s, self.s.fought[side]
        if p != NOBODY:
            return self.speech.name("fighter", label(s, p))
        if s.target_kind == COSMIC:
            return self.speech.name("entity", entity_label(s, state.THANOS if side == 0 else s.target))
        return self.speech.name("module", s.target % 3)

    def number(self, event: Event, name: str) -> int:
        return next(v for f, v in zip(event.kind.fields, event.values) if f.name == name) or 0

    def one(self, key: str, value: int | None, clause: str, **values: object) -> Because:
        return {"value": value, "reason": self.speech.say(f"why.{key}", **values), "clause": clause}
