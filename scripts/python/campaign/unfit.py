"""Queues that cannot be used where they are or as they are: foreign, read-only, on a share, on a full disk."""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing

from campaign import mounts
from campaign.bench import STANDSTILL
from campaign.faults import until
from campaign.fuse import MemoryShare
from campaign.scene import Broken, Scene, look
from campaign.stage import result

PHOTOS = 50
FULL = "disk .*is (not )?full"
LOOKS = (["status"], ["jobs", "list"])


def scenes():
    """All of them."""
    chosen = [(alone,)] + [(instead, kind) for kind in ("a folder", "an empty file", "an unreadable file")]
    chosen += [(foreign, "newer schema"), (foreign, "another program"), (share, "fuse"), (share, "fuse.sshfs")]
    chosen += [(full_at_birth, 0), (full_at_birth, 64 << 10), (older_schema,)]
    return chosen + [(read_only_queue, kind) for kind in ("file", "disk")]


def digest(path):
    """A file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def worked(bench, name, count=PHOTOS):
    """A scene whose photos have all been worked."""
    play = Scene(bench, name, count, output={"annotate": False}).prepare().start("run")
    play.rest()
    if play.verdict().wrong:
        raise Broken(f"{name}: the run before the fault: {play.verdict()}")
    # Whatever is done to the file now must not be put right by a log.
    with closing(sqlite3.connect(play.queue, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):
        play.queue.with_name(play.queue.name + suffix).unlink(missing_ok=True)
    return play


def refused(play, *words, command="run in", status=2):
    """Runs a command that must be refused: its exit status and one sentence with these words; what is wrong, and it."""
    talk = play.ask(*command.split())
    last = (talk.stderr.strip().splitlines() or [""])[-1]
    wrong = [f"exit status {talk.returncode} of {command}"] * (talk.returncode != status)
    return wrong + [f"'{word}' is not in: {last}" for word in words if word not in last], play.short(last)


def instead(bench, name, kind):
    """Something else in the queue's place is told by name, and never a crash."""
    play = worked(bench, name)
    play.queue.unlink()
    options = {}
    if kind == "a folder":
        play.queue.mkdir()
    elif kind == "an empty file":
        play.queue.touch()
    else:
        play.queue.write_bytes(b"SQLite format 3\0")
        play.queue.chmod(0)
        options = {"executable": mounts.humble(bench)}
    wrong, figures, told = [], [], ""
    for command in (*LOOKS, ["run", "in"]):
        talk = play.ask(*command, **options)
        words = (talk.stderr.strip().splitlines() or [""])[-1]
        # An empty file is a queue that has not begun, and a run begins it.
        expected = 0 if kind == "an empty file" and command[0] == "run" else 2
        wrong += [f"{command[0]} ended with {talk.returncode}: {words}"] * (talk.returncode != expected)
        wrong += ["'has not begun' was not said"] * (kind == "an empty file" and expected == 2 and "begun" not in words)
        wrong += [f"{command[0]} does not name it: {words}"] * (talk.returncode == 2 and str(play.queue) not in words)
        figures.append(f"{command[0]} {talk.returncode}")
        told = words if talk.returncode == 2 else told
    return result(instead, f"queue: {kind} in its place", f"\"{play.short(told)}\"",
                  "exit status: " + ", ".join(figures), wrong)


def alone(bench, name):
    """After a run the queue's file alone is the whole queue: its log is folded in, and a copy of it can go on."""
    with Scene(bench, name, 15) as play:
        log, copy = play.queue.with_name(play.queue.name + "-wal"), play.folder / "copy.sqlite"
        wrong, sizes, done = [], [], 0
        for _ in range(6):
            play.start("run")
            play.rest()
            sizes.append(log.stat().st_size if log.exists() else 0)
            shutil.copy(play.queue, copy)
            [(begun,)] = look(copy, "SELECT count(*) FROM sqlite_schema WHERE name = 'job'")
            [(done,)] = look(copy, "SELECT count(*) FROM job WHERE state = 4") if begun else [(0,)]
            wrong += [f"the copy knows {done} of {play.count} photos"] * (done != play.count)
            wrong += play.verdict().wrong
            play.bench.photos(play.inputs, 15, first=play.count)
            play.count += 15
        return result(alone, "only the queue's file is copied, after each of six runs",
                      f"{copy.stat().st_size} bytes copied, logs of {sizes} bytes left",
                      f"{done} of {play.count - 15} photos done in the last copy",
                      wrong + ["a log was left"] * any(sizes))


