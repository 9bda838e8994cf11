"""The image for real: read-only, as its own user, with one volume and without network: `scripts/package try-image`."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path, PurePosixPath

from . import rooms
from .trial import Failed, need, until


def unpack(archive, folder):
    """Unpacks an image's archive, which holds regular files and folders below it alone."""
    with tarfile.open(archive) as packed:
        for member in packed:
            way = PurePosixPath(member.name)
            is_inside = not way.is_absolute() and ".." not in way.parts
            need(is_inside and (member.isreg() or member.isdir()), f"{archive} holds {member.name}, which is no part")
            place = folder / way
            if member.isdir():
                place.mkdir(parents=True, exist_ok=True)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            with packed.extractfile(member) as content, open(place, "wb") as file:
                shutil.copyfileobj(content, file)


class Description:
    """What an image says of itself; its checksums are looked at."""

    def __init__(self, archive, folder):
        self.folder = folder
        unpack(archive, folder)
        manifest = json.loads(self.blob(json.loads((folder / "index.json").read_text())["manifests"][0]).read_bytes())
        self.layers = [self.blob(layer) for layer in manifest["layers"]]
        self.config = json.loads(self.blob(manifest["config"]).read_bytes())["config"]

    def blob(self, reference):
        """A file by its checksum."""
        kind, _, digest = reference["digest"].partition(":")
        file = self.folder / "blobs" / kind / digest
        with open(file, "rb") as content:
            need(hashlib.file_digest(content, kind).hexdigest() == digest, f"the image's {file.name} is another")
        return file

    @property
    def volume(self):
        """Where its only volume lies."""
        (place,) = self.config["Volumes"]
        return place


# What crun refuses beside the first hierarchy of control groups, and who runs no container by systemd does not need.
HYBRID = Path("/sys/fs/cgroup/unified")
WITHOUT_HYBRID = ["unshare", "--mount", "/bin/sh", "-c", f'umount {HYBRID}; exec "$@"', "sh"]


# Podman's own limits are higher than some users may set them.
LIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")


class Podman:
    """Runs the image by podman, in a store of its own that goes with the trial."""

    def __init__(self, archive, folder, description, volume):
        self.description, self.volume = description, volume
        self.base = ["podman", f"--root={folder}/store", f"--runroot={folder}/run", f"--tmpdir={folder}/tmp"]
        self.base += ["--storage-driver=vfs", "--cgroup-manager=cgroupfs", "--events-backend=file"]
        said = subprocess.run([*self.base, "pull", "--quiet", f"oci-archive:{archive}"], capture_output=True, text=True)
        need(said.returncode == 0, said.stderr.strip())
        self.image = said.stdout.split()[-1]
        self.name = subprocess.run(["podman", "--version"], capture_output=True, text=True).stdout.strip()
        self.view = WITHOUT_HYBRID if HYBRID.is_mount() else []
        if self.view:
            self.name += f", without {HYBRID} in its view"

    def command(self, words=(), program=None):
        """The command line that runs it, or another program in it."""
        how = ["--rm", "--read-only", "--tmpfs=/tmp", "--network=none", "--cgroups=disabled", *LIMITS]
        how += [f"--volume={self.volume}:{self.description.volume}", *([f"--entrypoint={program}"] if program else [])]
        return [*self.view, *self.base, "run", *how, self.image, *words]

    @staticmethod
    def signalled(process):
        """Whom a signal goes to: podman hands it on."""
        return process.pid


