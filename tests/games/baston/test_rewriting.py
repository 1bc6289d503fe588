"""What the coach says while a sheet is written again in the middle of a turn."""

from __future__ import annotations

from bagarre.games.baston.choices import ORDERS
from bagarre.games.baston.rules.machine import Q_SHEETS
from tests.games.baston.table import Brawl, coach, man


def test_whoever_waits_in_the_film_is_told_that_a_sheet_is_rewritten() -> None:
    s = Brawl(man("riton", "16,5"), man("kraitneu", "1,1", seat=1)).s
    s.ask, s.writers = Q_SHEETS, 2
    for shown, said in ((0, "still writing"), (1, "rewrites the rest")):
        s.shown = shown
        assert said in coach(s, 0, "en").moment()


def test_whoever_rewrites_hears_whose_blow_a_step_would_spoil() -> None:
    """BA-BLOW-3, BA-EXEC-2, BA-REPROG-1: only a rival who has him in front, is not stunned himself and acts after him."""
    slow, quick = "le_chacal", "kraitneu"
    for foe, facing, stun, said in (
        (slow, 7, 0, True),
        (slow, 3, 0, False),
        (slow, 7, 1, False),
        (quick, 7, 0, False),
    ):
        s = Brawl(man("riton", "13,13", facing=3), man(foe, "13,14", seat=1, facing=facing)).s
        s.ask, s.writers, s.shown, s.page[0] = Q_SHEETS, 1, 1, 0
        s.editable[0], s.stun[1] = 0b110000, stun
        for s.box[0] in (-1, 4, 5):
            heard = "Step away from" in coach(s, 0, "en").moment()
            assert heard is (said and s.box[0] != 5)
        # Not once it is written.
        s.box[0], s.orders[0][4] = -1, ORDERS.index("M7")
        assert "Step away from" not in coach(s, 0, "en").moment()
