"""The Debian package for real, on a fresh Debian without network and without Swift: `scripts/package try`."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from . import image, needs, rooms

# Each suite's packages, and in which of their parts what is needed lies; an Ubuntu's mirror is not guessed.
SUITES = {
    "bookworm": (image.MIRROR, "main"),
    "trixie": (image.MIRROR, "main"),
    "noble": (None, "main,universe"),
}
# What the unit gives the service (scripts/packaging/quiver.service), for a machine that no systemd runs on.
UNIT = """cd /var/lib/quiver
OPTIONS=
. /etc/default/quiver
exec setpriv --reuid quiver --regid quiver --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
    env -i PATH=/usr/bin:/bin HOME=/var/lib/quiver LANG=C.UTF-8 \\
    NOTIFY_SOCKET=/run/quiver-trial WATCHDOG_USEC=120000000 \\
    /usr/bin/quiver watch --config /etc/quiver/pipeline.json $OPTIONS
"""
PATIENCE = 600


class Failed(Exception):
    """What must be true is not."""


def need(condition, message):
    if not condition:
        raise Failed(message)


class Debian:
    """A root of Debian's that commands run in."""

    def __init__(self, root):
        self.root = root

    def path(self, name):
        return self.root / name.lstrip("/")

    def command(self, script, network=False):
        """A shell's command line in the root; without network there is only `lo`."""
        return rooms.command(self.root, ["/bin/sh", "-c", script], network=network)

    def run(self, script, network=False, statuses=(0,)):
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            "LC_ALL": "C.UTF-8",
        }
        ended = subprocess.run(self.command(script, network), env=environment, capture_output=True, text=True)
        need(
            ended.returncode in statuses,
            f"{script}: status {ended.returncode}\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}",
        )
        return ended.stdout


def until(condition, what):
    """Waits for something; returns after how many seconds it was so."""
    begin = time.monotonic()
    while not condition():
        need(time.monotonic() - begin < PATIENCE, f"{what}: not within {PATIENCE} s")
        time.sleep(0.05)
    return time.monotonic() - begin


class Service:
    """The unit's command line as the unit's user, with this script in place of the service manager."""

    def __init__(self, debian):
        debian.path("/run/unit.sh").write_text(UNIT)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        place = debian.path("/run/quiver-trial")
        place.unlink(missing_ok=True)
        self.socket.bind(str(place))
        place.chmod(0o777)
        self.socket.setblocking(False)
        self.told = []
        with open(debian.path("/run/unit.log"), "ab") as log:
            self.process = subprocess.Popen(debian.command("exec sh /run/unit.sh"), stdout=log, stderr=log)

    def has(self, word):
        """Whether the manager was told a word."""
        need(self.process.poll() is None, "the service ended by itself; its log is in run/unit.log of the root")
        while True:
            try:
                self.told += self.socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return any(line == word for line in self.told)

    def stop(self):
        # The shells have become the program, one after the other.
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(90)
        self.socket.close()
        need(status == 0, f"the service was stopped and ended with status {status}")


def kilobytes(*places):
    """What files take on this disk; what is mounted below is another's."""
    said = subprocess.run(
        ["du", "--one-file-system", "--total", "-sk", *map(str, places)], check=True, capture_output=True, text=True
    )
    return int(said.stdout.splitlines()[-1].split()[0])


