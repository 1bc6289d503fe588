"""The rules of Boss Quest: the phases of a round in the order of play, each told once. The modules are the parts of a round.

next_round   set-up, Boss, market, deal
turn         who plays, equip, stop            companions   owl, raven, and where each companion is
potions      readings                          visit        taking a spell and naming its parameters
spells       what each spell does              solo         the League's spell
fight        hearts, ranking, keys             ending       key goal, ghosts, departures, result
strength     sums used everywhere              piles        taking and laying cards
"""

from bagarre.kernel.phases import Answer, PhaseBook, UpTo
from bagarre.kernel.rule import rule

from .. import choices as verb
from .. import state as phase
from ..choices import NOT_YOUR_TURN
from ..state import FINISHED, NOBODY, State
from . import companions, fight, next_round, piles, potions, solo, spells, turn, visit
from . import ending as end
from .ending import ending, rank, score
from .next_round import set_up

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]

SLOTS = UpTo(visit.last_slot, verb.SLOT_EMPTY)
PLAYERS = UpTo(visit.last_seat, verb.NOT_THERE)
READINGS = [Answer(verb.READ_PLUS, potions.read_potion), Answer(verb.READ_MINUS, potions.read_potion)]

PHASES = PhaseBook(verb.VERBS, "phase", otherwise=verb.NOT_NOW)
# The round is prepared.
PHASES.phase(phase.DEAL, next_round.deal_round)
PHASES.phase(phase.READ_DEAL, potions.read_visible, READINGS)
# The players' turns.
PHASES.phase(phase.PASS, turn.pass_turn)
PHASES.phase(
    phase.TURN,
    turn.ask_turn,
    [
        Answer(verb.REPEAT, turn.repeat, turn.repeat_refusal),
        Answer(verb.DECLINE, turn.decline, turn.repeat_refusal),
        Answer(
            verb.EQUIP, turn.equip, never=turn.equip_refusal, up_to=UpTo(piles.pile_size, verb.PILE_SHORT)
        ),
        Answer(verb.STOP, turn.stop, turn.stop_refusal),
        Answer(verb.VISIT, turn.visit, turn.visit_refusal),
        Answer(verb.POWER, companions.use_power, companions.power_refusal),
    ],
)
PHASES.phase(
    phase.PEEKING,
    turn.ask_turn,
    [
        Answer(verb.LOOK, companions.look, companions.look_refusal, up_to=PLAYERS),
        Answer(verb.LOOK_MYSTERY, companions.look_at_mystery, companions.mystery_refusal),
    ],
)
PHASES.phase(
    phase.REPLACING,
    turn.ask_turn,
    [Answer(verb.REPLACE, companions.replace_spell, visit.slot_refusal, up_to=SLOTS)],
)
PHASES.phase(phase.READ_EQUIP, turn.read_equip, READINGS)
PHASES.phase(
    phase.CHAIN, turn.ask_turn, [Answer(verb.GO_ON, turn.chain_visit), Answer(verb.END_TURN, turn.end_turn)]
)
# At the Magician.
PHASES.phase(
    phase.TAKE, turn.ask_turn, [Answer(verb.TAKE_SPELL, visit.take_spell, visit.slot_refusal, up_to=SLOTS)]
)
PHASES.phase(
    phase.USE,
    turn.ask_turn,
    [Answer(verb.ACTIVATE, visit.activate, visit.activate_refusal), Answer(verb.DISCARD, visit.discard)],
)
PHASES.phase(
    phase.TARGET, turn.ask_turn, [Answer(verb.PLAYER, visit.name_player, visit.player_refusal, up_to=PLAYERS)]
)
PHASES.phase(phase.AMOUNT, turn.ask_turn, [Answer(verb.AMOUNT_OF, visit.name_amount)])
PHASES.phase(
    phase.OTHER, turn.ask_turn, [Answer(verb.WITH, spells.swap_hidden, visit.other_refusal, up_to=PLAYERS)]
)
PHASES.phase(
    phase.WEAPON,
    turn.ask_turn,
    [
        Answer(verb.GIVE_HIDDEN, visit.give_hidden),
        Answer(verb.GIVE, visit.give_weapon, visit.weapon_refusal, offers=visit.offer_laid),
    ],
)
PHASES.phase(
    phase.POTION,
    turn.ask_turn,
    [Answer(verb.TURN_POTION, spells.flip_potion, visit.potion_refusal, reads=visit.potion_of)],
)
PHASES.phase(
    phase.CANCELLING, turn.ask_turn, [Answer(verb.CANCEL, spells.cancel_spell, visit.cancel_refusal)]
)
PHASES.phase(
    phase.FIRST_COMPANION,
    turn.ask_turn,
    [Answer(verb.COMPANION, visit.name_companion, visit.companion_refusal)],
)
PHASES.phase(
    phase.SECOND_COMPANION,
    turn.ask_turn,
    [Answer(verb.COMPANION, visit.name_second_companion, visit.second_companion_refusal)],
)
PHASES.phase(phase.READ_EXCHANGE, potions.read_visible, READINGS)
PHASES.phase(phase.LEAGUE, solo.league_acts)
# The fight.
PHASES.phase(phase.REVEAL, fight.reveal)
PHASES.phase(phase.READ_FIGHT, potions.read_hidden, READINGS)
PHASES.phase(phase.FIGHT, fight.fight)
# After the fight.
PHASES.phase(phase.SETTLE, end.settle)
PHASES.phase(
    phase.DESTINY,
    end.ask_destiny,
    [Answer(verb.LIFE, end.take_life), Answer(verb.BECOME_REAPER, end.become_reaper, end.reaper_refusal)],
)
PHASES.phase(phase.DEPART, end.depart)

enter_phase, choices, why_not, take = PHASES.ladders()


@rule
def setup(s: State) -> None:
    set_up(s)
    run(s)


@rule
def run(s: State) -> None:
    """Lead the game on, phase by phase, until somebody must choose or it is over."""
    s.decider = NOBODY
    while s.decider == NOBODY and s.phase != FINISHED:
        enter_phase(s)


@rule
def deciders(s: State) -> int:
    """No decision is simultaneous."""
    return 0 if s.decider == NOBODY else 1 << s.decider


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why a choice is not allowed, 0 when it is."""
    if seat != s.decider or s.decider == NOBODY:
        return NOT_YOUR_TURN
    return why_not(s, seat, verb, arg)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    take(s, seat, verb, arg)
    run(s)
