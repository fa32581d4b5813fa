from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterator, Mapping, NamedTuple, TypeVar, overload

from .contract import Answer, Operations, PlatformOperation
from .errors import ApiError, NoAnswerError, retry_after_of

Item = TypeVar("Item")

_UNAVAILABLE = (500, 502, 503, 504)
_ENDED = ("succeeded", "failed", "cancelled")


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The API redirects nothing, and the key is for one host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Client(Operations):
    """
    A client with retries where they are safe: of reads, of operations marked `x-repeatable`, and of those with an
    `Idempotency-Key`, which it makes unless you give one. One client may be used by several threads.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        community_id: str,
        *,
        max_attempts: int = 5,
        max_wait_seconds: float = 60,
        timeout_seconds: float = 60,
    ) -> None:
        """
        :param base_url: `https://community.example.com`, without a path of the API
        :param max_attempts: of one request, the first included
        :param max_wait_seconds: a longer `Retry-After` is not waited for
        :param timeout_seconds: of one attempt; a synchronous rank change takes as long as the platform
        """
        self._base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}", "X-Community-Id": community_id}
        self._max_attempts = max_attempts
        self._max_wait_seconds = max_wait_seconds
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirect)

    @overload
    def each(self, method: Callable[..., Answer[list[Item], Any]], *values: Any, **named: Any) -> Iterator[Item]: ...

    @overload
    def each(self, method: Callable[..., Answer[Any, Any]], *values: Any, **named: Any) -> Iterator[Any]: ...

    def each(self, method: Callable[..., Answer[Any, Any]], *values: Any, **named: Any) -> Iterator[Any]:
        """The items of all pages of a list: `client.each(client.list_members, limit=100)`."""
        cursor: str | None = None
        while True:
            answer = method(*values, **named, **({} if cursor is None else {"cursor": cursor}))
            # lists of the specification have the items and the cursor in `data`; the audit feed always has a cursor
            page = answer.data if isinstance(answer.data, dict) else {"items": answer.data, **answer.meta}
            yield from page["items"]
            cursor = None if page.get("hasMore") is False else page["nextCursor"]
            if cursor is None:
                return

    def wait_for_operation(self, operation_id: str, *, timeout_seconds: float = 60) -> PlatformOperation:
        """Reads a rank change until it has ended or the time has passed; look at its `status`."""
        deadline = time.monotonic() + timeout_seconds
        seconds = 0.25
        while True:
            operation = self.get_platform_operation(operation_id).data
            left = deadline - time.monotonic()
            if operation["status"] in _ENDED or left <= 0:
                return operation
            time.sleep(min(seconds, left))
            seconds = min(seconds * 2, 5)

    def _call(
        self, method: str, path: str, repetition: str, path_values: dict[str, Any], query: dict[str, Any],
        headers: dict[str, Any], body: Any,
    ) -> Answer[Any, Any]:
        for name, value in path_values.items():
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        given = {name: _text(value) for name, value in query.items() if value is not None}
        url = self._base_url + path + ("?" + urllib.parse.urlencode(given) if given else "")
        sent = self._headers | {name: str(value) for name, value in headers.items() if value is not None}
        if repetition == "by key":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        data = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        reply = self._with_retries(lambda: self._send(method, url, sent, data), repetition != "never")
        return _answer_of(reply)

    def _with_retries(self, send: Callable[[], Reply], is_repeatable: bool) -> Reply:
        attempt = 0
        while True:
            attempt += 1
            wanted = None
            try:
                reply = send()
                if not (reply.status == 429 or is_repeatable and reply.status in _UNAVAILABLE):
                    return reply
                wanted = retry_after_of(reply.headers)
                if attempt >= self._max_attempts or (wanted or 0) > self._max_wait_seconds:
                    return reply
            except NoAnswerError:
                if not is_repeatable or attempt >= self._max_attempts:
                    raise
            seconds = min(2 ** (attempt - 1), 30) / 2 if wanted is None else wanted
            # up to a quarter more, so that clients do not come back together
            time.sleep(seconds * (1 + random.random() / 4))

    def _send(self, method: str, url: str, headers: dict[str, str], data: bytes | None) -> Reply:
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                return _read(response)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return _read(refusal)
        except (OSError, http.client.HTTPException) as cause:
            raise NoAnswerError(f"{method} {url}: no answer ({cause})") from cause


def _read(response: Any) -> Reply:
    return Reply(response.status, {name.lower(): value for name, value in response.headers.items()}, response.read())


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _answer_of(reply: Reply) -> Answer[Any, Any]:
    if reply.status == 204:
        return Answer(None, None, reply.status, reply.headers)
    try:
        body = json.loads(reply.body)
        if reply.status < 300:
            return Answer(body["data"], body.get("meta"), reply.status, reply.headers)
        error = body["error"]
        error["code"]
    except (ValueError, TypeError, LookupError):
        message = f"HTTP {reply.status} without an answer of the API"
        raise NoAnswerError(message, reply.status) from None
    raise ApiError(reply.status, reply.headers, error)
