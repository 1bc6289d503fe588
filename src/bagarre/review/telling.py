"""A review in words: the turning points of a seat, what a strong player would have done, why, and what happened then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from math import hypot
from statistics import NormalDist
from typing import Any

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.review.aftermath import told_figures
from bagarre.review.appraiser import ticks_of_a_round
from bagarre.review.curve import LUCK, OTHERS, OWN, PARTS, Curve, Stride, asked_together, clock_of, writing_of
from bagarre.review.decisions import Decision
from bagarre.review.happening import ANSWERS, EVENTS, FIGHT, ORDERS, happenings, settled
from bagarre.review.looking import Review
from bagarre.review.plans import hindsight_room, told_in_words

MOST = 4
"""Turning points that are told."""
WORTH_TELLING = 0.03
"""Winning share that a turning point changes, at least."""
HARDLY = 0.005
"""What rounds to no point."""
GAVE_UP = "gave_up"
SEVERAL = ("luck", "unlucky", "others")
"""Kinds of what the answers of several may come to."""
BY_NOISE = 0.05
"""How often a review may tell a moment in which the chances changed by no more than the noise of their estimates."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A moment that mattered to a seat."""

    moment: int
    first: int
    seat: int
    """Whose choice it was; -1 for the deal."""
    own: bool
    change: float
    """How the seat's winning chance changed, from the point of view that was asked for."""
    parts: tuple[float, float, float]
    lost: float
    """What the seat's own choice gave away; 0 for those of others."""
    made: str
    best: str
    """What a strong player would have done; empty when it would have done nothing that is surely better."""
    same: bool
    """Would it have done the same?"""
    doubted: str
    """What a first measurement found better, where nothing confirmed it; else empty."""
    doubted_by: float
    why: str
    """What that would have done, in the coach's words."""
    figures: str
    """And what comes of it more or less than of the choice that was made, in figures of the game."""
    instead: str
    """What the choice that was made does, in the same words: what it was about, and to be compared with the better one."""
    before: str
    """What was asked, in the coach's words."""
    happened: tuple[str, ...]
    clauses: tuple[str, ...]
    sheet: tuple[tuple[str, str], ...]
    """Of a sheet that gave something away: every order beside the one that a strong player would have written there."""
    kind: str
    """`mistake`, `luck`, `unlucky`, `good`, `paid`, `own`, `blameless`, `others`: what the change was, mostly; or `gave_up`."""
    together: bool
    """Did it end a question that several were asked at once? What came of it is nobody's choice alone."""
    level: bool
    """Of a mistake: does the curve not fall for it, because those who draw it would have chosen no better?"""
    erred: float
    """What another's choice cost them, by what they knew themselves; 0 where it was no mistake."""

    @property
    def level_why(self) -> str:
        """Why the curve does not fall for a mistake, or falls for something else."""
        return "level" if self.change > -WORTH_TELLING else "level_luck"

    @property
    def heading(self) -> str:
        """The kind, as it is told: a mistake may have gone well, and secret answers may be one's own as well."""
        if self.kind == "mistake" and self.change >= WORTH_TELLING:
            return "forgiven"
        return "together" if self.together and self.kind in SEVERAL else self.kind


@dataclass(frozen=True, slots=True)
class Costly:
    """A mistake that is no turning point."""

    moment: int
    first: int
    lost: float
    made: str
    best: str


def turnings(
    review: Review, seat: int, lang: str, names: Sequence[str] | None = None, view: str = "known"
) -> list[Turning]:
    """The few moments that mattered most to a seat, in the order of the game: by the curve of that point of view."""
    steps = curve_of(review, view).strides
    strides = in_one_go(review.match, steps, seat)
    decisions = {stride.moment: decision_of(review, stride, seat, steps) for stride in strides}
    doubts = doubts_of(strides, seat)

    def surely(stride: Stride) -> float:
        """How far a winning chance changed more than the noise of its estimate might make it."""
        return max(0.0, abs(change_of(stride, seat)) - doubts[stride.moment])

    def lost(stride: Stride) -> float:
        decision = decisions[stride.moment]
        return decision.proven if decision is not None else 0.0

    def weight(stride: Stride) -> float:
        return 2 * lost(stride) + surely(stride)

    answered = undone(strides, seat)
    strides = [
        stride
        for stride in strides
        if lost(stride) >= WORTH_TELLING
        or (
            surely(stride) > 0
            and abs(change_of(stride, seat)) >= WORTH_TELLING
            and (stride.moment not in answered or review.match.steps[stride.moment].concedes)
            and not shows_nothing(review.match, stride, seat)
        )
    ]
    speech = speech_of(review.match, lang, names)
    # Of what others did unseen nothing could be told.
    strides = [
        stride
        for stride in strides
        if stride.seat in (seat, SPECTATOR) or happenings(review.match, stride, seat, speech)
    ]
    chosen = sorted(strides, key=lambda stride: (-weight(stride), stride.moment))[:MOST]
    chosen.sort(key=lambda stride: stride.moment)
    ends = [stride.first for stride in chosen[1:]] + [len(review.match.steps)]
    return told_once(
        told(review, stride, decisions[stride.moment], seat, lang, names, until)
        for stride, until in zip(chosen, ends)
    )


