"""What a seat sees, as plain data for the page and the terminal.

The state given here is already concealed: a card the reader may not know is `None`. `pick` is the choice that the reader makes by
touching the thing (empty when it stands for none now); whether it is legal is for the rules to say.
"""

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from . import conditions, effects, prizes, stakes
from .choices import (
    AMOUNT_OF,
    CANCEL,
    CARD_IDS,
    COMPANION_IDS,
    GIVE_HIDDEN,
    POWER,
    READ_MINUS,
    READ_PLUS,
    REPLACE,
    TAKE_SPELL,
    TURN_POTION,
)
from .content import COLOR_IDS
from .effects import CHAIN_VISIT, PEEK, REPLACE_MARKET
from .faces import card_face, sign_of, spell_face, weapon_face
from .fights import called, lacking, last_fight, misses
from .odds import outs, passes, told_risks, unseen_ids
from .rules.ending import rank
from .rules.piles import pile_size
from .rules.strength import attack_of, current_reading, visible_attack
from .rules.turn import equip_refusal, is_alone, is_straggler, last_equip_used
from .shapes import (
    ActiveSpell,
    Boss,
    Card,
    CastSpell,
    Companion,
    Pile,
    Seat,
    Slot,
    View,
)
from .state import (
    AMOUNT,
    BOSSES,
    CANCELLING,
    COMPANIONS,
    ENDINGS,
    FINISHED,
    FIRST_COMPANION,
    FIRST_POTION,
    GONE,
    NO_CARD,
    NOBODY,
    OTHER,
    PEEKING,
    POTION,
    READ_DEAL,
    READ_EQUIP,
    READ_EXCHANGE,
    READ_FIGHT,
    REAPER_BOSS,
    REPLACING,
    RESERVE,
    SECOND_COMPANION,
    SLOTS,
    TARGET,
    TURN,
    USE,
    VALUES,
    WEAPON,
    State,
)
from .trades import offers
from .why import ending

ROLES = ("knight", "ghost", "reaper", "gone")
PHASES = (
    *("deal", "read"),
    *("pass", "turn", "peek", "replace", "read", "chain"),
    *(
        "take",
        "use",
        "target",
        "amount",
        "other",
        "weapon",
        "potion",
        "cancel",
        "first_companion",
        "second_companion",
    ),
    *("read", "league"),
    *("reveal", "read", "fight"),
    *("settle", "destiny", "depart", "finished"),
)
"""What is asked for in each phase of the state; all readings of potions are one."""
READING = (READ_DEAL, READ_EQUIP, READ_EXCHANGE, READ_FIGHT)
ONCE = (PEEK, CHAIN_VISIT, REPLACE_MARKET)
"""Powers that are used once a round."""


def view(s: State, seat: int, speech: Speech) -> View:
    asked = seat >= 0 and s.decider == seat
    equips = asked and s.phase == TURN and equip_refusal(s, seat) == 0
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "goal": s.goal,
        "solo": bool(s.solo),
        "solo_margin": s.solo_margin,
        "max_rounds": s.max_rounds,
        "expansions": {
            "potions": bool(s.potions),
            "companions": bool(s.companions),
            "reaper": bool(s.reaper),
        },
        "colors": list(COLOR_IDS[: s.colors]),
        "rescued": "prince" if s.rescued else "princess",
        "turn": s.turn,
        "decider": s.decider,
        "asked": asked,
        "armourer": s.armourer,
        "present": s.present,
        "names": [speech.name("seat", other) for other in range(s.seats)],
        "called": [called(other, seat, speech) for other in range(s.seats)],
        "pawns": [_pawn(s, other) for other in range(s.seats)],
        "arrived": [other for other in range(s.seats) if s.visited[other]],
        "boss": _boss(s, speech),
        "seats": [
            _seat(s, other, seat, cards, speech) for other, cards in enumerate(_laid_cards(s, asked, speech))
        ],
        "market": [_slot(s, slot, seat, speech) for slot in range(s.faces + 1)],
        "spells": [_active(s, k, seat, asked, speech) for k in range(s.active)],
        "blind": s.phase == USE and s.slot == s.faces,
        "casting": _casting(s, speech),
        "potion": card_face(s, FIRST_POTION + s.potion, speech) if s.phase in READING else None,
        "pile": _pile(s, speech),
        "reserve": [
            _companion(s, c, asked, speech)
            for c in range(COMPANIONS)
            if s.companions and s.place[c] == RESERVE
        ],
        "spell_pile": s.spell_count,
        "spell_discard": [
            {**spell_face(s, k, speech), "count": s.spell_discard[k]}
            for k in range(s.kinds)
            if s.spell_discard[k]
        ],
        "book": [spell_face(s, kind, speech) for kind in range(s.kinds)],
        "unseen": unseen_ids(s),
        "last_turn": bool(s.last_turns),
        "straggler": s.phase == TURN and s.turn >= 0 and is_straggler(s, s.turn),
        "alone": s.phase == TURN and s.turn >= 0 and s.solo == 0 and is_alone(s, s.turn),
        "last_equip_used": s.phase == TURN and s.turn >= 0 and last_equip_used(s, s.turn),
        "risk": told_risks(s, seat) if equips else [],
        "out": outs(s, seat) if equips else [],
        "lacks": lacking(s, seat, speech),
        "offers": _offers(s, seat, speech) if asked else {},
        "last": last_fight(s, seat, speech),
        "ending": ENDINGS[s.how] if s.phase == FINISHED else "",
        "ended": [
            each["reason"]
            for other in range(s.seats)
            if s.phase == FINISHED and s.winners >> other & 1
            for each in ending(s, other, speech, seat)
        ],
        "ranks": [rank(s, other) for other in range(s.seats)] if s.phase == FINISHED else [],
        "winners": [other for other in range(s.seats) if s.phase == FINISHED and s.winners >> other & 1],
    }


