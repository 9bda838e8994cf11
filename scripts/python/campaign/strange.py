"""Files as no program expects them: dates of any year, paths of any length, names on lists, files that never rest."""

import os
import tempfile
import threading
import time
from pathlib import Path

from campaign.bench import photo_bytes
from campaign.inbox import Inbox, told

# Seconds since 1970: as far as 64 bits and file systems go, the years 2262, 2400 and 2446, and their likes before 1970.
DATES = [-2**62, -2**33, -9223372037, -1, 0, 9223372036, 9223372037, 13569465600, 15032385535, 2**40, 2**62]


def dates(bench):
    """No date of a file ends a run; photos dated from the beginning of time to its end, among others"""
    box = Inbox(bench, "dates")
    names, stored = [], set()
    # Each file system keeps other dates; one in memory keeps all of them.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as memory:
        for number, seconds in enumerate(DATES * 2):
            folder = box.inputs if number < len(DATES) else Path(memory)
            path = folder / f"{number}.jpg"
            path.write_bytes(photo_bytes(number))
            try:
                os.utime(path, (seconds, seconds))
            except (OSError, OverflowError):
                os.utime(path, (13569465600, 13569465600))
            stored.add(int(os.stat(path).st_mtime))
            names.append(os.fsencode(path))
        done = box.run(box.inputs, memory)
        again = box.run(box.inputs, memory)
    found = box.answers()
    wrong = [name for name in names if [record["state"] for record in found.get(name, [])] != ["done"]]
    if done.returncode or again.returncode:
        wrong.append(f"exit status {done.returncode}, {again.returncode}: {done.stderr[-200:]}")
    kept = not wrong and f"{len(names)} known" in again.stdout
    return f"{len(stored)} different dates by stat, to {max(stored)}", f"{len(found)} records{told(wrong)}", kept


def long_path(folder, data):
    """Writes a file whose path is longer than the system opens."""
    here = os.open(folder, os.O_DIRECTORY)
    for _ in range(17):
        os.mkdir("d" * 250, dir_fd=here)
        deeper = os.open("d" * 250, os.O_DIRECTORY, dir_fd=here)
        os.close(here)
        here = deeper
    file = os.open("far.jpg", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, data)
    os.close(file)
    os.close(here)


def paths(bench):
    """A path that nothing can open ends no run; a photo at a path of 4,258 bytes and more, beside others"""
    box = Inbox(bench, "paths")
    box.put(b"a.jpg", 1)
    long_path(box.inputs, photo_bytes(2))
    begin = time.monotonic()
    done = box.run(box.inputs)
    said = "1 file left out whose path is too long" in done.stdout
    kept = done.returncode == 1 and said and box.ends() == {"done": 1}
    with box.running() as watch:
        watch.wait(lambda: "4095 bytes" in watch.talk, "the sentence")
        ended = watch.stop()
    return ("the file is there, reached step by step",
            f"exit status {done.returncode} after {time.monotonic() - begin:.1f} s, said: {said}",
            kept and ended in (0, 130))


def left_out(bench):
    """What is left out by name is said; holiday.annotated.jpg, invoice#, backup~, set.tmp/a.jpg, .hidden.jpg"""
    box = Inbox(bench, "left-out")
    for number, name in enumerate([b"a.jpg", b"holiday.annotated.jpg", b"invoice#", b"backup~", b"set.tmp/a.jpg",
                                   b".h.jpg"]):
        box.put(name, number)
    done = box.run(box.inputs)
    sentence = "5 left out by name (1 *#, 1 *.annotated.jpg, 1 *.tmp, 1 *~, 1 .*)"
    named = box.run(box.inputs / "holiday.annotated.jpg")
    kept = done.returncode == 0 and sentence in done.stdout and named.returncode == 0 and box.ends() == {"done": 2}
    return "6 files listed", f"said: {[line for line in done.stdout.splitlines() if 'left out' in line]}", kept


