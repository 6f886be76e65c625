"""What a code step can ask of the service that runs it. Standard library only; safe to use from threads and after a fork."""

import base64 as _base64
import json as _json
import os as _os
import re as _re
import socket as _socket
import threading as _threading
import uuid as _uuid

__all__ = ["CallError", "call", "cases", "files", "handover", "log", "memory"]

# The service refuses longer lines and hangs up.
_LINE_BYTES = 2 * 1024 * 1024


class CallError(Exception):
    """The service refused a call, or cannot be reached."""


class Number(float):
    """A number that a float writes in another way, such as 1.10: computed with as a float, and sent on as it came."""

    __slots__ = ("text",)

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = str(text)
        return number

    def __repr__(self):
        return self.text

    __str__ = __repr__

    def __getnewargs__(self):
        return (self.text,)


def _number(text):
    near = float(text)
    return near if repr(near) == text else Number(text)


def _written(value, **options):
    """JSON, with each `Number` as it came."""
    mark, texts = _uuid.uuid4().hex, []

    def kept(inner):
        if isinstance(inner, Number):
            texts.append(inner.text)
            return "%s%d" % (mark, len(texts) - 1)
        if isinstance(inner, dict):
            return {key: kept(one) for key, one in inner.items()}
        return [kept(one) for one in inner] if isinstance(inner, (list, tuple)) else inner

    written = _json.dumps(kept(value), **options)
    return _re.sub('"%s([0-9]+)"' % mark, lambda found: texts[int(found[1])], written) if texts else written


class _Connection:
    """One socket, shared by all threads; answers may come in any order."""

    def __init__(self):
        self.process = _os.getpid()
        self._socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        path = _os.environ.get("CASELOAD_SOCKET")
        if not path:
            raise CallError("there is no service to call in this sandbox")
        try:
            self._socket.connect(path)
        except OSError as error:
            raise CallError("the service cannot be reached: %s" % error) from None
        self._sending = _threading.Lock()
        self._waiting = {}
        self._guard = _threading.Lock()
        self._last = 0
        self._broken = None
        _threading.Thread(target=self._receive, daemon=True).start()

    def call(self, method, params):
        slot = {"done": _threading.Event()}
        with self._guard:
            if self._broken:
                raise CallError(self._broken)
            self._last += 1
            number = self._last
            self._waiting[number] = slot
        line = _written({"id": number, "method": method, "params": params}).encode() + b"\n"
        if len(line) > _LINE_BYTES:
            with self._guard:
                del self._waiting[number]
            raise CallError("a call may have 2 MiB, this one has %d bytes" % len(line))
        try:
            with self._sending:
                self._socket.sendall(line)
        except OSError:
            pass  # The receiver saw the same end, and knows why.
        slot["done"].wait()
        if "error" in slot:
            raise CallError(slot["error"])
        return slot["result"]

    def _receive(self):
        reason = "the service hung up"
        try:
            for line in self._socket.makefile("rb"):
                answer = _json.loads(line, parse_float=_number)
                with self._guard:
                    slot = self._waiting.pop(answer.get("id"), None)
                if slot is None:
                    reason = answer.get("error", reason)
                    continue
                if "error" in answer:
                    slot["error"] = answer["error"]
                else:
                    slot["result"] = answer.get("result")
                slot["done"].set()
        except (OSError, ValueError):
            pass
        with self._guard:
            self._broken = reason
            slots, self._waiting = list(self._waiting.values()), {}
        for slot in slots:
            slot["error"] = reason
            slot["done"].set()


_connection = None
_connecting = _threading.Lock()


def _after_fork():
    # The lock may have been held by a thread that does not exist in the child.
    global _connection, _connecting
    _connection = None
    _connecting = _threading.Lock()


_os.register_at_fork(after_in_child=_after_fork)


def call(method, /, **params):
    """Ask the service to do `method`; returns its answer, raises CallError when it refuses."""
    global _connection
    with _connecting:
        if _connection is None:
            _connection = _Connection()
        connection = _connection
    return connection.call(method, params)


def log(message, /, **fields):
    """Write a line into the run's record."""
    return call("log", message=str(message), fields=fields)


