"""Characters, weapons and dice: read from packs, checked, and compiled into the state.

The two boxes come with the game. A user's pack adds characters and weapons, or corrects those of a box by using their
ids. Powers and executions are lists of short lines; `compile_program` turns them into bytes (`instructions.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import OptionError
from bagarre.kernel.pack import Entry, Pack, shipped_pack
from bagarre.kernel.speech import Names

from . import instructions as ins
from .instructions import byte
from .state import CAST, CHARACTERS, CODE, COPIES, NONE, WEAPON_CARDS, WEAPONS, State

FOLDER = Path(__file__).parent / "content"
BOXES = ("vhs", "dvd")
CLASSES = ("assassin", "defense", "ammo", "trick")
PACK_FORMAT = 1
BOX_PATHS = (("normal", "action"), ("vengeance", "action"), ("normal", "reaction"), ("vengeance", "reaction"))
"""Where the four boxes of a character are found, in the order of the state."""

# The lines of a program: words without a number, and words with the numbers they take.
PLAIN = {
    "target": byte(ins.TARGET, ins.ANY),
    "target neighbour": byte(ins.TARGET, ins.NEIGHBOUR),
    "target charged": byte(ins.TARGET, ins.CHARGED),
    "target ahead": byte(ins.TARGET, ins.AHEAD),
    "target highest": byte(ins.TARGET, ins.HIGHEST),
    "target or stop": byte(ins.TARGET_OR_STOP, ins.ANY),
    "target charged or stop": byte(ins.TARGET_OR_STOP, ins.CHARGED),
    "neighbours": byte(ins.NEIGHBOURS),
    "opponents": byte(ins.OPPONENTS),
    "others": byte(ins.OTHERS),
    "attacker": byte(ins.ATTACKER),
    "direction": byte(ins.DIRECTION),
    "next": byte(ins.NEXT),
    "name": byte(ins.NAME),
    "destination": byte(ins.DESTINATION),
    "attack": byte(ins.ATTACK),
    "attack undefendable": byte(ins.ATTACK, 1),
    "slay": byte(ins.SLAY),
    "slash_hand": byte(ins.SLASH_HAND),
    "guess": byte(ins.GUESS),
    "peek": byte(ins.PEEK),
    "show": byte(ins.SHOW),
    "redeploy": byte(ins.REDEPLOY),
    "redeploy self": byte(ins.REDEPLOY_SELF),
    "redeploy_diff": byte(ins.REDEPLOY_DIFF),
    "revive": byte(ins.REVIVE),
    "gift amount": byte(ins.GIFT, 0),
    "drain all": byte(ins.DRAIN, 0),
    "move": byte(ins.MOVE),
    "new_weapon": byte(ins.NEW_WEAPON),
    "new_weapon_keep": byte(ins.NEW_WEAPON_KEEP),
    "swap_weapons": byte(ins.SWAP_WEAPONS),
    "swap_loaded": byte(ins.SWAP_LOADED),
    "keep": byte(ins.KEEP),
    "armory": byte(ins.ROLL_ARMORY),
    "execute": byte(ins.FIRE),
    "cancel": byte(ins.CANCEL),
    "copy": byte(ins.COPY_POWER),
    "one_of armory new_weapon": byte(ins.ONE_OF, ins.OFFER_ARMORY | ins.OFFER_NEW_WEAPON),
    "one_of armory execute": byte(ins.ONE_OF, ins.OFFER_ARMORY | ins.OFFER_EXECUTE),
    "one_of new_weapon execute": byte(ins.ONE_OF, ins.OFFER_NEW_WEAPON | ins.OFFER_EXECUTE),
    "one_of armory new_weapon execute": byte(
        ins.ONE_OF, ins.OFFER_ARMORY | ins.OFFER_NEW_WEAPON | ins.OFFER_EXECUTE
    ),
}
NUMBERED = {
    "amount": (ins.AMOUNT, 1, 7),
    "gain": (ins.GAIN, 1, 9),
    "gift": (ins.GIFT, 1, 7),
    "drain": (ins.DRAIN, 1, 7),
    "steal": (ins.STEAL, 1, 7),
    "lose": (ins.LOSE, 1, 12),
    "marker": (ins.MARKER, 0, 12),
}
CONDITIONS = {
    "if loaded": byte(ins.WHEN, ins.IF_LOADED),
    "if killed": byte(ins.WHEN, ins.IF_KILLED),
    "if cancelled": byte(ins.WHEN, ins.IF_CANCELLED),
    "if dodged": byte(ins.WHEN, ins.IF_DODGED),
    "may": byte(ins.MAY),
}

# Which lines make sense where, by their first word.
_DESIGNATE = {"target", "neighbours", "opponents", "others", "attacker", "next"}
_NEED_TARGET = {
    "attack", "slay", "slash_hand", "guess", "peek", "show", "redeploy", "redeploy_diff", "gift", "drain", "steal", "move",
    "swap_weapons", "swap_loaded",
}  # fmt: skip
_CHOOSE = {
    "target",
    "neighbours",
    "opponents",
    "others",
    "direction",
    "next",
    "name",
    "destination",
    "amount",
}
_COMMON = (_NEED_TARGET - {"attack", "guess", "move"}) | {
    "revive",
    "gain",
    "lose",
    "marker",
    "new_weapon",
    "new_weapon_keep",
}
ALLOWED = {
    "action": _CHOOSE | _COMMON | {"attack", "guess", "move", "armory", "execute", "copy", "one_of"},
    "reaction": _COMMON | {"cancel", "attacker"},
    "weapon": _CHOOSE | _COMMON | {"attack", "guess", "move", "armory", "keep"},
}

AFTER = {
    "guess": ("name",), "gift amount": ("amount",), "next": ("direction",), "destination": ("target",),
    "move": ("target", "destination", "amount"),
}  # fmt: skip
"""Lines that make sense only when others have been there before."""
LONGEST = 16
"""Lines of a program."""


@dataclass(frozen=True)
class Box:
    """A power: what it costs, what it asks for (or against what it helps), and its program."""

    title: dict[str, str]
    text: dict[str, str]
    header: int
    program: bytes


@dataclass(frozen=True)
class Character:
    id: str
    name: dict[str, str]
    archetype: dict[str, str]
    class_: str
    flag: str
    origin: str
    boxes: tuple[Box | None, ...]
    """In the order of `BOX_PATHS`."""
    trait: tuple[dict[str, str], dict[str, str]] | None
    """Title and text of the trait that sends it to the hand, when it has one."""


@dataclass(frozen=True)
class Weapon:
    id: str
    name: dict[str, str]
    text: dict[str, str]
    flag: str
    origin: str
    start: int
    trigger: int
    top: int
    unstable: bool
    program: bytes


@dataclass(frozen=True)
class Content:
    """Every character and weapon that is known, in a fixed order: the boxes first, then the user's packs."""

    characters: list[Character]
    weapons: list[Weapon]
    dice: dict[str, tuple[int, int]]
    names: Names
    packs: tuple[Pack, ...]


