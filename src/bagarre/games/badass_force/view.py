"""What a seat sees, as plain data for the page and the terminal. The state given here is already concealed."""

from weakref import WeakKeyDictionary

from bagarre.kernel.menu import Choice
from bagarre.kernel.operations import innermost
from bagarre.kernel.speech import Speech

from . import instructions as ins
from .beliefs import front_told
from .briefs import aims, beside, brief, program, shot
from .choices import ANNOUNCE, DENOUNCE, PASS, TAKE, VERBS
from .filling import stealing, told_fillings
from .operations import ATTACK, CLAIM, STACK
from .rules.claims import LIE
from .rules.losses import is_sole_leader
from .rules.table import (
    BITS,
    execution_of,
    hand_size,
    is_loaded,
    is_unstable,
    start_square,
    top_square,
    trigger_square,
)
from .rules.turn import rank
from .secrets import fronts_left
from .shapes import Arm, Box, Card, Character, Claim, Frame, Head, Seat, View, Weapon
from .state import (
    ASK_ACTION,
    ASK_DEFEND,
    ASK_DENOUNCE,
    ASK_FIRST,
    ASK_PLACE,
    CAST,
    ENDINGS,
    EXECUTION,
    MARKET,
    NONE,
    RED_ACTION,
    RED_REACTION,
    RUNNING,
    SHOWN,
    VENGEANCE,
    WEAPONS,
    State,
)
from .underway import PROGRAMS, goes_before, is_settled, under_way
from .why import why_it_ended

QUESTIONS = (
    "nothing", "cast", "first", "action", "place", "other", "take", "denounce", "box", "target", "target_or_stop", "name",
    "destination", "amount", "direction", "dodge", "defend", "subaction", "may", "revive", "copy",
)  # fmt: skip
CONTROLLERS = ("announcer", "attacker", "killer", "giver", "roller", "seat")
BEFALLEN = ("denouncer", "target", "victim", "destination")
"""The registers that say who controls an operation and whom it befalls."""
CLAIM_OUTCOMES = ("accepted", "proven", "lie")
CAUSES = ("attack", "name", "counter", "overload", "bluff", "denial", "slash")
OFFERS = {ins.FIRE: "fire", ins.GIFT: "gift"}
"""What a program asks about before it does it (BF-C-OTTO)."""
OUTCOMES = ("", "killed", "cancelled", "dodged", "absorbed")
COLOURS = ("green", "yellow", "red")
MODES = ("cool", "vengeance")


class Printed:
    """Cards as they are printed, written out once for the speech of a match: its packs stay the same."""

    def __init__(self) -> None:
        self.characters: dict[int, Character] = {}
        self.weapons: dict[int, Weapon] = {}


PRINTED: WeakKeyDictionary[Speech, Printed] = WeakKeyDictionary()


def view(s: State, seat: int, speech: Speech) -> View:
    dealt = s.lodge[0] != NONE
    return {
        "target": s.target,
        "max_turns": s.max_turns,
        "turns": s.turns,
        # How many times everybody has played, this turn included.
        "round": (max(s.turns, 1) - 1) // s.seats + 1,
        "turn": s.turn,
        "mood": _mood(s, speech, dealt),
        "ask": QUESTIONS[s.ask],
        "asked": seat >= 0 and bool(s.pending >> seat & 1),
        "awaited": [other for other in range(s.seats) if s.pending >> other & 1],
        # What counts as the answer when the time is up: a pass in a window; every other question a bot answers (BF-R44, BF-R45).
        "sealed": s.ask == ASK_FIRST or (s.ask == ASK_DENOUNCE and not s.polling_clockwise),
        "reactions": bool(s.reactions),
        "dice": {
            "colours": [COLOURS[colour] for colour in s.rolled] if s.rolls or s.rolled[0] != NONE else [],
            "rolls": s.rolls,
            "faces": [s.green_faces, s.yellow_faces, 6 - s.green_faces - s.yellow_faces],
        },
        "casting": [character(s, s.cast[place], speech) for place in range(CAST)] if dealt else [],
        "available": []
        if dealt
        else [character(s, i, speech) for i in range(len(s.place_of)) if s.available >> i & 1],
        "picked": [] if dealt else [i for i in range(len(s.place_of)) if s.place_of[i] != NONE],
        "market": [weapon(s, s.market[slot], speech) for slot in range(MARKET)] if dealt else [],
        "deck": s.deck,
        "discard": [{**weapon(s, i, speech), "count": s.discard[i]} for i in range(WEAPONS) if s.discard[i]],
        "seats": [_seat(s, other, seat, speech) for other in range(s.seats)] if dealt else [],
        "stack": [_frame(s, place, speech) for place in range(s.depth)],
        "claim": _claim(s, seat, speech),
        "fills": told_fillings(s, seat),
        "absorbed": bool(s.absorb_failed_defence),
        "settled": seat >= 0 and is_settled(s, seat),
        "doomed": s.ask == ASK_PLACE and doomed_by(s, seat) != NONE,
        "ending": ENDINGS[s.how] if s.how != RUNNING else "",
        "winners": [other for other in range(s.seats) if s.how != RUNNING and rank(s, other) == 1],
        "ranks": [rank(s, other) for other in range(s.seats)] if s.how != RUNNING else [],
        "why": why_it_ended(s, speech) if s.how != RUNNING else [],
    }


