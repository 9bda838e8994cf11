"""What a watcher cannot rely on: watches, events, and the folder itself."""

import os
import shutil
import signal
import subprocess
import time

from campaign.inbox import Inbox, need_root
from campaign.mounts import Impossible, command, image, leave


def few_watches(bench):
    """Without watches folders are polled, said once; a real limit of 10 inotify watches over 60 folders"""
    box = Inbox(bench, "few")
    for number in range(60):
        (box.inputs / f"{number:03}").mkdir()
    limit = "/proc/sys/user/max_inotify_watches"
    if subprocess.run(["unshare", "-U", "-r", "sh", "-c", f"echo 10 > {limit}"], capture_output=True).returncode != 0:
        raise Impossible("no user namespaces here")

    def inside(*words, stdout, stderr, env):
        script = f'echo 10 > {limit} && exec "$@"'
        return subprocess.Popen(["unshare", "-U", "-r", "sh", "-c", script, "sh", str(bench.program), *map(str, words)],
                                stdout=stdout, stderr=stderr, env=os.environ | env, cwd=bench.folder)

    with box.running(wrap=inside) as watch:
        watch.wait_until_watching()
        for number in range(60):
            box.put(b"%03d/a.jpg" % number, number)
        seconds = watch.wait_for_jobs(60)
        roots = watch.roots()
        watches = inotify_watches(watch.process.pid)
        watch.stop()
        said = watch.talk.count("the limit of inotify watches is reached")
    kept = len(box.answers()) == 60 and said == 1 and 0 < watches <= 10 and ": mixed on" in roots
    return f"{watches} watches in the kernel's list, limit 10", (
        f"60 of 60 done {seconds:.1f} s after the last was written; {said} warning; status: "
        f"{roots.partition(': ')[2]}"), kept


def inotify_watches(process):
    """How many watches the kernel lists for a process."""
    count = 0
    for number in os.listdir(f"/proc/{process}/fdinfo"):
        try:
            with open(f"/proc/{process}/fdinfo/{number}") as lines:
                count += sum(line.startswith("inotify wd:") for line in lines)
        except OSError:
            pass  # closed meanwhile
    return count


def overflow(bench):
    """Lost events lose no photo; the kernel's queue run over while the watcher stands still"""
    with open("/proc/sys/fs/inotify/max_queued_events") as file:
        limit = int(file.read())
    if limit > 200_000:
        raise Impossible(f"the kernel keeps {limit} events")
    box = Inbox(bench, "overflow")
    with box.running() as watch:
        watch.wait_until_watching()
        watch.signal(signal.SIGSTOP)
        # Each of these is made, closed and removed: three events, and no photo.
        churn = limit // 3 + 100
        for number in range(churn):
            path = box.inputs / f"{number}.txt"
            path.touch()
            path.unlink()
        for number in range(100):
            box.put(b"%03d/a.jpg" % number if number % 2 else b"%03d.jpg" % number, number)
        watch.signal(signal.SIGCONT)
        seconds = watch.wait_for_jobs(100)
        watch.stop()
        said = watch.talk.count("event queue ran over")
    answers = box.answers()
    kept = len(answers) == 100 and said == 1
    return f"Quiver saw the overflow: {said} warning", (
        f"{3 * churn:,} events and 100 photos while it stood still; {len(answers)} done {seconds:.1f} s later"), kept


def folder_made_anew(bench):
    """A watched folder that is removed and made anew goes on being watched; rm -r, mkdir, new photos"""
    box = Inbox(bench, "anew")
    with box.running() as watch:
        watch.wait_until_watching()
        for number in range(10):
            box.put(b"x/%03d.jpg" % number, number)
        watch.wait_for_jobs(10)
        before = os.stat(box.inputs).st_ino
        shutil.rmtree(box.inputs)
        suspended = watch.wait(lambda: ": suspended" in watch.roots(), "a suspended root")
        # Something else takes the inode's number, so that the new folder is another one.
        (box.folder / "placeholder").mkdir()
        box.inputs.mkdir()
        for number in range(10, 20):
            box.put(b"x/%03d.jpg" % number, number)
        seconds = watch.wait_for_jobs(20)
        box.put(b"late.jpg", 20)
        late = watch.wait_for_jobs(21)
        watch.stop()
    ends = box.ends()
    kept = ends == {"done": 21} and os.stat(box.inputs).st_ino != before
    return f"another inode; suspended after {suspended:.1f} s", (
        f"{ends}; 10 photos in the new folder done after {seconds:.1f} s, one more after {late:.1f} s"), kept


def disk_swapped(bench):
    """So does a disk that is taken out and put back between two looks;
    unmounted and mounted, the same device and inode"""
    need_root()
    box = Inbox(bench, "swapped")
    with image(box.folder, 32 << 20) as disk:
        command("mount", "-o", "loop", disk, box.inputs)
        try:
            with box.running() as watch:
                watch.wait_until_watching()
                box.put(b"a.jpg", 1)
                watch.wait_for_jobs(1)
                before = os.stat(box.inputs)
                watch.signal(signal.SIGSTOP)
                command("umount", box.inputs)
                command("mount", "-o", "loop", disk, box.inputs)
                watch.signal(signal.SIGCONT)
                # No scan finds it for five minutes: only a new watch on the folder does.
                time.sleep(3)
                box.put(b"b.jpg", 2)
                seconds = watch.wait_for_jobs(2)
                watch.stop()
            after = os.stat(box.inputs)
        finally:
            leave(box.inputs)
    same = (before.st_dev, before.st_ino) == (after.st_dev, after.st_ino)
    return f"{'the same' if same else 'another'} device and inode by stat", (
        f"a photo written then is done after {seconds:.1f} s"), box.ends() == {"done": 2}