def handover(agent, message):
    """Give the work to another agent, named by name or id: the claimed case, else a new run with this message. Once in a run."""
    return call("request_handover", agent=agent, message=message)


def _given(**params):
    return {name: value for name, value in params.items() if value is not None}


def _text(data):
    return data if data is None or isinstance(data, str) else _written(data, ensure_ascii=False, indent=2)


class _Cases:
    """The cases of the queues that the revision names. A queue is named by name or id; it can be left out where there is only one."""

    def add(self, cases, queue=None):
        """Add up to 100 cases, each with a title and, if need be, data, priority and labels; returns their ids."""
        cases = [{**case, "data": _text(case["data"])} if case.get("data") is not None else case for case in cases]
        return call("add_cases", cases=cases, **_given(queue=queue))["added"]

    def list(self, queue=None, status=None, search=None, limit=None):
        """Cases of a queue, newest first; status is a list such as ["pending"]."""
        return call("list_cases", **_given(queue=queue, status=status, search=search, limit=limit))["cases"]

    def schema(self, queue=None):
        """What the data of a queue's cases has to look like, as JSON Schema; None where it may be anything."""
        return call("get_case_schema", **_given(queue=queue))["schema"]

    def declare(self, schema, summary, queue=None):
        """Declare the schema of a queue that has none yet."""
        call("declare_case_schema", schema=schema, change_summary=summary, **_given(queue=queue))

    def claim(self, queue=None):
        """Take the case that this run is for, or the one that comes next; None when no case is waiting."""
        return call("claim_case", **_given(queue=queue))["case"]

    def update(self, title=None, data=None, priority=None, labels=None):
        """Write on the claimed case; labels are added. What is left out stays."""
        call("update_case", **_given(title=title, data=_text(data), priority=priority, labels=labels))

    def complete(self, note=None):
        """End the claimed case: the work is done."""
        call("complete_case", **_given(note=note))

    def fail(self, reason):
        """End the claimed case: it cannot be done."""
        call("fail_case", reason=reason)

    def postpone(self, until, reason=None):
        """Let go of the claimed case until then: "2h", "1d", "1w" or a time with its zone; returns the time."""
        return call("postpone_case", postpone_to=str(until), **_given(reason=reason))["until"]


    def attachments(self):
        """The files attached to the claimed case: id, filename, mime_type, size_bytes, and its path where it lies in the workspace, else None."""
        return call("attachments.list")

    def attachment(self, name):
        """The bytes of an attached file, named by its name or id: also of one that came, or was claimed with its case, after the start."""
        content = b""
        while True:
            part = call("attachments.read", attachment=name, offset=len(content))
            content += _base64.b64decode(part["content"])
            if len(content) >= part["size_bytes"]:
                return content


cases = _Cases()


class _Files:
    """The team's files."""

    def list(self):
        """Every file this run may see, as a list of objects."""
        return call("files.list")

    def read(self, path, encoding="utf-8"):
        """The content as text; as bytes with encoding=None."""
        answer = call("files.read", path=path)
        if answer.get("encoding") == "base64":
            content = _base64.b64decode(answer["content"])
        else:
            content = answer["content"].encode("utf-8")
        return content if encoding is None else content.decode(encoding)

    def write(self, path, content):
        """Replace or create a file; text is stored as UTF-8. About 1.5 MB at most."""
        if isinstance(content, str):
            return call("files.write", path=path, content=content, encoding="utf8")
        return call("files.write", path=path, content=_base64.b64encode(bytes(content)).decode(), encoding="base64")


files = _Files()


class _Memory:
    """What the agent keeps from one run to the next: text files by path."""

    def list(self):
        """Every memory file, as a list of objects."""
        return call("memory.list")

    def read(self, path):
        """The content; raises CallError when there is no such file."""
        return call("memory.read", path=path)["content"]

    def generation(self, path):
        """Which content it is: another one after every change. Give it to `write` to overwrite nothing unseen."""
        return call("memory.read", path=path)["generation"]

    def write(self, path, content, generation=None):
        """Create or replace a file, at most 100,000 characters; returns its generation."""
        return call("memory.write", path=path, content=str(content), generation=generation)["generation"]

    def delete(self, path):
        """Forget a file."""
        call("memory.delete", path=path)


memory = _Memory()
