"""What the browser's board draws from the view: the ground, leaves, aims, stamps and previews."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.baston import view as board_view
from bagarre.games.baston.choices import ORDERS, VERBS
from bagarre.games.baston.ending import poster
from bagarre.games.baston.forecast import lead
from bagarre.games.baston.frame import ICONS, OPENED, codes, frame, labels
from bagarre.games.baston.orderwords import strip_words
from bagarre.games.baston.preview import preview
from bagarre.games.baston.rules.people import lift, put
from bagarre.games.baston.view import view
from bagarre.match import Match
from tests.games.baston.table import CONTENT, Brawl, coach, man

GAME = find_game("baston")
FOLDER = Path(board_view.__file__).parent
SCENARIOS = ("brawl", "first", "kraitneu", "magot", "stage", "bigo", "bourres", "tournee", "destroy")


def seen(match: Match, seat: int, lang: str = "fr") -> Any:
    known: Any = match.concealed(seat)
    return view(known, seat, match.speech(lang))


def writing(**options: Any) -> Match:
    """A game in which the sheets are open."""
    match = Match(GAME, 2, options=options, seed=5)
    while seen(match, 0)["phase"] != "write":
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    return match


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_named_and_its_aims_are_told(scenario: str) -> None:
    match = Match(GAME, 2, options={"scenario": scenario}, seed=1)
    for lang in ("fr", "en"):
        speech = match.speech(lang)
        aims = seen(match, 0, lang)["aims"]
        assert aims["scenario"] == scenario
        assert (
            speech.say(f"options.scenario.values.{scenario}")
            in frame(seen(match, 0, lang), 0, speech)["title"]
        )
        assert all(speech.say(f"board.aim.{term['term']}") for side in aims["sides"] for term in side)
    assert (aims["loot"], aims["caller"] is not None, aims["police"]) == (
        scenario == "magot",
        scenario == "bigo",
        6 * (scenario == "bourres"),
    )


def keys(match: Match, family: str) -> list[str]:
    """What a family of the bar holds; nothing where it is kept for the sheet of all."""
    told = frame(seen(match, 0), 0, match.speech("fr"))["groups"]
    return [
        code for group in told if group["family"] == family and not group["more"] for code in group["choices"]
    ]


@pytest.mark.parametrize("scenario", ["first", "brawl"])
def test_when_all_is_written_the_bar_hands_in_or_changes_and_a_first_brawl_is_asked_nothing_more(
    scenario: str,
) -> None:
    match = writing(scenario=scenario)
    first = scenario == "first"
    assert bool(frame(seen(match, 0), 0, match.speech("fr"))["marks"]) is not first, "printed codes"
    while seen(match, 0)["sheet"]["box"] is not None:
        match.play(0, VERBS.read("-"))
    boxes = [f"box {n}" for n in range(1, 7)]
    assert keys(match, "done")[0] == "commit"
    assert keys(match, "change") == (boxes if first else [*boxes, "stop"])


def test_the_ground_is_drawn_once_with_its_rooms() -> None:
    match = writing()
    board = seen(match, 0)["board"]
    assert "".join(board["rooms"]).count("w") == 16, "the toilets: three small rooms behind doors"
    assert "".join(board["rooms"]).count("s") == 12, "behind the bar, six rows of two"
    assert board["sign"][0] == 286, "beside the double door, before which visitors begin"
    assert seen(match, 1)["board"] is board, "the same drawing for everybody"


def test_a_closed_leaf_spans_its_doorway_and_an_open_one_swings() -> None:
    leaves = {f["name"]: f["drawn"] for f in seen(writing(), 0)["fixtures"]}
    # The leaves of the double door: hinged at its two ends, swinging north.
    assert leaves["porte D1a"] == [426, 586, 0, 270]
    assert leaves["porte D1b"] == [506, 586, 180, 270]


def test_stamps_tell_what_the_second_round_would_find() -> None:
    match = writing(scenario="kraitneu")
    match.play(0, "-")
    pencil = seen(match, 0)["sheet"]["pencil"]
    assert pencil["round"] == 2
    assert pencil["stamps"]["CP"] == {
        "lost": True, "nearer": False, "safe": False, "own": None, "target": None, "percent": None, "wounds": None, "out": 0,
        "back": False, "meets": None, "bumps": False, "screened": "", "weapon": None, "end": "", "points": 0,
    }  # fmt: skip
    assert pencil["stamps"]["LAN"]["lost"] is False, "he carries a knife"
    assert seen(match, 1)["sheet"]["pencil"]["round"] == 1, "the other is still at his first box"


def test_a_step_that_brings_a_rival_in_front_says_so_and_comes_first() -> None:
    match = writing(scenario="first")
    told = seen(match, 0)
    stamps, hints = told["sheet"]["pencil"]["stamps"], frame(told, 0, match.speech("fr"))["hints"]
    order = keys(match, "walk")
    worth = [
        3 if one["lost"] else 0 if one["target"] is not None else 1 if one["nearer"] else 2
        for one in map(stamps.__getitem__, order)
    ]
    assert worth == sorted(worth)
    for code in (*order, *keys(match, "turn")):
        target = stamps[code]["target"]
        said = hints[code]
        if target is not None:
            assert not told["characters"][target]["mine"]
            odds = f"{stamps[code]['percent']}\N{NO-BREAK SPACE}%"
            assert said == f"{told['characters'][target]['short']} à portée, {odds}"
        elif stamps[code]["lost"]:
            assert said == "se cogne"
        else:
            assert said == ("se rapproche" if stamps[code]["nearer"] else "")


def framed(*people: dict[str, Any], box: int = 0) -> Any:
    """What the bar says while the first of them writes."""
    s = Brawl(*people, phase="program").film().s
    s.page[0], s.box[0] = 0, box
    speech = GAME.speech("fr", ["J1", "J2"], CONTENT.names)
    told: Any = view(GAME.concealed(s, 0), 0, speech)
    return frame(told, 0, speech)


def test_a_blow_says_how_somebody_in_front_must_stand_for_it() -> None:
    """BA-CV-1, BA-HOLD-1."""
    turned, facing, away = (
        framed(man("riton", "16,10", facing=3), man("dudule", at, seat=1, facing=d), box=1)["hints"]
        for at, d in (("16,11", 3), ("16,11", 7), ("10,10", 3))
    )
    assert turned["CV"] == "seulement de face"
    assert facing["CT"] == "seulement de dos"
    assert "%" in turned["CT"]
    assert "%" in facing["CV"]
    assert away["CV"] == away["CT"] == "personne à portée"


@pytest.mark.rule("BA-CP-1", "BA-PROG-7")
def test_a_blow_says_which_weapon_strikes_and_a_vicious_kick_what_it_may_not_follow() -> None:
    rival = man("le_chacal", "16,11", seat=1, facing=7)
    armed, lone = (
        framed(man("riton", "16,10", facing=3, carries=carried), rival, box=1)
        for carried in (["chain", "club"], ["club"])
    )
    assert armed["hints"]["CP"].endswith("sa meilleure arme")
    assert "meilleure" not in lone["hints"]["CP"]
    assert "%" in lone["hints"]["CV"], "nothing is written before it: he has not moved"
    s = Brawl(man("riton", "16,10", facing=3), rival, phase="program").film().s
    s.page[0], s.box[0], s.orders[0][0] = 0, 1, ORDERS.index("P3")
    speech = GAME.speech("fr", ["J1", "J2"], CONTENT.names)
    told: Any = view(GAME.concealed(s, 0), 0, speech)
    assert frame(told, 0, speech)["hints"]["CV"] == "seulement sans bouger avant"


@pytest.mark.rule("BA-JOST-2")
def test_through_ones_own_is_the_last_way_that_is_offered() -> None:
    match = writing(scenario="first")
    known: Any = match.concealed(0)
    mine = known.page[0]
    friend, foe = (
        next(c for c in range(known.crowd) if c != mine and known.seat_of[c] == seat) for seat in (0, 1)
    )
    for c, place in ((friend, known.at[mine] - 20), (foe, known.at[mine] + 1)):
        lift(known, c)
        put(known, c, place)
    known.facing[foe], known.hp[mine][1] = 6, 2
    speech = match.speech("fr")
    told: Any = view(known, 0, speech)
    said = frame(told, 0, speech)
    walk = next(group for group in said["groups"] if group["family"] == "walk")["choices"]
    stamps = told["sheet"]["pencil"]["stamps"]
    through = [code for code in walk if stamps[code]["meets"] == friend]
    assert through
    for code in through:
        assert all(stamps[later]["lost"] or later in through for later in walk[walk.index(code) :])


def test_a_step_says_from_behind_and_whom_it_jostles() -> None:
    said = framed(
        man("riton", "16,10", facing=3),
        man("dudule", "16,11", facing=3),
        man("le_chacal", "15,12", seat=1, facing=3),
        man("kraitneu", "17,9", seat=1, facing=7),
    )["hints"]
    assert said["M3"] == "bouscule Dudule", "the weaker friend goes before the rival whom it brings in front"
    assert said["M2"].startswith("Le Chacal de dos, "), said
    stopped = framed(man("dudule", "16,10", facing=3), man("le_chacal", "16,11", seat=1, facing=7))["hints"]
    assert stopped["M3"] == "Le Chacal plus fort"


def test_a_throw_says_when_nothing_carried_may_be_aimed_at_people() -> None:
    """BA-LAN-7: a club hits nobody in flight, though somebody is on its line."""
    rival = man("le_chacal", "16,14", seat=1, facing=7)
    for carried, told in (
        ("knife", "Le Chacal\N{NO-BREAK SPACE}: 60"),
        ("club", "vers une case, sans blesser"),
    ):
        said = framed(man("riton", "16,10", facing=3, carries=[carried]), rival, box=1)["hints"]["LAN"]
        assert said.startswith(told)
    away = man("le_chacal", "13,14", seat=1, facing=7)
    said = framed(man("riton", "16,10", facing=3, carries=["knife"]), away, box=1)["hints"]["LAN"]
    assert said == "personne sur la ligne"


def test_whoever_has_a_rival_in_front_finds_waiting_first_in_a_first_brawl() -> None:
    match = writing(scenario="first")
    known: Any = match.concealed(0)
    rival = next(other for other in range(known.crowd) if known.seat_of[other] == 1)
    lift(known, rival)
    put(known, rival, known.at[known.page[0]] + 1)
    speech = match.speech("fr")
    told: Any = view(known, 0, speech)
    said = frame(told, 0, speech)
    assert said["groups"][0]["family"] == "wait"
    assert said["hints"]["-"] == f"{told['characters'][rival]['short']} à portée, coup visé"
    assert frame(seen(match, 0), 0, speech)["groups"][0]["family"] == "walk", "nobody is there yet"
    match.play(0, "-")
    known = match.concealed(0)
    lift(known, rival)
    put(known, rival, known.at[known.page[0]] + 1)
    told = view(known, 0, speech)
    assert "jambes" not in frame(told, 0, speech)["hints"]["CS"], "a kick that is aimed"
    known.orders[known.page[0]][0] = ORDERS.index("P3")
    told = view(known, 0, speech)
    assert "souvent aux jambes" in frame(told, 0, speech)["hints"]["CS"]


def test_the_first_key_of_a_first_brawl_is_what_the_coach_says() -> None:
    match = writing(scenario="first")
    known: Any = match.concealed(0)
    mine, (rival, *others) = known.page[0], [c for c in range(known.crowd) if known.seat_of[c] == 1]
    for other in others:
        known.fate[other] = 1
    speech, told = match.speech("en"), set()
    for facing in range(8):
        known.facing[mine] = facing
        for down, across in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            lift(known, rival)
            put(known, rival, known.at[mine] + 20 * down + across)
            seen_now: Any = view(known, 0, speech)
            said = frame(seen_now, 0, speech)
            key, d, _ = lead(known, mine, 0)
            told.add(key)
            if key == "first":
                # A table is in the way.
                continue
            code = {"first_front": "-", "first_step": f"M{d + 1}", "first_turn": f"P{d + 1}"}[key]
            assert said["groups"][0]["choices"][0] == said["advised"] == code
    assert told == {"first", "first_front", "first_step", "first_turn"}


def test_a_run_that_reaches_a_rival_has_a_key_in_a_first_brawl_and_says_what_it_costs() -> None:
    match = writing(scenario="first")
    assert keys(match, "run") == [], "a step is enough"
    known: Any = match.concealed(0)
    lone, *others = (other for other in range(known.crowd) if known.seat_of[other] == 1)
    for other in others:
        known.fate[other] = 1
    lift(known, lone)
    put(known, lone, known.at[0] + 3)
    speech = match.speech("en")
    told: Any = view(known, 0, speech)
    said = frame(told, 0, speech)
    assert any(group["family"] == "run" and not group["more"] for group in said["groups"])
    name = told["characters"][lone]["short"]
    assert said["hints"]["C2"] == f"{name} in reach, rests in beat 2"
    assert all(said["hints"][f"C{n}"] for n in range(2, 7)), "each run says what it costs"


def test_blows_beside_the_punch_say_what_they_are_good_for() -> None:
    match = writing(scenario="first")
    for code in keys(match, "walk"):
        if seen(match, 0)["sheet"]["pencil"]["stamps"][code]["target"] is not None:
            match.play(0, VERBS.read(code))
            break
    hints = frame(seen(match, 0, "en"), 0, match.speech("en"))["hints"]
    assert hints["CB"].endswith("; mostly stuns")
    assert hints["CS"].endswith("; often at the legs")


def test_the_way_of_the_sheet_beside_stays_on_the_plan() -> None:
    match = writing(scenario="first")
    first = seen(match, 0)["sheet"]["character"]
    steps = [
        code for code in keys(match, "walk") if not seen(match, 0)["sheet"]["pencil"]["stamps"][code]["lost"]
    ]
    match.play(0, VERBS.read(steps[0]))
    assert seen(match, 0)["sheet"]["trails"] == [], "that sheet is in hand"
    while seen(match, 0)["sheet"]["character"] == first:
        match.play(0, VERBS.read("-"))
    (trail,) = seen(match, 0)["sheet"]["trails"]
    assert trail["character"] == first
    assert trail["line"][0] == seen(match, 0)["characters"][first]["xy"] != trail["line"][-1]
    assert seen(match, 1)["sheet"]["trails"] == [], "nobody else sees it"


def test_whoever_writes_nothing_this_turn_has_no_sheet_to_go_to() -> None:
    match = writing(scenario="first")
    while seen(match, 0)["sheet"]["box"] is not None:
        match.play(0, VERBS.read("-"))
    told = seen(match, 0)
    other = next(p for p in told["characters"] if p["mine"] and p["number"] != told["sheet"]["character"])
    key = f"sheet {other['letter']}"
    assert key in keys(match, "done")
    other["writable"] = []
    assert all(key not in group["choices"] for group in frame(told, 0, match.speech("fr"))["groups"])


def test_a_preview_draws_its_way_on_the_page() -> None:
    match = writing(scenario="kraitneu")
    known: Any = match.concealed(0)
    found = preview(known, 0, GAME.verbs.read("M1G"), match.speech("fr"))
    assert found is not None
    (x, y), end = found["line"][0], found["line"][-1]
    assert end == [x, y - 40]
    assert found["facing"] == 4


def test_every_order_has_words_a_key_and_a_picture() -> None:
    speech = writing().speech("fr")
    assert (
        codes(speech)["M6G"] == "marche vers le bas à gauche, puis se tourne d’un huitième de tour à gauche"
    )
    assert codes(speech)["PRE/LAN"] == "prend, puis lance"
    assert labels(speech)["M6G"] == "bas-gauche ↺"
    symbols = (GAME.folder / "board" / "symbols.svg").read_text(encoding="utf-8")
    assert [icon for icon in ICONS.values() if f'id="{icon}"' not in symbols] == []
    english = writing().speech("en")
    assert (labels(english)["CP"], labels(english)["CB"]) == ("strike", "head-butt"), "English names"
    assert len(codes(speech)) == len(labels(speech)) == 131


def test_a_question_of_the_film_tells_the_chances_and_a_careful_player_answers_when_the_clock_runs_out() -> (
    None
):
    brawl = Brawl(man("dudule", "10,7", "-/CP", facing=3), man("kraitneu", "10,8", seat=1, facing=7)).film()
    speech = GAME.speech("en", ["Nadia", "Léo"], CONTENT.names)
    shown: list[Any] = [view(GAME.concealed(brawl.s, seat), seat, speech) for seat in (0, 1)]
    told = [frame(seen, seat, speech) for seat, seen in enumerate(shown)]
    assert told[0]["hints"]["with fist"] == "55%, −0.2 life"
    assert told[0]["labels"]["decline"] == "don’t strike"
    weapon = shown[0]["question"]["plain"]
    chances = zip(shown[0]["question"]["odds"].items(), shown[0]["question"]["wounds"].values(), strict=True)
    best = max((percent, wounds, answer) for (answer, percent), wounds in chances)
    assert weapon == best[2] == "with knife", "better than the fist at everything"
    assert shown[1]["question"]["plain"] == "", "for whoever is asked"
    brawl.go("with fist")
    brawl.go("strike")
    aimed: Any = view(GAME.concealed(brawl.s, 0), 0, speech)
    left = aimed["characters"][1]["hp"]["head"]
    assert frame(aimed, 0, speech)["hints"]["aim head"].endswith(f" of {left} on average")
    assert told[1]["hints"] == {}, "for whoever is asked"
    assert "timeout" not in told[0], "a careful player answers"


def test_the_strip_names_each_order_in_a_few_letters() -> None:
    brief = strip_words(GAME.speech("en", ["Nadia", "Léo"], CONTENT.names).words)
    assert [brief[code] for code in ("M3", "M6G", "P5", "CP", "-")] == [
        "walk →",
        "walk ↙ ↺",
        "turn ↓",
        "strike",
        "wait",
    ]
    assert set(brief) == set(codes(GAME.speech("fr", ["Nadia", "Léo"], CONTENT.names)))


def test_a_blow_that_would_meet_one_of_ones_own_says_so() -> None:
    match = writing(scenario="first")
    for order in ("M4", "-", "M3", "-", "M3"):
        match.play(0, VERBS.read(order))
    assert frame(seen(match, 0, "en"), 0, match.speech("en"))["hints"]["CP"] == "Riton, your own man: 75%"


# The end bar.


def results(brawl: Brawl, lang: str = "en", seat: int = -1) -> list[str]:
    """What the end bar says beside each player's place."""
    speech = GAME.speech(lang, ["Nadia", "Léo"], CONTENT.names)
    shown: Any = view(GAME.concealed(brawl.s, seat), seat, speech)
    return list(frame(shown, seat, speech)["results"])


