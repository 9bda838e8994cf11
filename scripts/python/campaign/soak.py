"""One run over many pictures: memory, descriptors, the log and the pace must not grow or shrink with their number.

Meanwhile others look on: `status`, `jobs list`, a reader of their own and a second watcher, none of which may meet a
lock.
"""

import contextlib
import os
import sqlite3
import statistics
import subprocess
import threading
import time
from pathlib import Path

from campaign.bench import ROOT, STANDSTILL, Row, age, children, photo_bytes, records

# Larger pictures among the small ones, so that memory is given back in all sizes.
EVERY = 25


def run(bench):
    """50,000 pictures by hand, 6,000 in the short form."""
    count = 50_000 if bench.long else 6_000
    yield from soak(bench, count)
    if bench.long:
        yield from allocators(bench, 5_000)


def pictures(folder, count):
    """Pictures of different content: mostly tiny, now and then one from a camera's size."""
    samples = [path.read_bytes() for path in sorted((ROOT / "samples" / "photos").rglob("*.jpg"))[:6]]
    for number in range(count):
        place = folder / f"{number // 1000:03}" / f"{number:06}.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        if number % EVERY == 0:
            place.write_bytes(samples[number // EVERY % len(samples)] + str(number).encode())
        else:
            place.write_bytes(photo_bytes(number))
        age(place)


class Watch:
    """Looks at a running Quiver twice a second: pace, memory, descriptors, the size of the log."""

    def __init__(self, process, queue, every=0.5):
        self.process, self.queue, self.every = process, queue, every
        self.samples, self.stop = [], threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        """Takes a sample until told to stop."""
        while not self.stop.wait(self.every):
            with contextlib.suppress(OSError, sqlite3.Error, ValueError, IndexError):
                done = int(answered(self.queue))
                workers = children(self.process)
                wal = Path(f"{self.queue}-wal")
                self.samples.append({
                    "time": time.monotonic(), "done": done, "supervisor": resident(self.process.pid),
                    "workers": max((resident(pid) for pid in workers), default=0),
                    "files": descriptors(self.process.pid),
                    "worker files": max((descriptors(pid) for pid in workers), default=0),
                    "log": wal.stat().st_size if wal.exists() else 0})

    def end(self):
        """Stops looking."""
        self.stop.set()
        self.thread.join()


# The exit status of `quiver status` where no supervisor runs.
DOWN = 3


class Lookers:
    """All that may look at a queue while it is worked, again and again, and what they complained of."""

    def __init__(self, bench, folder, settings, queue, process):
        self.process = process
        self.bench, self.settings, self.queue, self.looks, self.locked = bench, settings, queue, 0, []
        self.stop = threading.Event()
        elsewhere = bench.fresh("elsewhere")
        other = bench.settings(elsewhere, queue=str(elsewhere / "other.sqlite"))
        self.watcher = bench.start("watch", folder, "--config", other, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, cwd=elsewhere)
        self.threads = [threading.Thread(target=job) for job in (self.commands, self.reader)]
        for thread in self.threads:
            thread.start()

    def commands(self):
        """`status` and `jobs list` in turn."""
        while not self.stop.wait(0.2):
            for words in (["status"], ["jobs", "list", "--limit", "50"]):
                done = self.bench.run(*words, "--config", self.settings)
                self.note(0 if done.returncode == DOWN and self.is_ending() else done.returncode, done.stderr)

    def is_ending(self):
        """Whether the run is over, or just ending: no supervisor works the queue then, and `status` says so."""
        try:
            self.process.wait(120)
        except subprocess.TimeoutExpired:
            return False
        return True

    def reader(self):
        """A program of somebody else's that reads the database, without any patience for locks."""
        while not self.stop.wait(0.05):
            try:
                with contextlib.closing(sqlite3.connect(f"file:{self.queue}?mode=ro", uri=True, timeout=0)) as database:
                    database.execute("SELECT id, state, name FROM job ORDER BY id DESC LIMIT 200").fetchall()
                self.note(0, "")
            except sqlite3.Error as error:
                # The last one to close a database locks it for that moment, to put its log away.
                closing = "locked" in str(error) and self.is_ending()
                self.note(*((0, "") if closing else (1, str(error))))

    def note(self, status, words):
        """Counts a look and keeps what went wrong."""
        self.looks += 1
        if status != 0 or "locked" in words:
            self.locked.append(words.strip()[-200:])

    def end(self):
        """Ends them all."""
        self.stop.set()
        for thread in self.threads:
            thread.join()
        self.watcher.terminate()
        self.watcher.wait(STANDSTILL)


def soak(bench, count, env=None):
    """One run with lookers, and what was seen of it."""
    folder = bench.fresh("soak")
    pictures(folder / "in", count)
    # A second watcher that worked the same pictures would halve the pace: it has a handful of its own.
    bench.photos(folder / "beside", 50)
    settings = bench.settings(folder, output={"annotate": False}, workers={"recycle": 1_000_000})
    queue = folder / "out" / "quiver.sqlite"
    log = open(folder / "talk", "w")
    process = bench.start("run", folder / "in", "--config", settings, env=env, stdout=log, stderr=log)
    watch = Watch(process, queue, 0.5 if bench.long else 0.1)
    while not begun(queue) and process.poll() is None:
        time.sleep(0.05)
    lookers = Lookers(bench, folder / "beside", settings, queue, process)
    status = process.wait()
    watch.end()
    lookers.end()
    assert status == 0, f"the run ended with {status}: {(folder / 'talk').read_text()[-500:]}"
    found = records(folder / "out")
    done = sum(record["state"] == "done" for record in found.values())
    yield Row("every picture has its record", f"{count:,} pictures in one run", f"exit status {status}",
              f"{done:,} done of {len(found):,} records", status == 0 and done == len(found) == count)

    # The supervisor takes what it will need with the first three thousand pictures, half of a short run; over the fifty
    # thousand of a long one it then stays where it is.
    begins = (0.05, 0.25) if bench.long else (0.4, 0.6)
    first, last = part(watch.samples, *begins, count), part(watch.samples, 0.8, 1.0, count)
    for who, limit in (("supervisor", 1.05), ("workers", 1.05)):
        early, late = (statistics.median(sample[who] for sample in which) for which in (first, last))
        yield Row(f"the memory of the {who} does not grow", f"{count:,} pictures", f"{len(watch.samples)} looks",
                  f"{early:.0f} MiB in the {'first' if bench.long else 'middle'} fifth, "
                  f"{late:.0f} MiB in the last ({late / early - 1:+.1%})",
                  late <= early * limit or (not bench.long and late <= early + 16))
    for who in ("files", "worker files"):
        early, late = (max(sample[who] for sample in which) for which in (first, last))
        yield Row(f"no descriptor is forgotten ({who})", f"{count:,} pictures", "counted in /proc",
                  f"{early}, then {late}",
                  late <= early + 2)
    largest = max(sample["log"] for sample in watch.samples)
    yield Row("the database's log stays small", "readers all the time", f"{lookers.looks:,} looks of others",
              f"at most {largest / 2**20:.1f} MiB", largest <= 64 * 2**20)
    if bench.long:  # the short form is too short to judge a pace by
        early, late = pace(watch.samples, 0.05, 0.15, count), pace(watch.samples, 0.9, 1.0, count)
        yield Row("the pace does not fall", f"{count:,} pictures", "from 5 % to 15 %, and the last tenth",
                  f"{early:.0f} pictures/s, then {late:.0f} ({late / early - 1:+.1%})", late >= 0.9 * early)
    yield Row("readers meet no lock", "status, jobs, a reader, a second watcher", f"{lookers.looks:,} looks",
              f"{len(lookers.locked)} complaints" + (f": {lookers.locked[0]}" if lookers.locked else ""),
              not lookers.locked and lookers.looks > 20)


def allocators(bench, count):
    """The same pictures with other settings of the C library's allocator: peak memory of the workers."""
    figures, statuses = [], []
    for name, env in (("as it comes", {}), ("MALLOC_ARENA_MAX=2", {"MALLOC_ARENA_MAX": "2"}),
                      ("MALLOC_ARENA_MAX=1", {"MALLOC_ARENA_MAX": "1"}), ("jemalloc", jemalloc())):
        if env is None:
            continue
        folder = bench.fresh("allocator")
        pictures(folder / "in", count)
        settings = bench.settings(folder, output={"annotate": True}, workers={"recycle": 1_000_000})
        process = bench.start("run", folder / "in", "--config", settings, env=env, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
        watch, begin = Watch(process, folder / "out" / "quiver.sqlite"), time.monotonic()
        statuses.append(process.wait())
        watch.end()
        late = part(watch.samples, 0.8, 1.0, count)
        figures.append(f"{name}: {statistics.median(s['workers'] for s in late):.0f} MiB, "
                       f"{count / (time.monotonic() - begin):.0f}/s")
    yield Row("the allocator was chosen by measuring", f"{count:,} annotated pictures each",
              "largest worker, last fifth",
              "; ".join(figures), not any(statuses) and len(figures) >= 3)


def jemalloc():
    """Where jemalloc is installed, what makes a program use it; else None."""
    found = sorted(Path("/usr/lib").glob("*/libjemalloc.so.2"))
    return {"LD_PRELOAD": str(found[0])} if found else None


def part(samples, begin, end, count):
    """The samples between two shares of the work."""
    chosen = [sample for sample in samples if begin * count <= sample["done"] <= end * count]
    assert chosen, f"no look fell between {begin:.0%} and {end:.0%} of the work; it has gone too fast"
    return chosen


def pace(samples, begin, end, count):
    """Pictures a second between two shares of the work."""
    chosen = part(samples, begin, end, count)
    seconds = chosen[-1]["time"] - chosen[0]["time"]
    return (chosen[-1]["done"] - chosen[0]["done"]) / seconds if seconds > 0 else 0.0


def begun(queue):
    """Whether there is a queue to look at."""
    with contextlib.suppress(sqlite3.Error):
        return answered(queue) >= 0
    return False


def answered(queue):
    """How many pictures have ended, by the queue's own count; a short look."""
    with contextlib.closing(sqlite3.connect(f"file:{queue}?mode=ro", uri=True, timeout=60)) as database:
        return database.execute("SELECT coalesce(sum(jobs), 0) FROM tally WHERE state = 4").fetchone()[0]


def resident(pid):
    """Resident MiB of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def descriptors(pid):
    """Open descriptors of a process."""
    return len(os.listdir(f"/proc/{pid}/fd"))
