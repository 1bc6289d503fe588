"""What the coach of Badass Force says of the end: who has reached the goal, who is about to, and who will without doing anything."""

from bagarre.kernel.grammar import listed

from . import instructions as ins
from .rules.claims import LIE
from .rules.table import clockwise
from .sayings import Sayings
from .state import COOL, VENGEANCE
from .view import bounty, under_way

NEAR = 2
"""Points below the goal from which a rival may end the game with one kill."""
SCORING = frozenset(
    {ins.ATTACK, ins.SLAY, ins.SLASH_HAND, ins.GUESS, ins.GIFT, ins.MOVE, ins.ROLL_ARMORY, ins.FIRE}
    | {ins.COPY_POWER, ins.ONE_OF}
)
"""Instructions that may still bring somebody points."""


class Endings(Sayings):
    """The words about the end of the game."""

    def _last_turn(self) -> str:
        """Somebody has reached the goal, or a rival nearly has: how the game ends and is decided (BF-END-1, BF-END-3 to 5)."""
        s = self.s
        # Of several it is whoever plays now, then whoever plays next.
        rivals = [
            seat for step in range(s.seats) if (seat := clockwise(s, max(s.turn, 0), step)) != self.seat
        ]
        most, best = max(s.points[seat] for seat in rivals), max(s.points[: s.seats])
        first = [seat for seat in rivals if s.points[seat] == most]
        if best >= s.target:
            key = "your_last_turn" if s.turn == self.seat else "last_turn"
            mine = s.points[self.seat] == best
            reached = self._say(
                "moment.reached_you" if mine else "moment.reached", n=best, player=self._player(first[0])
            )
            return self._say(f"moment.{key}", reached=reached, player=self._player(s.turn))
        if most < s.target - NEAR:
            return ""
        names = listed([str(self._player(seat)) for seat in first], self.speech.lang)
        near = self._say("moment.near", names=names, n=most, goal=s.target)
        return f"{near} {self._without_doing_anything(rivals) or self._say('moment.ends', goal=s.target)}"

    def _decided(self, then_nothing: bool) -> str:
        """That a choice changes nothing any more: the goal is reached, somebody leads alone, and nothing follows it (BF-END-1, BF-END-3)."""
        s = self.s
        best = max(s.points[: s.seats])
        first = [seat for seat in range(s.seats) if s.points[seat] == best]
        if best < s.target or len(first) > 1 or not then_nothing:
            return ""
        key = "decided_you" if first[0] == self.seat else "decided"
        return self._say(f"moment.{key}", player=self._player(first[0]), n=best)

    def _nothing_follows(self) -> bool:
        """Is a hero to be placed, or a weapon to be taken, with nothing after it that could bring points?"""
        below = [under_way(self.s, place) for place in range(self.s.depth - 1)]
        asker = under_way(self.s, self.s.depth - 1)[0] if below else ""
        kinds = [kind for kind, _ in below]
        if asker == "change":
            return kinds == ["turn"] or (kinds == ["turn", "execution"] and self._harmless(below[-1][1], 0))
        if asker != "placement" or kinds == ["turn"]:
            return asker == "placement"
        if kinds == ["turn", "claim"]:
            return below[-1][1]["verdict"] == LIE
        # The only attack of a shot or a power, which has been carried out.
        alone = kinds[-1] == "attack" and len(kinds) > 2 and kinds[-2] in ("execution", "power")
        once = alone and set(kinds[:-2]) <= {"turn", "claim"} and below[-2][1]["targeted"] == 1
        return once and self._harmless(below[-2][1], 1)

    def _harmless(self, program: dict[str, int], done: int) -> bool:
        """Can nothing that the program has still to do bring points, after so many instructions?"""
        left = list(self._instructions(program["instruction"]))[done:]
        return not SCORING & {op for op, _ in left}

    def _one_kill_away(self) -> str:
        """That the hero of any rival, killed now, brings the reader to the goal (BF-SCORE-2, BF-END-1)."""
        s, seat = self.s, self.seat
        least = min(bounty(s, seat, other) for other in range(s.seats) if other != seat)
        near = s.points[seat] < s.target <= s.points[seat] + least
        return self._say("moment.near_you", n=s.points[seat], goal=s.target) if near else ""

    def _without_doing_anything(self, rivals: list[int]) -> str:
        """The next one whom the point of those who are Cool brings to the goal, while somebody is in Vengeance (BF-VENG-8)."""
        s = self.s
        if VENGEANCE not in s.mode[: s.seats]:
            return ""
        # Whoever plays now has had that point; all the others play before they do again.
        for seat in sorted(rivals, key=lambda seat: seat == s.turn):
            if s.mode[seat] == COOL and s.points[seat] + 1 >= s.target:
                key = "near_your_last" if s.turn == self.seat else "near_cool"
                return self._say(f"moment.{key}", player=self._player(seat), goal=s.target)
        return ""
