"""Links, files and queues of others in the folders that Quiver writes into."""

import ctypes
import json
import os
import threading

from campaign import mounts
from campaign.bench import STANDSTILL, photo_bytes
from campaign.inbox import Inbox, told

EXCHANGE = 2


def planted(bench):
    """What a planted link leads to stays as it is, and the link is named; links at the staging folder, the lock, the
    queue, a folder of results, a photo's crops, done, and the mark of the results' queue"""
    wrong, named = [], 0
    for number, place in enumerate((
            "out/.quiver-staging", "out/quiver.sqlite.lock", "out/quiver.sqlite", "out/.quiver-queue", "out/day",
            "out/day/a.jpg.crops", "in/done")):
        box = Inbox(bench, f"planted-{number}", after="move", output={"crops": True},
                    retry={"attempts": 2, "backoff": "50ms"})
        box.put(b"day/a.jpg", 1)
        outside = box.folder / "outside"
        outside.mkdir()
        victim = outside / "victim"
        victim.write_text("dear")
        link = box.folder / place
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(victim if place.startswith("out/quiver") or place.endswith("queue") else outside)
        done = box.run(box.inputs)
        # A link in the place of a photo's crops costs it a number and no result; it is named as a file of others.
        what = "was not made by Quiver and stays" if place.endswith(".crops") else "symbolic link"
        said = str(link) in done.stderr and what in done.stderr
        named += said
        wrong += [f"{place}: not named: {done.stderr[-200:]}"] * (not said)
        wrong += [f"{place}: {sorted(os.listdir(outside))}"] * (os.listdir(outside) != ["victim"])
        wrong += [f"{place}: the file behind it was changed"] * (victim.read_text() != "dear")
    return "7 links planted", f"{named} named, nothing behind them touched{told(wrong)}", not wrong


def swapped(bench):
    """A folder that is swapped for a link again and again leads Quiver nowhere; the photos' folder by RENAME_EXCHANGE
    in a loop, originals copied"""
    box = Inbox(bench, "swapped", output={"originals": str(bench.folder / "swapped" / "kept")},
                retry={"attempts": 5, "backoff": "50ms"})
    secret = box.folder / "secret"
    secret.mkdir()
    for number in range(64):
        box.put(f"day/{number:03}.jpg".encode(), number)
        (secret / f"{number:03}.jpg").write_bytes(photo_bytes(number)[:-1] + b"!")
    trap = box.folder / "trap"
    trap.symlink_to(secret)
    over, swaps = threading.Event(), 0
    libc = ctypes.CDLL(None, use_errno=True)

    def swap():
        nonlocal swaps
        one, other = os.fsencode(box.inputs / "day"), os.fsencode(trap)
        while not over.is_set():
            swaps += libc.renameat2(-100, one, -100, other, EXCHANGE) == 0
            swaps += libc.renameat2(-100, other, -100, one, EXCHANGE) == 0
            over.wait(0.0005)

    thread = threading.Thread(target=swap)
    with box.running("run") as run:
        thread.start()
        try:
            run.process.wait(STANDSTILL)
        finally:
            over.set()
            thread.join()
    kept = list((box.folder / "kept").rglob("*.jpg"))
    leaked = [path.name for path in kept if path.read_bytes().endswith(b"!")]
    return f"{swaps} swaps", f"{len(kept)} copies, {len(leaked)} of them a secret", swaps > 100 and not leaked


def foreign(bench):
    """A file that is not Quiver's own is never replaced; a record, both tables, an annotated picture and an original"""
    box = Inbox(bench, "foreign", output={"annotate": True, "formats": ["json", "csv", "jsonl"],
                                          "originals": str(bench.folder / "foreign" / "kept")})
    box.put(b"a.jpg", 1)
    (box.folder / "kept").mkdir()
    box.output.mkdir()
    mine = [box.output / name for name in ("a.jpg.json", "a.jpg.annotated.jpg", "results.csv", "results.jsonl")]
    mine.append(box.folder / "kept" / "a.jpg")
    for path in mine:
        path.write_text(f'{{"mine": "{path.name}"}}')
    runs = [box.run(box.inputs) for _ in range(2)]
    lost = [path.name for path in mine if path.read_text() != f'{{"mine": "{path.name}"}}']
    made = sorted(path.name for path in box.output.iterdir() if "-2" in path.name)
    record = json.loads((box.output / "a-2.jpg.json").read_text()) if "a-2.jpg.json" in made else {}
    right = record.get("state") == "done" and len(made) == 4 and all(run.returncode == 0 for run in runs)
    said = all("was not made by Quiver" in run.stderr for run in runs)
    return "5 foreign files", f"{len(lost)} replaced; beside them {', '.join(made)}", right and said and not lost


