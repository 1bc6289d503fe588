"""What the frame of the page says around the board."""

from fractions import Fraction
from typing import Any

from bagarre.kernel.speech import Speech

from .filling import blast
from .sayings import percent

HEADINGS = ("turn_starts",)
SMALL = (
    "casts",
    "dealt",
    "on_market",
    "reshuffles",
    "lodged",
    "charges",
    "wastes",
    "sets_marker",
    "pays",
    "places",
    "takes_back",
    "passes",
    "unchallenged",
    "stands",
    "aims",
)
"""How the kinds of events begin that the short log leaves out: they repeat, or are steps towards what is told anyway."""

NUMBERS = True
"""The page draws the cards that were turned over or lost: the log's lines carry the numbers of their events."""

View = dict[str, Any]
PLAIN = ("execute", "armory", "change_character", "change_weapon")
"""What can be done in a turn besides announcing somebody."""
HERO_VERBS = {
    "action": "announce",
    "defend": "announce",
    "first": "place",
    "place": "place",
    "other": "place",
    "name": "name",
    "copy": "copy",
    "revive": "revive",
}
"""What is done with a hero, by what is asked."""
ANSWERS = ("denounce", "defend", "dodge")
"""What is asked of whoever is not playing, but answers somebody who is."""
REPLACES = ("place", "other", "take")
"""What is an answer only in somebody else's turn."""


def frame(view: View, seat: int, speech: Speech) -> dict[str, Any]:
    said: dict[str, Any] = {
        "title": speech.say(
            "board.where", edition=_boxes(view, speech), target=view["target"], n=view["round"]
        ),
        "ask": _ask(view, speech),
        "avatars": [f"bf-seat-{other}" for other in range(6)],
        "mood": view["mood"],
        "settled": view["settled"],
        "answers": view["asked"]
        and (view["ask"] in ANSWERS or (view["ask"] in REPLACES and view["turn"] != seat)),
    }
    if view["ending"]:
        said["results"] = [_result(view, s, speech) for s in view["seats"]]
        said["points"] = [s["points"] for s in view["seats"]]
    if view["asked"]:
        said |= {
            "groups": _groups(view, seat, speech),
            "labels": _labels(view, speech),
            "hints": _hints(view, seat, speech),
            "keys": _keys(view),
            "marks": dict.fromkeys(_seen_through(view, seat), "✗"),
            "alarms": {
                notation: speech.say(f"board.alarm.{how}")
                for notation, how in view["fills"].items()
                if notation not in _seen_through(view, seat)
            },
        }
    return said | {"own_turn": view["turn"] == seat}


def _result(view: View, s: View, speech: Speech) -> str:
    """The points; of whoever has as many as somebody else, what then decides (BF-END-4)."""
    told = f"{s['points']} {speech.say('board.pts', n=s['points'])}"
    if sum(other["points"] == s["points"] for other in view["seats"]) == 1:
        return told
    return speech.say("board.tie", points=told, hand=s["hand_size"], charge=s["weapon"]["charge"])


def _boxes(view: View, speech: Speech) -> str:
    """The boxes from which the casting comes, or while it is being chosen, may come."""
    origins = {card["origin"] for card in view["casting"] or view["available"]}
    return " + ".join(speech.say(f"board.box.{box}") for box in ("vhs", "dvd", "own") if box in origins)


def _ask(view: View, speech: Speech) -> str:
    """The question put to the reader, in words."""
    if not view["asked"]:
        return ""
    claim = view["claim"]
    if view["ask"] == "denounce" and claim is not None:
        return speech.say(
            "board.ask.denounce", name=speech.name("seat", claim["seat"]), character=claim["name"]
        )
    if view["ask"] == "defend":
        attack = view["stack"][-1]
        return speech.say(f"board.ask.defend_{attack['detail']}", name=speech.name("seat", attack["who"]))
    if view["ask"] == "target":
        return _ask_target(view["stack"][-1], speech)
    if view["doomed"]:
        return speech.say("board.ask.place_doomed")
    if view["ask"] == "name":
        return _ask_name(view, speech)
    if view["ask"] == "may" and (offered := _offered(view)[0]):
        return speech.say(f"board.ask.may_{offered}")
    return speech.say(f"board.ask.{view['ask']}")


