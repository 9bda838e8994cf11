"""The truth about one canonical picture, as it is kept beside it: a row of numbers for each arrow and hole."""

from dataclasses import dataclass

import cv2
import numpy as np

ARROW, HOLE = 0, 1
NAMES = ("arrow", "hole")
SMALLEST = 10.0


@dataclass
class Label:
    """An arrow (its tip, and its nock as an offset where that is known) or a hole (its middle and size)."""

    kind: int
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    nock: tuple | None = None
    # the nock is in the photo; else the offset may be that of another point of the shaft
    nock_seen: bool = False
    # hidden or cut: neither to find nor to be blamed for
    unsure: bool = False

    def row(self):
        """Ten numbers."""
        nock = self.nock or (0.0, 0.0)
        flags = (float(self.nock is not None), float(self.nock_seen), float(self.unsure))
        return (self.kind, self.x, self.y, max(self.width, SMALLEST), max(self.height, SMALLEST), *nock, *flags)


def keep(stem, picture, labels):
    """Keeps a canonical picture (RGB) and its labels, which come last, whole or not at all."""
    cv2.imwrite(f"{stem}.jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 93])
    partial = stem.with_suffix(".part")
    np.savetxt(partial, np.array([label.row() for label in labels], float).reshape(-1, 10), fmt="%.2f")
    partial.rename(stem.with_suffix(".txt"))


def read(path):
    """Rows [N, 10] of a text that `keep` wrote."""
    text = path.read_text().split()
    return np.array(text, np.float32).reshape(-1, 10)
