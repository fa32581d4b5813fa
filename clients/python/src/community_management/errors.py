from __future__ import annotations

from typing import Any, Mapping

from .contract import CODES_WITHOUT_EFFECT, ErrorCode


class ApiError(Exception):
    """A response with an error of the API. Branch on `code`, show `message`."""

    def __init__(self, status: int, headers: Mapping[str, str], error: Mapping[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error.get('message', '')}")
        self.code: ErrorCode = error["code"]
        self.message: str = error.get("message", "")
        self.details: dict[str, Any] = error.get("details") or {}
        self.status = status
        # give it to the operator when you report a problem
        self.request_id = headers.get("x-request-id")
        # of the rank change that the response refers to
        self.operation_id = headers.get("x-platform-operation-id")
        self.retry_after_seconds = retry_after_of(headers)
        # the change may have been made all the same: read before you repeat it
        # (in an answer that is a success, the error is of one entry, of which nothing was applied)
        self.maybe_done = status >= 400 and may_have_effect(error)


class NoAnswerError(Exception):
    """No response of the API: the connection failed, the time limit passed, or something else answered."""

    maybe_done = True

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        # of a response that is none of the API's, such as a proxy's
        self.status = status


def may_have_effect(error: Mapping[str, Any]) -> bool:
    """Of a code that the client does not know: yes."""
    return "committed" in (error.get("details") or {}) or error.get("code") not in CODES_WITHOUT_EFFECT


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """In seconds; the API sends no date."""
    try:
        return max(0.0, float(headers["retry-after"]))
    except (KeyError, ValueError):
        return None
