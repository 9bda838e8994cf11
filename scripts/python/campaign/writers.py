"""Writers that take their time: in pieces, cut off and again, in place, with times set back, by every way there is."""

import contextlib
import hashlib
import mmap
import os
import random
import struct
import threading
import time
import zlib

from campaign.bench import STANDSTILL, ask, photo_bytes
from campaign.inbox import Inbox, told

DAY = 86_400 * 10**9
PAUSES = (0.05, 0.1, 0.25, 0.4, 0.7, 1.0, 1.6)


def png_bytes(number):
    """A small PNG of noise that no other number shares."""
    noise = random.Random(number)
    rows = b"".join(b"\0" + noise.randbytes(64 * 3) for _ in range(64))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows, 0))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


class Writer:
    """One file with its writer: what it is to hold in the end, what it held before, and the pauses between."""

    def __init__(self, box, kind, format, number, chance):
        name = f"{kind}-{number}.{format}"
        self.path = os.fsencode(box.inputs / name)
        self.hidden = os.fsencode(box.inputs / f".{name}.Xy12Zw")
        make = png_bytes if format == "png" else photo_bytes
        self.whole, self.old = make(number), make(number + 5000)
        # The same size, so that only times and content tell one from the other.
        size = max(len(self.whole), len(self.old))
        self.whole, self.old = self.whole.ljust(size, b"\0"), self.old.ljust(size, b"\0")
        self.kind, self.chance, self.trouble = kind, chance, None
        self.thread = threading.Thread(target=self.work, daemon=True)

    def work(self):
        """Writes; what goes wrong is kept for the table."""
        try:
            getattr(self, self.kind)()
        except Exception as error:
            self.trouble = f"{self.kind}: {type(error).__name__}: {error}"

    def rest(self):
        """Pauses."""
        time.sleep(self.chance.choice(PAUSES))

    def pieces(self, path=None, backwards=False):
        """Writes quarter by quarter into what is there, closing the file each time."""
        size = len(self.whole)
        starts = range(0, size, -(-size // 4))
        for start in reversed(starts) if backwards else starts:
            with open(path or self.path, "r+b" if os.path.exists(path or self.path) else "wb") as file:
                file.seek(start)
                file.write(self.whole[start:start + -(-size // 4)])
            self.rest()

    def held_open(self):
        """The same with the file open all the time."""
        with open(self.path, "wb", buffering=0) as file:
            for start in range(0, len(self.whole), 1500):
                file.write(self.whole[start:start + 1500])
                self.rest()

    def truncated(self):
        """An upload that breaks off and begins anew."""
        with open(self.path, "wb") as file:
            file.write(self.whole[:len(self.whole) // 2])
        self.rest()
        self.rest()
        with open(self.path, "wb"):
            pass
        self.pieces()

    def renamed(self):
        """Under a temporary name, then renamed into place, over a photo that is there."""
        self.put(self.old)
        self.rest()
        self.pieces(self.hidden)
        os.rename(self.hidden, self.path)

    def moved_in(self):
        """Written elsewhere, moved in whole."""
        elsewhere = self.hidden.replace(b"/in/", b"/")
        self.pieces(elsewhere)
        os.rename(elsewhere, self.path)

    def overwritten(self):
        """In place over another photo, whose end stays until the last piece."""
        self.put(self.old)
        self.rest()
        self.pieces()

    def appended(self):
        """Whole, then more is added."""
        self.put(self.whole)
        for part in (b"trailer one", b"trailer two"):
            self.rest()
            with open(self.path, "ab") as file:
                file.write(part)

    def preallocated(self, backwards=False):
        """Room is reserved, then filled."""
        self.put(b"")
        os.truncate(self.path, len(self.whole))
        self.rest()
        self.pieces(backwards=backwards)

    def tail_first(self):
        """The same from the end to the beginning."""
        self.preallocated(backwards=True)

    def times_kept(self):
        """Like rsync -t and cp -p."""
        self.pieces()
        self.set_back()

    def touched(self):
        """Touched again and again after it was whole."""
        self.put(self.whole)
        for _ in range(4):
            self.rest()
            os.utime(self.path)

    def late_tail(self):
        """Only the last bytes are missing for a while."""
        self.put(self.whole[:-12])
        self.rest()
        with open(self.path, "ab") as file:
            file.write(self.whole[-12:])

    def in_silence(self):
        """Rewritten in place, size and modification time as they were."""
        self.put(self.old)
        self.set_back()
        time.sleep(2)
        for start in range(0, len(self.whole), -(-len(self.whole) // 3)):
            with open(self.path, "r+b") as file:
                file.seek(start)
                file.write(self.whole[start:start + -(-len(self.whole) // 3)])
            self.set_back()
            self.rest()

    def mapped(self):
        """Through a memory map, of which no event tells."""
        self.put(self.old)
        self.rest()
        with open(self.path, "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
            for start in range(0, len(self.whole), 2000):
                memory[start:start + 2000] = self.whole[start:start + 2000]
                memory.flush()
                self.rest()

    def made_anew(self):
        """Removed and written again with another content."""
        for data in (self.old, self.whole[:3000], self.whole):
            self.put(data)
            self.rest()
            if data is not self.whole:
                os.unlink(self.path)

    def put(self, data):
        """Writes all at once."""
        with open(self.path, "wb") as file:
            file.write(data)

    def set_back(self):
        """Sets the modification time to the same old moment."""
        os.utime(self.path, ns=(DAY, 20_000 * DAY))


KINDS = ["pieces", "held_open", "truncated", "renamed", "moved_in", "overwritten", "appended", "preallocated",
         "tail_first", "times_kept", "touched", "late_tail", "in_silence", "mapped", "made_anew"]


def slow(bench):
    """Half-written files end as what they are in the end, without a person; 15 ways of writing slowly, real events"""
    box = Inbox(bench, "slow", intake={"patience": "3s", "rescan": "5s"})
    chance = random.Random(bench.seed)
    rounds = 10 if bench.long else 2
    writers = [Writer(box, kind, format, number * 100 + index, random.Random(chance.random()))
               for number in range(rounds) for index, kind in enumerate(KINDS) for format in ("jpg", "png")]
    with box.running() as watch:
        watch.wait_until_watching()
        for writer in writers:
            writer.thread.start()
        for writer in writers:
            writer.thread.join(STANDSTILL)
        final = {writer.path: sha256(writer.path) for writer in writers}
        with contextlib.suppress(AssertionError):  # what differs is told below
            watch.wait(lambda: not differing(box, final), "the final contents", pause=0.5)
        time.sleep(3)  # nothing may come after the right answer
        watch.stop()
    wrong = [writer.trouble for writer in writers if writer.trouble]
    wrong += differing(box, final)
    [(superseded,)] = ask(box.queue, "SELECT count(*) FROM job WHERE current = 0")
    figure = f"{len(writers)} files, {len(wrong)} wrong, {superseded} early answers superseded{told(wrong)}"
    return f"{len(writers)} writers in {len(KINDS)} ways, hashes of the files as they lie there", figure, not wrong


def before_its_turn(bench):
    """A photo that changes before its turn is answered as it is then;
    `quiver run`, 12 of 60 waiting photos written anew"""
    box = Inbox(bench, "turn")
    paths = [box.put(b"%03d.jpg" % number, number) for number in range(60)]
    with box.running("run") as run:
        run.hold_workers()
        run.wait(lambda: sum(box.states().values()) == 60, "60 photos in the queue")
        ready = [path for path, state in box.jobs().items() if state == "ready"]
        chosen = [path for path in paths if path in ready][::5]
        for number, path in enumerate(chosen):
            with open(path, "wb") as file:
                file.write(photo_bytes(7000 + number))
        run.release_workers()
        status = run.process.wait(STANDSTILL)
    wrong = differing(box, {path: sha256(path) for path in paths})
    kept = bool(chosen) and status == 0 and not wrong and box.ends() == {"done": 60}
    proof = f"{len(chosen)} of {len(ready)} ready photos written anew"
    return proof, f"exit {status}, {len(wrong)} wrong{told(wrong)}", kept


def sha256(path):
    """The hash of a file as it lies there."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def differing(box, final):
    """Which files do not have exactly one record of their final content, done.

    A file that was answered too early and then written anew is a name that was used again: both records stay.
    """
    answers = box.answers()
    wrong = []
    for path, expected in final.items():
        found = [(record["state"], record["source"]["sha256"]) for record in answers.get(path, [])]
        if [state for state, content in found if content == expected] != ["done"]:
            wrong.append(f"{os.path.basename(path).decode()}: {[state for state, _ in found]}")
    return wrong + [f"a record of {path}" for path in answers.keys() - final.keys()]
