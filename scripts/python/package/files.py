"""Files whose bytes follow from a commit alone: sorted, of one owner, as old as the commit."""

import gzip
import os
import shutil
import tarfile


def clamp(folder, epoch):
    """Gives every file below a folder the commit's time, and modes that no umask changes."""
    for path in sorted(folder.rglob("*")) + [folder]:
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def copy(source, target, executable=False):
    """Copies one file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if executable else 0o644)


def write(target, text, executable=False):
    """Writes one text."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
    target.chmod(0o755 if executable else 0o644)


def pack(source, target):
    """Compresses a file without its name and time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(source if isinstance(source, bytes) else source.read_bytes())


def tar(folder, file, epoch, prefix="", owner=None):
    """A tar of all that lies below a folder, in the order of names.

    With `owner` as None everything is root's; else it is asked for each path's user, group and mode, so that an image
    keeps what its packages set.
    """
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        links = {}
        for path in sorted(folder.rglob("*"), key=lambda p: p.relative_to(folder).as_posix()):
            name = path.relative_to(folder).as_posix()
            entry = archive.gettarinfo(path, f"{prefix}{name}")
            if entry is None or entry.type not in (tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE):
                continue
            entry.uname = entry.gname = ""
            entry.mtime = epoch if owner is None else min(int(entry.mtime), epoch)
            entry.pax_headers = {}
            if owner is None:
                entry.uid = entry.gid = 0
            else:
                owner(name, entry)
            if not path.is_file() or path.is_symlink():
                archive.addfile(entry)
                continue
            # Which of two names of a file comes first is the order's, not the disk's.
            state = path.stat()
            first = links.setdefault((state.st_dev, state.st_ino), entry.name) if state.st_nlink > 1 else entry.name
            if first != entry.name:
                entry.type, entry.linkname, entry.size = tarfile.LNKTYPE, first, 0
                archive.addfile(entry)
                continue
            entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", state.st_size
            with open(path, "rb") as content:
                archive.addfile(entry, content)


def tar_gz(folder, target, epoch, prefix):
    """A tar.gz of a folder, under a name of its own."""
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        tar(folder, packed, epoch, prefix)
