"""What is asked of every file of scripts/parity files, and how far its record is from that."""

import unicodedata
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from .program import listed

# Of each file: pixels by which a page's size may differ; the share of letters that may be wrong; the shares of words
# that must be there in whichever order, and that must be within half their height of their place; modules by which the
# corners of a code may differ.
SIZE, ERRORS, WORDS, PLACED, CORNERS = 1, 0.01, 0.99, 0.99, 0.5
SOFT_HYPHENS = "\u0002\u00ad\ufffe"


def plain(text):
    """A text without the signs for a hyphen at a line's end, and with composed letters."""
    return unicodedata.normalize("NFC", "".join("-" if letter in SOFT_HYPHENS else letter for letter in text))


@dataclass
class Row:
    """How one file was read."""

    name: str
    pages: int
    found: int
    size: float = 0
    errors: float | None = None
    words: float | None = None
    placed: float | None = None
    codes: int = 0
    corners: float = 0
    why: str = ""

    def wrong(self):
        """What misses."""
        return [
            what
            for what, bad in (
                ("pages", self.found != self.pages),
                ("size", self.size > SIZE),
                ("text", self.errors is not None and self.errors > ERRORS),
                ("words", self.words is not None and self.words < WORDS),
                ("places", self.placed is not None and self.placed < PLACED),
                ("codes", self.codes != self.pages),
                ("corners", self.corners > CORNERS),
            )
            if bad
        ]


def parts(record):
    """The pages of a record: the entries of `pages`, of which the first has the record's own results."""
    image, own = record.get("imageMetadata") or {}, {"results": record.get("results", [])}
    first, *others = record.get("pages") or [{"page": 1, "width": image.get("width"), "height": image.get("height")}]
    return [first | own, *({"results": []} | page for page in others)]


def corners_of(finding):
    """The corners of a finding as points."""
    return np.array([[corner["x"], corner["y"]] for corner in finding["corners"]], float)


def placed(page, words):
    """How many of pdfium's words on a page are where pdfium has them, and how many there are."""
    places = defaultdict(list)
    for word in (word for line in listed(page, "texts") for word in line["words"]):
        places[plain(word["text"])].append(corners_of(word).mean(0))
    near = [
        min((np.hypot(*(place - middle)) for place in places[text]), default=np.inf) <= height / 2
        for text, middle, height in words
    ]
    return sum(near), len(near)


def see_code(row, page, text, corners):
    """Adds to a row whether the code of a page was read, and how far from its place it lies, in modules."""
    codes = listed(page, "codes")
    found = [code for code in codes if code["text"] == text]
    if len(codes) == len(found) == 1:
        row.codes += 1
        off = np.hypot(*(corners_of(found[0]) - corners).T).max()
        # These codes have 25 modules.
        row.corners = max(row.corners, off / (np.hypot(*(np.subtract(corners[1], corners[0]))) / 25))


def see_size(row, page, size, slack=SIZE):
    """Adds to a row by how much the size of a page differs."""
    off = max(abs(page["width"] - size[0]), abs(page["height"] - size[1]))
    row.size = max(row.size, off * SIZE / slack)
