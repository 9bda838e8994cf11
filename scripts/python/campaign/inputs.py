"""Single files that are hard to take: their names, their kinds, their sizes, their permissions, their end."""

import hashlib
import os
import shutil
import signal
import socket
import stat
import time

from campaign.bench import STANDSTILL, children, photo_bytes
from campaign.inbox import Inbox, peak_memory, told
from campaign.mounts import humble

NAMES = [
    b"x" * 251 + b".jpg", "é".encode() * 125 + b".jpg", b"new\nline.jpg", "\N{BOW AND ARROW} Zoë.jpg".encode(),
    b"double\"quote.jpg", b"single'quote.jpg", b"back\\slash.jpg", b"-dash.jpg", b"--output.jpg", b"trailing.jpg ",
    b" leading.jpg", b"tab\t.jpg", b"\x1b[31mred.jpg", b"\x7f.jpg", b"\xff\xfe.jpg", b"%FF%FE.jpg", b"pct%41.jpg",
    b"pctA.jpg", b"\xe2\x80\xae.gpj.jpg", b"caf\xe9.jpg", b"a.jpg.json.jpg", b"\xff/in.jpg", b"\xfe\n/in.jpg",
    b"%FF/in.jpg", b"day 1/a.jpg", b"day 1./a.jpg", b"deep\xc3/\xa9.jpg",
]


def names(bench):
    """Every name gets its own record, which names it unambiguously;
    255 bytes, newlines, quotes, escapes, bytes that are not UTF-8"""
    wrong = []
    for verb in ("run", "watch"):
        box = Inbox(bench, f"names-{verb}")
        if verb == "run":
            hashes = fill(box)
            kept = box.run(box.inputs).returncode == 0
        else:
            with box.running() as watch:
                watch.wait_until_watching()
                hashes = fill(box)
                watch.wait_for_jobs(len(NAMES))
                kept = watch.stop() == 0
        wrong += [] if kept else [f"{verb}: another exit status"]
        wrong += compare(verb, hashes, box.answers())
    listed = sum(name in os.listdir(os.path.join(os.fsencode(box.inputs))) for name in NAMES if b"/" not in name)
    proof = f"{listed} names in one folder by their bytes, longest {max(map(len, NAMES))}"
    return proof, f"2 × {len(NAMES)} names, {2 * len(NAMES) - len(wrong)} as they should{told(wrong)}", not wrong


def fill(box):
    """One photo of each name; the content's hash by path."""
    hashes = {}
    for number, name in enumerate(NAMES):
        hashes[box.put(name, number)] = hashlib.sha256(photo_bytes(number)).hexdigest()
    return hashes


def compare(verb, hashes, answers):
    """What is not as it should be: one record for each path, done, and of its own content."""
    wrong = [f"{verb}: a record of {path!a}, which is not there" for path in answers.keys() - hashes.keys()]
    for path, expected in hashes.items():
        records = answers.get(path, [])
        found = [(record["state"], record["source"]["sha256"]) for record in records]
        if found != [("done", expected)]:
            wrong.append(f"{verb}: {path!a} has {found}")
    return wrong


def specials(bench):
    """What is no regular file is never opened;
    FIFOs, sockets and devices named *.jpg, also named directly, also while watching"""
    box = Inbox(bench, "specials")
    box.put(b"plain.jpg", 3)
    begin = time.monotonic()
    box.run(box.inputs)
    plain = time.monotonic() - begin
    kinds = make_specials(box.inputs, "a")
    box.put(b"photo.jpg", 1)
    begin = time.monotonic()
    done = box.run(box.inputs)
    alone = box.run(box.inputs / "a-fifo.jpg")
    seconds = time.monotonic() - begin
    with box.running() as watch:
        watch.wait_until_watching()
        make_specials(box.inputs, "b")
        box.put(b"later.jpg", 2)
        watch.wait_for_jobs(3)
        watch.stop()
    answers = sorted(os.path.basename(path) for path in box.answers())
    wrong = [] if answers == [b"later.jpg", b"photo.jpg", b"plain.jpg"] else [f"records of {answers}"]
    wrong += [] if done.returncode == 0 else [f"exit status {done.returncode}"]
    wrong += [] if alone.returncode in (2, 64) and "neither a file" in alone.stderr else [
        f"named directly: {alone.returncode} {alone.stderr[-200:]}"]
    # As one run without them takes on this machine, and far less than a file is waited for that others write.
    wrong += [] if seconds < max(20, 4 * plain) else [f"it waited for them: one run without takes {plain:.1f} s"]
    return f"{', '.join(sorted(kinds))} by stat", f"two runs in {seconds:.1f} s{told(wrong)}", not wrong


