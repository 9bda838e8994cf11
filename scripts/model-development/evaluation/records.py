"""What the program said about each photo: its JSON records, made now or read from a folder."""

import json
import time
from pathlib import Path

import numpy as np

from training.program import score


class Records:
    """Records of a folder of photos."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.paths = {str(path.relative_to(self.folder)): path for path in self.folder.rglob("*.json")}

    def of(self, photo):
        """The record of a photo, by its path below the folder that was scored; None where there is none."""
        photo = Path(photo)
        endings = (f"{photo}.json", str(photo.with_suffix(".json")))
        for name, path in self.paths.items():
            if any(name == end or name.endswith("/" + end) for end in endings):
                return json.loads(path.read_text())
        return None


def run(quiver, photos, output):
    """Scores a folder with the program; seconds that it took."""
    begun = time.monotonic()
    score(quiver, photos, output, "--face", "auto")
    return time.monotonic() - begun


# Records measure from the corner of the first pixel, labels and renders from its middle.
HALF = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])


def faces(record):
    """The faces found: (type, centre, homography, the face as written), by pixels' middles."""
    found = ((record or {}).get("targetDetection") or {}).get("faces", [])
    return [
        (f["type"], _point(f["center"]) - 0.5, np.array(f["homography"], float).reshape(3, 3) @ HALF, f) for f in found
    ]


def _point(place):
    return np.array([place["x"], place["y"]])


def impacts(record, kind):
    """The arrows, or holes, of a record, the most confident first."""
    rows = [row for row in (record or {}).get("arrows", []) if row["kind"] == kind]
    return sorted(rows, key=lambda row: -row["confidence"])


def pixels(rows):
    """Their places in the photo, by pixels' middles."""
    return np.array([[row["pixelX"], row["pixelY"]] for row in rows], float).reshape(-1, 2) - 0.5


def points(score):
    """A score as a number: X is 10, a miss is 0; None stays None."""
    if score is None:
        return None
    return {"X": 10, "M": 0}.get(str(score)) if str(score) in ("X", "M") else int(score)
