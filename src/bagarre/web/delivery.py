"""How a note reaches somebody: as a web push that only their browser can read, as JSON for a webhook, or by e-mail. All of it waits, so it is called in threads."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import smtplib
import ssl
import time
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import house_words
from bagarre.web.notices_text import SOON, TURN, Note
from bagarre.web.outbound import AGAIN, GONE, SECONDS, Away, Unsafe, parse, post
from bagarre.web.receivers import DISCORD, HOOK, MAIL, PUSH, SLACK, Receiver

DONE, LATER, LOST, REFUSED = "done", "later", "lost", "refused"
"""What became of a note: it was taken; it may be tried again; nobody is there any more; it is not wanted so."""
LASTS = 43_200
"""Seconds for which a push service keeps a note for a device that is off."""
SIGNED = 12 * 3600
"""Seconds for which a signature for push services holds (a day is the most they allow)."""
LONGEST_KEY, LONGEST_ADDRESS = 200, 254
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
SMTP_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class Sender:
    """Everything that sending needs to know of its server."""

    vapid: str
    """The private key by which push services know us, as PEM."""
    secret: str
    """What links that stop notices are signed with."""
    smtp: str = ""
    """`smtp://user:password@host:587` or `smtps://…`; empty where the host offers no e-mail."""
    mail_from: str = ""
    private: bool = False
    """May notes go to addresses of the host's own network?"""

    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        raw = self._vapid().public_key.public_bytes(_X962, _POINT)
        return _url64(raw)

    def _vapid(self) -> Vapid02:
        return Vapid02.from_pem(self.vapid.encode())

    # Links that stop it.

    def seal(self, receiver: str, purpose: str = "stop") -> str:
        return hmac.new(self.secret.encode(), f"{purpose}/{receiver}".encode(), "sha256").hexdigest()[:40]

    def stop_link(self, receiver: Receiver) -> str:
        return f"{receiver.base}/notices/stop?r={receiver.id}&s={self.seal(receiver.id)}"

    def confirm_link(self, receiver: Receiver) -> str:
        return f"{receiver.base}/notices/confirm?r={receiver.id}&s={self.seal(receiver.id, 'confirm')}"

    # Sending.

    def send(self, receiver: Receiver, note: Note, seconds: float = SECONDS) -> str:
        """Gives what became of it, within so many seconds; the host's own mail server has its own."""
        try:
            if receiver.kind == MAIL:
                return self._mail(receiver, note)
            return (self._push if receiver.kind == PUSH else self._hook)(receiver, note, seconds)
        except Away:
            return LATER
        except Unsafe:
            return REFUSED

    def _push(self, receiver: Receiver, note: Note, seconds: float) -> str:
        where = json.loads(receiver.address)
        told = {
            "title": note.title,
            "body": note.body,
            "tag": note.tag,
            "path": note.path,
            "lang": receiver.lang,
        }
        body = http_ece.encrypt(
            json.dumps(told).encode(), salt=os.urandom(16), private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes64(where["p256dh"]), auth_secret=_bytes64(where["auth"]), version="aes128gcm",
        )  # fmt: skip
        origin = urlsplit(where["endpoint"])
        claims = {
            "aud": f"{origin.scheme}://{origin.netloc}",
            "exp": str(int(time.time()) + SIGNED),
            "sub": receiver.base if receiver.base.startswith("https:") else "mailto:host@localhost",
        }
        headers = {
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(LASTS),
            "urgency": "high" if note.what in (TURN, SOON) else "normal",
            # A later note of the same table takes the place of one that still waits.
            "topic": hashlib.sha256(note.tag.encode()).hexdigest()[:32],
            **{name.lower(): value for name, value in self._vapid().sign(claims).items()},
        }  # fmt: skip
        return outcome(post(where["endpoint"], body, headers, private=self.private, seconds=seconds))

    def _hook(self, receiver: Receiver, note: Note, seconds: float) -> str:
        told = json.dumps(self.hook_body(receiver, note)).encode()
        headers = {"content-type": "application/json"}
        return outcome(post(receiver.address, told, headers, private=self.private, seconds=seconds))

    def hook_body(self, receiver: Receiver, note: Note) -> dict[str, Any]:
        """What a webhook is sent."""
        link = receiver.base + note.path
        if receiver.form == DISCORD:
            text = "\n".join(part for part in (f"**{_plain(note.title)}**", _plain(note.body), link) if part)
            return {"content": text, "allowed_mentions": {"parse": []}}
        if receiver.form == SLACK:
            text = "\n".join(part for part in (f"*{_slack(note.title)}*", _slack(note.body), link) if part)
            return {"text": text, "unfurl_links": False}
        return {
            "what": note.what, "title": note.title, "body": note.body, "game": note.game, "table": note.table, "seat": note.seat,
            "link": link, "stop": self.stop_link(receiver),
        }  # fmt: skip

    def _mail(self, receiver: Receiver, note: Note) -> str:
        say = house_words(receiver.lang).say
        stop, link = self.stop_link(receiver), note.path if "://" in note.path else receiver.base + note.path
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.mail_from, receiver.address, note.title
        mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(
            "\n\n".join(part for part in (note.body, link, say("web.told.mail_stop", link=stop)) if part)
        )
        try:
            with self._smtp() as line:
                line.send_message(mail)
        except smtplib.SMTPRecipientsRefused:
            return LOST
        except smtplib.SMTPResponseException as problem:
            return LATER if problem.smtp_code < 500 else REFUSED
        except (OSError, smtplib.SMTPException):
            return LATER
        return DONE

    def _smtp(self) -> smtplib.SMTP:
        where = urlsplit(self.smtp)
        port = where.port or SMTP_PORTS[where.scheme]
        line: smtplib.SMTP
        if where.scheme == "smtps":
            line = smtplib.SMTP_SSL(
                where.hostname or "", port, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            line = smtplib.SMTP(where.hostname or "", port, timeout=SECONDS)
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=ssl.create_default_context())
        if where.username:
            line.login(unquote(where.username), unquote(where.password or ""))
        return line


