"""Passkeys, for those who want their name kept safe by one: made and checked by py_webauthn."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from bagarre.kernel.errors import Mistake
from bagarre.web.identity import Person
from bagarre.web.identity_store import PASSKEY, Device, Identities

ADD, PROVE = "passkey_add", "passkey_prove"
"""What a passkey is asked for."""
HOUSE = "Bagarre"
MOST_USES = (1 << 31) - 1
"""As a database counts; an authenticator counts to twice that."""


def _domain(origin: str) -> str:
    """The name that a passkey is bound to."""
    return urlsplit(origin).hostname or ""


async def options_to_add(identities: Identities, person: Person, origin: str) -> dict[str, Any]:
    """What a browser needs to make a passkey for somebody."""
    challenge = await identities.ask(ADD, person.id)
    known = [one.credential for one in await identities.devices(person.id) if one.kind == PASSKEY]
    options = generate_registration_options(
        rp_id=_domain(origin),
        rp_name=HOUSE,
        user_id=person.id.encode(),
        user_name=person.name,
        challenge=challenge.encode(),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
    )
    return {"challenge": challenge, "options": json.loads(options_to_json(options))}


async def add(
    identities: Identities,
    person: Person,
    origin: str,
    challenge: str,
    credential: dict[str, Any],
    label: str,
) -> None:
    """Keep a passkey that a browser has made.

    :raises Mistake: when it is not what was asked for.
    """
    if await identities.take(challenge, ADD) != person.id:
        raise Mistake("identity_proof")
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=origin,
            expected_rp_id=_domain(origin),
        )
    except Exception:
        # Certificates and CBOR of a stranger, read by several libraries, fail in many ways.
        raise Mistake("identity_proof") from None
    await identities.add_passkey(
        person.id,
        bytes_to_base64url(made.credential_id),
        bytes_to_base64url(made.credential_public_key),
        min(made.sign_count, MOST_USES),
        label,
    )


async def options_to_prove(identities: Identities, origin: str) -> dict[str, Any]:
    """What a browser needs to ask for any passkey of ours."""
    challenge = await identities.ask(PROVE)
    options = generate_authentication_options(rp_id=_domain(origin), challenge=challenge.encode())
    return {"challenge": challenge, "options": json.loads(options_to_json(options))}


async def prove(identities: Identities, origin: str, challenge: str, credential: dict[str, Any]) -> Device:
    """Whose passkey that is.

    :raises Mistake: when it is nobody's, or does not prove itself.
    """
    await identities.take(challenge, PROVE)
    shown = credential.get("id")
    device = await identities.by_credential(shown) if isinstance(shown, str) else None
    if device is None:
        raise Mistake("identity_gone")
    try:
        proved = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=_domain(origin),
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(device.public_key),
            credential_current_sign_count=device.uses,
        )
    except Exception:
        raise Mistake("identity_proof") from None
    await identities.used(device.id, min(proved.new_sign_count, MOST_USES))
    return device
