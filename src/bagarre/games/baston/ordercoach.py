"""What the coach says of an order on a sheet: where it leads, whom it finds, and what may go wrong."""

from __future__ import annotations

from functools import cached_property

from . import outlook
from .approach import ahead
from .choices import (
    BOTH_ROUNDS,
    CJ,
    CP,
    CRAWL,
    CT,
    IS_BLOW,
    JUMP,
    LAN,
    LONG_ORDER,
    ORDER_ARG,
    ORDER_KIND,
    ORDER_SUFFIX,
    ORDERS,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    PIVOT_TO,
    REST,
    ROUND_OF,
    RUN,
    WALK,
)
from .drawing import point_name
from .events import EVENTS
from .forecast import FRAIL, Forecast, forecast_in, rival_after, told, told_points, world_before
from .orderwords import order_words
from .rules.geometry import direction_to
from .rules.hits import behind
from .rules.people import side_of
from .shove import OFF, could_be_off, worth
from .speaker import Speaker
from .state import (
    CHAIN,
    HEAD,
    NOBODY,
    NOTHING,
    NOWHERE,
    PARTS,
    TRUNK,
    W_KNOCKED,
    W_STANDING,
    State,
)
from .staying import SURE, haven, moves_before, refuge, staying

MOVES = {WALK: "walk", CRAWL: "crawl", JUMP: "jump"}


