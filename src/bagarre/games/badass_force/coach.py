"""The coach of Badass Force: the goal, what this moment asks, and what each choice does, from what the seat knows.

What is counted is counted from cards alone; nothing is said about what others are likely to do.
"""

from collections.abc import Callable
from fractions import Fraction

from bagarre.kernel.grammar import listed
from bagarre.kernel.menu import Choice

from . import instructions as ins
from .briefs import aims
from .choices import (
    AMOUNT,
    ANNOUNCE,
    BOX,
    CAST_IN,
    COPY,
    DELIVER,
    DENOUNCE,
    DIRECTION,
    DODGE,
    NAME,
    PASS,
    PLACE,
    REVIVE,
    TAKE,
    TARGET,
    VERBS,
)
from .endings import Endings
from .filling import DICE, blast
from .operations import ATTACK, CHANGE, CLAIM
from .rules.arsenal import KEEPING
from .rules.claims import LIE, PROVEN
from .rules.table import (
    BITS,
    box_header,
    clockwise,
    defences,
    execution_of,
    is_unstable,
    met_needs,
    playable_boxes,
    reaction_box,
    start_square,
    top_square,
)
from .sayings import percent
from .secrets import fronts_left
from .state import ASK_DEFEND, ASK_DENOUNCE, CAST, EXECUTION, NONE, NORMAL_REACTION, RUNNING, VENGEANCE
from .underway import goes_before, nothing_follows, under_way
from .view import QUESTIONS, attack_goes_on, bounty, doomed_by, stake

GIVING = (ins.GIFT, ins.MOVE, ins.ROLL_ARMORY)
"""What may bring charges to others."""