def _mood(s: State, speech: Speech, dealt: bool) -> str:
    """The look of the box from which most of the casting comes, or while it is being chosen, most of those to choose from."""
    cards = s.cast[:CAST] if dealt else [i for i in range(len(s.place_of)) if s.available >> i & 1]
    origins = [speech.name("character_origin", card) for card in cards]
    return "dvd" if origins.count("dvd") > origins.count("vhs") else "vhs"


# Cards.


def character(s: State, number: int, speech: Speech) -> Character:
    """A character card with all that is printed on it."""
    printed = PRINTED.setdefault(speech, Printed()).characters
    if number not in printed:
        printed[number] = _character(s, number, speech)
    return printed[number]


def weapon(s: State, number: int, speech: Speech) -> Weapon:
    """A weapon card: its track and its execution."""
    printed = PRINTED.setdefault(speech, Printed()).weapons
    if number not in printed:
        printed[number] = _weapon(s, number, speech)
    return printed[number]


def _character(s: State, number: int, speech: Speech) -> Character:
    boxes: list[Box] = []
    for box, (mode, timing) in enumerate((m, t) for t in ("action", "reaction") for m in MODES):
        at = s.boxes[number][box]
        if at:
            header = s.code[2 * at]
            boxes.append(
                {
                    "mode": mode if mode == "vengeance" else "normal",
                    "timing": timing,
                    "title": speech.name(f"box_title_{box}", number),
                    "text": speech.name(f"box_text_{box}", number),
                    "brief": brief(s, 2 * at + 1, speech),
                    "cost": header & ins.COST,
                    "against": _against(header) if timing == "reaction" else [],
                }
            )
    return {
        "number": number,
        "key": VERBS.write((ANNOUNCE, number)).split(" ")[1],
        "id": speech.name("character_id", number),
        "name": speech.name("character", number),
        "short": first_name(str(speech.name("character", number))),
        "archetype": speech.name("archetype", number),
        "class": speech.name("class", number),
        "flag": speech.name("character_flag", number),
        "origin": speech.name("character_origin", number),
        "boxes": boxes,
        "trait": {"title": speech.name("trait_title", number), "text": speech.name("trait_text", number)}
        if s.returners >> number & 1
        else None,
    }


def first_name(name: str) -> str:
    """What a hero is called for short; an article keeps its name, and a short name stays whole."""
    first, _, rest = name.partition(" ")
    return name if not rest or len(first) < 3 or len(name) < 9 else first


def _against(header: int) -> list[str]:
    kinds = (("weapon", ins.AGAINST_WEAPON), ("power", ins.AGAINST_POWER))
    return [kind for kind, bit in kinds if header & bit]


def _weapon(s: State, number: int, speech: Speech) -> Weapon:
    return {
        "number": number,
        "key": VERBS.write((TAKE, number)).split(" ")[1],
        "id": speech.name("weapon_id", number),
        "name": speech.name("weapon", number),
        "text": speech.name("weapon_text", number),
        "brief": shot(s, execution_of(s, number), speech),
        "flag": speech.name("weapon_flag", number),
        "start": start_square(s, number),
        "trigger": trigger_square(s, number),
        "max": top_square(s, number),
        "unstable": is_unstable(s, number),
    }


def _card(s: State, place: int, speech: Speech) -> Card:
    """A character where it lies: enough to draw it; the rest is in the casting."""
    number = s.cast[place]
    return {
        "place": place,
        "number": number,
        "key": VERBS.write((ANNOUNCE, number)).split(" ")[1],
        "name": speech.name("character", number),
        "short": first_name(str(speech.name("character", number))),
        "class": speech.name("class", number),
    }


def _cards(s: State, mask: int, speech: Speech) -> list[Card]:
    return [_card(s, place, speech) for place in range(CAST) if mask >> place & 1]


# Seats.