def _ask_name(view: View, speech: Speech) -> str:
    """Whose hero is named; of two names the second is said to be one."""
    if any(each.get("names") for each in view["stack"][-1:]):
        return speech.say("board.ask.name_second")
    aimed = _aimed(view)
    if "seat" not in aimed:
        return speech.say("board.ask.name")
    return speech.say("board.ask.name_of", name=speech.name("seat", aimed["seat"]))


def _offered(view: View) -> tuple[str, int]:
    """What the power under way may do besides: fire, or give so many charges."""
    offer = view["stack"][-1].get("offers")
    return (offer["kind"], offer["n"]) if offer else ("", 0)


def _ask_target(running: View, speech: Speech) -> str:
    """A weapon is aimed, a power may also give; several targets are counted."""
    if running["targets"]:
        return speech.say("board.ask.target_next", n=len(running["targets"]) + 1)
    return speech.say("board.ask.target" if running["kind"] == "execution" else "board.ask.target_power")


def _groups(view: View, seat: int, speech: Speech) -> list[dict[str, Any]]:
    """The bar of a turn: the four plain actions, then the announcements, the true one first, so that it is in sight on a
    phone, and a lie that nobody can believe last; the heroes that can be in front of whoever is aimed at; weapons in the order of the
    market."""
    if view["ask"] == "take":
        return [{"choices": list(dict.fromkeys(f"take {weapon['key']}" for weapon in view["market"]))}]
    if view["ask"] == "name":
        return [{"choices": _names(view)}]
    if view["ask"] != "action":
        return []
    active = view["seats"][seat]["active"]
    heroes = sorted(view["casting"], key=lambda card: active is None or card["key"] != active["key"])
    vain = _seen_through(view, seat)
    announced = sorted((f"announce {card['key']}" for card in heroes), key=lambda notation: notation in vain)
    label = speech.say("board.key.announce")
    return [{"choices": list(PLAIN)}, {"choices": announced, "label": label, "goes": ".bf .casting"}]


def _labels(view: View, speech: Speech) -> dict[str, str]:
    """Many heroes side by side: the name says it, the question says the rest. The plain actions beside them are as short."""
    verb = {"cast": "cast", **HERO_VERBS}.get(view["ask"])
    # Beside the other actions, and where many stand side by side, there is room for first names only.
    said = "short" if verb in ("announce", "place", "name") else "name"
    short = {"action": PLAIN, "denounce": ("denounce", "pass")}.get(view["ask"], ())
    labels = {name: speech.say(f"board.key.{name}") for name in short}
    if view["ask"] in ("target", "target_or_stop"):
        labels |= {f"target {other['seat']}": other["name"] for other in view["seats"]}
    if view["ask"] == "box":
        labels |= {f"box {mode}": speech.say(f"board.key.{mode}") for mode in ("normal", "vengeance")}
    if view["ask"] == "take":
        labels |= {f"take {weapon['key']}": weapon["name"] for weapon in view["market"]}
    if verb:
        labels |= {f"{verb} {card['key']}": card[said] for card in view["casting"] or view["available"]}
    return labels


def _keys(view: View) -> dict[str, str]:
    """A hero has the same number in every question, as in the casting; what stands beside heroes has letters."""
    verb = HERO_VERBS.get(view["ask"])
    if not verb:
        return {}
    heroes = {f"{verb} {card['key']}": str(n) for n, card in enumerate(view["casting"][:9], 1)}
    beside = PLAIN if view["ask"] == "action" else ("pass",)
    return heroes | dict(zip(beside, "abcd", strict=False))


