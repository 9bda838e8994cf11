"""scripts/parity: the share of boxes that Quiver and the reference agree on."""

import hashlib
import tempfile
from pathlib import Path

import numpy as np

from .program import ROOT, check, failure, options, records, run, stop
from .reference import Reference, overlaps

FOLDERS = ("exif", "archery", "archery-holes", "archery-oblique", "documents")
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
SURE, LIST, PARTNER = 0.4, 0.25, 0.9
MINIMUM = {"reference": 0.99, "fast": 0.90}
EXPLAIN = f"""Which boxes count: every box with confidence above {SURE} on either side must have a partner on the
other side: same class, IoU at least {PARTNER}, confidence above {LIST} (a box near the threshold may fall on
either side of it), each partner used once. The share is that of both sides together."""


def arguments():
    """What may be asked for."""
    parser = options("", "Compares quiver run with the reference.", EXPLAIN)
    parser.add_argument(
        "photos",
        nargs="*",
        type=Path,
        help="photos or folders (default: several folders of the real cases, and samples/photos)",
    )
    parser.add_argument("--model", type=Path, help="detector of the v8 layout (default: the cases' yolov8n_int8.onnx)")
    parser.add_argument("--iou", type=float, default=0.7, help="threshold of the NMS on both sides (default 0.7)")
    parser.add_argument(
        "--cards", type=int, default=200, help="shooting cards to add to the default photos (default 200)"
    )
    parser.add_argument("--list", action="store_true", help="name every box without a partner")
    return parser.parse_args()


def gather(args):
    """The photos to compare, each content once."""
    sources = args.photos
    if not sources:
        if not args.cases.is_dir():
            stop(f"the real cases are not at {args.cases}; name them with --cases, or name photos")
        cards = sorted((args.cases / "shooting-cards" / "images").glob("*.jpg"))
        sources = [args.cases / name for name in FOLDERS if (args.cases / name).is_dir()] + [
            ROOT / "samples" / "photos"
        ]
        sources += cards[:: max(1, len(cards) // args.cards)][: args.cards] if args.cards else []
    photos = {}
    for source in sources:
        if not source.exists():
            stop(f"{source} does not exist")
        for photo in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if photo.is_file() and photo.suffix.lower() in SUFFIXES:
                photos.setdefault(hashlib.sha256(photo.read_bytes()).hexdigest(), photo.resolve())
    return photos


def quiver(args, photos, resample, folder):
    """What `quiver run` finds: for each content the boxes, scores and classes, or the reason why not."""
    detector = {
        "name": "parity",
        "task": "detect",
        "model": str(args.model.resolve()),
        "confidence": LIST,
        "iou": args.iou,
        "precision": "fp32",
    }
    results = run(args.quiver, photos.values(), folder / resample, [detector], letterbox={"resample": resample})
    found = {}
    for record in records(results):
        rows = record["detections"]
        boxes = [
            [r["box"]["x"], r["box"]["y"], r["box"]["x"] + r["box"]["width"], r["box"]["y"] + r["box"]["height"]]
            for r in rows
        ]
        found[record["source"]["sha256"]] = (
            np.array(boxes, float).reshape(-1, 4),
            np.array([r["confidence"] for r in rows]),
            np.array([r["classId"] for r in rows], int),
            failure(record),
        )
    return found


def partners(ours, theirs):
    """For each sure box of `ours`: has it a partner in `theirs`? Better boxes choose first."""
    free, answers = np.ones(len(theirs[0]), bool), []
    match = overlaps(ours[0], theirs[0])
    for row in np.argsort(-ours[1], kind="stable"):
        fits = np.where(free & (theirs[2] == ours[2][row]), match[row], 0.0) if len(free) else np.zeros(0)
        best = int(fits.argmax()) if len(fits) else -1
        has = best >= 0 and fits[best] >= PARTNER
        if has:
            free[best] = False
        if ours[1][row] > SURE:
            answers.append((int(row), has, float(fits[best]) if best >= 0 else 0.0))
    return answers


def compare(args, photos, expected, found, resample):
    """Prints the row of one way of resampling; returns the share."""
    counts, gaps, missing = {"reference": [0, 0], "quiver": [0, 0]}, [], []
    for content, photo in photos.items():
        if expected.get(content) is None:
            continue
        mine = found.get(content)
        if mine is None or mine[3]:
            missing.append(f"{photo}: {mine[3] if mine else 'no record'}")
            mine = (np.zeros((0, 4)), np.zeros(0), np.zeros(0, int), None)
        for side, ours, theirs in (("reference", expected[content], mine), ("quiver", mine, expected[content])):
            for row, has, best in partners(ours[:3], theirs[:3]):
                counts[side][0] += has
                counts[side][1] += 1
                if not has:
                    gaps.append(
                        f"{side} only: class {ours[2][row]} at {ours[1][row]:.3f}, best IoU {best:.3f}, {photo}"
                    )
    agreed, total = (sum(c[i] for c in counts.values()) for i in (0, 1))
    share = agreed / total if total else 0.0
    sides = "   ".join(f"{c[0]:4d} of {c[1]:4d}" for c in counts.values())
    holds = "yes" if share >= MINIMUM[resample] else "NO"
    print(f"{resample:<10}  {sides}   {share:7.2%}  {MINIMUM[resample]:6.0%}   {holds}", flush=True)
    for line in missing + (gaps if args.list else []):
        print(f"    {line}")
    return share


def main():
    """Runs both, twice, and judges."""
    args = arguments()
    args.model = args.model or args.cases / "models" / "yolov8n_int8.onnx"
    if not args.model.is_file():
        stop(f"there is no model at {args.model}; name one with --model")
    check(args)
    photos, reference = gather(args), Reference(args.model)
    expected = {content: reference.detect(photo, LIST, args.iou) for content, photo in photos.items()}
    read = [e for e in expected.values() if e is not None]
    boxes = sum(int((e[1] > SURE).sum()) for e in read)
    print(f"{len(read)} photos of {len(photos)} read by the reference, {boxes} boxes above {SURE}")
    print("resample    of the reference   of Quiver's        share   needed  holds", flush=True)
    with tempfile.TemporaryDirectory(prefix="quiver-parity-") as folder:
        shares = {way: compare(args, photos, expected, quiver(args, photos, way, Path(folder)), way) for way in MINIMUM}
    raise SystemExit(0 if all(shares[way] >= least for way, least in MINIMUM.items()) else 1)


if __name__ == "__main__":
    main()
