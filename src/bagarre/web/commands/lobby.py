"""Who sits where: taking, naming, lending and leaving seats, and beginning."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bagarre.bots import spec_of
from bagarre.bots.labels import bot_name
from bagarre.companion import Asking, ask_deal, begun
from bagarre.fair import Fair
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.record import commitment
from bagarre.web.commands.base import (
    Command,
    Message,
    Refused,
    caretaker_only,
    host_only,
    seat_in,
    seated_only,
    text_in,
)
from bagarre.web.companion import Pending, check_bots
from bagarre.web.connection import Connection
from bagarre.web.guard import NAME_LENGTH, clean_text, hash_token, new_token
from bagarre.web.pace import first_asked
from bagarre.web.promises import SHARE_FORM
from bagarre.web.slow_clock import first_waiting
from bagarre.web.store import BOT, HUMAN, LOBBY, OPEN, OVER, PLAYING, Seat, Stored
from bagarre.web.story import Story
from bagarre.web.tablestate import TableState

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

SHARE = re.compile(SHARE_FORM)
"""What a seat may add to the chance of a game."""
FILLS = (0, 2, 5, 15)
"""Minutes after which bots may take the seats that are free; 0 for never."""


def usual_name(number: int, lang: str) -> str:
    """The name of somebody who gave none."""
    return f"{house_words(lang).say('web.player')} {number + 1}"


def free_name(name: str, number: int, seats: Sequence[Seat]) -> str:
    """That name, or one like it when somebody else has it."""
    taken = {seat.name.casefold() for i, seat in enumerate(seats) if i != number}
    base, n = name, 2
    while name.casefold() in taken:
        name, n = f"{base[: NAME_LENGTH - 3]} {n}", n + 1
    return name


def seated_bot(bot: str, number: int, seats: Sequence[Seat], lang: str) -> Seat:
    """A bot in a seat, under a name that nobody at the table has."""
    taken = [seat.name for i, seat in enumerate(seats) if i != number]
    return Seat(BOT, free_name(bot_name(bot, number, lang, taken), number, seats), bot)


def _wanted_name(table: TableState, connection: Connection, wanted: object, number: int) -> tuple[str, str]:
    """The name that somebody would like, and the one that they have at this table."""
    name = clean_text(wanted, NAME_LENGTH) or usual_name(number, connection.lang)
    return name, free_name(name, number, table.seats)


def _tell_name(connection: Connection, number: int, wanted: str, name: str) -> None:
    """Whoever is called otherwise than they would like is told so."""
    if name != wanted:
        words = house_words(connection.lang).say("web.lobby.name_taken", wanted=wanted, name=name)
        connection.reply({"type": "named", "seat": number, "name": name, "words": words})


def _with_seat(stored: Stored, number: int, seat: Seat) -> Stored:
    """The table as it would be with somebody else in a seat."""
    seats = list(stored.seats)
    seats[number] = seat
    return replace(stored, seats=seats)


# Sitting down.


def _check_sit(table: LiveTable, connection: Connection, message: Message) -> None:
    if table.state.seats[seat_in(table.state, message)].kind != OPEN:
        raise Refused("taken")


async def _sit(table: LiveTable, connection: Connection, message: Message) -> None:
    """Take a free seat."""
    number, token = message["seat"], new_token()
    wanted, name = _wanted_name(table.state, connection, message.get("name", ""), number)
    stored = without_share(table.state.stored, number)
    await table.save(
        _with_seat(stored, number, Seat(HUMAN, name, "", hash_token(token), person=connection.person))
    )
    connection.seats = sorted([*connection.seats, number])
    # A device that two share shows nobody's hand before it is handed over.
    connection.eye = number if len(connection.seats) == 1 else SPECTATOR
    connection.reply({"type": "seated", "seat": number, "token": token})
    _tell_name(connection, number, wanted, name)
    table.presence_changed()


def tie_seats(table: LiveTable, connection: Connection) -> None:
    """The seats of somebody who has a name of their own become theirs on every device, if they are nobody's yet."""

    async def job() -> None:
        seats = list(table.state.seats)
        for i in connection.seats:
            if not seats[i].person:
                seats[i] = replace(seats[i], person=connection.person)
        await table.save(replace(table.state.stored, seats=seats))

    if any(not table.state.seats[i].person for i in connection.seats):
        with contextlib.suppress(asyncio.QueueFull):
            table.submit(job)


def _check_rename(table: LiveTable, connection: Connection, message: Message) -> None:
    if seat_in(table.state, message) not in connection.seats:
        raise Refused("not_your_seat")
    text_in(message, "name")
    if "thing" in message:
        _check_thing(table.state, message["seat"], text_in(message, "thing"))


