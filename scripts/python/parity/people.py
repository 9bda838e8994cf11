"""scripts/parity people: does Quiver find the faces, hands and people that the original finds?"""

import hashlib
import tempfile
from pathlib import Path

import numpy as np

from . import original, rle
from .differences import Comparison
from .original import Photo, thing
from .profiles import without_profile
from .program import check, failure, options, records, run, stop

# The settings that are compared; `{people}` is the folder of the cases. `mesh` is a list of its own in the report.
DETECTORS = [
    {"name": "faces", "task": "faces", "model": "face_detection_short_range"},
    {"name": "faces-full", "task": "faces", "model": "face_detection_full_range_sparse"},
    {"name": "mesh", "task": "faces", "model": "face_detection_short_range", "mesh": True},
    {"name": "hands", "task": "hands", "maximum": 4},
    {"name": "pose", "task": "pose", "mask": True, "maximum": 1},
    {
        "name": "classify",
        "task": "classify",
        "model": "{people}/efficientnet_lite0.onnx",
        "labels": "{people}/efficientnet_lite0_classes.txt",
        "mean": [127 / 255] * 3,
        "std": [128 / 255] * 3,
        "resample": "smooth",
    },
]
# The original looks at the whole photo once.
COMMON = {"precision": "fp32", "tiles": {"size": None}}
EXPLAIN = """Errors of points are shares of the face's width, of the hand's larger side or of the body's larger side (of
its joints that are seen), over all points of all photos. Things are paired by where they are. The original reads a
photo's numbers as they stand and Quiver applies its colour profile: both are given copies without one, so that they see
the same photo. With --profiles Quiver gets the photos as they are; those with a profile then differ, and are listed
apart."""


def arguments():
    """What may be asked for."""
    parser = options("people", "Compares quiver run with the original.", EXPLAIN, results=True)
    parser.add_argument("--profiles", action="store_true", help="leave the photos their colour profiles")
    return parser.parse_args()


def settings(people):
    """The detectors with the paths and names filled in."""
    rows = []
    for row in DETECTORS:
        row = {key: v.replace("{people}", str(people)) if isinstance(v, str) else v for key, v in row.items()}
        if "labels" in row:
            row["labels"] = Path(row["labels"]).read_text().splitlines()
        rows.append(COMMON | row)
    return rows


def copies(people, folder):
    """The photos without their colour profiles; where they are."""
    photos = folder / "photos"
    photos.mkdir()
    for path in sorted((people / "photos").iterdir()):
        (photos / path.name).write_bytes(without_profile(path.read_bytes()))
    return photos


def reading(record):
    """A record in the form of a reference."""
    photo = Photo(name=Path(record["source"]["path"]).name)
    for result in record["results"]:
        name = result["detector"]
        poses = result.get("poses", [])
        if name == "mesh":
            photo.things[name] = [thing(p["mesh"], label=p["label"]) for p in poses if p.get("mesh")]
        elif result["task"] != "classify":
            photo.things[name] = [
                thing([[k["x"], k["y"]] for k in p["keypoints"]], label=p["label"], score=p["confidence"])
                for p in poses
            ]
        photo.classes += [(row["label"], row["confidence"]) for row in result.get("classes", [])]
        masks = [rle.decode(p["mask"]) for p in poses if p.get("mask")]
        photo.mask = np.logical_or.reduce(masks) if masks else photo.mask
    return photo


def readings(results):
    """The records by their photos' content; a sentence where a photo failed."""
    return {record["source"]["sha256"]: failure(record) or reading(record) for record in records(results)}


def main():
    """Runs, compares, prints, judges."""
    args = arguments()
    check(args)
    people = args.cases / "people"
    if not (people / "reference").is_dir():
        stop(f"there are no references in {people}; name the cases with --cases or QUIVER_CASES")
    comparison = Comparison()
    with tempfile.TemporaryDirectory(prefix="quiver-people-") as folder:
        photos = people / "photos" if args.profiles else copies(people, Path(folder))
        found = readings(args.results or run(args.quiver, [photos], Path(folder), settings(people)))
        for expected in original.photos(people):
            path = photos / expected.name
            mine = found.get(hashlib.sha256(path.read_bytes()).hexdigest(), "there is no record of it")
            comparison.add(expected, mine, original.has_profile(path))
    raise SystemExit(0 if comparison.report() else 1)


if __name__ == "__main__":
    main()
