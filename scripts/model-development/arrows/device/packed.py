"""Labelled photos packed for the device: what of them the views of their faces show, compressed, with the maps to the
views.

    python -m arrows.device.packed OUT --photos FOLDER… --records FOLDER… [--quality 70] [--skip GROUP…]

The records are the program's own of these photos; they tell where the faces are.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from .. import cache, photos
from ..view import CACHED_RADIUS, CACHED_SIDE, apply, of_face, rectify

# a packed photo is at most so much finer than its views
FINER = 1.3


class PackedView:
    """The view of one face of a packed photo, as `cache.View` has it."""

    def __init__(self, folder, label, face):
        self.bytes = np.fromfile(Path(folder) / label["file"], np.uint8)
        self.name, self.group, self.known = label["file"], label["group"], face["known"]
        self.matrix = np.array(face["matrix"]).reshape(3, 3)
        self.rows = np.array([cache.row(arrow) for arrow in face["arrows"]], np.float64).reshape(-1, 6)

    def pixels(self):
        """8-bit RGB, CACHED_SIDE a side."""
        picture = cv2.imdecode(self.bytes, cv2.IMREAD_COLOR)
        return cv2.cvtColor(rectify(picture, self.matrix, CACHED_SIDE), cv2.COLOR_BGR2RGB)


def load(folder):
    """All views of a folder of packed photos."""
    labels = json.loads((Path(folder) / "labels.json").read_text())
    return [PackedView(folder, label, face) for label in labels for face in label["faces"]]


def _shown(picture, matrices):
    """The part of a photo that its views show, as fine as they show it, and the map from it to the photo."""
    size, fine = np.array(picture.shape[1::-1]), []
    low, high = size.copy(), np.zeros(2, int)
    share, middle = np.linspace(0, 1, 30)[:, None], CACHED_SIDE / 2
    sides = [share * [1, 0], share * [1, 0] + [0, 1], share * [0, 1], share * [0, 1] + [1, 0]]
    edge = CACHED_SIDE * np.concatenate(sides)
    for matrix in matrices:
        back = np.linalg.inv(matrix)
        depth = back[2] @ np.concatenate([edge, np.ones((len(edge), 1))], 1).T
        if (depth * (back[2] @ [middle, middle, 1]) <= 0).any():
            low, high = np.zeros(2, int), size
        else:
            shown = apply(back, edge)
            low = np.minimum(low, np.clip(np.floor(shown.min(0)), 0, size).astype(int))
            high = np.maximum(high, np.clip(np.ceil(shown.max(0)), 0, size).astype(int))
        a, b, c = apply(back, [[middle, middle], [middle + 1, middle], [middle, middle + 1]])
        fine.append(abs(np.linalg.det([b - a, c - a])) ** -0.5)
    part = picture[low[1] : high[1], low[0] : high[0]]
    scale, shrink = min(1.0, FINER * max(fine)), np.ones(2)
    if scale < 0.95:
        small = np.maximum(1, np.round(np.array(part.shape[1::-1]) * scale)).astype(int)
        shrink = np.array(part.shape[1::-1]) / small
        part = cv2.resize(part, small.tolist(), interpolation=cv2.INTER_AREA)
    # pixels' middles: the small picture's (0, 0) is the middle of a block
    move = low + shrink / 2 - 0.5
    return part, np.array([[shrink[0], 0, move[0]], [0, shrink[1], move[1]], [0, 0, 1.0]])


def _packed(picture, label, faces):
    """The picture to keep of one photo, and its label."""
    matrices = [of_face(face) for face in faces]
    part, back = _shown(picture, matrices)
    known = photos.KNOWN * CACHED_RADIUS if label.get("one_face") else None
    rows = [
        {"matrix": (matrix @ back).ravel().tolist(), "known": known, "arrows": photos.seen(label, face, matrix)}
        for face, matrix in zip(faces, matrices)
    ]
    return part, {"group": label.get("group"), "faces": rows}


def pack(folder, records, output, quality, skipped=(), first=0):
    """Packs a set of photos but for the groups `skipped`; the labels of those that are packed."""
    packed = []
    for label in json.loads((Path(folder) / "labels.json").read_text()):
        if label.get("group") in skipped or not photos.is_usable(label):
            continue
        picture = cv2.imread(str(Path(folder) / label["file"]))
        faces = [face for face in photos.faces(records, label["file"]) if face["type"] != "card"]
        if picture is None or not faces:
            continue
        part, made = _packed(picture, label, faces)
        file = f"{first + len(packed):04d}.webp"
        cv2.imwrite(str(output / file), part, [cv2.IMWRITE_WEBP_QUALITY, quality])
        packed.append({"file": file, **made})
    return packed


def main():
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m arrows.device.packed", description=__doc__)
    parser.add_argument("output", type=Path, help="where photos and labels.json go")
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="folders with labels.json")
    parser.add_argument("--records", type=Path, nargs="+", required=True, help="the program's records of each")
    parser.add_argument("--quality", type=int, default=70, help="of WebP (default 70)")
    parser.add_argument("--skip", nargs="*", default=[], help="groups that are left out")
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    labels = []
    for folder, records in zip(args.photos, args.records, strict=True):
        labels += pack(folder, records, args.output, args.quality, args.skip, len(labels))
    (args.output / "labels.json").write_text(json.dumps(labels))
    size = sum(path.stat().st_size for path in args.output.iterdir()) / 1e6
    print(f"{len(labels)} photos, {sum(len(label['faces']) for label in labels)} faces, {size:.1f} MB")


if __name__ == "__main__":
    main()
