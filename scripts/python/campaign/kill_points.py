"""Kills at named points of a photo's way, hit exactly by faults at system calls."""

import os
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass

from campaign.batch import TABLES as KINDS
from campaign.batch import Batch
from campaign.bench import STANDSTILL, Row, records
from campaign.faults import Fault, order, state, until, words
from campaign.tally import WHO

STAGED, RECORD = "*/.quiver-staging/*/.quiver-*.tmp", "*/out/.quiver-*.tmp"
LOG, FILE = "*/quiver.sqlite-wal", "*/quiver.sqlite"


CLAIM = (("data", '"claim":'),)
AFTER = (("at", "after"),)
COMMIT, PLAIN = (("frame", "commit"),), (("frame", "plain"),)


@dataclass
class Point:
    """Where to kill whom; `most` bounds the random choice of the N-th such call."""

    name: str
    call: str
    path: str = "*"
    role: str = "supervisor"
    do: str = "kill"
    most: int = 1
    least: int = 1
    more: tuple = ()
    victim: str = ""

    def fault(self, bench, chance):
        """The fault for one start, at another of the calls each time."""
        # A worker stops there: it may not kill its supervisor, and the end that the campaign puts to it can be seen.
        do = "stop" if self.role == "worker" and self.do == "kill" else self.do
        return Fault(bench, order(role=self.role, call=self.call, path=self.path, do=do,
                                  nth=chance.randint(self.least, self.most), **dict(self.more)))


def before_and_after(name, call, path, **rest):
    """A point right before a call and one right behind it."""
    return [Point(f"before {name}", call, path, **rest), Point(f"after {name}", call, path, more=AFTER, **rest)]


def for_each_victim(name, *call, **rest):
    """A point of a worker's way where it, its supervisor, or both are killed."""
    return [Point(f"{name}, {who} killed", *call, victim=who, **rest) for who in WHO]


FIRST_START = [
    *before_and_after("the first page of a new queue", "pwrite", FILE),
    *before_and_after("the end of its first journal", "unlink", "*/quiver.sqlite-journal"),
    Point("half a page of the tables' making", "pwrite", LOG, do="tear", least=20, most=50),
    Point("before the tables are on the disk", "fsync", LOG, least=2, most=2),
    Point("before the staging folder", "mkdir", "*/.quiver-staging"),
]
CLAIMED = [
    Point("after the claim, before the job line", "write", "socket:*", more=CLAIM, most=6),
    Point("after the job line", "write", "socket:*", more=CLAIM + AFTER, most=6),
]
STAGING = [
    Point("half a temp file, worker killed", "write", STAGED, "worker", "tear"),
    *for_each_victim("temp file written", "fsync", STAGED, "worker", more=AFTER),
    *for_each_victim("before the answer", "write", "pipe:*", "worker", more=CLAIM),
    *for_each_victim("after the answer", "write", "pipe:*", "worker", more=CLAIM + AFTER),
    Point("answer heard, before the record is staged", "open", RECORD, most=4),
    Point("half a record staged", "write", RECORD, do="tear", most=4),
    Point("record staged, before the renames", "rename", "*.annotated.jpg", most=4),
]
RENAMED = [
    Point("picture renamed, record not", "rename", "*.annotated.jpg", more=AFTER, most=4),
    Point("all renamed, folder not synced", "rename", "*.json", more=AFTER, most=4),
    Point("folder synced, not committed", "fsync", "*/out", more=AFTER, least=2, most=5),
]
TRANSACTION = [
    Point("before a page of a transaction", "pwrite", LOG, most=30, more=PLAIN),
    Point("half a page of a transaction", "pwrite", LOG, do="tear", most=30, more=(("size", "4096"),)),
    Point("before the header that commits", "pwrite", LOG, most=12, more=COMMIT),
    Point("half of that header", "pwrite", LOG, do="tear", most=12, more=COMMIT),
    Point("between that header and its page", "pwrite", LOG, most=12, more=COMMIT + AFTER),
    Point("committed, before the sync", "fsync", LOG, most=12),
    Point("after the sync", "fsync", LOG, most=12, more=AFTER),
]
CHECKPOINT = [
    *before_and_after("the checkpoint's first page", "pwrite", FILE),
    Point("half a page of the checkpoint", "pwrite", FILE, do="tear", least=2, most=40),
    Point("in the middle of the checkpoint", "pwrite", FILE, least=10, most=40),
    *before_and_after("the checkpoint's sync", "fsync", FILE),
    Point("before the log begins anew", "pwrite", LOG, more=(("size", "32"),)),
    Point("after the log has begun anew", "pwrite", LOG, more=(("size", "32"),) + AFTER),
]
RECOVERY = [
    Point("before the writer's lock names its holder", "ftruncate", "*/quiver.sqlite.lock"),
    Point("while SQLite reads the log again", "pread", LOG, most=3),
    Point("in the sweep of temp files", "unlink", "*/.quiver-*.tmp"),
    Point("after one swept temp file", "unlink", "*/.quiver-*.tmp", more=AFTER),
    Point("before claims are freed", "pwrite", LOG),
    Point("half the freeing written", "pwrite", LOG, do="tear", most=4),
    Point("claims freed, before the sync", "fsync", LOG),
    Point("claims freed", "fsync", LOG, more=AFTER),
]
TABLES = [
    Point("half a table written", "write", RECORD, do="tear", more=(("data", "class_id,confidence"),)),
    *before_and_after("results.csv is in place", "rename", "*/results.csv"),
    *before_and_after("results.jsonl is in place", "rename", "*/results.jsonl"),
]
# Leaves claims, temp files of pictures and records, and a log.
DIRT = STAGING[-1]
CLOSING = [
    Point("in the last checkpoint", "pwrite", FILE, least=2, most=8),
    *before_and_after("the log's end", "unlink", LOG),
]
MOVING = [
    Point("before the folder of done inputs", "mkdir", "*/done"),
    *before_and_after("an input has moved", "rename", "*/done/*", most=3),
]
ORIGINALS = [
    Point("half a copy of an original", "write", "*/originals/*.tmp", do="tear", most=3),
    Point("copy of an original staged", "fsync", "*/originals/*.tmp", most=3, more=AFTER),
    *before_and_after("the copy of the original has its name", "rename", "*/originals/*", most=3),
]


