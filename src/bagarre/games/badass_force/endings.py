"""What the coach of Badass Force says of the end: who has reached the goal, who is about to, and who will without doing anything."""

from bagarre.kernel.grammar import listed

from .rules.table import clockwise
from .sayings import Sayings
from .state import COOL, VENGEANCE
from .underway import winners_now
from .view import bounty

NEAR = 2
"""Points below the goal from which a rival may end the game with one kill."""


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
        first = winners_now(self.s)
        if len(first) != 1 or not then_nothing:
            return ""
        key = "decided_you" if first[0] == self.seat else "decided"
        return self._say(f"moment.{key}", player=self._player(first[0]), n=self.s.points[first[0]])

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