def _offers(s: State, seat: int, speech: Speech) -> dict[str, str]:
    """What single choices would make of attacks and of the round, in a few words; what ends the game comes before whose key it is."""
    told: dict[str, str] = {}
    for found in (offers, prizes.offers, stakes.offers, conditions.offers):
        told |= found(s, seat, speech)
    return told


# Cards.


def _laid_cards(s: State, asked: bool, speech: Speech) -> list[list[Card]]:
    """The weapons face up before each seat."""
    cards: list[list[Card]] = [[] for _ in range(s.seats)]
    worth, name, picking = s.worth, speech.name, asked and s.phase in (WEAPON, POTION)
    for number, owner in zip(s.laid_card[: s.laid], s.laid_seat):
        if number < FIRST_POTION:
            card = weapon_face(number, worth[number % VALUES], name("weapon", number))
        else:
            card = card_face(s, number, speech, current_reading(s, number - FIRST_POTION))
        if picking:
            card = {**card, "pick": _card_pick(s, number, owner)}
        cards[owner].append(card)
    return cards


def _card_pick(s: State, card: int, owner: int) -> str:
    if s.phase == WEAPON:
        return f"weapon {CARD_IDS[card]}" if s.target == owner else ""
    return f"potion {card - FIRST_POTION + 1}" if card >= FIRST_POTION else ""


def _hidden_card(s: State, seat: int, speech: Speech) -> Card | None:
    card = s.hidden[seat]
    if card < 0:
        return None
    return card_face(s, card, speech, s.reading[card - FIRST_POTION] if card >= FIRST_POTION else 0)


def _pile(s: State, speech: Speech) -> Pile:
    """The weapon pile, and the cards in it whose place was seen (section Information)."""
    return {
        "count": pile_size(s),
        "top": card_face(s, s.top, speech) if s.top >= 0 else None,
        "put_back": s.top != NO_CARD,
        "bottom": [
            card_face(s, s.bottom[i], speech) if s.bottom[i] >= 0 else None for i in range(s.bottom_count)
        ],
    }


# Seats.


