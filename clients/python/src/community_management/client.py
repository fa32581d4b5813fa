from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterator, Mapping, NamedTuple, TypeVar, overload

from .contract import (
    Answer, ApplicantAccess, ApplicantResult, BatchEntry, BatchEntryOutcome, NullableApplicantResult, Operations,
    PlatformOperation, RankOperationRequest, ResponseDetail, ResponseReview, ResponseSubmit,
)
from .errors import ApiError, NoAnswerError, may_have_effect, retry_after_of

Item = TypeVar("Item")

_REFUSED = (429, 503)
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


def _header_value(name: str, value: str) -> str:
    """Copied with spaces or a line end, it would be refused by http.client, whose error repeats it."""
    stripped = value.strip()
    if not re.fullmatch("[!-~]+", stripped):
        raise ValueError(f"the {name} is empty or has a character that no {name} has; copy it again (it is not shown here)")
    return stripped


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
        :param key: spaces and line ends around it are removed
        :param base_url: `https://community.example.com`, without a path of the API
        :param max_attempts: of one request, the first included
        :param max_wait_seconds: a longer `Retry-After` is not waited for
        :param timeout_seconds: of one attempt; a synchronous rank change takes as long as the platform
        :raises ValueError: for a key or an id of the community that no header can carry; it does not repeat them
        """
        self._base_url = base_url.rstrip("/")
        self._headers = {
            "Authorization": f"Bearer {_header_value('key', key)}",
            "X-Community-Id": _header_value("community id", community_id),
        }
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

    def award(self, entry: BatchEntry, *, batch_id: str | None = None) -> BatchEntryOutcome:
        """
        Gives a member experience, quota points and medals, all or nothing and once: a batch of one entry.

        :param batch_id: your own, with which the same call can be repeated after a NoAnswerError
        :raises ApiError: with the code of the entry, of which nothing was applied
        """
        answer = self.award_batch({"batchId": batch_id or str(uuid.uuid4()), "entries": [entry]})
        outcome = answer.data["entries"][0]
        if "error" in outcome:
            raise ApiError(answer.status, answer.headers, outcome["error"])
        return outcome

    def change_rank(
        self, change: RankOperationRequest, *, idempotency_key: str | None = None, timeout_seconds: float = 60
    ) -> PlatformOperation:
        """
        Submits a rank change with an `Idempotency-Key`, and reads it until it has ended; look at its `status`.

        :param idempotency_key: your own, with which the same call can be repeated after a NoAnswerError
        """
        operation = self.submit_rank_operation(change, idempotency_key=idempotency_key).data
        return self.wait_for_operation(operation["id"], timeout_seconds=timeout_seconds)

    def submit_application(
        self, application_id: str, submission: ResponseSubmit
    ) -> ApplicantResult | NullableApplicantResult:
        """Submits a player's answers. After a lost answer it reads the status before it submits again."""
        try:
            return self.submit_response(application_id, submission).data["response"]
        except (ApiError, NoAnswerError) as error:
            if not error.maybe_done:
                raise
        access: ApplicantAccess = {"userId": submission["userId"]}
        if "password" in submission:
            access["password"] = submission["password"]
        found = self.get_application_status(application_id, access).data["response"]
        if found is not None and found["applicationVersion"] == submission["version"]:
            return found
        return self.submit_response(application_id, submission).data["response"]

    def review(self, application_id: str, response_id: str, decision: ResponseReview) -> ResponseDetail:
        """Decides a response. After a lost answer it sends the same revision again, which the server accepts once."""
        try:
            return self.review_response(application_id, response_id, decision).data
        except (ApiError, NoAnswerError) as error:
            if not error.maybe_done:
                raise
        try:
            return self.review_response(application_id, response_id, decision).data
        except ApiError as error:
            if error.code not in ("response_already_reviewed", "revision_conflict"):
                raise
            response = self.get_response(application_id, response_id).data
            if response["status"] != decision["status"]:
                raise
            return response

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
                if not _may_repeat(reply, is_repeatable):
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


def _may_repeat(reply: Reply, is_repeatable: bool) -> bool:
    """Without `is_repeatable` only if the code says that nothing was done; never if something was committed."""
    if reply.status not in _REFUSED and not (is_repeatable and reply.status in _UNAVAILABLE):
        return False
    try:
        error = json.loads(reply.body)["error"]
        is_committed = "committed" in (error.get("details") or {})
    except (ValueError, TypeError, LookupError, AttributeError):
        return is_repeatable
    return not is_committed and (is_repeatable or not may_have_effect(error))


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