class Busy(threading.Thread):
    """Writes to a file ten times a second until it is told to end."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.ended, self.writes = path, threading.Event(), 0

    def run(self):
        while not self.ended.wait(0.1):
            with open(self.path, "ab") as file:
                file.write(b"\0")
            self.writes += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()


def never_rests(box, patience):
    """Lets files settle for so long that no pause of a writer on a slow machine looks like rest."""
    box.config = box.bench.settings(box.folder, watch=[{"path": str(box.inputs), "settle": "3s"}],
                                    output={"annotate": False}, intake={"patience": patience})


def restless(bench):
    """A file that never rests keeps no run from ending; one that is written to ten times a second"""
    box = Inbox(bench, "restless")
    never_rests(box, patience="3s")
    box.put(b"a.jpg", 1)
    with Busy(box.put(b"busy.jpg", 2)) as busy:
        begin = time.monotonic()
        done = box.run()
        seconds = time.monotonic() - begin
        writes = busy.writes
    kept = (done.returncode == 1 and box.ends() == {"done": 1} and "1 not finished" in done.stdout
            and "goes on changing" in done.stderr)
    later = box.run()
    return f"{writes} writes meanwhile", f"ended after {seconds:.1f} s; worked in the next run", (
        kept and later.returncode == 0 and box.ends() == {"done": 2})


def restless_watched(bench):
    """A file that never rests is waited for while watching, and said once; one that is written to ten times a second"""
    box = Inbox(bench, "restless-watched")
    never_rests(box, patience="2s")
    with Busy(box.put(b"busy.jpg", 2)) as busy, box.running() as watch:
        watch.wait(lambda: "goes on changing" in watch.talk, "the sentence")
        box.put(b"a.jpg", 1)
        watch.wait_for_jobs(1)
        time.sleep(4)
        busy.ended.set()
        watch.wait_for_jobs(2)
        said = watch.talk.count("goes on changing")
        ended = watch.stop()
    kept = said == 1 and ended in (0, 130)
    return f"{busy.writes} writes meanwhile", f"said {said} times; worked when it rested", kept


def twins(bench):
    """Of two names that come to the same text both are worked; a\\xFE.jpg and a\\xFF.jpg on the command line"""
    box = Inbox(bench, "twins")
    paths = [box.put(name, number) for number, name in enumerate([b"a\xfe.jpg", b"a\xff.jpg"])]
    done = box.run(*map(os.fsdecode, paths))
    found = box.answers()
    return "both listed", f"{len(found)} records", done.returncode == 0 and sorted(found) == sorted(paths)


def settings(bench):
    """Every setting of a folder is that folder's; two folders, one without sub-folders, one without drafts"""
    box = Inbox(bench, "settings")
    places = [box.folder / "flat", box.folder / "deep"]
    watched = [{"path": str(places[0]), "settle": "300ms", "recursive": False},
               {"path": str(places[1]), "settle": "300ms", "ignore": ["draft*"]}]
    wanted = ["flat/a.jpg", "flat/draft.jpg", "deep/a.jpg", "deep/sub/b.jpg"]
    for verb in ("run", "watch"):
        box = Inbox(bench, "settings", watch=watched)
        for number, place in enumerate(places):
            for index, name in enumerate(["a.jpg", "draft.jpg", "sub/b.jpg"]):
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes(photo_bytes(number * 10 + index))
                os.utime(place / name, (1e9, 1e9))
        if verb == "run":
            box.run()
        else:
            with box.running() as watch:
                watch.wait_until_watching()
                watch.wait_for_jobs(len(wanted))
                time.sleep(1)
                watch.stop()
        found = sorted(os.fsdecode(path).removeprefix(f"{box.folder}/") for path in box.answers())
        if found != sorted(wanted):
            return "6 files in two folders", f"{verb}: {found}", False
    return "6 files in two folders", "run and watch work the same four", True