@lru_cache(maxsize=32)
def load(packs: tuple[Pack, ...]) -> Content:
    """The two boxes with the user's packs laid over them.

    :raises PackError: when a pack is wrong; names file, entry and field.
    """
    characters: dict[str, Character] = {}
    weapons: dict[str, Weapon] = {}
    for origin, pack in [(box, shipped_pack(FOLDER / f"{box}.toml")) for box in BOXES] + [
        ("own", p) for p in packs
    ]:
        root = pack.root()
        root.allow("pack", "character", "weapon")
        _check_header(root.entry("pack"))
        for _, entry in root.entries("character") if root.has("character") else ():
            read = read_character(entry, origin)
            characters[read.id] = read
        for _, entry in root.entries("weapon") if root.has("weapon") else ():
            arm = read_weapon(entry, origin)
            weapons[arm.id] = arm
        if len(characters) > CHARACTERS:
            raise root.wrong("character", "number", value=len(characters), least=CAST, most=CHARACTERS)
        if len(weapons) > WEAPONS:
            raise root.wrong(
                "weapon", "number", value=len(weapons), least=WEAPON_CARDS // COPIES, most=WEAPONS
            )
    cast, armoury = list(characters.values()), list(weapons.values())
    return Content(cast, armoury, _read_dice(), _names(cast, armoury), packs)


