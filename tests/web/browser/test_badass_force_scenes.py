"""What has just happened in Badass Force, in real browsers: scenes over the board, and the line that is left of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_badass_force import begin, host

pytestmark = pytest.mark.browser


SCENES = """async ([reader, front, lines]) => {
  const { Director } = await import('/games/badass-force/scenes.js');
  const place = document.createElement('aside');
  Object.assign(place.dataset, { names: '["Ada","Bob","Cid"]', front, target: 16 });
  const said = ['bluff_stamp', 'believed_stamp', 'lie_stamp', 'late', 'parry_stamp', 'true_stamp', 'dies_stamp', 'miss_stamp', 'veng_title', 'near', 'scored', 'cool_title', 'last_turn', 'changes_title'];
  place.innerHTML = said.map((key) => `<i data-say="${key}">${key} {name}</i>`).join('')
    + '<i data-hero="0" data-name="Buck"></i><i data-hero="1" data-name="Otto"></i>';
  const told = lines.map(([kind, values]) => ({ kind, html: kind, values }));
  return new Director(place, reader).scenes(told).map((one) => [one.stamp.trim() || one.title.trim(), one.near.trim(), one.points.length, one.cards.length]);
}"""


@pytest.mark.parametrize(
    ("front", "lines", "shown"),
    [
        (
            "0",
            [["announces", {"seat": 0, "character": 1}], ["unchallenged", {"seat": 0, "character": 1}]],
            [["bluff_stamp", "", 0, 2]],
        ),
        (
            "1",
            [["announces", {"seat": 0, "character": 1}], ["unchallenged", {"seat": 0, "character": 1}]],
            [["believed_stamp", "", 0, 1]],
        ),
        (
            "1",
            [
                ["caught", {"seat": 1, "character": 0, "claimed": 1, "denouncer": 0}],
                ["dies", {"seat": 1, "character": 0, "killer": 0, "cause": 4}],
                ["scores", {"seat": 0, "n": 2, "total": 5}],
            ],
            [["lie_stamp", "", 1, 1]],
        ),
        (
            "1",
            [
                ["proves", {"seat": 1, "character": 0, "denouncer": 2}],
                ["dies", {"seat": 2, "character": 1, "killer": 1, "cause": 5}],
                ["scores", {"seat": 1, "n": 2, "total": 14}],
                ["avenges", {"seat": 2}],
            ],
            [["true_stamp", "near Bob", 1, 2], ["veng_title", "", 0, 0]],
        ),
        (
            "1",
            [
                ["defends", {"seat": 1, "character": 0}],
                ["unchallenged", {"seat": 1, "character": 0}],
                ["cancels", {"seat": 1}],
            ],
            [["parry_stamp", "", 0, 1]],
        ),
        ("1", [["charges", {"seat": 1, "n": 1, "charge": 2}]], []),
        ("1", [["changes", {"seat": 0}]], []),
        ("1", [["changes", {"seat": 1}]], [["changes_title", "", 0, 0]]),
        ("1", [["cool_point", {"seat": 0, "total": 15}]], []),
        ("1", [["cool_point", {"seat": 0, "total": 16}]], [["cool_title", "last_turn", 1, 0]]),
    ],
)
def test_every_death_denunciation_and_bluff_has_its_scene(
    people: People, front: str, lines: Any, shown: Any
) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(SCENES, [0, front, lines]) == shown


TOLD = SCENES.replace(
    "one.stamp.trim() || one.title.trim(), one.near.trim(), one.points.length, one.cards.length",
    "...one.told",
)


@pytest.mark.parametrize(("first", "told"), [(1, ["late Bob"]), (0, [])])
def test_whoever_denounced_too_is_told_who_goes_before(people: People, first: int, told: list[str]) -> None:
    page = people.page()
    page.goto("/")
    lines = [
        ["announces", {"seat": 2, "character": 1}],
        ["denounces", {"seat": 0, "announcer": 2}],
        ["denounces", {"seat": 1, "announcer": 2}],
        ["caught", {"seat": 2, "character": 0, "claimed": 1, "denouncer": first}],
    ]
    ((_, *more),) = page.evaluate(TOLD, [0, "1", lines])
    assert more == told


FILLED = TOLD.replace(
    '\'<i data-hero="0"',
    '\'<i data-say="boom_dice">{dice} {from} {top}</i><i data-say="colour_1">yellow</i><i data-say="colour_2">red</i>\''
    ' + \'<i data-hero="0"',
)


@pytest.mark.parametrize(("given", "told"), [([(5, 1, 6)], ["yellow + red 5 6"]), ([], [])])
def test_a_weapon_that_explodes_at_once_says_what_filled_it(people: People, given: Any, told: Any) -> None:
    page = people.page()
    page.goto("/")
    filled = [["receives", {"seat": 0, "giver": 1, "n": n, "charge": top}] for _, n, top in given]
    lines = [
        ["turn_starts", {"seat": 1}],
        ["rolls", {"seat": 1, "first": 1, "second": 2}],
        *filled,
        ["explodes", {"seat": 0, "weapon": 1}],
        ["dies", {"seat": 0, "character": 1, "killer": 1, "cause": 3}],
    ]
    assert page.evaluate(FILLED, [0, "1", lines])[-1] == told


def test_who_is_hit_is_told_by_whom_and_with_what(people: People) -> None:
    page = people.page()
    page.goto("/")
    lines = [
        ["executes", {"seat": 1, "weapon": 2}],
        ["dies", {"seat": 0, "character": 1, "killer": 1, "cause": 2}],
    ]
    assert page.evaluate(TOLD, [0, "1", lines]) == [["executes"]]
    lines[0:1] = [["turn_starts", {"seat": 1}]]
    assert page.evaluate(TOLD, [0, "1", lines]) == [[]]


LEADS = """async () => {
  const { showInTurn } = await import('/static/showing.js');
  const stage = document.createElement('div');
  stage.innerHTML = '<aside data-here hidden></aside>';
  const told = [];
  let lead, hear;
  const table = {
    seat: 0,
    wait: () => {},
    hold: (on) => told.push(on ? 'holds' : 'goes on'),
    lead: (listener) => { lead = listener; },
    onupdate: (listener) => { hear = listener; },
  };
  showInTurn(stage, table, {
    place: '[data-here]', leads: true, mark: () => {}, weighs: () => true,
    draw: (_, one) => told.push(one.kind),
    told: (lines) => lines.filter((line) => line.kind !== 'small').map(({ kind }) => ({ kind, time: 60000 })),
  });
  const weighty = [{ kind: 'dies' }];
  told.push(lead(weighty, false), lead([{ kind: 'small' }], false));
  stage.querySelector('[data-here]').click();
  hear(weighty, false);
  return told;
}"""


def test_what_leads_is_shown_once_and_before_the_board_tells_it(people: People) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(LEADS) == ["holds", "dies", True, True, "goes on"]


THUMB = LEADS.replace(
    "stage.querySelector('[data-here]').click();",
    """const bar = document.body.appendChild(document.createElement('div'));
  bar.id = 'bar';
  bar.click();
  told.push('still there');
  const now = Date.now;
  Date.now = () => now() + 1000;
  bar.click();
  Date.now = now;
  bar.remove();""",
)


def test_a_touch_of_the_bar_goes_on_but_not_the_second_tap_on_a_key(people: People) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(THUMB) == ["holds", "dies", True, True, "still there", "goes on"]


TAPPED = """async (pressed) => {
  const { showInTurn } = await import('/static/showing.js');
  const { meant } = await import('/static/taps.js');
  const stage = document.createElement('div');
  stage.innerHTML = '<aside data-here hidden></aside>';
  const rival = document.body.appendChild(document.createElement('button'));
  rival.dataset.choice = 'target 1';
  let hear;
  const gone = new Promise((resolve) => {
    showInTurn(stage, { seat: 0, onupdate: (listener) => { hear = listener; } }, {
      place: '[data-here]', mark: (kind) => kind ?? resolve(), weighs: () => true, draw: () => {},
      told: (lines) => lines.map(({ kind }) => ({ kind, time: 50 })),
    });
  });
  hear([{ kind: 'unchallenged' }], false);
  if (pressed) stage.firstChild.click();
  await gone;
  const tap = () => {
    rival.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return meant({ detail: 1 }, rival);
  };
  const now = tap();
  await new Promise((resolve) => setTimeout(resolve, 700));
  return [now, tap()];
}"""


@pytest.mark.parametrize(("pressed", "told"), [(False, [False, True]), (True, [True, True])])
def test_what_lay_under_a_scene_that_went_by_itself_is_not_chosen_at_once(
    people: People, pressed: bool, told: list[bool]
) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(TAPPED, pressed) == told


SAID = """async () => {
  const { showScenes } = await import('/games/badass-force/scenes.js');
  const bar = document.body.appendChild(document.createElement('div'));
  bar.id = 'bar';
  const stage = document.createElement('div');
  stage.innerHTML = '<aside data-scene hidden><i data-say="bar">It goes on by itself.</i></aside>';
  let hear;
  showScenes(stage, { seat: 0, onupdate: (listener) => { hear = listener; } });
  hear([{ kind: 'peace' }], false);
  const before = bar.dataset.myShown ?? '';
  hear([{ kind: 'changes', values: { seat: 1 } }], false);
  return [before, bar.dataset.myShown];
}"""


def test_while_a_scene_is_shown_the_bar_says_how_it_goes_on(people: People) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(SAID) == ["", "It goes on by itself."]


KEPT = """async () => {
  const held = await import('/static/held.js');
  const told = [];
  const behind = [];
  const show = async (news, led) => { behind.push(Number(held.isBehind())); told.push(...Object.keys(news).filter((name) => name !== 'log'), ...(news.log ?? []), ...(led ? ['at once'] : [])); };
  held.lead((news) => {
    if (!news.log.includes('dies')) return false;
    told.push('shown');
    held.hold(true, show);
    return true;
  });
  await held.pass({ log: ['announces'] }, false, show);
  await held.pass({ log: ['dies'], clock: 1 }, false, show);
  await held.pass({ log: ['scores'] }, false, show);
  await held.pass({ log: ['dies'] }, false, show);
  await held.hold(false, show);
  told.push('again');
  await held.hold(false, show);
  held.lead(() => false);
  return told.concat(behind.join(''));
}"""


def test_what_comes_after_a_scene_keeps_its_order(people: People) -> None:
    page, _ = host(people, ["random"] * 2, {})
    shown = ["announces", "shown", "clock", "dies", "at once", "scores", "shown", "again", "dies", "at once"]
    # Until the last of it the board is behind, and the bar tells of nobody who chooses.
    assert page.evaluate(KEPT) == [*shown, "01110"]


OWNED = """async ([your, lines]) => {
  const { findReader } = await import('/static/log.js');
  const { words } = await import('/static/tablepage.js');
  words.player = document.querySelector('#people .people__name:has(.tag--you) b').textContent;
  Object.assign(words, { you: 'vous', your: your, yours: 'vos' });
  return lines.map((html) => {
    const line = { html: html.replaceAll('ME', words.player) };
    findReader(line);
    const told = document.createElement('p');
    told.innerHTML = line.html;
    const named = [...told.querySelectorAll('[data-name]')].map((one) => one.dataset.name === words.player);
    return [told.textContent.replaceAll(words.player, 'ME'), named];
  });
}"""
SAID_TO_READER = {
    "votre": {
        "<b>Bob</b> regarde en secret le héros de <b>ME</b> : Otto.": "Bob regarde en secret votre héros : Otto.",
        "<b>Bob</b> regarde en secret l’arme cachée de <b>ME</b> : ?": "Bob regarde en secret votre arme cachée : ?",
        "Otto revient dans la main de <b>ME</b>.": "Otto revient dans votre main.",
        "Il manque aux héros de <b>ME</b>.": "Il manque à vos héros.",
        "<b>ME</b> : +1.": "Vous : +1.",
        "<b>ME</b> tire.": "ME (vous) tire.",
    },
    "your": {
        "It is <b>ME’s</b> turn.": "It is your turn.",
        "<b>ME’s</b> hero is lost.": "Your hero is lost.",
        "PERFECT by <b>ME</b>: 1 key.": "PERFECT by vous: 1 key.",
    },
}


@pytest.mark.parametrize("your", SAID_TO_READER)
def test_what_is_the_readers_is_theirs_in_the_log(people: People, your: str) -> None:
    """“The hero of You” is no sentence; whoever has told no name is found all the same by what reads the line."""
    page, _ = host(people, ["random"] * 2, {})
    lines = SAID_TO_READER[your]
    told = [[said, [True]] for said in lines.values()]
    assert page.evaluate(OWNED, [your, list(lines)]) == told


TITLE = """() => {
  const { waits, turn } = document.body.dataset;
  const title = document.querySelector('#bar h2');
  const seen = (waits, turn) => {
    Object.assign(document.body.dataset, { waits, turn });
    const style = getComputedStyle(title, '::before');
    return [style.visibility, style.content.length > 10];
  };
  return [seen('led', 'yes'), seen('led', 'no'), seen('', 'no')[1]];
}"""


def test_while_a_scene_is_shown_the_bar_keeps_a_title(people: People) -> None:
    page, _ = host(people, ["random"] * 2, {})
    begin(page)
    assert page.evaluate(TITLE) == [["visible", True], ["visible", True], False]


SCENE_IN_SIGHT = """() => {
  const scroller = document.getElementById('stage'), scene = document.querySelector('[data-scene]');
  scene.insertAdjacentHTML('beforeend', '<div class="scene__in"></div>');
  scene.hidden = false;
  const board = scroller.getBoundingClientRect(), inside = scene.querySelector('.scene__in');
  return [0, 400, 9999].map((top) => {
    scroller.scrollTop = top;
    const box = inside.getBoundingClientRect();
    return [Math.round(box.top - board.top), box.bottom < board.bottom];
  });
}"""


def test_on_a_phone_a_scene_is_in_sight_however_far_the_page_was_scrolled(people: People) -> None:
    page, _ = host(
        people, ["random"] * 2, {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    )
    begin(page)
    assert page.evaluate(SCENE_IN_SIGHT) == [[34, True]] * 3


SINCE = """async (lines) => {
  const { showVerdicts } = await import('/games/badass-force/verdict.js');
  const stage = document.createElement('div');
  stage.innerHTML = '<aside data-verdict data-reader="Ada" hidden></aside><p data-since></p><i data-say="gains_you">Your weapon: +{n}, total {total}.</i><i data-say="lost_you">You lose {hero}.</i><i data-hero="1" data-name="Otto"></i>';
  let hear;
  showVerdicts(stage, { seat: 0, onupdate: (listener) => { hear = listener; } });
  document.body.dataset.turn = 'no';
  hear([], true);
  document.body.dataset.turn = 'yes';
  hear(lines.map(([kind, html, values]) => ({ kind, html, values })), false);
  return stage.querySelector('[data-since]').textContent;
}"""


@pytest.mark.parametrize("lost", ["<b>Ada’s</b> Otto is lost.", "Otto de <b>Ada</b> est perdu."])
def test_the_hero_that_the_reader_lost_is_told_first(people: People, lost: str) -> None:
    page = people.page()
    page.goto("/")
    lines = [["rolls", "<b>Bob</b> rolls."], ["receives", "<b>Ada</b> receives 1 charge."], ["dies", lost]]
    assert page.evaluate(SINCE, lines).startswith(lost.replace("<b>", "").replace("</b>", ""))


def test_what_befell_the_reader_is_said_to_them_in_one_line(people: People) -> None:
    page = people.page()
    page.goto("/")
    lines = [
        ["rolls", "<b>Bob</b> rolls.", {"seat": 1, "first": 1, "second": 1}],
        ["receives", "<b>Ada</b> receives 2 charges.", {"seat": 0, "giver": 1, "n": 2, "charge": 6}],
    ]
    assert page.evaluate(SINCE, lines) == "Bob rolls. Your weapon: +2, total 6."
    peeked = SINCE.replace(
        '<i data-say="lost_you">', '<i data-say="peeked_by">{name} saw it</i><i data-say="lost_you">'
    )
    told = ["peeks", "<b>Bob</b> looks at <b>Ada’s</b> hero.", {"seat": 1, "target": 0, "character": None}]
    assert page.evaluate(peeked, [told]) == "Bob saw it."
    lines = [
        [
            "proves",
            "<b>Bob</b> tells the truth! Wrong, <b>Ada</b>.",
            {"seat": 1, "character": 0, "denouncer": 0},
        ],
        ["dies", "<b>Ada</b> loses Otto.", {"seat": 0, "character": 1, "killer": 1, "cause": 5}],
    ]
    assert page.evaluate(SINCE, lines) == "You lose Otto."


CHARGED = SINCE.replace(
    "document.body.dataset.turn = 'yes';\n  hear(lines",
    """document.body.insertAdjacentHTML('beforeend', '<i id="words" data-you="you"></i>');
  hear([{ kind: 'rolls', html: '<b>Bob</b> rolls.', values: { seat: 1 } }, { kind: 'receives', html: '<b data-name="Ada">Ada (you)</b> receives.', values: { seat: 0, n: 1, charge: 1 } }], false);
  document.body.dataset.turn = 'yes';
  hear([{ kind: 'announces', html: '<b>Cid</b> says.', values: { seat: 2 } }], false);
  document.body.dataset.turn = 'no';
  hear([{ kind: 'passes', html: '<b data-name="Ada">Ada (you)</b> lets it pass.', values: { seat: 0 } }], false);
  document.body.dataset.turn = 'yes';
  hear(lines""",
)
"""Somebody else's dice, an answer of the reader's in between, then the reader's turn."""


def test_what_changed_the_readers_charges_is_told_at_their_turn(people: People) -> None:
    page = people.page()
    page.goto("/")
    mine = [["turn_starts", '<b data-name="Ada">Ada (you)</b> plays.', {"seat": 0}]]
    assert page.evaluate(CHARGED, mine) == "Bob rolls. Your weapon: +1, total 1."
    others = [["announces", "<b>Bob</b> says.", {"seat": 1}]]
    assert page.evaluate(CHARGED, others) == ""


def test_points_of_the_reader_are_told_with_what_they_are_for(people: People) -> None:
    """Beside a hero that the reader lost they would seem to come from that loss."""
    page = people.page()
    page.goto("/")
    lines = [
        ["dies", "<b>Bob</b> loses Otto (points to <b>Ada</b>).", {"seat": 1, "character": 1, "killer": 0}],
        ["scores", "<b>Ada</b> scores.", {"seat": 0, "n": 2, "total": 5}],
        ["dies", "<b>Ada</b> loses Otto.", {"seat": 0, "character": 1, "killer": 1}],
        ["scores", "<b>Bob</b> scores.", {"seat": 1, "n": 2, "total": 2}],
    ]
    words = '<i data-say="scored_for">You: +{n} for {hero} ({name}), total {total}</i><i data-say="lost_you">'
    told = page.evaluate(SINCE.replace('<i data-say="lost_you">', words), lines)
    assert told == "You lose Otto. You: +2 for Otto (Bob), total 5."


BEST = """async (turns) => {
  const { Race } = await import('/games/badass-force/race.js');
  const race = new Race(0, 2);
  for (const n of turns) {
    race.take({ kind: 'turn_starts', values: { seat: 0 } });
    race.take({ kind: 'scores', values: { seat: 0, n, total: 1 } });
    race.take({ kind: 'turn_starts', values: { seat: 1 } });
  }
  return race.best;
}"""


def test_of_equal_turns_the_latest_was_the_best(people: People) -> None:
    page = people.page()
    page.goto("/")
    assert page.evaluate(BEST, [1, 3, 2, 3]) == {"points": 3, "round": 4}
