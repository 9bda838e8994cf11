"""Pictures made byte by byte: small ones to start from, bombs, and photos of hundreds of megapixels."""

import random
import struct
import zlib


def chunk(kind, body):
    """A PNG chunk with its sum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_head(width, height, depth=8, colour=2, interlace=0):
    """The signature and the header of a PNG."""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))


def png(width, height, depth=8, colour=2, extra=b""):
    """A PNG whose rows are all alike; long ones are packed row by row."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    bits = samples * depth * width
    row = b"\1" + bytes((x * 37 + 11) % 7 for x in range((bits + 7) // 8))
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    palette = chunk(b"PLTE", bytes(range(256)) * 3) if colour == 3 else b""
    return png_head(width, height, depth, colour) + extra + palette + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def zeros(count):
    """As many zeros, deflated by a thousand: one packed block again and again, since they are all the same."""
    block = 1 << 24
    packer = zlib.compressobj(9)
    first = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    # Adler's sum of n zeros is 1 and n.
    return first + packed * (count // block - 1) + b"\3\0" + struct.pack(">HH", count % 65521, 1)


def gif(width, height, frames=1, whole=False):
    """A GIF of frames with one pixel, or as large as the screen with one pixel of it."""
    size = (width, height) if whole else (1, 1)
    frame = b"\x21\xf9\4\0\1\0\0\0\x2c" + struct.pack("<HHHHB", 0, 0, *size, 0) + b"\2\2\x44\1\0"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6) + frame * frames + b"\x3b"


def tiff(width, height, pages=1, planes=False, order="<", rows=None):
    """An RGB TIFF in strips, in one plane or three; `rows` of each page are there, else all."""
    pixels = bytes((x * 7 + 13) % 256 for x in range(width * 3)) * (height if rows is None else rows)
    head = 8 + len(pixels)
    out = bytearray((b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, head) + pixels)
    offset = head
    for page in range(pages):
        third = len(pixels) // 3
        strips = (8, 8 + third, 8 + 2 * third) if planes else (8,)
        counts = (third,) * 3 if planes else (len(pixels),)
        after = offset + 2 + 11 * 12 + 4
        tables = struct.pack(order + "3H", 8, 8, 8)
        tables += struct.pack(f"{order}{len(strips)}I", *strips) + struct.pack(f"{order}{len(counts)}I", *counts)
        entries = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, after), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, len(strips), after + 6 if planes else strips[0]), (277, 3, 1, 3), (278, 4, 1, height),
            (279, 4, len(counts), after + 18 if planes else counts[0]), (284, 3, 1, 2 if planes else 1),
            (274, 3, 1, 1 + page % 8),
        ]
        out += struct.pack(order + "H", len(entries))
        for tag, sort, count, value in sorted(entries):
            field = struct.pack(order + "HH", value, 0) if sort == 3 and count == 1 else struct.pack(order + "I", value)
            out += struct.pack(order + "HHI", tag, sort, count) + field
        offset = after + len(tables)
        out += struct.pack(order + "I", offset if page + 1 < pages else 0) + tables
    return bytes(out)


class Bits:
    """Bits in the order of a JPEG's scan."""

    def __init__(self):
        self.value, self.count = 0, 0

    def put(self, value, count):
        """Appends the low bits of a value."""
        self.value, self.count = self.value << count | value & (1 << count) - 1, self.count + count

    def packed(self):
        """Whole bytes, filled up with ones, zeros stuffed after 0xFF."""
        spare = -self.count % 8
        whole = self.value << spare | (1 << spare) - 1
        return whole.to_bytes((self.count + spare) // 8, "big").replace(b"\xff", b"\xff\0")


# Every code has four bits; the last one, all ones, is not allowed.
SIZES = list(range(12))
RUNS = [0x00, 0x01, 0x02, 0x03, 0x04, 0x11, 0x12, 0x13, 0x21, 0x22, 0x31, 0x41, 0x51, 0x61, 0x05]


def block(bits, rng, first, steps):
    """One block of 8x8: a step from the block before, then a few waves."""
    if first:
        step = rng.randint(-30, 30)
        size = abs(step).bit_length()
        bits.put(size, 4)
        bits.put(step if step > 0 else step + (1 << size) - 1, size)
    if steps:
        place = 0
        for _ in range(rng.randrange(steps)):
            symbol = rng.randrange(1, len(RUNS))
            place += (RUNS[symbol] >> 4) + 1
            if place > 63:
                break
            bits.put(symbol, 4)
            bits.put(rng.getrandbits(RUNS[symbol] & 15), RUNS[symbol] & 15)
        bits.put(0, 4)


def scan(rng, parts, rows, across, first, last):
    """A scan: a few rows of its own, repeated, each ended by a restart mark so that it stands for itself."""
    bands = []
    for _ in range(4):
        bits = Bits()
        pieces = []
        for _ in range(across):
            for _, blocks in parts:
                for _ in range(blocks if len(parts) > 1 else 1):
                    block(bits, rng, first == 0, 6 if last else 0)
            if bits.count % 8 == 0:  # keeps the number short
                pieces.append(bits.packed())
                bits = Bits()
        bands.append(b"".join(pieces) + bits.packed())
    head = struct.pack(">HB", 6 + 2 * len(parts), len(parts)) + b"".join(bytes([part, 0]) for part, _ in parts)
    body = b"".join(bands[row % 4] + (bytes([0xFF, 0xD0 + row % 8]) if row + 1 < rows else b"") for row in range(rows))
    restart = b"\xff\xdd\0\4" + struct.pack(">H", across)
    return restart + b"\xff\xda" + head + bytes([first, last, 0]) + body


def jpeg(width, height, progressive=False, seed=1):
    """A photo-like JPEG as phones write it (colour at half resolution), of any size in little time."""
    rng = random.Random(seed)
    across, down = -(-width // 16), -(-height // 16)
    parts = ((1, 4), (2, 1), (3, 1))
    head = b"\xff\xd8\xff\xdb\0\x43\0" + bytes([16] * 64)
    head += (b"\xff\xc2" if progressive else b"\xff\xc0") + struct.pack(">HBHHB", 17, 8, height, width, 3)
    head += bytes([1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
    for kind, symbols in ((0x00, SIZES), (0x10, RUNS)):
        head += b"\xff\xc4" + struct.pack(">HB", 19 + len(symbols), kind) + bytes([0, 0, 0, len(symbols)] + [0] * 12)
        head += bytes(symbols)
    if not progressive:
        return head + scan(rng, parts, down, across, 0, 63) + b"\xff\xd9"
    scans = [scan(rng, parts, down, across, 0, 0)]
    for part, blocks in parts:
        fine = 2 if blocks == 4 else 1
        scans.append(scan(rng, ((part, 1),), -(-height * fine // 16), -(-width * fine // 16), 1, 63))
    return head + b"".join(scans) + b"\xff\xd9"
