"""Makes a set of photos of used faces without arrows: what looks like an arrow and is none, and ground to paste arrows on.

    git clone https://github.com/OWNER/NAME CLONES/OWNER+NAME …; python -m arrows.used CLONES FOLDER

The photos stay out of this project.
"""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

LONGEST = 2000
# repository, commit, path, licence
PHOTOS = (
    ("lwadya/shotplot", "15178c4cdde8f0ac06ae8215d2f311ba26541986", "flask/static/sample_targets/sample_3.JPG", "MIT"),
    ("lwadya/shotplot", "15178c4cdde8f0ac06ae8215d2f311ba26541986", "flask/static/sample_targets/sample_4.JPG", "MIT"),
    ("Qi-Zha0/Visual-Archery", "c8ec5ceeb62a814194b461c93875c9162b4a8730", "examples/example_target.jpg", "Apache-2.0"),
)


def make(clones, folder):
    """Writes the photos, upright and of at most 2000 pixels a side, and labels.json."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for number, (repository, commit, path, licence) in enumerate(PHOTOS, 1):
        clone = clones / repository.replace("/", "+")
        command = ["git", "-C", str(clone), "show", f"{commit}:{path}"]
        stored = subprocess.run(command, check=True, capture_output=True).stdout
        picture = cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_COLOR)
        scale = min(1, LONGEST / max(picture.shape[:2]))
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        file = f"{number}.jpg"
        cv2.imwrite(str(folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        labels.append({"file": file, "group": "used faces", "repo": repository, "licence": licence, "arrows": []})
    (folder / "labels.json").write_text(json.dumps(labels))
    print(f"{len(labels)} photos in {folder}")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
