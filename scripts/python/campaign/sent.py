"""Photos that are sent over HTTP while the server is killed."""

import http.client
import json
import os
import random
import re
import socket
import threading
import time
from contextlib import suppress

from campaign.bench import photo_bytes
from campaign.inbox import Inbox, told

CLIENTS = 20
# What a client bears that has lost its connection, or has met a server that begins.
LOST = (OSError, http.client.HTTPException, ValueError)


def killed(bench):
    """A photo that was accepted counts once, and what was half sent is none; 20 clients send at once,
    the server is killed with SIGKILL again and again"""
    count = 1000 if bench.long else 200
    box, port = Inbox(bench, "sent"), free_port()
    clients = Clients(port, count)
    # Files settle for an hour: only what was told of is taken.
    box.config = bench.settings(box.folder, watch=[{"path": str(box.inputs), "settle": "1h"}],
                                output={"annotate": False}, serve={"uploads": {"on": True}})

    def serving(*words, **options):
        return bench.start(*words, "--serve", "--port", port, **options)

    chance, kills = random.Random(bench.seed), 0
    threads = [threading.Thread(target=clients.send_some, args=(number,), daemon=True) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        with box.running(wrap=serving) as watch:
            watch.wait_until_watching()
            until = time.monotonic() + chance.uniform(0.1, 0.8)
            # Often enough is enough: the last server lets them come to their end.
            while any(thread.is_alive() for thread in threads) and (
                    time.monotonic() < until or kills >= (40 if bench.long else 8)):
                time.sleep(0.02)
            if any(thread.is_alive() for thread in threads):
                kills += 1
    with box.running(wrap=serving) as watch:
        watch.wait_until_watching()
        half = clients.leave_half()
        seconds = watch.wait_for_jobs(count, limit=1800)
        time.sleep(1)
        jobs = sum(box.states().values())
        watch.stop()
    return f"{kills} servers ended with -9 while clients sent; {clients.lost} connections lost", *judge(
        box, clients, count, jobs, half, seconds, kills)


def judge(box, clients, count, jobs, half, seconds, kills):
    """What the folder, the queue and the records came to."""
    names = sorted(name for name in os.listdir(box.inputs) if not name.startswith("."))
    contents = {(box.inputs / name).read_bytes() for name in names}
    hidden = sorted(name for name in os.listdir(box.inputs / ".quiver-uploads") if name != "lock")
    parts = [name for name in hidden if not name.endswith(".json")]
    wrong = list(clients.wrong)
    if contents != {photo_bytes(number) for number in range(count)} or len(names) != count:
        wrong.append(f"{len(names)} files of {len(contents)} contents for {count} photos")
    if not all(re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{8}\.jpg", name) for name in names):
        wrong.append("names that are not the server's own")
    if jobs != count or box.ends() != {"done": count}:
        wrong.append(f"{jobs} jobs, records {box.ends()}")
    if sorted(parts) != sorted(f"{name}.part" for name in half) or len(hidden) - len(parts) != count + len(half):
        wrong.append(f"{len(hidden)} names are kept of uploads, {len(parts)} of them parts")
    figure = (f"{len(names)} of {count} photos once, all done {seconds:.1f} s after the last was sent; "
              f"{len(half)} half sent, none of them a photo{told(wrong)}")
    return figure, not wrong and kills > 2


class Clients:
    """Twenty programs that send photos until each was accepted, whole or in pieces, and now and then twice."""

    def __init__(self, port, count):
        self.port = port
        self.count = count
        self.lost = 0
        self.wrong = []

    def ask(self, method, path, body=b"", kind="application/octet-stream", **headers):
        """One request: the status and the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, "/api/v1" + path, body, {"Content-Type": kind} | headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        finally:
            connection.close()

    def send_some(self, client):
        """Sends every photo of one client."""
        for number in range(client, self.count, CLIENTS):
            # Each photo once more where its answer might have been lost.
            for _ in range(2 if number % 5 == 0 else 1):
                self.send(number, in_pieces=number % 2 == 0)

    def send(self, number, in_pieces):
        """Sends one photo until it is accepted."""
        limit = time.monotonic() + 1800
        while time.monotonic() < limit:
            try:
                status, answer = (self.pieces if in_pieces else self.whole)(number)
            except LOST:
                self.lost += 1
                time.sleep(0.05)
                continue
            if status in (200, 201, 202) and answer["state"] not in ("receiving", "refused", "failed"):
                return
            if status not in (200, 201, 202, 403, 409, 429, 503):
                self.wrong.append(f"photo {number}: {status} {answer}")
                return
            time.sleep(0.05)
        self.wrong.append(f"photo {number} was not accepted in 1800 s")

    def whole(self, number):
        """A photo as one body."""
        return self.ask("POST", "/photos", photo_bytes(number), "image/jpeg", Idempotency_Key=f"photo-number-{number}")

    def pieces(self, number):
        """A photo as three pieces, from where the server says that it has come to."""
        photo = photo_bytes(number)
        status, upload = self.begin(f"photo-number-{number}", len(photo))
        while status in (200, 201) and upload["state"] == "receiving":
            start = upload["received"]
            piece = photo[start:start + len(photo) // 3 + 1]
            status, upload = self.ask("PUT", f"/uploads/{upload['id']}/pieces/{start}", piece)
        return status, upload

    def begin(self, key, size):
        """Begins an upload."""
        return self.ask("POST", "/uploads", json.dumps({"key": key, "size": size}).encode(), "application/json")

    def leave_half(self):
        """Uploads that get the half of their bytes and no more: their ids."""
        ids = []
        with suppress(*LOST):
            for number in range(10):
                photo = photo_bytes(self.count + number)
                _, upload = self.begin(f"half-number-{number}", len(photo))
                self.ask("PUT", f"/uploads/{upload['id']}/pieces/0", photo[:len(photo) // 2])
                ids.append(upload["id"])
        return ids


def free_port():
    """A port that no program listens at now, the same for every start of the server."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]
