"""Views of real photos whose arrows people labelled.

A set of photos is a folder with `labels.json`: a list of photos with `file`, `group` (photos of one place), and
`arrows` with `tip`, `nock` (null where nobody labelled it), `leaves` where that is no nock but the place where the
shaft leaves the picture, and `unsure` where the tip is hidden; `one_face` where only the arrows of one face are
labelled, though others' may be seen. The faces come from the program's own records of these photos.
"""

import json
import shutil
from pathlib import Path

import cv2

from training.program import score

from . import cache
from .view import CACHED_RADIUS, CACHED_SIDE, apply, in_front, of_face, rectify

# how far from its centre the arrows of a face are labelled where others' are not, in radii of what scores
KNOWN = 1.2


def arrows(rows):
    """The arrows of rows of ours: tip, other end, whether the tip is hidden, whether the other end is the nock."""
    return [
        {"tip": row[:2], "nock": row[2:4] if row[2] is not None else None, "unsure": bool(row[4]), "leaves": not row[5]}
        for row in rows
    ]


def records(quiver, folder, output):
    """Scores the photos of a folder, and gives the folder of their records."""
    shutil.rmtree(output, ignore_errors=True)
    score(quiver, Path(folder), output, "--workers", "1")
    return output


def faces(folder, file):
    """The registered faces of a photo by its record; none where it was not scored."""
    path = Path(folder) / f"{file}.json"
    record = json.loads(path.read_text()) if path.exists() else {}
    return (record.get("targetDetection") or {}).get("faces", [])


def is_usable(label):
    """Whether all arrows of a photo are labelled, and nothing is painted on it."""
    return label.get("arrows_complete", True) and not label.get("overlay_contaminated")


def seen(label, face, matrix):
    """The arrows in one face's view; where the nock is not known it lies at the tip."""
    middle, found = (face["center"]["x"], face["center"]["y"]), []
    for arrow in label["arrows"]:
        nock = arrow.get("nock")
        if not in_front(matrix, arrow["tip"], middle):
            continue
        if nock and not in_front(matrix, nock, middle):
            nock = None
        tip, end = apply(matrix, [arrow["tip"], nock or arrow["tip"]])
        is_nock = nock is not None and not arrow.get("leaves", False)
        found.append(cache.arrow(tip, end, is_nock, arrow.get("unsure", False)))
    return found


def fill(photos, quiver, folder):
    """Keeps a view of every face of a set of photos, unless that was done; photos with arrows that nobody labelled are
    left out."""
    folder = Path(folder)
    whole = folder / "whole"
    if whole.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    scored = records(quiver, photos, folder / "records")
    for label in json.loads((Path(photos) / "labels.json").read_text()):
        if not is_usable(label):
            continue
        picture = cv2.imread(str(Path(photos) / label["file"]))
        for number, face in enumerate(faces(scored, label["file"])):
            if picture is None or face["type"] == "card":
                continue
            matrix = of_face(face)
            stem = folder / f"{label['file'].replace('/', '__')}-{number}"
            view = rectify(picture, matrix, CACHED_SIDE)
            known = KNOWN * CACHED_RADIUS if label.get("one_face") else None
            cache.keep(stem, view, seen(label, face, matrix), label.get("group"), 95, known)
    whole.touch()
