"""Views kept on disk: STEM.jpg, and STEM.json with the arrows and the group of photos that it belongs to."""

import json
from pathlib import Path

import cv2
import numpy as np

from .view import CACHED_SIDE

# the columns of a row: tip, nock, whether the nock is known, whether the tip is only guessed
TIP, NOCK, SEEN, UNSURE = slice(0, 2), slice(2, 4), 4, 5


class View:
    """One cached view; its pixels stay compressed until they are asked for."""

    def __init__(self, stem):
        self.name = Path(stem).name
        self.bytes = np.fromfile(f"{stem}.jpg", np.uint8)
        label = json.loads(Path(f"{stem}.json").read_text())
        self.group = label.get("group")
        # how far from the face's centre all arrows are labelled, in pixels of the view; None for everywhere
        self.known = label.get("known")
        self.rows = np.array([row(arrow) for arrow in label["arrows"]], np.float64).reshape(-1, 6)
        # kept views may be of another size
        enlarged = CACHED_SIDE / label["side"]
        self.rows[:, :4] *= enlarged
        self.known = self.known and self.known * enlarged

    def pixels(self):
        """8-bit RGB, CACHED_SIDE a side."""
        picture = cv2.imdecode(self.bytes, cv2.IMREAD_COLOR)
        if picture.shape[0] != CACHED_SIDE:
            picture = cv2.resize(picture, (CACHED_SIDE, CACHED_SIDE), interpolation=cv2.INTER_LINEAR)
        return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def row(arrow):
    """An arrow that is kept, as a row."""
    return [*arrow["tip"], *arrow["nock"], arrow["nock_seen"], arrow["unsure"]]


def arrow(tip, nock, seen, unsure):
    """An arrow as it is kept."""
    return {
        "tip": list(map(float, tip)),
        "nock": list(map(float, nock)),
        "nock_seen": bool(seen),
        "unsure": bool(unsure),
    }


def keep(stem, picture, arrows, group=None, quality=93, known=None):
    """Keeps a view; `picture` is 8-bit BGR, `known` as in View."""
    cv2.imwrite(f"{stem}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    label = {"arrows": arrows, "group": group, "known": known, "side": picture.shape[0]}
    partial = Path(f"{stem}.part")
    partial.write_text(json.dumps(label))
    partial.replace(f"{stem}.json")


def load(folder):
    """All views of a folder that are complete."""
    stems = (path.with_suffix("") for path in sorted(Path(folder).glob("*.json")))
    return [View(stem) for stem in stems if Path(f"{stem}.jpg").exists()]
