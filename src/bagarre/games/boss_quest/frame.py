"""What the frame of the page says around the board."""

from typing import Any

from bagarre.kernel.speech import Speech

HEADINGS = ("round_begins", "fight_begins", "wins_game")
SMALL = (
    "bosses_shuffled",
    "spells_shuffled",
    "spell_laid",
    "mystery_laid",
    "weapons_dealt",
    "companion_dealt",
    "companion_reserved",
    "companions_back",
    "armourer",
    "reveals",
    "mystery_shown",
)
"""How the kinds of events begin that the short log leaves out: they repeat, or are steps towards what is told anyway."""

NUMBERS = True
"""A Mystery that is turned up is shown by its numbers."""

View = dict[str, Any]

TIMEOUTS = {"chain": "end_turn", "use": "discard", "read": "minus", "destiny": "life"}
"""What is chosen when a clock runs out; otherwise stopping the round, or the first choice of the menu."""


def frame(view: View, seat: int, speech: Speech) -> dict[str, Any]:
    me = view["seats"][seat] if view["asked"] else None
    said: dict[str, Any] = {
        "title": speech.say("board.round", n=view["round"]),
        "ask": _ask(view, me, speech),
        "avatars": [f"bq-k-{pawn}" for pawn in view["pawns"]],
        "mood": "reaper" if view["boss"]["reaper"] else "quest",
    }
    if view["phase"] == "finished":
        said["results"] = [_result(one, speech) for one in view["seats"]]
        said["points"] = [one["keys"] for one in view["seats"]]
    if me is not None:
        said |= {
            "groups": _groups(view, me),
            "labels": _labels(view, seat, speech),
            "hints": _hints(view, me, speech),
            "alone": _alone(view, me),
            "timeout": _timeout(view, me),
        }
    return said


def _result(one: View, speech: Speech) -> str:
    """Keys, and the hearts that part those who have as many (BQ-END-3, BQ-END-5)."""
    keys = speech.say("board.result" if _lives(one) else "board.result_dead", n=one["keys"])
    if not one["hearts"]:
        return keys
    return f"{keys}, {speech.say('board.result_hearts', n=one['hearts'])}"


def _lives(one: View) -> bool:
    """The dead stand behind the living, whatever their keys (BQ-END-6 and after): the line of results says so."""
    return bool(one["hearts"]) or one["role"] == "reaper"


def _ask(view: View, me: View | None, speech: Speech) -> str:
    phase = view["phase"]
    if phase == "finished":
        return speech.say("board.ask.finished")
    if me is None:
        return speech.say("board.ask.wait", name=view["seats"][view["decider"]]["name"])
    if phase == "turn":
        if me["visited"]:
            return speech.say("board.ask.repeat")
        if view["straggler"]:
            return speech.say("board.ask.turn_straggler")
        if me["over"]:
            return speech.say("board.ask.turn_over")
        if not view["risk"]:
            return speech.say("board.ask.turn_must")
        return speech.say("board.ask.turn_last" if view["alone"] else "board.ask.turn")
    if phase == "read":
        return speech.say("board.ask.read", name=view["potion"]["name"])
    spell = view["casting"]["name"] if view["casting"] else ""
    if phase in ("take", "use"):
        # The spells hide the reader's sum on a phone, and are about it.
        return speech.say(
            f"board.ask.{phase}", attack=str(me["attack"]).replace("-", "−"), hp=view["boss"]["hp"]
        )
    if phase == "target" and view["casting"]["icon"] == "swap-hidden":
        return speech.say("board.ask.target_swap", spell=spell)
    target = next((one["name"] for one in view["seats"] if one["target"]), None)
    if me["target"]:
        target = speech.say("why.you")
    if phase == "other" and target is not None and not me["target"]:
        return speech.say("board.ask.other_than", spell=spell, name=target)
    if phase == "amount" and target is not None:
        return speech.say("board.ask.amount_on", spell=spell, name=target)
    return speech.say(f"board.ask.{phase}", spell=spell)


def _groups(view: View, me: View) -> list[dict[str, Any]]:
    """The bar at the start of a turn: weapons first; in the other phases the menu is short and stays as it is."""
    if view["phase"] != "turn" or me["visited"]:
        return []
    others = ["stop" if view["straggler"] else "visit"]
    companion = me["companion"]
    if companion and companion["power"] in ("peek", "replace_market"):
        others.append("power")
    return [{"choices": [f"equip {n}" for n in range(1, 5)]}, {"choices": others}]


