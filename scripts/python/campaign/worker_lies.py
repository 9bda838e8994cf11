"""Workers that answer with anything but an answer, or with more than their own: nothing of it is believed."""

import os
import time
from pathlib import Path

from campaign.batch import Batch
from campaign.bench import STANDSTILL, Row, records
from campaign.faults import Fault, order, until, wait, words

ANSWER = {"role": "worker", "call": "write", "path": "pipe:*", "data": '"claim":'}
TIMEOUT = 6
# What a worker says in place of an answer, and the word by which Quiver tells what was wrong with it.
NONSENSE = [
    ("rubbish", "rubbish", "something else than was asked"),
    ("half a line, then its end", "half", "something else than was asked"),
    ("half a line, then silence", "half-and-wait", "something else than was asked"),
    ("nothing", "nothing", "took longer than"),
    ("a line of 1 MB", "mega1", "something else than was asked"),
    ("a line of 100 MB", "mega100", "than"),
    ("its answer under another claim's number", "other", "something else than was asked"),
    ("its answer twice", "twice", "something else than was asked"),
    ("the stages of its work, again and again", "stages", "took longer than"),
    ("nothing, and starts 4,000 threads", "threads", "more than 512 threads"),
    ("that its photo is gone, which lies there", 'lie:ending="gone"', "it lies there as it was"),
    ("that its photo was changed, which it was not", 'lie:ending="changed"', "it lies there as it was"),
    ("that its folder was replaced, which it was not", 'lie:ending="workerMustRestart"', "its folder was replaced"),
]
# A plain arrow but for its score.
ARROW = ('{"id":1,"normalizedX":0,"normalizedY":0,"pixelX":1,"pixelY":1,"distanceFromCenter":0,"clockPositionDeg":0,'
         '"confidence":1,"boundingBox":{"x":0,"y":0,"width":1,"height":1},"kind":"arrow","score":%s,"isX":false,'
         '"distanceMm":0,"distanceToLine":0,"needsReview":false,"reviewReasons":[],"source":"model"}')
# Answers in the right form with values that no photo gives, and the word by which Quiver tells.
LIES = [
    ("two arrows with scores of 2^63-1", f"lie:arrows=[{ARROW % (2**63 - 1)},{ARROW % (2**63 - 1)}]", "an arrow"),
    ("an arrow that counts 11", f"lie:arrows=[{ARROW % 11}]", "an arrow"),
    ("a stage of 1e300 ms", "lie:load=1e300", "a time"),
    ("a stage of -1e300 ms", "lie:load=-1e300", "a time"),
    ("a number beyond all numbers", "lie:load=1e999", "something else than was asked"),
    ("a confidence of 1e300", "lie:confidence=1e300", "a detection"),
    ("a class of 2^63-1", f"lie:classId={2**63 - 1}", "a detection"),
    ("a label that commands terminals", 'lie:label="\\u001b[31m"', "a detection"),
    ("a box 1e300 pixels away", 'lie:box={"x":1e300,"y":0,"width":1,"height":1}', "a detection"),
    ("a picture 2^63-1 pixels wide", f"lie:width={2**63 - 1}", "a"),
    ("an orientation of 2^63-1", f"lie:orientation={2**63 - 1}", "a"),
    ("a format of its own", 'lie:format="exe"', "a"),
    ("301 detections more", "crowd301", "a number of detections"),
    ("150,000 detections more", "crowd150000", "a number of detections"),
]
# What a worker says on its standard error before its third answer, which is right.
TALK = [("1 MB in one line", "shout1"), ("100 MB in one line", "shout100"), ("100,000 lines", "chatter100")]


def rows(bench, calm):
    """One row a lie."""
    for what, action, word in NONSENSE:
        yield nonsense(bench, calm, what, action, word)
    for what, action, word in LIES:
        yield nonsense(bench, calm, what, action, word if word.startswith("something") else f"answered with {word}")
    for what, action in TALK:
        yield talk(bench, calm, what, action)
    yield thief(bench, calm)


