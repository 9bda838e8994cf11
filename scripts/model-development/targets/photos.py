"""Renders photos with one JSON of truth beside each: what evaluation measures the program on."""

import argparse
import hashlib
import json
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from .cover import LOST_HOLE, LOST_TIP
from .plane import circle, to_face
from .pool import across
from .scene import Recipe, render

KINDS = ("wa10", "wa6", "wa5", "triple", "vegas", "field", "card", "black")
SHAPES = ((1600, 1200), (1200, 1600), (2016, 1512), (1280, 960), (1920, 1080), (1400, 1400))
# a face counts as whole with so much of its edge in the photo
WHOLE = 0.985


def face_type(spot, kind):
    """The name of a spot's face as the program knows it."""
    if kind in ("triple", "vegas"):
        return "wa-40-triple"
    if kind in ("card", "black"):
        return "card"
    size = str(round(spot.diameter / 10))
    return {"wa10": "wa-" + size, "wa6": "wa-80-6", "wa5": "wa-80-5", "field": "field-" + size}[kind]


def facts(scene):
    """The truth as JSON can hold it."""
    height, width = scene.picture.shape[:2]

    def inside(point):
        return bool(0 <= point[0] < width and 0 <= point[1] < height)

    faces, numbers = [], {}
    for spot in scene.spots:
        plane = to_face(scene.homography, spot)
        rim = np.array([scene.homography @ [x, y, 1] for x, y in circle(spot.x, spot.y, spot.radius)])
        rim, ahead = rim[:, :2] / rim[:, 2:], (rim[:, 2] > 0).all()
        middle = scene.homography @ [spot.x, spot.y, 1]
        middle = middle[:2] / middle[2]
        share = ((rim >= 0) & (rim < [width, height])).all(1).mean() if ahead else 0.0
        if share < 0.3:
            continue
        numbers[id(spot)] = len(faces)
        faces.append(
            {
                "type": face_type(spot, scene.kind),
                "center": {"x": round(float(middle[0]), 2), "y": round(float(middle[1]), 2)},
                "homography": [float(f"{v:.9g}") for v in (plane / plane[2, 2]).ravel()],
                "outlineRadius": spot.radius / (spot.diameter / 2),
                "diameterMm": spot.diameter,
                "whole": bool(share > WHOLE),
            }
        )

    def point(values):
        return None if values is None else {"x": round(values[0], 2), "y": round(values[1], 2)}

    arrows = [
        {
            "tip": point(a["tip"]),
            "nock": point(a["nock"]),
            "face": numbers.get(id(a["spot"])),
            "score": a["score"],
            "shaftMm": round(a["shaft"], 2),
            "visible": inside(a["tip"]),
            "occluded": bool(a["place"].hidden > LOST_TIP),
        }
        for a in scene.arrows
    ]
    holes = [
        {
            "center": point(h["centre"]),
            "box": [round(v, 2) for v in h["box"]],
            "face": numbers.get(id(h["spot"])),
            "score": h["score"],
            "occluded": bool(h["place"].hidden > LOST_HOLE),
        }
        for h in scene.holes
    ]
    return {"width": width, "height": height, "kind": scene.kind, "faces": faces, "arrows": arrows, "holes": holes}


def recipe(rng, kinds, most, size=None):
    """A photo that shows at least one face whole, with up to `most` arrows."""
    shape = SHAPES[int(rng.integers(len(SHAPES)))]
    size = size or shape
    kind = kinds[int(rng.integers(len(kinds)))]
    arrows = int(rng.integers(0, most + 1)) if kind != "card" else int(rng.integers(0, 2))
    close = kind in ("triple", "vegas", "wa5") and rng.random() < 0.3
    return Recipe(
        size=size, kind=kind, arrows=min(arrows, 3) if close else arrows, close=close, fill=rng.uniform(0.5, 0.95)
    )


def _one(folder, seed, wishes, index):
    rng = np.random.default_rng([seed, index])
    scene = render(rng, recipe(rng, *wishes))
    stem = folder / f"{index:04d}"
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))]
    cv2.imwrite(f"{stem}.jpg", scene.picture[:, :, ::-1], quality)
    Path(f"{stem}.json").write_text(json.dumps({"photo": f"{stem.name}.jpg", **facts(scene)}) + "\n")


def version():
    """What the photos depend on besides their seed: a digest of this package."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def write(folder, seed, count, kinds=KINDS, most=12, workers=2, size=None):
    """Writes `count` photos; the same seed gives the same photos."""
    folder.mkdir(parents=True, exist_ok=True)
    across(partial(_one, folder, seed, (kinds, most, size)), range(count), workers)


def main():
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/render", description="Renders photos of targets with their truth."
    )
    parser.add_argument("--count", type=int, default=500, help="how many photos (default 500)")
    parser.add_argument("--seed", type=int, default=4000, help="the same seed gives the same photos (default 4000)")
    parser.add_argument("--output", type=Path, required=True, help="folder for NNNN.jpg and NNNN.json")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="kinds of faces (default: all)")
    parser.add_argument("--arrows", type=int, default=12, help="at most so many arrows (default 12)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    args = parser.parse_args()
    write(args.output, args.seed, args.count, tuple(args.kinds), args.arrows, args.workers)
    print(f"{args.count} photos in {args.output}")


if __name__ == "__main__":
    main()
