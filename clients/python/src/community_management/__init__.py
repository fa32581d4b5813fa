"""Client of the Community Management API."""

from .client import Client
from .contract import Answer, ErrorCode
from .errors import ApiError, NoAnswerError

__all__ = ["Answer", "ApiError", "Client", "ErrorCode", "NoAnswerError"]
