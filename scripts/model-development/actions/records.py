"""Keypoints that the program found in recorded movements, in windows with what is done in them.

A folder of records has one folder for each recording, `FOLDER/NAME/00000.jpg.json` and so on, as `quiver run --task
pose` writes them. `labels/recordings.json` says of each recording which actions are done from which photo to which.
"""

import json
from pathlib import Path

import numpy as np

from .skeleton import INDEX, NAMES
from .windows import FRAMES, LABELS

RECORDINGS = Path(__file__).parent / "labels" / "recordings.json"
# from the beginning of one window to the next, as the program goes
STEP = 30


def keypoints(folder):
    """The keypoints of the most confident person in each photo of a recording, [photos, 18, 3]."""
    rows = []
    for path in sorted(Path(folder).glob("*.json")):
        record, row = json.loads(path.read_text()), np.zeros((len(NAMES), 3), np.float32)
        poses = [pose for result in record["results"] for pose in result.get("poses", [])]
        if poses:
            found = {p["name"]: p for p in max(poses, key=lambda pose: pose["confidence"])["keypoints"]}
            for name, index in INDEX.items():
                if name in found:
                    row[index] = _point(found[name], record["image"])
            shoulders = row[[INDEX["leftShoulder"], INDEX["rightShoulder"]]]
            row[INDEX["neck"]] = [*shoulders[:, :2].mean(0), shoulders[:, 2].min()]
        rows.append(row)
    return np.stack(rows)


def _point(point, image):
    return point["x"] / image["width"], point["y"] / image["height"], point.get("visibility", 1)


def label(parts, first):
    """What is done in the window that begins at a photo: its index, or None where the window shows parts of several.

    A release counts where it is well inside, a draw where at least half of it and no release is in the window, and
    whatever else where it fills the window.
    """
    last = first + FRAMES
    for begin, end, name in parts:
        inside = min(end, last) - max(begin, first)
        if name == "release" and first + 6 <= begin < last - 6:
            return LABELS.index(name)
        if name == "release" and first - 6 <= begin < last + 6:
            return None
        if name == "draw" and inside > 0.6 * (end - begin) and begin < first + 0.6 * FRAMES:
            return LABELS.index(name)
        if name not in ("draw", "release") and inside >= 0.93 * FRAMES:
            return LABELS.index(name)
    return None


def recorded(folder, step=STEP):
    """All windows of all recordings of a folder that show one action: names, windows, indexes of labels."""
    names, values, labels = [], [], []
    for name, parts in json.loads(RECORDINGS.read_text()).items():
        if not (Path(folder) / name).is_dir():
            continue
        points = keypoints(Path(folder) / name)
        for first in range(0, max(len(points) - FRAMES, 0) + 1, step):
            index = label(parts["parts"], first)
            if index is not None:
                window = points[first : first + FRAMES]
                values.append(np.pad(window, ((0, FRAMES - len(window)), (0, 0), (0, 0))))
                labels.append(index)
                names.append(f"{name} {first}")
    return names, np.stack(values), np.array(labels)
