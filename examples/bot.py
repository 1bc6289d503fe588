"""A program that takes a seat and plays a whole game over the protocol of the web table (docs/protocol.md).

python examples/bot.py http://127.0.0.1:8187 boss-quest            opens a table against bots
python examples/bot.py http://127.0.0.1:8187 --table KRAKO         sits down at a friend's table
"""

import argparse
import json
import random
from typing import Any

import httpx
from websockets.sync.client import connect


def pick(view: dict[str, Any], legal: list[dict[str, Any]]) -> str:
    """The part worth changing: what the seat sees, what it may choose, and the choice in notation."""
    return random.choice(legal)["choice"]


def play(base: str, code: str, tokens: list[str]) -> dict[str, Any]:
    """Play until the game is over; gives the outcome."""
    known: dict[str, Any] = {}
    with connect(base.replace("http", "ws", 1) + "/ws") as socket:
        hello = {"type": "join", "table": code, "tokens": tokens, "form": "data", "lang": "en"}
        socket.send(json.dumps(hello))
        while known.get("status") != "over":
            message = json.loads(socket.recv())
            if message["type"] == "error" and message["code"] != "late":
                raise SystemExit(message["message"])
            known |= {key: value for key, value in message.items() if key != "type"}
            if not tokens and known.get("players"):
                tokens = [""]
                free = next(player["seat"] for player in known["players"] if player["open"])
                socket.send(json.dumps({"type": "sit", "seat": free, "name": "Bot"}))
            if message["type"] == "update" and known.get("legal"):
                choice = pick(known["view"], known["legal"])
                socket.send(json.dumps({"type": "choose", "choice": choice, "seq": known["seq"]}))
            for line in message.get("log", []):
                print(line["text"], f"[{line.get('clause', '')}]")
    return known["outcome"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("game", nargs="?", default="boss-quest")
    parser.add_argument("--table", default="")
    asked = parser.parse_args()
    table, tokens = asked.table, []
    if not table:
        fewest = {game["game"]: game["players"][0] for game in httpx.get(f"{asked.server}/api/games").json()}
        seats = ["scripted"] * (fewest.get(asked.game, 2) - 1)
        new = {"game": asked.game, "name": "Bot", "seats": seats, "start": True}
        opened = httpx.post(f"{asked.server}/api/tables?lang=en", json=new).json()
        if "message" in opened:
            raise SystemExit(opened["message"])
        table, tokens = opened["code"], opened["tokens"]
    print(play(asked.server, table, tokens))