def _seat(s: State, other: int, reader: int, speech: Speech) -> Seat:
    empty = s.active[other] == NONE
    own = other == reader
    card = weapon(s, s.weapon[other], speech)
    arm: Arm = {
        **card,
        "brief": shot(s, execution_of(s, s.weapon[other]), speech, s.charge[other]),
        "charge": s.charge[other],
        "loaded": is_loaded(s, other),
        "beside": beside(s, execution_of(s, s.weapon[other]), s.charge[other]),
        "overfull": card["unstable"] and s.charge[other] == card["max"],
    }
    # An answer that the reader has sealed is shown to the reader only.
    sealed = s.sealed[other] if own and s.ask in (ASK_FIRST, ASK_DENOUNCE) else NONE
    fronts = fronts_left(s, other)
    # Of the own card what everybody knows; of a rival's whatever the cards leave out, beside a card that was seen all the others.
    elsewhere = s.barred[other] if own else ~fronts & ~s.cemetery[other]
    heads = [_head(s, place, other, reader, elsewhere, speech) for place in range(CAST)]
    heard = s.claimed[other]
    return {
        "seat": other,
        "name": speech.name("seat", other),
        "you": own,
        "points": s.points[other],
        "leader": is_sole_leader(s, other),
        "mode": MODES[s.mode[other]],
        "vengeance": s.mode[other] == VENGEANCE,
        "kills": s.kills[other],
        "turn": other == s.turn and s.how == RUNNING,
        "awaited": bool(s.pending >> other & 1),
        "weapon": arm,
        "active": _card(s, s.active[other], speech) if s.active[other] >= 0 else None,
        "active_empty": empty,
        "active_shown": bool(s.peekers[other] >> SHOWN & 1),
        "peekers": [third for third in range(s.seats) if s.peekers[other] >> third & 1],
        "claimed": _card(s, heard, speech) if heard >= 0 and _still_open(heads[heard]) else None,
        "possible": int(BITS[fronts]) if not empty else 0,
        "truths": s.truths[other],
        "lies": s.lies[other],
        # Empty in a concealed state, unless the cards are the reader's own; a replay with open cards shows all.
        "hand": _cards(s, s.hand[other], speech) if own or s.hand[other] else None,
        "hand_size": int(hand_size(s, other)),
        "lodge": _card(s, s.lodge[other], speech) if s.lodge[other] >= 0 else None,
        "cemetery": _cards(s, s.cemetery[other], speech),
        "sealed": sealed if sealed != NONE else None,
        "heads": heads,
    }


def _head(s: State, place: int, other: int, reader: int, elsewhere: int, speech: Speech) -> Head:
    """What the reader can know of one character of a seat: dead, surely in play, surely not in front, surely in front."""
    bit = 1 << place
    private = s.recall[reader][other] if reader >= 0 else 0
    return {
        **_card(s, place, speech),
        "dead": bool(s.cemetery[other] & bit),
        "in_play": bool((s.in_play[other] | private) & bit) and not s.cemetery[other] & bit,
        "not_active": bool(elsewhere & bit),
        "active": s.active[other] == place,
    }


def _still_open(head: Head) -> bool:
    """May that character be in front? What was said of another is known to be untrue."""
    return not head["dead"] and not head["not_active"]


# What is under way.


def _one_of(registers: dict[str, int], names: tuple[str, ...]) -> int:
    return next((registers[name] for name in names if name in registers), NONE)


def _frame(s: State, place: int, speech: Speech) -> Frame:
    """One level of the stack, outermost first: who does what to whom, and how far it is."""
    kind, registers = under_way(s, place)
    shown: Frame = {
        "kind": kind,
        "step": STACK.name_of(s.frames[place][0]).partition(".")[2],
        "who": _one_of(registers, CONTROLLERS),
        "whom": registers["seat"] if kind == "overload" else _one_of(registers, BEFALLEN),
        "character": None,
        "weapon": None,
        "detail": "",
        "outcome": "",
        "targets": [],
    }
    if kind == "claim":
        shown["character"] = _card(s, registers["character"], speech)
        shown["detail"] = "defence" if registers["purpose"] else "action"
        shown["outcome"] = CLAIM_OUTCOMES[registers["verdict"]]
    elif kind in ("power", "reaction"):
        shown["character"] = _card(s, registers["card"], speech)
        shown["detail"] = "vengeance" if registers["box"] in (RED_ACTION, RED_REACTION) else "normal"
    elif kind == "execution":
        shown["weapon"] = weapon(s, registers["card"], speech)
    elif kind == "attack":
        shown["detail"] = "power" if registers["means"] else "weapon"
        shown["undefendable"] = bool(registers["undefendable"])
        shown["outcome"] = OUTCOMES[registers["ended"]]
    elif kind == "loss":
        shown["detail"] = CAUSES[registers["cause"]]
    elif kind == "placement":
        shown["detail"] = "other" if registers["manner"] else "free"
    elif kind == "overload":
        shown["weapon"] = weapon(s, s.weapon[registers["seat"]], speech)
    elif kind == "change":
        shown["detail"] = "keeping" if registers["manner"] else "zero"
    if kind in PROGRAMS:
        shown["targets"] = [registers["targets"] >> 3 * i & 7 for i in range(registers["targeted"])]
        shown["names"] = _cards(s, registers["named"], speech)
        told = list(program(s, _begins(s, registers)))
        does = {op for op, _ in told}
        shown["aims"] = aims(told, registers["marker"])
        for op, number in told:
            if op in OFFERS:
                shown["offers"] = {"kind": OFFERS[op], "n": number}
        shown["guesses"] = ins.GUESS in does
        shown["kills"] = ins.ATTACK in does or ins.SLASH_HAND in does
        if ins.STEAL in does and place == s.depth - 1:
            shown["steals"], shown["room"] = stealing(s)
    return shown