def finished(
    *people: dict[str, Any], deeds: tuple[int, int] = (0, 0), turn: int = 15, **options: Any
) -> Brawl:
    brawl = Brawl(*people, options=options, turn=turn)
    brawl.s.deeds[0][0], brawl.s.deeds[1][0] = deeds
    brawl.film()
    assert GAME.is_over(brawl.s)
    return brawl


@pytest.mark.rule("BA-VP-8")
def test_the_end_bar_tells_points_and_as_much_of_the_tie_break_as_decided() -> None:
    riton, chacal = man("riton", "16,5"), man("le_chacal", "18,5", seat=1)
    ahead = finished(riton, chacal, deeds=(1, 0))
    assert results(ahead) == ["5 points", "4 points"]
    tied = finished(riton, chacal)
    assert GAME.ranks(tied.s) == [2, 1]
    assert results(tied) == [
        "4 points; tie-break: 1 in play, 26 points of life left (BA-VP-8)",
        "4 points; tie-break: 1 in play, 29 points of life left (BA-VP-8)",
    ]
    assert results(tied, "fr")[0] == "4 points\u00a0; à égalité\u00a0: 1 en jeu, 26 points de vie (BA-VP-8)"
    more = finished(riton, man("nenesse", "17,5"), chacal, deeds=(0, 4))
    assert results(more) == [
        "8 points; tie-break: 2 in play (BA-VP-8)",
        "8 points; tie-break: 1 in play (BA-VP-8)",
    ]
    even = finished(riton, man("dudule", "18,5", seat=1))
    assert (
        results(even) == ["4 points; tie-break: 1 in play, 26 points of life left, still level (BA-VP-8)"] * 2
    )
    hidden = finished(riton, chacal, hidden_sheets=True)
    assert (
        results(hidden, seat=1)
        == ["4 points; tie-break: 1 in play, points of life left, counted on the hidden sheets (BA-VP-8)"] * 2
    )