class Trial:
    """Everything that must be true of a package, in the order of its life."""

    def __init__(self, package, debian, photos):
        self.package, self.debian, self.photos = package, debian, photos
        self.rows = [("package", f"{package.stat().st_size / 1e6:.1f} MB")]

    def note(self, what, found):
        self.rows.append((what, found))
        print(f"{what}: {found}", file=sys.stderr, flush=True)

    def results(self):
        return self.debian.path("/var/lib/quiver/results")

    def install(self):
        debian = self.debian
        need(
            not debian.path("/var/lib/quiver").exists(),
            f"{debian.root} has results already, and old ones would pass for those of this trial; name a fresh root",
        )
        shutil.copy(self.package, debian.path("/quiver.deb"))
        shutil.copy("/etc/resolv.conf", debian.path("/etc/resolv.conf"))
        debian.run(
            "apt-get update -qq && apt-get install -y -qq --no-install-recommends --download-only /quiver.deb",
            network=True,
        )
        before, begin = kilobytes(debian.root), time.monotonic()
        debian.run("apt-get install -y -qq --no-install-recommends /quiver.deb")
        self.note("installed without network", f"{time.monotonic() - begin:.1f} s")
        self.note("disk, with what it depends on", f"{(kilobytes(debian.root) - before) / 1000:.0f} MB")
        own = (debian.path(place) for place in ("/usr/lib/quiver", "/usr/share/quiver", "/usr/bin/quiver"))
        self.note("disk of its own", f"{kilobytes(*own) / 1000:.0f} MB")
        system, found = needs.facts(debian.root)
        if told := needs.systems().get(system):
            wrong = "; ".join(needs.differences(found, told))
            need(not wrong, f"{needs.SYSTEMS.name} says more of {system} than is there: {wrong}")
            self.note("versions of its libraries", f"at least those that are told of {system}")
        need(debian.run("quiver --version").strip(), "the program does not say its version")
        need("NAME" in debian.run("zcat /usr/share/man/man1/quiver.1.gz").upper(), "there is no manual page")
        debian.run("quiver doctor", statuses=(0, 1))

    def score(self):
        shutil.copytree(self.photos, self.debian.path("/photos"), dirs_exist_ok=True)
        begin = time.monotonic()
        said = self.debian.run("cd /root && quiver score /photos --face auto --arrows none --output /root/scores")
        need(list(self.debian.path("/root/scores").rglob("scores.html")), f"no score sheet:\n{said}")
        self.note("demo photos scored", f"{time.monotonic() - begin:.1f} s")

    def drop(self, photo, name, more=b""):
        place = self.debian.path("/var/lib/quiver/drop") / name
        place.write_bytes(photo.read_bytes() + more)

    def serve(self):
        first = sorted(self.photos.rglob("*.jpg"))[0]
        begin = time.monotonic()
        service = Service(self.debian)
        try:
            until(lambda: service.has("READY=1"), "the start")
            self.note("service started", f"{time.monotonic() - begin:.1f} s")
            self.drop(first, "first.jpg")
            until(lambda: (self.results() / "first.jpg.json").is_file(), "the first record")
            self.note("cold start to the first record", f"{time.monotonic() - begin:.1f} s")
            log = self.debian.path("/run/unit.log").read_text()
            self.note("workers are", next(iter(re.findall(r'how="([^"]*)"', log)), "not confined"))
            need(service.has("READY=1"), "the service manager is not told of the start")
            told = sorted({line.partition("=")[0] for line in service.told} - {""})
            self.note("told to the service manager", ", ".join(told))
            for number in range(8):
                # Another content each, so that none is a copy of another.
                self.drop(first, f"b{number}.jpg", str(number).encode())
            self.debian.run("apt-get install -y -qq --reinstall /quiver.deb")
        finally:
            # The upgrade's last step, which systemd makes of `try-restart`.
            service.stop()
        service = Service(self.debian)
        try:
            until(lambda: service.has("READY=1"), "the start after the upgrade")
            until(lambda: len(list(self.results().glob("b*.jpg.json"))) == 8, "records after the upgrade")
        finally:
            service.stop()
        rows = (self.results() / "results.jsonl").read_text().splitlines()
        need(len(rows) == 9, f"9 photos were dropped, and there are {len(rows)} results")
        self.note("upgrade under the running service", "8 photos of 8, each once")

    def purge(self):
        kept = sorted(path.name for path in self.results().iterdir())
        self.debian.run("apt-get purge -y -qq quiver")
        need(sorted(path.name for path in self.results().iterdir()) == kept, "purge has changed the results")
        left = [
            place
            for place in ("/etc/quiver", "/usr/lib/quiver", "/usr/bin/quiver", "/var/cache/quiver")
            if self.debian.path(place).exists()
        ]
        need(not left, f"purge has left {left}")
        self.note("purge", "results and photos are there as they were")

    def leave(self):
        """Takes away what the trial itself has put into the root, so that the next one finds it as this one did."""
        for place in ("/var/lib/quiver", "/photos", "/root/scores"):
            shutil.rmtree(self.debian.path(place), ignore_errors=True)


def run(package, root, photos, suite, mirror, components):
    """Tries a package on a root, which is made where it is not there; returns rows of what was found."""
    if not (root / "etc/debian_version").is_file():
        made = ["debootstrap", "--variant=minbase", f"--components={components}", suite, str(root), mirror]
        need(subprocess.run(made, stdout=sys.stderr).returncode == 0, f"debootstrap could not make {suite} of {mirror}")
    trial = Trial(package, Debian(root), photos)
    for step in (trial.install, trial.score, trial.serve, trial.purge, trial.leave):
        step()
    return trial.rows
