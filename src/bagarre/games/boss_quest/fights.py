"""The latest fight and why it ended so: sums card by card, conditions, tie-breaks, what was gained and lost."""

from collections.abc import Iterator, Sequence

from bagarre.kernel.reasons import Because, total
from bagarre.kernel.speech import Speech

from . import effects
from .content import COLOR_IDS
from .effects import OVER_SHIELD, TIE_PRIORITY, WILD_COLORS
from .faces import card_face, sign_of, spell_face
from .rules.fight import is_protected, meets_conditions
from .rules.strength import attack_of, has_power, takes_part
from .shapes import Card, Fight, Fighter, FightSpell
from .state import (
    BY_KEYS,
    BY_LAST_HEART,
    BY_LAST_ROUND,
    DESTINY,
    FINISHED,
    FIRST_POTION,
    KNIGHT,
    MISSED,
    NO_CARD,
    NOBODY,
    OVER,
    PERFECT,
    REAPER_BOSS,
    SLOTS,
    STRUCK,
    VALUES,
    WON,
    State,
)
from .turning import Lesson

TABLE_RULES = (
    effects.BOSS_UP
    | effects.BOSS_DOWN
    | effects.REQUIRES
    | effects.SECOND_WINS
    | effects.PROTECT_ALL
    | effects.LAST_TURN
    | 3 << effects.KEYS
)
"""What a spell beside the Boss changes in a fight, or in the turns before it."""


def last_fight(s: State, reader: int, speech: Speech) -> Fight | None:
    """The latest fight, for as long as no other follows."""
    if s.last_boss == NO_CARD:
        return None
    return FightWords(s, speech, reader).fight()


def misses(s: State, seat: int, word: int) -> bool:
    """Would a seat be out by the condition of that spell, with the weapons it has now (BQ-SPELL-12, BQ-SPELL-13)?"""
    asks = word & effects.REQUIRES
    if asks == 0 or not takes_part(s, seat) or s.hidden[seat] < 0:
        return False
    return not meets_conditions(s, seat, asks)


def colors_meet(colors: Sequence[int], word: int) -> bool:
    """Do weapons of these colours meet the condition of that spell (BQ-SPELL-12, BQ-SPELL-13)?"""
    if word & effects.REQUIRE_PAIR and len(set(colors)) == len(colors):
        return False
    return all(i in colors for i in range(len(COLOR_IDS)) if word >> effects.REQUIRE & 1 << i)


