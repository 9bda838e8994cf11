"""Many files, many folders, deep folders, many rows."""

import json
import os
import sqlite3
import time
from contextlib import closing

from campaign.bench import integrity
from campaign.inbox import Inbox, told

# What a run writes as it comes: the records, and one row of each table for every finding or photo.
TABLES = {"formats": ["json", "csv", "jsonl"]}


def one_folder(bench):
    """A folder of any size is taken in, with little memory, and costs little once it is known;
    300,000 files in one folder (short: 5,000), half of them broken, all tables written, then a run with nothing new"""
    count = 300_000 if bench.long else 5_000
    box = Inbox(bench, "crowd", output=TABLES)
    for number in range(count):
        # What cannot be read is answered at once, so that the crowd costs less than its work would.
        box.put(b"%06d.jpg" % number, number, None if number % 2 else b"no picture, number %d" % number)
    with box.running("run") as run:
        taken = peak = 0.0
        while run.process.poll() is None:
            peak = max(peak, run.memory())
            taken = taken or intake_time(run, count)
            time.sleep(0.2)
        seconds = time.monotonic() - run.begin
        status = run.process.returncode
    records = sum(name.endswith(".jpg.json") for name in os.listdir(box.output))
    halves = {"done": count // 2, "failed": count // 2}
    tables = sum(entry.stat().st_size for entry in os.scandir(box.output) if entry.name.startswith("results."))
    again, written = nothing_new(box)
    kept = (status == 1 and records == count and box.states() == halves and peak < 400
            and tables > 100 * count and written < tables / 4)
    proof = f"{sum(entry.is_file() for entry in os.scandir(box.inputs)):,} files listed"
    figure = (f"{records:,} records; in the queue after {taken:.1f} s, all answered after {seconds:.0f} s, "
              f"supervisor {peak:.0f} MiB; nothing new: {again:.1f} s, {written / (1 << 20):.1f} MiB written beside "
              f"tables of "
              f"{tables >> 20} MiB")
    return proof, figure, kept


def nothing_new(box):
    """A run over what is known: its seconds, and the bytes that it wrote."""
    with box.running("run") as run:
        written = 0
        while run.process.poll() is None:
            written = max(written, transferred(run.process.pid, "wchar"))
            time.sleep(0.02)
        return time.monotonic() - run.begin, written


def copies(bench):
    """A copy costs no more than another photo; 4,000 files of one content (short: 500), and as many different ones"""
    count = 4_000 if bench.long else 500
    seconds, wrong = {}, []
    for name in ("different", "copies"):
        box = Inbox(bench, f"crowd-{name}", output=TABLES)
        for number in range(count):
            box.put(b"%05d.jpg" % number, number if name == "different" else 0)
        begin = time.monotonic()
        status = box.run(box.inputs, timeout=600).returncode
        seconds[name] = time.monotonic() - begin
        done = box.states()
        wrong += [f"{name}: exit {status}, {done}"] * (status != 0 or done != {"done": count})
    wrong += ["copies cost more"] * (seconds["copies"] > 1.5 * seconds["different"] + 2)
    return f"{count:,} files of one content", (
        f"{count:,} records; {seconds['copies']:.1f} s, as many different ones {seconds['different']:.1f} "
        f"s{told(wrong)}"
    ), not wrong


def one_name(bench):
    """A name that was used often costs no more than another; 10,000 results of one name (short: 1,000), then three
    more"""
    count = 10_000 if bench.long else 1_000
    box = Inbox(bench, "crowd-name")
    box.put(b"snapshot.jpg", 0)
    box.run(box.inputs)
    record = json.loads((box.output / "snapshot.jpg.json").read_text())
    for number in range(2, count + 1):
        record["source"]["sha256"] = f"{number:064x}"
        (box.output / f"snapshot-{number}.jpg.json").write_text(json.dumps(record))
    seconds = []
    with box.running("watch") as watch:
        watch.wait_until_watching()
        # What a photo of another name takes on this machine.
        begin = time.monotonic()
        box.put(b"other.jpg", count + 4)
        watch.wait((box.output / "other.jpg.json").exists, "the record of another name")
        other = time.monotonic() - begin
        for number in range(count + 1, count + 4):
            begin = time.monotonic()
            box.put(b"snapshot.jpg", number)
            place = box.output / f"snapshot-{number}.jpg.json"
            watch.wait(place.exists, f"the record {place.name}")
            seconds.append(time.monotonic() - begin)
        watch.stop()
    kept = max(seconds[1:]) < max(2, 4 * other)
    return f"{count:,} records of one name", (
        "a new photo of the name has its record after " + ", ".join(f"{value:.1f}" for value in seconds) + " s"), kept


def intake_time(run, count):
    """The seconds after which every photo was in the queue, or 0 while some are not."""
    try:
        return time.monotonic() - run.begin if sum(run.inbox.states().values()) == count else 0.0
    except sqlite3.Error:
        return 0.0


def many_folders(bench):
    """Folders are watched however many and however fast they come; 2,000 folders while watching (short: 300)"""
    count = 2_000 if bench.long else 300
    box = Inbox(bench, "folders")
    for number in range(count // 2):
        box.put(b"%04d/a.jpg" % number, number)
    with box.running() as watch:
        watch.wait_until_watching()
        for number in range(count // 2, count):
            box.put(b"%04d/a.jpg" % number, number)
        watch.wait_for_jobs(count)
        for number in range(0, count, 10):
            box.put(b"%04d/b.jpg" % number, count + number)
        late = watch.wait_for_jobs(count + count // 10)
        roots = watch.roots()
        watch.stop()
    answers = box.answers()
    kept = len(answers) == count + count // 10 and ": events on" in roots
    return f"{len(next(os.walk(box.inputs))[1]):,} folders, half of them made while watching", (
        f"{len(answers):,} records; the last {count // 10} written into old folders, done {late:.1f} s later"), kept


def deep(bench):
    """A deep tree is walked; folders 200 deep, then 300, where the limit is said"""
    box = Inbox(bench, "deep")
    folder = b""
    for depth in range(300):
        folder = os.path.join(folder, b"d")
        if depth % 50 == 49:
            box.put(os.path.join(folder, b"a.jpg"), depth)
    with box.running() as watch:
        watch.wait_until_watching()
        box.put(b"d/" * 200 + b"late.jpg", 1000)
        watch.wait_for_jobs(6)
        watch.stop()
        talk = watch.talk
    found = sorted(path.count(b"/d") for path in box.answers())
    kept = len(found) == 6 and "lies below more than 255 others" in talk
    return "folders 300 deep", f"photos at depths {found}; deeper ones are named in a warning" + (
        "" if kept else f"; WRONG: {talk[-300:]}"), kept


def rows(bench):
    """A queue of a million rows stays quick; 1,000,000 finished photos, then 1,000 new ones (long form)"""
    if not bench.long:
        return None
    million = 1_000_000
    box = Inbox(bench, "rows", output=TABLES)
    for number in range(20):
        box.put(b"seed%02d.jpg" % number, number)
    box.run(box.inputs)
    multiply(box.queue, million)
    seconds = {}
    for name, words in [("status", ["status"]), ("jobs list", ["jobs", "list", "--limit", "100"])]:
        begin = time.monotonic()
        done = box.bench.run(*words, "--config", box.config, timeout=120)
        seconds[name] = time.monotonic() - begin
        # No supervisor works the queue, which `status` tells with 3.
        if done.returncode != (3 if name == "status" else 0):
            return "", f"{name}: {done.stderr[-300:]}", False
    # The tables of a queue that grew by itself hold its photos already.
    box.run(box.inputs, timeout=3600)
    tables = sum(entry.stat().st_size for entry in os.scandir(box.output) if entry.name.startswith("results."))
    for number in range(1000):
        box.put(b"new%04d.jpg" % number, 5000 + number)
    with box.running("run") as run:
        read = 0
        while run.process.poll() is None:
            read = max(read, transferred(run.process.pid, "rchar"))
            time.sleep(0.1)
        seconds["run of 1,000 new"] = time.monotonic() - run.begin
        status, talk = run.process.returncode, run.talk
    total = sum(box.states().values())
    kept = (status == 0 and total == million + 1020 and integrity(box.queue) == "ok" and seconds["status"] < 5
            and seconds["jobs list"] < 5 and read < 4 << 30)
    size = box.queue.stat().st_size >> 20
    figure = ", ".join(f"{name} {value:.1f} s" for name, value in seconds.items())
    return f"{total:,} rows counted, {size} MiB, tables of {tables >> 20} MiB", (
        f"{figure} with {read >> 20:,} MiB read, exit {status}{told([] if kept else [talk[-300:]])}"), kept


def transferred(process, kind):
    """The bytes that a process has read (`rchar`) or written (`wchar`) so far; 0 where it has ended."""
    try:
        with open(f"/proc/{process}/io") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(kind))
    except OSError:
        return 0


def multiply(queue, count):
    """Copies finished jobs of a queue until there are so many more of them, as if they had been worked long ago."""
    with closing(sqlite3.connect(queue)) as connection, connection as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(job)") if row[1] != "id"]
        made = {"name": "CAST('old' || n || '.jpg' AS BLOB)", "content_head": "n * 2654435761",
                "output": "CAST('old' || n || '.jpg.json' AS BLOB)"}
        values = ", ".join(made.get(column, column) for column in columns)
        first, = database.execute("SELECT min(id) FROM job WHERE state = 4").fetchone()
        numbers = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?) "
        database.execute(f"INSERT INTO job ({', '.join(columns)}) {numbers} SELECT {values} FROM number, job "
                         "WHERE job.id = ?", (count, first))
        database.execute("INSERT INTO result SELECT job.id, record FROM job, (SELECT record FROM result WHERE job = ?) "
                         "WHERE job.id NOT IN (SELECT job FROM result) AND state = 4", (first,))
        # A job is found by the first four bytes of its content, as a signed number.
        database.execute("INSERT INTO old SELECT CASE WHEN content_head & 2147483648 THEN "
                         "(content_head & 4294967295) - 4294967296 ELSE content_head & 4294967295 END, id FROM job "
                         "WHERE state = 4 AND name LIKE 'old%'")
        # The counts of jobs that are done, of numbers given out, and of the table of old contents.
        database.executemany("INSERT INTO tally VALUES (?, ?) ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs",
                             [(4, count), (101, count), (103, count)])
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
