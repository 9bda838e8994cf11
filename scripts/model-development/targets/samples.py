"""Renders the sample photos of the demo, with their truth beside them."""

import argparse
import io
import json
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from .scene import Recipe, render

ROOT = Path(__file__).resolve().parents[3]

# q: JPEG quality; exif: the orientation written beside pixels that lie accordingly (the size is the upright photo's);
# the others are fields of a recipe: arrows, holes, surface, whole, neighbours, diameter, spread, indoor, roughness.
PHOTOS = """
name                   seed q  exif size      kind   shot hole on     all yaw   pitch fill more mm   group lit dirt
day1/end-01.jpg        1    84 1    4032x3024 wa10   6    22   straw  yes 0.42  0.12  0.66 0    1220 0.24  out 0.5
day1/end-02.jpg        2    86 1    2400x1800 wa10   6    14   straw  yes -0.5  0.05  0.64 0    1220 0.26  out 0.5
day1/end-03.jpg        3    86 6    1800x2400 wa6    3    9    layers yes 0.2   0.42  0.5  0    800  0.25  out 0.5
day1/end-04.jpg        24   88 1    1600x1200 wa6    6    5    foam   no  -0.66 -0.02 0.46 2    800  0.25  out 0.5
day1/field/walk-01.jpg 5    88 1    1600x1200 field  3    3    straw  no  0.4   0.2   0.42 0    600  0.25  out 0.5
day2/end-01.jpg        6    86 1    2048x1536 vegas  3    8    foam   yes 0.45  0.15  0.38 0    -    0.6   in  0.5
day2/end-02.jpg        7    86 8    1536x2048 triple 3    12   layers yes -0.35 0.14  0.62 0    -    0.35  in  0.5
day2/end-03.jpg        28   88 1    1600x1200 wa10   3    40   carpet yes 0.35  0.25  0.42 0    400  0.32  in  0.5
day2/used-face.jpg     9    88 1    1920x1440 wa10   0    75   wood   yes 0.08  0.15  0.92 0    400  0.35  in  0.6
cards/card-01.jpg      10   84 1    3024x4032 card   0    10   wood   yes 0.12  0.3   0.9  0    500  0.3   in  0.5
cards/card-02.jpg      31   88 3    1600x1200 card   0    8    stone  yes -0.3  0.35  0.85 0    170  0.3   in  0.5
cards/card-03.jpg      12   88 1    1200x1600 card   0    5    wall   yes 0.35  0.1   0.8  0    500  0.35  out 0.6
"""
TURNS = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


DAYS = {"day1": 1, "day2": 2, "cards": 3}


def _jpeg(picture, quality, orientation, number, day):
    """JPEG bytes whose pixels lie as the orientation says, taken in the minute of their number."""
    stored = picture if TURNS[orientation] is None else cv2.rotate(picture, TURNS[orientation])
    image = Image.fromarray(stored)
    exif = Image.Exif()
    exif[0x0112], exif[0x0131], exif[0x0132] = (
        orientation,
        "Quiver scripts/samples",
        f"2026:05:{day:02d} 10:{number:02d}:00",
    )
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, exif=exif, optimize=True)
    return out.getvalue()


def _photos():
    """Name, seed, quality, orientation and recipe of each row of the table."""
    head, *rows = (line.split() for line in PHOTOS.strip().splitlines())
    for row in rows:
        cell = dict(zip(head, row))
        recipe = Recipe(
            size=tuple(int(side) for side in cell["size"].split("x")),
            kind=cell["kind"],
            arrows=int(cell["shot"]),
            holes=int(cell["hole"]),
            surface=cell["on"],
            whole=cell["all"] == "yes",
            yaw=float(cell["yaw"]),
            pitch=float(cell["pitch"]),
            fill=float(cell["fill"]),
            neighbours=int(cell["more"]),
            diameter=None if cell["mm"] == "-" else float(cell["mm"]),
            spread=float(cell["group"]),
            indoor=cell["lit"] == "in",
            roughness=float(cell["dirt"]),
        )
        yield cell["name"], int(cell["seed"]), int(cell["q"]), int(cell["exif"]), recipe


def _rounded(value):
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return value


def main():
    """Writes all photos, or those named."""
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/samples", description="Renders samples/photos and samples/truth."
    )
    parser.add_argument("names", nargs="*", help="photos to render, such as day1/end-01.jpg (default: all)")
    parser.add_argument("--output", type=Path, default=ROOT / "samples", help="folder for photos/ and truth/")
    args = parser.parse_args()
    photos = list(_photos())
    unknown = set(args.names) - {photo[0] for photo in photos}
    if unknown:
        parser.error(
            f"no such sample: {', '.join(sorted(unknown))}; there are {', '.join(photo[0] for photo in photos)}"
        )
    total = 0
    for number, (name, seed, quality, orientation, recipe) in enumerate(photos, 1):
        if args.names and name not in args.names:
            continue
        scene = render(np.random.default_rng([2026, seed]), recipe)
        data = _jpeg(scene.picture, quality, orientation, number, DAYS[name.split("/")[0]])
        photo, truth = args.output / "photos" / name, args.output / "truth" / f"{name}.json"
        photo.parent.mkdir(parents=True, exist_ok=True)
        truth.parent.mkdir(parents=True, exist_ok=True)
        photo.write_bytes(data)
        objects = [{key: _rounded(value) for key, value in o.items()} for o in scene.objects]
        facts = {
            "photo": name,
            "width": recipe.size[0],
            "height": recipe.size[1],
            "orientation": orientation,
            "kind": scene.kind,
            "homography": [[float(f"{v:.9g}") for v in row] for row in scene.homography.tolist()],
            "objects": objects,
        }
        head = json.dumps(facts | {"objects": None}, ensure_ascii=False).removesuffix("null}")
        truth.write_text(head + "[\n  " + ",\n  ".join(json.dumps(o) for o in objects) + "\n]}\n")
        total += len(data)
        print(
            f"{name}: {recipe.size[0]}x{recipe.size[1]}, {len(data) / 1e6:.2f} MB, {len(objects)} objects", flush=True
        )
    print(f"{total / 1e6:.1f} MB in {args.output / 'photos'}")


if __name__ == "__main__":
    main()
