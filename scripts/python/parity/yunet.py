"""scripts/parity yunet: does Quiver find the faces that OpenCV finds with the same YuNet?"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

from . import random_faces
from .program import check, failure, listed, options, records, run, stop

KEYS = ("x", "y", "width", "height")
# the largest distance of corresponding edges and points in pixels, with random weights and with a model
PIXELS = {True: 0.5, False: 1.0}
EXPLAIN = """Both look at the same pixels: copies of the photos that have the model's size, so that nothing is
resampled. Without --model a network of random weights with YuNet's outputs is made (see random_faces.py), and nothing
is suppressed (IoU 1): this compares what the outputs are read as. With --model faces are suppressed as usual, and the
number in each photo must be the same. OpenCV's boxes are cut off at the photo's edge, as Quiver's are; where nothing is
left the points' box counts."""


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = options("yunet", "Compares quiver run with OpenCV's FaceDetectorYN.", EXPLAIN)
    parser.add_argument("photos", nargs="*", type=Path, help="photos (default: those of people in the real cases)")
    parser.add_argument("--model", type=Path, help="a YuNet, such as face_detection_yunet_2023mar.onnx")
    parser.add_argument("--confidence", type=float, help="the score that a face must be over (default 0.7, random 0.5)")
    return parser.parse_args()


def copies(photos: list[Path], side: int, folder: Path) -> dict[Path, np.ndarray]:
    """The photos in a grey square of the model's size, as files and as pixels."""
    import cv2

    made = {}
    for photo in photos:
        picture = cv2.imread(str(photo), cv2.IMREAD_COLOR)
        if picture is None:
            stop(f"cannot read {photo}")
        scale = side / max(picture.shape[:2])
        width, height = (max(round(length * scale), 1) for length in picture.shape[1::-1])
        square = np.full((side, side, 3), 114, np.uint8)
        square[:height, :width] = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        made[folder / f"{photo.name}.png"] = square
        cv2.imwrite(str(folder / f"{photo.name}.png"), square)
    return made


def theirs(
    model: Path, pictures: dict[Path, np.ndarray], side: int, confidence: float, iou: float
) -> dict[Path, np.ndarray]:
    """OpenCV's faces by photo, in rows: left, top, right, bottom, five points, score."""
    import cv2

    detector = cv2.FaceDetectorYN.create(str(model), "", (side, side), confidence, iou, 30_000)
    found = {}
    for path, picture in pictures.items():
        faces = detector.detect(picture)[1]
        faces = np.zeros((0, 15)) if faces is None else faces.astype(float)
        faces[:, 2:4] += faces[:, :2]
        outside = empty(faces[:, :4].clip(0, side))
        faces[outside, :2] = faces[outside, 4:14].reshape(-1, 5, 2).min(1)
        faces[outside, 2:4] = faces[outside, 4:14].reshape(-1, 5, 2).max(1)
        faces[:, :4] = faces[:, :4].clip(0, side)
        found[path] = faces[~empty(faces)]
    return found


def empty(faces: np.ndarray) -> np.ndarray:
    """Which faces have a box without area."""
    return (faces[:, 2] <= faces[:, 0]) | (faces[:, 3] <= faces[:, 1])


def ours(
    args: argparse.Namespace, model: Path, photos: list[Path], confidence: float, iou: float, folder: Path
) -> dict:
    """Quiver's faces by photo, in the same rows, or the reason why there are none."""
    detector = {"name": "faces", "task": "faces", "model": str(model), "confidence": confidence, "iou": iou}
    detector |= {"precision": "fp32", "resample": "reference", "maxDetections": 30_000}
    results = run(args.quiver, photos, folder, [detector])
    return {
        Path(record["source"]["path"]): failure(record)
        or np.array([row(pose) for pose in listed(record, "poses")]).reshape(-1, 15)
        for record in records(results)
    }


def row(pose: dict) -> list[float]:
    """A face of a record in the form of OpenCV's."""
    left, top, width, height = (pose["box"][key] for key in KEYS)
    points = [coordinate for point in pose["keypoints"] for coordinate in (point["x"], point["y"])]
    return [left, top, left + width, top + height, *points, pose["confidence"]]


def distances(mine: np.ndarray, other: np.ndarray) -> list[float]:
    """For each of the other faces how far the nearest of mine that is still free lies, at its worst edge or point."""
    far, free = [], np.ones(len(mine), bool)
    for face in other[np.argsort(-other[:, 14], kind="stable")]:
        if not free.any():
            break
        gaps = np.where(free, np.abs(mine[:, :14] - face[:14]).max(1), np.inf)
        free[gaps.argmin()] = False
        far.append(float(gaps.min()))
    return far


def main() -> None:
    """Makes the copies, compares, prints, judges."""
    args = arguments()
    check(args)
    photos = args.photos or sorted((args.cases / "people" / "photos").glob("*"))
    if not photos:
        stop(f"there are no photos in {args.cases}; name some")
    if args.model and not args.model.is_file():
        stop(f"there is no model at {args.model}")
    is_random = args.model is None
    with tempfile.TemporaryDirectory(prefix="quiver-yunet-") as name:
        folder = Path(name).resolve()
        side = random_faces.SIDE
        pictures = copies(photos, side, folder)
        model = random_faces.make(folder / "yunet.onnx", list(pictures.values())) if is_random else args.model.resolve()
        confidence = args.confidence or (0.5 if is_random else 0.7)
        iou = 1.0 if is_random else 0.3
        expected = theirs(model, pictures, side, confidence, iou)
        found = ours(args, model, list(pictures), confidence, iou, folder)
        far, other = [], []
        for path, faces in expected.items():
            mine = found.get(path, "there is no record of it")
            if isinstance(mine, str):
                stop(f"{path.name}: {mine}")
            far += distances(mine, faces)
            if len(mine) != len(faces):
                other.append(f"{path.name}: {len(mine)} faces, OpenCV has {len(faces)}")
    total, limit = sum(map(len, expected.values())), PIXELS[is_random]
    far = np.array(far or [np.inf])
    holds = not other and far.max() <= limit
    print(f"{len(photos)} photos, {total} faces above {confidence} in OpenCV's answers")
    print(f"photos with another number of faces: {len(other)}")
    print(f"worst edge or point of a face: median {np.median(far):.5f} pixels, largest {far.max():.5f}, asked {limit}")
    print("\n".join([*other, f"holds: {'yes' if holds else 'NO'}"]))
    raise SystemExit(0 if holds else 1)


if __name__ == "__main__":
    main()
