"""Faults that a decoder gets to see: inside chunks, segments, directories and boxes, whose sums are right again."""

import struct
import zlib

SIZES = (0, 1, 2, 7, 8, 9, 255, 256, 4095, 32767, 32768, 65535, 65536, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)


def number(rng, width):
    """A size or count: mostly small or at an edge."""
    value = rng.choice(SIZES) if rng.random() < 0.7 else rng.randrange(70_000)
    return value % (1 << 8 * width)


def put(data, where, width, order, value):
    """Writes a whole number over the bytes at an offset."""
    if 0 <= where <= len(data) - width:
        data[where:where + width] = (value % (1 << 8 * width)).to_bytes(width, order)


def scratch(rng, data, start, end):
    """Some bytes between two offsets made others."""
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        if start < min(end, len(data)):
            data[rng.randrange(start, min(end, len(data)))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))


def png(rng, data):
    """Chunks: fields, order, number, lengths; the sums fit again most of the time."""
    chunks, offset = [], 8
    while offset + 12 <= len(data):
        length = int.from_bytes(data[offset:offset + 4], "big")
        chunks.append([bytes(data[offset + 4:offset + 8]), bytearray(data[offset + 8:offset + 8 + length])])
        offset += 12 + length
    if not chunks:
        return "png-none"
    kind, content = chunk = rng.choice(chunks)
    what = rng.choice(("header", "content", "content", "pixels", "twice", "gone", "swap", "length", "text"))
    lie = None
    if what == "header":
        head = chunks[0][1]
        where, width = rng.choice(((0, 4), (4, 4), (8, 1), (9, 1), (10, 1), (11, 1), (12, 1)))
        put(head, where, width, "big", number(rng, 4) if width == 4 else rng.choice((0, 1, 2, 3, 4, 6, 8, 16, 255)))
    elif what == "content":
        scratch(rng, content, 0, len(content))
    elif what == "pixels":
        # Filter bytes and samples in a stream that inflates well.
        for chunk in chunks:
            if chunk[0] == b"IDAT":
                try:
                    raw = bytearray(zlib.decompress(chunk[1]))
                except zlib.error:
                    continue
                scratch(rng, raw, 0, len(raw))
                chunk[1] = bytearray(zlib.compress(raw[:rng.choice((len(raw), len(raw) // 2, len(raw) - 1))]))
    elif what == "twice":
        chunks.insert(rng.randrange(len(chunks)), [kind, bytearray(content)])
    elif what == "gone":
        chunks.remove(chunk)
    elif what == "swap":
        rng.shuffle(chunks)
    elif what == "text":
        sort = rng.choice((b"zTXt", b"iTXt", b"tEXt", b"iCCP", b"eXIf", b"gAMA", b"cHRM", b"tRNS", b"PLTE", b"acTL"))
        body = rng.choice((b"", b"a", b"name\0\0" + zlib.compress(bytes(rng.choice((0, 100, 100_000)))), bytes(300)))
        chunks.insert(rng.randrange(1, len(chunks) + 1), [sort, bytearray(body)])
    else:
        lie = chunk
    out = bytearray(data[:8])
    for entry in chunks:
        length = number(rng, 4) if entry is lie else len(entry[1])
        out += struct.pack(">I", length) + entry[0] + entry[1]
        out += struct.pack(">I", zlib.crc32(entry[0] + entry[1]) if rng.random() < 0.97 else 0)
    data[:] = out
    return "png-" + what


def segments(data):
    """The segments of a JPEG before its scan: marker, offset of the length field, length."""
    found, offset = [], 2
    while offset + 4 <= len(data) and data[offset] == 0xFF:
        marker, length = data[offset + 1], int.from_bytes(data[offset + 2:offset + 4], "big")
        found.append((marker, offset + 2, length))
        if marker == 0xDA:
            break
        offset += 2 + length
    return found


def jpeg(rng, data):
    """Segments: lengths, sizes of the picture, tables, camera data; marks inside the scan."""
    found = segments(data)
    if not found:
        return "jpeg-none"
    marker, where, length = rng.choice(found)
    what = rng.choice(("length", "size", "frame", "content", "content", "twice", "gone", "scan", "camera", "profile"))
    if what == "length":
        put(data, where, 2, "big", rng.choice((0, 1, 2, 3, length - 1, length + 1, length + 300, 0xFFFF)))
    elif what in ("size", "frame"):
        for marker, where, length in found:
            if marker in (0xC0, 0xC1, 0xC2):
                if what == "size":
                    put(data, where + rng.choice((3, 5)), 2, "big", number(rng, 2))
                else:
                    scratch(rng, data, where + 2, where + length)
    elif what == "content":
        scratch(rng, data, where + 2, where + length)
    elif what == "twice":
        data[where - 2:where - 2] = bytes(data[where - 2:where + length]) * rng.choice((1, 1, 40))
    elif what == "gone":
        del data[where - 2:where + length]
    elif what == "scan":
        begin = found[-1][1] + found[-1][2]
        if begin < len(data):
            at = rng.randrange(begin, len(data))
            data[at:at] = rng.choice((b"\xff\xd0", b"\xff\xd9", b"\xff\xda", b"\xff\xc4", b"\xff\x00", b"\xff\xff"))
            scratch(rng, data, begin, len(data))
    elif what == "camera":
        return "jpeg-" + camera(rng, data)
    else:
        return "jpeg-" + profile(rng, data)
    return "jpeg-" + what


def tiff(rng, data, base=0, end=None):
    """Directories: an entry's tag, type, count or value, the next directory, offsets back to the start."""
    order = "big" if data[base:base + 2] == b"MM" else "little"
    big = data[base + 2:base + 4] in (b"\x2b\0", b"\0\x2b")
    entry_bytes, word, count_bytes = (20, 8, 8) if big else (12, 4, 2)

    def get(where, width):
        return int.from_bytes(data[where:where + width], order)

    directory = get(base + (8 if big else 4), word)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):  # a later page, where there is one
        later = get(base + directory + count_bytes + get(base + directory, count_bytes) * entry_bytes, word)
        directory = later or directory
    count = min(get(base + directory, count_bytes), 60)
    if not count:
        return "tiff-none"
    entry = base + directory + count_bytes + rng.randrange(count) * entry_bytes
    what = rng.choice(("tag", "type", "count", "value", "value", "value", "next", "content", "entries"))
    if what == "tag":
        put(data, entry, 2, order, rng.choice((256, 257, 258, 259, 262, 273, 277, 279, 282, 284, 317, 320, 322, 323,
                                               324, 325, 330, 338, 339, 347, 530, 34665, 34675, 700, 33723)))
    elif what == "type":
        put(data, entry + 2, 2, order, rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16, 99)))
    elif what == "count":
        put(data, entry + 4, word, order, number(rng, word))
    elif what == "value":
        small = get(entry + 2, 2) == 3
        put(data, entry + 4 + word, 2 if small else word, order, number(rng, 2 if small else word))
    elif what == "next":
        after = base + directory + count_bytes + count * entry_bytes
        put(data, after, word, order, rng.choice((directory, 8, 1, len(data) - 2, number(rng, word))))
    elif what == "entries":
        put(data, base + directory, count_bytes, order, number(rng, 2))
    else:
        scratch(rng, data, base + 8, end or len(data))
    return "tiff-" + what


def camera(rng, data):
    """The directory of camera data inside another format, broken like a TIFF's."""
    for mark in (b"Exif\0\0", b"EXIF", b"eXIf"):
        at = data.find(mark)
        if at >= 0:
            for head in (b"II*\0", b"MM\0*"):
                base = data.find(head, at, at + 40)
                if base >= 0:
                    return "camera-" + tiff(rng, data, base, base + 300)
    return "camera-none"


def profile(rng, data):
    """The tags of a colour profile."""
    at = data.find(b"acsp") - 36
    if at < 0:
        return "profile-none"
    if rng.random() < 0.5:
        put(data, at + rng.choice((0, 128)), 4, "big", number(rng, 4))
    else:
        put(data, at + 132 + rng.randrange(10) * 12 + rng.choice((0, 4, 8)), 4, "big", number(rng, 4))
    return "profile"


def webp(rng, data):
    """RIFF chunks: sizes, the canvas, frames, camera data and profile."""
    found, offset = [], 12
    while offset + 8 <= len(data):
        length = int.from_bytes(data[offset + 4:offset + 8], "little")
        found.append((offset, length))
        # An animation's frame holds chunks of its own.
        offset += 24 if data[offset:offset + 4] == b"ANMF" else 8 + length + length % 2
    if not found:
        return "webp-none"
    where, length = rng.choice(found)
    what = rng.choice(("size", "whole", "head", "content", "twice", "camera", "profile"))
    if what == "size":
        put(data, where + 4, 4, "little", rng.choice((0, length - 1, length + 1, length * 2, number(rng, 4))))
    elif what == "whole":
        put(data, 4, 4, "little", rng.choice((0, 4, len(data), len(data) - 9, number(rng, 4))))
    elif what == "head":
        scratch(rng, data, where + 8, where + 8 + min(length, 16))
    elif what == "content":
        scratch(rng, data, where + 8, where + 8 + length)
    elif what == "twice":
        data[where:where] = bytes(data[where:where + 8 + length + length % 2]) * rng.choice((1, 20))
    else:
        return "webp-" + (camera if what == "camera" else profile)(rng, data)
    return "webp-" + what


def gif(rng, data):
    """The screen, descriptors, code sizes and sub-blocks."""
    what = rng.choice(("screen", "flags", "frame", "block", "code", "twice", "content"))
    frame = data.find(b"\x2c", 13)
    if what == "screen":
        put(data, rng.choice((6, 8)), 2, "little", number(rng, 2))
    elif what == "flags":
        put(data, 10, 1, "little", rng.randrange(256))
    elif frame < 0:
        return "gif-none"
    elif what == "frame":
        put(data, frame + rng.choice((1, 3, 5, 7)), 2, "little", number(rng, 2))
    elif what == "code":
        put(data, frame + rng.choice((9, 10)), 1, "little", rng.choice((0, 1, 2, 8, 9, 11, 12, 13, 255)))
    elif what == "block":
        put(data, frame + 11, 1, "little", rng.choice((0, 1, 254, 255)))
    elif what == "twice":
        data[-1:] = bytes(data[frame:]) * rng.choice((1, 3, 100))
    else:
        scratch(rng, data, frame, len(data))
    return "gif-" + what


BOXES = {b"meta": 12, b"iprp": 8, b"ipco": 8, b"iinf": 14, b"iref": 12, b"moov": 8, b"trak": 8, b"mdia": 8, b"minf": 8,
         b"stbl": 8, b"dinf": 8}


def boxes(data, start, end, found, depth=0):
    """Every box between two offsets, with those inside it."""
    while start + 8 <= end and depth < 6:
        length, kind = int.from_bytes(data[start:start + 4], "big"), bytes(data[start + 4:start + 8])
        if length < 8:
            return
        found.append((kind, start, min(length, end - start)))
        if kind in BOXES:
            boxes(data, start + BOXES[kind], min(start + length, end), found, depth + 1)
        start += length


def heif(rng, data):
    """Boxes: lengths, kinds, the fields of those that say where pixels are and how large."""
    found = []
    boxes(data, 0, len(data), found)
    if not found:
        return "heif-none"
    kind, where, length = rng.choice(found)
    what = rng.choice(("length", "fields", "fields", "fields", "kind", "twice", "gone", "data"))
    if what == "length":
        put(data, where, 4, "big", rng.choice((0, 1, 7, 8, length - 1, length + 1, length + 64, number(rng, 4))))
    elif what == "fields":
        if rng.random() < 0.5:
            scratch(rng, data, where + 8, where + min(length, 60))
        else:
            width = rng.choice((1, 2, 4))
            put(data, where + 8 + rng.randrange(max(1, min(length - 8, 40))), width, "big", number(rng, width))
    elif what == "kind":
        data[where + 4:where + 8] = rng.choice(found)[0]
    elif what == "twice":
        data[where:where] = bytes(data[where:where + length]) * rng.choice((1, 1, 30))
    elif what == "gone":
        del data[where:where + length]
    else:
        for kind, where, length in found:
            if kind == b"mdat":
                scratch(rng, data, where + 8, where + length)
    return "heif-" + what


PARTS = {"png": png, "jpg": jpeg, "tif": tiff, "webp": webp, "gif": gif, "heic": heif, "avif": heif}
