"""The coach of Boss Quest: the goal, what this moment asks, and what each choice does, from what the seat knows."""

from collections.abc import Iterator

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from . import conditions, effects, prizes, trades
from .choices import (
    AMOUNT_OF,
    CANCEL,
    COMPANION,
    EQUIP,
    GIVE,
    LOOK,
    PLAYER,
    REPLACE,
    TAKE_SPELL,
    TURN_POTION,
    VERBS,
    WITH,
)
from .events import DISCARDS, ROUND_BEGINS
from .faces import sign_of
from .fights import costs_heart, misses
from .odds import outs, passes, spread, told_risks
from .rules.strength import (
    attack_of,
    current_reading,
    has_power,
    is_over,
    next_seat,
    takes_part,
    visible_attack,
)
from .rules.turn import equip_refusal, is_alone, is_straggler, may_repeat
from .stakes import Stakes, either
from .state import FIRST_POTION, NO_CARD, NOBODY, PLUS, SLOTS, TAKE, State
from .view import PHASES

SURE, UNLIKELY, EVEN, LIKELY = 1, 15, 60, 90
"""Chances in per cent below which words change."""
LINE = "\n"
"""Between two things that the coach says of a moment."""


class Coach:
    """What the coach says to one seat at one moment."""

    def __init__(self, known: State, seat: int, speech: Speech) -> None:
        self.s, self.seat, self.speech = known, seat, speech
        self.stakes = Stakes(known, seat, speech)

    def goal(self) -> str:
        s = self.s
        if s.solo:
            return self._say("goal_solo", n=s.goal, margin=s.solo_margin)
        # Said in full while it is new: later it would push what each choice does out of sight.
        key = "goal" if s.round == 1 else "goal_short"
        return self._say(key, n=s.goal, rescued=self._say("prince" if s.rescued else "princess"))

    def moment(self) -> str:
        s, phase = self.s, PHASES[self.s.phase]
        if phase == "finished":
            return self._say("over")
        if s.decider != self.seat:
            said = [*self.stakes.end(), *self._changed(), *self._settled(), *self.stakes.lines()]
            return LINE.join(said) or self._say("wait")
        if phase == "turn":
            # The news, that this fight is the last one, what has changed, what is asked, then what stays as it was.
            said = [*self._discarded(), *self.stakes.end(), *self._changed(), *self._turn()]
            dangers = [*self._offered(), *self._dangers()]
            return LINE.join([*said, *self.stakes.lines(), *dangers, *self._armourer()])
        if phase == "read":
            return self._say("moment.read", plus=s.potion_plus[s.potion], minus=s.potion_minus[s.potion])
        if phase == "take":
            return LINE.join(
                [*self._second(), *self._standing(), *self.stakes.end(), *self.stakes.lines(), self._take()]
            )
        if phase == "use":
            return LINE.join([*self._use(s.market[s.slot]), *self.stakes.end()])
        if s.spell != NO_CARD:
            spell = self.speech.name("spell", s.spell)
            key = "target_swap" if phase == "target" and self._swaps() else phase
            said = [self._say(f"moment.{key}", spell=spell, text=self._text(s.spell))]
            if s.slot == s.faces:
                # Its caster has not seen it before (BQ-VISIT-13).
                said.insert(0, self._say("moment.turned_up"))
            return LINE.join([*said, *self.stakes.end()])
        return LINE.join([self._say(f"moment.{phase}"), *self.stakes.end()])

    def _take(self) -> str:
        """To discard a spell keeps it from those who still choose; the others they have before them (BQ-VISIT-3)."""
        others = self._to_choose()
        key = "take_solo" if self.s.solo else "take" if others else "take_last"
        return self._say(f"moment.{key}", names=self._either(others) if others else "")

    def _to_choose(self) -> list[int]:
        """Who may still choose from what is left of the spells."""
        s = self.s
        return [
            other
            for other in range(s.seats)
            if other != self.seat
            and takes_part(s, other)
            and not s.visited[other]
            and not is_straggler(s, other)
        ]

    def _may_be_taken(self) -> bool:
        """May another still lay one of the spells on offer? With two players, whoever is at the Magician's may come again (BQ-P2-3)."""
        s = self.s
        return bool(s.solo or self._to_choose() or any(may_repeat(s, other) for other in range(s.seats)))

    def _use(self, spell: int) -> Iterator[str]:
        """The spell in hand: of the Mystery, that it is not seen before (BQ-VISIT-13); of a condition, who does not show what it asks."""
        s = self.s
        if spell < 0:
            yield self._say("moment.use_blind")
            return
        word = s.spell_word[spell]
        if told := list(self._off_the_mark(word)):
            yield from told
            return
        yield self._say("moment.use" if s.solo or self._to_choose() else "moment.use_last")
        if word & effects.REQUIRES:
            yield from self._thrown_out(word)
            yield from self._ahead()

    def _thrown_out(self, word: int) -> Iterator[str]:
        """The others whom a condition would put out of the round."""
        for key, seats in zip(("sure", "maybe"), conditions.thrown_out(self.s, self.seat, word)):
            if seats:
                yield self._say(f"moment.out_{key}", names=self._listed(seats))

    def _ahead(self) -> Iterator[str]:
        """Who may be closer to the Boss, while the closest wins."""
        s = self.s
        if s.solo or is_over(s, self.seat) or prizes.second_wins(s):
            return
        if ahead := prizes.may_lead(s, self.seat):
            attack = signed(attack_of(s, self.seat))
            yield self._say("moment.ahead", names=self._either(ahead), attack=attack)

    def _listed(self, seats: list[int]) -> str:
        return ", ".join(str(self.speech.name("seat", seat)) for seat in seats)

    def _discarded(self) -> Iterator[str]:
        """A spell that has just been discarded by another: nothing on the table tells where it went (BQ-VISIT-7)."""
        events = list(self.speech.game.events(self.s))
        if any(event.kind.number == ROUND_BEGINS for event in events):
            # It was of the round before: other spells are on offer now.
            return
        for event in events:
            if event.kind.number == DISCARDS and event.values[0] != self.seat:
                player, spell = event.values
                values = {
                    "player": self.speech.name("seat", player),
                    "spell": self.speech.name("spell", spell),
                }
                yield self._say("moment.discarded", **values)

    def _changed(self) -> Iterator[str]:
        """What spells of this round have changed for the seat."""
        yield from self._touched()
        yield from self._unmet()
        yield from self._second()

    def _touched(self) -> Iterator[str]:
        """What the others' spells of this round have done to the seat."""
        s, seat = self.s, self.seat
        for k in range(s.active):
            if s.active_seat[k] == seat != s.active_caster[k]:
                sign = sign_of(s.spell_word[s.active_spell[k]], s.active_amount[k])
                yield self._touch("attack" if sign else "cast", k, sign=sign)
        for k in reversed(range(SLOTS - s.deeds, SLOTS)):
            action, other = effects.action_of(s.spell_word[s.active_spell[k]]), s.active_second[k]
            on = (s.active_seat[k], other) if action == effects.SWAP_HIDDEN else (s.active_seat[k],)
            if seat not in on or s.active_caster[k] == seat:
                continue
            if action == effects.CANCEL_SPELL:
                yield self._touch("cancelled", k, gone=self.speech.name("spell", other))
            elif action == effects.SWAP_HIDDEN or other == NO_CARD:
                yield self._touch("swapped", k)
            else:
                yield self._touch("exchanged", k, weapon=self.speech.name("weapon", other))

    def _touch(self, key: str, k: int, **values: object) -> str:
        caster, spell = self.s.active_caster[k], self.speech.name("spell", self.s.active_spell[k])
        by = self.speech.say("why.deed.league") if caster < 0 else self.speech.name("seat", caster)
        return self._say(f"touched.{key}", spell=spell, by=by, **values)

    def _turn(self) -> Iterator[str]:
        s, seat = self.s, self.seat
        if s.visited[seat]:
            yield self._say("moment.again")
            return
        attack = attack_of(s, seat)
        closed = equip_refusal(s, seat) != 0
        yield from (told := list(self._deadline(closed)))
        # Whoever hears how many requests are left needs no word of what ends them.
        short = "closed" if closed else "left" if told or is_straggler(s, seat) else "short"
        over = "over" if costs_heart(s, seat) else "over_spared"
        key = over if is_over(s, seat) else "exact" if attack == s.hp else short
        if key == "exact" and is_straggler(s, seat):
            key = "exact_stop"
        yield self._say(f"moment.turn_{key}", attack=signed(attack), hp=s.hp, n=abs(s.hp - attack))
        if key == "short" and s.solo == 0 and (s.round == 1) == (s.weapons[seat] > 2) and s.round <= 2:
            # Not among all that is new at the very first turn.
            yield self._say("moment.pace")

    def _deadline(self, closed: bool) -> Iterator[str]:
        """One more turn each (BQ-SPELL-8); the only one left asks once more (BQ-EQUIP-11)."""
        s, seat = self.s, self.seat
        if s.last_turns:
            yield self._say("moment.last_turn")
        elif s.solo == 0 and not closed and is_alone(s, seat) and not is_straggler(s, seat):
            yield self._say("moment.alone")
        elif not closed and (other := self._last_other()) >= 0:
            # The one after the next is too late to be told (BQ-EQUIP-11, BQ-P56-2).
            key = "alone_soon_no_spell" if s.present >= 5 else "alone_soon"
            yield self._say(f"moment.{key}", player=self.speech.name("seat", other))

    def _armourer(self) -> Iterator[str]:
        """Who deals and plays last: oneself, or another as long as that is new."""
        s, seat = self.s, self.seat
        if s.visited[seat] or s.solo:
            return
        if s.round == 2 and s.weapons[seat] == 2:
            # It was another one before: why is not seen (BQ-NEXT-5, BQ-TURN-2).
            first = next_seat(s, s.armourer)
            key = "own" if s.armourer == seat else "first" if first == seat else "other"
            names = {
                "armourer": self.speech.name("seat", s.armourer),
                "first": self.speech.name("seat", first),
            }
            yield self._say(f"moment.armourer_moves_{key}", **names)
        elif s.armourer == seat:
            yield self._say("moment.armourer")
        elif s.round == 1 and s.weapons[seat] == 2:
            yield self._say("moment.armourer_is")

    def _last_other(self) -> int:
        """The only other one at the Armourer's once somebody has left, NOBODY otherwise."""
        s = self.s
        left = [
            seat
            for seat in range(s.seats)
            if takes_part(s, seat) and not s.visited[seat] and seat != self.seat
        ]
        return left[0] if len(left) == 1 and s.present > 2 else NOBODY

    def _swaps(self) -> bool:
        return effects.action_of(self.s.spell_word[self.s.spell]) == effects.SWAP_HIDDEN

    def _standing(self) -> Iterator[str]:
        """Where the seat stands as it chooses a spell, when nothing should change, or something must."""
        s, attack = self.s, attack_of(self.s, self.seat)
        if attack > s.hp or (attack == s.hp and not any(self._second())):
            key = "take_exact" if attack == s.hp else "take_over"
            yield self._say(f"moment.{key}", attack=signed(attack), n=attack - s.hp)
            if key == "take_exact" and (s.solo or self._to_choose()):
                yield from self._better_gone()

    def _better_gone(self) -> Iterator[str]:
        """Exactly at the Boss's hit points: the spell on offer that would put the seat over, in whosever hands (BQ-VISIT-7)."""
        s = self.s
        laid = (s.market[slot] for slot in range(s.faces) if s.market[slot] >= 0)
        spell = next((spell for spell in laid if s.spell_word[spell] & effects.BOSS_DOWN), NO_CARD)
        if spell != NO_CARD:
            yield self._say("moment.take_gone", spell=self.speech.name("spell", spell))

    def _settled(self) -> Iterator[str]:
        """Where the seat stands once it can ask for nothing more: only spells change that (BQ-VISIT-1)."""
        s, seat = self.s, self.seat
        if takes_part(s, seat) and s.visited[seat]:
            attack = attack_of(s, seat)
            key = "over" if attack > s.hp else "exact" if attack == s.hp else "short"
            yield self._say(f"moment.settled_{key}", attack=signed(attack), hp=s.hp, n=abs(s.hp - attack))

    def _unmet(self) -> Iterator[str]:
        """The active conditions that would throw the seat out of the round."""
        s = self.s
        for spell in (s.active_spell[k] for k in range(s.active)):
            if misses(s, self.seat, s.spell_word[spell]):
                key = "unmet_over" if is_over(s, self.seat) else "unmet"
                yield self._say(f"moment.{key}", spell=self.speech.name("spell", spell))

    def _second(self) -> Iterator[str]:
        """While the second one wins the round, coming closest does not (BQ-SPELL-16)."""
        s = self.s
        found = (s.active_spell[k] for k in range(s.active))
        spell = next((one for one in found if s.spell_word[one] & effects.SECOND_WINS), NO_CARD)
        if spell != NO_CARD and takes_part(s, self.seat):
            yield self._say("moment.second", spell=self.speech.name("spell", spell))
            if not is_over(s, self.seat) and s.seats > 2:
                ahead = prizes.may_lead(s, self.seat)
                names = self._either(ahead) if ahead else ""
                yield self._say("moment.second_ahead" if ahead else "moment.second_none", names=names)

    def _offered(self) -> Iterator[str]:
        """What somebody may still lay that would make this round the last (BQ-END-2, BQ-SPELL-15)."""
        if not self.s.solo and not self.s.visited[self.seat]:
            yield from self.stakes.offered()

    def _dangers(self) -> Iterator[str]:
        """The conditions on offer that the seat does not meet: on a phone they are out of sight while it asks for weapons."""
        s = self.s
        if s.visited[self.seat] or is_over(s, self.seat) or not self._may_be_taken():
            return
        offered = [s.market[slot] for slot in range(s.faces + 1) if s.market[slot] >= 0]
        spells = [spell for spell in offered if misses(s, self.seat, s.spell_word[spell])]
        if spells:
            quoted = [self._say("quoted", spell=self.speech.name("spell", spell)) for spell in spells]
            yield self._say("moment.danger", spells=either(quoted, self.speech))

    def _either(self, seats: list[int]) -> str:
        return either([str(self.speech.name("seat", seat)) for seat in seats], self.speech)

    def consequence(self, choice: Choice) -> str:
        says = {
            EQUIP: self._equip,
            TAKE_SPELL: self._slot,
            REPLACE: self._slot,
            PLAYER: self._player,
            WITH: self._player,
            LOOK: self._player,
            AMOUNT_OF: self._amount,
            GIVE: self._card,
            TURN_POTION: self._potion,
            CANCEL: self._active,
            COMPANION: self._companion,
        }
        name = VERBS.verbs[choice.verb].name
        if choice.verb in says:
            return says[choice.verb](name, choice.arg)
        return self._plain(name)

    # One choice of each kind.

    def _equip(self, name: str, count: int) -> str:
        """How far the attack may go, and how often that is too far."""
        low, high = spread(self.s, self.seat, count)
        risk = told_risks(self.s, self.seat)[count - 1]
        words = ("sure", "unlikely", "even", "likely")
        how = next(
            (word for word, top in zip(words, (SURE, UNLIKELY, EVEN, LIKELY)) if risk < top), "certain"
        )
        if risk == 100:
            how = "always"
        reach = self._say(f"reach.{'one' if low == high else 'between'}", low=signed(low), high=signed(high))
        told = self._say(f"does.{name}.{how}", n=count, reach=reach, hp=self.s.hp, risk=risk)
        out = outs(self.s, self.seat)
        return f"{told} {self._say('out_of_round', risk=out[count - 1])}" if out else told

    def _slot(self, name: str, slot: int) -> str:
        spell = self.s.market[slot]
        if spell < 0:
            return self._say(f"does.{name}.mystery")
        return self._say(
            f"does.{name}.spell", spell=self.speech.name("spell", spell), text=self._for_me(spell)
        )

    def _for_me(self, spell: int) -> str:
        """The text of a spell, and what it would mean for the seat here and now."""
        s, word = self.s, self.s.spell_word[spell]
        text, attack = self._text(spell), signed(attack_of(s, self.seat))
        if word & effects.REQUIRES:
            key = self._unmet_by() if misses(s, self.seat, word) else "met"
            # Once the spell is in hand the moment says who else.
            others = self._thrown_out(word) if s.phase == TAKE else ()
            return " ".join([text, self._say(f"here.{key}"), *others])
        if word & (effects.BOSS_UP | effects.BOSS_DOWN):
            step = 1 if word & effects.BOSS_UP else -1
            text = f"{text} {self._say('here.amount')}"
            text = f"{text} {self._say('here.boss', hp=s.hp + step, further=s.hp + 2 * step, attack=attack)}"
            return " ".join([text, *self._off_the_mark(word)])
        if word & (effects.ATTACK_UP | effects.ATTACK_DOWN):
            return f"{text} {self._say('here.up' if word & effects.ATTACK_UP else 'here.down')}"
        if extra := word >> effects.KEYS & 3:
            how = prizes.standing(s, self.seat)
            told = [text, *([self._prize(how)] if how else []), *self.stakes.by_spell(extra)]
            return " ".join(told)
        return text

    def _off_the_mark(self, word: int) -> Iterator[str]:
        """Exactly at the Boss's hit points, a spell that moves them is good to be discarded only (BQ-FIGHT-2, BQ-FIGHT-10)."""
        s = self.s
        up = bool(word & effects.BOSS_UP)
        if (
            not (up or word & effects.BOSS_DOWN)
            or attack_of(s, self.seat) != s.hp
            or (up and any(self._second()))
        ):
            return
        last = "" if s.solo or self._to_choose() else "_last"
        yield self._say(f"here.boss_{'short' if up else 'over'}{last}")

    def _unmet_by(self) -> str:
        """What a condition costs that the seat does not meet: nothing more whoever is over (BQ-FIGHT-2, BQ-FIGHT-3)."""
        if is_over(self.s, self.seat):
            return "unmet_over" if costs_heart(self.s, self.seat) else "unmet_over_spared"
        return "unmet" if self.s.solo or self._to_choose() else "unmet_last"

    def _prize(self, how: str) -> str:
        """Whose the key of a spell would be, by where the seat stands (BQ-SPELL-15)."""
        s, names = self.s, ""
        if how == "tie":
            rivals = prizes.ahead(s, self.seat)
            names = self._either(rivals)
            how = "tie_fox" if any(has_power(s, seat, effects.TIE_PRIORITY) for seat in rivals) else how
        elif how == "short":
            rivals = prizes.may_lead(s, self.seat)
            names, how = (self._either(rivals), how) if rivals else ("", "short_first")
        return self._say(f"here.prize_{how}", n=s.hp - attack_of(s, self.seat), names=names)

    def _player(self, name: str, player: int) -> str:
        """On whom, and how near to the Boss they are by what the seat can see."""
        s, named = self.s, self.speech.name("seat", player)
        if name == "look":
            return self._say("does.look", player=named)
        if self._swaps():
            return self._swap(name, player)
        known = s.hidden[player] >= 0
        attack = signed(attack_of(s, player) if known else visible_attack(s, player))
        who = "self" if player == self.seat else "known" if known else "other"
        told = self._say(f"does.{name}.{who}", player=named, attack=attack, hp=s.hp)
        if known:
            return told
        risk = passes(s, player)
        key = {0: "never", 100: "always"}.get(risk, "maybe")
        return f"{told} {self._say(f'passes.{key}', risk=risk)}"

    def _swap(self, name: str, player: int) -> str:
        """Of two who exchange their hidden weapons: the first to be named, or what both come to."""
        s, named = self.s, self.speech.name("seat", player)
        if name == "player":
            if player == self.seat:
                return self._say("does.swap.self", total=self._total(trades.after_giving(s, player)))
            return self._say("does.swap.first", player=named, total=self._total(trades.of(s, player)))
        first, *_ = pair = (s.target, player) if player != self.seat else (player, s.target)
        one, other = (self._total(trades.after_swap(s, *each)) for each in (pair, pair[::-1]))
        key = "mine" if first == self.seat else "theirs"
        names = {"first": self.speech.name("seat", first), "player": self.speech.name("seat", pair[1])}
        return self._say(f"does.swap.{key}", **names, one=one, other=other)

    def _total(self, total: trades.Total) -> str:
        return self._say(f"total.{total.how}", n=signed(total.n), risk=total.risk, hp=self.s.hp)

    def _amount(self, name: str, amount: int) -> str:
        s, word = self.s, self.s.spell_word[self.s.spell]
        attack, hp = attack_of(s, self.seat), s.hp
        if word & (effects.BOSS_UP | effects.BOSS_DOWN):
            hp += amount if word & effects.BOSS_UP else -amount
            return f"{self._say('does.amount.boss', hp=hp, n=amount)} {self._gap(attack, hp)}"
        if s.target == self.seat:
            return self._gap(attack + (amount if word & effects.ATTACK_UP else -amount), hp)
        total = trades.after_change(s, s.target, amount if word & effects.ATTACK_UP else -amount)
        return self._say("after.theirs", player=self.speech.name("seat", s.target), total=self._total(total))

    def _gap(self, attack: int, hp: int) -> str:
        """Where an attack of the seat would stand."""
        key = "over" if attack > hp else "exact" if attack == hp else "under"
        return self._say(f"gap.{key}", attack=signed(attack), hp=hp, n=abs(hp - attack))

    def _card(self, name: str, card: int) -> str:
        return self._given("weapon", card, weapon=self.speech.name("weapon", card))

    def _given(self, name: str, card: int, **values: object) -> str:
        """A weapon goes back to the pile: what that makes of an attack that the seat knows."""
        told = self._say(f"does.{name}", **values)
        if self.s.hidden[self.s.target] < 0:
            return told
        total = self._total(trades.after_exchange(self.s, self.s.target, card))
        key = "own" if self.s.target == self.seat else "theirs"
        return (
            f"{told} {self._say(f'after.{key}', player=self.speech.name('seat', self.s.target), total=total)}"
        )

    def _potion(self, name: str, potion: int) -> str:
        reading = current_reading(self.s, potion - 1)
        return self._say(
            f"does.potion.{'to_minus' if reading == PLUS else 'to_plus'}",
            potion=self.speech.name("potion", potion),
        )

    def _active(self, name: str, k: int) -> str:
        """An active spell goes: what that makes of the sum in which it counts."""
        s, spell = self.s, self.s.active_spell[k]
        on, word, named = s.active_seat[k], s.spell_word[spell], self.speech.name("spell", spell)
        if not sign_of(word, s.active_amount[k]):
            return self._say("does.cancel", spell=named, text=self._text(spell))
        told = self._say("does.cancel_sum", spell=named)
        change = s.active_amount[k] * (-1 if word & (effects.ATTACK_UP | effects.BOSS_UP) else 1)
        if on < 0:
            return f"{told} {self._gap(attack_of(s, self.seat), s.hp + change)}"
        total = self._total(trades.after_change(s, on, change))
        key = "own" if on == self.seat else "theirs"
        return f"{told} {self._say(f'after.{key}', player=self.speech.name('seat', on), total=total)}"

    def _companion(self, name: str, companion: int) -> str:
        return self._say(
            "does.companion",
            companion=self.speech.name("companion", companion),
            text=self.speech.name("companion_text", companion),
        )

    def _plain(self, name: str) -> str:
        """Choices without an argument."""
        s = self.s
        if name in ("plus", "minus"):
            return self._reading(name)
        if name == "hidden":
            return self._given(name, s.hidden[s.target])
        if name == "power":
            return self._say("does.power", text=self.speech.name("companion_text", s.held[self.seat]))
        if name in ("activate", "discard"):
            spell = s.market[s.slot]
            known = spell >= 0 and s.slot != s.faces
            last = name == "discard" and known and not (s.solo or self._to_choose())
            return self._say(
                f"does.{name}.{'last' if last else 'known' if known else 'blind'}",
                spell=self.speech.name("spell", spell) if known else "",
                text=self._for_me(spell) if known else "",
            )
        return self._say(f"does.{name}", hp=s.hp, attack=signed(attack_of(s, self.seat)))

    def _reading(self, name: str) -> str:
        """What the attack is with either reading of the potion."""
        s = self.s
        worth = s.potion_plus[s.potion] if name == "plus" else -s.potion_minus[s.potion]
        # A hidden potion that is not read yet counts as minus until it is.
        hidden = s.hidden[self.seat] == FIRST_POTION + s.potion
        attack = attack_of(s, self.seat) + (s.potion_minus[s.potion] if hidden else 0) + worth
        return self._gap(attack, s.hp)

    def _text(self, spell: int) -> str:
        return str(self.speech.name("spell_text", spell))

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"coach.{key}", **values)


def signed(number: int) -> str:
    """A number as it is printed: with a true minus."""
    return str(number).replace("-", "−")