def _check_thing(state: TableState, seat: int, thing: str) -> None:
    if not any(slot.seat == seat and slot.letter == thing for slot in state.things()):
        raise Refused("not_your_seat")


async def _rename(table: LiveTable, connection: Connection, message: Message) -> None:
    if "thing" in message:
        await _name_thing(table, message["thing"], message["name"])
        return
    number = message["seat"]
    wanted, name = _wanted_name(table.state, connection, message["name"], number)
    await table.save(_with_seat(table.state.stored, number, replace(table.state.seats[number], name=name)))
    _tell_name(connection, number, wanted, name)


async def _name_thing(table: LiveTable, thing: str, name: str) -> None:
    """Call something as its player likes, also in the record of a game that is played; names travel in a pack."""
    state, match = table.state, table.state.match
    renamed = state.game.room("naming").renamed
    named = [{"name": pack.name, "text": pack.text} for pack in renamed(state.packs(), thing, name)]
    changed = replace(state.stored, settings=state.stored.settings | {"packs": named})
    if match is None:
        await table.save(changed)
        return
    packs = [pack.told() for pack in renamed(match.packs, thing, name)]
    changed = replace(changed, header=state.stored.header | {"packs": packs})
    await table.save(changed, then=lambda: match.rename(thing, name))


# Bots in seats.


def _check_bot(table: LiveTable, connection: Connection, message: Message) -> None:
    state = table.state
    number = seat_in(state, message)
    if number not in connection.seats:
        caretaker_only(state, connection)
        if number in state.here:
            host_only(state, connection)
    if spec_of(str(message["bot"])) not in table.bots:
        raise Refused("no_bot")
    if state.seats[number].kind == HUMAN and state.status == LOBBY:
        raise Refused("taken")
    if state.is_companion and state.status == LOBBY:
        check_bots(state.game, [str(message["bot"])])


async def _bot(table: LiveTable, connection: Connection, message: Message) -> None:
    """Put a bot in a free seat, or let one stand in for a player."""
    number, seats, bot = message["seat"], table.state.seats, spec_of(str(message["bot"]))
    seat = seats[number]
    taken = (
        replace(seat, kind=BOT, bot=bot)
        if seat.kind == HUMAN or seat.stands_in
        else seated_bot(bot, number, seats, connection.lang)
    )
    await table.save(_with_seat(table.state.stored, number, taken))


def _check_back(table: LiveTable, connection: Connection, message: Message) -> None:
    number = seat_in(table.state, message)
    if number not in connection.seats:
        caretaker_only(table.state, connection)
    match = table.state.match
    if not table.state.seats[number].stands_in or (match is not None and number in match.conceded):
        raise Refused("not_your_seat")


async def _back(table: LiveTable, connection: Connection, message: Message) -> None:
    """The player takes the seat back from the bot that stood in, or the host gives it back."""
    number = message["seat"]
    await table.save(
        _with_seat(table.state.stored, number, replace(table.state.seats[number], kind=HUMAN, bot=""))
    )


def _check_free(table: LiveTable, connection: Connection, message: Message) -> None:
    if seat_in(table.state, message) not in connection.seats:
        host_only(table.state, connection)


def without(stored: Stored, number: int, bot: str) -> Stored:
    """The table as it would be without whoever sits there; in a game a bot takes the seat."""
    stands_in = replace(stored.seats[number], kind=BOT, bot=bot, token_hash="", person="")
    changed = _with_seat(stored, number, Seat() if stored.status == LOBBY else stands_in)
    if stored.host == number:
        changed.host = next((i for i, seat in enumerate(changed.seats) if seat.kind == HUMAN), number)
        # Whoever follows has friends of their own.
        changed.settings = changed.settings | {"friends": False}
    return changed


async def _free(table: LiveTable, connection: Connection, message: Message) -> None:
    """Free a seat: the player leaves, or the host removes somebody. In a game a bot goes on playing."""
    number = message["seat"]
    await table.save(without(table.state.stored, number, table.stand_in))
    unseat(table, number, connection)


def unseat(table: LiveTable, number: int, by: Connection | None = None) -> None:
    """Whoever is connected to a seat that is theirs no longer watches from now on."""
    table.state.ready.discard(number)
    for other in table.connections:
        if number in other.seats:
            other.seats.remove(number)
            other.eye = other.seats[0] if len(other.seats) == 1 else SPECTATOR
            if other is not by:
                table.tell_error(other, "removed")
    table.presence_changed()