def _check_header(header: Entry) -> None:
    header.allow("format", "id", "name")
    header.number("format", PACK_FORMAT, PACK_FORMAT)
    header.text("id")
    header.names()


def _read_dice() -> dict[str, tuple[int, int]]:
    root = shipped_pack(FOLDER / "base.toml").root()
    return {
        name: (die.number("green", 0, 6), die.number("yellow", 0, 6)) for name, die in root.entries("dice")
    }


def read_character(entry: Entry, origin: str) -> Character:
    entry.allow("id", "clause", "flag", "note", "class", "name", "archetype", "normal", "vengeance", "trait")
    boxes: list[Box | None] = []
    for mode, timing in BOX_PATHS:
        group = entry.entry(mode)
        group.allow("action", "reaction")
        # Every card prints a normal and a red power; reactions are for some (BF-C notes).
        boxes.append(
            read_box(group.entry(timing), timing) if timing == "action" or group.has(timing) else None
        )
    trait = None
    if entry.has("trait"):
        card = entry.entry("trait")
        card.allow("title", "text", "does")
        card.one_of("does", ("return_to_hand",))
        trait = (card.names("title"), card.names("text"))
    return Character(
        id=entry.text("id"),
        name=entry.names(),
        archetype=entry.names("archetype") if entry.has("archetype") else {"fr": "", "en": ""},
        class_=entry.one_of("class", CLASSES),
        flag=entry.flag(),
        origin=origin,
        boxes=tuple(boxes),
        trait=trait,
    )


def read_box(entry: Entry, timing: str) -> Box:
    program = compile_program(entry, timing)
    header = entry.number("cost", 0, ins.COST, default=0)
    if timing == "reaction":
        entry.allow("title", "text", "cost", "against", "does")
        kinds = entry.listing("against")
        for kind in kinds:
            if kind not in ("weapon", "power"):
                raise entry.wrong("against", "one_of", value=kind, allowed="weapon, power")
        header |= (ins.AGAINST_WEAPON if "weapon" in kinds else 0) | (
            ins.AGAINST_POWER if "power" in kinds else 0
        )
    else:
        entry.allow("title", "text", "cost", "does")
        header |= _needs(program)
        if header & ins.NEEDS_DEAD and header & ins.COST:
            # A copy costs what it copies (BF-C-12).
            raise entry.wrong("cost", "number", value=header & ins.COST, least=0, most=0)
    return Box(entry.names("title"), entry.names("text"), header, program)


def read_weapon(entry: Entry, origin: str) -> Weapon:
    entry.allow("id", "flag", "note", "name", "start", "trigger", "max", "unstable", "text", "does")
    top = entry.number("max", 1, 12)
    return Weapon(
        id=entry.text("id"),
        name=entry.names(),
        text=entry.names("text"),
        flag=entry.flag(),
        origin=origin,
        start=entry.number("start", 0, top),
        trigger=entry.number("trigger", 1, top),
        top=top,
        unstable=entry.switch("unstable"),
        program=compile_program(entry, "weapon"),
    )


def _needs(program: bytes) -> int:
    """What must be there for the compulsory choices of an action (BF-ANN-4)."""
    needs = 0
    guarded = False
    for code in program:
        op, number = ins.OPERATION[code], ins.NUMBER[code]
        if not guarded and op == ins.TARGET and number == ins.CHARGED:
            needs |= ins.NEEDS_CHARGED
        if not guarded and op == ins.TARGET and number == ins.AHEAD:
            needs |= ins.NEEDS_AHEAD
        if op == ins.COPY_POWER:
            needs |= ins.NEEDS_DEAD
        guarded = op in (ins.WHEN, ins.WHEN_MARKER, ins.MAY)
    return needs


