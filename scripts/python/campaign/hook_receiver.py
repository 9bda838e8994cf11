"""A receiver of hooks that checks what it gets, and misbehaves as it is told: PORT LOG KEY OUTPUT MOODS."""

import base64
import hashlib
import hmac
import json
import os
import random
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Receiver(BaseHTTPRequestHandler):
    """Writes down each message before it answers, so that a kill in between looks like a lost answer."""

    protocol_version = "HTTP/1.1"
    log = key = output = moods = None

    def log_message(self, *_):
        """Says nothing."""

    def is_there(self, source):
        """Whether the photo's record lies on the disk; another photo had its name before, or has it since."""
        path = Path(source["path"])
        # Nearly always it has the photo's own name, and a folder of thousands is not gone through.
        usual = self.output / f"{path.name}.json"
        return self.is_of(usual, source) or any(
            self.is_of(file, source) for file in self.output.glob(f"{path.stem}-*{path.suffix}.json")
        )

    @staticmethod
    def is_of(file, source):
        """Whether a record is of this content."""
        return file.exists() and json.loads(file.read_text())["source"]["sha256"] == source["sha256"]

    def write(self, entry):
        """Keeps a line, whole."""
        os.write(self.log, (json.dumps(entry) + "\n").encode())

    def do_GET(self):
        """A request that no hook makes."""
        self.write({"strayed": self.path})
        self.send_error(404)

    def do_POST(self):
        """Takes a message, or refuses it in one of the ways that the file of moods names."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/":
            self.do_GET()
            return
        mood = random.choice(self.moods.read_text().split())
        message = json.loads(body)
        source = message["record"]["source"]
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        own = "v1," + base64.b64encode(hmac.new(self.key, signed, hashlib.sha256).digest()).decode()
        entry = {
            "key": message["message"],
            "photo": source["path"],
            "sha256": source["sha256"],
            "state": message["record"]["state"],
            "mood": mood,
            "signed": hmac.compare_digest(self.headers["webhook-signature"] or "", own),
            "named": self.headers["Idempotency-Key"] == message["message"] == self.headers["webhook-id"],
            "attempt": int(self.headers["Quiver-Attempt"]),
            "there": self.is_there(source),
        }
        self.write(entry)
        if mood == "slow":
            time.sleep(random.uniform(0.2, 3))
        status = {"refusing": 500, "redirecting": 307, "busy": 503}.get(mood, 200)
        self.send_response(status)
        if status == 307:
            self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/inside")
        self.send_header("Content-Length", "0")
        self.end_headers()


class Server(ThreadingHTTPServer):
    """Many may come at once, and be killed while they wait for an answer."""

    request_queue_size = 64

    def handle_error(self, request, address):
        """A client that was killed is part of the campaign; all else is said."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


def main():
    """Serves until killed."""
    port, log, key, output, moods = sys.argv[1:]
    Receiver.log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    Receiver.key, Receiver.output, Receiver.moods = key.encode(), Path(output), Path(moods)
    Server(("127.0.0.1", int(port)), Receiver).serve_forever()


if __name__ == "__main__":
    main()