def _labels(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """Short words, for what is asked stands beside the bar."""
    labels = {f"equip {n}": speech.say("board.label.equip", n=n) for n in range(1, 5)}
    labels["visit"] = speech.say("board.label.visit")
    labels[f"player {seat}"] = speech.say("board.label.yourself")
    labels[f"with {seat}"] = speech.say("board.label.with_you")
    for slot in view["market"]:
        name = slot["spell"]["name"] if slot["spell"] else speech.say("board.mystery")
        labels[f"take {slot['slot']}"] = labels[f"replace {slot['slot']}"] = name
    return labels


def _hints(view: View, me: View, speech: Speech) -> dict[str, str]:
    """Small lines under choices: risks, from what the reader knows, and reminders."""
    key, chances = ("out", view["out"]) if view["out"] else ("risk", view["risk"])
    hints = {f"equip {n}": speech.say(f"board.hint.{key}", n=risk) for n, risk in enumerate(chances, start=1)}
    for choice in ("visit", "stop", "power", "go_on", "end_turn", "discard"):
        hints[choice] = speech.say(f"board.hint.{choice}")
    if view["lacks"] and not me["over"]:
        hints["visit"] = speech.say("board.hint.visit_out")
    for one in view["seats"]:
        if one["role"] == "gone":
            continue
        hints[f"player {one['seat']}"] = hints[f"with {one['seat']}"] = _attack(one, speech)
    for slot in view["market"]:
        if slot["chosen"] and slot["spell"] is not None:
            hints["activate"] = slot["spell"]["text"]
        if slot["spell"] is not None:
            short = speech.say(f"board.short.{_short(slot, over=me['over'], out=bool(view['lacks']))}")
            hints[f"take {slot['slot']}"] = short
            if slot["chosen"] and slot["met"] is not None:
                # Of a condition, what it would mean for the reader: the card says the rest.
                hints["activate"] = short
        elif slot["mystery"]:
            hints[f"take {slot['slot']}"] = speech.say("board.hint.mystery")
            if slot["chosen"]:
                hints["activate"] = speech.say("board.hint.mystery")
    for spell in (*view["spells"], *(cast for one in view["seats"] for cast in one["spells"])):
        if spell["pick"]:
            hints[spell["pick"]] = _active(spell, view, speech)
    if view["phase"] == "amount":
        hints |= _amounts(view, speech)
    return {**hints, **view["offers"]}


def _active(spell: View, view: View, speech: Speech) -> str:
    """What holds no more once an active spell is cancelled: of a condition, what it does to the reader; of one that counts, the sum without it."""
    if spell["sign"]:
        return _without(spell, view, speech)
    if spell["met"] is None:
        text = str(spell["text"])
        return speech.say("board.hint.cancel_ends", text=text[:1].lower() + text[1:])
    return speech.say("board.hint.cancel_met" if spell["met"] else "board.hint.cancel_unmet")


def _without(spell: View, view: View, speech: Speech) -> str:
    """The Boss's hit points, or what is seen of an attack, with an active spell and once it is cancelled."""
    change = int(spell["sign"].replace("−", "-"))
    if spell["seat"] < 0:
        hp = view["boss"]["hp"]
        return speech.say("board.hint.without_boss", now=hp, then=hp - change)
    one = view["seats"][spell["seat"]]
    key, now = ("", one["attack"]) if one["attack"] is not None else ("_seen", one["visible"])
    name = speech.say("board.you") if spell["seat"] == view["decider"] else one["name"]
    now, then = (str(n).replace("-", "−") for n in (now, now - change))
    return speech.say(f"board.hint.without{key}", name=name, now=now, then=then)


def _attack(one: View, speech: Speech) -> str:
    """Their attack, or what is seen of it and how likely it is too high: whom to spoil, and whom to leave alone."""
    if one["attack"] is None:
        key = {0: "attack_under", 100: "attack_sure"}.get(one["passes"], "attack_odds")
        most = one["visible"] + one["reach"]
        return speech.say(f"board.hint.{key}", n=one["visible"], risk=one["passes"], most=most)
    return speech.say("board.hint.attack_over" if one["over"] else "board.hint.attack", n=one["attack"])


def _amounts(view: View, speech: Speech) -> dict[str, str]:
    """What the Boss, or the attack of whoever the spell is on, would come to."""
    casting = view["casting"]
    step = 1 if casting["signs"][0] == "+1" else -1
    if not casting["dark"]:
        left = {n: view["boss"]["hp"] + step * n for n in (1, 2)}
        own = view["seats"][view["decider"]]["attack"]
        return {
            f"amount {n}": speech.say(f"board.hint.boss{_where(own, hp)}", n=hp) for n, hp in left.items()
        }
    attack, hp = view["seats"][casting["target"]]["attack"], view["boss"]["hp"]
    if attack is None:
        # What is hidden makes it a matter of chances: the offers tell those.
        return {}
    sums = {n: attack + step * n for n in (1, 2)}
    return {
        f"amount {n}": speech.say(f"board.hint.attack{_where(total, hp)}", n=total)
        for n, total in sums.items()
    }


def _where(attack: int, hp: int) -> str:
    """Where an attack would stand: below, over, or exactly there."""
    return "" if attack < hp else "_over" if attack > hp else "_perfect"


def _short(slot: View, *, over: bool, out: bool) -> str:
    """What a spell does, in two or three words: of a condition, what it would mean for the reader, who may be out already."""
    if slot["met"] is None:
        return str(slot["spell"]["icon"])
    if over or out:
        return "over" if over else "out"
    return "met" if slot["met"] else "unmet"


def _alone(view: View, me: View) -> bool:
    """Does everybody see that there is but one choice? Being barred is no such reason: it is secret (BQ-R60)."""
    phase = view["phase"]
    if phase == "turn" and not me["visited"]:
        companion = me["companion"]
        power = companion and companion["power"] in ("peek", "replace_market") and not companion["used"]
        return not power and (view["pile"]["count"] == 0 or view["last_equip_used"])
    if phase == "take":
        return sum(not slot["taken"] for slot in view["market"]) == 1
    if phase == "cancel":
        return len(view["spells"]) == 1
    if phase == "potion":
        return sum(bool(card["potion"]) for other in view["seats"] for card in other["cards"]) == 1
    return phase == "other" and view["present"] == 2


def _timeout(view: View, me: View) -> str:
    if view["phase"] == "turn":
        return "decline" if me["visited"] else "stop" if view["straggler"] else "visit"
    return TIMEOUTS.get(view["phase"], "")