def told_once(turnings: Iterable[Turning]) -> list[Turning]:
    """What came of a secret answer may be a turning point of its own: it is told there."""
    found = list(turnings)
    return [
        replace(one, happened=(), clauses=())
        if any(one.happened == other.happened for other in found[k + 1 :])
        else one
        for k, one in enumerate(found)
    ]


def in_one_go(match: Match, strides: Sequence[Stride], seat: int) -> list[Stride]:
    """The steps of a curve, with those that a player makes one after the other until a tick is over as one: half of a turn says little, for
    play-outs may finish it otherwise. A sheet of one's own stands alone, and so does giving up."""
    clock = clock_of(match.game)
    found: list[Stride] = []
    for stride in strides:
        goes_on = (
            found
            and stride.seat == found[-1].seat != SPECTATOR
            and not match.steps[stride.moment].concedes
            and not asked_together(match, found[-1].moment)
            and not (stride.seat == seat and (is_sheet(match, stride) or is_sheet(match, found[-1])))
            and clock(match.position(found[-1].first - 1)) == clock(match.position(found[-1].moment))
        )
        found.append(joined(found.pop(), stride) if goes_on else stride)
    return found


def is_sheet(match: Match, stride: Stride) -> bool:
    """Does a step begin with the first of several choices of one answer?"""
    return bool(writing_of(match.game)(match.position(max(0, stride.first - 1)), stride.seat))


def decision_of(review: Review, stride: Stride, seat: int, steps: Sequence[Stride]) -> Decision | None:
    """What a seat decided in one go: what surely gave most away, or that with which most changed; nothing where another chose, where it gave up,
    or where most changed without a decision."""
    if stride.seat != seat or review.match.steps[stride.moment].concedes:
        return None
    made = [
        one for one in review.decisions if one.seat == seat and stride.first <= one.first <= stride.moment
    ]
    worst = max(made, key=lambda one: (one.proven, -one.moment), default=None)
    if worst is None or worst.proven >= WORTH_TELLING:
        return worst
    turned = max(
        (one for one in steps if stride.first <= one.first and one.moment <= stride.moment),
        key=lambda one: abs(change_of(one, seat)),
        default=stride,
    )
    there = [one for one in made if turned.first <= one.first <= turned.moment]
    return max(there, key=lambda one: (one.stake, -one.moment), default=None)


def doubts_of(strides: Sequence[Stride], seat: int) -> dict[int, float]:
    """For each step, by its moment, how much of the change the noise of the chances before and after it may make: the largest of so many steps
    is looked for, and some of many are always far off."""
    before = 0.0
    found = {}
    far = NormalDist().inv_cdf(1 - BY_NOISE / 2 / max(1, len(strides)))
    for stride in strides:
        found[stride.moment] = far * hypot(before, stride.error(seat))
        before = stride.error(seat)
    return found


def undone(strides: Sequence[Stride], seat: int) -> set[int]:
    """The moments of decisions that the next one undid, and of those that undid them: values expect an average answer, and where a good one came
    nothing turned."""
    found = set()
    for one, other in pairwise(strides):
        change, answer = (decided(stride, seat) for stride in (one, other))
        if change * answer < 0 and abs(change + answer) < min(abs(change), abs(answer)) / 2:
            found |= {one.moment, other.moment}
    return found