def _seat(s: State, seat: int, reader: int, cards: list[Card], speech: Speech) -> Seat:
    asked = reader >= 0 and s.decider == reader
    gone = s.role[seat] == GONE
    hidden = None if gone else _hidden_card(s, seat, speech)
    attack = None if hidden is None else attack_of(s, seat)
    unread = hidden is not None and hidden["potion"] and hidden["text"] == "?"
    visible = 0 if gone else visible_attack(s, seat)
    return {
        "seat": seat,
        "name": speech.name("seat", seat),
        "knight": speech.name("knight", seat),
        "role": ROLES[s.role[seat]],
        "keys": s.keys[seat],
        "hearts": s.hearts[seat],
        "near": s.phase != FINISHED and stakes.way(s, seat, prizes.worth(s)) != "",
        "visited": bool(s.visited[seat]),
        "armourer": seat == s.armourer and not s.solo,
        "turn": seat == s.turn and s.phase != FINISHED,
        "decides": seat == s.decider,
        "stopped": bool(s.last_turns and s.last_done >> seat & 1 and not s.visited[seat]),
        "hidden": hidden,
        "hidden_open": bool(s.revealed),
        "hidden_pick": _hidden_pick(s, seat, asked),
        "cards": [] if gone else cards,
        "weapons": s.weapons[seat],
        "bonus": s.bonus[seat],
        "visible": visible,
        "attack": attack,
        # A hidden potion without a reading: what the attack would be with the other one (BQ-POT-8).
        "attack_plus": attack + hidden["plus"] + hidden["minus"]
        if attack is not None and hidden and unread
        else attack,
        "over": attack is not None and attack > s.hp,
        "passes": passes(s, seat) if attack is None and not gone and asked else None,
        "reach": max(0, min(max(s.worth), s.most[seat])),
        "companion": None if gone or s.held[seat] == NO_CARD else _companion(s, s.held[seat], asked, speech),
        "spells": [_active(s, k, -1, asked, speech) for k in range(s.active) if s.active_seat[k] == seat],
        "target": s.spell != NO_CARD and s.target == seat,
        "pick": _seat_pick(s, seat, asked),
        "winner": bool(s.phase == FINISHED and s.winners >> seat & 1),
    }


def _pawn(s: State, seat: int) -> str:
    """The figure of a seat: its knight, or what it has become."""
    return {"ghost": "ghost", "reaper": "reaper"}.get(ROLES[s.role[seat]], str(seat))


def _seat_pick(s: State, seat: int, asked: bool) -> str:
    if asked and s.phase == TARGET:
        return f"player {seat}"
    return f"with {seat}" if asked and s.phase == OTHER else ""


def _hidden_pick(s: State, seat: int, asked: bool) -> str:
    if asked and s.phase == PEEKING:
        return f"look {seat}"
    return "hidden" if asked and s.phase == WEAPON and s.target == seat else ""


def _companion(s: State, companion: int, asked: bool, speech: Speech) -> Companion:
    return {
        "id": COMPANION_IDS[companion],
        "name": speech.name("companion", companion),
        "text": speech.name("companion_text", companion),
        "power": effects.POWERS[s.companion_power[companion]],
        "once": s.companion_power[companion] in ONCE,
        "used": bool(s.used >> companion & 1),
        "moved": s.place[companion] != s.home[companion],
        "pick": f"companion {COMPANION_IDS[companion]}"
        if asked and s.phase in (FIRST_COMPANION, SECOND_COMPANION)
        else "",
        "picked": s.phase == SECOND_COMPANION and companion == s.amount,
    }


# The Boss, spells.


def _boss(s: State, speech: Speech) -> Boss:
    reaper = s.boss == REAPER_BOSS
    return {
        "id": "reaper" if reaper else f"boss-{s.boss}",
        "name": speech.name("boss", s.boss),
        "reaper": reaper,
        "hp": s.hp,
        "printed": s.reaper_hp if reaper else s.boss_hp[s.boss],
        "number": BOSSES - s.boss_count,
        "count": BOSSES,
    }


def _slot(s: State, slot: int, seat: int, speech: Speech) -> Slot:
    spell = s.market[slot]
    mystery = slot == s.faces
    asked = seat >= 0 and s.decider == seat
    pick = f"take {slot}"
    if asked and s.phase == REPLACING:
        pick = f"replace {slot}"
    elif asked and s.phase == PEEKING and mystery:
        pick = "look_mystery"
    return {
        "slot": slot,
        "mystery": mystery,
        "taken": spell == NO_CARD,
        "taker": s.taker[slot] if spell == NO_CARD else NOBODY,
        "fate": _fate(s, s.taker[slot]) if spell == NO_CARD else "",
        "spell": spell_face(s, spell, speech) if spell >= 0 else None,
        "met": not misses(s, seat, s.spell_word[spell])
        if asked and spell >= 0 and s.spell_word[spell] & effects.REQUIRES
        else None,
        "chosen": s.phase == USE and s.slot == slot,
        "pick": pick,
    }


