"""TIFFs by two writers in many compressions, kinds of pixels and layouts, each page with a code that names it."""

import numpy as np
import tifffile
from PIL import Image, ImageDraw, ImageFont

from .column_texts import Prose
from .file_codes import Made, stamp, table

# pages: how many; size: pixels of the first one, each further one is larger where `sizes` is among the extras; kind: of
# the pixels; by: pillow or tifffile; as: the writer's name of the compression; extra: big (BigTIFF), motorola
# (big-endian), tile, planes (each colour apart), turns (the pages have orientations 1, 2, … 8), turn-N (all have N),
# window (16 bits of which few numbers are used), inverse (0 is white), previews (each page has a small picture of
# itself behind it), predict (differences to the pixel before).
FILES = """
name         pages size      kind   by       as         extra
g4           5     1240x1754 1      pillow   group4     -
g4-many      12    700x900   1      pillow   group4     -
g3           2     1240x1754 1      pillow   group3     -
lzw          3     1000x1400 L      pillow   tiff_lzw   -
lzw-colour   2     1000x1400 RGB    pillow   tiff_lzw   predict
deflate      3     1000x1400 RGB    pillow   tiff_adobe_deflate -
packbits     2     800x1000  L      pillow   packbits   -
jpeg         3     1240x1754 RGB    pillow   jpeg       -
jpeg-grey    2     1240x1754 L      pillow   jpeg       -
cmyk         2     800x1000  CMYK   pillow   tiff_lzw   -
cmyk-jpeg    1     800x1000  CMYK   pillow   jpeg       -
palette      2     800x1000  P      pillow   tiff_lzw   -
alpha        2     800x1000  RGBA   pillow   tiff_adobe_deflate -
sizes        4     600x800   L      pillow   tiff_lzw   sizes
turned-3     2     800x1000  L      pillow   tiff_lzw   turn-3
turned-6     3     800x1000  RGB    pillow   jpeg       turn-6
turned-8     1     800x1000  1      pillow   group4     turn-8
pillow-big   2     800x1000  L      pillow   tiff_lzw   big
turns        8     700x900   L      tifffile zlib       turns
deep         3     800x1000  L16    tifffile zlib       -
deep-colour  2     800x1000  RGB16  tifffile none       -
window       2     800x1000  L16    tifffile zlib       window
tiled        3     1000x1400 L      tifffile zlib       tile
tiled-colour 2     1000x1400 RGB    tifffile none       tile,sizes
motorola     3     800x1000  L      tifffile none       motorola
motorola-16  2     800x1000  L16    tifffile none       motorola
big          3     800x1000  RGB    tifffile zlib       big
big-motorola 2     800x1000  L      tifffile none       big,motorola,tile
planes       2     800x1000  RGB    tifffile none       planes
inverse      2     800x1000  L      tifffile zlib       inverse
previews     3     800x1000  L      tifffile zlib       previews
"""
ORIENTATION = 274
# What is done to the upright pixels of each orientation so that they are stored as its tag says.
STORED = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.swapaxes(0, 1),
    6: lambda p: np.rot90(p),
    7: lambda p: p[::-1, ::-1].swapaxes(0, 1),
    8: lambda p: np.rot90(p, -1),
}


def page(made, number, width, height):
    """An upright page in grey with lines of text and its code; the code's place is put down."""
    image = Image.new("L", (width, height), 245)
    pen, prose = ImageDraw.Draw(image), Prose(np.random.default_rng(7 * number + width))
    for y in range(60, height - 300, 40):
        pen.text((50, y), prose.words(8), fill=40, font=ImageFont.load_default(24))
    pixels, module = np.array(image), 4 + number % 2
    x, y = 60 + number * 97 % (width - 270), height - 200 - number * 13 % 40
    made.put(number, x, y, stamp(pixels, made.name(number), x, y, module))
    made.sizes.append((width, height))
    return pixels


def coloured(grey, kind, extra):
    """Grey pixels as pixels of a kind."""
    if "16" in kind:
        grey = 20_000 + grey.astype(np.uint16) * 12 if "window" in extra else grey.astype(np.uint16) * 257
    if "inverse" in extra:
        return 255 - grey
    if kind.startswith("RGB"):
        # Paper that is a little yellow.
        shades = np.array([1, 0.98, 0.9])
        return (grey[:, :, None] * shades).astype(grey.dtype)
    return grey


def by_pillow(row, pages, orientations, path):
    """Writes pages by Pillow, which has the compressions of libtiff."""
    shown = []
    for grey in pages:
        colour = coloured(grey, row["kind"].removesuffix("A"), row["extra"])
        image = Image.fromarray(np.ascontiguousarray(colour))
        shown.append(image.convert("RGB").quantize(32) if row["kind"] == "P" else image.convert(row["kind"]))
    tags = {ORIENTATION: orientations[0]} if orientations[0] > 1 else {}
    if "predict" in row["extra"]:
        tags[317] = 2
    more = {"quality": 88} if row["as"] == "jpeg" else {}
    big = "big" in row["extra"].split(",")
    shown[0].save(
        path, "TIFF", save_all=True, append_images=shown[1:], compression=row["as"], tiffinfo=tags, big_tiff=big, **more
    )


def by_tifffile(row, pages, orientations, path):
    """Writes pages by tifffile, which has the layouts."""
    extra = row["extra"].split(",")
    order = ">" if "motorola" in extra else "<"
    with tifffile.TiffWriter(path, bigtiff="big" in extra, byteorder=order) as file:
        for grey, orientation in zip(pages, orientations):
            pixels = np.ascontiguousarray(coloured(grey, row["kind"], row["extra"]))
            kind = "rgb" if pixels.ndim == 3 else "miniswhite" if "inverse" in extra else "minisblack"
            options = {"compression": None if row["as"] == "none" else row["as"], "metadata": None}
            if orientation > 1:
                options["extratags"] = [(ORIENTATION, 3, 1, orientation, True)]
            if "planes" in extra:
                pixels, options["planarconfig"] = np.moveaxis(pixels, 2, 0), "separate"
            if "tile" in extra:
                options["tile"] = (256, 256)
            file.write(pixels, photometric=kind, **options)
            if "previews" in extra:
                file.write(np.ascontiguousarray(pixels[::8, ::8]), photometric=kind, subfiletype=1, **options)


def write(folder):
    """Makes all TIFFs in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for row in table(FILES):
        made = Made(folder / f"{row['name']}.tif")
        width, height = map(int, row["size"].split("x"))
        upright, turns = [], []
        for number in range(1, int(row["pages"]) + 1):
            more = 60 * (number - 1) if "sizes" in row["extra"].split(",") else 0
            upright.append(page(made, number, width + more * 3, height + more))
            turn = row["extra"].removeprefix("turn-") if row["extra"].startswith("turn-") else 1
            turns.append(number if row["extra"] == "turns" else int(turn))
        stored = [STORED[turn](pixels) for turn, pixels in zip(turns, upright)]
        (by_pillow if row["by"] == "pillow" else by_tifffile)(row, stored, turns, made.path)
        files.append(made)
    return files