def _check_fill(table: LiveTable, connection: Connection, message: Message) -> None:
    caretaker_only(table.state, connection)
    if table.state.is_companion:
        check_bots(table.state.game, [BOT])
    if "bot" in message and spec_of(text_in(message, "bot")) not in table.bots:
        raise Refused("no_bot")


async def _fill(table: LiveTable, connection: Connection, message: Message) -> None:
    """Bots in all free seats, of one kind."""
    bot = spec_of(str(message.get("bot", table.usual_bot)))
    await table.save(filled(table.state.stored, bot, connection.lang))


def filled(stored: Stored, bot: str, lang: str) -> Stored:
    """The table as it would be with bots in all free seats."""
    for number, seat in enumerate(stored.seats):
        if seat.kind == OPEN:
            stored = _with_seat(stored, number, seated_bot(bot, number, stored.seats, lang))
    return stored


# Open to everybody.


def shown_settings(listed: bool, fill: int, lang: str, friends: bool = False) -> dict[str, Any]:
    """What the settings of a table hold when its host shows it on the home page, to everybody or to friends, and bots fill in after so many minutes."""
    return {
        "listed": listed,
        "friends": friends,
        "fill": fill,
        "fill_at": time.time() + 60 * fill,
        "lang": lang,
    }


def _check_list(table: LiveTable, connection: Connection, message: Message) -> None:
    host_only(table.state, connection)
    if table.state.status != LOBBY:
        raise Refused("started")
    _ = message["on"]
    if message.get("fill", 0) not in FILLS:
        raise Refused("malformed")
    host = table.state.seats[table.state.stored.host]
    if message.get("friends") and (not host.person or host.person != connection.person):
        raise Refused("friends_name")


async def _list(table: LiveTable, connection: Connection, message: Message) -> None:
    """Show the table to everybody, to friends, or no longer; and say when bots take the seats that are free."""
    shown = shown_settings(
        bool(message["on"]), message.get("fill", 0), connection.lang, bool(message.get("friends"))
    )
    await table.save(replace(table.state.stored, settings=table.state.stored.settings | shown))


def _check_mute(table: LiveTable, connection: Connection, message: Message) -> None:
    host_only(table.state, connection)
    seat_in(table.state, message)
    _ = message["on"]


async def _mute(table: LiveTable, connection: Connection, message: Message) -> None:
    number = message["seat"]
    await table.save(
        _with_seat(table.state.stored, number, replace(table.state.seats[number], muted=bool(message["on"])))
    )


def _check_ready(table: LiveTable, connection: Connection, message: Message) -> None:
    if table.state.status != LOBBY:
        raise Refused("started")
    if seat_in(table.state, message) not in connection.seats:
        raise Refused("not_your_seat")
    _ = message["on"]


async def _ready(table: LiveTable, connection: Connection, message: Message) -> None:
    """Say that one is ready, or not yet, for all who share the device: for the others to see; the host begins all the same."""
    (table.state.ready.update if message["on"] else table.state.ready.difference_update)(connection.seats)
    table.changed()


# Chance that nobody chose: the server has promised its secret, and every seat adds one of its own.


def without_share(stored: Stored, number: int) -> Stored:
    """The table without what somebody added to its chance who sat there before."""
    fair = stored.settings.get("fair")
    if not fair or str(number) not in fair["shares"]:
        return stored
    shares = {seat: share for seat, share in fair["shares"].items() if seat != str(number)}
    return replace(stored, settings=stored.settings | {"fair": fair | {"shares": shares}})


def fair_of(stored: Stored) -> Fair | None:
    """What the chance of a game is made of that begins now."""
    fair = stored.settings.get("fair")
    if not fair:
        return None
    people = [seat for seat, held in enumerate(stored.seats) if held.kind == HUMAN]
    shares = [(seat, fair["shares"][str(seat)]) for seat in people if str(seat) in fair["shares"]]
    return Fair(fair["secret"], tuple(shares))


def _seeded(fair: Fair | None) -> dict[str, Any]:
    """What the header of a game that goes on says of its further chance."""
    if fair is None:
        return {}
    seed = fair.seed()
    return {"seed": seed, "commitment": commitment(seed), "fair": fair.data()}


def _check_share(table: LiveTable, connection: Connection, message: Message) -> None:
    if table.state.status != LOBBY or "fair" not in table.state.stored.settings:
        raise Refused("started")
    if seat_in(table.state, message) not in connection.seats:
        raise Refused("not_your_seat")
    if not SHARE.fullmatch(text_in(message, "share")):
        raise Refused("malformed")


