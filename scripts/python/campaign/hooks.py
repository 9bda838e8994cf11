"""Hooks: every result arrives, in order and signed, whatever is killed; one that misbehaves costs itself alone."""

import contextlib
import hashlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from campaign import hook_attacks
from campaign.bench import ROOT, STANDSTILL, Row, ask, integrity, photo_bytes, records

SECRET = "0123456789abcdef0123456789abcdef"
CALM = "well"
# What a receiver does while Quiver is killed: most of the time it takes what it gets.
MOODS = "well well well well slow refusing redirecting busy"
# So many photos wait at most, so that kills fall upon all of the work and not upon its beginning.
BACKLOG = 400


def run(bench):
    """Every row of the campaign."""
    yield from delivered(bench, 10_000 if bench.long else 300, 120 if bench.long else 16, 600 if bench.long else 8)
    yield from hook_attacks.misbehaving(bench)
    yield from hook_attacks.attacks(bench)


class Scene:
    """A watch, and a receiver of what it tells."""

    def __init__(self, bench):
        self.bench = bench
        self.place = bench.fresh("hooks")
        self.photos, self.output = self.place / "photos", self.place / "out"
        self.photos.mkdir()
        self.log, self.moods = self.place / "received.jsonl", self.place / "moods"
        self.mood(CALM)
        key = self.place / "key"
        key.write_text(SECRET)
        key.chmod(0o600)
        with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self.settings = bench.settings(
            self.place,
            watch=[{"path": str(self.photos), "settle": "0s"}],
            output={"annotate": False},
            hooks=[
                {
                    "name": "erp",
                    "url": f"http://127.0.0.1:{self.port}/",
                    "secretFile": str(key),
                    "schemes": ["http"],
                    "ports": [self.port],
                    "internal": ["127.0.0.1"],
                    "timeout": "2s",
                    "atOnce": 4,
                }
            ],
        )
        self.watch = self.receiver = None
        self.kills = defaultdict(int)
        # How many photos had ended when the supervisor was started last, and for how long the receiver was away.
        self.made_before, self.away = 0, 0.0

    def mood(self, words):
        """What the receiver does from now on."""
        self.moods.write_text(words)

    def begin(self, who):
        """Starts the watch or the receiver where it does not run."""
        if who == "supervisor" and (self.watch is None or self.watch.poll() is not None):
            self.made_before = self.made
            self.watch = self.bench.start(
                "watch", "--config", self.settings, stdout=subprocess.DEVNULL, stderr=(self.place / "talk").open("a")
            )
        if who == "receiver" and (self.receiver is None or self.receiver.poll() is not None):
            command = [
                sys.executable,
                "-m",
                "campaign.hook_receiver",
                str(self.port),
                str(self.log),
                SECRET,
                str(self.output),
                str(self.moods),
            ]
            self.receiver = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT / "scripts/python")})

    def kill(self, who):
        """SIGKILL, and the end is waited for."""
        process = self.watch if who == "supervisor" else self.receiver
        if process is not None and process.poll() is None:
            process.kill()
            self.kills[who] += process.wait() == -signal.SIGKILL

    def count(self, sql):
        """A number out of the queue; 0 where it is not there yet."""
        try:
            return ask(self.output / "quiver.sqlite", sql)[0][0]
        except Exception:  # a queue that is being made has no table yet
            return 0

    @property
    def made(self):
        """Messages that were made: one for each photo that has ended."""
        return self.count("SELECT count(*) FROM outbox")

    @property
    def waiting(self):
        """Messages that have not arrived."""
        return self.count("SELECT count(*) FROM outbox WHERE state = 0")

    def received(self):
        """Messages that the receiver has written down, in its order, and requests that are none."""
        if not self.log.exists():
            return [], []
        # A kill may have cut the last line of a process.
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if line.endswith("}")]
        return [line for line in lines if "key" in line], [line for line in lines if "key" not in line]

    def end(self):
        """Ends both in good order."""
        if self.watch is not None and self.watch.poll() is None:
            self.watch.terminate()
            self.watch.wait(STANDSTILL)
        if self.receiver is not None:
            self.receiver.kill()
            self.receiver.wait()


