"""One fault in one run: photos, a running Quiver, what it said, and what it left."""

import os
import re
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from campaign.bench import ROOT, STANDSTILL, leftovers, records


@dataclass
class Verdict:
    """What a run came to: the figure for the table, and everything that is not as promised."""

    figure: str
    wrong: list


class Scene:
    """A folder of photos with results and queue where the scene wants them, and Quiver at work on it."""

    started: ClassVar[list] = []

    def __init__(self, bench, name, count, results=None, queue=None, **settings):
        self.name = name
        self.folder = bench.fresh(name)
        # Everything relative begins at the scene's own folder.
        self.bench = replace(bench, folder=self.folder)
        self.count = count
        self.inputs = self.folder / "in"
        self.output = results or self.folder / "out"
        self.queue = queue or self.folder / "queue" / "quiver.sqlite"
        self.process = None
        self.talk_file = self.folder / "talk.txt"
        self.model = bench.model
        self.settings = {"queue": str(self.queue), "retry": {"attempts": 3, "backoff": "200ms"}} | settings
        self.settings["output"] = {"path": str(self.output)} | settings.get("output", {})

    def prepare(self):
        """Writes photos and settings."""
        self.bench.photos(self.inputs, self.count)
        self.queue.parent.mkdir(parents=True, exist_ok=True)
        self.configure()
        return self

    def configure(self, **changes):
        """Writes pipeline.json, with changes if there are any."""
        settings = dict(self.settings)
        for key, value in changes.items():
            settings[key] = settings.get(key, {}) | value if isinstance(value, dict) else value
        detector = {"name": "pixels", "model": str(self.model), "layout": "yolov8", "confidence": 0.98}
        settings.setdefault("detectors", [detector])
        self.bench.settings(self.folder, **settings)

    def move_queue(self, place):
        """From now on the queue lies elsewhere."""
        self.queue = Path(place)
        self.settings["queue"] = str(place)
        self.configure()

    @property
    def named(self):
        """The environment of its commands: results lie elsewhere, so the settings file is named."""
        return surroundings() | {"QUIVER_CONFIG": str(self.folder / "pipeline.json")}

    def start(self, verb="run", env=None, roots=("in",), **options):
        """Starts Quiver; what it says goes into a file, which never blocks it."""
        self.verb = verb
        with open(self.talk_file, "a") as talk:
            options = {"stdout": talk, "stderr": talk} | options
            self.process = self.bench.start(verb, *roots, env=self.named | (env or {}), **options)
        Scene.started.append(self.process)
        return self

    def ask(self, *words, timeout=STANDSTILL, **options):
        """Runs another command on the same settings."""
        return self.bench.run(*words, timeout=timeout, env=self.named | options.pop("env", {}), **options)

    @property
    def talk(self):
        """Everything that was said so far."""
        return self.talk_file.read_text(errors="replace") if self.talk_file.exists() else ""

    def told(self, pattern):
        """The lines that were said and match."""
        return [line for line in self.talk.splitlines() if re.search(pattern, line)]

    def ended(self):
        """How many photos have a record that can be seen."""
        try:
            return sum(name.endswith(".jpg.json") for name in os.listdir(self.output))
        except OSError:
            return 0

    def done(self):
        """How many photos the queue says are done."""
        try:
            return look(self.queue, "SELECT count(*) FROM job WHERE state = 4")[0][0]
        except sqlite3.Error:
            return 0

    def wait(self, condition, what, limit=STANDSTILL):
        """Waits until something holds; returns the seconds it took."""
        begin = time.monotonic()
        while True:
            answer = condition()
            if answer:
                return time.monotonic() - begin
            if time.monotonic() - begin > limit:
                raise Broken(f"{self.name}: waited {limit} s for {what}; it said: {self.talk[-600:]}")
            if self.process.poll() is not None:
                raise Broken(f"{self.name}: ended with {self.process.returncode} before {what}: {self.talk[-600:]}")
            time.sleep(0.01)

    def wait_for_words(self, pattern, limit=STANDSTILL):
        """Waits until Quiver has said something."""
        return self.wait(lambda: self.told(pattern), f"'{pattern}'", limit)

    def wait_for_photos(self, number, limit=STANDSTILL):
        """Waits until so many photos have their record."""
        return self.wait(lambda: self.ended() >= number, f"{number} records", limit)

    @staticmethod
    def wait_for_one(processes, limit=STANDSTILL):
        """Waits until one of several processes has ended; returns the seconds it took."""
        begin = time.monotonic()
        while time.monotonic() - begin < limit and all(process.poll() is None for process in processes):
            time.sleep(0.01)
        return time.monotonic() - begin

    def rest(self, limit=STANDSTILL):
        """Lets the run come to its end, or stops a watch whose photos are all done; returns the seconds it took."""
        begin = time.monotonic()
        if self.verb == "watch":
            self.wait(self.is_idle, "the last photo", limit)
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise Broken(f"{self.name}: still ran after {limit} s; it said: {self.talk[-600:]}") from None
        return time.monotonic() - begin

    def is_idle(self):
        """Whether no photo waits any more."""
        try:
            [(left, ended)] = look(
                self.queue,
                "SELECT count(*) FILTER (WHERE state < 4), count(*) FILTER (WHERE current = 1) FROM job",
            )
        except sqlite3.Error:  # its disk may be broken just now
            return False
        return left == 0 and ended >= self.count

    def stop(self):
        """Ends what still runs."""
        if self.process and self.process.poll() is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process.wait()

    @classmethod
    def end_all(cls):
        """Ends whatever a broken scene has left running."""
        for process in cls.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        cls.started.clear()

    def short(self, text):
        """Words for a table: the scene's folder left out, and not too many."""
        return text.replace(str(self.folder), "…").replace(f"{self.bench.folder}", "…")[:150]

    def __enter__(self):
        return self.prepare()

    def __exit__(self, *_):
        self.stop()

    def verdict(self, attempts=1, missing=0):
        """Judges what was left: one record an input, all done, no attempt used up, a whole database, no temp file."""
        wrong = []
        found = records(self.output)
        states = {record["state"] for record in found.values()}
        tries = max((record["attempts"] for record in found.values()), default=0)
        if self.process.returncode != 0:
            wrong.append(f"exit status {self.process.returncode}: {self.talk.splitlines()[-1:]}")
        if len(found) + missing != self.count:
            wrong.append(f"{len(found)} records for {self.count} photos")
        if states - {"done"}:
            wrong.append(f"states {sorted(states)}")
        if attempts and tries > attempts:
            wrong.append(f"a photo took {tries} attempts")
        try:
            rows = dict(look(self.queue, "SELECT state, count(*) FROM job WHERE current = 1 GROUP BY state"))
            if rows != {4: self.count}:
                wrong.append(f"jobs by state {rows}")
            if look(self.queue, "PRAGMA integrity_check") != [("ok",)]:
                wrong.append("the database is damaged")
        except sqlite3.Error as error:
            wrong.append(f"the queue: {error}")
        if leftovers(self.output):
            wrong.append(f"{len(leftovers(self.output))} temp files left")
        return Verdict(f"{len(found)} of {self.count} photos done, at most {tries} attempts", wrong)


class Broken(Exception):
    """A promise that was not kept while the fault lasted."""


def look(queue, sql):
    """Rows of the queue, read as anybody may read it, and no file left open."""
    with closing(sqlite3.connect(f"file:{queue}?mode=ro", uri=True, timeout=60)) as database:
        return database.execute(sql).fetchall()


def surroundings():
    """Where a copied program finds the engine."""
    engine = ROOT / ".deps" / "openvino" / "lib"
    return {"QUIVER_OPENVINO": str(engine)} if engine.is_dir() and "QUIVER_OPENVINO" not in os.environ else {}
