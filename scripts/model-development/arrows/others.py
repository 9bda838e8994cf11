"""Makes a set of photos for training out of clones of the repositories that labels/others.json names.

    git clone https://github.com/OWNER/NAME CLONES/OWNER+NAME …; scripts/model-development/photos others CLONES FOLDER

The labels are ours. A row is an arrow: its tip, its other end, whether the tip is hidden, whether the other end is the
nock (1) or the place where the shaft leaves the picture (0). Of fletchworks' photos (Roboflow Universe,
fletchworks/fletcheorks-test) one of each three, which are one photo turned and warped, was labelled by eye; its rows
were mapped to the others. The used faces have no arrow: what looks like one, and ground to paste arrows on. The photos
stay out of this project.
"""

import argparse
import json
import subprocess
from pathlib import Path

import cv2
import numpy as np

from .photos import arrows

LONGEST = 2000


def _picture(clone, commit, path):
    """A photo as it is stored, upright, of at most 2000 pixels a side."""
    command = ["git", "-C", str(clone), "show", f"{commit}:{path}"]
    stored = subprocess.run(command, check=True, capture_output=True).stdout
    picture = cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_COLOR)
    scale = min(1, LONGEST / max(picture.shape[:2]))
    return picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _label(part, path, file, rows):
    is_held = any(folder in path for folder in part.get("kept back", []))
    return {"file": file, "group": part["group"] + (", kept back" if is_held else ""), "arrows": arrows(rows)}


def make(clones, folder):
    """Writes the photos and labels.json."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for part in json.loads((Path(__file__).parent / "labels/others.json").read_text()):
        clone = clones / part["repository"].replace("/", "+")
        for path, rows in part["photos"].items():
            file = f"{len(labels) + 1}.jpg"
            picture = _picture(clone, part["commit"], path)
            cv2.imwrite(str(folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            labels.append(_label(part, path, file, rows))
    (folder / "labels.json").write_text(json.dumps(labels))
    print(f"{len(labels)} photos, {sum(len(label['arrows']) for label in labels)} arrows in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/photos others",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("clones", type=Path, help="the folder with the clones, OWNER+NAME each")
    parser.add_argument("folder", type=Path, help="where photos and labels.json go")
    args = parser.parse_args()
    make(args.clones, args.folder)