class Coach(Endings):
    """What the coach says to one seat at one moment."""

    def goal(self) -> str:
        return self._say("goal", n=self.s.target)

    def moment(self) -> str:
        s = self.s
        if s.how != RUNNING:
            return self._say("over")
        # What ends the game or kills comes first: a strip may show no more than that.
        if not s.pending >> self.seat & 1:
            return joined(self._last_turn(), self._waiting())
        warned = [self._decided(nothing_follows(s)) or self._last_turn()]
        asked, later = QUESTIONS[s.ask], ""
        values: dict[str, object] = {}
        if asked == "action":
            # Somebody in Vengeance: by then what a turn is has been told often enough, and the modes need the room.
            asked = "action_short" if self._mode() else asked
            values = {"mode": self._mode()}
            warned.append(self._one_kill_away())
            unstable = is_unstable(s, s.weapon[self.seat])
            if unstable and s.charge[self.seat] == top_square(s, s.weapon[self.seat]):
                way = self._mode() or self._say("moment.full_way")
                full = self._say("moment.action_full", character=self._front(), way=way)
                return joined(*warned, full, self._overheard())
            # What a turn is goes before what may happen later; a weapon that two charges fill is told of at once.
            soon = unstable and s.charge[self.seat] + DICE >= top_square(s, s.weapon[self.seat])
            warned += [self._two_left(), self._say("unstable") if soon else "", self._overheard()]
            later = self._say("unstable") if unstable and not soon else ""
        elif asked == "place":
            asked, values = self._placing()
        elif asked == "denounce":
            claim = self._under(CLAIM.number)
            values = {"player": self._player(claim["announcer"]), "character": self._hero(claim["character"])}
            later = self._in_line(claim["announcer"])
            if claim["purpose"]:
                attacker = self._under(ATTACK.number)["attacker"]
                asked = "denounce_own" if attacker == self.seat else "denounce_defence"
                values["attacker"] = self._player(attacker)
            elif self._may_blow_up(claim["announcer"], claim["character"]):
                warned.append(self._say("moment.ripe"))
        elif asked == "defend":
            attack = self._under(ATTACK.number)
            asked = "defend_power" if attack["means"] else "defend_weapon"
            values = {"player": self._player(attack["attacker"]), "character": self._front()}
        elif asked == "take":
            asked = "take_keeping" if self._under(CHANGE.number)["manner"] == KEEPING else asked
        elif asked == "dodge":
            attack = self._under(ATTACK.number)
            values = {"player": self._player(attack["attacker"]), "n": attack["price"]}
        elif asked in ("target", "target_or_stop", "name"):
            values = {"text": self._running_text()}
            warned.append(self._too_much())
            asked = self._which_name() if asked == "name" else self._which_target(asked)
        return joined(*warned, self._say(f"moment.{asked}", **values), later)

    def _in_line(self, announcer: int) -> str:
        """Who denounces before the seat, for of several only the first one counts (BF-DEN-2)."""
        s = self.s
        before = goes_before(s, self.seat, announcer)
        if not before:
            return ""
        begins = s.turn if s.denounce_from_turn else announcer
        return self._say("moment.order", player=self._player(begins), **self._listed(before))

    def _listed(self, seats: list[int]) -> dict[str, object]:
        names = [str(self._player(other)) for other in seats]
        return {"n": len(names), "names": listed(names, self.speech.lang)}

    def _which_target(self, asked: str) -> str:
        """Several attacks go clockwise, whatever the order in which they are aimed (BF-ATT-3)."""
        running = self._program()
        left = aims(list(self._left()), running["marker"])
        kills = {ins.ATTACK, ins.SLASH_HAND} & {op for op, _ in self._left()}
        return f"{asked}_many" if kills and running["targeted"] + left else asked

    def _waiting(self) -> str:
        """Whether the others believe the seat, what Vengeance means once somebody is in it, or that the others play."""
        s, seat = self.s, self.seat
        if s.ask == ASK_DENOUNCE and (claim := self._under(CLAIM.number))["announcer"] == seat:
            true = claim["character"] == s.active[seat]
            if true:
                return self._say("wait_believed")
            goes_on = claim["purpose"] and not s.absorb_failed_defence
            return joined(
                self._say("wait_bluff", character=self._front()),
                self._say("attack.kills_next") if goes_on else "",
            )
        if s.turn == seat:
            asked = [other for other in range(s.seats) if s.pending >> other & 1]
            return self._say("wait_own", **self._listed(asked)) if asked else self._say("wait")
        red = self._vengeful()
        return self._say("wait_vengeance", **red) if red else self._say("wait")

    def _may_blow_up(self, who: int, place: int) -> bool:
        """Would that power give charges, and is the own weapon unstable and full?"""
        s, arm = self.s, self.s.weapon[self.seat]
        if not is_unstable(s, arm) or s.charge[self.seat] < top_square(s, arm):
            return False
        boxes = playable_boxes(s, who, place, met_needs(s, who))
        begins = [2 * s.boxes[s.cast[place]][box] + 1 for box in range(2) if boxes >> box & 1]
        return any(op in GIVING for at in begins for op, _ in self._instructions(at))

    def _placing(self) -> tuple[str, dict[str, object]]:
        """A hero is to be put in front: to die of an attack that goes on, with all seven back in hand, or as usual."""
        s, seat = self.s, self.seat
        attacker = doomed_by(self.s, self.seat)
        if attacker != NONE:
            return "place_doomed", {"player": self._player(attacker)}
        returned = s.mode[seat] == VENGEANCE and not s.cemetery[seat]
        return ("place_returned" if returned else self._vacated()), {}

    def _vacated(self) -> str:
        """Why nobody is in front of the seat any more, as far as what asked for a hero says it."""
        kind, running = under_way(self.s, self.s.depth - 2)
        if kind == "claim" and running["announcer"] == self.seat:
            return {LIE: "place_caught", PROVEN: "place_proven"}.get(running["verdict"], "place")
        if kind == "overload" or (kind == "attack" and running["target"] == self.seat):
            return "place_killed"
        return "place_change" if kind == "turn" else "place"

    def _which_name(self) -> str:
        """Where two heroes are named, which of them this is."""
        named = int(BITS[self._program()["named"]])
        if named:
            return "name_second"
        return "name_first" if self._names_left() else "name"

    def _names_left(self) -> int:
        """How many names the program asks for from here on; some only with the marker far enough."""
        marker, left, ops = self._program()["marker"], 0, list(self._left())
        for before, (op, _) in zip([(ins.END, 0), *ops], ops):
            left += op == ins.NAME and not (before[0] == ins.WHEN_MARKER and marker < before[1])
        return left

    def _mode(self) -> str:
        """What Cool and Vengeance mean for the seat, once somebody is in Vengeance (BF-VENG-5, BF-VENG-8)."""
        if self.s.mode[self.seat] == VENGEANCE:
            return self._say("mode.vengeance")
        red = self._vengeful()
        return self._say("mode.cool", **red) if red else ""

    def _vengeful(self) -> dict[str, object]:
        """The others who are in Vengeance, by name; nothing when there is nobody."""
        s = self.s
        red = [other for other in range(s.seats) if s.mode[other] == VENGEANCE and other != self.seat]
        return self._listed(red) if red else {}

    def _running_text(self) -> object:
        """What the card that is being used says."""
        kind, running = under_way(self.s, self.s.depth - 1)
        if kind == "execution":
            return self.speech.name("weapon_text", running["card"])
        return self._text(running["card"], running["box"])

    def consequence(self, choice: Choice) -> str:
        says: dict[int, Callable[[int], str]] = {
            CAST_IN: self._cast,
            PLACE: self._place,
            ANNOUNCE: self._announce,
            DENOUNCE: self._denounce,
            PASS: self._pass,
            TAKE: self._take,
            BOX: self._box,
            TARGET: self._target,
            NAME: self._name,
            DELIVER: self._deliver,
            AMOUNT: self._amount,
            DIRECTION: self._direction,
            DODGE: self._dodge,
            REVIVE: self._revive,
            COPY: self._copy,
        }
        if choice.verb in says:
            return joined(says[choice.verb](choice.arg), self._fills(choice))
        plain: dict[str, Callable[[], str]] = {
            "change_character": self._change_character,
            "change_weapon": self._change_weapon,
            "execute": self._execute,
            "armory": self._armory,
            "endure": self._endure,
            "yes": self._yes,
        }
        name = VERBS.verbs[choice.verb].name
        return joined(plain[name]() if name in plain else self._say(f"does.{name}"), self._fills(choice))

    # Heroes.

    def _cast(self, character: int) -> str:
        return self._say("does.cast", character=self._character(character), text=self._first_text(character))

    def _place(self, character: int) -> str:
        s = self.s
        attacker = doomed_by(self.s, self.seat)
        if attacker != NONE:
            return self._dies("does.place_doomed", attacker, s.place_of[character])
        text = self._power(s.place_of[character]) or self._first_text(character)
        guards = self._reaction(s.place_of[character])
        key = "does.place_guard" if guards else "does.place"
        told = self._say(key, character=self._character(character), text=text, guard=guards)
        return f"{told} {self._say('lost.spared')}" if s.returners >> character & 1 else told

    def _revive(self, character: int) -> str:
        return self._say(
            "does.revive", character=self._character(character), text=self._first_text(character)
        )

    def _copy(self, character: int) -> str:
        s = self.s
        running = self._program()
        box = running["box"]
        cost = box_header(s, s.place_of[character], box) & ins.COST
        return self._say(
            "does.copy" if cost else "does.copy_free",
            text=self.speech.name(f"box_text_{box}", character),
            n=cost,
        )

    # Announcements.

    def _announce(self, character: int) -> str:
        """What happens when nobody denounces, and when somebody does."""
        s, seat = self.s, self.seat
        place = s.place_of[character]
        true = s.active[seat] == place
        rivals = [other for other in range(s.seats) if other != seat]
        if s.ask == ASK_DEFEND:
            text, cost = self._reaction(place), box_header(s, place, reaction_box(s, seat, place)) & ins.COST
        else:
            text, cost = self._power(place), self._cost(place)
        points = {stake(s, seat, other) if true else stake(s, other, seat) for other in rivals}
        key = ("defend" if s.ask == ASK_DEFEND else "announce") + ("_true" if true else "_bluff")
        known = "" if true else self._exposed(place)
        if known and s.ask != ASK_DEFEND:
            key = "announce_exposed"
        end = "" if true or s.ask == ASK_DEFEND else self._to_vengeance(on_purpose=bool(known))
        told = self._say(
            f"does.{key}",
            text=text,
            cost=self._say("cost", n=cost) if cost else "",
            front=self._front(),
            points=self._points(*points),
            rest=self._say("attack.absorbed" if s.absorb_failed_defence else "attack.goes_on"),
            why=self._say(f"exposed.{known}") if known else "",
        )
        return joined(told, end)

    def _denounce(self, _: int) -> str:
        s, seat = self.s, self.seat
        claim = self._under(CLAIM.number)
        who = claim["announcer"]
        gain = stake(s, seat, who)
        told = self._say(
            "does.denounce",
            player=self._player(who),
            gain=gain,
            why=self._staked(seat, who),
            risk=stake(s, who, seat),
            whose=self._staked(who, seat),
            n=self._hand_size(seat),
            known=self._counted(who, claim["character"]),
        )
        more = self._say("attack.kills_next") if attack_goes_on(s) else ""
        return joined(told, more, *self._wins(gain), self._to_vengeance())

    def _pass(self, _: int) -> str:
        if self.s.ask == ASK_DENOUNCE:
            return self._let_pass()
        attack = self._under(ATTACK.number)
        return self._dies("does.stand", attack["attacker"], self.s.active[self.seat])

    def _let_pass(self) -> str:
        """What the announced power would do if nobody else denounces."""
        s, claim = self.s, self._under(CLAIM.number)
        who, place = claim["announcer"], claim["character"]
        if claim["purpose"]:
            text = self.speech.name(f"box_text_{reaction_box(s, who, place)}", s.cast[place])
            return self._say("does.pass_defence", player=self._player(who), text=text)
        boxes = playable_boxes(s, who, place, met_needs(s, who))
        texts = [self._text(place, box) for box in range(2) if boxes >> box & 1]
        begins = [2 * s.boxes[s.cast[place]][box] + 1 for box in range(2) if boxes >> box & 1]
        aims = self._may_befall({op for at in begins for op, _ in self._instructions(at)})
        return self._say("does.pass", player=self._player(who), text=self._or_else(texts), aims=aims).rstrip()

    def _counted(self, seat: int, place: int, about: str = "known") -> str:
        """What the cards alone say about a hero being in front, announced or named: never how likely people are to lie."""
        s = self.s
        fronts = fronts_left(s, seat)
        hero = self._hero(place)
        if s.cemetery[seat] >> place & 1:
            return self._say(f"{about}.dead", character=hero, player=self._player(seat))
        if not fronts >> place & 1:
            return self._say(f"{about}.elsewhere", character=hero, player=self._player(seat))
        if BITS[fronts] == 1:
            return self._say(f"{about}.there", character=hero, player=self._player(seat))
        return self._say(f"{about}.open", n=int(BITS[fronts]), player=self._player(seat))

    # Weapons and charges.

    def _execute(self) -> str:
        s, seat = self.s, self.seat
        weapon = s.weapon[seat]
        program = list(self._instructions(execution_of(s, weapon)))
        attacks = [number for op, number in program if op == ins.ATTACK]
        after = self._after_shot(program)
        if any(
            op == ins.NEIGHBOURS or (op == ins.TARGET and number == ins.NEIGHBOUR) for op, number in program
        ):
            left, right = (self._player(clockwise(s, seat, step)) for step in (1, -1))
            after = f"{after} {self._say('target.neighbours', left=left, right=right)}"
        if not attacks:
            return self._say("does.execute", text=self.speech.name("weapon_text", weapon), after=after)
        points = {bounty(s, seat, other) for other in range(s.seats) if other != seat}
        return self._say(
            "does.execute_attack",
            text=self.speech.name("weapon_text", weapon),
            points=self._points(*points),
            crown=self._crown(),
            guard=self._guards(attacks[0], ins.AGAINST_WEAPON),
            after=after,
        )

    def _guards(self, flags: int, against: int) -> str:
        """Who can be announced against an attack; nothing when it cannot be defended."""
        s = self.s
        if flags & 1:
            return ""  # the text of the card says so
        return self._guarded([other for other in range(s.seats) if other != self.seat], against)

    def _guarded(self, victims: list[int], against: int) -> str:
        """The heroes that one of them may announce in defence, and which of them only the red power makes fit for it."""
        s = self.s
        usable = 0
        for other in victims:
            usable |= defences(s, other, against)
        dead = victims[0] if len(victims) == 1 else NONE
        names = [self._guard(place, against, dead) for place in range(CAST) if usable >> place & 1]
        if names:
            return self._say("guard.some", names=self._or(names))
        return self._say("guard.nobody_weapon" if against == ins.AGAINST_WEAPON else "guard.nobody_power")

    def _guard(self, place: int, against: int, victim: int) -> str:
        if victim != NONE and self.s.cemetery[victim] >> place & 1:
            return self._say("guard.dead", name=self._hero(place))
        header = box_header(self.s, place, NORMAL_REACTION)
        if header != NONE and header & against:
            return str(self._hero(place))
        return self._say("guard.red", name=self._hero(place))

    def _armory(self) -> str:
        """Exact chances of the two dice, and whose weapon may blow up."""
        s = self.s
        green, yellow = s.green_faces, s.yellow_faces
        own, given = Fraction(green + yellow, 6), Fraction(6 - green, 6)
        told = self._say(
            "does.armory",
            two=percent(own * own),
            one=percent(2 * own * (1 - own)),
            none=percent((1 - own) * (1 - own)),
            given_two=percent(given * given),
            given_one=percent(2 * given * (1 - given)),
        )
        ripe = [
            self._say(
                "explodes",
                player=self._player(other),
                points=self._points(bounty(s, self.seat, other)),
                risk=percent(blast(green, room)),
            )
            for other in range(s.seats)
            if other != self.seat
            and is_unstable(s, s.weapon[other])
            and (room := top_square(s, s.weapon[other]) - s.charge[other]) < DICE
        ]
        return " ".join([told, *ripe])

    def _change_character(self) -> str:
        told = self._say("does.change_character", character=self._front())
        return joined(told, self._decided(True))

    def _change_weapon(self) -> str:
        s = self.s
        told = self._say("does.change_weapon", n=s.charge[self.seat], **self._arm(s.weapon[self.seat]))
        return joined(told, self._decided(True))

    def _take(self, weapon: int) -> str:
        s, seat = self.s, self.seat
        keeps = self._under(CHANGE.number)["manner"] == KEEPING
        start = s.charge[seat] if keeps else start_square(s, weapon) if s.restart_on_start else 0
        return self._say(
            "does.take_unstable" if is_unstable(s, weapon) else "does.take",
            text=self.speech.name("weapon_text", weapon),
            start=min(start, top_square(s, weapon)),
            **self._arm(weapon),
        )

    # Answers that a power or a weapon asks for.

    def _box(self, box: int) -> str:
        s, claim = self.s, self._under(CLAIM.number)
        cost = box_header(s, claim["character"], box) & ins.COST
        return self._say(
            "does.box" if cost else "does.box_free", text=self._text(claim["character"], box), n=cost
        )

    def _target(self, other: int) -> str:
        """Who that is, and what the card would do there."""
        s, seat = self.s, self.seat
        ops = dict(self._on_target())
        arm = self._arm(s.weapon[other])
        worth: dict[str, object] = {"n": bounty(s, seat, other), "why": self._worth(seat, other)}
        told = [
            self._say(
                "does.target", player=self._player(other), n=s.points[other], charge=s.charge[other], **arm
            )
        ]
        if ins.ATTACK in ops:
            guards = self._guards_of(other, ops[ins.ATTACK])
            told.append(self._say("target.attack", **worth, guard=guards).lstrip())
        if ins.SLASH_HAND in ops:
            told.append(self._say("target.slash", **worth, count=self._hand_size(other)))
        if ins.ATTACK in ops or ins.SLASH_HAND in ops:
            told += self._wins(bounty(s, seat, other))
        if ins.GUESS in ops:
            guess = "guess_two" if self._names_left() > 1 else "guess"
            told.append(self._say(f"target.{guess}", n=int(BITS[fronts_left(s, other)])))
        if ins.GIFT in ops:
            told.append(self._gift(other, ops[ins.GIFT]))
        if ins.STEAL in ops or ins.DRAIN in ops:
            most = ops.get(ins.STEAL) or ops.get(ins.DRAIN) or s.charge[other]
            told.append(self._say("target.drain", n=min(most, s.charge[other])))
        if ins.STEAL in ops:
            told.append(self._too_much())
        if ins.SWAP_WEAPONS in ops or ins.SWAP_LOADED in ops:
            told.append(self._say("target.swap"))
        if ins.PEEK in ops:
            told.append(self._say("target.peek"))
        if ins.SHOW in ops:
            told.append(self._say("target.show"))
        if ins.REDEPLOY_DIFF in ops:
            told.append(self._say("target.differ"))
        if ins.MOVE in ops:
            told.append(self._say("target.move", n=s.charge[other]))
        return joined(*told)

    def _guards_of(self, other: int, flags: int) -> str:
        against = ins.AGAINST_WEAPON if self._program()["box"] == EXECUTION else ins.AGAINST_POWER
        return self._say("guard.none") if flags & 1 else self._guarded([other], against)

    def _gift(self, other: int, count: int) -> str:
        """What charges do to whoever receives them: a full unstable weapon explodes."""
        s = self.s
        room = top_square(s, s.weapon[other]) - s.charge[other]
        if is_unstable(s, s.weapon[other]) and room < (count or 1):
            return self._say("target.explodes", n=bounty(s, self.seat, other))
        return self._say("target.gift", n=min(count or 1, room))

    def _name(self, character: int) -> str:
        """A named hero dies if it is in front: in how many places can it be?"""
        s, running = self.s, self._program()
        other = running["targets"] & 7
        place = s.place_of[character]
        known = self._counted(other, place, "named")
        points = bounty(s, self.seat, other)
        told = self._say(
            "does.name",
            character=self._character(character),
            player=self._player(other),
            points=self._points(points),
            why=self._worth(self.seat, other),
            known=known,
        )
        vain = not fronts_left(s, other) >> place & 1
        heard = self._say("named.claimed", player=self._player(other)) if s.claimed[other] == place else ""
        return joined(told, "" if vain else heard, *([] if vain else self._wins(points)))

    def _deliver(self, other: int) -> str:
        s = self.s
        if other == self.seat:
            return self._say("does.deliver_self", n=top_square(s, s.weapon[other]) - s.charge[other])
        return self._say("does.deliver", player=self._player(other), gift=self._gift(other, 1))

    def _amount(self, amount: int) -> str:
        s, running = self.s, self._program()
        ops = dict(self._left())
        receiver = running["destination"] if ins.MOVE in ops else running["targets"] & 7
        if receiver == self.seat:
            room = top_square(s, s.weapon[receiver]) - s.charge[receiver]
            return self._say("does.amount_self", n=min(amount, room))
        return self._say(
            "does.amount", n=amount, player=self._player(receiver), gift=self._gift(receiver, amount)
        )

    def _direction(self, direction: int) -> str:
        """Who would be hit, in order; the marker says how many."""
        s, running = self.s, self._program()
        ops = [(op, number) for op, number in self._left()]
        hits = 0
        for i, (op, _) in enumerate(ops):
            guarded = i and ops[i - 1][0] == ins.WHEN_MARKER and running["marker"] < ops[i - 1][1]
            hits += op == ins.NEXT and not guarded
        hits = min(hits, s.seats - 1)
        step = 1 if direction == 0 else -1
        names = [str(self._player(clockwise(s, self.seat, step * k))) for k in range(1, hits + 1)]
        return self._say("does.direction", n=hits, names=self._and(names))

    def _dodge(self, _: int) -> str:
        return self._say("does.dodge", n=self._under(ATTACK.number)["price"], character=self._front())

    def _endure(self) -> str:
        attack = self._under(ATTACK.number)
        return self._dies("does.endure", attack["attacker"], self.s.active[self.seat])

    def _dies(self, key: str, attacker: int, place: int) -> str:
        """What the death of that hero means: where the card goes, and who scores."""
        s, seat = self.s, self.seat
        returns = place >= 0 and s.returners >> s.cast[place] & 1
        where = self._say("lost.hand" if returns else "lost.cemetery")
        told = self._say(
            key,
            character=self._hero(place) if place >= 0 else self._say("nobody"),
            player=self._player(attacker),
            n=bounty(s, attacker, seat),
            why=self._worth(attacker, seat),
            where=where,
        )
        return joined(told, "" if returns else self._to_vengeance())

    def _yes(self) -> str:
        s = self.s
        if ins.FIRE in dict(self._left()):
            return self._say("does.yes_fire", text=self.speech.name("weapon_text", s.weapon[self.seat]))
        running = self._program()
        return self._say("does.yes_gift", gift=self._gift(running["targets"] & 7, 2))


def joined(*told: str) -> str:
    return " ".join(filter(None, told))