class Plain:
    """Runs the image as its description says, by the kernel's namespaces alone."""

    name = "its own description: layers, user, environment, volume"

    def __init__(self, _, folder, description, volume):
        self.description, self.volume, self.root = description, volume, folder / "root"
        self.root.mkdir()
        # No umask keeps the user out.
        self.root.chmod(0o755)
        for layer in description.layers:
            how = ["--gzip", "--numeric-owner", "--same-owner", "--same-permissions"]
            subprocess.run(["tar", "--extract", *how, "--file", layer, "--directory", self.root], check=True)

    def command(self, words=(), program=None):
        """The command line that runs it, or another program in it."""
        config, place = self.description.config, self.description.volume
        words = [program, *words] if program else [*config["Entrypoint"], *(words or config["Cmd"])]
        mounts = rooms.CONTAINER.format(volume=self.volume, place=place)
        words = ["/usr/bin/env", "-i", *config["Env"], *words]
        how = {"mounts": mounts, "processes": True, "user": config["User"], "place": config["WorkingDir"]}
        return rooms.command(self.root, words, **how)

    @staticmethod
    def signalled(process):
        """Whom a signal goes to: the first process of the container."""
        (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return int(child)


def runner(archive, folder, description, volume):
    """What can run it here, podman before all, and why podman cannot."""
    words = ["-c", "id -u"]
    try:
        podman = Podman(archive, folder, description, volume)
        said = subprocess.run(podman.command(words, program="/bin/sh"), capture_output=True, text=True)
        if said.returncode == 0:
            return podman, ""
        reason = (said.stderr.strip().splitlines() or ["it says nothing"])[-1]
    except FileNotFoundError:
        reason = "it is not installed"
    except Failed as error:
        reason = (str(error).splitlines() or ["it says nothing"])[-1]
    return Plain(archive, folder, description, volume), f"podman cannot run it here: {reason}"


class Trial:
    """Everything that must be true of an image."""

    def __init__(self, archive, folder, photos):
        self.photos, self.folder = photos, folder
        folder.mkdir(parents=True)
        self.description = Description(archive, folder / "oci")
        self.volume = folder / "volume"
        self.volume.mkdir(mode=0o755)
        user, group = map(int, self.description.config["User"].split(":"))
        os.chown(self.volume, user, group)
        self.runner, why = runner(archive, folder, self.description, self.volume)
        self.rows = []
        self.note("image", f"{archive.stat().st_size / 1e6:.1f} MB")
        self.note("run by", self.runner.name)
        if why:
            self.note("", why)

    def note(self, what, found):
        """Keeps a row, and shows it at once."""
        self.rows.append((what, found))
        print(f"{what}: {found}", file=sys.stderr, flush=True)

    def inside(self, script):
        """A shell's command in a container of its own."""
        return subprocess.run(self.runner.command(["-c", script], program="/bin/sh"), capture_output=True, text=True)

    def walls(self):
        """The user, the root and the network."""
        said = self.inside(
            "id -u; id -g; grep CapEff /proc/self/status; ls /sys/class/net; touch /usr/x /etc/x; echo $?"
        )
        user, group, _, rights, *network, status = said.stdout.split()
        need(f"{user}:{group}" == self.description.config["User"], f"it runs as {user}:{group}")
        need(int(rights, 16) == 0, f"it has the capabilities {rights}")
        need(network == ["lo"], f"it has the network {network}")
        need(status == "1", "its root can be written to")
        self.note("user", f"{user}:{group}, without capabilities; the root is read-only, the network is lo alone")

    def serve(self):
        """A photo that is dropped into the volume gets its record there."""
        begin = time.monotonic()
        with open(self.folder / "log", "wb") as log:
            process = subprocess.Popen(self.runner.command(), stdout=log, stderr=log)
            try:
                drop, results = self.volume / "drop", self.volume / "results"
                until(lambda: drop.is_dir() or process.poll() is not None, "the folder for photos")
                need(process.poll() is None, f"it ended by itself:\n{self.said()}")
                first = sorted(self.photos.rglob("*.jpg"))[0]
                (drop / "first.jpg").write_bytes(first.read_bytes())
                until(lambda: (results / "first.jpg.json").is_file() or process.poll() is not None, "the record")
                need(process.poll() is None, f"it ended by itself:\n{self.said()}")
                self.note("cold start to the first record", f"{time.monotonic() - begin:.1f} s")
                os.kill(self.runner.signalled(process), getattr(signal, self.description.config["StopSignal"]))
                status = process.wait(90)
            finally:
                process.kill()
        need(status == 0, f"it was stopped and ended with status {status}:\n{self.said()}")
        record = json.loads((results / "first.jpg.json").read_text())
        need(record["state"] == "done", f"the record says {record['state']}: {record['error']}")
        self.note("stopped", "with status 0; the record is in the volume")

    def said(self):
        """The end of what it said."""
        return (self.folder / "log").read_text()[-2000:]


def run(archive, folder, photos):
    """Tries an image; returns rows of what was found."""
    trial = Trial(archive, folder, photos)
    trial.walls()
    trial.serve()
    return trial.rows
