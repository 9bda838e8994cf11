"""File systems for one campaign: small, read-only, gone; seen by this process and its children only."""

import ctypes
import errno
import os
import shutil
import subprocess
from contextlib import contextmanager, suppress

NEW_MOUNTS = 0x00020000  # CLONE_NEWNS
LIBC = ctypes.CDLL(None, use_errno=True)


class Impossible(Exception):
    """This machine does not let us make the fault."""


class _Own:
    """Whether this process has mounts of its own already."""

    done = False


def own():
    """Gives this process mounts of its own, so that nothing is left behind even where it is killed."""
    if _Own.done:
        return
    if os.geteuid() != 0:
        raise Impossible("needs root")
    # Not a new process: threads that run already keep the old mounts, so this comes before any is started.
    if LIBC.unshare(NEW_MOUNTS) != 0:
        raise Impossible(f"mounts: {os.strerror(ctypes.get_errno())}")
    command("mount", "--make-rprivate", "/")
    _Own.done = True


def command(*words):
    """Runs a system command; Impossible where it refuses."""
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=240)
    except FileNotFoundError:
        raise Impossible(f"{words[0]} is not installed") from None
    if done.returncode != 0:
        raise Impossible(f"{' '.join(map(str, words[:2]))}: {done.stderr.strip()}")
    return done.stdout


@contextmanager
def mounted(folder, *how):
    """A folder with something mounted on it; taken off at the end, however busy."""
    folder.mkdir(parents=True, exist_ok=True)
    command("mount", *how, folder)
    try:
        yield folder
    finally:
        leave(folder)


def small(folder, size):
    """A file system of so many bytes in memory."""
    return mounted(folder, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")


def leave(folder):
    """Takes off whatever is mounted there, like a share that goes away: open files live on, names do not."""
    while os.path.ismount(folder):
        command("umount", "-l", folder)


@contextmanager
def image(folder, size):
    """A file with an ext4 file system in it, to be mounted and taken off at will."""
    place = folder / "disk.img"
    with open(place, "wb") as file:
        file.truncate(size)
    if shutil.which("mkfs.ext4") is None:
        raise Impossible("mkfs.ext4 is not installed")
    command("mkfs.ext4", "-q", "-F", place)
    yield place
    place.unlink()


def refusal(folder):
    """What the kernel says to us when we write into a folder: ENOSPC, EROFS, or None where it lets us."""
    probe = folder / "probe.bin"
    try:
        with open(probe, "wb", buffering=0) as file:
            for _ in range(64):
                file.write(bytes(65536))
        return None
    except OSError as error:
        return errno.errorcode[error.errno]
    finally:
        with suppress(OSError):
            probe.unlink()


class Filler:
    """A file that leaves so little room on a file system; removing it makes room again."""

    def __init__(self, folder, room=0):
        self.place = folder / "filler.bin"
        status = os.statvfs(folder)
        with open(self.place, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(4096, status.f_bavail * status.f_frsize - room))

    def proof(self):
        """What the kernel says to somebody else who writes there now."""
        return refusal(self.place.parent)

    def remove(self):
        """Makes room."""
        self.place.unlink(missing_ok=True)


def humble(bench):
    """A program that runs Quiver as a root that files' permissions hold for."""
    script = bench.folder / "humble"
    if not script.exists():
        if os.geteuid() != 0 or shutil.which("setpriv") is None:
            raise Impossible("needs root and setpriv")
        script.write_text('#!/bin/sh\nexec setpriv --bounding-set=-dac_override,-dac_read_search '
                          f'-- "{bench.program}" "$@"\n')
        script.chmod(0o755)
    return script
