"""scripts/parity people: does Quiver find the faces, hands and people that the original finds?"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from . import original, rle
from .differences import Comparison
from .original import Photo, thing
from .profiles import without_profile

ROOT = Path(__file__).resolve().parents[3]
# The settings that are compared; `{people}` is the folder of the cases. `mesh` is a list of its own in the report.
DETECTORS = [
    {"name": "faces", "task": "faces", "model": "face_detection_short_range"},
    {"name": "faces-full", "task": "faces", "model": "face_detection_full_range_sparse"},
    {"name": "mesh", "task": "faces", "model": "face_detection_short_range", "mesh": True},
    {"name": "hands", "task": "hands", "maximum": 4},
    {"name": "pose", "task": "pose", "mask": True},
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
COMMON = {"precision": "fp32"}
EXPLAIN = """Errors of points are shares of the face's width, of the hand's larger side or of the body's larger side (of its
joints that are seen), over all points of all photos. Things are paired by where they are. The original reads a
photo's numbers as they stand and Quiver applies its colour profile: both are given copies without one, so that they see the
same photo. With --profiles Quiver gets the photos as they are; those with a profile then differ, and are listed apart."""


def arguments():
    """What may be asked for."""
    cases = Path(os.environ.get("QUIVER_CASES", ROOT.parent / "shared" / "cases"))
    parser = argparse.ArgumentParser(
        prog="scripts/parity people", description="Compares quiver run with the original.", epilog=EXPLAIN
    )
    parser.add_argument("--cases", type=Path, default=cases, help="the real cases (default: QUIVER_CASES)")
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the quiver to run")
    parser.add_argument("--results", type=Path, help="compare the results of an earlier run instead of running")
    parser.add_argument("--profiles", action="store_true", help="leave the photos their colour profiles")
    return parser.parse_args()


def stop(sentence):
    """Ends with exit status 2: nothing could be compared."""
    print(f"parity: {sentence}", file=sys.stderr)
    raise SystemExit(2)


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


def run(program, people, photos, folder):
    """Runs Quiver over the photos; where its results are."""
    config = folder / "pipeline.json"
    output = {"path": str(folder / "results"), "annotate": False, "formats": ["json"]}
    config.write_text(json.dumps({"detectors": settings(people), "output": output}, indent=1))
    command = [str(program), "run", "--config", str(config), str(photos)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 1):
        stop(f"quiver run ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return folder / "results"


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
                thing([[k["x"], k["y"]] for k in p["keypoints"]], label=p["label"], score=p["confidence"]) for p in poses
            ]
        photo.classes += [(row["label"], row["confidence"]) for row in result.get("classes", [])]
        masks = [rle.decode(p["mask"]) for p in poses if p.get("mask")]
        photo.mask = np.logical_or.reduce(masks) if masks else photo.mask
    return photo


def readings(results):
    """The records by their photos' content; a sentence where a photo failed."""
    found = {}
    for path in results.rglob("*.json"):
        record = json.loads(path.read_text())
        if isinstance(record, dict) and "source" in record:
            why = None if record["state"] == "done" else (record.get("error") or {}).get("message", record["state"])
            found[record["source"]["sha256"]] = why or reading(record)
    return found


def main():
    """Runs, compares, prints, judges."""
    args = arguments()
    people = args.cases.resolve() / "people"
    if not (people / "reference").is_dir():
        stop(f"there are no references in {people}; name the cases with --cases or QUIVER_CASES")
    if not args.results and not args.quiver.is_file():
        stop(f"there is no {args.quiver}; build it with swift build -c release, or name one with --quiver")
    if args.results and not args.results.is_dir():
        stop(f"there is no folder {args.results}; name the results of a run")
    comparison = Comparison()
    with tempfile.TemporaryDirectory(prefix="quiver-people-") as folder:
        photos = people / "photos" if args.profiles else copies(people, Path(folder))
        found = readings(args.results or run(args.quiver.resolve(), people, photos, Path(folder)))
        for expected in original.photos(people):
            path = photos / expected.name
            mine = found.get(hashlib.sha256(path.read_bytes()).hexdigest(), "there is no record of it")
            comparison.add(expected, mine, original.has_profile(path))
    raise SystemExit(0 if comparison.report() else 1)


if __name__ == "__main__":
    main()