def _begins(s: State, registers: dict[str, int]) -> int:
    """Where in `code` a program under way begins."""
    card, box = registers["card"], registers["box"]
    return execution_of(s, card) if box == EXECUTION else 2 * s.boxes[s.cast[card]][box] + 1


def _claim(s: State, reader: int, speech: Speech) -> Claim | None:
    """The innermost announcement, with what the reader can make of it."""
    place = innermost(s, CLAIM.number)
    if place < 0:
        return None
    claim = under_way(s, place)[1]
    who, said = claim["announcer"], claim["character"]
    shown: Claim = {
        **character(s, s.cast[said], speech),
        "gain": 0,
        "risk": 0,
        "seat": who,
        "place": said,
        "defence": bool(claim["purpose"]),
        "possible": 0,
        "estimate": None,
        "buried": False,
        "goes_on": False,
        "flat": bool(s.flat_denunciation),
        "before": [],
    }
    if s.ask == ASK_DENOUNCE and reader != who:
        shown["possible"] = int(BITS[fronts_left(s, who)])
        shown["estimate"] = int(front_told(s, who, said) + 5) // 10
        shown["buried"] = bool(s.cemetery[who] >> said & 1)
        if reader >= 0:
            shown["goes_on"] = attack_goes_on(s)
            shown["before"] = goes_before(s, reader, who)
            # What a denunciation would bring the reader, and what it would bring the announcer.
            shown["gain"] = stake(s, reader, who)
            shown["risk"] = stake(s, who, reader)
    return shown


def attack_goes_on(s: State) -> bool:
    """Is the announcement a defence against an attack, which goes on if it is a lie (BF-DEF-5, BF-R27)?"""
    return bool(under_way(s, innermost(s, CLAIM.number))[1]["purpose"]) and not s.absorb_failed_defence


def doomed_by(s: State, seat: int) -> int:
    """Whose attack goes on against the hero that the seat puts in front now: its false defence was caught (BF-DEF-5)."""
    attack, claim = innermost(s, ATTACK.number), innermost(s, CLAIM.number)
    if not 0 <= attack < claim or s.absorb_failed_defence:
        return NONE
    fought, said = under_way(s, attack)[1], under_way(s, claim)[1]
    caught = said["announcer"] == seat == fought["target"] and said["verdict"] == LIE
    return fought["attacker"] if caught else NONE


def stake(s: State, winner: int, loser: int) -> int:
    """Points of a denunciation (BF-R17)."""
    return 2 if s.flat_denunciation else bounty(s, winner, loser)


def bounty(s: State, killer: int, victim: int) -> int:
    """Points of a kill (BF-SCORE-2 to 6)."""
    return (1 if s.kills[killer] else 2) + is_sole_leader(s, victim)


# Choices in words, with what lies on the table.


def describe(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    """A choice said with its circumstances, where the verb alone would be bare."""
    if choice.verb == DENOUNCE and s.ask == ASK_DENOUNCE:
        claim = under_way(s, s.depth - 1)[1]
        return speech.say(
            "describe.denounce",
            seat=speech.name("seat", claim["announcer"]),
            character=speech.name("character", s.cast[claim["character"]]),
        )
    if choice.verb == PASS and s.ask == ASK_DEFEND:
        return speech.say("describe.stand")
    if choice.verb == ANNOUNCE and s.ask in (ASK_ACTION, ASK_DEFEND) and s.place_of[choice.arg] != NONE:
        true = seat >= 0 and s.active[seat] == s.place_of[choice.arg]
        return speech.say(
            "describe.announce_true" if true else "describe.announce_bluff",
            character=speech.name("character", choice.arg),
        )
    if choice.verb == TAKE and s.arms[choice.arg]:
        return speech.say(
            "describe.take",
            weapon=speech.name("weapon", choice.arg),
            trigger=trigger_square(s, choice.arg),
            top=top_square(s, choice.arg),
        )
    return None
