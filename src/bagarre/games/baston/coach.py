"""The coach of BASTON: the goal, what this moment asks, and what each order and each answer does, from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bagarre.kernel.menu import Choice
from bagarre.kernel.operations import kept, resolving

from . import outlook
from .aims import aim, goal
from .approach import ahead, approach, own_in_way, runs
from .choices import (
    AIM,
    AIM_AT,
    ALL,
    ASK_DROP,
    ATTACK,
    BESIDE,
    BOLT_AT,
    BOTH_ROUNDS,
    BOX,
    BUY,
    CJ,
    COMMIT,
    CP,
    CRAWL,
    CT,
    CV,
    DROP,
    FACE,
    FAR,
    GET,
    IGNORE,
    LEAF_AT,
    ONE,
    ORDER,
    ORDER_KIND,
    ORDER_SUFFIX,
    ORDERS,
    PIVOT_TO,
    PLACE,
    PUSH,
    REST,
    ROB,
    ROUND_OF,
    SHEET,
    SMASH,
    STRIKE,
    TAKE,
    TAKE_READY,
    THROW,
    TIP,
    TOWARDS,
    VERBS,
    WALK,
    WITH,
)
from .drawing import point_name
from .ending import won
from .forecast import FRAIL, PIVOTS, WALKS, forecast_in, forecast_sheet, lead, shut_before, world_before
from .frame import FIRST_GAME, OPENED
from .ordercoach import OrderCoach
from .rules.blows import KIND, target_in_hand
from .rules.doors import fixture_tag
from .rules.hits import ROW_OF
from .rules.machine import BLOWS, FLIES, NO_QUESTION, Q_BUILD, Q_SHEETS, THROWS
from .rules.people import BY_DEXTERITY, BY_STRENGTH, by_letter, occupant
from .rules.sequence import FINISHED
from .rules.throwing import HARD, TARGET, WAY, point_at, throwable_hard
from .state import (
    BOTTLE,
    BROKEN,
    CHAIR,
    HEAD,
    HIDDEN_SHEETS,
    ITEM_KINDS,
    ITEMS,
    LEGS,
    NOBODY,
    NOWHERE,
    OPEN,
    PARTS,
    REVEAL_BY_SEQUENCE,
    RIGHT_ARM,
    TRUNK,
    VEST,
)
from .tactics import is_enemy
from .view import QUESTIONS, scenario_of

FRAGILE = (BOTTLE, BROKEN)
HUNTED = {"first_front": "front_hunted", "first_turn": "turn_hunted", "first_step": "step_hunted"}
"""What is said instead where a rival could strike him."""
LEADS: dict[str, dict[int, int]] = {
    "first_front": {},
    "first_step": dict(enumerate(WALKS)),
    "first_turn": dict(enumerate(PIVOTS)),
}
"""How a rival comes within reach, and the orders that bring him there, by direction."""
FLIGHT = FLIES.column("way")
"""The direction of an object that flies."""


class Coach(OrderCoach):
    """What the coach says to one seat at one moment."""

    # The goal.

    def goal(self) -> str:
        """In full until the first order of a first brawl is written, then in one line: what scores stands behind a key."""
        s = self.s
        begun = (
            s.turn > 1
            or (s.turn and s.ask != Q_SHEETS)
            or any(s.written[c] for c in range(s.crowd) if s.seat_of[c] == self.seat)
        )
        known = begun and scenario_of(self.s, self.speech) == FIRST_GAME
        return (aim if known else goal)(self.s, self.seat, self.speech)

    # The moment.

    def moment(self) -> str:
        s = self.s
        if s.step == FINISHED or s.ask == NO_QUESTION:
            return self._say("moment.won" if won(s, self.seat) else "moment.over")
        if s.ask in (Q_SHEETS, Q_BUILD):
            if not s.writers >> self.seat & 1:
                waits = "build" if s.ask == Q_BUILD else "rewrite" if s.shown else "sheets"
                return self._say(f"moment.wait_{waits}")
            return self._sheet() if s.ask == Q_SHEETS else self._building()
        if s.seat_of[s.asked] != self.seat:
            return self._say("moment.wait_film", who=self._name(s.asked))
        name = QUESTIONS[s.ask]
        lot = "_lot" if name == "weapon" and s.target_count > 1 else ""
        own = "_own" if name == "strike" and outlook.own_in_hand(s) else ""
        told = {"who": self._name(s.asked), "target": self._asked_target()}
        return self._joined(self._say(f"moment.{name}{lot}{own}", **told), self._besides(name))

    def _besides(self, question: str) -> str:
        """Where an aimed blow cannot go, and whether a weapon will be asked for again."""
        if beyond := [self.speech.say(f"board.part.{p}") for p in outlook.beyond_reach(self.s, question)]:
            return self._say("moment.part_beyond", parts=", ".join(beyond))
        same = question == "weapon" and scenario_of(self.s, self.speech) == FIRST_GAME
        return self._say("moment.weapon_kept") if same else ""

    def _sheet(self) -> str:
        """Where the pencil is, and what the box is for."""
        s = self.s
        c, b = s.page[self.seat], s.box[self.seat]
        if s.shown:
            # Stunned or held: what lets a sheet be written again (BA-REPROG-1).
            why = self.speech.say(f"board.rewrite_{'held' if s.held_by[c] else 'stunned'}", who=self._name(c))
            if b == NOBODY:
                again = self._say("moment.acts_again", beat=self._beat(self._first_free(c) // 2))
                open_now = "" if s.options & REVEAL_BY_SEQUENCE else self._say("moment.orders_open")
                hand_in = self._say("moment.rewrite_hand_in", why=why, again=again)
                return self._joined(hand_in, open_now, self._leave(c))
            said = self._say(f"moment.rewrite_{self._half(c, b)}", why=why, beat=self._beat(b // 2))
            return said if b & 1 else self._joined(said, self._leave(c))
        if b == NOBODY:
            return self._written(c)
        key, beat, dazed = self._half(c, b), self._beat(b // 2), ""
        if key == "first" and shut_before(s, c, b):
            dazed = self._say("moment.dazed", who=self._name(c), lost=self._say(f"lost.{b // 2}"))
        key, d, other = lead(self.world, c, b) if key == "first" else (key, self.world.facing[c], NOBODY)
        frail = "" if b & 1 else self._frail(c)
        if frail and (away := self._away(c, b)):
            return self._joined(dazed, frail, away)
        if key == "first":
            return self._joined(dazed, frail, self._far_away(c, b, beat))
        if key == "second" and ORDER_KIND[self.world.orders[c][b - 1]] == REST:
            key = "second_aimed"
        if b & 1 and not outlook.rivals_in_front(self.world.copy(), c):
            own = outlook.friends_in_front(self.world.copy(), c)
            alone = "second_nobody" if scenario_of(s, self.speech) == FIRST_GAME else key
            key, other = ("second_own", own[0]) if own else (alone, other)
        told = {"who": self._name(c), "beat": beat, "way": self._way(d), "other": self._name(other)}
        if not b & 1 and not frail and (hunted := self._hunted(c, b, key, other)):
            return self._joined(dazed, self._say(f"moment.{hunted[0]}", foe=self._name(hunted[1]), **told))
        stays = ""
        if key in LEADS:
            told["odds"], stays = self._to_strike(c, b, LEADS[key].get(d), other)
        # What matters most comes first: on a phone the last lines are out of sight.
        said = self._joined(dazed, frail, self._say(f"moment.{key}", **told), stays)
        if b & 1:
            # What the triangle on the plan means.
            moved = forecast_in(world_before(s, c, b - 1), c, b - 1, s.orders[c][b - 1])
            said = self._joined(said, *self._risks(moved)[:1])
        # Said once, on the first sheet.
        first = all(s.seat_of[other] != self.seat or s.fate[other] for other in range(c))
        opens = b == 1 and first and s.turn == OPENED and scenario_of(s, self.speech) == FIRST_GAME
        return self._joined(said, self._say("moment.opened")) if opens else said

    def _hunted(self, c: int, b: int, key: str, other: int) -> tuple[str, int] | None:
        """In a first brawl, once for each sheet: who can strike him, and that he may step aside; not before the first turn is over."""
        s = self.s
        if s.turn == 1 or b != self._first_free(c) or scenario_of(s, self.speech) != FIRST_GAME:
            return None
        near = outlook.threats(self.world, c) if key in HUNTED else []
        if not near:
            return None
        rank = [s.by_rank[i] + 0 for i in range(s.crowd)]
        # Somebody else than the one in front is the danger that is easily overlooked.
        foe = min((x for x in near if x != other), key=rank.index, default=near[0])
        if key == "first_front" and foe != other:
            return "front_others", foe
        late = key == "first_front" and rank.index(foe) < rank.index(c)
        return ("front_late" if late else HUNTED[key]), foe

    def _leave(self, c: int) -> str:
        """Stunned before a rival: whose blow finds nobody once one is out of its reach (BA-BLOW-3)."""
        s = self.s
        if s.held_by[c] or s.prone[c]:
            return ""
        first = self._first_free(c)
        after = forecast_in(world_before(s, c, first), c, first, s.orders[c][first]).world
        if after is not None and not outlook.threats(after, c):
            # It is written already.
            return ""
        rank = [s.by_rank[i] + 0 for i in range(s.crowd)]
        # Whoever is quicker strikes before the step (BA-EXEC-2).
        near = [x for x in outlook.threats(s, c) if rank.index(x) > rank.index(c)]
        return self._say("moment.leave", other=self._name(near[0])) if near else ""

    def _written(self, c: int) -> str:
        """The sheet is full: what the first triangle on one's sheets means, and what comes next."""
        if self._empty():
            return self._say("moment.hand_in_one", who=self._name(c))
        s = self.s
        for other in (c for c in range(s.crowd) if s.seat_of[c] == self.seat and s.written[c]):
            for b, found in enumerate(forecast_sheet(s, other)):
                if s.written[other] >> b & 1 and (risks := self._risks(found)):
                    told = {
                        "who": self._name(other),
                        "beat": self._beat(b // 2),
                        "risk": risks[0].rstrip("."),
                    }
                    return self._say("moment.hand_in_risk", **told)
        return self._say("moment.hand_in")

    def _far_away(self, c: int, b: int, beat: str) -> str:
        """Nobody is within a step: the way to the nearest, and whether one wants to go it in the last turn."""
        s = self.s
        last = s.turn == s.turns and scenario_of(s, self.speech) == FIRST_GAME
        gain = ahead(s, self.seat) if last else 0
        found = approach(self.world, c)
        score = self._say(f"moment.last_{'ahead' if gain > 0 else 'behind'}", n=abs(gain)) if gain else ""
        told = {"who": self._name(c), "beat": beat, "way": self._way(self.world.facing[c])}
        if found is None:
            key = "first"
            if blocked := own_in_way(self.world, c):
                key, own, other = "first_own", *blocked
                told |= {"own": self._name(own), "other": self._name(other)}
            return self._joined(self._say(f"moment.{key}", **told), score)
        reached = [(code, other) for code, other in runs(self.world, c, b).items() if other != NOBODY]
        if reached:
            code, other = reached[0]
            rest = self._say("moment.next_turn") if b // 2 == 2 else self._beat(b // 2 + 1)
            told |= {"other": self._name(other), "rest": rest}
            return self._joined(self._say("moment.first_run", n=int(code[1:]), **told), score)
        told |= {"to": self._way(found.way), "other": self._name(found.other)}
        through = self._say(f"moment.through_{found.through}") if found.through else ""
        return self._joined(
            self._say("moment.first_far", **told), through, score or self._chase(c, b, found.other)
        )

    def _chase(self, c: int, b: int, other: int) -> str:
        """Once for each sheet, from the third turn of a first brawl on: a rival near the end of his life keeps away; how he is caught all the same."""
        s = self.s
        if s.turn < OPENED or b != self._first_free(c) or scenario_of(s, self.speech) != FIRST_GAME:
            return ""
        if not s.strength[other] or min(s.hp[other][HEAD], s.hp[other][TRUNK]) > FRAIL:
            return ""
        return self._say("moment.chase", other=self._name(other))

    def _half(self, c: int, b: int) -> str:
        return "second" if b & 1 else "first_down" if self.world.prone[c] else "first"

    def _first_free(self, c: int) -> int:
        """The first box that may be written again."""
        boxes = int(self.s.editable[c])
        return (boxes & -boxes).bit_length() - 1

    def _building(self) -> str:
        stage = ("made_or_built", "strength", "dexterity", "speed", "shopping")[self.s.box[self.seat]]
        return self._say(f"moment.build_{stage}", n=self.s.purse[self.s.page[self.seat]])

    def _asked_target(self) -> str:
        """Whom the question is about, in words; nobody for most."""
        s = self.s
        if QUESTIONS[s.ask] == "meet":
            return self._name(kept(s, TARGET))
        if QUESTIONS[s.ask] == "part" and resolving(s, THROWS):
            return self._name(s.aim_target)
        if QUESTIONS[s.ask] == "strike" and s.holds[s.asked]:
            return self._name(s.holds[s.asked] - 1)
        if QUESTIONS[s.ask] in ("strike", "part") and s.target_count and target_in_hand(s) >= 0:
            return self._name(target_in_hand(s))
        if QUESTIONS[s.ask] in ("weapon", "how_many", "aim_at") and s.target_count:
            return self._people([s.targets[i] for i in range(s.target_count)])
        return self._say("nobody")

    def foremost(self, legal: Sequence[Choice]) -> list[Choice]:
        """Of the orders of a sheet the plain ones: steps and turns, then blows and whatever would find something."""
        s = self.s
        if s.ask != Q_SHEETS or s.box[self.seat] == NOBODY:
            return list(legal)
        return [
            choice
            for choice in legal
            if (choice.verb == ORDER and self._plain(choice.arg)) or choice.verb in (SHEET, COMMIT)
        ]

    def _plain(self, code: int) -> bool:
        c, b = self.s.page[self.seat], self.s.box[self.seat]
        kind = ORDER_KIND[code]
        if kind in (REST, CP):
            return True
        if ROUND_OF[code] == BOTH_ROUNDS or ORDER_SUFFIX[code]:
            return False
        if not b & 1:
            return kind in (PIVOT_TO, CRAWL if self.world.prone[c] else WALK) or (
                ORDERS[code] == "LEV" and bool(self.world.prone[c])
            )
        return not forecast_in(self.world, c, b, code).lost

    # What a choice does.

    def consequence(self, choice: Choice) -> str:
        says: dict[int, Callable[[int], str]] = {
            ORDER: self._order, BOX: self._box, SHEET: self._sheet_of, ASK_DROP: self._asking, COMMIT: self._commit,
            TAKE_READY: self._ready, BUY: self._buy, FACE: self._face, PLACE: self._place,
            WITH: self._with, ONE: self._one, ALL: self._all, STRIKE: self._strike, BESIDE: self._beside,
            AIM: self._aim, AIM_AT: self._aim_at, DROP: self._drop, TAKE: self._take, THROW: self._throw,
            TOWARDS: self._towards, FAR: self._far, ATTACK: self._attack, IGNORE: self._ignore,
            LEAF_AT: self._leaf, BOLT_AT: self._bolt, PUSH: self._push, TIP: self._tip, SMASH: self._smash,
            ROB: self._rob, GET: self._get,
        }  # fmt: skip
        if choice.verb in says:
            return says[choice.verb](choice.arg)
        return self._does(VERBS.verbs[choice.verb].name, choice)

    def _does(self, name: str, choice: Choice) -> str:
        """A choice whose sentence needs no reckoning: what it is about stands in the sentence."""
        s = self.s
        who = s.page[self.seat] if s.ask in (Q_SHEETS, Q_BUILD) else s.asked
        kind = VERBS.verbs[choice.verb].kind
        value = self.speech.name(kind, choice.arg) if kind else ""
        return self._say(f"does.{name}", who=self._name(who), arg=value, n=choice.arg)

    # The pencil.

    def _box(self, box: int) -> str:
        return self._say("does.box_second" if box & 1 else "does.box_first", beat=self._beat(box // 2))

    def _sheet_of(self, letter: int) -> str:
        return self._say("does.sheet", who=self._name(by_letter(self.s, letter)))

    def _asking(self, _: int) -> str:
        s = self.s
        return self._say("does.stop_off" if s.asks[s.page[self.seat]] else "does.stop")

    def _empty(self) -> int:
        """Boxes of one's own sheets that nothing is written in."""
        s = self.s
        mine = (c for c in range(s.crowd) if s.seat_of[c] == self.seat)
        return sum((s.editable[c] & ~s.written[c]).bit_count() for c in mine)

    def _commit(self, _: int) -> str:
        if self.s.shown:
            return self._say("does.commit_again")
        return self._say("does.commit_empty" if self._empty() else "does.commit", n=self._empty())

    # Making characters.

    def _ready(self, number: int) -> str:
        row = self.s.ready[number]
        things = [self.speech.name("item", item) for item in row[4:] if item]
        return self._say(
            "does.ready" if things else "does.ready_bare",
            who=self.speech.name("ready", number),
            strength=row[0],
            dexterity=row[1],
            speed=row[2],
            constitution=row[3],
            things=", ".join(map(str, things)),
        )

    def _buy(self, item: int) -> str:
        left = self.s.purse[self.s.page[self.seat]] - self.s.cost[item]
        return self._say(f"buy.{ITEMS[item]}", n=left, cost=self.s.cost[item])

    # Set-up.

    def _face(self, d: int) -> str:
        return self._say("does.face", who=self._name(self.s.asked), way=self._way(d))

    def _place(self, p: int) -> str:
        return self._say("does.place", who=self._name(self.s.asked), at=point_name(p))

    # Blows.

    def _with(self, item: int) -> str:
        """What a weapon does to those in front."""
        s, c = self.s, self.s.asked
        odds = [outlook.blow(s, c, s.targets[i], ROW_OF[item]) for i in range(s.target_count)]
        mean = outlook.mean(odds)
        spoilt = {CHAIR: "with_chair", BOTTLE: "with_bottle"}.get(item, "")
        return self._joined(
            self._struck("does.with", mean, weapon=self.speech.name("weapon_in_hand", item)),
            self._say(f"does.{spoilt}") if spoilt else "",
        )

    def _one(self, _: int) -> str:
        return self._say("does.one", n=self.s.target_count)

    def _all(self, _: int) -> str:
        s = self.s
        odds = [outlook.blow(s, s.asked, s.targets[i], ROW_OF[s.weapon]) for i in range(s.target_count)]
        return self._say("does.all", n=s.target_count, percent=outlook.mean(odds).percent)

    def _strike(self, _: int) -> str:
        s, c = self.s, self.s.asked
        if resolving(s, BLOWS) and kept(s, KIND) == CT and s.holds[c]:
            return self._say("does.strike_hold", other=self._name(s.holds[c] - 1))
        target, kind = target_in_hand(s), kept(s, KIND)
        if kind == CJ:
            faces = outlook.passes(s, target, BY_DEXTERITY) if s.strength[target] else -1
            key = "does.strike_trip" if faces >= 0 else "does.strike_trip_hidden"
            return self._say(key, other=self._name(target), n=8 - faces)
        if kind == CT:
            return self._say(
                "does.strike_grab", other=self._name(target), percent=5 * outlook.hold_faces(s, c, target)
            )
        odds = outlook.blow(
            s, c, target, outlook.row_of_order(s, c, kind, s.weapon), LEGS if kind == CV else -1
        )
        return self._struck("does.strike", odds, other=self._name(target))

    def _beside(self, _: int) -> str:
        s = self.s
        held = resolving(s, BLOWS) and kept(s, KIND) == CT and s.holds[s.asked]
        if held:
            return self._say("does.beside_hold", other=self._name(s.holds[s.asked] - 1))
        return self._say("does.beside")

    def _aim(self, part: int) -> str:
        """The same chance everywhere; what it does there differs."""
        s, c = self.s, self.s.asked
        where = self.speech.name("part", part)
        if resolving(s, THROWS):
            target = s.aim_target
            odds = outlook.throw(s, c, target, s.weapon, kept(s, WAY), part)
        else:
            target = target_in_hand(s)
            odds = outlook.blow(s, c, target, outlook.row_of_order(s, c, kept(s, KIND), s.weapon), part)
        known = s.strength[target] > 0 or not s.options & HIDDEN_SHEETS
        life = s.hp[target][part]
        left = self._say(f"does.aim_{PARTS[part]}" if life else "does.aim_spent", n=life) if known else ""
        return self._joined(self._struck("does.aim", odds, part=where), left)

    def _aim_at(self, letter: int) -> str:
        target = by_letter(self.s, letter)
        odds = outlook.blow(self.s, self.s.asked, target, ROW_OF[self.s.weapon])
        return self._struck("does.aim_at", odds, other=self._name(target))

    # Objects and throws.

    def _drop(self, item: int) -> str:
        key = "drop_fragile" if item in FRAGILE else "drop_chair" if item == CHAIR else "drop"
        return self._say(f"does.{key}", who=self._name(self.s.asked), arg=self.speech.name("item", item))

    def _take(self, arg: int) -> str:
        item = arg % ITEM_KINDS
        said = self._say(f"take.{ITEMS[item]}", who=self._name(self.s.asked))
        return self._joined(said, self._chair_worth()) if item == CHAIR else said

    def _chair_worth(self) -> str:
        """What a blow with the chair takes from the nearest rival, beside what they carry."""
        s, c = self.s, self.s.asked
        rivals = [x for x in range(s.crowd) if s.at[x] != NOWHERE and not s.fate[x] and is_enemy(s, c, x)]
        if not rivals:
            return ""
        other = min(rivals, key=lambda x: outlook.distance(s, c, x))
        weapon = outlook.best_weapon(s, c, other)
        return self._say(
            "take.chair_worth",
            chair=self._number(outlook.blow(s, c, other, ROW_OF[CHAIR]).wounds),
            own=self._number(outlook.blow(s, c, other, ROW_OF[weapon]).wounds),
            other=self._name(other),
            weapon=self.speech.name("weapon_in_hand", weapon),
        )

    def _throw(self, item: int) -> str:
        key = "throw_chair" if item == CHAIR else "throw_hard" if throwable_hard(item) else "throw"
        said = self._say(f"does.{key}", arg=self.speech.name("item", item))
        s, c = self.s, self.s.asked
        found = [(outlook.throw(s, c, met, item, d), d, met) for d, met, _ in outlook.lines(s, c)]
        if not throwable_hard(item) or not found:
            return said
        odds, d, met = max(found, key=lambda one: one[0].wounds)
        told = {"way": self._way(d), "other": self._name(met)}
        return self._joined(said, self._struck("does.towards", odds, **told))

    def _towards(self, d: int) -> str:
        s, c = self.s, self.s.asked
        way = self._way(d)
        if not kept(s, HARD):
            return self._say("does.towards_point", way=way)
        target = outlook.met_by_throw(s, c, d)
        if target == NOBODY:
            return self._say("does.towards_nobody", way=way)
        return self._struck(
            "does.towards", outlook.throw(s, c, target, s.weapon, d), way=way, other=self._name(target)
        )

    def _far(self, n: int) -> str:
        s, c = self.s, self.s.asked
        at = point_name(point_at(s, c, kept(s, WAY), n))
        if kept(s, HARD):
            there = occupant(s, point_at(s, c, kept(s, WAY), n), 0)
            met = self._say("does.far_there", other=self._name(there)) if there >= 0 else ""
            return self._joined(self._say("does.far_chair", n=n, at=at), met)
        made = outlook.passes(s, c, BY_DEXTERITY, 2 if s.hp[c][RIGHT_ARM] == 0 else 0)
        return self._say("does.far", n=n, at=at, made=made)

    def _attack(self, _: int) -> str:
        s = self.s
        target = kept(s, TARGET)
        odds = outlook.throw(s, s.asked, target, s.weapon, kept(s, FLIGHT))
        return self._struck("does.attack", odds, other=self._name(target))

    def _ignore(self, _: int) -> str:
        return self._say("does.ignore", other=self._name(kept(self.s, TARGET)))

    # Doors and furniture.

    def _leaf(self, fixture: int) -> str:
        opens = self.s.fixture_state[fixture] != OPEN
        return self._say("does.leaf_open" if opens else "does.leaf_close", arg=self._fixture(fixture))

    def _bolt(self, fixture: int) -> str:
        return self._say("does.bolt", arg=self._fixture(fixture))

    def _push(self, d: int) -> str:
        return self._say("does.push", way=self._way(d), what=self._what(PUSH, d))

    def _tip(self, d: int) -> str:
        return self._say("does.tip", way=self._way(d), what=self._what(TIP, d))

    def _smash(self, what: int) -> str:
        made = outlook.passes(self.s, self.s.asked, BY_STRENGTH)
        return self._say("does.smash", what=self._what(SMASH, what), made=made)

    def _what(self, verb: int, arg: int) -> str:
        """The choice as the table describes it, to begin a sentence."""
        said = self.speech.choice(Choice(verb, arg), self.s, self.seat)
        return said[:1].upper() + said[1:]

    def _fixture(self, number: int) -> Any:
        return self.speech.name("fixture", fixture_tag(self.s, number))

    # Robbing and dressing.

    def _rob(self, letter: int) -> str:
        return self._say("does.rob", other=self._name(by_letter(self.s, letter)))

    def _get(self, what: int) -> str:
        worn = what >= ITEM_KINDS
        item = VEST + what - ITEM_KINDS if worn else what
        return self._say("does.get_worn" if worn else "does.get", arg=self.speech.name("item", item))