def reused(bench):
    """No result is lost where names are used again; 20 photos under one name, moved away or overwritten"""
    wrong = []
    for after in ("move", "keep"):
        box = Inbox(bench, f"reused-{after}", after=after, output={"formats": ["json", "jsonl"]})
        with box.running("watch") as watch:
            watch.wait_until_watching()
            for number in range(20):
                box.put(b"snapshot.jpg", number)
                watch.wait(lambda wanted=number + 1: sum(map(len, box.answers().values())) == wanted,
                           f"record {number + 1}")
                if after == "move":
                    # The record comes first; a photo that is overwritten before it is moved lies nowhere.
                    watch.wait(lambda: not (box.inputs / "snapshot.jpg").exists(), f"photo {number + 1} moved away")
            watch.stop()
        records = [record for several in box.answers().values() for record in several]
        rows = (box.output / "results.jsonl").read_text().splitlines()
        wrong += [f"{after}: {len(records)} records, {len(rows)} rows"] * (not len(records) == len(rows) == 20)
        wrong += [f"{after}: a content twice"] * (len({record["source"]["sha256"] for record in records}) != 20)
        moved = [record["source"].get("movedTo") for record in records]
        wrong += ["move: a record does not say where its photo lies"] * (
            after == "move" and not all(path and os.path.exists(path) for path in moved))
    return "2 times 20 photos of one name", f"40 records and rows{told(wrong)}", not wrong


def another_queue(bench):
    """Two queues never share a results' folder; a second one at the same time, and after the first"""
    box = Inbox(bench, "another-queue")
    for number in range(30):
        box.put(f"{number:03}.jpg".encode(), number)
    other = box.folder / "other.sqlite"
    wrong = []
    with box.running("watch") as watch:
        watch.wait_for_jobs(30)
        beside = box.run(box.inputs, "--queue", other)
        watch.stop()
    after = box.run(box.inputs, "--queue", other)
    for when, done in (("beside", beside), ("after", after)):
        wrong += [f"{when}: ended with {done.returncode}"] * (done.returncode != 2)
        wrong += [f"{when}: {done.stderr[-150:]}"] * (str(box.queue) not in done.stderr)
    return "--queue other.sqlite", f"exit 2, the first queue named{told(wrong)}", not wrong


def results_swapped(bench):
    """Nothing is written through a link that takes the place of the results, and that is said; the folder swapped in
    mid-run with the queue elsewhere, and put back"""
    box = Inbox(bench, "results-swapped", queue=str(bench.folder / "results-swapped" / "queue.sqlite"),
                workers={"count": 1})
    for number in range(400):
        box.put(f"{number:03}.jpg".encode(), number)
    outside = box.folder / "outside"
    outside.mkdir()
    aside = box.folder / "aside"
    aside.symlink_to(outside)
    libc, both = ctypes.CDLL(None), (os.fsencode(box.output), os.fsencode(aside))
    with box.running("run") as run:
        run.wait(lambda: len(list(box.output.glob("*.jpg.json"))) > 10, "some records")
        # In one step: where nothing has the name for a moment, Quiver makes the folder anew.
        swapped = libc.renameat2(-100, both[0], -100, both[1], EXCHANGE) == 0
        run.wait(lambda: "symbolic link" in run.talk, "a word about the link")
        through = os.listdir(outside)
        swapped &= libc.renameat2(-100, both[0], -100, both[1], EXCHANGE) == 0
        run.process.wait(STANDSTILL)
    left = box.ends()
    kept = swapped and not through and run.process.returncode == 0 and left == {"done": 400}
    return "swapped after 10 records", f"{len(through)} files behind the link; then {left}", kept


def other_device(bench):
    """Staging on another device costs no photo its result; a small disk mounted on the staging folder before a run"""
    box = Inbox(bench, "other-device", output={"annotate": True})
    for number in range(5):
        box.put(f"{number}.jpg".encode(), number)
    staging = box.output / ".quiver-staging"
    staging.mkdir(parents=True)
    with mounts.small(staging, 8 << 20):
        done = box.run(box.inputs)
    pictures = len(list(box.output.glob("*.annotated.jpg")))
    kept = done.returncode == 0 and box.ends() == {"done": 5} and pictures == 5
    said = told([] if kept else [done.stderr[-200:]])
    return "8 MiB on .quiver-staging", f"{box.ends()}, {pictures} pictures{said}", kept
