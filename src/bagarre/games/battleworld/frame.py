"""What the frame of the page says around the board."""

from typing import Any

from bagarre.kernel.speech import Speech

from . import choices
from .combat_view import is_hopeless, means
from .prospects import WORTH_TELLING, losses
from .shapes import AttackOdds, Combat, Fighter, Piece, Plan, Roll, RollChances, View

HEADINGS = ("turn", "resolution")
NUMBERS = True
"""The page counts dice, falls and turns from the lines of the log (board/teller.js)."""
SMALL = (
    "grip_paid",
    "holds",
    "lets_be",
    "entity_holds",
    "nothing_to_do",
    "rolls",
    "support_rolls",
    "entity_rolls",
    "raises",
    "deployed",
    "clock_ticks",
    "pays",
    "keeps_plan",
)
"""How the kinds of events begin that the short log leaves out: they repeat, or are steps towards what is told anyway."""

ROUTINE = {"planning": "plan idle", "stepping": "pass", "supporting": "apart"}
"""What is chosen when a clock runs out, where the first choice of the menu would commit too much."""

FEW_STEPS = 10
"""Squares to go to, up to which the bar has room for more than their names."""

WIDE_STEPS = 5
"""Squares to go to, up to which the bar has room for whom it pays to attack from there."""

MANY_TARGETS = 4
"""Targets from which on their keys have room for the chance to win only; the rows tell the rest."""

MANY_ROLLS = 4
"""Rolls that an auction offers, from which on their keys have room for whose die and whose token only; the duel shows the chances."""

KEYS = {
    "activating": {f"activate {number}": str(number) for number in range(1, 5)},
    "stepping": {**{f"act {number}": str(number) for number in range(1, 5)}, "pass": "5"},
    "targeting": {
        **{f"attack {number}": str(number) for number in range(1, 5)},
        **{f"assault {module}": key for module, key in zip(choices.MODULES, "567", strict=True)},
        "defy 1": "8",
        "defy 2": "9",
    },
}
"""Fighters have the keys of their places in the roster, modules and entities those after them: a key means the same in every turn."""

CLAUSES = {
    "elimination": "BW-WIN-1",
    "base_destroyed": "BW-WIN-2",
    "world_destroyed": "BW-WIN-4",
    "mutual_destruction": "BW-WIN-6",
    "points": "BW-WIN-7",
}
"""The clause of each ending."""


def frame(view: View, seat: int, speech: Speech) -> dict[str, Any]:
    said: dict[str, Any] = {
        "title": _title(view, speech),
        "ask": _ask(view, speech),
        "avatars": ["bw-side-0", "bw-side-1"],
        "mood": "battle",
    }
    if view["stage"] == "over":
        said["results"] = [_result(view, side, speech) for side in (0, 1)]
        said["points"] = [side["alive"] for side in view["sides"]]
        said["decided"] = CLAUSES[view["ending"]]
    if view["asked"]:
        said |= {
            "labels": _labels(view, seat, speech),
            "hints": _hints(view, speech),
            "alarms": _alarms(view, speech),
            "keys": KEYS.get(view["stage"], {}),
            "groups": _groups(view, seat, speech),
            "aside": _aside(view["combat"]) if view["stage"] == "bidding" and view["combat"] else [],
            # Nothing is hidden in this game: whoever looks at the table sees that there is but one answer.
            "alone": True,
            "timeout": ROUTINE.get(view["stage"]),
        }
    return said


def _result(view: View, side: int, speech: Speech) -> str:
    """What decided for a side, in words; the board names the clause."""
    if view["ending"] == "points":
        return ", ".join(_points(view, side, speech))
    alive = speech.say("board.result.alive", n=view["sides"][side]["alive"])
    modules = speech.say(
        "board.result.modules", n=sum(not module["destroyed"] for module in view["sides"][side]["modules"])
    )
    return speech.say("board.result.standing", alive=alive, modules=modules)