def _hints(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """Small lines under choices: what is at stake, and what lies on the table."""
    claim = view["claim"]
    hints = {}
    if view["ask"] == "denounce" and claim is not None:
        # Whoever has one card in hand is down to one hero without it (BF-VENG-1).
        me = view["seats"][seat]
        last = "denounce_last" if me["hand_size"] == 1 and not me["vengeance"] else "denounce"
        then = speech.say("board.hint.goes_on") if claim["goes_on"] else ""
        who = view["seats"][claim["seat"]]
        # A denunciation may be worth 2 points whatever happens (BF-R17).
        why, whose = ("", "") if claim["flat"] else (_worth(me, who, speech), _worth(who, me, speech))
        why += _reaches(view, me, claim["gain"], speech)
        whose += _reaches(view, who, claim["risk"], speech)
        told = [
            speech.say(
                f"board.hint.{last}",
                gain=claim["gain"],
                risk=claim["risk"],
                then=then,
                why=why,
                whose=whose,
            )
        ]
        # Of several who denounce only the first one clockwise from the announcer counts (BF-DEN-2).
        first = [view["seats"][other]["name"] for other in claim["before"]]
        told += [speech.say("board.hint.first", n=len(first), name=first[0])] if first else []
        hints["denounce"] = " · ".join(told)
        hints["pass"] = _lets_pass(claim, view["seats"][claim["seat"]], speech)
    if view["ask"] == "action":
        hints |= {name: speech.say(f"board.hint.{name}") for name in PLAIN if name != "execute"}
        arm = view["seats"][seat]["weapon"]
        hints["execute"] = (
            _shot(view, seat, speech) if arm["loaded"] else _lacks(arm["trigger"], arm["charge"], speech)
        )
        hints["armory"] = _blast(view, seat, speech) or hints["armory"]
        hints |= _announcements(view, view["seats"][seat], speech)
    if view["ask"] == "dodge":
        front = view["seats"][seat]["active"]["name"]
        hints |= {name: speech.say(f"board.hint.{name}", character=front) for name in ("dodge", "endure")}
    if view["ask"] == "may":
        hints |= _offer_hints(view, seat, speech)
    if view["ask"] == "defend":
        hints["pass"] = _stands(view, seat, speech)
        hints |= _announcements(view, view["seats"][seat], speech)
    if view["ask"] in ("cast", "first", "place", "other", "copy"):
        hints |= _heroes(view, HERO_VERBS.get(view["ask"], "cast"), seat, speech)
    if view["ask"] == "take":
        hints |= {f"take {weapon['key']}": _weapon_hint(weapon, speech) for weapon in view["market"]}
    if view["ask"] == "box" and claim is not None:
        hints |= _boxes_hints(claim["boxes"], speech)
    if view["ask"] == "name":
        hints |= _named(view, seat, speech)
    if view["ask"] in ("target", "target_or_stop"):
        hints |= {
            f"target {other['seat']}": _target_hint(view, other, seat, speech) for other in view["seats"]
        }
    if view["ask"] == "target_or_stop":
        chosen = view["seats"][view["stack"][-1]["targets"][-1]]
        hints["stop"] = speech.say("board.hint.stop", name=chosen["name"])
    return hints


def _lacks(needed: int, held: int, speech: Speech) -> str:
    return speech.say("board.hint.lacks", n=needed, held=held)


def _offer_hints(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """What yes and no do, where a power may do something besides."""
    kind, n = _offered(view)
    targets = view["stack"][-1]["targets"]
    if kind == "fire":
        return {"yes": _shot(view, seat, speech), "no": speech.say("board.hint.keeps")}
    if kind == "gift" and targets:
        return {"yes": speech.say("board.hint.gift", name=view["seats"][targets[-1]]["name"], n=n)}
    return {}


def _shot(view: View, seat: int, speech: Speech) -> str:
    arm = view["seats"][seat]["weapon"]
    return _beside(view, seat, speech) if arm["beside"] else str(arm["brief"])


def _beside(view: View, seat: int, speech: Speech) -> str:
    """A shot at neighbours names them, the left one first: they are attacked in that order (BF-ATT-3)."""
    left, right = (view["seats"][(seat + step) % len(view["seats"])]["name"] for step in (1, -1))
    return speech.say(f"board.hint.beside_{view['seats'][seat]['weapon']['beside']}", left=left, right=right)


def _blast(view: View, seat: int, speech: Speech) -> str:
    """The rival whose unstable weapon the dice of the Armory most likely blow up, if any."""
    ripe = [
        (blast(view["dice"]["faces"][0], other["weapon"]["max"] - other["weapon"]["charge"]), other)
        for other in view["seats"]
        if other["seat"] != seat and other["weapon"]["unstable"]
    ]
    risk, other = max(ripe, key=lambda each: each[0], default=(Fraction(0), view))
    if not risk:
        return ""
    gain = _bounty(view, seat, other)
    told = speech.say("board.hint.blast", risk=percent(risk), name=other["name"], gain=gain)
    return " · ".join([told, *_wins(view, seat, gain, speech)])


def _announcements(view: View, me: View, speech: Speech) -> dict[str, str]:
    """What the power does in a few words, true or bluff, what it costs, and in a defence what a lie costs that is caught (BF-DEF-5)."""
    wanted = "reaction" if view["ask"] == "defend" else "action"
    hints = {}
    for card in view["casting"]:
        true = me["active"] is not None and me["active"]["key"] == card["key"]
        boxes = [
            box
            for box in card["boxes"]
            if box["timing"] == wanted and (box["mode"] == "normal" or me["vengeance"])
        ]
        known = "" if true else exposed(me, card["key"])
        if known:
            why = speech.say("board.hint.exposed_dead" if known == "dead" else "board.hint.exposed")
            hints[f"announce {card['key']}"] = why
            continue
        said = [speech.say("board.tag_true" if true else "board.tag_bluff")]
        # In Vengeance the red power where it can be paid, else the normal one.
        paid = [box for box in boxes if box["cost"] <= me["weapon"]["charge"]] or boxes[:1]
        for box in paid[-1:]:
            held = me["weapon"]["charge"]
            dear = box["cost"] > held
            price = (
                _lacks(box["cost"], held, speech) if dear else speech.say("board.hint.cost", n=box["cost"])
            )
            said += [price] if box["cost"] else []
            said.append(box["brief"])
        if view["ask"] == "defend" and not true:
            said.append(speech.say("board.hint.caught", n=1 if view["absorbed"] else 2))
        hints[f"announce {card['key']}"] = " · ".join(said)
    return hints


def _seen_through(view: View, seat: int) -> list[str]:
    """The announcements that nobody can believe: on the bar they are short, for they bring nothing but a bluff that is caught."""
    if view["ask"] not in ("action", "defend"):
        return []
    return [
        f"announce {card['key']}" for card in view["casting"] if exposed(view["seats"][seat], card["key"])
    ]


def exposed(me: View, key: str) -> str:
    """How everybody knows that this hero is not in front: it lies in the cemetery, was ruled out, or another was seen there."""
    head = next(head for head in me["heads"] if head["key"] == key)
    if head["dead"]:
        return "dead"
    if head["active"]:
        return ""
    return "barred" if head["not_active"] else "shown" if me["active_shown"] else ""


def _heroes(view: View, verb: str, seat: int, speech: Speech) -> dict[str, str]:
    """What each hero does, where one is placed, cast or copied: the red power in Vengeance, as on the table."""
    cards = view["casting"] or view["available"]
    if view["doomed"]:
        return {
            f"{verb} {card['key']}": speech.say(
                "board.hint.falls_back" if card["trait"] else "board.hint.falls"
            )
            for card in cards
        }
    red = bool(view["seats"]) and view["seats"][seat]["vengeance"]
    return {
        f"{verb} {card['key']}": " · ".join(
            [
                *(_guarding(card, red, speech) if verb == "place" else ()),
                _does(card, red),
                *_returning(card, speech),
            ]
        )
        for card in cards
        if card["boxes"]
    }


def _guarding(card: View, red: bool, speech: Speech) -> list[str]:
    """What whoever is in front can parry, truly: why one puts them there."""
    modes = ("normal", "vengeance") if red else ("normal",)
    guards = [box for box in card["boxes"] if box["timing"] == "reaction" and box["mode"] in modes]
    return [speech.say(f"board.guards.{'_'.join(box['against'])}") for box in guards[-1:]]


def _does(card: View, red: bool) -> str:
    acts = [box for box in card["boxes"] if box["timing"] == "action"] or card["boxes"]
    wanted = [box for box in acts if box["mode"] == "vengeance"] if red else []
    return str((wanted or acts)[0]["brief"])


def _bounty(view: View, seat: int, other: View) -> int:
    """Points of a kill (BF-SCORE-2 to 6)."""
    return (1 if view["seats"][seat]["kills"] else 2) + other["leader"]


def _worth(killer: View, victim: View, speech: Speech) -> str:
    """Why a kill is not worth 2 points (BF-SCORE-3, BF-SCORE-4)."""
    told = [speech.say("board.hint.further", n=killer["kills"] + 1)] if killer["kills"] else []
    if victim["leader"]:
        told.append(speech.say("board.hint.leads_you" if victim["you"] else "board.hint.leads"))
    return f" ({', '.join(told)})" if told else ""


def _wins(view: View, seat: int, points: int, speech: Speech) -> list[str]:
    """Does it bring the reader to the goal?"""
    held, goal = view["seats"][seat]["points"], view["target"]
    return [speech.say("board.hint.wins", goal=goal)] if held < goal <= held + points else []


def _reaches(view: View, who: View, points: int, speech: Speech) -> str:
    """Do these points bring somebody to the goal, with which the game ends?"""
    reached = who["points"] < view["target"] <= who["points"] + points
    return speech.say("board.hint.reaches", goal=view["target"]) if reached else ""


def _returning(card: View, speech: Speech) -> list[str]:
    """Of whoever comes back when killed: that it does."""
    return [speech.say("board.guards.returns")] if card["trait"] else []


def _boxes_hints(boxes: list[View], speech: Speech) -> dict[str, str]:
    """What the normal power and the red one do, and what they cost."""
    hints = {}
    for box in boxes:
        if box["timing"] == "action":
            cost = [speech.say("table.cost", n=box["cost"])] if box["cost"] else []
            hints[f"box {box['mode']}"] = " · ".join([*cost, box["brief"]])
    return hints


def _aimed(view: View) -> View:
    """Whoever is aimed at by what asks for a name; a program of somebody's own pack may ask before it aims."""
    aimed = [whom for each in view["stack"] for whom in each["targets"]]
    return view["seats"][aimed[-1]] if aimed else {"heads": []}


def _names(view: View) -> list[str]:
    """The heroes to name: those that can be in front of whoever is aimed at, then those that cannot."""
    ruled_out = {head["key"] for head in _aimed(view)["heads"] if head["dead"] or head["not_active"]}
    keys = sorted((card["key"] for card in view["casting"]), key=lambda key: key in ruled_out)
    return [f"name {key}" for key in keys]


def _named(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """One of how many heroes it is that can be in front, or why naming it does nothing."""
    aimed, hints = _aimed(view), {}
    named = {card["key"] for each in view["stack"][-1:] for card in each.get("names", ())}
    for head in aimed["heads"]:
        said = "buried" if head["dead"] else "not_there" if head["not_active"] else "one_of"
        said = "named" if head["key"] in named else said
        told = [speech.say(f"board.hint.{said}", n=aimed["possible"])]
        if said == "one_of":
            # What whoever is aimed at announced, and nobody denounced, while the card in front stayed.
            claimed = aimed["claimed"]
            told[:0] = [speech.say("board.hint.claimed")] if claimed and claimed["key"] == head["key"] else []
            told += _wins(view, seat, _bounty(view, seat, aimed), speech)
        hints[f"name {head['key']}"] = " · ".join(told)
    return hints


def _lets_pass(claim: View, claimed: View, speech: Speech) -> str:
    """What happens when nobody denounces: the power, or what its defence does in a few words."""
    guards = [box for box in claim["boxes"] if box["timing"] == "reaction"]
    if not claim["defence"] or not guards:
        return speech.say("board.hint.pass", character=claim["name"])
    modes = ("normal", "vengeance") if claimed["vengeance"] else ("normal",)
    guard = ([box for box in guards if box["mode"] in modes] or guards)[-1]
    return speech.say("board.hint.guards", name=claimed["name"], brief=guard["brief"])


def _stands(view: View, seat: int, speech: Speech) -> str:
    """What becomes of the hero in front of whoever does not defend, and what the attacker scores."""
    me, attacker = view["seats"][seat], view["seats"][view["stack"][-1]["who"]]
    card = next(card for card in view["casting"] if card["key"] == me["active"]["key"])
    gain = _bounty(view, attacker["seat"], me)
    told = speech.say(
        "board.hint.stand_returns" if card["trait"] else "board.hint.stand",
        character=card["short"],
        name=attacker["name"],
        n=gain,
    )
    return told + _reaches(view, attacker, gain, speech)


def _target_hint(view: View, other: View, seat: int, speech: Speech) -> str:
    """What counts of a rival: the heroes that can be in front where one is named next, what a kill brings, else the charges."""
    arm, running = other["weapon"], view["stack"][-1]
    if running.get("steals"):
        return _stolen_hint(view["seats"][seat]["weapon"], arm, running, speech)
    if running["guesses"]:
        gain, why = _bounty(view, seat, other), _worth(view["seats"][seat], other, speech)
        told = speech.say("board.hint.target_guess", n=other["possible"], gain=gain, why=why)
        claimed = other["claimed"]
        said = [speech.say("board.claimed", character=_short(view, claimed["key"]))] if claimed else []
        return " · ".join([told, *_wins(view, seat, gain, speech), *said])
    if running["kills"]:
        gain = _bounty(view, seat, other)
        # The second kill of a turn is worth less, and the attacks go clockwise, not in the order chosen (BF-SCORE-3, BF-ATT-3).
        many = running["aims"] > 1 and not view["seats"][seat]["kills"]
        key = "target_kills" if many else "target_kill"
        why = _worth(view["seats"][seat], other, speech)
        told = speech.say(f"board.hint.{key}", n=other["points"], gain=gain, less=gain - 1, why=why)
        return " · ".join([told, *_wins(view, seat, gain, speech)])
    return speech.say("board.hint.target", n=other["points"], charge=arm["charge"], top=arm["max"])


def _stolen_hint(own: View, arm: View, running: View, speech: Speech) -> str:
    """What a theft does to both weapons, after those of whoever is chosen already (BF-CHARGE-4, BF-OVER-6)."""
    taken, held = min(running["steals"], arm["charge"]), own["max"] - running["room"]
    told = speech.say("board.hint.stolen", charge=arm["charge"], left=arm["charge"] - taken)
    if taken > running["room"]:
        key = "stolen_lost_unstable" if own["unstable"] else "stolen_lost"
        return f"{told}{speech.say(f'board.hint.{key}', top=own['max'])}"
    return told + speech.say("board.hint.stolen_kept", held=held, then=held + taken)


def _short(view: View, key: str) -> str:
    return str(next(card["short"] for card in view["casting"] if card["key"] == key))


def _weapon_hint(weapon: View, speech: Speech) -> str:
    """From which charge it fires, whether it may explode, and what it does, in a few words: the market has the whole text."""
    unstable = [speech.say("board.unstable")] if weapon["unstable"] else []
    return " · ".join([speech.say("board.fires", n=weapon["trigger"]), *unstable, weapon["brief"]])