def shows(s: State, seat: int, word: int) -> bool:
    """Does what lies open before a seat meet the condition of that spell, whatever is hidden?"""
    laid = [card for card, owner in zip(s.laid_card[: s.laid], s.laid_seat) if owner == seat]
    colors = [card // VALUES for card in [s.hidden[seat], *laid] if 0 <= card < FIRST_POTION]
    return has_power(s, seat, WILD_COLORS) or colors_meet(colors, word)


def costs_heart(s: State, seat: int) -> bool:
    """Does being over cost a seat a heart, as things stand (BQ-FIGHT-2, BQ-FIGHT-19, BQ-SPELL-5, BQ-COMP-8)?"""
    turtle = has_power(s, seat, OVER_SHIELD) and attack_of(s, seat) - s.hp <= 2
    return s.hearts[seat] > 0 and not turtle and not is_protected(s, seat)


def tie_break(s: State, seat: int, reader: int, speech: Speech) -> str:
    """With whom a winner was level on keys, and the hearts that parted them (BQ-END-3, BQ-END-5); empty where nobody was."""
    if s.how not in (BY_KEYS, BY_LAST_HEART, BY_LAST_ROUND):
        return ""
    level = (
        other
        for other in range(s.seats)
        if other != seat and s.keys[other] == s.keys[seat] and not s.winners >> other & 1 and s.hearts[other]
    )
    rival = next(level, NOBODY)
    if rival == NOBODY:
        return ""
    named = speech.say("why.you") if rival == reader else speech.name("seat", rival)
    return speech.say("why.end.hearts", rival=named, own=s.hearts[seat], theirs=s.hearts[rival])


def heartless(s: State, reader: int, speech: Speech) -> str:
    """Those without a heart left: who has ended the game (BQ-END-4)."""
    return speech.say("why.and").join(
        speech.say("why.you") if seat == reader else str(speech.name("seat", seat))
        for seat in range(s.seats)
        if not s.hearts[seat]
    )


def called(seat: int, reader: int, speech: Speech) -> str:
    """What a seat is called where its name stands alone: to the reader it is no third person."""
    return speech.say("board.you") if seat == reader else str(speech.name("seat", seat))


def lacking(s: State, seat: int, speech: Speech) -> list[str]:
    """The active conditions that would put a seat out of the round, in a few words."""
    if seat < 0:
        return []
    told = []
    for word in (s.spell_word[s.active_spell[k]] for k in range(s.active)):
        if misses(s, seat, word):
            colors = [color for i, color in enumerate(COLOR_IDS) if word >> effects.REQUIRE & 1 << i]
            named = ", ".join(speech.say(f"why.color.{color}") for color in colors)
            key = "without_pair" if word & effects.REQUIRE_PAIR else "without_color"
            told.append(speech.say(f"board.{key}", colors=named))
    return told


def by_perfect(s: State, seat: int) -> bool:
    """Did a PERFECT bring the last key, to somebody who did not win the round (BQ-FIGHT-10)?"""
    return bool(s.result[seat] & PERFECT and not s.result[seat] & WON and s.gained[seat])


def together(keys: list[Because]) -> list[Because]:
    """All keys of a seat as one gain, with what each is for."""
    if len(keys) < 2:
        return keys
    reason = ", ".join(one["reason"] for one in keys if one["value"])
    return (
        [{"value": total(keys), "reason": reason, "clause": keys[0]["clause"]}] if total(keys) else keys[:1]
    )


class FightWords:
    """The latest fight of a position, in words for one reader, or for nobody in particular."""

    def __init__(self, s: State, speech: Speech, reader: int) -> None:
        self.s, self.speech, self.reader = s, speech, reader

    def fight(self) -> Fight:
        s = self.s
        heading, lesson = self._lesson()
        around = self._around()
        return {
            "round": s.round if s.phase in (DESTINY, FINISHED) else s.round - 1,
            "id": "reaper" if s.last_boss == REAPER_BOSS else f"boss-{s.last_boss}",
            "name": self.speech.name("boss", s.last_boss),
            "hp": s.last_hp,
            "printed": self.printed(),
            "said": self.said(),
            "spells": [self._spell(k) for k in self._spells(TABLE_RULES)],
            "deeds": [self._deed(SLOTS - 1 - k) for k in range(s.fought_deeds)],
            "sum": self.boss_sum(),
            "game": self.game(),
            "seats": [self._fighter(seat, around.index(seat)) for seat in sorted(around, key=self._place)],
            "heading": heading,
            "instead": lesson,
        }

    def _around(self) -> list[int]:
        """Those who fought, around the table from the reader: an order that tells nothing of who won."""
        s, first = self.s, max(self.reader, 0)
        return [seat for seat in (*range(first, s.seats), *range(first)) if s.result[seat]]

    def _place(self, seat: int) -> tuple[int, int]:
        """Who won comes first, then those who were still in, out by a condition, over; the nearest first."""
        result, attack = self.s.result[seat], self.s.attack[seat]
        if result & OVER:
            return 3, attack
        return 0 if result & WON else 2 if result & MISSED else 1, -attack

    def _fighter(self, seat: int, told: int) -> Fighter:
        s, result = self.s, self.s.result[seat]
        return {
            "seat": seat,
            "name": self.speech.name("seat", seat),
            "attack": s.attack[seat],
            "verdict": "over" if result & OVER else "missed" if result & MISSED else "qualified",
            "perfect": bool(result & PERFECT),
            "won": bool(result & WON),
            "game": bool(s.phase == FINISHED and s.winners >> seat & 1),
            "struck": bool(result & STRUCK),
            "keys": s.gained[seat],
            "lost": s.lost[seat],
            "hidden": self._card(s.exposed[seat]),
            "cards": [self._card(card) for card in self._cards(seat)],
            "spells": [
                self._spell(k)
                for k in self._spells(effects.ATTACK_UP | effects.ATTACK_DOWN)
                if self._on(k) == seat
            ],
            "sum": self.attack_sum(seat),
            "why": self.verdict(seat),
            "gains": together(self.keys(seat)) + self.hearts(seat),
            "told": told,
        }

    # Sums.

    def printed(self) -> int:
        s = self.s
        return s.reaper_hp if s.last_boss == REAPER_BOSS else s.boss_hp[s.last_boss]

    def boss_sum(self) -> list[Because]:
        """The printed hit points, and each spell that moved them (BQ-GEN-6)."""
        s = self.s
        reasons = [self._one("printed", self.printed(), "BQ-GEN-6")]
        for k in self._spells(effects.BOSS_UP | effects.BOSS_DOWN):
            up = s.spell_word[s.fought_spell[k]] & effects.BOSS_UP
            reasons.append(self._cast(k, s.fought_amount[k] if up else -s.fought_amount[k], "BQ-GEN-6"))
        return reasons

    def attack_sum(self, seat: int) -> list[Because]:
        """Every weapon, the hidden one included, and each spell on its owner (BQ-GEN-5)."""
        s = self.s
        reasons = [
            self._one(
                "hidden",
                self._worth(s.exposed[seat]),
                "BQ-GEN-5",
                weapon=self.speech.name("weapon", s.exposed[seat]),
            )
        ]
        for card in self._cards(seat):
            name = self.speech.name("weapon", card)
            clause = "BQ-GEN-5" if card < FIRST_POTION else "BQ-POT-4"
            reasons.append({"value": self._worth(card), "reason": str(name), "clause": clause})
        for k in self._spells(effects.ATTACK_UP | effects.ATTACK_DOWN):
            if self._on(k) == seat:
                up = s.spell_word[s.fought_spell[k]] & effects.ATTACK_UP
                reasons.append(self._cast(k, s.fought_amount[k] if up else -s.fought_amount[k], "BQ-GEN-5"))
        return reasons

    def _worth(self, card: int) -> int:
        s = self.s
        if card < FIRST_POTION:
            return s.worth[card % VALUES]
        potion = card - FIRST_POTION
        return s.potion_plus[potion] if s.fought_reading[potion] > 0 else -s.potion_minus[potion]

    def _deed(self, k: int) -> Because:
        """Who cast what on whom, of the spells that acted at once (BQ-SPELL-18)."""
        s, name = self.s, self.speech.name
        on, other = self._on(k), s.fought_amount[k]
        values = {
            "spell": name("spell", s.fought_spell[k]),
            "by": self._by(k) or self.speech.say("why.deed.league"),
            "on": self._whom(on) if on >= 0 else "",
        }
        action = effects.action_of(s.spell_word[s.fought_spell[k]])
        if action == effects.CANCEL_SPELL:
            key = "cancelled" if on < 0 else "cancelled_at"
            return self._one(f"deed.{key}", None, "BQ-SPELL-17", gone=name("spell", other), **values)
        if action == effects.SWAP_HIDDEN:
            if self.reader in (on, other):
                other = on if other == self.reader else other
                return self._one("deed.swapped_own", None, "BQ-SPELL-3", other=name("seat", other), **values)
            return self._one("deed.swapped", None, "BQ-SPELL-3", other=name("seat", other), **values)
        own = "_own" if on == self.reader else ""
        if other == NO_CARD:
            return self._one(f"deed.exchanged_hidden{own}", None, "BQ-SPELL-4", **values)
        return self._one(f"deed.exchanged{own}", None, "BQ-SPELL-4", weapon=name("weapon", other), **values)

    # Verdicts.

    def verdict(self, seat: int) -> list[Because]:
        """Over, out by a condition, or how near; and which tie-break decided."""
        s, result = self.s, self.s.result[seat]
        attack, hp = s.attack[seat], s.last_hp
        if result & OVER:
            return [self._one("over", None, "BQ-FIGHT-2", n=attack - hp, attack=attack, hp=hp)]
        if result & MISSED:
            return [self._failed(seat, k) for k in self._spells(effects.REQUIRES) if not self._meets(seat, k)]
        if s.solo:
            key = "solo_near" if result & WON else "solo_far"
            return [self._one(key, None, "BQ-SOLO-6", n=hp - attack, margin=s.solo_margin)]
        key, clause = ("exact", "BQ-FIGHT-10") if attack == hp else ("near", "BQ-FIGHT-6")
        return [self._one(key, None, clause, n=hp - attack), *self._ranking(seat)]

    def _failed(self, seat: int, k: int) -> Because:
        """The condition that the seat does not meet (BQ-SPELL-12, BQ-SPELL-13)."""
        word = self.s.spell_word[self.s.fought_spell[k]]
        spell = self.speech.name("spell", self.s.fought_spell[k])
        if word & effects.REQUIRE_PAIR:
            return self._one("no_pair", None, "BQ-SPELL-13", spell=spell)
        missing = [i for i in range(len(COLOR_IDS)) if word >> effects.REQUIRE & 1 << i]
        colors = ", ".join(self.speech.say(f"why.color.{COLOR_IDS[i]}") for i in missing)
        return self._one("no_color", None, "BQ-SPELL-12", colors=colors, spell=spell)

    def _meets(self, seat: int, k: int) -> bool:
        s, word = self.s, self.s.spell_word[self.s.fought_spell[k]]
        if self._holds(seat, WILD_COLORS):
            return True
        colors = [card // VALUES for card in [s.exposed[seat], *self._cards(seat)] if card < FIRST_POTION]
        return colors_meet(colors, word)

    def _ranking(self, seat: int) -> Iterator[Because]:
        """Why a qualified seat won, or did not."""
        s = self.s
        qualified = [
            other for other in range(s.seats) if s.result[other] and not s.result[other] & (OVER | MISSED)
        ]
        winners = [other for other in qualified if s.result[other] & WON]
        if (k := self._second_wins()) is not None:
            spell = self.speech.name("spell", s.fought_spell[k])
            lost = "second_behind" if self._is_behind(seat, winners) else "second_lost"
            key = "second_none" if not winners else "second" if seat in winners else lost
            yield self._one(key, None, "BQ-FIGHT-15" if winners else "BQ-FIGHT-17", spell=spell)
        tied = [other for other in qualified if s.attack[other] == s.attack[seat] and other != seat]
        if k is not None:
            parted = [other for other in tied if (other in winners) != (seat in winners)]
            yield from self._order(seat, parted[:1])
            return
        if not tied:
            return
        best = max(winners, key=lambda other: s.attack[other], default=seat)
        if s.attack[best] != s.attack[seat]:
            return
        rival = best if seat not in winners else tied[0]
        values = {
            "rival": self._whom(rival),
            "own": len(self._cards(seat)) + 1,
            "theirs": len(self._cards(rival)) + 1,
        }
        if seat in winners and rival in winners:
            yield self._one("tie_shared", None, "BQ-FIGHT-8", **values)
        elif self._holds(best, TIE_PRIORITY):
            yield self._one("tie_fox_won" if seat in winners else "tie_fox_lost", None, "BQ-COMP-7", **values)
        else:
            yield self._one("tie_won" if seat in winners else "tie_lost", None, "BQ-FIGHT-7", **values)

    def _is_behind(self, seat: int, winners: list[int]) -> bool:
        """Did the seat come after the winners: by its attack, or with more weapons for the same (BQ-FIGHT-6, BQ-FIGHT-7)?"""
        s = self.s
        best = max((s.attack[other] for other in winners), default=0)
        level = [len(self._cards(other)) for other in winners if s.attack[other] == s.attack[seat]]
        return s.attack[seat] < best or (bool(level) and len(self._cards(seat)) > min(level))

    def _order(self, seat: int, rivals: list[int]) -> Iterator[Because]:
        """Who of two with the same attack comes first, where the first is not the one who wins."""
        for rival in rivals:
            own, theirs = (len(self._cards(one)) + 1 for one in (seat, rival))
            if own != theirs:
                whom = self._whom(rival)
                yield self._one("tie_order", None, "BQ-FIGHT-7", rival=whom, own=own, theirs=theirs)

    # What was gained and lost.

    def keys(self, seat: int) -> list[Because]:
        """The round's key, the spells' keys, the PERFECT's key (BQ-FIGHT-9 to 11)."""
        s, reasons = self.s, list[Because]()
        if s.result[seat] & WON:
            reasons += self.round_keys(seat)
        if s.result[seat] & PERFECT:
            reasons.append(self._one("key_perfect", s.gained[seat] - total(reasons), "BQ-FIGHT-10"))
        return reasons

    def round_keys(self, seat: int) -> list[Because]:
        s = self.s
        if s.role[seat] != KNIGHT or s.last_boss == REAPER_BOSS:
            return [self._one("no_key", 0, "BQ-REAP-6")]
        reasons = [self._one("key_won", 1, "BQ-FIGHT-9")]
        for k in self._spells(3 << effects.KEYS):
            extra = s.spell_word[s.fought_spell[k]] >> effects.KEYS & 3
            spell = self.speech.name("spell", s.fought_spell[k])
            reasons.append(self._one("key_spell", extra, "BQ-SPELL-15", spell=spell))
        return reasons

    def hearts(self, seat: int) -> list[Because]:
        """A heart for passing HP, or why none; a heart for the Reaper's blow."""
        s, result = self.s, self.s.result[seat]
        reasons = []
        if result & OVER:
            struck = 1 if result & STRUCK else 0
            lost = min(1, s.lost[seat]) if not struck or s.lost[seat] > 1 else s.lost[seat]
            if lost:
                reasons.append(self._one("heart_over", -1, "BQ-FIGHT-2"))
            elif self._holds(seat, OVER_SHIELD) and s.attack[seat] - s.last_hp <= 2:
                reasons.append(self._one("heart_turtle", 0, "BQ-COMP-8"))
            elif (shield := self._shield(seat)) != NO_CARD:
                spell = self.speech.name("spell", shield)
                reasons.append(self._one("heart_shield", 0, "BQ-SPELL-5", spell=spell))
            else:
                reasons.append(self._one("heart_none", 0, "BQ-FIGHT-19"))
        left = s.lost[seat] + total(reasons)
        if result & STRUCK:
            reasons.append(self._one("heart_struck" if left > 0 else "heart_unstruck", -left, "BQ-REAP-16"))
        return reasons

    def _shield(self, seat: int) -> int:
        """The spell that keeps the heart of a seat, NO_CARD if none does."""
        s = self.s
        spells = (
            s.fought_spell[k]
            for k in self._spells(effects.PROTECT_ALL | effects.PROTECT_ONE)
            if s.spell_word[s.fought_spell[k]] & effects.PROTECT_ALL or self._on(k) == seat
        )
        return next(spells, NO_CARD)

    # The whole of it.

    def game(self) -> str:
        """Who won the game by this fight, and how; empty while it goes on (BQ-END-2 to 5)."""
        s = self.s
        winners = [seat for seat in range(s.seats) if s.winners >> seat & 1]
        if s.phase != FINISHED or not winners or s.how not in (BY_KEYS, BY_LAST_HEART, BY_LAST_ROUND):
            return ""
        names = self.speech.say("why.and").join(str(self.speech.name("seat", seat)) for seat in winners)
        how = "keys" if s.how == BY_KEYS else "heart" if s.how == BY_LAST_HEART else "round"
        if how == "keys" and len(winners) == 1 and by_perfect(s, winners[0]):
            how = "perfect"
        whose = "own" if winners == [self.reader] else "of"
        dead = heartless(s, self.reader, self.speech)
        told = self.speech.say(f"why.game.{how}_{whose}", names=names, n=s.keys[winners[0]], dead=dead)
        level = tie_break(s, winners[0], self.reader, self.speech)
        return f"{told} {level[:1].upper()}{level[1:]}." if level else told

    def said(self) -> str:
        """Who won, and by what."""
        s = self.s
        winners = [seat for seat in range(s.seats) if s.result[seat] & WON]
        if not winners:
            return self._nobody()
        names = self.speech.say("why.and").join(called(seat, self.reader, self.speech) for seat in winners)
        attack = s.attack[winners[0]]
        if self._second_wins() is not None:
            return self.speech.say(
                "why.said.second", names=names, attack=attack, hp=s.last_hp, n=len(winners)
            )
        key = "perfect" if attack == s.last_hp else "tie" if self._was_tied(winners) else "near"
        return self.speech.say(f"why.said.{key}", names=names, attack=attack, hp=s.last_hp, n=len(winners))

    def _nobody(self) -> str:
        """Why nobody won: everybody over, out by a condition, no second, or alone too far away."""
        s = self.s
        results = [result for result in s.result[: s.seats] if result]
        if any(not result & (OVER | MISSED) for result in results):
            if (k := self._second_wins()) is not None:
                return self.speech.say(
                    "why.said.no_second", spell=self.speech.name("spell", s.fought_spell[k])
                )
            return self.speech.say("board.fight_nobody")
        key = "nobody" if any(result & MISSED for result in results) else "all_over"
        return self.speech.say(f"why.said.{key}", hp=s.last_hp)

    def _was_tied(self, winners: list[int]) -> bool:
        s = self.s
        level = [
            seat
            for seat in range(s.seats)
            if s.result[seat]
            and not s.result[seat] & (OVER | MISSED)
            and s.attack[seat] == s.attack[winners[0]]
        ]
        return len(level) > len(winners)

    def _lesson(self) -> tuple[str, str]:
        """What decided it for the reader, by what is open now: a heading and a sentence."""
        reader = self.reader
        if reader < 0 or not self.s.result[reader] or self.s.solo:
            return "", ""
        return Lesson(self.s, reader, self.speech).told()

    # Small words.

    def _card(self, card: int) -> Card:
        reading = self.s.fought_reading[card - FIRST_POTION] if card >= FIRST_POTION else 0
        return card_face(self.s, card, self.speech, reading)

    def _cards(self, seat: int) -> list[int]:
        """The visible weapons it fought with."""
        s = self.s
        return s.fought_card[s.fought_end[seat - 1] if seat else 0 : s.fought_end[seat]]

    def _spells(self, bits: int) -> Iterator[int]:
        """The spells that lay on the table with any of these effects."""
        s = self.s
        return (k for k in range(s.fought_spells) if s.spell_word[s.fought_spell[k]] & bits)

    def _second_wins(self) -> int | None:
        """The spell that gave the round to the second one, if there was one (BQ-SPELL-16)."""
        return next(self._spells(effects.SECOND_WINS), None)

    def _spell(self, k: int) -> FightSpell:
        s = self.s
        spell = spell_face(s, s.fought_spell[k], self.speech)
        sign = sign_of(s.spell_word[s.fought_spell[k]], s.fought_amount[k])
        return {
            "name": spell["name"],
            "icon": spell["icon"],
            "sign": sign,
            "text": spell["text"],
            "by": str(self._by(k)),
        }

    def _on(self, k: int) -> int:
        """The seat that a spell was cast on; beside the Boss it is nobody's."""
        return self.s.fought_on[k] % 8 - 1

    def _by(self, k: int) -> object:
        """Who cast it; a position made by hand may not say."""
        caster = self.s.fought_on[k] // 8 - 1
        if caster >= 0:
            return self._whom(caster)
        return self.speech.say("why.deed.league") if self.s.solo else ""

    def _whom(self, seat: int) -> str:
        """A player inside a sentence about somebody else."""
        return self.speech.say("why.you") if seat == self.reader else str(self.speech.name("seat", seat))

    def _cast(self, k: int, value: int, clause: str) -> Because:
        spell = self.speech.name("spell", self.s.fought_spell[k])
        by = self._by(k)
        return self._one("spell_by" if by else "spell", value, clause, spell=spell, by=by)

    def _holds(self, seat: int, power: int) -> bool:
        held = self.s.fought_held[seat]
        return held != NO_CARD and self.s.companion_power[held] == power

    def _one(self, key: str, value: int | None, clause: str, **values: object) -> Because:
        return {"value": value, "reason": self.speech.say(f"why.{key}", **values), "clause": clause}