def delivered(bench, count, kills, gone):
    """Photos come and change while supervisor and receiver are killed; then all that has a record has arrived."""
    scene, chance = Scene(bench), random.Random(bench.seed)
    try:
        harass(scene, chance, count, kills, gone)
        drained = drain(scene, count, 3600 if bench.long else 1800)
    finally:
        scene.end()
    everything, strayed = scene.received()
    took = [entry for entry in everything if entry["mood"] in ("well", "slow")]
    found = records(scene.output)
    arrived = {entry["sha256"] for entry in took}
    missing = [name for name, record in found.items() if record["source"]["sha256"] not in arrived]
    killed = ", ".join(f"{number} of the {who}" for who, number in sorted(scene.kills.items()))
    moods = Counter(entry["mood"] for entry in everything)
    fault = (
        f"SIGKILL {killed}; a receiver that was slow {moods['slow']} times, refused {moods['refusing']}, redirected "
        f"{moods['redirecting']}, was busy {moods['busy']}, and was gone for {scene.away:.0f} s"
    )
    proof = f"{len(everything)} messages of {len({entry['key'] for entry in everything})} written down by the receiver"
    harassed = sum(scene.kills.values()) > kills // 2 and set(MOODS.split()) <= set(moods) and scene.away >= gone
    yield Row(
        "every result is delivered at least once",
        fault,
        proof,
        f"{len(found)} records, {len(missing)} never arrived, {scene.waiting} wait; "
        f"integrity_check {integrity(scene.output / 'quiver.sqlite')}",
        harassed and drained and len(found) >= count and not missing,
    )
    early = [entry for entry in everything if not entry["there"]]
    yield Row(
        "none before its record is on the disk",
        fault,
        "the receiver looks for its file at each message",
        f"{len(early)} of {len(everything)} came before",
        not early and bool(everything),
    )
    broken, changed = disorder(took)
    yield Row(
        "those of one photo arrive in their order",
        f"{changed} photos that changed meanwhile",
        proof,
        f"of {broken} photos they did not",
        broken == 0 and changed > 0,
    )
    unsigned = [entry for entry in everything if not (entry["signed"] and entry["named"])]
    yield Row(
        "each is signed, and says its key",
        "none",
        "Python's hmac over key, time and body",
        f"{len(unsigned)} of {len(everything)} are not",
        not unsigned and bool(everything),
    )
    twice = len(took) - len({entry["key"] for entry in took})
    yield Row(
        "what arrives again has the key that it had",
        fault,
        f"{twice} arrived more than once",
        f"most attempts of one: {max((entry['attempt'] for entry in everything), default=0)}",
        twice > 0 and all(len({entry["sha256"] for entry in each}) == 1 for each in by(everything, "key").values()),
    )
    yield Row(
        "a redirect is not followed",
        f"{moods['redirecting']} answers with 307 to another path of the receiver",
        "the receiver writes down each request there",
        f"{len(strayed)} came",
        moods["redirecting"] > 0 and not strayed,
    )


def harass(scene, chance, count, kills, gone):
    """Adds photos, changes some, and kills; for a while in the second half the receiver is away."""
    added, step = 0, max(1, count // (kills * 2))
    moments = sorted(chance.sample(range(1, count), kills))
    away = range(count // 2, count * 3 // 4)
    pause, left = gone / -(-len(away) // step), None
    scene.mood(MOODS)
    while added < count or left:
        is_away = added in away or (left and time.monotonic() - left < gone)
        if is_away and not left:
            scene.kill("receiver")
            left = time.monotonic()
        if not is_away:
            if left:
                scene.away, left, away = time.monotonic() - left, None, ()
            scene.begin("receiver")
        scene.begin("supervisor")
        for number in range(added, min(added + step, count)):
            # Whole and old from its first moment under its name.
            fresh = scene.place / "fresh.jpg"
            scene.bench.photo(fresh, number)
            os.replace(fresh, scene.photos / f"{number:06}.jpg")
        added = min(added + step, count)
        if chance.random() < 0.5:
            change(scene, chance.randrange(added), count + added)
        time.sleep(chance.uniform(0.05, 0.6) + (pause if is_away else 0))
        until(lambda: added - scene.made < BACKLOG, STANDSTILL)
        while moments and moments[0] < added:
            moments.pop(0)
            who = "supervisor" if is_away else chance.choice(["supervisor", "supervisor", "receiver"])
            if who == "supervisor":
                scene.begin(who)
                # Each life has ended a photo before it is taken.
                until(lambda: scene.made > min(scene.made_before, added - 1), STANDSTILL)
                time.sleep(chance.uniform(0, 0.2))
            scene.kill(who)


def change(scene, number, content):
    """Another photo under a name that is known; it is whole at once."""
    place = scene.photos / f"{number:06}.jpg"
    fresh = scene.place / "fresh"
    fresh.write_bytes(photo_bytes(content))
    os.utime(fresh, (time.time() - 1800, time.time() - 1800 + content % 600))
    os.replace(fresh, place)


def drain(scene, count, limit):
    """Waits until all has arrived, and has what waits for its time tried at once."""
    scene.mood(CALM)
    end, waited = time.monotonic() + limit, None
    while time.monotonic() < end:
        scene.begin("receiver")
        scene.begin("supervisor")
        time.sleep(1)
        done, waiting = scene.count("SELECT count(*) FROM outbox WHERE state = 1"), scene.waiting
        if done >= count and waiting == 0 and settled(scene, count):
            return True
        if waiting and waiting == waited:
            scene.bench.run("hooks", "retry", "--state", "waiting", "--config", scene.settings)
        waited = waiting
    return False


def settled(scene, count):
    """Whether there are as many records, and each photo's is that of its content now."""
    found = {
        (Path(record["source"]["path"]).name, record["source"]["sha256"]) for record in records(scene.output).values()
    }
    return len(found) >= count and all(
        (photo.name, hashlib.sha256(photo.read_bytes()).hexdigest()) in found for photo in scene.photos.iterdir()
    )


def disorder(took):
    """Of how many photos the messages did not arrive in their order, and how many photos have several."""
    broken = changed = 0
    for entries in by(took, "photo").values():
        first = list(dict.fromkeys(entry["key"] for entry in entries))
        numbers = [int(key.split("-")[1]) for key in first]
        broken += numbers != sorted(numbers)
        changed += len(first) > 1
    return broken, changed


def by(entries, key):
    """Entries by one of their values, in their order."""
    groups = defaultdict(list)
    for entry in entries:
        groups[entry[key]].append(entry)
    return groups


def until(condition, limit):
    """Waits for a condition, and not for ever."""
    end = time.monotonic() + limit
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