def _points(view: View, side: int, speech: Speech) -> list[str]:
    """As many of the three counts as were needed (BW-WIN-7)."""
    told = []
    for key, (heroes, villains) in (view["points"] or {}).items():
        # With others beside it the first count is short: a phone has one line for each place.
        word = "felled" if key == "dead" and heroes == villains else key
        told.append(speech.say(f"board.result.{word}", n=(heroes, villains)[side]))
        if heroes != villains:
            break
    return told


def _title(view: View, speech: Speech) -> str:
    if view["turn"]:
        return speech.say("board.where", n=view["turn"], phase=view["phase_name"])
    return str(view["phase_name"])


def _ask(view: View, speech: Speech) -> str:
    """The question put to the reader, or who is awaited."""
    if view["stage"] == "over":
        return speech.say("board.ask.over")
    if not view["asked"]:
        decider = view["decider"]
        return (
            speech.say("board.ask.wait", name=view["sides"][decider]["player"]) if decider in (0, 1) else ""
        )
    question, combat = view["question"], view["combat"]
    piece = question["piece"]
    name = view["pieces"][piece]["name"] if piece is not None and piece in range(len(view["pieces"])) else ""
    stage = view["stage"]
    if stage == "bidding" and combat is not None:
        lead = combat["lead"] if combat["window"] == 0 else -combat["lead"]
        how = "pressing" if combat["pressing"] else "behind" if lead < 0 else "ahead" if lead > 0 else "level"
        if how == "behind":
            how = f"behind.{means(combat['choices'])}"
        return speech.say(f"board.ask.bidding_{how}", n=abs(lead))
    if question["power"] is not None:
        return speech.say("board.ask.power", name=name, power=question["power"])
    if stage not in ("order_who", "order_where") and question["order"] is not None:
        return speech.say("board.ask.order", order=question["order"])
    if question["passed"]:
        return speech.say(
            "board.ask.stepping_passed",
            name=next(side["player"] for side in view["sides"] if side["seat"] != view["decider"]),
        )
    return speech.say(f"board.ask.{stage}", name=name)


def _groups(view: View, seat: int, speech: Speech) -> list[dict[str, Any]]:
    """The bar of an auction is that of `_auction`, that of targets with what pays most, as the rows of odds, that of a plan begins with what does something here and now, that of a move with what reaches most, then with what leads forward, that of the factions with the advised one; elsewhere the order of the menu is good."""
    if view["stage"] == "bidding" and view["combat"] is not None:
        aside = _aside(view["combat"])
        kept = {
            "choices": [each for each in _auction(view, view["combat"]) if each not in aside],
            "steady": True,
        }
        told = speech.say("board.label.aside", n=len(aside))
        return [kept, {"choices": aside, "label": told, "goes": ".bw .aside", "more": True}][
            : 1 + bool(aside)
        ]
    if view["stage"] == "targeting":
        return [{"choices": [line["choice"] for line in view["odds"]]}]
    if view["question"]["plans"]:
        return [{"choices": [plan["pick"] for plan in sorted(view["question"]["plans"], key=_use)]}]
    if view["stage"] == "choosing" and view["pool"]:
        advised = _advised(view)
        picks = [faction["pick"] for faction in view["pool"]]
        return [{"choices": sorted(picks, key=lambda pick: pick != advised)}]
    steps = view["question"]["steps"]
    forward = -1 if seat == 0 else 1
    return (
        [{"choices": sorted(steps, key=lambda step: (-steps[step], forward * int(step[-1])))}]
        if steps
        else []
    )


def _advised(view: View) -> str:
    """The faction with the most life among those one may choose: it forgives a newcomer most."""
    free = [faction for faction in view["pool"] or [] if faction["free"]]
    return max(free, key=lambda f: sum(card["life"] for card in f["cards"]))["pick"] if free else ""