class OrderCoach(Speaker):
    """The orders of the sheet under the pencil."""

    @cached_property
    def world(self) -> State:
        """The position when the order under the pencil begins, as far as the seat's own orders make it."""
        return world_before(self.s, self.s.page[self.seat], self.s.box[self.seat])

    def _to_strike(self, c: int, b: int, code: int | None, other: int) -> tuple[str, str]:
        """How often a blow at him would hit there, and why so often from behind (BA-HIT-2); and whether he will still be there."""
        world = self.world if code is None else forecast_in(self.world, c, b, code).world or self.world
        percent = outlook.punch(world, c, other).percent
        faced = world.copy()
        faced.facing[other] = direction_to(world.at[other], world.at[c])
        front = outlook.punch(faced, c, other).percent
        odds = self._say(f"moment.odds{'_back' if percent > front else ''}", percent=percent, front=front)
        n = moves_before(self.s, c, other, b)
        stays = staying(self.s, c, other, b)
        if stays == SURE and (b or self.s.stun[other]):
            return odds, ""
        return odds, self._say(f"moment.stays_{stays}", n=n)

    def _frail(self, c: int) -> str:
        """One blow from being knocked out (BA-WOUND-2), and what that costs."""
        s = self.s
        part = min((HEAD, TRUNK), key=lambda part: s.hp[c][part])
        if s.hp[c][part] > FRAIL:
            return ""
        row = s.weights[side_of(s, s.seat_of[c]) if s.sided and any(s.weights[1]) else 0]
        lost, won = row[W_STANDING] + 0, row[W_KNOCKED] + 0
        return self._say(
            f"moment.{'frail_points' if lost > 0 and won > 0 else 'frail'}",
            who=self._name(c),
            n=s.hp[c][part] + 0,
            part=self.speech.say(f"board.part.{PARTS[part]}"),
            lost=lost,
            won=won,
        )

    def _away(self, c: int, b: int) -> str:
        """Whoever may fall at the next blow strikes from safety, or goes out of reach; nothing where nobody can strike him, where he cannot get away,
        or where only blows can still win."""
        s = self.s
        if not outlook.threats(self.world, c) or (s.turn == s.turns and ahead(s, self.seat) < 0):
            return ""
        name = order_words(self.speech.words)[1]
        if found := haven(self.world, c, b):
            code, other = found
            odds, stays = self._to_strike(c, b, code, other)
            told = {"order": name[ORDERS[code]], "other": self._name(other), "odds": odds}
            return self._joined(self._say("moment.haven", **told), stays)
        code = refuge(self.world, c, b)
        return "" if code < 0 else self._say("moment.refuge", order=name[ORDERS[code]])

    def _order(self, code: int) -> str:
        c, b = self.s.page[self.seat], self.s.box[self.seat]
        found = forecast_in(self.world, c, b, code)
        kind = ORDER_KIND[code]
        if found.forbidden:
            return self.speech.say(f"events.{EVENTS.kinds[found.forbidden].name}", who=self._name(c))
        if b & 1 or ROUND_OF[code] == BOTH_ROUNDS:
            return self._action(c, b, code, found)
        if kind == REST:
            return self._joined(self._say("order.wait", who=self._name(c)), self._after(c, found))
        if found.lost:
            return self._joined(self._say("order.lost"), *self._risks(found))
        shoves = self._shoves(c, found) if found.shoved >= 0 else ""
        return self._joined(
            self._movement(c, code, found), shoves, *self._risks(found), self._after(c, found)
        )

    def _shoves(self, c: int, found: Forecast) -> str:
        """Whom he jostles without a roll, and what becomes of him (BA-JOST-4, BA-JOST-7)."""
        other, end = found.shoved, found.shove.end
        over = self.world.prone[other] and not found.prone
        key = end or ("down" if over else "")
        points = worth(self.world, other, c) if end == OFF else 0
        return self._say(
            f"order.shoves{'_' + key if key else ''}{'_points' if points else ''}",
            other=self._name(other),
            points=told_points(points, self.speech),
        )

    def _movement(self, c: int, code: int, found: Forecast) -> str:
        """Where a movement leads, if nobody else moves."""
        kind, who = ORDER_KIND[code], self._name(c)
        moved = len(found.way) > 1 and found.way[-1] != NOWHERE
        at = point_name(found.way[-1]) if moved else ""
        if kind in MOVES:
            key = MOVES[kind] if moved else "stays"
            said = self._say(f"order.{key}", who=who, way=self._way(ORDER_ARG[code]), at=at)
        elif kind == RUN:
            said = self._say(f"order.{'run' if moved else 'run_stays'}", who=who, n=len(found.way) - 1, at=at)
        elif kind in (PIVOT_LEFT, PIVOT_RIGHT, PIVOT_TO):
            return self._say("order.turn", who=who, way=self._way(found.facing))
        else:
            body = ORDERS[code].rstrip("GD") if len(ORDERS[code]) > 1 else ORDERS[code]
            said = self._say(f"order.{body}", who=who, at=at)
        if found.way[-1] == NOWHERE:
            return said
        if kind == WALK and moved and found.facing == self.world.facing[c]:
            return self._joined(said, self._say("order.still_faces", way=self._way(found.facing)))
        if not ORDER_SUFFIX[code]:
            return said
        return self._joined(said, self._say("order.then", way=self._way(found.facing)))

    def _after(self, c: int, found: Forecast) -> str:
        """Who would be in front of him then."""
        world = found.world
        if world is None or found.lost or world.at[c] == NOWHERE or world.fate[c]:
            return ""
        reached = self._reached(c, world)
        rival, others = rival_after(found), outlook.rivals_in_front(world.copy(), c)[1:]
        own = outlook.friends_in_front(world.copy(), c)
        if rival == NOBODY:
            alone = self._say("order.front_only_own", other=self._name(own[0])) if own else ""
            return self._joined(alone or self._screened(c, world), reached)
        also = self._say("order.front_also", others=", ".join(map(self._name, others))) if others else ""
        mine = [
            self._say("order.front_own", other=self._name(x), percent=outlook.punch(world, c, x).percent)
            for x in own
        ]
        odds = outlook.punch(world, c, rival)
        key = "front_back" if behind(world, c, rival) else "front"
        said = self._say(f"order.{key}", other=self._name(rival), percent=odds.percent)
        return self._joined(said, also, *mine, reached)

    def _screened(self, c: int, world: State) -> str:
        """Nobody to strike in front; or a rival stands there, and what keeps a blow from him."""
        if behind := outlook.out_of_blows(world, c):
            why, _, other = behind
            return self.speech.say(f"warnings.beyond_{why}", other=self._name(other))
        return self._say("order.front_free")

    def _reached(self, c: int, world: State) -> str:
        """Who could push him off the board there; who could strike him, or that nobody can any more."""
        if pushers := could_be_off(world, c):
            return self._say("order.could_be_off", others=self._people(pushers))
        near = outlook.threats(world, c)
        if near:
            return self._say("order.reached", others=self._people(near))
        return self._say("order.safe") if outlook.threats(self.world, c) else ""

    def _action(self, c: int, b: int, code: int, found: Forecast) -> str:
        """A blow or an action: what it is for, and what it would find."""
        kind = ORDER_KIND[code]
        if kind == REST:
            return self._say("order.rest", who=self._name(c))
        who = self._name(c)
        does = self._say(f"order.{ORDERS[code].replace('/', '_')}", who=who)
        if IS_BLOW[kind]:
            return self._joined(does, *self._blow(c, b, kind, found))
        if kind == LAN and not found.lost:
            return self._joined(does, *self._lines(c))
        late = self._say("order.late") if LONG_ORDER[kind] and not found.lost else ""
        return self._joined(does, late, *self._risks(found))

    def _lines(self, c: int) -> list[str]:
        """Who stands on the lines of a throw, with the odds."""
        s, said = self.world, []
        for d, other, item in outlook.lines(s, c):
            own = side_of(s, s.seat_of[other]) == side_of(s, s.seat_of[c])
            said.append(
                self._say(
                    f"order.throw_line{'_own' if own else ''}",
                    way=self._way(d),
                    other=self._name(other),
                    percent=outlook.throw(s, c, other, item, d).percent,
                    wounds=self._number(outlook.throw(s, c, other, item, d).wounds),
                    weapon=self.speech.name("weapon_in_hand", item),
                )
            )
        return said or [self._say(f"order.throw_{'nobody' if outlook.missiles(s, c) else 'harmless'}")]

    def _blow(self, c: int, b: int, kind: int, found: Forecast) -> list[str]:
        if not found.targets:
            return self._risks(found) if found.lost else [self._say("order.nobody")]
        target, faces = max(found.targets, key=lambda pair: pair[1])
        other = self._name(target)
        if kind == CJ:
            return [self._say("order.on_trip", other=other), *self._risks(found)]
        said = []
        aimed = outlook.will_be_aimed(self.world, c, b, kind)
        if kind == CT:
            said.append(self._say("order.on_hold", other=other, percent=5 * faces))
        else:
            weapon = outlook.best_weapon(self.world, c, target) if kind == CP else NOTHING
            odds = outlook.order(self.world, c, kind, target, aimed)
            said.append(self._struck("order.on_target", odds, other=other))
            if weapon != NOTHING:
                several = len(outlook.weapons(self.world, c)) > 2
                key = f"order.best_with{'_several' if several else ''}"
                said.append(self._say(key, weapon=self.speech.name("weapon_in_hand", weapon)))
        if len(found.targets) > 1:
            said.append(self._say("order.by_lot", n=len(found.targets)))
            if kind == CP and CHAIN in outlook.weapons(self.world, c):
                said.append(self._say("order.by_chain"))
        if aimed:
            said.append(self._say("order.aimed"))
        return [*said, *self._risks(found)]

    def _risks(self, found: Forecast) -> list[str]:
        if not found.warnings:
            return []
        names = [self._name(other) for other in range(self.s.crowd)]
        said = []
        for warning in told(found, self.speech, names):
            text = warning["text"]
            if warning["odds"]:
                text = self._say("order.risk", text=text.rstrip("."), odds=warning["odds"])
            said.append(text)
        return said