def test_the_end_bar_tells_the_aim_that_a_scenario_was_won_by() -> None:
    home, guest = man("riton", "13,10"), man("le_chacal", "13,12", seat=1)
    assert results(finished(home, guest, turn=12, scenario="kraitneu")) == [
        "5 points; ties go to this side (rule of the scenario)",
        "5 points",
    ]
    away = finished(
        man("riton", "1,5", "M1/-", carries=["loot"]), man("mimile", "2,5"), turn=1, scenario="magot"
    )
    assert results(away) == ["got away with the loot, 1 in play", "1 in play"]
    held = finished(man("riton", "16,5", carries=["loot"]), guest, scenario="magot")
    assert results(held, "fr") == ["tient le magot, 1 en jeu", "1 en jeu"]
    assert "results" not in frame(seen(writing(), 0), 0, writing().speech("fr"))


def test_two_of_one_name_are_told_apart() -> None:
    match = Match(GAME, 4, seed=5)
    people = seen(match, 0)["characters"]
    shorts = [person["short"] for person in people]
    assert len(set(shorts)) == len(shorts)
    assert {person["short"] for person in people if person["first"] == "Dudule"} == {"Dudule A", "Dudule J"}
    assert "Kraitneu" in shorts, "a name of one's own needs no letter"


def test_words_of_the_film_come_from_the_words() -> None:
    script = (FOLDER / "board" / "film.js").read_text("utf-8")
    bangs = re.search(r"const BANGS = \{(.*?)\}", script, re.DOTALL)
    assert bangs is not None
    kinds = re.findall(r'\w+: "(\w+)"', bangs[1])
    for lang, end in (("fr", "\u00a0!"), ("en", "!")):
        told = GAME.words(lang).find("board.bang")
        assert set(told) == set(kinds)
        assert all(re.fullmatch(rf"\w+{end}", word) for word in told.values())