def _auction(view: View, combat: Combat) -> list[str]:
    """What ends it, the raise and the fighter's own token, each in its place even when it cannot be chosen; then what else there is.

    Yielding loses the combat: it is the last, never where holding was pressed a moment ago.
    """
    kept = ["stop" if combat["pressing"] else "hold", "raise"]
    # No token is ever used against an entity (BW-REROLL-8).
    if _own_reroll(combat) and combat["kind"] != "cosmic":
        kept.append(_own_reroll(combat))
    others = [line["choice"] for line in combat["choices"] if line["choice"] not in kept]
    lead = combat["lead"] if combat["window"] == 0 else -combat["lead"]
    return [*kept, *others, *(["yield"] if lead < 0 and not combat["pressing"] else [])]


def _aside(combat: Combat) -> list[str]:
    """Dice of helpers, and tokens that they lend, that are not enough by themselves: where there are several, they are one key that leads to them."""
    lent = [
        roll["choice"]
        for roll in combat["choices"]
        if roll["choice"].startswith("reroll") and roll["choice"] != _own_reroll(combat) and _is_short(roll)
    ]
    return lent if len(lent) > 1 else []


def _own_reroll(combat: Combat) -> str:
    """The principal's token, rolling the principal's die."""
    piece = combat["attack" if combat["window"] == 0 else "defence"]["piece"]
    return f"reroll {(piece & 3) + 1}" if piece is not None else ""


def _is_short(roll: RollChances) -> bool:
    """Does no face of that die bring one level, or, ahead for good, one wound more?"""
    if roll["more"] is not None:
        return roll["more"] == 0
    return _hundredths(roll["ahead"]) == _hundredths(roll["level"]) == 0


def _use(plan: Plan) -> tuple[bool, bool, bool]:
    """Plans that do something come first, of these the attack and what the module gives; waiting is the last of all."""
    return (
        plan["plan"] == "idle",
        plan["vain"],
        plan["plan"] not in ("attack", "module_heal", "module_energy"),
    )


