"""Others on the same machine: the queue among the photos, readers that hold locks, swapped folders, planted files."""

import os
import resource
import shutil
import subprocess
import time
from pathlib import Path

from campaign.bench import photo_bytes
from campaign.inbox import Inbox, need_root, told
from campaign.mounts import Impossible
from campaign.scene import surroundings

AS_NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


def held_locks(process, path):
    """How many locks a process holds on a file, as the kernel lists them."""
    status = os.stat(path)
    place = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    lines = Path("/proc/locks").read_text().splitlines()
    return sum(f" {process} {place} " in line and "POSIX" in line for line in lines)


def let_others_in(*places):
    """Opens folders to other users; says so where a folder above keeps them out, as then nothing would be tried."""
    for place in places:
        place.chmod(0o755)
    for above in places[-1].parents:
        if not above.stat().st_mode & 0o001:
            raise Impossible(f"other users are kept out of {above}; give TMPDIR a folder that they may pass")


def queue_inside(bench):
    """Intake never opens the queue's own files; a queue among the photos, with a second name for one of them"""
    box = Inbox(bench, "inside")
    box.queue = box.inputs / "quiver.sqlite"
    box.config = bench.settings(box.folder, watch=box.watched, queue=str(box.queue), output={"annotate": False})
    box.put(b"a.jpg", 1)
    with box.running() as watch:
        watch.wait_for_jobs(1)
        before = held_locks(watch.process.pid, f"{box.queue}-shm")
        os.link(f"{box.queue}-shm", box.inputs / "planted.jpg")
        box.put(b"b.jpg", 2)
        watch.wait_for_jobs(2)
        time.sleep(2)
        after = held_locks(watch.process.pid, f"{box.queue}-shm")
        ended = watch.stop()
    kept = before > 0 and after > 0 and ended in (0, 130) and box.ends() == {"done": 2}
    return "the queue's four files lie among the photos", f"{before} locks of SQLite held before, {after} after", kept


