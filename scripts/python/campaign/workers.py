"""Workers that are late, that lie, or that die while they wait: replaced, at no photo's cost but their own."""

import os
import signal
import time
from pathlib import Path

from campaign import worker_lies
from campaign.batch import Batch, Calm, picture
from campaign.bench import STANDSTILL, Row, age, children, leftovers, records
from campaign.faults import Fault, Undertaker, order, state, until, wait, words
from campaign.worker_lies import ANSWER, TIMEOUT, charged, said


def run(bench):
    """Every row about workers."""
    with Undertaker() as undertaker:
        calm = Calm(bench, "calm", 40, first=1000)
        yield from worker_lies.rows(bench, calm)
        yield overdue(bench, calm)
        yield suspended(bench, calm)
        staging = {"role": "worker", "path": "*/.quiver-staging/*"}
        for where, orders in [("before its answer", ANSWER), ("before its temp file", staging | {"call": "open"}),
                              ("in its temp file", staging | {"call": "fsync"})]:
            for when in ("while the next works", "when all is done"):
                yield late(bench, calm, undertaker, where, orders, when)
        yield idle(bench)


def overdue(bench, calm):
    """A worker is stopped over a photo for longer than its time, and goes on then."""
    batch = Batch(bench, calm, workers={"timeout": f"{TIMEOUT}s"})
    fault = Fault(bench, order(**ANSWER, nth=3, do="stop"))
    process = batch.start(fault)
    worker, stopped = stopped_worker(fault, process, batch)
    began = time.monotonic()
    killed = until(lambda: state(worker) is None, STANDSTILL)
    took = time.monotonic() - began
    try:
        os.kill(worker, signal.SIGCONT)
        late_words = "it lives on"
    except ProcessLookupError:
        late_words = "nobody there to go on"
    wait(process, STANDSTILL)
    wrong = batch.problems() if process.returncode == 0 else [f"exit status {process.returncode}"]
    wrong += charged(batch, 1)
    return Row("a worker beyond its time is killed; its late answer overwrites nothing",
               f"SIGSTOP for more than {TIMEOUT} s, SIGCONT",
               f"state T seen: {stopped}; after SIGCONT: {late_words}; said: {said(batch.talk())}",
               words(wrong) or f"gone {took:.1f} s after the stop; the batch is as undisturbed",
               stopped and killed and not wrong and late_words != "it lives on")


def suspended(bench, calm):
    """Quiver itself stands still for longer than a photo's time, as a laptop's lid or Ctrl-Z does it."""
    # One worker: the batch must not end between the two stops.
    batch = Batch(bench, calm, workers={"timeout": f"{TIMEOUT}s", "count": 1})
    process = batch.start()
    until(lambda: batch.has_told() or process.poll() is not None, STANDSTILL)
    stopped = 0
    for _ in range(2):
        process.send_signal(signal.SIGSTOP)
        stopped += until(lambda: state(process.pid) == "T", STANDSTILL)
        time.sleep(1.5 * TIMEOUT)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.1)
    wait(process, STANDSTILL)
    wrong = batch.problems() if process.returncode == 0 else [f"exit status {process.returncode}"]
    wrong += charged(batch, 0)
    return Row("no photo pays for a Quiver that was suspended",
               f"SIGSTOP of the supervisor for {1.5 * TIMEOUT:.0f} s, twice", f"state T seen {stopped} times",
               words(wrong) or f"{len(calm.names)} photos with 1 attempt each",
               stopped == 2 and not wrong)