@pytest.mark.parametrize(
    ("verdict", "first", "titles"),
    [
        ([{"points": 12}, {"points": 9}], [0], ("You win!", "You lose!", "Nadia wins")),
        ([{"points": 9, "favoured": False}, {"points": 9, "favoured": True}], [1], ("You lose!", "You win!", "Léo wins")),
        ([{"points": 9, "in_play": 2}, {"points": 9, "in_play": 1}], [0], ("You win!", "You lose!", "Nadia wins")),
        ([{"points": 9, "in_play": 1, "stamina": 20}] * 2, [0, 1], ("A draw!",) * 3),
        ([{"points": 9, "in_play": 1, "stamina": None}] * 2, [], ("A draw!",) * 3),
    ],
)  # fmt: skip
def test_the_poster_names_who_came_first_and_what_the_points_are_made_of(
    verdict: list[Any], first: list[int], titles: tuple[str, ...]
) -> None:
    speech = writing().speech("en")
    seats = [
        {"name": name, "terms": {what: {"points": n, "clause": ""} for what, n in worth.items()}}
        for name, worth in (("Nadia", {"life": 8, "men": 4}), ("Léo", {"life": 1, "men": 8}))
    ]
    told = [poster({"verdict": verdict, "seats": seats}, seat, speech) for seat in (0, 1, -1)]
    assert all(each is not None and each["first"] == first for each in told)
    assert tuple(each["title"] for each in told if each) == titles
    assert told[0] is not None
    assert told[0]["rows"] == [{"what": "life", "points": [8, 1]}, {"what": "men", "points": [4, 8]}]
    why = ("life, 7 points more", "men, 4 points more")[first[0]] if len(first) == 1 else ""
    assert why in told[0]["why"] if why else not told[0]["why"]
    assert poster({"verdict": [{"aim": "", "in_play": 1}] * 2, "seats": seats}, 0, speech) is None