def rows(bench, tally, plain, copies, few):
    """One row a group of points."""
    campaign = Points(bench, tally)
    for promise, points, calm, options in [
        ("after claim", CLAIMED, plain, {}),
        ("after temp files", STAGING, plain, {}),
        ("between rename and commit", RENAMED, copies, {}),
        ("inside a transaction", TRANSACTION, copies, {}),
        ("during a checkpoint", CHECKPOINT, plain, {}),
        ("during start-up recovery", RECOVERY, plain, {"dirty": True}),
        ("while a new queue is made", FIRST_START, few, {"fresh": True}),
        ("while tables are written", TABLES, few, {"done": True}),
        ("while the queue is closed", CLOSING, few, {"fresh": True, "again": 6}),
        ("while inputs are moved", MOVING, copies, {"moves": True}),
        ("while originals are copied", ORIGINALS, few, {"originals": True}),
    ]:
        yield campaign.row(promise, points, calm, options)
    yield campaign.given_up()


def victims(counter):
    """Who was killed how often, for people."""
    return ", ".join(f"{who} {counter[who]}" for who in WHO if counter[who])


class Points:
    """Kills at named points, over batches that go on from kill to kill."""

    def __init__(self, bench, tally):
        self.bench, self.tally = bench, tally
        self.chance = random.Random(bench.seed)

    def row(self, promise, points, calm, options):
        """Kills at every point of a group and says what became of the photos."""
        broken, fired, batches, batch = [], 0, 0, None
        before = Counter(self.tally.victims)
        # A file counts as whole when it has not changed for 2 s: batches with inputs of their own lie ready by then.
        ready = [self.batch(calm, options)] if options.get("moves") else []
        if ready:
            time.sleep(2)
        for point in points * (4 if self.bench.long else 1):
            if batch and self.is_used_up(batch, options):
                broken += self.close(batch)
                batch = None
            if not batch:
                batch = ready.pop() if ready else self.batch(calm, options)
                batches += 1
            if options.get("done"):
                # Tables that hold what the queue holds are left alone; without their mark they are written whole.
                (batch.output / ".quiver-tables").unlink(missing_ok=True)
            if options.get("dirty"):
                broken += self.at(batch, DIRT)
            wrong = self.at(batch, point)
            for _ in range(options.get("again", 0)):
                # At the end of a run the process may be gone before the queue is closed: then there is nothing to kill.
                if wrong and batch.unfinished() == 0:
                    broken += self.close(batch)
                    batch, batches = self.batch(calm, options), batches + 1
                    wrong = self.at(batch, point)
            fired += not wrong
            broken += wrong
        broken += self.close(batch)
        return Row("nothing lost, nothing doubled, all as undisturbed", f"SIGKILL {promise}: {len(points)} points",
                   f"{fired} faults fired, exit status -9 each: {victims(self.tally.victims - before)}",
                   words(broken) or f"{batches * len(calm.names)} photos: 0 lost, 0 doubled", not broken)

    def batch(self, calm, options):
        """A new batch, as the points of a group want it."""
        batch = Batch(self.bench, calm, copy_inputs=options.get("moves"), originals=options.get("originals"),
                      output=KINDS, after="move" if options.get("moves") else "keep")
        if options.get("done"):
            batch.start().wait(timeout=STANDSTILL)
        return batch

    @staticmethod
    def is_used_up(batch, options):
        """Whether another kill might not find enough photos in this batch."""
        unfinished = batch.unfinished()
        return options.get("fresh") or (not options.get("done") and unfinished is not None and unfinished < 15)

    def close(self, batch):
        """Lets the batch finish, and names what is wrong with it."""
        broken = [f"{batch.place.name}: {problem}" for problem in batch.finish()]
        self.tally.undertaker.settle()
        return broken

    def at(self, batch, point):
        """One start that is killed at a point; returns what is wrong, a list of at most one sentence."""
        fault = point.fault(self.bench, self.chance)
        # A reader might read the log again in the supervisor's place.
        process = self.tally.start(batch, fault, measures=point not in RECOVERY)
        until(lambda: process.poll() is not None or (point.role == "worker" and fault.happened()), STANDSTILL)
        happened = fault.happened()
        if not happened:
            process.kill()
            process.wait()
            return [f"{point.name}: it never came to that ({batch.talk()[-200:]})"]
        if point.role == "worker":
            return self.at_worker(batch, point, process, int(happened[0][0]))
        self.tally.undertaker.take()
        batch.dead = [process.pid]
        died = self.tally.count("supervisor", process.returncode == -signal.SIGKILL)
        return [] if died else [f"{point.name}: exit status {process.returncode} and not -9"]

    def at_worker(self, batch, point, process, worker):
        """Kills while a worker stands still at a point of its way, or is dead there by its own hand."""
        if point.do == "tear":
            # Its supervisor says how it ended, of the photo that it worked.
            died = self.tally.count("worker", until(lambda: "killed by signal 9" in batch.talk(), STANDSTILL))
        else:
            until(lambda: state(worker) == "T", STANDSTILL)
            died = self.tally.kill_these(batch, process, point.victim, worker)
        if point.victim == "supervisor":
            os.kill(worker, signal.SIGCONT)  # a late one
        elif process.poll() is None:
            time.sleep(0.3)
            self.tally.kill_these(batch, process, "supervisor", None)
        return [] if died else [f"{point.name}: the end was not seen"]

    def given_up(self):
        """A photo over which Quiver itself dies again and again is put aside, with a record like any other."""
        folder = self.bench.fresh("given-up")
        self.bench.photos(folder / "in", 1)
        config = self.bench.settings(folder, workers={"count": 1})
        deaths = 0
        for _ in range(25):
            fault = Fault(self.bench, order(role="supervisor", call="write", path="socket:*", data='"claim":'))
            process = self.bench.start("run", folder / "in", "--config", config, env=fault.env)
            process.communicate(timeout=STANDSTILL)
            if process.returncode != -signal.SIGKILL:
                break
            deaths += 1
        found = [record["state"] for record in records(folder / "out").values()]
        return Row("a photo over which Quiver itself dies 20 times is put aside, with a record",
                   "SIGKILL of the supervisor at the photo's every claim", f"{deaths} times exit status -9",
                   f"states of records: {found}, exit status {process.returncode}",
                   deaths == 20 and found == ["quarantined"] and process.returncode == 1)