def readers(bench):
    """Who can only read cannot keep a run from beginning; another user tries to lock each file of the queue"""
    need_root()
    box = Inbox(bench, "readers")
    let_others_in(bench.folder, box.folder)
    box.put(b"a.jpg", 1)
    box.run(box.inputs)
    files = [box.queue, f"{box.queue}.lock"]
    # As files of earlier versions are.
    for file in files:
        os.chmod(file, 0o644)
    box.put(b"b.jpg", 2)
    box.run(box.inputs)
    code = ("import fcntl,sys\nfor n in sys.argv[1:]:\n f = open(n); fcntl.flock(f, fcntl.LOCK_EX); print('held', n)\n"
            "sys.stdin.read()")
    with subprocess.Popen([*AS_NOBODY, "python3", "-c", code, *map(str, files)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        time.sleep(0.5)
        box.put(b"c.jpg", 3)
        done = box.run(box.inputs)
        held, why = other.communicate()
    refused = "PermissionError" in why and not held
    return f"another user's tries: {why.splitlines()[-1:] or held}", f"exit status {done.returncode}", (
        refused and done.returncode == 0 and box.ends() == {"done": 3})


def swapped(bench):
    """Nothing outside is looked at; a folder is swapped for a link while its photo settles"""
    box = Inbox(bench, "swapped")
    box.config = bench.settings(box.folder, watch=[{"path": str(box.inputs), "settle": "8s"}],
                                output={"annotate": False})
    outside = box.folder / "outside"
    outside.mkdir()
    (outside / "a.jpg").write_bytes(photo_bytes(7))
    os.utime(outside / "a.jpg", (1e9, 1e9))
    with box.running() as watch:
        watch.wait_until_watching()
        folder = box.inputs / "sub"
        folder.mkdir()
        (folder / "a.jpg").write_bytes(photo_bytes(1))
        time.sleep(1)
        shutil.move(folder, box.folder / "was")
        folder.symlink_to(outside)
        box.put(b"b.jpg", 2)
        watch.wait_for_jobs(1)
        time.sleep(10)
        jobs = box.jobs()
        watch.stop()
    kept = [os.path.basename(path) for path in jobs] == [b"b.jpg"]
    return "the link lies in the folder's place", f"in the queue: {sorted(jobs)}", kept


def listener(bench):
    """Only the user, root and the queue's owner are obeyed at the queue's socket; another user listens there"""
    need_root()
    box = Inbox(bench, "listener")
    let_others_in(bench.folder, box.folder)
    box.put(b"a.jpg", 1)
    box.run(box.inputs)
    box.queue.parent.chmod(0o777)
    before = bench.run("status", "--queue", box.queue)
    code = ("import os,socket,sys\ns = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])\n"
            "os.chmod(sys.argv[1], 0o666); s.listen()\n"
            "print('listens', flush=True)\nwhile True:\n c = s.accept()[0]\n if c.recv(9): c.sendall(b'{}\\n')")
    with subprocess.Popen([*AS_NOBODY, "python3", "-c", code, f"{box.queue}.sock"], stdout=subprocess.PIPE,
                          text=True) as other:
        try:
            listens = other.stdout.readline().strip()
            after = bench.run("status", "--queue", box.queue)
            # Nothing runs, so that the change is made here.
            change = bench.run("jobs", "retry", "1", "--queue", box.queue)
        finally:
            other.kill()
    kept = listens == "listens" and after.returncode == before.returncode and "did not answer" not in after.stderr
    heard = listens or "the other user could not listen"
    wrong = [f"{heard}, status {before.returncode} before, {after.stderr[-200:]}"]
    return "another user's process answers at quiver.sqlite.sock", (
        f"status {after.returncode}, retry {change.returncode}{told(wrong * (not kept))}"), (
        kept and "did not answer" not in change.stderr)


def compiled(bench):
    """Only its user's compiled models are believed; a cache that another user owns, or may write to"""
    need_root()
    wrong = []
    for name, change in {"owned": lambda place: os.chown(place, 65534, 65534),
                         "open": lambda place: place.chmod(0o777)}.items():
        box = Inbox(bench, f"compiled-{name}")
        cache = box.folder / "cache"
        box.config = bench.settings(box.folder, watch=box.watched, cache=str(cache), output={"annotate": False})
        box.put(b"a.jpg", 1)
        box.run()
        place = cache / "compiled"
        entries = sorted(entry.name for entry in place.iterdir())
        if not entries or place.stat().st_mode & 0o077:
            wrong.append(f"{name}: {entries} with mode {place.stat().st_mode:o}")
        for entry in place.iterdir():
            entry.write_bytes(b"planted")
        change(place)
        box.put(b"b.jpg", 2)
        done = box.run()
        doctor = bench.run("doctor", "--config", box.config)
        planted = all(entry.read_bytes() == b"planted" for entry in place.iterdir())
        if done.returncode or box.ends() != {"done": 2} or not planted:
            wrong.append(f"{name}: exit status {done.returncode}, {box.ends()}")
        if "not kept" not in doctor.stdout:
            wrong.append(f"{name}: doctor is silent")
    return "the folder's owner and mode by stat", f"compiled anew, told by doctor{told(wrong)}", not wrong


def homeless(bench):
    """Nothing is kept in the current folder; HOME unset and relative, a cache lies there already"""
    box = Inbox(bench, "homeless")
    box.put(b"a.jpg", 1)
    here = box.folder / "here"
    (here / ".cache" / "quiver").mkdir(parents=True)
    wrong = []
    for home in ("", "."):
        done = bench.run("run", box.inputs, "--config", box.config, cwd=here,
                         env=surroundings() | {"HOME": home, "XDG_CACHE_HOME": ""})
        shutil.rmtree(box.output, ignore_errors=True)
        found = [str(path) for path in here.rglob("*") if path.is_file()]
        if done.returncode or found:
            wrong.append(f"HOME={home!r}: exit status {done.returncode}, {found}, {done.stderr[-150:]}")
    return "the current folder holds .cache/quiver", f"nothing written there{told(wrong)}", not wrong


def pipes(bench):
    """A pipe in a model's place is refused; as the model and as its weights"""
    box = Inbox(bench, "pipes")
    box.put(b"a.jpg", 1)
    model, weights = box.folder / "pipe.onnx", box.folder / "pixels.xml"
    os.mkfifo(model)
    shutil.copy(bench.model, weights)
    os.mkfifo(weights.with_suffix(".bin"))
    wrong = []
    for path, word in ((model, "is not a file"), (weights, "not a regular file")):
        done = bench.run("run", box.inputs, "--output", box.folder / "o", "--model", path)
        if done.returncode != 2 or word not in done.stderr:
            wrong.append(f"{path.name}: {done.returncode}, {done.stderr[-150:]}")
    return "two pipes by mkfifo", f"refused with a sentence{told(wrong)}", not wrong


def limits(bench):
    """A low limit of the system is said; ulimit -n 32, -v 300000, -f 200"""
    box = Inbox(bench, "limits")
    box.put(b"a.jpg", 1)
    wrong = []
    for kind, value, option in ((resource.RLIMIT_NOFILE, 32, "-n"), (resource.RLIMIT_AS, 300_000 << 10, "-v"),
                                (resource.RLIMIT_FSIZE, 200 << 10, "-f")):
        done = box.run(box.inputs, preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
        if done.returncode != 2 or f"ulimit {option}" not in done.stderr:
            wrong.append(f"{option}: {done.returncode}, {done.stderr[-150:]}")
    done = box.run(box.inputs, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 1024)))
    if done.returncode:
        wrong.append(f"a limit that may be raised: {done.returncode}")
    return "limits set by setrlimit", f"three refused with a sentence{told(wrong)}", not wrong
