"""What changes while a killed Quiver lies dead: pictures are replaced, settings edited, photos called off."""

import os
import signal
from collections import Counter

from campaign.batch import DONE, Batch, Calm, contents, normal
from campaign.bench import STANDSTILL, Row, age, integrity, leftovers
from campaign.faults import Fault, order, words

# Where Quiver is killed before the change: its supervisor holds claims, and the disk holds a part of the results.
POINTS = [
    ("before the renames", {"call": "rename", "path": "*.annotated.jpg", "nth": 3}),
    ("between rename and commit", {"call": "rename", "path": "*.json", "nth": 3, "at": "after"}),
    ("after the commit", {"call": "fsync", "path": "*/quiver.sqlite-wal", "nth": 7, "at": "after"}),
]
COUNT = 16


def rows(bench):
    """One row a kind of change."""
    one, other = Calm(bench, "one", COUNT, first=5000), Calm(bench, "other", COUNT, first=6000)
    fewer = Calm(bench, "fewer", COUNT, first=5000, detectors=[detector(bench)])
    yield replaced(bench, one, other)
    yield edited(bench, one, fewer)
    yield cancelled(bench, one)


def detector(bench):
    """The campaign's detector, which is to name its best finding only."""
    return {"name": "pixels", "model": str(bench.model), "layout": "yolov8", "confidence": 0.98, "maxDetections": 1}


def killed(batch, orders):
    """Starts Quiver with a deadly fault; returns complaints unless it has died of it."""
    process = batch.start(Fault(batch.bench, order(role="supervisor", **orders)))
    process.wait(timeout=STANDSTILL)
    return [] if process.returncode == -signal.SIGKILL else [f"exit status {process.returncode} and not -9"]


def replaced(bench, one, other):
    """Every input is replaced by another picture of the same name."""
    wrong, begun = [], 0
    for where, orders in POINTS:
        batch = Batch(bench, one)
        batch.inputs = bench.fresh(f"replaced-{where.replace(' ', '-')}")
        for name in one.names:
            put(batch.inputs / name, (one.inputs / name).read_bytes())
        wrong += killed(batch, orders)
        begun += len(set(contents(batch.output)))
        for name in one.names:
            put(batch.inputs / name, (other.inputs / name).read_bytes())
        wrong += [f"{where}: {problem}" for problem in compared(batch, other, reused=True)]
    return Row("a picture replaced while Quiver is dead gets its own result",
               "SIGKILL at 3 points, then all files replaced",
               f"3 times exit status -9, {begun} pictures had been drawn before",
               words(wrong) or f"{3 * COUNT} records and pictures are those of the new files", not wrong and begun > 0)


def edited(bench, one, fewer):
    """The settings ask for something else after the kill."""
    wrong = []
    for where, orders in POINTS:
        batch = Batch(bench, one)
        wrong += killed(batch, orders)
        batch.config = bench.settings(batch.place, detectors=[detector(bench)])
        wrong += [f"{where}: {problem}" for problem in compared(batch, fewer)]
    more = sum(fewer.records[name]["detections"] != one.records[name]["detections"] for name in one.records)
    return Row("settings edited while Quiver is dead hold for every photo",
               "SIGKILL at 3 points, then maxDetections 1",
               f"3 times exit status -9; the edit changes {more} of {COUNT} records",
               words(wrong) or f"{3 * COUNT} records as the new settings want them", not wrong and more > 0)


def cancelled(bench, one):
    """`jobs cancel` is killed between its commit and its records."""
    wrong, called_off = [], 0
    after = [{"call": "fsync", "path": "*/quiver.sqlite-wal"}, {"call": "rename", "path": "*.json", "nth": 3}]
    for orders in after:
        batch = Batch(bench, one)
        wrong += killed(batch, POINTS[1][1])
        fault = Fault(bench, order(role="supervisor", at="after", **orders))
        command = bench.start("jobs", "cancel", "--state", "ready", "--config", batch.config, env=fault.env)
        command.communicate(timeout=STANDSTILL)
        if command.returncode != -signal.SIGKILL:
            wrong.append(f"the command ended with {command.returncode}")
        batch.start().wait(timeout=STANDSTILL)
        states = dict(batch.ask("SELECT CAST(name AS TEXT), state FROM job WHERE current = 1"))
        words_of = {DONE: "done", 8: "cancelled"}
        expected = {f"{name}.json": words_of.get(state, state) for name, state in states.items()}
        found = {name: record["state"] for name, record in normal(batch.output, batch.inputs).items()}
        if expected != found:
            missing = Counter(expected[name] for name in expected if name not in found)
            wrong.append(f"records without a file: {dict(missing)}; in the queue: {dict(Counter(expected.values()))}")
        called_off += Counter(states.values())[8]
    return Row("photos called off by a command that dies have their records", "SIGKILL of 'jobs cancel' at 2 points",
               "2 times exit status -9 of the supervisor, 2 times of the command",
               words(wrong) or f"{called_off} cancelled, each with a record", not wrong and called_off > 0)


def put(path, data):
    """Another file under this name, as old as a picture that was copied with its time."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    age(part)
    os.replace(part, path)


def numbered(name):
    """The second name of a photo's files: `a.png.json` becomes `a-2.png.json`."""
    stem, dot, end = name.partition(".")
    return f"{stem}-2{dot}{end}"


def compared(batch, calm, reused=False):
    """What differs from an undisturbed run over the same pictures with the same settings.

    Where names were used again (`reused`), a photo's files may have a number: no result replaces another photo's.
    """
    process = batch.start()
    process.wait(timeout=STANDSTILL)
    found = [] if process.returncode == 0 else [f"exit status {process.returncode}: {batch.talk()[-200:]}"]
    records = normal(batch.output, batch.inputs)
    names = {name: [name, numbered(name)] if reused else [name] for name in calm.records}
    found += [f"another record {name}" for name, either in names.items()
              if calm.records[name] not in [records.get(one) for one in either]]
    current = batch.ask("SELECT count(*), count(DISTINCT name), min(state), max(state) FROM job WHERE current = 1")
    if current != [(COUNT, COUNT, DONE, DONE)]:
        found.append(f"in the queue: {current}")
    found += [f"left behind: {name}" for name in leftovers(batch.output)]
    here, wanted = set(contents(batch.output)), set(contents(calm.output))
    extra = here - wanted - set(map(numbered, wanted)) if reused else here ^ wanted
    found += [f"files: {sorted(extra)[:3]}"] if extra else []
    return found + ([] if integrity(batch.queue) == "ok" else ["integrity_check"])
