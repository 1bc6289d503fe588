"""What each choice does here and now, in words: the half of the coach that answers about the choices."""

from collections.abc import Callable

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from . import choices, odds, state
from .choices import FAVOURS, SQUARES, VERBS
from .combat_view import at_stake, fall_told, fighter_name, is_harmless, loses, raises_needed, several
from .programs import TELEPORT
from .prospects import (
    aimed,
    all_of,
    best_from,
    decimal,
    either,
    losses,
    moved,
    pass_ends,
    patients,
    percent,
    plan_told,
    support_of,
    supported,
    targets,
)  # fmt: skip
from .rules.auction import (
    can_do_something,
    can_strike_back,
    has_free_raise,
)
from .rules.board import move_tax, op_of
from .rules.combat import keeps_plan, principal
from .rules.preparation import deploying_piece
from .rules.tokens import entity_label, faction_label, label, power_label
from .state import State
from .threats import plan_now, threats_told
from .told import asked_power


class Consequences:
    """What the choices of one seat do at one moment; nothing is hidden in this game."""

    def __init__(self, known: State, seat: int, speech: Speech) -> None:
        self.s, self.seat, self.speech = known, seat, speech

    def consequence(self, choice: Choice) -> str:
        says: dict[int, Callable[[int], str]] = {
            choices.FACTION: self._faction,
            choices.DRAFT: self._draft,
            choices.BUILD: lambda n: self._say(f"does.build.{n}"),
            choices.LEADER: self._leader,
            choices.DEPLOY: self._deploy,
            choices.ACTIVATE: self._activate,
            choices.MOVE: self._move,
            choices.PLAN: self._plan,
            choices.HEAL: self._heal,
            choices.ACT: self._act,
            choices.ATTACK: lambda n: self._target(state.CHARACTER, 4 * (1 - self.seat) + n - 1),
            choices.ASSAULT: lambda n: self._target(state.MODULE, 3 * (1 - self.seat) + n),
            choices.DEFY: lambda n: self._target(state.COSMIC, state.GALACTUS if n == 1 else self.s.second),
            choices.JOIN: self._join,
            choices.APART: self._apart,
            choices.GUARD: self._guard,
            choices.UNGUARDED: self._unguarded,
            choices.RAISE: self._raise,
            choices.REROLL: self._reroll,
            choices.REROLL_INITIATOR: self._reroll_initiator,
            choices.REACT: self._react,
            choices.POWER: self._window_power,
            choices.YIELD: lambda n: f"{fall_told(self.s, self.speech)} {self._yield(n)}".strip(),
            choices.HOLD: self._hold,
            choices.STOP: lambda n: f"{fall_told(self.s, self.speech)} {self._stop(n)}".strip(),
            choices.STRIKE: self._strike,
            choices.PASS: lambda _: self._say(f"does.pass{'_final' * bool(pass_ends(self.s))}"),
            choices.USE: self._use,
            choices.GIVE: self._give,
            choices.ALLY: lambda n: self._say("does.ally", fighter=self._fighter(self._own(n))),
            choices.ENEMY: lambda n: self._say("does.enemy", fighter=self._fighter(self._foe(n))),
            choices.TO: self._to,
            choices.FAVOUR: lambda n: self._say(f"does.favour.{FAVOURS[n]}"),
            choices.GRANT: self._grant,
        }
        name = VERBS.verbs[choice.verb].name
        return says[choice.verb](choice.arg) if choice.verb in says else self._say(f"does.{name}")

    # Set-up.

    def _faction(self, faction: int) -> str:
        s = self.s
        text = self.speech.name("faction_text", faction)
        dice = " ".join(f"D{s.card_die[card]}" for card in range(4 * faction, 4 * faction + 4))
        wings = sum(bool(s.card_traits[card] & state.FLIGHT) for card in range(4 * faction, 4 * faction + 4))
        key = "does.faction" if text else "does.faction_plain"
        return self._say(key, text=text, dice=dice, n=wings)

    def _draft(self, card: int) -> str:
        s = self.s
        key = "does.draft_flying" if s.card_traits[card] & state.FLIGHT else "does.draft"
        return self._say(
            key,
            die=s.card_die[card],
            life=s.card_life[card],
            power=s.card_power[card],
            n=s.card_strike[card],
            reach=self._say("reach.far" if s.card_traits[card] & state.RANGED else "reach.near"),
        )

    def _leader(self, faction: int) -> str:
        return self._say("does.leader", text=self.speech.name("order_text", faction))

    def _deploy(self, square: int) -> str:
        s = self.s
        steps = self._steps(deploying_piece(s))
        behind = s.module_on[square + (5 if self.seat else -5)]
        if behind == state.NOBODY:
            return self._say("does.deploy", square=SQUARES[square], steps=steps)
        module = self.speech.name("module", behind % 3)
        return self._say("does.deploy_before", square=SQUARES[square], steps=steps, module=module)

    def _steps(self, p: int) -> str:
        """How far a piece goes in a turn (BW-MOVE-1, BW-FLY-1)."""
        s = self.s
        jump = op_of(s, p, TELEPORT)
        if jump != state.NOBODY:
            return self._say("steps.jump", n=s.op_n[jump])
        flies = s.card_traits[s.card[p]] & state.FLIGHT
        return self._say("steps.fly", n=2) if flies else self._say("steps.walk")

    # Planning.

    def _activate(self, number: int) -> str:
        """What the character has, whom it reaches from where it stands, and who reaches it: what tells one activation from another."""
        s, p = self.s, self._own(number)
        found = targets(s, p)
        has = {"life": s.life[p], "power": s.power[p], "die": s.card_die[s.card[p]]}
        names = self._named(found) if found else ""
        told = self._say("does.activate" if found else "does.activate_far", names=names, **has)
        return f"{told} {threats_told(s, p, 'coach.exposed', self.speech)}"

    def _move(self, square: int) -> str:
        """What is in reach from there, and who could reach it."""
        s = self.s
        t = moved(s, s.actor, square)
        found = targets(t, s.actor)
        told = [
            self._say("reached", names=self._named(found)) if found else self._say("reached_none"),
            *self._best_from(square),
            threats_told(t, s.actor, "coach.feared", self.speech),
        ]
        module = t.module_on[square]
        if module != state.NOBODY and module // 3 == self.seat:
            told.append(self._say("shelter", module=self.speech.name("module", module % 3)))
        tax = move_tax(s, s.actor) if square != s.at[s.actor] else 0
        if tax:
            told.append(self._say("tax", n=tax))
        key = "does.stay" if square == s.at[s.actor] else "does.move"
        return " ".join([self._say(key, square=SQUARES[square]), *told])

    def _best_from(self, square: int) -> list[str]:
        told = best_from(self.s, self.s.actor, square, self.speech)[1]
        return [self._say("best_there", told=told)] if told else []

    def _plan(self, plan: int) -> str:
        return plan_now(self.s, self.s.actor, plan, self.speech)

    def _heal(self, number: int) -> str:
        s, q = self.s, self._own(number)
        assert q in patients(s, s.actor)
        full = s.life[q] >= s.card_life[s.card[q]]
        return self._say(
            "does.heal_full" if full else "does.heal",
            fighter=self._fighter(q),
            now=s.life[q],
            top=s.card_life[s.card[q]],
        )

    # Resolution.

    def _act(self, number: int) -> str:
        s, p = self.s, self._own(number)
        if choices.PLANS[s.plan[p]] == "heal":
            target = s.heal_target[p]
            full = s.life[target] >= s.card_life[s.card[target]]
            far = target not in patients(s, p)
            key = "act_heal_far" if far else "act_heal_full" if full else "act_heal"
            return self._say(f"does.{key}", fighter=self._fighter(target))
        return plan_told(s, p, s.plan[p], self.speech)

    def _target(self, kind: int, target: int) -> str:
        """The odds alone, and with everybody who could join."""
        s = self.s
        alone = odds.odds_of_attack(s, s.actor, kind, target)
        told = [self._odds("does.attack_down" if alone.felled >= 0.005 else "does.attack", alone)]
        joined = odds.supporters_of(s, s.actor, kind, target)
        if joined:
            together = odds.odds_of_attack(s, s.actor, kind, target, joined)
            names = [self._short((s.actor & 4) + i) for i in range(4) if joined >> i & 1]
            told.append(self._odds("with", together, names=self._all(names)))
        if kind == state.CHARACTER and not odds.fight_of(s, s.actor, kind, target, 0).defence.wounds:
            prize = s.victory[target] < s.card_slots[s.card[target]]
            told.insert(1, self._say(f"no_answer{'_prize' * prize}"))
        if kind == state.CHARACTER and s.fate[target] == state.PENDING:
            plan = self.speech.say(f"names.plan.{s.plan[target]}")
            told.append(self._say("keeps" if self._keeps(target) else "disturbs", plan=plan))
        if kind == state.MODULE:
            told.append(self._say("module_left", n=s.resistance[target]))
        if kind == state.COSMIC and target == state.GALACTUS:
            key = f"clock_back{'_points' * s.by_points}" if s.energy else "clock_empty"
            told.append(self._say(key, entity=self._clock(), energy=s.energy, n=s.threshold))
        return " ".join(told)

    def _keeps(self, target: int) -> bool:
        """Would the plan of the target stand in spite of this attack? (BW-DISTURB-1)"""
        t = self.s.copy()
        t.attacks[target] += 1
        return keeps_plan(t, target)

    def _join(self, _: int) -> str:
        s = self.s
        supporter = (s.initiator & 4) + s.cursor
        brief = supported(s, support_of(s, self.speech).joined, self.speech)
        told = self._say("does.join", die=s.card_die[s.card[supporter]], told=brief)
        return " ".join([told, *self._own_attack("spent"), *self._risk(supporter)])

    def _own_attack(self, how: str) -> list[str]:
        """What the one who is asked could attack by itself: spent by helping, kept by staying out."""
        own = support_of(self.s, self.speech).own
        return [self._say(f"own_{how}", name=own.name, won=percent(own.found.won))] if own else []

    def _risk(self, supporter: int) -> list[str]:
        """A winning defender wounds whichever attacker is in reach (BW-DAMAGE-3, BW-DAMAGE-4)."""
        s = self.s
        if s.target_kind == state.COSMIC or (s.target_kind == state.MODULE and not self._guards()):
            return []
        t = s.copy()
        t.defender = s.target if s.target_kind == state.CHARACTER else self._guards()[0]
        key = "risk" if can_strike_back(t, supporter) else "risk_none"
        return [self._say(key, fighter=self._fighter(supporter), life=s.life[supporter])]

    def _guards(self) -> list[int]:
        return odds.guards_of(self.s, self.s.target_kind, self.s.target)

    def _apart(self, _: int) -> str:
        told = supported(self.s, support_of(self.s, self.speech).apart, self.speech)
        return " ".join([self._say("does.apart", told=told), *self._own_attack("kept")])

    def _guard(self, number: int) -> str:
        s = self.s
        found = odds.outlook(odds.declared(s, s.supporters, self._own(number)))
        return self._say(
            "does.guard",
            won=percent(found.lost),
            lost=decimal(found.dealt, self.speech),
            given=decimal(found.taken, self.speech),
        )

    def _unguarded(self, _: int) -> str:
        found = odds.outlook(odds.declared(self.s, self.s.supporters))
        return self._say(
            "does.unguarded", lost=decimal(found.dealt, self.speech), n=self.s.resistance[self.s.target]
        )

    # The auction.

    def _raise(self, _: int) -> str:
        s, side = self.s, self.s.window
        p = principal(s, side)
        free = has_free_raise(s, side)
        told = self._say(
            "does.raise_free" if free else "does.raise", die=s.die[side], n=s.power[p] - (not free)
        )
        after = odds.odds_of_roll(s, side, side, s.rolls[side], 0)
        needed = raises_needed(s, side)
        if self._pressing() and after.more == 0 and needed:
            return f"{told} {self._say('after_later', n=needed)}"
        together = several(s)
        every = [self._say("after_several", raises=together[0], n=together[1])] if together else []
        return " ".join([told, self._after(after), *every, *(self._harmless() if side == 1 else [])])

    def _harmless(self) -> list[str]:
        """A defence that can win but wound nobody is not worth all one's power (BW-DAMAGE-5)."""
        key = "harmless_you" if self.s.window == 1 else "harmless_them"
        return [self._say(key)] if is_harmless(self.s) else []

    def _rolled(self, told: str, vain: bool, end: str, after: odds.After) -> str:
        """A die rolled again; if it stands at its end already, that is all there is to say."""
        return f"{told} {self._say(end) if vain else self._after(after)}"

    def _after(self, after: odds.After) -> str:
        if self._pressing() and after.more == 0:
            return self._say("after_no_more" if at_stake(self.s) == "life" else "after_no_more_thing")
        ahead, level, behind = (percent(chance) for chance in (after.ahead, after.level, after.behind))
        dealt, taken = decimal(after.dealt, self.speech), decimal(after.taken, self.speech)
        if self._pressing() and ahead == 100:
            # Whoever has yielded answers no more: what counts is the next wound.
            key = "after_more" if at_stake(self.s) == "life" else "after_more_thing"
            return self._say(key, more=percent(after.more), dealt=dealt)
        key = "after_never" if ahead == level == 0 else "after_always" if ahead == 100 else "after"
        # An entity never raises: what the die brings stands (BW-COSMIC-4).
        key += "_cosmic" if self.s.target_kind == state.COSMIC and key != "after_never" else ""
        foe = 1 - self.s.window
        if self.s.target_kind == state.COSMIC:
            dealt = losses(loses(self.s, foe), after.dealt, 0, self.speech)["dealt"]
        shares = {"ahead": ahead, "level": level, "behind": behind, "dealt": dealt, "taken": taken}
        return self._say(key, entity=fighter_name(self.s, foe, self.speech), **shares)

    def _reroll(self, number: int) -> str:
        s, side, p = self.s, self.s.window, self._own(number)
        if p == principal(s, side):
            last = s.rolls[side] - 1
            face, after = s.face[side][last], odds.odds_of_roll(s, side, side, last, s.worth[side][last])
            highest = face == s.die[side]
        else:
            face, after = s.support_face[p & 3], odds.odds_of_support(s, side, p & 3)
            highest = face == s.card_die[s.card[p]]
        # Only the defender may have the other's die rolled again (BW-REROLL-3): the attacker is told why that is not offered.
        key = "reroll" if side else "reroll_attack"
        return self._rolled(self._say(f"does.{key}", face=face), highest, "highest", after)

    def _pressing(self) -> bool:
        """Ahead for good: what counts is one wound more."""
        s = self.s
        return (
            s.stage == state.BIDDING
            and bool(s.yielded[1 - s.window])
            and s.total[s.window] > s.total[1 - s.window]
        )

    def _reroll_initiator(self, _: int) -> str:
        s = self.s
        last = s.rolls[0] - 1
        after = odds.odds_of_roll(s, s.window, 0, last, s.worth[0][last])
        return self._attack_again(last, after, own=s.window == 0)

    def _attack_again(self, last: int, after: odds.After, *, own: bool) -> str:
        """The attacker's last die, rolled again for more, or for the defence's sake."""
        s, face = self.s, self.s.face[0][last]
        vain = face == (s.die[0] if own else 1)
        return self._rolled(
            self._say("does.reroll_initiator", face=face), vain, "highest" if own else "lowest", after
        )

    def _react(self, _: int) -> str:
        s = self.s
        last = s.rolls[0] - 1
        after = odds.odds_of_roll(s, 1, 0, last, s.worth[0][last])
        return self._attack_again(last, after, own=False)

    def _window_power(self, _: int) -> str:
        s, side = self.s, self.s.window
        last = s.rolls[1 - side] - 1
        after = odds.odds_of_roll(s, side, 1 - side, last, s.worth[1 - side][last])
        return f"{self._say('does.power', face=s.face[1 - side][last])} {self._after(after)}"

    def _yield(self, _: int) -> str:
        s = self.s
        alone = s.window == 0 and s.target_kind == state.MODULE and s.defender == state.NOBODY
        wounds = 0 if alone else odds.wounds_at_stake(s)
        if wounds and s.window == 1 and s.target_kind == state.MODULE:
            return self._say(f"does.yield_module{'' if odds.may_press(s) else '_sure'}", n=wounds)
        key = "yield" if odds.may_press(s) else "yield_sure"
        return self._say(f"does.{key}" if wounds else "does.yield_unhurt", n=wounds)

    def _hold(self, _: int) -> str:
        s = self.s
        lead = s.total[s.window] - s.total[1 - s.window]
        sure = lead > 0 and not can_do_something(s, 1 - s.window)
        key = "hold_sure" if sure else "hold" if lead else "hold_level"
        return self._say(f"does.{key}", stake=self._stake())

    def _stop(self, _: int) -> str:
        s = self.s
        lead = s.total[s.window] - s.total[1 - s.window]
        if lead <= 0:
            return self._say("does.stop_behind")
        return self._say("does.stop", stake=self._stake())

    def _stake(self) -> str:
        """What the side ahead would take if the combat stopped now: wounds, resistance of a module, or energy."""
        s, wounds = self.s, odds.wounds_at_stake(self.s)
        mine = (s.total[0] > s.total[1]) == (s.window == 0)
        key = {
            "resistance": "other_module" if mine else "your_module",
            "energy": "energy" if wounds else "nothing",
            "fight": "fight",
        }.get(at_stake(s), ("other" if mine else "you") if wounds else "unhurt")
        return self._say(f"stake.{key}", n=wounds)

    # Damage, powers, orders, favours.

    def _strike(self, number: int) -> str:
        s, foe = self.s, self._foe(number)
        return self._say("does.strike", fighter=self._fighter(foe), n=s.damage, now=s.life[foe])

    def _use(self, _: int) -> str:
        return self._say("does.use", text=self._asked_text())

    def _asked_text(self) -> str:
        s = self.s
        return str(self.speech.name("power_text", power_label(s, asked_power(s)) % 64))

    def _give(self, _: int) -> str:
        return self._say("does.give", text=self._order_text())

    def _order(self) -> object:
        return self.speech.name("order", faction_label(self.s, self.s.leader_faction[self.seat]))

    def _order_text(self) -> object:
        return self.speech.name("order_text", self.s.leader_faction[self.seat])

    def _to(self, square: int) -> str:
        return self._say("does.to", fighter=self._fighter(self.s.order_piece), square=SQUARES[square])

    def _grant(self, number: int) -> str:
        return self._say(f"does.grant.{FAVOURS[self.s.favour]}", fighter=self._fighter(self._own(number)))

    # Small words.

    def _clock(self) -> object:
        return self.speech.name("entity", entity_label(self.s, state.GALACTUS))

    def _odds(self, key: str, found: odds.Odds, **values: object) -> str:
        return self._say(
            key,
            **values,
            **{share: percent(getattr(found, share)) for share in ("won", "tied", "felled")},
            dealt=decimal(found.dealt, self.speech),
            taken=decimal(found.taken, self.speech),
        )

    def _own(self, number: int) -> int:
        return 4 * self.seat + number - 1

    def _foe(self, number: int) -> int:
        return 4 * (1 - self.seat) + number - 1

    def _fighter(self, p: int) -> object:
        return self.speech.name("fighter", label(self.s, p))

    def _short(self, p: int) -> str:
        return str(self.speech.name("short", label(self.s, p)))

    def _named(self, found: list[tuple[int, int]]) -> str:
        return either([aimed(self.s, target, self.speech) for target in found], self.speech)

    def _all(self, names: list[str]) -> str:
        return all_of(names, self.speech)

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"coach.{key}", **values)