def late(bench, calm, undertaker, where, orders, when):
    """A worker is stopped, its supervisor killed, the photo worked by the next; then the old worker goes on."""
    batch = Batch(bench, calm)
    fault = Fault(bench, order(**orders, nth=3, do="stop"))
    process = batch.start(fault)
    worker, stopped = stopped_worker(fault, process, batch)
    process.kill()
    dead = process.wait() == -signal.SIGKILL
    following = batch.start()
    before = None
    if when == "when all is done":
        wait(following, STANDSTILL)
        before = snapshot(batch.output)
    else:
        until(lambda: any(batch.output.glob("*.json")) and batch.unfinished() < 35, STANDSTILL)
    hit = (following.poll() is None) == (before is None)
    os.kill(worker, signal.SIGCONT)
    wait(following, STANDSTILL)
    ends = []
    until(lambda: ends.append(undertaker.end_of(worker)) or ends[-1] is not None, STANDSTILL)
    wrong = [] if ends[-1] is not None else ["the old worker lives on"]
    after = {name: stamp for name, stamp in snapshot(batch.output).items() if not name.endswith(".tmp")}
    if before is not None and before != after:
        wrong.append(f"changed by the late worker: {sorted(name for name in after if after[name] != before.get(name))}")
    left = leftovers(batch.output)
    wrong += batch.finish()
    return Row("an old worker's late answer changes nothing",
               f"SIGSTOP {where}, SIGKILL of its supervisor, SIGCONT {when}",
               f"state T seen: {stopped}, supervisor's status -9: {dead}, in time: {hit}, it ended with {ends[-1]}",
               words(wrong) or f"as undisturbed; {len(left)} temp files at its end, 0 after the next run",
               stopped and dead and hit and not wrong)


def idle(bench):
    """A worker is killed while it waits, as for want of memory, once a photo: no photo is to blame."""
    times = 3
    folder = bench.fresh("idle")
    (folder / "in").mkdir()
    config = bench.settings(folder, workers={"count": 1})
    talk = open(folder / "talk.txt", "wb")
    process = bench.start("watch", folder / "in", "--config", config, stdout=talk, stderr=talk)
    killed = 0
    for number in range(times):
        until(lambda: len(children(process)) == 1 and rests(children(process)[0]), STANDSTILL)
        for worker in children(process):
            os.kill(worker, signal.SIGKILL)
            # Its supervisor takes it away and has another in its place, before any photo comes.
            killed += until(lambda: state(worker) is None and bool(children(process)), STANDSTILL)
        path = folder / "in" / f"{number}.png"
        path.write_bytes(picture(number))
        age(path)
        record = folder / "out" / f"{number}.png.json"
        if not until(lambda record=record: record.exists() or process.poll() is not None, STANDSTILL):
            break
    process.terminate()
    wait(process, STANDSTILL)
    talk.close()
    found = [(record["state"], record["attempts"]) for record in records(folder / "out").values()]
    end = (folder / "talk.txt").read_text()[-200:]
    well = found == [("done", 1)] * times
    return Row("a worker that dies while it waits costs no photo an attempt", f"SIGKILL of an idle worker, {times}x",
               f"{killed} killed, taken away and replaced while nothing was to be worked",
               f"state and attempts: {found}" if well else words([found, end]),
               killed == times and well)


def rests(worker):
    """Whether a worker waits and has computed nothing for a second: it has loaded all that it needs."""
    try:
        before = cpu(worker)
        time.sleep(1)
        return state(worker) == "S" and cpu(worker) == before
    except OSError:
        return False


def cpu(pid):
    """The CPU time of a process so far, in ticks."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))


def stopped_worker(fault, process, batch):
    """The worker that a fault has stopped, and whether it was seen to stand still."""
    until(lambda: fault.happened() or process.poll() is not None, STANDSTILL)
    if not fault.happened():
        process.kill()
        process.wait()
        raise AssertionError(f"no worker came to the point where it was to be stopped: {batch.talk()[-500:]}")
    worker = int(fault.happened()[0][0])
    return worker, until(lambda: state(worker) == "T", STANDSTILL)


def snapshot(output):
    """Every file below a folder with its bytes and the moment of its last change."""
    return {str(path.relative_to(output)): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in Path(output).rglob("*") if path.is_file() and ".sqlite" not in path.name}
