"""What can be printed: order sheets, the board at its size with its tokens, the tables, an aid, scenario cards."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.printed import RULES, Kit, Part, card, line

from .boardview import MARGIN, POINT
from .figures import HEADS, STATS, Figure
from .state import CHAIR_HERE, COLUMNS, ITEMS, PIECES, WEAPONS

POINT_MM = 24
"""A point of the printed board, in millimetres."""
FIRST_ROUND = ("M", "R", "S", "F", "C", "LEV", "TER", "G", "D", "P")
SECOND_ROUND = (
    "CB", "CP", "CS", "CV", "CJ", "CT", "OUV", "FER", "PRE", "LAN", "BRI", "POU", "REN", "DES", "TAX", "MET", "TEL",
)  # fmt: skip
CODES = {"M": "M1–8", "R": "R1–8", "S": "S1–8", "C": "C2–7", "P": "P1–8"}
SIDES = ("#2b6a86", "#b2452c", "#3b7445", "#7a4c93", "#80610f", "#4a5568")
BODY = (("head", 75, 33), ("trunk", 75, 92), ("right_arm", 12, 82), ("left_arm", 138, 82), ("legs", 118, 160))
"""Where the hit points of each part stand beside the figure."""
BOTTLES, SHARDS = 12, 6
"""Tokens of what is carried about and broken."""


def codes(kit: Kit, orders: tuple[str, ...]) -> list[dict[str, Any]]:
    """Orders in their printed notation, each in words."""
    return [
        line("", kit.speech.say(f"board.order.{one}", d="1–8", n="2–7"), mark=CODES.get(one, one))
        for one in orders
    ]


def rest(kit: Kit) -> dict[str, Any]:
    return line("", kit.speech.say("board.order.rest"), mark="–")


# Order sheets.


def orders(kit: Kit) -> dict[str, Any]:
    """A sheet for each gang, and one for those who are not named yet."""
    say, lang = kit.speech.say, kit.speech.lang
    by_id = {figure.id: figure for figure in kit.content.figures}
    gangs = [
        {
            "name": gang.name[lang],
            "people": [_person(kit, by_id[one], number) for one in gang.figures[:4]],
        }
        for number, gang in enumerate(kit.content.gangs)
    ]
    gangs.append({"name": "", "people": [_nobody(kit) for _ in range(3)]})
    return {
        "title": say("print.orders"),
        "words": {key: say(f"print.{key}") for key in ("gang", "points", "turn", "notes", "rank", "turns")},
        "sequences": [say("print.sequence", n=n) for n in (1, 2, 3)],
        "stats": [say(f"print.{stat}") for stat in STATS],
        "gangs": gangs,
        "rose": _rose(kit),
        "first": {"title": say("board.aid_first"), "codes": codes(kit, FIRST_ROUND)},
        "second": {"title": say("board.aid_second"), "codes": [*codes(kit, SECOND_ROUND), rest(kit)]},
        "both": f"{say('board.aid_both')}{say('print.colon')} PRE/LAN · PRE/CP · PRE/BRI · BRI/CP. {say('board.aid_suffix')}",
    }


def _person(kit: Kit, figure: Figure, side: int) -> dict[str, Any]:
    lang, tables = kit.speech.lang, kit.content.tables
    return {
        "letter": figure.letter,
        "tone": SIDES[side % len(SIDES)],
        "name": figure.name[lang],
        "bust": _bust(kit, figure),
        "body": _body(kit, tables["stamina"][figure.stats[3] - 1]),
        "stats": [str(n) for n in figure.stats],
        "items": [
            {"art": _item(kit, item), "name": tables["item_names"][item][lang]}
            for item in figure.equipment[:6]
        ],
    }


def _nobody(kit: Kit) -> dict[str, Any]:
    return {
        "letter": "",
        "tone": "#8d8168",
        "name": "",
        "bust": "",
        "body": _body(kit, None),
        "stats": [""] * 4,
        "items": [],
    }


def _bust(kit: Kit, figure: Figure) -> str:
    helmet = ITEMS.index("helmet") in figure.equipment
    head = (
        "helmet"
        if helmet
        else str(HEADS[figure.look])
        if figure.look
        else str((ord(figure.letter or "A") - 65) % 5)
    )
    bare = (
        ""
        if {ITEMS.index("leather_jacket"), ITEMS.index("leather_vest")} & set(figure.equipment)
        else " bare"
    )
    look = f"l{figure.look}" if figure.look else f"l0 n{(ord(figure.letter or 'A') - 65) % 6}"
    return kit.draw(
        f'<g class="bust"><svg class="{look}{bare}" viewBox="0 0 64 64"><use href="#ba-bust-{head}"/></svg></g>',
        "0 0 64 64",
    )


def _body(kit: Kit, points: list[int] | None) -> str:
    """The figure with what each part can take."""
    numbers = "".join(
        f'<text x="{x}" y="{y}" style="font:700 24px sans-serif;text-anchor:middle;fill:#1b1512">{"" if points is None else points[i]}</text>'
        for i, (_, x, y) in enumerate(BODY)
    )
    white = ";".join(f"--p-{part}:#ffffff" for part in ("head", "trunk", "right", "left", "legs"))
    return kit.draw(
        f'<g style="{white}"><use href="#ba-figure" width="150" height="190"/></g>{numbers}', "0 0 150 190"
    )


def _item(kit: Kit, item: int) -> str:
    name = "item-chair" if ITEMS[item] == "chair" else ITEMS[item]
    return kit.draw(f'<use href="#ba-{name}"/>', "-14 -15 28 30")


def _rose(kit: Kit) -> str:
    """The eight directions of the orders, 1 to the north."""
    arrows = []
    for d in range(8):
        arrows.append(
            f'<g transform="rotate({45 * d})"><path d="M0 -12V-27M-4 -23L0 -28L4 -23" style="fill:none;stroke:#1b1512;stroke-width:2.6"/></g>'
        )
    steps = ((0, -1), (0.72, -0.72), (1, 0), (0.72, 0.72), (0, 1), (-0.72, 0.72), (-1, 0), (-0.72, -0.72))
    names = [
        f'<text x="{37 * x}" y="{37 * y + 4.5}" style="font:700 13px sans-serif;text-anchor:middle;fill:#1b1512">{d + 1}</text>'
        for d, (x, y) in enumerate(steps)
    ]
    middle = '<circle r="8" style="fill:#f0c24b;stroke:#1b1512;stroke-width:2"/>'
    return kit.draw("".join([*arrows, *names, middle]), "-46 -46 92 92")


# The board.


def plan(kit: Kit, s: Any, parts: tuple[str, ...]) -> tuple[str, int, int]:
    """The board as it is drawn on the table, and its size in units of the drawing."""
    drawn = kit.board(s)
    wide, high = MARGIN + POINT * s.columns + 10, MARGIN + POINT * s.rows + 10
    return kit.draw("".join(drawn.get(part, "") for part in parts), f"0 0 {wide} {high}"), wide, high


def board(kit: Kit) -> dict[str, Any]:
    """The ground with its walls, doors and windows; furniture moves, so it is a thing to put there."""
    art, wide, high = plan(kit, kit.position({}, 2), ("floor", "fixtures"))
    return {
        "art": art,
        "width": wide,
        "height": high,
        "units": POINT,
        "point": POINT_MM,
        "name": kit.content.board.name[kit.speech.lang],
        "scale": kit.speech.say("print.scale", mm=POINT_MM),
    }


def tokens(kit: Kit) -> dict[str, Any]:
    """Everybody, and what stands and lies in the house, at the scale of the board."""
    say, lang, content = kit.speech.say, kit.speech.lang, kit.content
    scale = POINT_MM / POINT
    found = []
    side_of = {one: number for number, gang in enumerate(content.gangs) for one in gang.figures}
    for figure in content.figures:
        side = side_of.get(figure.id, 5) % 6
        found.append({"art": _pawn(kit, figure, side), "width": 21, "height": 21, "label": figure.name[lang]})
    s: Any = kit.position({}, 2)
    pieces = [int(s.piece_kind[n]) for n in range(PIECES) if s.piece_kind[n]]
    for kind, symbol, box in (
        (1, "table", "-40 -20 80 40"),
        (2, "pinball", "-40 -20 80 40"),
        (3, "football", "-20 -40 40 80"),
        (4, "video", "-20 -20 40 40"),
    ):
        _, _, wide, high = (int(n) for n in box.split())
        token = {
            "art": kit.draw(f'<use href="#ba-{symbol}"/>', box),
            "width": wide * scale - 2,
            "height": high * scale - 2,
            "label": say(f"print.piece.{symbol}"),
        }
        found += [token] * pieces.count(kind)
    chairs = sum(1 for here in s.litter if here & CHAIR_HERE)
    loose = (("chair", chairs), ("bottle", BOTTLES), ("shards", SHARDS))
    for symbol, count in loose:
        token = {
            "art": kit.draw(f'<use href="#ba-{symbol}"/>', "-16 -16 32 32"),
            "width": 17,
            "height": 17,
            "label": say(f"print.piece.{symbol}"),
        }
        found += [token] * count
    return {
        "title": say("print.parts.tokens.name"),
        "scale": say("print.scale", mm=POINT_MM),
        "tokens": found,
    }


def _pawn(kit: Kit, figure: Figure, side: int) -> str:
    """A base in the colour and shape of the gang with the letter of the character; its nose tells which way he looks."""
    return kit.draw(
        f'<g style="--g:{SIDES[side]}"><use href="#ba-nose"/><use href="#ba-base-{side}"/><text y="8" style="font:700 22px sans-serif;text-anchor:middle;fill:#ffffff">{figure.letter or figure.name[kit.speech.lang][:1]}</text></g>',
        "-27 -27 54 54",
    )


# Tables.


def tables(kit: Kit) -> dict[str, Any]:
    say, lang, found = kit.speech.say, kit.speech.lang, kit.content.tables
    part = [say(f"names.part.{n}") for n in range(5)]
    eight = [str(n) for n in range(1, 9)]
    location = {
        "title": say("print.location"),
        "note": say("print.by_d8"),
        "head": ["", *eight],
        "rows": [
            [say(f"names.column.{i}"), *(part[n] for n in found["locate"][i])] for i in range(len(COLUMNS))
        ],
        "size": 7.5,
    }
    lines = ("head", "trunk", "arms", "legs")
    rows = []
    for i in range(len(WEAPONS)):
        for k, name in enumerate(lines):
            numbers = found["results"][4 * i + k]
            if any(numbers):
                rows.append(
                    [
                        f"{found['row_names'][i][lang]} · {say(f'print.line.{name}')}",
                        *(str(n) if n else "–" for n in numbers),
                    ]
                )
    results = {
        "title": say("print.results"),
        "note": say("print.results_note"),
        "head": [
            "",
            *(say("print.wounds", n=n) for n in range(1, 6)),
            *(say("print.stuns", n=n) for n in range(1, 5)),
        ],
        "rows": rows,
        "size": 6.6,
    }
    stamina = {
        "title": say("print.stamina"),
        "note": "",
        "head": [say("print.constitution"), *part],
        "rows": [[str(i + 1), *(str(n) for n in row)] for i, row in enumerate(found["stamina"])],
    }
    stun = {
        "title": say("print.stun"),
        "note": say("print.by_d8"),
        "head": ["", *eight],
        "rows": [[letter, *(str(n) for n in row)] for letter, row in zip("ABC", found["stun"])],
    }
    cuts = {
        "title": say("print.cuts"),
        "note": say("print.by_d8"),
        "head": ["", *eight],
        "rows": [["", *(part[n] for n in found["cuts"])]],
    }
    shop = {
        "title": say("print.shop"),
        "note": "",
        "head": [found["item_names"][i][lang] for i in range(1, 13) if found["cost"][i]],
        "rows": [[str(found["cost"][i]) for i in range(1, 13) if found["cost"][i]]],
    }
    return {
        "title": say("print.parts.tables.name"),
        "pages": [[location, stamina, stun, cuts, shop], [results]],
    }


# Aid and scenarios.


def aid(kit: Kit) -> dict[str, Any]:
    say = kit.speech.say
    return {
        "aids": [
            {
                "title": say("board.aid"),
                "columns": [
                    {
                        "share": 4,
                        "sections": [
                            {
                                "title": say("board.aid_first"),
                                "codes": True,
                                "columns": 2,
                                "lines": codes(kit, FIRST_ROUND),
                                "note": say("board.aid_suffix"),
                            },
                            {
                                "title": say("board.aid_both"),
                                "lines": [line("", "PRE/LAN · PRE/CP · PRE/BRI · BRI/CP")],
                            },
                            {
                                "title": say("print.directions"),
                                "lines": [line("", say("board.beat_note"), _rose(kit), size=4.5)],
                            },
                        ],
                    },
                    {
                        "share": 4,
                        "sections": [
                            {
                                "title": say("board.aid_second"),
                                "codes": True,
                                "columns": 2,
                                "lines": [*codes(kit, SECOND_ROUND), rest(kit)],
                            },
                            {
                                "title": say("board.aims_of"),
                                "codes": True,
                                "columns": 1,
                                "lines": _aims(kit, "brawl")[0][1],
                            },
                        ],
                    },
                ],
            }
        ]
    }


def _aims(kit: Kit, scenario: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """What a scenario rewards: for everybody, or for each side."""
    told = kit.content.scenarios[scenario].entry.data
    scores = told["score"] if isinstance(told["score"], list) else [told["score"]]
    return [
        (
            kit.speech.say("print.side", n=number) if len(scores) > 1 else "",
            [
                line("", kit.speech.say(f"board.aim.{term}"), mark=f"{n:+d}".replace("-", "−"))
                for term, n in score.items()
                if n
            ],
        )
        for number, score in enumerate(scores, 1)
    ]


def scenarios(kit: Kit) -> dict[str, Any]:
    """A card for each story: what happens, who plays, what it rewards."""
    say, lang = kit.speech.say, kit.speech.lang
    words = kit.speech.game.words(lang)
    found = []
    for name, scenario in kit.content.scenarios.items():
        told: dict[str, Any] = scenario.entry.data
        sentences = words.find(f"room.cards.scenario.{name}") or {}
        special = [
            say(f"board.aim.{key}", n=told.get(key, 0))
            for key in ("loot", "police", "escape")
            if told.get(key)
        ]
        rewards = [
            one for title, lines in _aims(kit, name) for one in ([line(title)] if title else []) + lines
        ]
        found.append(
            card(
                scenario.name[lang], kind=str(sentences.get("fact", "")), tone="#a83424", flag=str(told.get("flag", "")), art=_story(kit, name), art_height=62,
                lines=[line("", str(sentences.get("say", ""))), *(line("", one) for one in special), *rewards],
            )
        )  # fmt: skip
    return {"cards": found, "size": "large"}


def _story(kit: Kit, name: str) -> str:
    players = kit.content.scenarios[name].entry.data.get("players", [2, 6])
    s = kit.position({"scenario": name}, max(2, int(players[0])))
    return plan(kit, s, ("floor", "fixtures", "things", "figures"))[0]


PARTS = {
    "orders": Part("orders", orders),
    "aid": Part("aid", aid),
    "rules": RULES,
    "board": Part("plan", board),
    "tokens": Part("tokens", tokens),
    "tables": Part("tables", tables),
    "scenarios": Part("cards", scenarios),
}
