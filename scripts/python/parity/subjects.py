"""scripts/parity subjects: does Quiver find the subjects that the network's own makers find with the same file?"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

from . import rle
from .profiles import without_profile
from .program import ROOT, check, failure, listed, options, records, run, stop

# ImageNet's, which the network was trained with
MEAN, DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
# the least overlap of a photo's masks on the same pixels, and the least median on photos that each scales its own way
SAME, MEDIAN = 0.98, 0.98
# a photo whose brightest value is lower has too few values to be stretched in 8 bits as the original does in 64
DARK = 64
# what Quiver leaves out as crumbs, as a share of the largest part and of the whole
CRUMB, LEAST = 0.02, 0.000_5
EXPLAIN = """Twice: on copies of the photos that have the network's own size, so that both see the same pixels, and on
the photos themselves, which the original scales with Pillow's LANCZOS and Quiver in its own quick way. The original
divides a photo by its brightest value, takes the first of seven masks and is sure from a half on. Crumbs are taken out
of both. Photos that are nearly black are listed and not judged."""


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = options("subjects", "Compares quiver run with the original's own steps.", EXPLAIN)
    parser.add_argument("photos", nargs="*", type=Path, help="photos (default: those of people in the real cases)")
    parser.add_argument("--model", type=Path, default=ROOT / ".deps" / "models" / "u2netp.onnx", help="a U²-Net")
    return parser.parse_args()


def parts(mask: np.ndarray) -> np.ndarray:
    """A mask without its crumbs."""
    import cv2

    count, numbers, facts, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    areas = facts[1:, cv2.CC_STAT_AREA]
    if count < 2:
        return mask
    least = max(areas.max() * CRUMB, mask.size * LEAST)
    return np.isin(numbers, 1 + np.flatnonzero(areas >= least))


def original(session, picture) -> np.ndarray:
    """The probabilities of a picture, by the steps of the network's makers."""
    from PIL import Image

    side = session.get_inputs()[0].shape[-1]
    small = picture if picture.size == (side, side) else picture.resize((side, side), Image.Resampling.LANCZOS)
    values = np.asarray(small, np.float64)
    values = (values / max(values.max(), 1e-6) - MEAN) / DEVIATION
    tensor = values.transpose(2, 0, 1)[None].astype(np.float32)
    return session.run(None, {session.get_inputs()[0].name: tensor})[0][0, 0]


def enlarged(probabilities: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The pixels of a photo that are more than half sure, without crumbs."""
    import cv2

    kept = parts(probabilities > 0.5)
    # what is taken out must not reach into its neighbours
    values = np.where((probabilities > 0.5) & ~kept, 0, probabilities).astype(np.float32)
    return cv2.resize(values, size, interpolation=cv2.INTER_LINEAR) > 0.5


def ours(quiver: Path, model: Path, photos: list[Path], folder: Path) -> dict[str, np.ndarray | str]:
    """Quiver's masks by photo, all in one, or why there are none."""
    detector = {"name": "subject", "task": "subject", "model": str(model), "precision": "fp32"}
    found = {}
    for record in records(run(quiver, photos, folder, [detector])):
        name = Path(record["source"]["path"]).name
        size = record.get("image") or {"width": 1, "height": 1}
        masks = [rle.decode(row["mask"]) for row in listed(record, "masks")]
        none = np.zeros((size["height"], size["width"]), bool)
        found[name] = failure(record) or np.logical_or.reduce([none, *masks])
    return found


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union; 1 where both are empty."""
    union = np.logical_or(a, b).sum()
    return float(np.logical_and(a, b).sum() / union) if union else 1.0


def compared(name: str, args: argparse.Namespace, session, photos: list[Path], folder: Path) -> list[float]:
    """The overlap of each photo's masks, the worst printed."""
    from PIL import Image, ImageOps

    found = ours(args.quiver, args.model.resolve(), photos, folder)
    rows = []
    for path in photos:
        picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        mine = found.get(path.name, "there is no record of it")
        if isinstance(mine, str):
            stop(f"{path.name}: {mine}")
        value = overlap(mine, enlarged(original(session, picture), picture.size))
        if np.asarray(picture).max() < DARK:
            print(f"{name}: {path.name} is nearly black: IoU {value:.4f}")
        else:
            rows.append((value, path.name))
    rows.sort()
    values = [value for value, _ in rows]
    worst = ", ".join(f"{name} {value:.4f}" for value, name in rows[:3])
    print(f"{name}: {len(rows)} photos, IoU median {np.median(values):.4f}, least {values[0]:.4f} ({worst})")
    return values


def main() -> None:
    """Runs, compares, prints, judges."""
    import onnxruntime
    from PIL import Image, ImageOps

    args = arguments()
    check(args)
    if not args.model.is_file():
        stop(f"there is no {args.model}; fetch it with scripts/models, or name one with --model")
    photos = args.photos or sorted((args.cases / "people" / "photos").glob("*"))
    session = onnxruntime.InferenceSession(str(args.model), providers=["CPUExecutionProvider"])
    side = session.get_inputs()[0].shape[-1]
    with tempfile.TemporaryDirectory(prefix="quiver-subjects-") as folder:
        plain, small = Path(folder) / "photos", Path(folder) / "small"
        for place in (plain, small):
            place.mkdir()
        copies = []
        for path in photos:
            # Quiver applies a photo's colour profile, the original does not
            (plain / path.name).write_bytes(without_profile(path.read_bytes()))
            picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
            copies.append(small / f"{path.name}.png")
            picture.resize((side, side), Image.Resampling.LANCZOS).save(copies[-1], icc_profile=None)
        same = compared("the same pixels", args, session, copies, Path(folder) / "a")
        own = compared("photos", args, session, [plain / path.name for path in photos], Path(folder) / "b")
    raise SystemExit(0 if min(same) >= SAME and np.median(own) >= MEDIAN else 1)


if __name__ == "__main__":
    main()