def compile_program(entry: Entry, timing: str) -> bytes:
    """The lines of `does` as instructions.

    :raises PackError: when a line is not known, not allowed there, or has nobody to act on.
    """
    lines = entry.listing("does")
    if not 1 <= len(lines) <= LONGEST:
        raise entry.wrong("does", "number", value=len(lines), least=1, most=LONGEST)
    code: list[int] = []
    said: set[str] = set()
    aimed = False
    moves = "move" in lines
    for line in lines:
        *conditions, statement = [part.strip() for part in str(line).split(":")]
        word = statement.split(" ")[0]
        code += [_condition(entry, condition) for condition in conditions]
        if word not in ALLOWED[timing]:
            raise entry.wrong("does", "one_of", value=line, allowed=", ".join(sorted(ALLOWED[timing])))
        if statement in PLAIN:
            code.append(PLAIN[statement])
        else:
            code.append(_numbered(entry, statement, moves))
        # An effect on somebody must come after somebody was designated.
        if word in _NEED_TARGET and statement != "redeploy self" and not aimed:
            raise entry.wrong(
                "does", "one_of", value=line, allowed=", ".join(sorted(_DESIGNATE & ALLOWED[timing]))
            )
        missing = [other for other in AFTER.get(statement, ()) if other not in said]
        if missing:
            raise entry.wrong("does", "one_of", value=line, allowed=f"{missing[0]} … {statement}")
        if timing == "weapon" and statement.startswith(("target charged", "target ahead")):
            # A loaded weapon can always be used (BF-WEAPON-9).
            raise entry.wrong(
                "does", "one_of", value=line, allowed="target, target neighbour, target highest"
            )
        said.add(word)
        aimed = aimed or word in _DESIGNATE
    return bytes([*code, byte(ins.END)])


def _condition(entry: Entry, text: str) -> int:
    if text in CONDITIONS:
        return CONDITIONS[text]
    if text.startswith("if marker "):
        return byte(ins.WHEN_MARKER, _small_number(entry, text.removeprefix("if marker "), 0, 12))
    raise entry.wrong("does", "one_of", value=text, allowed=", ".join([*CONDITIONS, "if marker N"]))


def _numbered(entry: Entry, statement: str, moves: bool) -> int:
    word, _, rest = statement.partition(" ")
    if statement.startswith("attack dodge "):
        return byte(ins.ATTACK, 2 * _small_number(entry, statement.removeprefix("attack dodge "), 1, 3))
    if word not in NUMBERED:
        raise entry.wrong(
            "does", "one_of", value=statement, allowed=", ".join([*PLAIN, *(f"{w} N" for w in NUMBERED)])
        )
    op, least, most = NUMBERED[word]
    if op == ins.AMOUNT and moves:
        # What is moved cannot exceed what is there (BF-C-STAN).
        op = ins.AMOUNT_HELD
    return byte(op, _small_number(entry, rest, least, most))


def _small_number(entry: Entry, text: str, least: int, most: int) -> int:
    if not text.isdigit() or not least <= int(text) <= most:
        raise entry.wrong("does", "number", value=text, least=least, most=most)
    return int(text)


def _names(characters: list[Character], weapons: list[Weapon]) -> Names:
    """Everything that is said of a card, for views and sentences, by kind and number."""
    empty = {"fr": "", "en": ""}
    names: dict[str, list[dict[str, str]]] = {
        "character": [c.name for c in characters],
        "archetype": [c.archetype for c in characters],
        "class": [_same(c.class_) for c in characters],
        "character_id": [_same(c.id) for c in characters],
        "character_flag": [_same(c.flag) for c in characters],
        "character_origin": [_same(c.origin) for c in characters],
        "trait_title": [c.trait[0] if c.trait else empty for c in characters],
        "trait_text": [c.trait[1] if c.trait else empty for c in characters],
        "weapon": [w.name for w in weapons],
        "weapon_text": [w.text for w in weapons],
        "weapon_id": [_same(w.id) for w in weapons],
        "weapon_flag": [_same(w.flag) for w in weapons],
        "weapon_origin": [_same(w.origin) for w in weapons],
    }
    for number in range(len(BOX_PATHS)):
        boxes = [c.boxes[number] for c in characters]
        names[f"box_title_{number}"] = [box.title if box else empty for box in boxes]
        names[f"box_text_{number}"] = [box.text if box else empty for box in boxes]
    return names