def make_specials(folder, start):
    """One of each kind that we may make, and which kinds `stat` says they are."""
    os.mkfifo(folder / f"{start}-fifo.jpg")
    with socket.socket(socket.AF_UNIX) as listener:
        # The path of a socket has about a hundred bytes at most, so it is named from inside.
        here = os.getcwd()
        os.chdir(folder)
        try:
            listener.bind(f"{start}-socket.jpg")
        finally:
            os.chdir(here)
    if os.geteuid() == 0:
        os.mknod(folder / f"{start}-zero.jpg", stat.S_IFCHR | 0o666, os.makedev(1, 5))
        os.mknod(folder / f"{start}-disk.jpg", stat.S_IFBLK | 0o666, os.makedev(7, 0))
    kinds = {stat.S_IFIFO: "FIFO", stat.S_IFSOCK: "socket", stat.S_IFCHR: "character device", stat.S_IFBLK: "disk"}
    return {kinds[stat.S_IFMT(os.lstat(path).st_mode)] for path in folder.glob(f"{start}-*")}


def empty(bench):
    """An empty file is answered, not dropped; files of 0 bytes among photos"""
    box = Inbox(bench, "empty")
    for number in range(5):
        box.put(b"%d.jpg" % number, number, b"" if number % 2 else None)
    done = box.run(box.inputs)
    states = {os.path.basename(path): [record["state"] for record in records]
              for path, records in box.answers().items()}
    expected = {b"%d.jpg" % number: ["failed" if number % 2 else "done"] for number in range(5)}
    reasons = {record["error"]["code"] for records in box.answers().values() for record in records if record["error"]}
    kept = states == expected and done.returncode == 1
    return "2 files of 0 bytes by stat", f"error codes {', '.join(sorted(reasons))}" + (
        "" if kept else f"; WRONG: {states}"), kept


def giant(bench):
    """A file beyond the limit is refused in bounded time and memory; 4 GB, sparse, named *.jpg"""
    box = Inbox(bench, "giant")
    box.put(b"small.jpg", 2)
    begin = time.monotonic()
    box.run(box.inputs)
    plain = time.monotonic() - begin
    path = box.put(b"giant.jpg", 1)
    os.truncate(path, 4 << 30)
    os.utime(path, (1e9, 1e9))
    with box.running("run") as run:
        peak = watch_memory(run)
        seconds = time.monotonic() - run.begin
        status = run.process.returncode
    records = {os.path.basename(path): record for path, [record] in box.answers().items()}
    error = (records.get(b"giant.jpg") or {}).get("error") or {}
    kept = (status == 1 and "limits.bytes" in error.get("message", "") and seconds < max(30, 4 * plain) and peak < 300
            and records[b"small.jpg"]["state"] == "done")
    shown = f"{os.stat(path).st_size >> 20} MiB by stat, {os.stat(path).st_blocks // 2} KiB on disk"
    return shown, f"{seconds:.1f} s, {peak:.0f} MiB at most: \"{error.get('message')}\"", kept