def test_a_first_brawl_shows_more_orders_from_its_third_turn_on_where_they_find_something() -> None:
    match = writing(scenario="first")
    speech = match.speech("en")
    while seen(match, 0)["turn"] <= OPENED:
        match.play(0, "-")
        told = seen(match, 0)
        more = {group["family"]: group["more"] for group in frame(told, 0, speech)["groups"]}
        stamps = told["sheet"]["pencil"]["stamps"]
        later = told["turn"] >= OPENED
        for family, codes_of in (
            ("blows", ("CB", "CV", "CJ", "CT")),
            ("thing", ("PRE", "LAN", "BRI", "MET", "TAX")),
            ("door", ("OUV", "FER")),
        ):
            finds = any(not stamps[code]["lost"] for code in codes_of if code in stamps)
            assert more[family] is not (later and finds)
        assert not later or not more["thing"], "he carries what can be thrown"
        coach = GAME.coach(match.concealed(0), 0, speech)
        assert coach is not None
        assert ("Other blows" in coach.moment()) is (told["turn"] == OPENED)
        if told["turn"] == OPENED:
            break
        for seat in (0, 1):
            match.play(seat, "commit")
        while seen(match, 0)["phase"] != "write":
            match.play(match.deciders[0], match.legal(match.deciders[0])[0])


