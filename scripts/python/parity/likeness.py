"""What a photo looks like, as Quiver reckons it: signs of its lowest frequencies, of all of it and of nine parts."""

import base64

import numpy as np
from PIL import Image, ImageOps

CELLS, SIDE, SAMPLES, COARSE = 120, 11, 32, 8
MOST_COARSE, DISTANCE = 7, 20
CUTS = ((1 / 30, 1 / 30), (1 / 12, 1 / 60), (1 / 60, 1 / 12))
PARTS = [((0, 1), (0, 1))] + [
    ((columns[0], 1 - columns[1]), (rows[0], 1 - rows[1])) for columns in CUTS for rows in CUTS
]
NOTHING = 1.0
IS_COARSE = np.array([row < COARSE and column < COARSE for row in range(SIDE) for column in range(SIDE)][1:])


def shares(length, cells, first, end):
    """By how much each of so many samples in a part of a side covers each cell."""
    edges = np.linspace(first, end, length + 1)
    low, high = edges[:-1, None], edges[1:, None]
    cell = np.arange(cells)[None]
    return np.clip(np.minimum(high, cell + 1) - np.maximum(low, cell), 0, None)


def waves(part):
    """The cosines of a part of a side, as weights of the grid's cells."""
    weights = shares(SAMPLES, CELLS, part[0] * CELLS, part[1] * CELLS) * SAMPLES / ((part[1] - part[0]) * CELLS)
    samples = (np.arange(SAMPLES) + 0.5) / SAMPLES
    return np.cos(np.pi * np.arange(SIDE)[:, None] * samples[None]) @ weights


WAVES = {part: waves(part) for pair in PARTS for part in pair}


def grid(pixels):
    """The mean light in the cells of a grid, in thousandths; of RGB pixels."""
    light = pixels.astype(float) @ (299.0, 587.0, 114.0)
    rows, columns = (shares(length, CELLS, 0, CELLS).T for length in light.shape)
    return rows @ light @ columns.T


def bits(pixels):
    """The 120 bits of each view, row by row of frequencies."""
    cells = grid(pixels)
    return np.array([(WAVES[rows] @ cells @ WAVES[columns].T).ravel()[1:] > NOTHING for columns, rows in PARTS])


def words(view):
    """A view as Quiver keeps it: the coarse bits and the fine ones as two numbers."""
    coarse = fine = count = 0
    for place, is_set in enumerate(view, 1):
        row, column = divmod(place, SIDE)
        if row < COARSE and column < COARSE:
            coarse |= int(is_set) << (8 * row + column)
        else:
            fine |= int(is_set) << count
            count += 1
    return coarse, fine


def text(views):
    """All views as records have them."""
    numbers = [number for view in views for number in words(view)]
    return base64.b64encode(b"".join(number.to_bytes(8, "big") for number in numbers)).decode()


def of_text(line):
    """The bits of what a record has."""
    data, views = base64.b64decode(line), []
    for first in range(0, len(data), 16):
        coarse, fine = (int.from_bytes(data[at : at + 8], "big") for at in (first, first + 8))
        view, count = [], 0
        for place in range(1, SIDE * SIDE):
            row, column = divmod(place, SIDE)
            if row < COARSE and column < COARSE:
                view.append(bool(coarse >> (8 * row + column) & 1))
            else:
                view.append(bool(fine >> count & 1))
                count += 1
        views.append(view)
    return np.array(views)


def of_file(path):
    """The bits of a photo, made small as for a model."""
    with Image.open(path) as photo:
        photo.draft("RGB", (640, 640))
        upright = ImageOps.exif_transpose(photo).convert("RGB")
    upright.thumbnail((640, 640), Image.Resampling.BILINEAR)
    return bits(np.asarray(upright))


def turns(views):
    """The bits of the eight ways in which a photo can be mirrored and turned."""
    row, column = np.divmod(np.arange(1, SIDE * SIDE), SIDE)
    order = column * SIDE + row - 1
    for turned in (views, views[..., order]):
        for rows in (0, 1):
            for columns in (0, 1):
                yield turned ^ ((rows * row + columns * column) % 2 == 1)
