"""Who may end the game by this round, and how: the last key, the last keys by a PERFECT, the last heart."""

from collections.abc import Iterator, Sequence

from bagarre.kernel.speech import Speech

from . import effects, prizes
from .odds import passes, unseen
from .rules.fight import is_protected
from .rules.strength import attack_of, has_power, hidden_worth, is_over, takes_part, visible_attack
from .state import KNIGHT, MINUS, NO_CARD, NOBODY, REAPER_BOSS, TAKE, TURN, USE, State

BY_ROUND, BY_PERFECT = "round", "perfect"
"""How the last key may come: by winning the round, or only by winning it with a PERFECT."""
QUIET = effects.REQUIRES | effects.PROTECT_ONE | effects.PROTECT_ALL | effects.LAST_TURN | 3 << effects.KEYS
"""What a spell may be without moving an attack, the Boss, or who wins."""
REACH = 2
"""As far as a spell moves an attack or the Boss."""


def way(s: State, seat: int, worth: int) -> str:
    """How a seat would have all its keys after a round of that worth (BQ-END-2, BQ-FIGHT-10); empty where it would not."""
    lacks = s.goal - s.keys[seat]
    if s.solo or s.role[seat] != KNIGHT or s.boss == REAPER_BOSS or lacks > worth + 1:
        return ""
    if lacks <= worth:
        return BY_ROUND
    # The second one has a PERFECT only in a tie.
    return "" if prizes.second_wins(s) else BY_PERFECT


def ending_seats(s: State, worth: int) -> dict[int, str]:
    """Whoever may have all keys after a round of that worth, and how, as far as the seat that sees this can tell."""
    ways = {seat: way(s, seat, worth) for seat in range(s.seats) if takes_part(s, seat)}
    return {seat: how for seat, how in ways.items() if how and _may(s, seat, how)}


def _may(s: State, seat: int, how: str) -> bool:
    """May it still be in the fight, or exactly at the Boss, with a spell at most?"""
    slack = REACH if _may_move(s) else 0
    if s.hidden[seat] >= 0:
        reached = [attack_of(s, seat)]
    else:
        worths = [worth for card in unseen(s) if (worth := hidden_worth(s, card, MINUS)) <= s.most[seat]]
        reached = [visible_attack(s, seat) + worth for worth in worths or [0]]
    low = min(reached)
    if how == BY_ROUND or not s.visited[seat]:
        return low - slack <= s.hp
    return any(abs(attack - s.hp) <= slack for attack in reached)


def _may_move(s: State) -> bool:
    """May a spell of this round still move the Boss or an attack?"""
    if s.phase == TURN or any(takes_part(s, seat) and not s.visited[seat] for seat in range(s.seats)):
        return True
    left = [spell for spell in s.market if spell != NO_CARD] if s.phase == TAKE else []
    if s.phase == USE:
        left = [s.market[s.slot]]
    elif s.spell != NO_CARD:
        left = [s.spell]
    return any(spell < 0 or s.spell_word[spell] & ~(QUIET | effects.DARK | effects.LASTING) for spell in left)


def brought_near(s: State, extra: int) -> dict[int, str]:
    """Whom a spell of so many keys would bring within reach of the goal, or more easily so, and how (BQ-SPELL-15)."""
    worth = prizes.worth(s)
    now = ending_seats(s, worth)
    return {seat: how for seat, how in ending_seats(s, worth + extra).items() if now.get(seat) != how}


def either(names: list[str], speech: Speech) -> str:
    *first, last = names
    return f"{', '.join(first)}{speech.say('coach.either')}{last}" if first else last


