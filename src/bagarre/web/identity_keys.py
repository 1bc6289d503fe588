"""What a device proves: that it has the private key that belongs to a public one. ECDSA over P-256 with SHA-256, as WebCrypto signs."""

from __future__ import annotations

import base64
import binascii

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from bagarre.kernel.errors import Mistake

LONGEST_KEY = 200
"""Characters of a public key: those of P-256 have 122."""
HALF = 32
"""Bytes of each half of a signature."""


def unpacked(text: str) -> bytes:
    """The bytes that base64 for addresses stands for.

    :raises ValueError: when it is something else.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None


def key_of(text: str) -> EllipticCurvePublicKey:
    """A public key of P-256.

    :raises Mistake: when it is something else.
    """
    try:
        key = load_der_public_key(unpacked(text[: LONGEST_KEY + 1]))
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Mistake("identity_key") from None
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise Mistake("identity_key")
    return key


def text_to_sign(purpose: str, origin: str, challenge: str, about: str = "") -> bytes:
    """What is signed: for which purpose, at which address, the server's question, and what it is about. A signature for one is none for another."""
    return "\n".join(("bagarre", purpose, origin, challenge, about)).encode()


def check_signature(public_key: str, signature: str, text: bytes) -> None:
    """:raises Mistake: when that key did not sign that text."""
    key = key_of(public_key)
    try:
        both = unpacked(signature)
        if len(both) != 2 * HALF:
            raise ValueError
        halves = int.from_bytes(both[:HALF]), int.from_bytes(both[HALF:])
        key.verify(encode_dss_signature(*halves), text, ECDSA(SHA256()))
    except (ValueError, InvalidSignature):
        raise Mistake("identity_proof") from None
