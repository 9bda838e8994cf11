"""Hosts on one machine: each a network, a host name, mounts and clocks of its own, joined by a switch that can fail."""

import ctypes
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

from campaign import mounts
from campaign.mounts import LIBC, Impossible

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
TUNSETIFF, TAP, NO_INFO = 0x400454CA, 0x0002, 0x1000


class Port:
    """One host's cable."""

    def __init__(self, file):
        self.file = file
        self.delay = self.loss = 0.0
        self.late = self.lost = self.carried = 0


class Switch:
    """Carries frames between hosts as a switch does, and late or not at all where it is told so.

    The kernel's own `netem` does the same, but few kernels have it. The cables lie in a network of the switch's thread,
    never in the machine's own.
    """

    def __init__(self):
        self.ports, self.learned, self.waiting = [], {}, []
        self.order = itertools.count()
        self.chance = random.Random(1)
        self.tasks, self.answers = [], []
        self.poll = select.epoll()
        self.wake, self.bell = os.pipe()
        self.poll.register(self.wake, select.EPOLLIN)
        self.lock = threading.Condition()
        self.open = True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def plug(self, pid, address):
        """Gives the network of a process a card of this address at a new port."""
        with self.lock:
            self.tasks.append((pid, address))
            os.write(self.bell, b"x")
            self.lock.wait_for(lambda: self.answers, 240)
            answer = self.answers.pop()
        if isinstance(answer, Exception):
            raise answer
        mounts.command("nsenter", f"--net=/proc/{pid}/ns/net", "sh", "-c",
                       f"ip link set eth0 up && ip address add {address}/24 dev eth0 && ip link set lo up")
        return answer

    def close(self):
        """Ends the switch."""
        self.open = False
        os.write(self.bell, b"x")
        self.thread.join()
        for port in self.ports:
            os.close(port.file)

    def _make(self, pid, number):
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        name = f"cable{number}"
        fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), TAP | NO_INFO))
        # This thread's network is where its commands run.
        mounts.command("ip", "link", "set", name, "netns", pid, "name", "eth0")
        return Port(file)

    def _run(self):
        refused = LIBC.unshare(NEW_NETWORK) != 0
        why = Impossible(f"networks: {os.strerror(ctypes.get_errno())}") if refused else None
        while self.open:
            rest = self.waiting[0][0] - time.monotonic() if self.waiting else 1.0
            for file, _ in self.poll.poll(max(0.0, rest)):
                if file == self.wake:
                    self._serve(why)
                else:
                    self._carry(file)
            now = time.monotonic()
            while self.waiting and self.waiting[0][0] <= now:
                _, _, target, frame = heapq.heappop(self.waiting)
                self._give(target, frame)

    def _serve(self, why):
        os.read(self.wake, 100)
        with self.lock:
            for pid, _ in self.tasks:
                try:
                    if why:
                        raise why
                    port = self._make(pid, len(self.ports))
                    self.ports.append(port)
                    self.poll.register(port.file, select.EPOLLIN)
                    self.answers.append(port)
                except (OSError, Impossible) as error:
                    self.answers.append(Impossible(str(error)))
            self.tasks.clear()
            self.lock.notify_all()

    def _carry(self, file):
        source = next(port for port in self.ports if port.file == file)
        for _ in range(64):
            try:
                frame = os.read(file, 65536)
            except OSError:  # nothing more, or its host is gone
                return
            self.learned[frame[6:12]] = source
            known = self.learned.get(frame[0:6])
            for target in [known] if known else [port for port in self.ports if port is not source]:
                if target is source:
                    continue
                source.carried += 1
                # Either end's cable may be a bad one.
                if self.chance.random() < source.loss + target.loss:
                    source.lost += 1
                elif source.delay or target.delay:
                    source.late += 1
                    delay = (source.delay + target.delay) * self.chance.uniform(0.5, 1.5)
                    heapq.heappush(self.waiting, (time.monotonic() + delay, next(self.order), target, frame))
                else:
                    self._give(target, frame)

    @staticmethod
    def _give(port, frame):
        with suppress(OSError):  # its card is down: the frame is lost, as with a cable
            os.write(port.file, frame)


class Machine:
    """A host's network, name, mounts and clocks, held by a process that does nothing and ends with this one."""

    numbers = itertools.count(1)

    def __init__(self, switch, folder, name, address, share=None, clock=0):
        self.name, self.address, self.folder = name, address, Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        boot = self.folder / "boot_id"
        # Each host has booted for itself.
        boot.write_text(f"{next(self.numbers):08x}-7133-4000-8000-{random.getrandbits(48):012x}\n")
        steps = [f"hostname {name}", f"mount --bind {boot} /proc/sys/kernel/random/boot_id"]
        if share:
            self.share = self.folder / "nas"
            self.share.mkdir()
            steps.append(f"mount --bind {share} {self.share}")
        words = ["unshare", "--net", "--uts", "--mount", "--fork", "--kill-child=SIGKILL"]
        if clock:
            # A time namespace takes no clock back behind its beginning.
            words += ["--time", "--monotonic", str(abs(clock)), "--boottime", str(abs(clock))]
        self.holder = subprocess.Popen([*words, "sh", "-ec", "; ".join([*steps, "echo $$", "exec cat"])],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.holder.stdout.readline()
        if not line:
            raise Impossible(f"hosts: {self.holder.stderr.read().strip()[-200:]}")
        self.pid = int(line)
        self.inside = ["nsenter", f"--target={self.pid}", "--net", "--uts", "--mount", *(["--time"] if clock else [])]
        self.port = switch.plug(self.pid, address)

    def run(self, *words):
        """Runs a command on this host."""
        return mounts.command(*self.inside, *words)

    def link(self, way):
        """Sets the card up or down; whether it was seen so."""
        self.run("ip", "link", "set", "eth0", way)
        return ("state DOWN" in self.run("ip", "-o", "link", "show", "eth0")) == (way == "down")

    def close(self):
        """The host is no more."""
        self.holder.kill()
        self.holder.communicate()
