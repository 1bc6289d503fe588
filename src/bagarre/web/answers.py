"""Answers that several parts of the server give: the reader's language, and refusals in one line."""

from __future__ import annotations

from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bagarre.kernel.words import LANGUAGES, house_words

LONGEST = 200
"""Characters of what was sent that an answer repeats at most."""
REFUSALS = {
    400: "malformed", 401: "nobody", 403: "forbidden", 404: "not_found", 405: "not_found", 408: "too_slow", 413: "too_large", 421: "wrong_host",
    429: "too_fast", 500: "broken", 503: "busy",
}  # fmt: skip
"""The words of a refusal, by its status."""


def lang_of(request: HTTPConnection) -> str:
    """The reader's language: asked for, remembered, the browser's own, French otherwise."""
    wanted = request.query_params.get("lang") or request.cookies.get("lang")
    if wanted in LANGUAGES:
        return wanted
    for entry in request.headers.get("accept-language", "").split(","):
        lang = entry.split(";")[0].strip()[:2].casefold()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


def refusal(
    request: HTTPConnection, status: int, code: str = "", headers: dict[str, str] | None = None
) -> Response:
    """A refusal: JSON for programs, a line of text for people."""
    code = code or REFUSALS.get(status, "malformed")
    words = house_words(lang_of(request)).say(f"web.errors.{code}")
    if request.url.path.startswith("/api/"):
        return JSONResponse({"code": code, "message": words}, status, headers)
    return PlainTextResponse(words, status, headers)


def shortened(text: str) -> str:
    """What was sent, as far as an answer repeats it."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
