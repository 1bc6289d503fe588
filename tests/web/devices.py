"""A device as a test plays it: a key of its own, and what it signs."""

from __future__ import annotations

import base64
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bagarre.web.identity_keys import text_to_sign
from tests.patience import PATIENCE


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """A browser with a key."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.http = httpx.Client(base_url=base, headers={"origin": base}, timeout=PATIENCE)
        self.device = self.id = self.session = ""

    @property
    def public_key(self) -> str:
        return packed(self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))

    def signature(self, text: bytes) -> str:
        r, s = decode_dss_signature(self.key.sign(text, ec.ECDSA(SHA256())))
        return packed(r.to_bytes(32) + s.to_bytes(32))

    def proof(self, purpose: str, about: str, origin: str = "") -> dict[str, str]:
        challenge = self.http.post("/api/me/challenge", json={"purpose": purpose}).json()["challenge"]
        text = text_to_sign(purpose, origin or self.base, challenge, about)
        return {"challenge": challenge, "signature": self.signature(text)}

    def become(self, answer: httpx.Response) -> dict[str, Any]:
        told: dict[str, Any] = answer.json()
        assert answer.status_code in (200, 201), told
        self.device, self.id, self.session = told["device"], told["id"], told["session"]
        self.http.headers["authorization"] = f"Bearer {self.session}"
        return told

    def register(self, name: str) -> dict[str, Any]:
        proof = self.proof("register", name)
        asked = {"name": name, "public_key": self.public_key, "label": "Essai", **proof}
        return self.become(self.http.post("/api/me/register", json=asked))

    def prove(self) -> httpx.Response:
        asked = {"device": self.device, **self.proof("prove", self.device)}
        return self.http.post("/api/me/session", json=asked)

    def join(self, code: str) -> httpx.Response:
        asked = {"code": code, "public_key": self.public_key, "label": "Autre", **self.proof("add", code)}
        return self.http.post("/api/me/join", json=asked)

    def carry(self) -> str:
        return str(self.http.post("/api/me/carry").json()["code"])

    def erase(self) -> httpx.Response:
        asked = {"device": self.device, **self.proof("erase", self.id)}
        return self.http.post("/api/me/erase", json=asked)