def test_empty_boxes_are_named_before_the_sheets_are_handed_in() -> None:
    match = writing(scenario="first")
    speech = match.speech("en")
    match.play(0, "-")
    told = frame(seen(match, 0), 0, speech)["empties"]
    assert [one["boxes"].replace("\u00a0", " ") for one in told] == [
        "beat 1 (action), beat 2, beat 3",
        "his whole sheet",
    ]
    while seen(match, 0)["sheet"]["box"] is not None:
        match.play(0, "-")
    assert frame(seen(match, 0), 0, speech)["empties"] == []


@pytest.mark.rule("BA-BLOW-3")
def test_where_nobody_is_in_reach_a_first_brawl_begins_with_waiting_as_its_coach_says() -> None:
    match = writing(scenario="first")
    known: Any = match.concealed(0)
    mine, known.box[0] = known.page[0], 1
    foes = [c for c in range(known.crowd) if known.seat_of[c]]
    speech = match.speech("fr")
    for place, family, said in ((14, "wait", True), (1, "strike", False)):
        for c in foes:
            lift(known, c)
        put(known, foes[0], known.at[mine] + place if place == 1 else 21)
        told: Any = view(known, 0, speech)
        assert frame(told, 0, speech)["groups"][0]["family"] == family
        assert ("Personne n’est à portée" in coach(known, 0, "fr").moment()) is said