def _fate(s: State, seat: int) -> str:
    """What became of the spells that a seat took, by what lies on the table; empty where that does not tell, or differs between them."""
    casting = s.spell != NO_CARD and s.turn == seat
    if seat < 0 or casting or s.phase == FINISHED or s.active + s.deeds >= SLOTS:
        return ""
    lasting = (*range(s.active), *range(SLOTS - s.deeds, SLOTS))
    cast = sum(s.active_caster[k] == seat for k in lasting)
    taken = sum(s.market[k] == NO_CARD and s.taker[k] == seat for k in range(s.faces + 1))
    return "idle" if cast == 0 else "cast" if cast == taken else ""


def _active(s: State, k: int, reader: int, asked: bool, speech: Speech) -> ActiveSpell:
    """A spell on the table. `sign` is its amount; `about` names the potion or companions it moved."""
    kind = s.active_spell[k]
    word, amount = s.spell_word[kind], s.active_amount[k]
    action = effects.action_of(word)
    about = ""
    if action == effects.FLIP and amount >= 0:
        about = speech.name("potion", amount + 1)
    elif action == effects.SWAP_COMPANIONS:
        about = f"{speech.name('companion', amount)} ↔ {speech.name('companion', s.active_second[k])}"
    face, sign = spell_face(s, kind, speech), sign_of(word, amount)
    if sign:
        # How much it is was settled as it was cast.
        face = {**face, "text": speech.say(f"board.settled.{face['icon']}", n=amount)}
    return {
        **face,
        "index": k,
        "seat": s.active_seat[k],
        "caster": s.active_caster[k],
        "sign": sign,
        "about": about,
        "met": not misses(s, reader, word) if reader >= 0 and word & effects.REQUIRES else None,
        "pick": f"cancel {k}" if asked and s.phase == CANCELLING else "",
    }


def _casting(s: State, speech: Speech) -> CastSpell | None:
    """The spell whose parameters are being named."""
    if s.spell == NO_CARD:
        return None
    return {
        **spell_face(s, s.spell, speech),
        "seat": s.turn,
        "target": s.target,
        "signs": [sign_of(s.spell_word[s.spell], amount) for amount in (1, 2)] if s.phase == AMOUNT else [],
    }


# Choices said with what lies on the table.


def describe(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    verb, arg = choice
    if verb in (READ_PLUS, READ_MINUS) and s.phase in READING:
        sign = f"+{s.potion_plus[s.potion]}" if verb == READ_PLUS else f"−{s.potion_minus[s.potion]}"
        return speech.say("spoken.read", sign=sign)
    if verb in (TAKE_SPELL, REPLACE) and arg <= s.faces:
        spell = s.market[arg]
        key = "take" if verb == TAKE_SPELL else "replace"
        if arg == s.faces:
            known = speech.say("spoken.known", spell=speech.name("spell", spell)) if spell >= 0 else ""
            return speech.say(f"spoken.{key}_mystery") + known
        return speech.say(f"spoken.{key}", spell=speech.name("spell", spell)) if spell >= 0 else None
    if verb == CANCEL and arg < s.active:
        active = _active(s, arg, -1, False, speech)
        where = (
            speech.name("seat", active["seat"]) if active["seat"] != NOBODY else speech.name("boss", s.boss)
        )
        more = " ".join(part for part in (active["name"], active["sign"], active["about"]) if part)
        if active["caster"] < 0:
            return speech.say("spoken.cancel", spell=more, where=where)
        by = speech.name("seat", active["caster"])
        key = "cancel_by" if active["seat"] == NOBODY else "cancel_by_on"
        return speech.say(f"spoken.{key}", spell=more, by=by, where=where)
    if verb == AMOUNT_OF and s.spell != NO_CARD:
        return speech.say("spoken.amount", sign=sign_of(s.spell_word[s.spell], arg))
    if verb == POWER and seat >= 0 and s.held[seat] != NO_CARD:
        companion = s.held[seat]
        power = effects.POWERS[s.companion_power[companion]]
        return speech.say(f"spoken.power.{power}", companion=speech.name("companion", companion))
    if verb == GIVE_HIDDEN and seat >= 0 and s.target == seat and s.hidden[seat] >= 0:
        return speech.say("spoken.hidden_own", weapon=speech.name("weapon", s.hidden[seat]))
    if verb == TURN_POTION and arg <= s.potions and s.potion_at[arg - 1] >= 0:
        return speech.say(
            "spoken.potion", potion=speech.name("potion", arg), seat=speech.name("seat", s.potion_at[arg - 1])
        )
    return None