def shows_nothing(match: Match, stride: Stride, seat: int) -> bool:
    """Did the chances change by luck of which nothing can be shown? No die fell, no card came, and nothing that the game explains came of it:
    somebody only said something. Or a turn was over and values look farther, where that cannot be told from luck."""
    luck, own, others = (abs(part) for part in stride.parts[seat])
    if luck <= max(own, others) or stride.seat == SPECTATOR or stride.moment + 1 == len(match.steps):
        return False
    steps, clock = match.steps[stride.first : stride.moment + 1], clock_of(match.game)
    before, after = (match.position(moment) for moment in (stride.first - 1, stride.moment))
    if ticks_of_a_round(match.game, len(match.players)) > 1 and clock(after) > clock(before):
        return True
    events = (event for step in steps for event in match.events(step, seat))
    return not any(step.chance for step in steps) and not any(
        event.kind.name in match.game.explained for event in events
    )


def decided(stride: Stride, seat: int) -> float:
    """What decisions changed, whosever they were."""
    return stride.parts[seat][OWN] + stride.parts[seat][OTHERS]


def joined(one: Stride, other: Stride) -> Stride:
    parts = tuple(
        (first[LUCK] + then[LUCK], first[OWN] + then[OWN], first[OTHERS] + then[OTHERS])
        for first, then in zip(one.parts, other.parts)
    )
    return replace(other, first=one.first, parts=parts)


def change_of(stride: Stride, seat: int) -> float:
    return sum(stride.parts[seat])


def told(
    review: Review,
    stride: Stride,
    decision: Decision | None,
    seat: int,
    lang: str,
    names: Sequence[str] | None = None,
    until: int | None = None,
) -> Turning:
    """One moment, as the seat could know it; what came of it stops before `until`, which is told as a moment of its own."""
    match = review.match
    speech = speech_of(match, lang, names)
    own = stride.seat == seat
    made = best = why = figures = instead = before = ""
    sheet: tuple[tuple[str, str], ...] = ()
    lost = doubted_by = 0.0
    doubted = ""
    since = stride.first
    if own and decision is not None:
        known = match.game.concealed(match.position(decision.first - 1), seat)
        coach = match.game.coach(known, seat, speech)
        lost = decision.proven if decision.proven >= HARDLY else 0.0
        if lost == 0 and decision.lost >= WORTH_TELLING:
            doubted = answer_words(match, decision.best, decision, speech)
            doubted_by = decision.lost
        # Beside what is not told, a whole sheet says more than what is not alike.
        made = answer_words(match, decision.made, decision, speech, alone=lost == 0 and not doubted)
        # Of a sheet the coach would speak of its first box only.
        before = coach.moment() if coach is not None and len(decision.made) == 1 else ""
        instead = coach.consequence(decision.made[0]) if coach is not None and len(decision.made) == 1 else ""
        if lost < WORTH_TELLING and len(decision.made) == 1:
            # Whom a spell is put on says nothing without the spell.
            made = "".join(led_to(match, stride.first, decision, speech)) + made
            # A spell is taken to be activated, or so that nobody else has it: only both choices say what was done.
            for moment in goes_on(match, decision.moment, stride.moment, seat):
                then = match.game.concealed(match.position(moment - 1), seat)
                choice, coach_then = match.steps[moment].choice, match.game.coach(then, seat, speech)
                assert choice is not None
                made += house_words(lang).say("review.sheet_and") + speech.choice(choice, then, seat)
                instead = coach_then.consequence(choice) if coach_then is not None else instead
        if lost > 0:
            best = answer_words(match, decision.best, decision, speech)
            sheet = both_sheets(match, decision, speech) if len(decision.made) > 1 else ()
            figures = told_figures(decision.figures, seat, speech)
            if coach is not None and len(decision.best) == 1:
                why = coach.consequence(decision.best[0])
        # Dice that fell before, in the same go, moved the chances too.
        early = any(step.chance for step in match.steps[stride.first : decision.first])
        since = stride.first if early else decision.first
        stride = replace(stride, first=decision.first)
    gave_up = own and match.steps[stride.moment].concedes
    kind = (
        GAVE_UP
        if gave_up
        else kind_of(stride.parts[seat], lost, own and decision is not None, doubted=bool(doubted))
    )
    together = stride.seat != SPECTATOR and asked_together(match, stride.moment)
    # Of answers to a secret question it matters what the others wrote, not what came of it much later.
    secret = together and kind in SEVERAL
    ends = (
        max(
            stride.moment,
            closing(match, decision, shown=secret),
            answered(match, stride.moment, decision, until),
        )
        if own and decision is not None
        else stride.moment
    )
    over = settled(match, ends, until)
    room = FIGHT if over > ends else EVENTS + ANSWERS if ends > stride.moment else EVENTS
    happened = happenings(match, replace(stride, first=since, moment=over), seat, speech, room, sheets=secret)
    return Turning(
        decision.moment if own and decision is not None else stride.moment, stride.first, stride.seat, own, change_of(stride, seat), stride.parts[seat], lost, made, best,
        decision is not None and decision.made == decision.best, doubted, doubted_by, why, figures, instead, before,
        tuple(sentence for sentence, _ in happened), tuple(dict.fromkeys(clause for _, clause in happened if clause)),
        sheet, kind, together,
        lost >= WORTH_TELLING and stride.parts[seat][OWN] > -HARDLY, 0.0 if own else erred(review, stride),
    )  # fmt: skip


