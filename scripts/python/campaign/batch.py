"""A folder of small pictures, worked under faults, and what must be true of it in the end."""

import contextlib
import csv
import functools
import hashlib
import itertools
import json
import random
import shutil
import sqlite3
import struct
import subprocess
import time
import zlib
from contextlib import closing
from pathlib import Path

from campaign import bench as base

DONE, QUARANTINED = 4, 7
TABLES = {"formats": ["json", "csv", "jsonl"]}
OURS = {".quiver-queue", ".quiver-models", ".quiver-tables", "quiver.sqlite", "quiver.sqlite-wal", "quiver.sqlite-shm",
        "quiver.sqlite.lock", "quiver.sqlite.sock", "results.csv", "results.jsonl"}
# Columns of a table that need not be the same after two undisturbed runs.
CHANCE = {*base.VOLATILE, "duplicate_of"}


def picture(number, width=160, height=120, side=20):
    """A PNG of coloured blocks: every number has another picture, so that no answer can pass for another's."""
    chance = random.Random(number)
    blocks = [[chance.choice((b"\xff", b"\x00", bytes([chance.randrange(256)]))) for _ in range(3 * width // side)]
              for _ in range(height // side)]
    lines = (b"\0" + b"".join(b"".join(row[3 * x:3 * x + 3]) * side for x in range(width // side))
             for row in blocks for _ in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(lines)))
            + chunk(b"IEND", b""))


class Calm:
    """A set of pictures and what an undisturbed run makes of them."""

    def __init__(self, bench, name, count, copies=0, first=0, **settings):
        self.place = bench.fresh(name)
        self.inputs = self.place / "in"
        self.inputs.mkdir()
        for number in range(count):
            # Copies of the same content lie behind and before their originals.
            content = number if number < count - copies else (number - (count - copies)) * 3
            path = self.inputs / f"{(number * 7919) % 100003:06}.png"
            path.write_bytes(picture(first + content))
            base.age(path)
        self.names = sorted(path.name for path in self.inputs.iterdir())
        self.bench, self.config = bench, bench.settings(self.place, **settings)

    @functools.cached_property
    def output(self):
        """The results of the undisturbed run."""
        run = self.bench.run("run", self.inputs, "--config", self.config)
        if run.returncode != 0:
            raise AssertionError(f"the undisturbed run failed: {run.stderr[-1000:]}")
        return self.place / "out"

    @functools.cached_property
    def records(self):
        """Its records."""
        return normal(self.output, self.inputs)

    @functools.cached_property
    def table(self):
        """Its tables."""
        return table(self.output, self.inputs)


class Batch:
    """The same pictures again, in a run that is broken off and gone on with until all are done."""

    numbers = itertools.count()

    def __init__(self, bench, calm, copy_inputs=False, originals=False, arriving=False, **settings):
        self.bench, self.calm = bench, calm
        self.place = bench.fresh(f"batch-{next(self.numbers)}")
        self.output = self.place / "out"
        self.queue = self.output / "quiver.sqlite"
        self.inputs = calm.inputs
        self.moves = copy_inputs
        if copy_inputs:
            self.inputs = self.place / "in"
            shutil.copytree(calm.inputs, self.inputs)
        self.arriving, self.absent = arriving, []
        if arriving:
            self.inputs = self.place / "in"
            self.inputs.mkdir()
            self.absent = list(calm.names)
        self.originals = self.place / "originals" if originals else None
        if originals:
            settings["output"] = settings.get("output", {}) | {"originals": str(self.originals)}
        self.config = bench.settings(self.place, **settings)
        self.told = 0
        self.dead = []

    def start(self, fault=None, command="run"):
        """Starts Quiver over the batch; records that it tells go into a file of this start."""
        self.told += 1
        with open(self.place / f"told-{self.told}.jsonl", "wb") as told, \
                open(self.place / f"talk-{self.told}.txt", "wb") as talk:
            process = self.bench.start(command, self.inputs, "--config", self.config, "--format", "jsonl",
                                       env=fault.env if fault else None, stdout=told, stderr=talk)
        process.began = time.monotonic()
        return process

    def feed(self, count=20):
        """Lets pictures arrive: halves of before are completed, and of the next every other comes by halves."""
        for path in self.inputs.glob("*.png") if self.arriving else []:
            whole = (self.calm.inputs / path.name).read_bytes()
            if path.stat().st_size < len(whole):
                with open(path, "ab") as file:
                    file.write(whole[path.stat().st_size:])
        for number, name in enumerate(self.absent[:count]):
            whole = (self.calm.inputs / name).read_bytes()
            (self.inputs / name).write_bytes(whole[:len(whole) // 2] if number % 2 else whole)
        self.absent = self.absent[count:]

    def talk(self):
        """What the last start has said."""
        return (self.place / f"talk-{self.told}.txt").read_text(errors="replace")

    def has_told(self):
        """Whether the last start has told of a photo that ended."""
        return "\ndone " in "\n" + self.talk()

    def ask(self, sql, *values):
        """Rows of the queue; none where there is no queue yet."""
        try:
            with closing(sqlite3.connect(f"file:{self.queue}?mode=ro", uri=True, timeout=60)) as database:
                return database.execute(sql, values).fetchall()
        except sqlite3.DatabaseError:
            return []  # a kill has come before its first page; integrity_check speaks of others

    def unfinished(self):
        """How many photos are not final; None where the queue cannot tell."""
        rows = self.ask("SELECT count(*) FROM job WHERE current = 1 AND state >= ?", DONE)
        return len(self.calm.names) - rows[0][0] if rows else None

    def claimed(self, pid):
        """How many photos a supervisor holds."""
        rows = self.ask("SELECT count(*) FROM job JOIN owner ON owner.id = owner WHERE state = 2 AND pid = ?", pid)
        return rows[0][0] if rows else 0

    def finish(self):
        """Lets Quiver run to its end and returns what is wrong with the result."""
        self.feed(len(self.absent))
        self.feed(0)
        for _ in range(3):
            process = self.start()
            try:
                process.wait(timeout=600)
            except subprocess.TimeoutExpired:
                process.kill()
                return [f"the last run did not end; {self.unfinished()} photos are unfinished"]
            if self.unfinished() == 0:
                break
        else:
            return [f"three runs left {self.unfinished()} photos unfinished: {self.talk()[-300:]}"]
        return self.problems()

    def problems(self):
        """Every promise that the finished batch breaks, in words."""
        found = []
        if (said := base.integrity(self.queue)) != "ok":
            found.append(f"integrity_check: {said}")
        found += self._wrong_jobs() + self._wrong_files() + self._wrong_tables() + self._wrong_tales()
        again = self.bench.run("run", self.inputs, "--config", self.config, "--format", "json")
        summary = json.loads(again.stdout or "{}")
        if summary.get("done") != 0 or summary.get("unfinished") != 0:
            found.append(f"another run did not leave the finished batch alone: {again.stdout} {again.stderr[-300:]}")
        return found

    def _wrong_jobs(self):
        found = []
        jobs = self.ask("SELECT CAST(name AS TEXT), state, current, crashes, recoveries FROM job")
        rows = {}
        for name, state, current, crashes, recoveries in jobs:
            rows.setdefault(name.rpartition("/")[2], []).append((state, current))
            if state != DONE:
                found.append(f"{name} is in state {state} after {crashes} crashes and {recoveries} recoveries")
        lost = [name for name in self.calm.names if name not in rows]
        double = [name for name, states in rows.items() if len(states) != 1]
        if lost:
            found.append(f"{len(lost)} photos lost: {lost[:3]}")
        if double or len(jobs) != len(self.calm.names):
            found.append(f"{len(double)} photos twice in the queue: {double[:3]}; {len(jobs)} rows")
        tally = dict(self.ask("SELECT state, jobs FROM tally WHERE state BETWEEN 0 AND 8 AND jobs <> 0"))
        counted = dict(self.ask("SELECT state, count(*) FROM job WHERE current = 1 GROUP BY state"))
        if tally != counted:
            found.append(f"the queue counts {tally} where there are {counted}")
        return found

    def _wrong_files(self):
        found = []
        if left := base.leftovers(self.place):
            found.append(f"{len(left)} orphan temp files: {left[:2]}")
        records = normal(self.output, self.inputs)
        for name, record in self.calm.records.items():
            if name not in records:
                found.append(f"no record {name}")
            elif records[name] != record:
                found.append(f"another record {name}: {differences(record, records[name])}")
        found += [f"a record too many: {name}" for name in sorted(set(records) - set(self.calm.records))]
        found += wrong_copies(self.output)
        if self.originals:
            here = {path.name: path.read_bytes() for path in self.originals.rglob("*") if path.is_file()}
            drawn = [name.removesuffix(".annotated.jpg") for name in contents(self.output)]
            if here != {name: (self.inputs / name).read_bytes() for name in drawn}:
                found.append(f"copies of originals differ: {sorted(set(here) ^ set(drawn))[:3]}")
        if self.moves:
            done = sorted(path.name for path in (self.inputs / "done").rglob("*") if path.is_file())
            stay = sorted(path.name for path in self.inputs.iterdir() if path.is_file())
            if stay or done != self.calm.names:
                extra, lost = sorted(set(done) - set(self.calm.names)), sorted(set(self.calm.names) - set(done))
                found.append(f"moved inputs: {len(stay)} stay, {extra[:3]} too many, {lost[:3]} lost")
        return found

    def _wrong_tables(self):
        return [] if table(self.output, self.inputs) == self.calm.table else ["the tables differ"]

    def _wrong_tales(self):
        told = {}
        for path in self.place.glob("told-*.jsonl"):
            for line in path.read_text(errors="replace").splitlines():
                with contextlib.suppress(ValueError):  # a line cut off by a kill
                    told.setdefault(json.loads(line)["source"]["path"], []).append(path.name)
        twice = {path: where for path, where in told.items() if len(where) > 1}
        return [f"{len(twice)} photos were told to have ended twice: {list(twice.items())[:2]}"] if twice else []


def normal(output, *inputs):
    """Records by name, without what differs between undisturbed runs and without the folder's own paths.

    Which of several copies is worked is chance; what the picture that a record names looks like is not.
    """
    text = json.dumps({name: base.lasting(record) for name, record in base.records(output).items()})
    for place in inputs:
        text = text.replace(json.dumps(str(place))[1:-1], "IN")
    found = json.loads(text)
    for record in found.values():
        record["source"].pop("duplicateOf", None)
        # Where an input is moved, its record says so.
        record["source"].pop("movedTo", None)
        # Hosts that share a queue have a name for it too.
        record["source"].pop("place", None)
        outputs = record.pop("outputs") or {}
        name = outputs.get("annotated")
        picture = Path(output, name) if name else None
        record["annotated"] = hashlib.sha256(picture.read_bytes()).hexdigest() if picture and picture.exists() else name
    return found


def wrong_copies(output):
    """What is wrong with copies: exactly one of each content is worked, the others name it; each has its own
    picture."""
    found, drawn, groups = [], [], {}
    for name, record in base.records(output).items():
        groups.setdefault(record["source"]["sha256"], []).append((name, record))
    for content, group in groups.items():
        leaders = [(name, record) for name, record in group if record["source"]["duplicateOf"] is None]
        if len(leaders) != 1:
            found.append(f"{len(leaders)} of {len(group)} photos of content {content} were worked")
            continue
        for name, record in group:
            picture = name.removesuffix(".json") + ".annotated.jpg"
            drawn.append(picture)
            if record["source"]["duplicateOf"] not in (None, leaders[0][1]["source"]["path"]):
                found.append(f"{name} names {record['source']['duplicateOf']} as its original")
            if (record.get("outputs") or {}).get("annotated") != picture:
                found.append(f"{name} names {record.get('outputs')} and not {picture}")
    here = set(contents(output))
    found += [f"{name} is too many" for name in sorted(here - set(drawn))]
    found += [f"{name} is missing" for name in sorted(set(drawn) - here)]
    return found


def contents(output):
    """The names of all files below an output folder that are no records, tables, queue or temp files."""
    return [str(path.relative_to(output)) for path in Path(output).rglob("*")
            if path.is_file() and path.name not in OURS and path.suffix not in (".json", ".tmp")]


def table(output, inputs):
    """The run's tables as they must be after every run, or nothing where they are not wanted."""
    found = []
    if (path := Path(output) / "results.csv").exists():
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                found.append(sorted((key, value) for key, value in row.items() if key not in CHANCE))
    if (path := Path(output) / "results.jsonl").exists():
        for line in path.read_text().splitlines():
            record = base.lasting(json.loads(line))
            record["source"].pop("duplicateOf")
            record["source"].pop("movedTo", None)
            record["source"].pop("place", None)
            record.pop("outputs")
            found.append(sorted(record.items(), key=str))
    return sorted(json.dumps(row).replace(str(inputs), "IN") for row in found)


def differences(one, other):
    """The keys by which two records differ, for people."""
    return {key: (one.get(key), other.get(key)) for key in {*one, *other} if one.get(key) != other.get(key)}
