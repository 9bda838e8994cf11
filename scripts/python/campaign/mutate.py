"""Files that are broken: small pictures, each broken in a way of its own, the same for the same seed number."""

import hashlib
import random
from dataclasses import dataclass

from campaign import structure

# Values at which counts, lengths and offsets go wrong.
EDGES = (0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, 0x10000, 0x7FFFFFF, 0x10000000,
         0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF)
# Longer files would only cost time.
LONGEST = 200_000


@dataclass(frozen=True)
class Mutant:
    """One broken file: its bytes, the seed it came from and what was done to it."""

    data: bytes
    seed: str
    steps: tuple

    @property
    def name(self):
        """A name that says nothing false about the content, most of the time."""
        ending = self.seed.rpartition(".")[2]
        return f"{hashlib.blake2b(self.data, digest_size=6).hexdigest()}.{ending}"


def mutants(seeds, number):
    """Endless broken files from seeds (name to bytes), no two alike."""
    rng = random.Random(number)
    names = sorted(seeds)
    seen = set()
    while True:
        name = rng.choice(names)
        data = bytearray(seeds[name])
        steps = []
        # Mostly one fault, since a file with many is refused at the first.
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
            aware = structure.PARTS.get(name.rpartition(".")[2])
            if aware and rng.random() < 0.6:
                step = aware(rng, data)
            else:
                step = rng.choice(BLIND)
                step = step(rng, data, seeds[rng.choice(names)])
            steps.append(step)
        made = bytes(data[:LONGEST])
        digest = hashlib.blake2b(made, digest_size=8).digest()
        if made and digest not in seen:
            seen.add(digest)
            yield Mutant(made, name, tuple(steps))


def place(rng, data):
    """An offset; headers are met more often than what follows them."""
    if not data:
        return 0
    return rng.randrange(min(len(data), 64)) if rng.random() < 0.3 else rng.randrange(len(data))


def flip(rng, data, _):
    """Bits turned over."""
    for _ in range(rng.choice((1, 1, 2, 8, 32))):
        if data:
            data[place(rng, data)] ^= 1 << rng.randrange(8)
    return "flip"


def edge(rng, data, _):
    """A number of 1, 2, 4 or 8 bytes replaced by one at which arithmetic goes wrong."""
    width = rng.choice((1, 2, 4, 8))
    where = place(rng, data)
    data[where:where + width] = (rng.choice(EDGES) % (1 << 8 * width)).to_bytes(width, rng.choice(("big", "little")))
    return "edge"


def nudge(rng, data, _):
    """A number made a little larger or smaller."""
    width, order = rng.choice((1, 2, 4)), rng.choice(("big", "little"))
    where = place(rng, data)
    value = int.from_bytes(data[where:where + width], order) + rng.randint(-16, 16)
    data[where:where + width] = (value % (1 << 8 * width)).to_bytes(width, order)
    return "nudge"


def splice(rng, data, other):
    """A part of another picture, over or between this one's bytes."""
    start = rng.randrange(len(other))
    part = other[start:start + rng.choice((4, 16, 64, 256, 4096))]
    where = place(rng, data)
    data[where:where + (len(part) if rng.random() < 0.5 else 0)] = part
    return "splice"


def cut(rng, data, _):
    """The end missing, as after a broken copy."""
    del data[rng.randrange(1, len(data) + 1) if data else 0:]
    return "cut"


def repeat(rng, data, _):
    """A part twice or many times."""
    where, length = place(rng, data), rng.choice((1, 4, 32, 256, len(data)))
    data[where:where] = bytes(data[where:where + length]) * rng.choice((1, 1, 2, 50))
    return "repeat"


def drop(rng, data, _):
    """A part missing in the middle."""
    where = place(rng, data)
    del data[where:where + rng.choice((1, 2, 4, 16, 256))]
    return "drop"


def run(rng, data, _):
    """A run of zeros or ones."""
    where, length = place(rng, data), rng.choice((2, 8, 64, 512, 5000))
    data[where:where + length] = bytes([rng.choice((0, 0xFF))]) * length
    return "run"


BLIND = (flip, flip, edge, edge, nudge, splice, cut, repeat, drop, run)