def led_to(match: Match, first: int, decision: Decision, speech: Speech) -> list[str]:
    """The choices of the same go, not before `first`, that led to a decision while nothing came to light: each in words, with what parts it from the next."""
    found: list[str] = []
    for moment in range(decision.first - 1, max(first, decision.first - ORDERS) - 1, -1):
        step = match.steps[moment]
        if step.seat != decision.seat or step.choice is None or step.chance:
            break
        known = match.game.concealed(match.position(moment - 1), decision.seat)
        found.append(
            speech.choice(step.choice, known, decision.seat)
            + house_words(speech.lang).say("review.sheet_and")
        )
    return found[::-1]


def goes_on(match: Match, moment: int, last: int, seat: int) -> list[int]:
    """The choices with which a seat goes on at once, while nothing comes to light."""
    found: list[int] = []
    for after in range(moment + 1, min(last, moment + ORDERS) + 1):
        step = match.steps[after]
        if step.seat != seat or step.choice is None or match.steps[after - 1].chance:
            break
        found.append(after)
    return found


def erred(review: Review, stride: Stride) -> float:
    """What another seat's worst choice of a step cost it, where that is worth telling."""
    made = [
        one
        for one in review.decisions
        if one.seat == stride.seat and stride.first <= one.first <= stride.moment
    ]
    worst = max((one.proven for one in made), default=0.0)
    return worst if worst >= WORTH_TELLING else 0.0


def closing(match: Match, decision: Decision, *, shown: bool = False) -> int:
    """When something comes of what a seat chose: a sheet is carried out until its turn is over (it is `shown` when all are handed in), and a
    secret answer waits for the others'."""
    last, moment, clock = len(match.steps) - 1, decision.moment, clock_of(match.game)
    if len(decision.made) > 1:
        turn = clock(match.position(decision.first - 1))
        while moment < last and clock(match.position(moment)) == turn:
            if shown and match.open_events(match.steps[moment]):
                break
            moment += 1
    elif decision.together:
        last = min(last, moment + len(match.players) - 1)
        while moment < last and not match.open_events(match.steps[moment]):
            moment += 1
    return moment


def answered(match: Match, moment: int, decision: Decision, until: int | None = None) -> int:
    """When the others have answered what a seat did in its own turn: denounced it or not, defended or not. Where a tick is a round, what they do
    next is no answer."""
    if decision.together or ticks_of_a_round(match.game, len(match.players)) <= 1:
        return moment
    clock = clock_of(match.game)
    turn = clock(match.position(decision.first - 1))
    for after in range(moment + 1, min(until or len(match.steps), len(match.steps))):
        its_own = match.steps[after].seat == decision.seat and not asked_together(match, after)
        if its_own or clock(match.position(after - 1)) != turn:
            break
        moment = after
    return moment


def also_costly(
    review: Review, seat: int, told: Sequence[Turning], lang: str, names: Sequence[str] | None = None
) -> list[Costly]:
    """The other mistakes that are counted, the worst first."""
    speech = speech_of(review.match, lang, names)
    known = {one.moment for one in told}
    return [
        Costly(
            one.moment, one.first, one.proven,
            *(answer_words(review.match, answer, one, speech) for answer in (one.made, one.best)),
        )
        for one in sorted(costly(review, seat), key=lambda one: (-one.proven, one.moment))
        if one.moment not in known
    ]  # fmt: skip


def costly(review: Review, seat: int) -> list[Decision]:
    return [decision for decision in review.of(seat) if decision.proven >= WORTH_TELLING]


def kind_of(parts: tuple[float, float, float], lost: float, judged: bool, *, doubted: bool = False) -> str:
    if lost >= WORTH_TELLING:
        return "mistake"
    most = max((LUCK, OWN, OTHERS), key=lambda part: abs(parts[part]))
    if most == LUCK:
        return "luck" if parts[LUCK] > 0 else "unlucky"
    if most == OWN:
        # Where a strong player finds nothing surely better, nobody is blamed, whatever the play-outs say of it.
        # And where a first measurement found something better, what the play-outs make of it is no praise.
        good = "paid" if doubted else "good"
        return good if parts[OWN] > 0 else "blameless" if judged and lost == 0 else "own"
    return "others"