def watch_memory(run):
    """Waits for the end of a run; the most memory of the supervisor and of any worker meanwhile, in MiB."""
    peak = 0.0
    while run.process.poll() is None:
        peak = max([peak, *map(peak_memory, [run.process.pid, *children(run.process)])])
        time.sleep(0.05)
        if time.monotonic() - run.begin > STANDSTILL:
            raise AssertionError(f"the run goes on for {STANDSTILL} s: {run.talk[-300:]}")
    return peak


def unreadable(bench):
    """A file that cannot be read holds up nothing, says why, and heals; permissions taken away and given back"""
    box = Inbox(bench, "unreadable", retry={"attempts": 2, "backoff": "200ms"})
    program = humble(bench) if os.geteuid() == 0 else None
    closed = box.put(b"closed.jpg", 1)
    box.put(b"open.jpg", 2)
    os.chmod(closed, 0)
    done = box.run(box.inputs, program=program)
    before = {os.path.basename(path): record for path, [record] in box.answers().items()}
    os.chmod(closed, 0o644)
    again = box.run(box.inputs, program=program)
    after = {os.path.basename(path): record for path, [record] in box.answers().items()}
    error = before.get(b"closed.jpg", {}).get("error") or {}
    kept = (done.returncode == 1 and again.returncode == 0 and before[b"open.jpg"]["state"] == "done"
            and before[b"closed.jpg"]["state"] == "failed" and error["fault"] == "environment"
            and after[b"closed.jpg"]["state"] == "done" and after[b"closed.jpg"]["source"]["sha256"] is not None)
    proof = f"mode 0 as a user that modes hold for; Quiver's code '{error.get('code')}'"
    return proof, f"exit {done.returncode}, then {again.returncode} with the permission back" + (
        "" if kept else f"; WRONG: {after.get(b'closed.jpg', {}).get('state')} {error}"), kept


def deleted_file(bench):
    """A photo that is deleted before its turn ends as gone, without retries; files removed while workers stand still"""
    box = Inbox(bench, "deleted")
    paths = [box.put(b"%03d.jpg" % number, number) for number in range(60)]
    with box.running("run") as run:
        run.hold_workers()
        run.wait(lambda: sum(box.states().values()) == 60, "60 photos in the queue")
        ready = [path for path, state in box.jobs().items() if state == "ready"]
        removed = [path for path in paths if path in ready][::2]
        for path in removed:
            os.unlink(path)
        run.release_workers()
        status = run.process.wait(STANDSTILL)
    answers = box.answers()
    gone = {path for path, [record] in answers.items() if record["state"] == "gone" and record["attempts"] <= 1}
    done = {path for path, [record] in answers.items() if record["state"] == "done"}
    kept = bool(removed) and gone == set(removed) and done == set(paths) - gone
    return f"{len(removed)} of {len(ready)} ready photos removed", (
        f"{len(gone)} gone, {len(done)} done, exit {status}"), kept


def deleted_folder(bench):
    """A scan survives the folder that it scans; half of the tree removed in the middle of the scan"""
    count = 2000 if bench.long else 400
    box = Inbox(bench, "scanned")
    for number in range(count):
        box.put(b"%04d/photo.jpg" % number, number)
    with box.running("run") as run:
        run.wait(lambda: sum(box.states().values()) > count // 20, "the beginning of the scan", pause=0.001)
        run.signal(signal.SIGSTOP)
        before = sum(box.states().values())
        for number in range(count // 2, count):
            shutil.rmtree(box.inputs / f"{number:04}")
        run.signal(signal.SIGCONT)
        status = run.process.wait(STANDSTILL)
    states = box.states()
    answers = box.answers()
    left = {os.path.join(os.fsencode(box.inputs), b"%04d/photo.jpg" % number) for number in range(count // 2)}
    done = {path for path, [record] in answers.items() if record["state"] == "done"}
    kept = left <= done and set(states) <= {"done", "gone"} and len(answers) == sum(states.values())
    return f"{count // 2} of {count} folders removed when {before} photos were in", (
        f"{states}, exit {status}"), kept