def _labels(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """Short words: the question stands beside the bar."""
    own = [piece for piece in view["pieces"] if piece["seat"] == seat]
    foes = [piece for piece in view["pieces"] if piece["seat"] != seat]
    labels: dict[str, str] = {}
    for faction in view["pool"] or []:
        labels[faction["pick"]] = faction["name"]
        labels |= {card["pick"]: card["short"] for card in faction["cards"]}
    for verb in ("activate", "heal", "guard", "grant", "ally"):
        labels |= {f"{verb} {piece['number']}": piece["short"] for piece in own}
    for verb in ("attack", "strike", "enemy"):
        labels |= {f"{verb} {piece['number']}": piece["short"] for piece in foes}
    for square in view["squares"]:
        labels |= {f"{verb} {square['square']}": square["square"] for verb in ("deploy", "move", "to")}
    actor = view["actor"]
    if actor is not None:
        labels[f"move {view['pieces'][actor]['square']}"] = speech.say("board.label.stay")
    for piece in own:
        labels[f"act {piece['number']}"] = speech.say(
            "board.label.act", name=piece["short"], plan=piece["plan_name"]
        )
    for plan in view["question"]["plans"] or []:
        labels[plan["pick"]] = plan["name"]
    for module in view["sides"][1 - seat]["modules"]:
        labels[f"assault {module['kind']}"] = module["name"]
    for number, entity in enumerate(view["entities"], start=1):
        labels[f"defy {number}"] = entity["name"]
    if view["stage"] == "supporting" and view["question"]["piece"] is not None:
        die = view["pieces"][view["question"]["piece"]]["die"]
        labels |= {"join": speech.say("board.label.join", die=die), "apart": speech.say("board.label.apart")}
    if view["combat"] is not None and view["combat"]["window"] is not None:
        labels["raise"] = _raise(view["combat"], speech)
        labels["power"] = speech.say("board.short.power")
        labels |= _rerolls(view, view["combat"], own, speech)
    return {choice: str(words) for choice, words in labels.items()}


def _raise(combat: Combat, speech: Speech) -> str:
    corner = combat["attack" if combat["window"] == 0 else "defence"]
    key = "raise" if corner["bonus"] else "raise_plain"
    return speech.say(f"board.label.{key}", die=corner["die"], bonus=corner["bonus"], source=corner["source"])


def _principal(view: View, corner: Fighter) -> str:
    """Who fights in that corner, by the short name where there is one."""
    return view["pieces"][corner["piece"]]["short"] if corner["piece"] is not None else corner["name"]


def _rerolls(view: View, combat: Combat, own: list[Piece], speech: Speech) -> dict[str, str]:
    """Whose die each green token would roll again, and whose token it is: several of them lie side by side."""
    corner = combat["attack" if combat["window"] == 0 else "defence"]
    labels = {
        f"reroll {piece['number']}": speech.say("board.label.reroll_spent", name=piece["short"])
        for piece in own
        if piece["piece"] == corner["piece"]
    }
    for piece in own:
        for verb, roll in (
            ("reroll", _roll_of(corner, piece)),
            ("reroll_initiator", _last_roll(combat["attack"])),
        ):
            if roll and f"{verb} {piece['number']}" in {line["choice"] for line in combat["choices"]}:
                key = "reroll_lent" if verb == "reroll_initiator" else "reroll"
                # The defence has the attacker's die rolled again.
                if verb == "reroll_initiator" and combat["window"] == 1:
                    key = "reroll_theirs"
                elif key == "reroll_lent" and len(_auction(view, combat)) > MANY_ROLLS:
                    key = "reroll_lent_short"
                labels[f"{verb} {piece['number']}"] = speech.say(
                    f"board.label.{key}",
                    face=roll["face"],
                    name=piece["short"],
                    owner=_principal(view, combat["attack"]),
                )
    return labels


def _roll_of(corner: Fighter, piece: Piece) -> Roll | None:
    """The die that a piece would roll again: the last of the principal, or the one with which it supports."""
    if piece["piece"] == corner["piece"]:
        return _last_roll(corner)
    return next((roll for roll in corner["rolls"] if str(roll["name"]) == str(piece["name"])), None)


def _last_roll(corner: Fighter) -> Roll | None:
    rolls = [roll for roll in corner["rolls"] if roll["kind"] != "support"]
    return rolls[-1] if rolls else None


def _hints(view: View, speech: Speech) -> dict[str, str]:
    """Odds in words: after the roll, or after the first rolls of an attack; what ending the auction means; plans in vain."""
    hints = {}
    for line in view["odds"] if view["stage"] == "targeting" else []:
        hints[line["choice"]] = _expected(view, line, speech)
    if view["stage"] == "choosing" and _advised(view):
        hints[_advised(view)] = speech.say("board.hint.advised")
    hints |= {act: told for act, told in (view["question"]["acts"] or {}).items() if told}
    steps = view["question"]["steps"] or {}
    for step, reach in steps.items():
        # With many squares there is room for their names only; the field shows the chance from each.
        if reach and len(steps) <= FEW_STEPS:
            best = view["question"]["best"][step]
            narrow = len(steps) > WIDE_STEPS
            hints[step] = speech.say("board.key.won", won=best["won"]) if narrow else best["told"]
        elif step in view["question"]["cosmic"] and len(steps) <= FEW_STEPS and len(view["entities"]) == 1:
            hints[step] = speech.say("board.hint.reach_cosmic", name=view["clock"]["name"])
    for plan in view["question"]["plans"] or []:
        if plan["vain"] and plan["plan"] != "idle":
            hints[plan["pick"]] = speech.say(f"board.vain.{plan['plan']}")
        elif plan["brief"]:
            hints[plan["pick"]] = plan["brief"]
    combat = view["combat"]
    if combat is not None and view["stage"] == "bidding":
        hints["stop"] = (
            combat["falls"] if combat["falls"] and _is_ahead(view, combat) else _stops(view, combat, speech)
        )
        # An entity goes no further by itself, nor does who has nothing left, and whoever is down cannot be hurt more.
        sure = "" if combat["pressed"] and not combat["falls"] else "_sure"
        hurt = (
            f"yield{'_resistance' * (combat['loses'] == 'resistance')}{sure}"
            if combat["wounds"]
            else f"yield_unhurt{'_prize' * _free_slot(view, combat, 1 - (combat['window'] or 0))}"
        )
        hurt = "yield_pressed" if combat["press_falls"] else hurt
        hints["yield"] = speech.say(f"board.hint.{hurt}", n=combat["wounds"])
        lead = combat["lead"] if combat["window"] == 0 else -combat["lead"]
        hints["hold"] = speech.say("board.hint.hold_behind" if lead < 0 else "board.hint.hold")
        hints |= _spent(view, combat, speech)
    if view["stage"] == "stepping":
        ends = view["question"]["ends"]
        hints["pass"] = speech.say(f"board.hint.pass{f'_{ends}' if ends else ''}")
    if combat is not None:
        many = len(combat["choices"]) >= MANY_ROLLS
        hints |= {
            roll["choice"]: _roll(view, combat, roll, speech)
            for roll in combat["choices"]
            if not many or not roll["choice"].startswith("reroll")
        }
    return hints


def _stops(view: View, combat: Combat, speech: Speech) -> str:
    """What stopping takes: wounds, resistance or energy; of an entity that has none, a victory token at most."""
    loses = combat["loses"] or "life"
    if loses == "energy" and not combat["wounds"]:
        loses = "empty" if _free_slot(view, combat, 0) else "nothing"
    return speech.say(f"board.hint.stop_{loses}", n=combat["wounds"])


def _free_slot(view: View, combat: Combat, side: int) -> bool:
    """Would that side of the combat take a victory token if it won (BW-COMBAT-9)?"""
    piece = combat["defence" if side else "attack"]["piece"]
    return piece is not None and view["pieces"][piece]["victory"] < view["pieces"][piece]["slots"]


def _spent(view: View, combat: Combat, speech: Speech) -> dict[str, str]:
    """Why the raise or the fighter's own token, whose keys keep their places, cannot be used."""
    corner = combat["attack" if combat["window"] == 0 else "defence"]
    if corner["piece"] is None:
        return {}
    own = f"reroll {view['pieces'][corner['piece']]['number']}"
    spent = {"raise": not corner["power"], own: not corner["reroll"]}
    words = {"raise": "no_power", own: "no_token"}
    return {choice: speech.say(f"board.hint.{words[choice]}") for choice, gone in spent.items() if gone}


def _is_ahead(view: View, combat: Combat) -> bool:
    """Is whoever decides on the side that would win now?"""
    return (view["decider"] == combat["attack"]["seat"]) == (combat["lead"] > 0)


def _alarms(view: View, speech: Speech) -> dict[str, str]:
    """An attack that can hardly be won is marked; whoever would go down by letting the combat stop is named on the key that does."""
    combat = view["combat"]
    if view["stage"] == "targeting":
        told = speech.say("board.hint.hopeless")
        return {line["choice"]: told for line in view["odds"] if is_hopeless(line)}
    if combat is None or _is_ahead(view, combat):
        return {}
    if not combat["falls"]:
        return {"yield": combat["press_falls"]} if combat["press_falls"] else {}
    return dict.fromkeys(("yield", "let_be", "stop"), combat["falls"])


def _roll(view: View, combat: Combat, roll: RollChances, speech: Speech) -> str:
    """What one more roll brings; that it can bring nothing is said first."""
    thing = "" if combat["loses"] in ("", "life") else "_thing"
    if roll["more"] == 0:
        needed = combat["attack" if combat["window"] == 0 else "defence"]["needed"]
        later = needed if roll["choice"] == "raise" else 0
        return speech.say(f"board.hint.{'no_more_yet' if later else 'no_more'}{thing}", n=later)
    again = _again(view, combat, roll["choice"])
    # The defence has the attacker's die rolled again for less, everybody else rolls for more.
    lowest = combat["window"] == 1 and roll["choice"].startswith("reroll_initiator")
    if again is not None and again["face"] == (1 if lowest else again["die"]):
        return speech.say("board.hint.lowest" if lowest else "board.hint.highest")
    if roll["more"] is None:
        return _after(combat, roll, speech)
    # Who goes down is what wins: one wound more is told by its name.
    if combat["next_falls"]:
        values = {"name": combat["next_falls"], "n": _hundredths(roll["more"])}
        return speech.say("prospect.way_character_down", **values)
    return percent(roll["more"], speech, f"more_hint{thing}")


def _again(view: View, combat: Combat, choice: str) -> Roll | None:
    """The die that a green token would roll again."""
    verb, _, number = choice.partition(" ")
    corner = combat["attack" if combat["window"] == 0 else "defence"]
    if verb == "reroll_initiator":
        return _last_roll(combat["attack"])
    if verb != "reroll" or corner["seat"] is None:
        return None
    return _roll_of(corner, view["pieces"][4 * corner["seat"] + int(number) - 1])


def _expected(view: View, line: AttackOdds, speech: Speech) -> str:
    """Over the whole combat, in the best way: the chance of being ahead at first says nothing of who can raise. The chance to win is that of the row."""
    best = line["best"]
    felled = _hundredths(best["felled"])
    if len(view["odds"]) > MANY_TARGETS:
        return speech.say("board.key.won", won=_hundredths(best["won"]))
    if is_hopeless(line):
        # A shot from beyond the target's reach costs no life, won or lost.
        free = round(best["taken"], 1) == 0
        cost = losses("life", 0, best["taken"], speech)
        told = speech.say(f"board.key.free{_prize(view, line)}") if free else speech.say("board.cost", **cost)
    elif felled >= WORTH_TELLING:
        told = speech.say(f"board.key.{line['kind']}_down", n=felled)
    else:
        told = speech.say("board.key.dealt", **losses(line["loses"], best["dealt"], 0, speech))
    helpers = [view["pieces"][helper]["short"] for helper in best["helpers"]]
    key = "lone" if not helpers else "together" if len(helpers) > 1 else "helped"
    helper = helpers[0] if helpers else ""
    return speech.say(f"board.key.{key}", won=_hundredths(best["won"]), told=told, helper=helper)


def _prize(view: View, line: AttackOdds) -> str:
    """The end of a key of the words where the target takes a victory token if the attack is lost (BW-COMBAT-9)."""
    if line["kind"] != "character":
        return ""
    foes = [piece for piece in view["pieces"] if piece["seat"] != view["pieces"][line["piece"]]["seat"]]
    foe = next(piece for piece in foes if line["choice"] == f"attack {piece['number']}")
    return "_prize" * (foe["victory"] < foe["slots"])


def _after(combat: Combat, roll: RollChances, speech: Speech) -> str:
    """Where one stands after a roll; what is certain is said so, and behind for certain, the wounds that are left."""
    ahead, level = round(100 * roll["ahead"]), round(100 * roll["level"])
    vain = "_harmless" * (combat["harmless"] and combat["window"] == 1)
    if roll["choice"] == "raise" and combat["several"]:
        raises, chance = combat["several"]
        cosmic = "_cosmic" * (combat["kind"] == "cosmic")
        return speech.say(f"board.hint.several{cosmic}{vain}", raises=raises, n=chance)
    key = "never" if ahead == level == 0 else "always" if ahead == 100 else "ahead"
    loses = combat["attack" if combat["window"] == 0 else "defence"]["loses"]
    if key == "never" and loses == "life" and round(roll["taken"], 1):
        key = "never_hurt"
    if key == "always" and combat["kind"] == "cosmic":
        key = "always_cosmic"
    if key in ("always", "ahead"):
        key += vain
    taken = losses("life", 0, roll["taken"], speech)["taken"]
    return speech.say(f"board.hint.{key}", ahead=ahead, level=level, taken=taken)


def percent(chance: float, speech: Speech, key: str = "percent") -> str:
    return speech.say(f"board.{key}", n=_hundredths(chance))


def _hundredths(chance: float) -> int:
    return round(100 * chance)
