"""Files of little size that ask for much: pixels, frames, pages, or text by the gigabyte."""

import struct

from campaign.pictures import chunk, gif, jpeg, png, png_head, tiff, zeros


def huge_jpeg(width, height):
    """A small JPEG that says that it is large."""
    return jpeg(16, 16).replace(struct.pack(">BHH", 8, 16, 16), struct.pack(">BHH", 8, height, width))


def huge_webp(width, height):
    """A lossless WebP's header, and nothing of what it announces."""
    bits = (width - 1) | (height - 1) << 14
    body = b"VP8L" + struct.pack("<I", 205) + b"\x2f" + struct.pack("<I", bits) + bytes(200) + b"\0"
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def huge_heif(seed, width, height):
    """A small HEIC or AVIF that says that it is large."""
    at = seed.index(b"ispe") + 8
    return seed[:at] + struct.pack(">II", width, height) + seed[at + 8:]


def every(seeds):
    """Name to bytes of every bomb; HEIC and AVIF are made from seeds, where there are some."""
    flood = zeros(4 << 30)
    small = png(8, 8)
    head, rest = small[:33], small[33:]

    def pixels(width, height, packed, colour=0):
        return png_head(width, height, 8, colour) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")

    boxed = {ending: next((data for name, data in sorted(seeds.items()) if name.endswith(ending)), None)
             for ending in (".heic", ".avif")}
    return {
        "pixels-60000x60000.png": pixels(60_000, 60_000, flood[:200_000]),
        "pixels-2147483647x1.png": pixels(2**31 - 1, 1, flood[:1_000]),
        "interlaced-60000x60000.png": png_head(60_000, 60_000, 16, 6, 1) + chunk(b"IDAT", flood[:200_000])
        + chunk(b"IEND", b""),
        "text-4-gigabytes.png": head + chunk(b"zTXt", b"a\0\0" + flood) + rest,
        "text-many.png": head + chunk(b"iTXt", b"a\0\1\0\0\0" + flood[:60_000]) * 100 + rest,
        "profile-4-gigabytes.png": head + chunk(b"iCCP", b"a\0\0" + flood) + rest,
        "pixels-65500x65500.jpg": huge_jpeg(65_500, 65_500),
        "frames-100000.gif": gif(1, 1, 100_000),
        "pixels-65535x65535.gif": gif(65_535, 65_535, whole=True),
        "pixels-16383x16383.webp": huge_webp(16_383, 16_383),
        "pixels-60000x60000.tif": tiff(60_000, 60_000, rows=1),
        "pixels-2147483647x2147483647.tif": tiff(8, 8).replace(
            struct.pack("<HHII", 256, 4, 1, 8), struct.pack("<HHII", 256, 4, 1, 2**31 - 1)).replace(
            struct.pack("<HHII", 257, 4, 1, 8), struct.pack("<HHII", 257, 4, 1, 2**31 - 1)),
        "pages-10000.tif": tiff(8, 8, pages=10_000),
    } | {f"pixels-65535x65535{ending}": huge_heif(data, 65_535, 65_535) for ending, data in boxed.items() if data}