def nonsense(bench, calm, what, action, word):
    """A worker says something else in place of its third answer."""
    batch = Batch(bench, calm, workers={"timeout": f"{TIMEOUT}s"})
    fault = Fault(bench, order(**ANSWER, nth=3, do=action))
    process = batch.start(fault)
    ended, peak = ending(process)
    words_of_it = batch.talk()
    happened = fault.happened()
    wrong = [] if ended == 0 else [f"exit status {ended}: {words_of_it[-300:]}"]
    wrong += batch.problems() if ended == 0 else []
    wrong += [] if word in words_of_it else [f"Quiver said: {words_of_it[-300:]}"]
    wrong += charged(batch, 1)
    worker = int(happened[0][0]) if happened else 0
    gone = worker and not os.path.exists(f"/proc/{worker}")
    return Row("a worker that talks nonsense is replaced; its photo keeps its attempts", f"a worker says {what}",
               f"{len(happened)} fault fired, worker {'gone' if gone else 'still there'}, said: {said(words_of_it)}",
               words(wrong) or f"1 photo with 2 attempts, 39 with 1; supervisor's peak {peak} MiB",
               not wrong and bool(gone) and peak < 512)


def talk(bench, calm, what, action):
    """A worker, or a library in it, talks on its standard error without end, and then answers well."""
    batch = Batch(bench, calm, workers={"timeout": "60s"})
    fault = Fault(bench, order(**ANSWER, nth=3, do=action))
    ended, peak = ending(batch.start(fault))
    heard = len(batch.talk()) >> 10
    wrong = batch.problems() if ended == 0 else [f"exit status {ended}: {batch.talk()[-200:]}"]
    return Row("what a worker talks on standard error does no harm", f"a worker talks: {what}",
               f"{len(fault.happened())} fault fired",
               words(wrong) or f"batch as undisturbed, {heard} KiB of it told, supervisor's peak {peak} MiB",
               not wrong and len(fault.happened()) == 1 and peak < 512 and heard < 1024)


def thief(bench, calm):
    """A worker answers with files that are none of its temp files: another's, one through a link, one behind dots."""
    mine = bench.fresh("mine")
    wrong, said_so, fired = [], [], 0
    for number, kind in enumerate(("another's file", "a link among its own", "a path with dots")):
        batch = Batch(bench, calm)
        treasure = mine / f"treasure-{number}.txt"
        treasure.write_text("mine")
        staging = batch.output / ".quiver-staging"
        path = [treasure, "./.quiver-1-thief.tmp", f"./../../../../mine/{treasure.name}"][number]
        fault = Fault(bench, order(**ANSWER, nth=3, do=f"steal:{path}"))
        process = batch.start(fault)
        if number == 1:  # laid once the workers have their folders
            until(lambda: len(folders(staging)) == 2 or process.poll() is not None, STANDSTILL)
            for folder in folders(staging):
                (folder / ".quiver-1-thief.tmp").symlink_to(treasure)
        wait(process, STANDSTILL)
        fired += len(fault.happened())
        said_so.append(said(batch.talk()))
        if not treasure.exists() or treasure.read_text() != "mine":
            wrong.append(f"{kind}: it is gone from its place")
        if any(path.is_symlink() or (path.name.endswith(".jpg") and path.read_bytes() == b"mine")
               for path in batch.output.iterdir()):
            wrong.append(f"{kind}: it has come among the results")
        wrong += [f"{kind}: {problem}" for problem in batch.finish()] + charged(batch, 1)
    return Row("a worker cannot have the supervisor move or remove files that are not its own",
               "3 answers that name another's file, a link, a path with dots",
               f"{fired} faults fired, said: {said_so[0]}", words(wrong) or "3 files untouched, batches as undisturbed",
               not wrong and fired == 3)


def folders(staging):
    """The folders of the workers that run."""
    return [path for path in staging.glob("*") if path.is_dir()]


def charged(batch, photos):
    """Complaints unless exactly so many photos were charged with one crash each, here and in their records."""
    jobs = batch.ask("SELECT attempts, crashes FROM job WHERE crashes > 0 OR attempts <> 1")
    tried = sorted(record["attempts"] for record in records(batch.output).values() if record["attempts"] != 1)
    wrong = [] if jobs == [(2, 1)] * photos else [f"attempts and crashes in the queue: {jobs[:5]}"]
    return wrong + ([] if tried == [2] * photos else [f"attempts in the records: {tried}"])


def ending(process):
    """The exit status, and the most memory that the supervisor had, in MiB."""
    peak, end = 0, time.monotonic() + STANDSTILL
    while process.poll() is None and time.monotonic() < end:
        try:
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        except OSError:
            break
        peak = max([peak] + [int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")])
        time.sleep(0.01)
    wait(process, 10)
    if process.poll() is None:
        process.kill()
        process.wait()
        return "none: it hangs", peak
    return process.returncode, peak


def said(talk):
    """What Quiver said of the photo that has to wait."""
    return next((line.split(": ", 1)[-1] for line in talk.splitlines() if line.startswith("waits")), "nothing")
