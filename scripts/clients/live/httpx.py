"""Replacement for the parts of httpx that the generated Python client uses, on the standard library."""
import http
import json
import urllib.error
import urllib.parse
import urllib.request

USE_CLIENT_DEFAULT = object()


class TransportError(Exception):
    pass


class TimeoutException(TransportError):
    pass


class HTTPStatusError(Exception):
    pass


class Response:
    def __init__(self, status_code, headers, content):
        self.status_code = status_code
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.content = content
        self.text = content.decode()
        self.is_success = 200 <= status_code < 300
        self.reason_phrase = http.HTTPStatus(status_code).phrase

    def json(self):
        return json.loads(self.content)


class Client:
    def request(self, method, url, *, params=None, headers=None, json=None, content=None, **_):
        body = content if json is None else globals()["json"].dumps(json).encode()
        sent = dict(headers or {})
        if json is not None:
            sent.setdefault("Content-Type", "application/json")
        query = urllib.parse.urlencode(params or {}, doseq=True)
        request = urllib.request.Request(f"{url}?{query}" if query else url, body, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return Response(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            return Response(refusal.code, refusal.headers, refusal.read())
        except OSError as problem:
            raise TransportError(str(problem)) from problem


class AsyncClient:
    """Required by the client's signatures; unused."""