def _same(word: str) -> dict[str, str]:
    return {"fr": word, "en": word}


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Write options and cards into the state, before the deal."""
    s.target = int(options["target"])
    s.max_turns = options["max_turns"] or 0
    s.casting_mode = ("balanced_random", "random", "chosen").index(options["casting"])
    s.first_seat = options["first_seat"] - 1 if options["first_player"] == "chosen" else NONE
    if s.first_seat >= s.seats:
        raise OptionError(
            "option_value", option="first_seat", value=options["first_seat"], allowed=f"1–{s.seats}"
        )
    s.restart_on_start = int(options["weapon_restart"] == "start_square")
    s.self_overload = int(options["self_overload"])
    s.polling_clockwise = int(options["denounce_polling"] == "clockwise")
    s.denounce_from_turn = int(options["denounce_order"] == "turn_player")
    s.flat_denunciation = int(options["denounce_points"] == "flat2")
    s.rechoose_after = int(options["rechoose_timing"] == "after_power")
    s.absorb_failed_defence = int(options["failed_defence"] == "absorbed")
    s.tiebreak_sum = int(options["tiebreak"] == "sum")
    s.reactions = int(options["reactions"])
    s.green_faces, s.yellow_faces = content.dice[options["dice"]]
    edition = options["edition"]
    chosen = {"own"} if edition == "own" else {"own", *BOXES} if edition == "mixed" else {"own", edition}
    characters = [i for i, c in enumerate(content.characters) if c.origin in chosen]
    weapons = [i for i, w in enumerate(content.weapons) if w.origin in chosen]
    if len(characters) < CAST or len(weapons) * COPIES < WEAPON_CARDS:
        raise OptionError(
            "option_value", option="edition", value=edition, allowed=", ".join((*BOXES, "mixed"))
        )
    _write_cards(s, content, characters, weapons)


def _write_cards(s: State, content: Content, characters: list[int], weapons: list[int]) -> None:
    tape = Tape(s)
    for i in characters:
        character = content.characters[i]
        s.available |= 1 << i
        s.assassins |= (character.class_ == "assassin") << i
        s.defenders |= (character.class_ == "defense") << i
        s.suppliers |= (character.class_ == "ammo") << i
        s.returners |= (character.trait is not None) << i
        for number, box in enumerate(character.boxes):
            s.boxes[i][number] = tape.write(bytes([box.header]) + box.program) if box else 0
    for i in weapons:
        w = content.weapons[i]
        track = bytes([w.start | w.trigger << 4, w.top | w.unstable << 4])
        s.arms[i] = tape.write(track + w.program)
        s.unseen[i] = COPIES
    tape.check(content)


class Tape:
    """Writes programs into the state one after the other, equal ones only once, on even places from 2 on."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.next = 2
        self.written: dict[bytes, int] = {}

    def write(self, program: bytes) -> int:
        """Half the place where the program stands."""
        if program not in self.written:
            self.written[program] = self.next // 2
            if self.next + len(program) <= CODE:
                self.s.code[self.next : self.next + len(program)] = list(program)
            self.next += len(program) + len(program) % 2
        return self.written[program]

    def check(self, content: Content) -> None:
        if self.next > CODE:
            last = content.packs[-1].root() if content.packs else shipped_pack(FOLDER / "base.toml").root()
            raise last.wrong("does", "number", value=self.next, least=0, most=CODE)