async def _share(table: LiveTable, connection: Connection, message: Message) -> None:
    """Add a secret of one's own to the chance of the game."""
    stored = table.state.stored
    fair = stored.settings["fair"]
    shares = fair["shares"] | {str(message["seat"]): message["share"]}
    await table.save(replace(stored, settings=stored.settings | {"fair": fair | {"shares": shares}}))


# Beginning, and beginning anew.


def check_start(state: TableState) -> None:
    """:raises Refused: when the game cannot begin."""
    if state.status != LOBBY:
        raise Refused("started")
    if state.stored.gap is not None:
        raise Refused("gap")
    if any(seat.kind == OPEN for seat in state.seats):
        raise Refused("free_seats")


def _check_start(table: LiveTable, connection: Connection, message: Message) -> None:
    caretaker_only(table.state, connection)
    check_start(table.state)


async def _start(table: LiveTable, connection: Connection, message: Message) -> None:
    await start(table)


async def start(table: LiveTable) -> None:
    """Deal, or go on from the lines that the table begins with."""
    check_start(table.state)
    stored = table.state.stored
    names = [seat.name for seat in stored.seats]
    kinds = [seat.bot if seat.kind == BOT else HUMAN for seat in stored.seats]
    if stored.lines:
        # Whoever sits here now goes on; who led the game there is in the record that it was taken from.
        header = stored.header | {"players": names, "seats": kinds} | _seeded(fair_of(stored))
        changed = replace(stored, header=header, status=PLAYING)
        began = TableState(table.state.game, changed)
        await asyncio.to_thread(began.follow)
        assert began.match is not None
        changed.waiting = first_waiting(changed, first_asked(began.match))
        await table.store.go_on(changed)
        table.adopt(changed, began.match, began.story)
    elif table.state.is_companion:
        check_bots(table.state.game, kinds)
        options, packs = stored.settings.get("options", {}), table.state.packs()
        asking = await asyncio.to_thread(ask_deal, table.state.game, len(names), options, packs)
        table.state.pending = Pending(asking)
        await table.go_on_asking()
    else:
        options, packs = stored.settings.get("options", {}), table.state.packs()
        # Packs and a world may take a while to lay out: other tables go on meanwhile.
        deal = partial(
            Match, table.state.game, names, options=options, packs=packs, kinds=kinds, fair=fair_of(stored)
        )
        await begin(table, await asyncio.to_thread(deal))


async def dealt(table: LiveTable, asking: Asking) -> Match:
    """The match that begins with what people at a real table dealt.

    :raises Refused: when somebody has left meanwhile.
    """
    check_start(table.state)
    stored = table.state.stored
    deal = partial(
        begun,
        table.state.game,
        [seat.name for seat in stored.seats],
        asking,
        options=stored.settings.get("options", {}),
        packs=table.state.packs(),
        kinds=[seat.bot if seat.kind == BOT else HUMAN for seat in stored.seats],
    )
    return await asyncio.to_thread(deal)


async def begin(table: LiveTable, match: Match) -> None:
    """Have a dealt game stored; then it is played."""
    waiting = first_waiting(table.state.stored, first_asked(match))
    changed = replace(
        table.state.stored, header=match.header(), status=PLAYING, lines=match.lines, waiting=waiting
    )
    await table.store.start(changed)
    changed.lines = []
    story = Story()
    story.follow(match.history[0], match)
    table.adopt(changed, match, story)


def _check_rematch(table: LiveTable, connection: Connection, message: Message) -> None:
    seated_only(connection)
    if table.state.status != OVER:
        raise Refused("not_over")


async def _rematch(table: LiveTable, connection: Connection, message: Message) -> None:
    """The same people, the same table, a new game: everyone's token opens the new table too."""
    stored = table.state.stored
    if not stored.next_code:
        await table.save(replace(stored, next_code=await table.open_rematch(stored)))
    connection.reply({"type": "moved", "table": table.state.stored.next_code})


COMMANDS = {
    "sit": Command(_check_sit, _sit),
    "rename": Command(_check_rename, _rename),
    "bot": Command(_check_bot, _bot),
    "back": Command(_check_back, _back),
    "free": Command(_check_free, _free),
    "fill": Command(_check_fill, _fill),
    "list": Command(_check_list, _list),
    "mute": Command(_check_mute, _mute),
    "ready": Command(_check_ready, _ready),
    "share": Command(_check_share, _share),
    "start": Command(_check_start, _start),
    "rematch": Command(_check_rematch, _rematch),
}