def offers(s: State, reader: int, speech: Speech) -> dict[str, str]:
    """For the choices that would lay a spell of keys, whose game it may make the round."""
    told = {}
    slots = range(s.faces) if s.phase == TAKE else [s.slot] if s.phase == USE and s.slot < s.faces else []
    for slot in slots:
        extra = s.spell_word[s.market[slot]] >> effects.KEYS & 3 if s.market[slot] >= 0 else 0
        near = brought_near(s, extra) if extra else {}
        own = near.pop(reader, "")
        if own and prizes.standing(s, reader) in ("over", "out"):
            own = ""
        if not near and not own:
            continue
        how = next(iter(near.values()), own)
        names = either([str(speech.name("seat", seat)) for seat in near], speech) if near else ""
        if s.phase == TAKE:
            told[f"take {slot}"] = speech.say("board.hint.prize_end" if near else "board.hint.prize_end_own")
        else:
            key = f"board.hint.prize_end_{how}{'' if near else '_own'}"
            told["activate"] = speech.say(key, names=names)
    return told


class Stakes:
    """What the coach says of the end that is near (BQ-END-2, BQ-END-4, BQ-END-5)."""

    def __init__(self, known: State, seat: int, speech: Speech) -> None:
        self.s, self.seat, self.speech = known, seat, speech

    def lines(self) -> Iterator[str]:
        """Whoever may end the game by this round: by keys, then by a heart."""
        s = self.s
        if s.solo:
            return
        if (worth := prizes.worth(s)) > 1:
            yield self._prize_of_round(worth)
        near = [seat for seat in range(s.seats) if s.keys[seat] == s.goal - 1 and seat != self.seat]
        own = s.keys[self.seat] == s.goal - 1
        if near:
            yield self._say(f"moment.{'last_key_both' if own else 'last_key'}", names=self._either(near))
        elif own:
            yield self._say("moment.last_key_own")
        yield from self._keys(worth)
        yield from self._hearts()

    def _prize_of_round(self, worth: int) -> str:
        """What spells have made the round worth (BQ-SPELL-15), and whether that would be the game (BQ-END-2)."""
        settled = is_over(self.s, self.seat) and self.s.visited[self.seat]
        how = "" if settled else ending_seats(self.s, worth).get(self.seat, "")
        own = {BY_ROUND: "win", BY_PERFECT: "win_perfect"}.get(how, "plain")
        return self._say(f"prize.{own}", n=worth)

    def _keys(self, worth: int) -> Iterator[str]:
        """More than one key from the goal, which the round may be worth."""
        s = self.s
        found = {seat: how for seat, how in ending_seats(s, worth).items() if s.keys[seat] < s.goal - 1}
        own = found.pop(self.seat, "")
        keys = s.keys[self.seat]
        if own and worth == 1:
            # Then it takes a PERFECT, and whoever has as many keys needs the same.
            level = [seat for seat in found if s.keys[seat] == keys]
            for seat in level:
                del found[seat]
            names = self._either(level) if level else ""
            yield self._say(f"finish.perfect_{'both' if level else 'own'}", names=names, n=keys)
        yield from self._told(found, "finish")

    def _told(self, found: dict[int, str], key: str) -> Iterator[str]:
        """Those who have as many keys, and would win in the same way, together."""
        groups: dict[tuple[str, int], list[int]] = {}
        for seat, how in found.items():
            groups.setdefault((how, self.s.keys[seat]), []).append(seat)
        for (how, keys), seats in groups.items():
            yield self._say(f"{key}.{how}", names=self._either(seats), n=keys)

    def by_spell(self, extra: int) -> Iterator[str]:
        """Whose game a spell of keys would make the round."""
        found = brought_near(self.s, extra)
        if own := found.pop(self.seat, ""):
            yield self._say(f"finish.spell.{own}_own", n=self.s.keys[self.seat])
        yield from self._told(found, "finish.spell")

    def offered(self) -> Iterator[str]:
        """A spell of keys on offer with which winning the round would be the game, for whom it would not be without."""
        s = self.s
        for spell in (s.market[slot] for slot in range(s.faces)):
            extra = s.spell_word[spell] >> effects.KEYS & 3 if spell >= 0 else 0
            found = brought_near(s, extra) if extra else {}
            seats = [seat for seat, how in found.items() if how == BY_ROUND]
            if seats:
                others = [str(self.speech.name("seat", seat)) for seat in seats if seat != self.seat]
                own = [self.speech.say("why.you")] if self.seat in seats else []
                key = "own" if not others else "round"
                names = either([*others, *own], self.speech)
                yield self._say(f"finish.offer.{key}", names=names, spell=self.speech.name("spell", spell))

    def _hearts(self) -> Iterator[str]:
        s = self.s
        if s.reaper:
            return
        own = s.hearts[self.seat] == 1
        if own:
            yield self._say("moment.last_heart_own")
        others = [seat for seat in range(s.seats) if s.hearts[seat] == 1 and seat != self.seat]
        if not own and not any(self.end()) and (last := [seat for seat in others if self._may_pass(seat)]):
            key = "last_heart_you" if all(self._leads(without) for without in last) else "last_heart"
            yield self._say(f"moment.{key}", names=self._either(last))

    def end(self) -> Iterator[str]:
        """Whoever is over on a last heart, for that ends the game, and who would win it (BQ-END-4, BQ-END-5)."""
        s = self.s
        if s.solo or s.reaper:
            return
        last = [seat for seat in range(s.seats) if s.hearts[seat] == 1 and seat != self.seat]
        if (lost := [seat for seat in last if self._is_lost(seat)]) and (best := self._best(lost)) >= 0:
            names = ", ".join(str(self.speech.name("seat", seat)) for seat in lost)
            rivals = [seat for seat in self._left(lost) if s.keys[seat] == s.keys[best]]
            told = self._say("moment.last_heart_lost", names=names, standing=self._standing(rivals, s.keys))
            yield " ".join([told, *self._level(rivals)])

    def _level(self, rivals: list[int]) -> Iterator[str]:
        """What parts those who have the most keys, where several have (BQ-END-5)."""
        s, own = self.s, self.s.keys[self.seat]
        if own > s.keys[rivals[0]] or (own < s.keys[rivals[0]] and len(rivals) == 1):
            return
        yield self._say(
            "moment.last_heart_level", standing=self._standing(rivals, s.hearts, own == s.keys[rivals[0]])
        )

    def _standing(self, rivals: list[int], of: Sequence[int], own: bool = True) -> str:
        """How much of something everybody has, the reader last."""
        told = [f"{self.speech.name('seat', seat)} {of[seat]}" for seat in rivals]
        return ", ".join([*told, f"{self.speech.say('why.you')} {of[self.seat]}"] if own else told)

    def _is_lost(self, seat: int) -> bool:
        """Is the seat above the Boss whatever it hides, and nothing keeps its heart (BQ-FIGHT-2)?"""
        s = self.s
        kept = is_protected(s, seat) or has_power(s, seat, effects.OVER_SHIELD)
        return passes(s, seat) == 100 and not kept

    def _best(self, without: list[int]) -> int:
        """Who of the others stands best by keys, then hearts (BQ-END-5); NOBODY where nobody is left."""
        s = self.s
        return max(self._left(without), key=lambda seat: (s.keys[seat], s.hearts[seat]), default=NOBODY)

    def _left(self, without: list[int]) -> list[int]:
        return [seat for seat in range(self.s.seats) if seat != self.seat and seat not in without]

    def _may_pass(self, seat: int) -> bool:
        """May the seat still be above the Boss, by more weapons or by the hidden one? Spells may change what cannot be now."""
        return not self.s.visited[seat] or passes(self.s, seat) > 0

    def _leads(self, without: int) -> bool:
        """Would the seat win, if the game ended by the last heart of that other one?"""
        s = self.s
        standing = [
            (s.keys[seat], s.hearts[seat], seat == self.seat) for seat in range(s.seats) if seat != without
        ]
        best = max(standing)
        return best[2] and sum(one[:2] == best[:2] for one in standing) == 1

    def _either(self, seats: list[int]) -> str:
        return either([str(self.speech.name("seat", seat)) for seat in seats], self.speech)

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"coach.{key}", **values)