def foreign(bench, name, kind):
    """A queue of a newer Quiver or of another program is refused with the reason and not changed by a byte."""
    play = worked(bench, name)
    is_newer = kind == "newer schema"
    with closing(sqlite3.connect(play.queue, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA user_version = 99" if is_newer else "PRAGMA application_id = 4711")
    before = digest(play.queue)
    wrong, words = [], ""
    for command in ("run in", "status", "jobs list"):
        found, words = refused(play, str(play.queue), "newer" if is_newer else "another program", command=command,
                               status=5 if is_newer and command == "status" else 2)
        wrong += found
    wrong += ["the file was changed"] * (digest(play.queue) != before)
    wrong += ["a log was left"] * play.queue.with_name(play.queue.name + "-wal").exists()
    return result(foreign, f"queue: {kind}", f"exit 2: \"{words}\"", f"SHA-256 as before: {before[:12]}…", wrong)


def share(bench, name, kind):
    """A queue on a file system that SQLite's log is not safe on is refused with the reason."""
    with MemoryShare(bench.fresh(name + "-share"), kind) as place, Scene(
            bench, name, 10, queue=place.folder / "quiver.sqlite") as play:
        with open("/proc/self/mountinfo") as mountinfo:
            [mount] = [line.split(" - ")[1].split()[0] for line in mountinfo if str(place.folder) in line]
        wrong, words = refused(play, f"type {kind},", "--queue")
        names = os.listdir(place.folder)
        return result(share, f"queue on a file system of type {kind}", f"mounted as {mount}; exit 2: \"{words}\"",
                      "nothing written there (NFS, SMB and 9p: unit tests)", wrong + [f"left: {names}"] * bool(names))


def meet_full_disk(play):
    """Starts a run and waits until it has said something of the full disk or has ended; returns the words."""
    play.start("run")
    until(lambda: play.process.poll() is not None or play.told(FULL), STANDSTILL)
    # One that does not wait for space on the disk ends behind its words.
    until(lambda: play.process.poll() is not None or play.told("^paused "), 10)
    return play.short((play.told(FULL) or ["nothing"])[0])


def go_on(play, filler, words):
    """Makes room, starts again where the run has ended, and returns what is wrong and how it ended."""
    ended = play.process.poll()
    wrong = ["nothing was said of a full disk"] * (words == "nothing")
    wrong += [f"exit status {ended}"] * (ended not in (None, 2))
    for command in LOOKS:
        talk = play.ask(*command)
        wrong += [f"{command[0]} ended with {talk.returncode}: {talk.stderr[-160:]}"] * (talk.returncode not in (0, 2,
                                                                                                                 3))
    filler.remove()
    if ended is not None:
        play.start("run")
    play.rest()
    verdict = play.verdict()
    return wrong + verdict.wrong, f"{'exit 2, then ' if ended == 2 else ''}{verdict.figure}"


def full_at_birth(bench, name, room):
    """A disk that is full when the queue is made: told with the reason, and fine when there is room."""
    with mounts.small(bench.fresh(name + "-disk"), 8 << 20) as disk, Scene(
            bench, name, 20, queue=disk / "quiver.sqlite") as play:
        filler = mounts.Filler(disk, room=room)
        words = meet_full_disk(play)
        proof = filler.proof()
        wrong, figure = go_on(play, filler, words)
        return result(full_at_birth, f"{room >> 10} KiB left when the queue is made",
                      f"{proof} for anybody who writes there; \"{words}\"", figure, wrong)


def older_schema(bench, name):
    """A queue of an older Quiver on a full disk is not brought up to date by halves, and fine when there is room."""
    play = worked(bench, name)
    with closing(sqlite3.connect(play.queue, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        newest = database.execute("PRAGMA user_version").fetchone()[0]
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND (name GLOB 'score_*' "
                                  "OR name IN ('finding_review', 'moved', 'outbox', 'ending', 'forgotten', "
                                  "'likeness', 'photo_fact', 'finding_fact', 'photo_set', 'embedding'))")
        for (table,) in tables.fetchall():
            database.execute(f"DROP TABLE {table}")
        database.execute("DROP INDEX IF EXISTS job_copy")
        if any(column[1] == "changed" for column in database.execute("PRAGMA table_info(job)")):
            database.execute("ALTER TABLE job DROP COLUMN changed")
            database.execute("ALTER TABLE job DROP COLUMN counterpart")
            database.execute("ALTER TABLE pipeline DROP COLUMN successor")
            database.execute("DROP TABLE identity")
        # Queues of that time counted their steps and had no names for them.
        database.execute("DROP TABLE IF EXISTS migration")
        database.execute("PRAGMA user_version = 1")
    with mounts.small(bench.fresh(name + "-disk"), 8 << 20) as disk:
        play.move_queue(shutil.move(play.queue, disk))
        filler = mounts.Filler(disk, room=36 << 10)
        words = meet_full_disk(play)
        kept = look(play.queue, "PRAGMA user_version")[0][0] if play.process.poll() is not None else "?"
        wrong, figure = go_on(play, filler, words)
        now = look(play.queue, "PRAGMA user_version")[0][0]
        wrong += [f"schema {kept} after the full disk"] * (kept not in ("?", 1)) + [f"schema {now}"] * (now != newest)
        return result(older_schema, "36 KiB left when a queue of schema 1 is opened",
                      f"\"{words}\"; schema {kept} on the full disk", f"schema {now} with room; {figure}", wrong)


def read_only_queue(bench, name, kind):
    """A queue that cannot be written is refused by run with the reason; looking at it harms nothing."""
    play = worked(bench, name)
    with mounts.small(bench.fresh(name + "-disk"), 8 << 20) as disk:
        play.move_queue(shutil.move(play.queue, disk))
        if kind == "file":
            play.queue.chmod(0o444)
        else:
            mounts.command("mount", "-o", "remount,ro", disk)
        before, wrong, figures, words = digest(play.queue), [], [], ""
        for command in (*LOOKS, ["run", "in"]):
            talk = play.ask(*command, executable=mounts.humble(bench))
            words = (talk.stderr.strip().splitlines() or [""])[-1]
            allowed = (2,) if command[0] == "run" else (0, 2, 3)
            wrong += [f"{command[0]} ended with {talk.returncode}: {words}"] * (talk.returncode not in allowed)
            wrong += [f"{command[0]} does not name it: {words}"] * (talk.returncode == 2 and str(disk) not in words)
            figures.append(f"{command[0]} {talk.returncode}")
        wrong += ["the file was changed"] * (digest(play.queue) != before)
        return result(read_only_queue, f"queue: read-only {kind}", f"\"{play.short(words)}\"",
                      "exit status: " + ", ".join(figures), wrong)