def answer_words(
    match: Match, answer: Sequence[Choice], decision: Decision, speech: Speech, *, alone: bool = False
) -> str:
    """An answer in words: a choice; or what of a sheet is not as in the other one, where it is told beside it."""
    if len(answer) == 1:
        s = match.game.concealed(match.position(decision.first - 1), decision.seat)
        return speech.choice(answer[0], s, decision.seat)
    other = decision.made if answer is decision.best else decision.best
    mine, theirs = (orders(match, decision, sheet, speech) for sheet in (answer, other))
    differs = [order for k, order in enumerate(mine) if k >= len(theirs) or theirs[k] != order]
    differs = mine if alone else differs or mine
    say, left = house_words(speech.lang).say, len(differs) - ORDERS
    more = [say("review.sheet_more", n=left)] if left > 0 else []
    return say("review.sheet_and").join([*differs[:ORDERS], *more])


def orders(match: Match, decision: Decision, sheet: Sequence[Choice], speech: Speech) -> list[str]:
    """A sheet in words, sequence by sequence: as it stands when it is handed in, where the game tells that; otherwise choice by choice."""
    s: Any = match.game.concealed(match.position(decision.first - 1), decision.seat)
    room = hindsight_room(match.game)
    if room is None:
        return [speech.choice(choice, s, decision.seat) for choice in sheet]
    say = house_words(speech.lang).say
    return [
        say("review.sheet_order", who=speech.name("character", room.tag_of(s, s.letter[way.who])), n=number, orders=sequence)
        for way in room.ways(match.game, s, decision.seat, sheet)
        for number, sequence in enumerate(sequences(way.orders, speech), 1)
    ]  # fmt: skip


def sequences(written: Sequence[int], speech: Speech) -> list[str]:
    """The orders of one character, two and two; what takes both rounds, and waiting in both, is said once."""
    words = [str(speech.name("order", order)) for order in written]
    return [one if one == other else f"{one} · {other}" for one, other in zip(words[::2], words[1::2])]


def both_sheets(match: Match, decision: Decision, speech: Speech) -> tuple[tuple[str, str], ...]:
    made, best = (orders(match, decision, sheet, speech) for sheet in (decision.made, decision.best))
    return tuple(zip_longest(made, best, fillvalue=""))


def speech_of(match: Match, lang: str, names: Sequence[str] | None = None) -> Speech:
    called = match.content.names
    if told_in_words(match):
        called = hindsight_room(match.game).worded(called)
    return match.game.speech(lang, list(names or match.players), called)


def summary(review: Review, seat: int, lang: str) -> str:
    """The parts of a result in one or two sentences."""
    say = house_words(lang).say
    found = costly(review, seat)
    if not found:
        return say("review.faultless")
    # As each is told: 3.5 and 13.5 points stand as 4 and 14, which make 18.
    whole_points = sum(float(f"{one.proven:.2f}") for one in found)
    return say("review.costs", n=len(found), points=points(whole_points, lang))


def points(share: float, lang: str, digits: int = 0) -> str:
    """A winning share in hundredths, with the minus sign of print."""
    text = f"{100 * share:.{digits}f}"
    text = "0" if text.strip("-0.") == "" else text
    text = text.replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text


def signed(share: float, lang: str) -> str:
    text = points(share, lang)
    return text if text.startswith("−") or text == "0" else f"+{text}"


def whole(curve: Curve, seat: int) -> tuple[float, list[float], float]:
    """A seat's start, parts and end in whole points that add up as they are told: rounded one by one, three parts may come out a point or two
    beside the change, so those that lost most by it give way."""
    start, end = (round(100 * share) for share in (curve.start[seat], curve.end[seat]))
    parts = [100 * curve.total(seat, part) for part in range(len(PARTS))]
    told = [round(part) for part in parts]
    while missing := end - start - sum(told):
        side = 1 if missing > 0 else -1
        told[max(range(len(told)), key=lambda k: side * (parts[k] - told[k]))] += side
    return start / 100, [part / 100 for part in told], end / 100


def curve_of(review: Review, view: str) -> Curve:
    return review.everything if view == "everything" else review.known