def outcome(status: int) -> str:
    if 200 <= status < 300:
        return DONE
    if status in GONE:
        return LOST
    return LATER if status in AGAIN else REFUSED


def checked_address(kind: str, address: Any, *, private: bool) -> str:
    """Where somebody wants to be told, as it is stored.

    :raises Mistake: when nothing can be sent there.
    """
    try:
        if kind == PUSH:
            keys = {name: str(address["keys"][name])[:LONGEST_KEY] for name in ("p256dh", "auth")}
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes64(keys["p256dh"]))
            if len(_bytes64(keys["auth"])) != 16:
                raise ValueError
            parse(str(address["endpoint"]), private=private)
            return json.dumps({"endpoint": str(address["endpoint"]), **keys})
        if kind == HOOK:
            parse(str(address), private=private)
            return str(address)
        mail = str(address).strip()
        # What looks like an encoded word would be decoded on its way.
        if len(mail) > LONGEST_ADDRESS or not MAIL_ADDRESS.fullmatch(mail) or "=?" in mail:
            raise ValueError
        return mail
    except Unsafe:
        raise Mistake("notice_unsafe") from None
    except (KeyError, TypeError, ValueError):
        raise Mistake("notice_address") from None


def new_vapid() -> str:
    """A key of one's own for push services."""
    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


def _bytes64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _plain(text: str) -> str:
    """Without the marks that Discord reads."""
    return "".join(f"\\{c}" if c in "\\*_~`|>#[]" else c for c in text)


def _slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("*", "∗")


def _encodings() -> tuple[Any, Any]:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return Encoding.X962, PublicFormat.UncompressedPoint


_X962, _POINT = _encodings()
