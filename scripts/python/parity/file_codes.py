"""Codes that name the pages of files: what they look like, and where they stand."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

QUIET = 2
# Of a page of a PDF, in points: the empty edge, the foot in which the code stands, one module of it.
MARGIN, FOOT, MODULE = 36, 100, 2.4


@dataclass
class Made:
    """A file, and for each page where the corners of its code are, clockwise from the code's own top left.

    They are in pixels of the upright page, or in the space of a PDF, where y grows upwards.
    """

    path: Path
    corners: list = field(default_factory=list)
    # Of each upright page in pixels; a PDF's own say it.
    sizes: list = field(default_factory=list)

    def name(self, number):
        """What the code of a page says."""
        return f"{self.path.name}#{number}"

    def put(self, number, x, y, side, height=None):
        """Puts down where a page's code is; the height is that of a PDF's page, and y is counted from its top."""
        assert number == len(self.corners) + 1
        square = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        self.corners.append(square if height is None else [(across, height - down) for across, down in square])


def table(text):
    """The rows of a table by the names of its columns."""
    head, *rows = (line.split() for line in text.strip().splitlines())
    return [dict(zip(head, cells)) for cells in rows]


def modules(text):
    """The dark modules of a QR code, without the white around it."""
    drawn = cv2.QRCodeEncoder.create().encode(text)
    return drawn[QUIET:-QUIET, QUIET:-QUIET] == 0


def stands(number, width, height):
    """Where on a page of a PDF its code stands: points from the left and from the top, elsewhere on each page."""
    room = width - 2 * MARGIN - 29 * MODULE
    return MARGIN + number * 71 % max(room, 1), height - FOOT + 4 + number * 3 % 9


def stamp(pixels, text, x, y, module):
    """Draws a code into a grey picture, with white around it; how wide it is."""
    grid = np.kron(modules(text), np.ones((module, module), bool))
    side, quiet = len(grid), 4 * module
    pixels[max(y - quiet, 0) : y + side + quiet, max(x - quiet, 0) : x + side + quiet] = 255
    pixels[y : y + side, x : x + side][grid] = 0
    return side
