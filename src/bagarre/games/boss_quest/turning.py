"""What decided the latest fight for one seat: it is fought again without each spell, by the same rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bagarre.kernel.speech import Speech

from . import effects
from .faces import sign_of
from .rules.fight import give_keys, judge_all, round_winners
from .state import (
    BY_KEYS,
    FINISHED,
    FIRST_POTION,
    GONE,
    KNIGHT,
    MISSED,
    NO_CARD,
    NOBODY,
    OVER,
    PERFECT,
    QUALIFIED,
    REAPER_BOSS,
    SLOTS,
    STRUCK,
    VALUES,
    WON,
    State,
)

BY_A_SPELL = 2
"""The most points of attack that one spell gives."""
FEW = 3
"""As many attacks are told one by one."""
Lasting = list[tuple[int, int, int]]
"""Spells on the table: kind, the seat before which it lies, amount."""


@dataclass(frozen=True)
class Outcome:
    """What a fight brings to one seat, and who wins it."""

    attack: int
    result: int
    gained: int
    lost: int
    winners: tuple[int, ...]
    keys: tuple[int, ...]
    """What it brings to each seat."""
    hearts: tuple[int, ...]
    """What it costs each seat."""

    @property
    def worth(self) -> tuple[int, int]:
        return self.gained, -self.lost


@dataclass(frozen=True)
class Turn:
    """A spell without which the fight would have brought the seat something else."""

    spell: int
    sign: str
    caster: int
    on: int
    gone: int
    """The spell that it cancelled, NO_CARD otherwise."""
    otherwise: Outcome


class Fought:
    """The latest fight, that can be fought again with something changed."""

    def __init__(self, s: State, reader: int) -> None:
        self.s, self.reader = s, reader
        self.lasting: Lasting = [
            (s.fought_spell[k], s.fought_on[k] % 8 - 1, s.fought_amount[k]) for k in range(s.fought_spells)
        ]
        self.actual = self.again(self.lasting)
        told = s.result[reader] & ~STRUCK, s.gained[reader], s.attack[reader]
        self.is_sound = told == (self.actual.result, self.actual.gained, self.actual.attack)
        """Roles may have changed since: then nothing is said of what might have been."""

    def again(
        self,
        lasting: Lasting,
        hidden: list[int] | None = None,
        flipped: int = NO_CARD,
        more: int = 0,
        *,
        weapons: int = 0,
        fit: bool = False,
    ) -> Outcome:
        """The outcome with these spells and hidden weapons, a potion the other way round, and so much more attack for the reader
        by so many more weapons, who meets every condition where `fit`."""
        t = self._table(lasting, list(hidden or self.s.exposed))
        if flipped != NO_CARD:
            t.reading[flipped] = -t.reading[flipped]
        t.bonus[self.reader] += more
        t.weapons[self.reader] += weapons
        qualified = judge_all(t)
        if fit and t.result[self.reader] & MISSED:
            t.result[self.reader] = QUALIFIED
            qualified |= 1 << self.reader
        t.winners = round_winners(t, qualified)
        give_keys(t, qualified)
        seat = self.reader
        winners = tuple(other for other in range(t.seats) if t.winners >> other & 1)
        keys, hearts = tuple(t.gained[: t.seats]), tuple(t.lost[: t.seats])
        return Outcome(t.attack[seat], t.result[seat], t.gained[seat], t.lost[seat], winners, keys, hearts)

    def _table(self, lasting: Lasting, hidden: list[int]) -> State:
        """The table as it was when the fight began."""
        s, t = self.s, self.s.copy()
        t.event_count, t.laid, t.active, t.hidden = 0, 0, 0, hidden
        t.boss, t.hp = s.last_boss, s.reaper_hp if s.last_boss == REAPER_BOSS else s.boss_hp[s.last_boss]
        for potion in range(s.potions):
            t.reading[potion], t.flipped[potion], t.potion_at[potion] = s.fought_reading[potion], 0, NOBODY
        for seat in range(s.seats):
            cards = s.fought_card[s.fought_end[seat - 1] if seat else 0 : s.fought_end[seat]]
            t.role[seat] = GONE if not s.result[seat] else s.role[seat] if s.role[seat] != GONE else KNIGHT
            t.held[seat], t.bonus[seat] = s.fought_held[seat], 0
            t.hearts[seat] = s.hearts[seat] + s.lost[seat]
            t.weapons[seat] = len(cards) + 1
            t.shown[seat] = sum(s.worth[card % VALUES] for card in cards if card < FIRST_POTION)
            for card in cards:
                t.laid_card[t.laid], t.laid_seat[t.laid] = card, seat
                t.laid += 1
                if card >= FIRST_POTION:
                    t.potion_at[card - FIRST_POTION] = seat
        for spell, on, amount in lasting:
            self._lay(t, spell, on, amount)
        return t

    def _lay(self, t: State, spell: int, on: int, amount: int) -> None:
        word = t.spell_word[spell]
        t.active_spell[t.active], t.active_seat[t.active] = spell, on
        t.active += 1
        t.hp += amount * (bool(word & effects.BOSS_UP) - bool(word & effects.BOSS_DOWN))
        if on >= 0:
            t.bonus[on] += amount * (bool(word & effects.ATTACK_UP) - bool(word & effects.ATTACK_DOWN))

    # What would have been without each spell.

    def turns(self) -> list[Turn]:
        """The spells that decided it for the reader, the heaviest first; of equals, the latest."""
        if not self.is_sound:
            return []
        found = [turn for turn in self._every() if self._differs(turn.otherwise)]
        return sorted(found, key=lambda turn: -self._weight(turn.otherwise))

    def on_rivals(self) -> list[Turn]:
        """The reader's own spells that changed what others gained or lost."""
        if not self.is_sound or self.actual.keys != tuple(self.s.gained[: self.s.seats]):
            return []
        actual = self.actual.keys, self.actual.hearts
        return [
            turn
            for turn in self._every()
            if turn.caster == self.reader and (turn.otherwise.keys, turn.otherwise.hearts) != actual
        ]

    def _every(self) -> list[Turn]:
        return [*self._without(), *self._undone()]

    def _differs(self, other: Outcome) -> bool:
        return other.worth != self.actual.worth

    def _weight(self, other: Outcome) -> int:
        """Winning or not weighs more than a second key; a heart is between them."""
        won = (other.result ^ self.actual.result) & WON != 0
        return 4 * won + 2 * (other.lost != self.actual.lost) + (other.gained != self.actual.gained)

    def _without(self) -> Iterator[Turn]:
        s = self.s
        for k in reversed(range(len(self.lasting))):
            spell, on, amount = self.lasting[k]
            action = effects.action_of(s.spell_word[spell])
            # Where the companions would have been is not remembered.
            if action == effects.SWAP_COMPANIONS:
                continue
            flipped = amount if action == effects.FLIP else NO_CARD
            rest = self.lasting[:k] + self.lasting[k + 1 :]
            sign = sign_of(s.spell_word[spell], amount)
            yield Turn(spell, sign, self._caster(k), on, NO_CARD, self.again(rest, flipped=flipped))

    def _undone(self) -> Iterator[Turn]:
        """Without the spells that acted at once, where what was before is known."""
        s, moved = self.s, set[int]()
        for k in range(SLOTS - s.fought_deeds, SLOTS):
            spell, on, other = s.fought_spell[k], s.fought_on[k] % 8 - 1, s.fought_amount[k]
            action = effects.action_of(s.spell_word[spell])
            if action == effects.CANCEL_SPELL:
                if (otherwise := self._restored(other, on)) is not None:
                    yield Turn(spell, "", self._caster(k), on, other, otherwise)
            elif action == effects.SWAP_HIDDEN:
                # A hidden weapon that went elsewhere later is not the one that was swapped.
                if not moved & {on, other}:
                    hidden = list(s.exposed)
                    hidden[on], hidden[other] = hidden[other], hidden[on]
                    yield Turn(spell, "", self._caster(k), on, NO_CARD, self.again(self.lasting, hidden))
                moved |= {on, other}
            elif other == NO_CARD:
                moved.add(on)

    def _restored(self, spell: int, on: int) -> Outcome | None:
        """With a cancelled spell back; its amount is not remembered: nothing where that matters."""
        word = self.s.spell_word[spell]
        if effects.action_of(word) != effects.NO_ACTION:
            return None
        amounts = (1, 2) if word & effects.ASKS_AMOUNT else (0,)
        found = [self.again([*self.lasting, (spell, on, amount)]) for amount in amounts]
        return found[0] if len({one.worth for one in found}) == 1 else None

    def _caster(self, k: int) -> int:
        return self.s.fought_on[k] // 8 - 1

    def points_short(self) -> tuple[int, int]:
        """How many more points of attack would have won the round, and by how many more weapons (none: by a spell); 0 points where neither
        would have."""
        room, most = self.s.last_hp - self.actual.attack, max(self.s.worth)
        for n in range(1, room + 1):
            drawn = -(-n // most)
            for weapons in (drawn, 0) if n <= BY_A_SPELL else (drawn,):
                if self.again(self.lasting, more=n, weapons=weapons).result & WON:
                    return n, weapons
        return 0, 0

    def within_the_limit(self) -> dict[int, Outcome]:
        """The attacks that the Boss's hit points allow, with which the round is won, the same weapons weighing less."""
        tried = {n: self.again(self.lasting, more=n - self.actual.attack) for n in range(self.s.last_hp + 1)}
        return {n: other for n, other in tried.items() if other.result & WON}

    def is_the_game(self, other: Outcome) -> bool:
        """Would the reader have won the game by such a fight (BQ-END-2 to 5)?"""
        s = self.s
        if s.solo or s.reaper:
            return False
        had = {
            seat: (s.keys[seat] - s.gained[seat] + other.keys[seat], s.hearts[seat] + s.lost[seat] - other.hearts[seat])
            for seat in range(s.seats)
        }  # fmt: skip
        living = {seat: one for seat, one in had.items() if one[1] > 0}
        found = {seat: one for seat, one in living.items() if one[0] >= s.goal}
        if not found and len(living) < s.seats:
            found = living
        return self.reader in found and found[self.reader] == max(found.values())


class Lesson:
    """What a fight teaches the seat that reads it, under its heading."""

    def __init__(self, s: State, reader: int, speech: Speech) -> None:
        self.s, self.reader, self.speech = s, reader, speech
        self.fought = Fought(s, reader)

    def told(self) -> tuple[str, str]:
        """The heading, and one or two sentences."""
        s, turns = self.s, self.fought.turns()
        if s.phase == FINISHED and s.how == BY_KEYS and s.winners >> self.reader & 1:
            return self.speech.say("board.fight_why_game"), self._game()
        won = s.result[self.reader] & WON
        aside = bool(turns) and (not self._flips(turns[0]) if won else self._only_helped(turns))
        decided = bool(turns) and not aside
        heading = "why_won" if won else "decided" if decided else "instead"
        said = self._decided(turns) if decided else self._plain()
        if aside:
            said = f"{said} {self._told_of('and', turns[0])}"
        # Shown again at the end of the game, where it is one fight of several.
        last = "_last" if s.phase == FINISHED else ""
        return self.speech.say(f"board.fight_{heading}{last}"), " ".join([said, *self._dealt(turns)])

    def _game(self) -> str:
        """The reader's last keys, and where each of them came from (BQ-FIGHT-9 to 11)."""
        s, result, gained = self.s, self.s.result[self.reader], self.s.gained[self.reader]
        values = {"n": s.keys[self.reader], "goal": s.goal}
        if not result & WON:
            return self._say("game.perfect", **values)
        if gained == 1:
            return self._say("game.round", **values)
        extras = [(spell, s.spell_word[spell] >> effects.KEYS & 3) for spell, _, _ in self.fought.lasting]
        told = [self._say("game.key.round")]
        told += [
            self._say("game.key.spell", spell=self.speech.name("spell", spell), keys=keys)
            for spell, keys in extras
            if keys
        ]
        if result & PERFECT:
            told.append(self._say("game.key.perfect", keys=gained - 1 - sum(keys for _, keys in extras)))
        return self._say("game.sum", **values, keys=", ".join(told), had=s.keys[self.reader] - gained)

    def _dealt(self, told: list[Turn]) -> Iterator[str]:
        """What a spell of the reader did to rivals, to each of them, where that spell was not spoken of yet."""
        spoken = {turn.spell for turn in told[:2]}
        actual = self.fought.actual
        for turn in self.fought.on_rivals():
            # The amount of a spell that was cancelled is not remembered.
            unsure = turn.gone != NO_CARD and self.s.spell_word[turn.gone] & effects.ASKS_AMOUNT
            if turn.spell in spoken or unsure:
                continue
            done: dict[tuple[str, int], list[int]] = {}
            for rival in range(self.s.seats):
                keys = actual.keys[rival] - turn.otherwise.keys[rival]
                hearts = actual.hearts[rival] - turn.otherwise.hearts[rival]
                if rival == self.reader or not (keys or hearts):
                    continue
                key = ("gave" if keys > 0 else "took") if keys else "hurt" if hearts > 0 else "spared"
                done.setdefault((key, abs(keys or hearts)), []).append(rival)
            if done:
                told_of = (
                    self._say(f"dealt.{key}", rival=self._names(rivals), n=n)
                    for (key, n), rivals in done.items()
                )
                yield self._say(
                    "dealt.own", **self._named(turn), done=self.speech.say("why.and").join(told_of)
                )
                return

    def _flips(self, turn: Turn) -> bool:
        """Did it decide who won the round, not only for how many keys?"""
        return (turn.otherwise.result ^ self.fought.actual.result) & WON != 0

    def _only_helped(self, turns: list[Turn]) -> bool:
        """Still in, and not one spell less would have brought more: then it was not a spell that lost the round."""
        actual = self.fought.actual
        return bool(actual.result & QUALIFIED) and all(turn.otherwise.worth < actual.worth for turn in turns)

    def _decided(self, turns: list[Turn]) -> str:
        first, *others = turns
        said = self._told_of(self._cause(first), first)
        same = [turn for turn in others if turn.otherwise.worth == first.otherwise.worth]
        if same:
            said += " " + self._told_of("also_own" if same[0].caster == self.reader else "also", same[0])
        return said

    def _told_of(self, key: str, turn: Turn) -> str:
        return self._say(key, **self._named(turn), then=self._consequence(turn.otherwise))

    def _cause(self, turn: Turn) -> str:
        """Whose spell it was."""
        whose = "own" if turn.caster == self.reader else "by" if self._who(turn.caster) else "of_nobody"
        return f"cancelled_{whose}" if turn.gone != NO_CARD else whose

    def _who(self, seat: int) -> object:
        if seat >= 0:
            return self.speech.name("seat", seat)
        return self.speech.say("why.deed.league") if self.s.solo else ""

    def _named(self, turn: Turn) -> dict[str, object]:
        spell = f"{self.speech.name('spell', turn.spell)} {turn.sign}".rstrip()
        gone = self.speech.name("spell", turn.gone) if turn.gone != NO_CARD else ""
        return {"spell": spell, "by": self._who(turn.caster), "gone": gone}

    def _consequence(self, other: Outcome) -> str:
        """What the fight would have brought instead."""
        names = self._names(other.winners)
        others = self._names(seat for seat in other.winners if seat != self.reader)
        keys = abs(other.gained - self.fought.actual.gained)
        attack = str(other.attack).replace("-", "−")
        return self._say(f"then.{self._change(other)}", attack=attack, names=names, others=others, n=keys)

    def _names(self, seats: Iterable[int]) -> str:
        return self.speech.say("why.and").join(str(self.speech.name("seat", seat)) for seat in seats)

    def _change(self, other: Outcome) -> str:
        """What is different for the reader; where only the round is lost, who would have won it."""
        actual = self.fought.actual
        if (other.result ^ actual.result) & WON == 0:
            if other.gained != actual.gained:
                return "more" if other.gained > actual.gained else "fewer"
            if other.lost > actual.lost:
                return "over" if not actual.result & OVER else "heart_lost"
            return "heart_kept"
        if other.result & WON:
            if other.lost < actual.lost:
                return "won_heart"
            if len(other.winners) > 1:
                return "won_shared"
            perfect = "won_perfect" if other.result & PERFECT else "won"
            return perfect if other.attack != actual.attack else "won_same"
        if other.result & (OVER | MISSED):
            return "over" if other.result & OVER else "missed"
        return "rival" if other.winners else "nobody"

    def _plain(self) -> str:
        """No spell decided it: by how much it was won or missed."""
        s, result, attack = self.s, self.s.result[self.reader], self.s.attack[self.reader]
        values = {"attack": attack, "hp": s.last_hp, "n": abs(s.last_hp - attack)}
        if result & WON:
            return self._won(result, values)
        if result & OVER:
            won = self.fought.within_the_limit() if self.fought.is_sound else {}
            return self._over_won(won, attack) if s.last_hp in won else self._say("over", **values)
        if result & MISSED:
            return self._missed()
        if self._second_wins():
            return self._behind_second()
        short, weapons = self.fought.points_short() if self.fought.is_sound else (0, 0)
        if short:
            return self._short(short, weapons)
        if result & PERFECT:
            return self._say("fewer_weapons", **values)
        best = next((seat for seat in range(s.seats) if s.result[seat] & WON), NOBODY)
        if best == NOBODY or s.attack[best] != s.last_hp:
            return self._say("behind", **values)
        return self._say(
            "beaten", **values, rival=self.speech.name("seat", best), weapons=self._weapons(best)
        )

    def _over_won(self, won: dict[int, Outcome], attack: int) -> str:
        """All attacks with which the round was to be won, and those with which the game was."""
        told = self._say("over_won", reach=self._reach(list(won)), attack=attack)
        game = [n for n, other in won.items() if self.fought.is_the_game(other)]
        if not game:
            return told
        if len(game) == len(won):
            return f"{told} {self._say('game_too')}"
        return f"{told} {self._say('game_at', reach=self._reach(game))}"

    def _reach(self, attacks: list[int]) -> str:
        """Attacks as they are told: one, two or three by their names, a row of more by its ends."""
        low, high = attacks[0], attacks[-1]
        if low == high:
            return self._say("reach.one", n=low)
        if len(attacks) <= FEW or len(attacks) <= high - low:
            *first, last = map(str, attacks)
            return f"{', '.join(first)}{self.speech.say('coach.either')}{last}"
        return self._say("reach.most", n=high) if low == 0 else self._say("reach.row", low=low, high=high)

    def _short(self, n: int, weapons: int) -> str:
        """So many more points win: alone at the top, or level with whoever won, where the weapons that bring them count (BQ-FIGHT-7, BQ-FIGHT-8)."""
        s, fought = self.s, self.fought
        attack = s.attack[self.reader]
        level = [seat for seat in fought.actual.winners if s.attack[seat] == attack + n]
        shared = set(level) & set(fought.again(fought.lasting, more=n, weapons=weapons).winners)
        fewer = level and self._weapons(self.reader) + weapons < min(self._weapons(seat) for seat in level)
        single = "_one" if weapons == 1 and n > BY_A_SPELL else ""
        key = f"short_shared{single}" if shared else "short_level" if fewer else "short"
        rival = self.speech.name("seat", level[0]) if level else ""
        if shared and self._parts(n):
            return self._say("short_either", needed=attack + n, n=n, rival=rival)
        told = self._say(key, needed=attack + n, attack=attack, n=n, rival=rival)
        return told if weapons else f"{told} {self._say('by_spell')}"

    def _parts(self, n: int) -> bool:
        """Would a spell of so many points, which is no weapon, win alone (BQ-FIGHT-7)?"""
        fought = self.fought
        return n <= BY_A_SPELL and fought.again(fought.lasting, more=n).winners == (self.reader,)

    def _missed(self) -> str:
        """What all conditions asked for, and what that alone would have brought; else how far the attack was from winning."""
        s, fought = self.s, self.fought
        if not fought.is_sound:
            return self._say("missed.plain")
        fit = fought.again(fought.lasting, fit=True)
        if fit.result & WON:
            return self._say("missed.won", then=self._consequence(fit))
        room = s.last_hp - fit.attack
        tries = ((n, fought.again(fought.lasting, more=n, fit=True)) for n in range(1, room + 1))
        short = next((n for n, other in tries if other.result & WON), 0)
        if short:
            return self._say("missed.short", needed=fit.attack + short, attack=fit.attack, n=short)
        return self._say("missed.beaten", attack=fit.attack, names=self._names(fought.actual.winners))

    def _behind_second(self) -> str:
        """The attack that would have come second, where one would."""
        s, fought = self.s, self.fought
        attack = fought.actual.attack
        if fought.is_sound:
            for n in sorted(range(-attack, s.last_hp - attack + 1), key=abs):
                if n and fought.again(fought.lasting, more=n).result & WON:
                    return self._say("second_at", needed=attack + n, attack=attack)
        return self._say("second")

    def _won(self, result: int, values: dict[str, int]) -> str:
        s = self.s
        others = [
            s.attack[other]
            for other in range(s.seats)
            if other != self.reader and s.result[other] and not s.result[other] & (OVER | MISSED)
        ]
        best = max(others, default=0)
        if self._second_wins():
            return self._say("won.second")
        level = [
            other
            for other in range(s.seats)
            if other != self.reader
            and s.attack[other] == s.attack[self.reader]
            and s.result[other]
            and not s.result[other] & (OVER | MISSED)
        ]
        if level:
            return self._level(result, level, values)
        key = "perfect" if result & PERFECT else "alone" if not others else "closest"
        return self._say(f"won.{key}", **values, best=best)

    def _level(self, result: int, level: list[int], values: dict[str, int]) -> str:
        """Won with the attack of another: shared, by fewer weapons, or by the fox (BQ-FIGHT-7, BQ-FIGHT-8, BQ-COMP-7)."""
        s, own = self.s, self._weapons(self.reader)
        shared = [other for other in level if s.result[other] & WON]
        rival = (shared or level)[0]
        fewer = own < min(self._weapons(other) for other in level)
        key = "shared" if shared else "level" if fewer else "fox"
        return self._say(f"won.{key}", **values, rival=self.speech.name("seat", rival), weapons=own)

    def _weapons(self, seat: int) -> int:
        s = self.s
        return s.fought_end[seat] - (s.fought_end[seat - 1] if seat else 0) + 1

    def _second_wins(self) -> bool:
        return any(self.s.spell_word[spell] & effects.SECOND_WINS for spell, _, _ in self.fought.lasting)

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"turning.{key}", **values)
