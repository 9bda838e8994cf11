"""scripts/parity exports: do trainers' own loaders read from a data set what the records say?"""

import ast
import contextlib
import hashlib
import io
import json
import os
import tempfile
from collections import defaultdict
from pathlib import Path

from .program import CASES, check, failure, options, quiver, records, run, stop

NEAR = 0.5
EXPLAIN = f"""Runs Quiver with the formats yolo and coco, makes the same data sets with 'quiver export', loads all four
with ultralytics and pycocotools, and compares them with the records: the same photos, the same boxes within {NEAR}
pixels, every class of the model; and the same ids in a second run."""


def arguments():
    """What may be asked for."""
    parser = options("exports", "Reads data sets back.", EXPLAIN, cases=False)
    parser.add_argument("photos", nargs="*", type=Path, default=[CASES / "people/photos"], help="photos or folders")
    parser.add_argument("--model", type=Path, default=CASES / "models" / "yolov8n_int8.onnx", help="a detector in ONNX")
    return parser.parse_args()


def results_of(args, folder, formats):
    """A folder of results."""
    detector = {"name": "exports", "task": "detect", "model": str(args.model.resolve()), "confidence": 0.25}
    return run(args.quiver, [p.resolve() for p in args.photos], folder, [detector], output={"formats": formats})


def told(results):
    """What the records say: for each photo's content, rows of class and box in pixels."""
    photos = {}
    for record in records(results):
        if failure(record):
            continue
        rows = [[d["classId"], *(d["box"][k] for k in ("x", "y", "width", "height"))] for d in record["detections"]]
        photos[record["source"]["path"]] = sorted(rows)
    return {hashed(path): rows for path, rows in photos.items()}


def hashed(path):
    """The photo's content, by which it is known in every data set."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def yolo(folder):
    """What ultralytics loads: photos, and the names of the classes."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    data = check_det_dataset(folder / "data.yaml", autodownload=False)
    loaded = YOLODataset(img_path=data["train"], data=data, task="detect", augment=False, imgsz=640)
    photos = {}
    for label in loaded.labels:
        height, width = label["shape"]
        rows = []
        for number, (x, y, w, h) in zip(label["cls"][:, 0], label["bboxes"]):
            rows.append([int(number), (x - w / 2) * width, (y - h / 2) * height, w * width, h * height])
        photos[hashed(label["im_file"])] = sorted(rows)
    return photos, [data["names"][i] for i in range(len(data["names"]))]


def coco(file):
    """What pycocotools loads: photos, and the names of the classes."""
    from pycocotools.coco import COCO

    with contextlib.redirect_stdout(io.StringIO()):
        loaded = COCO(str(file))
    if len(loaded.anns) != len(loaded.dataset["annotations"]) or len(loaded.imgs) != len(loaded.dataset["images"]):
        return {}, ["ids that are not unique"]
    photos = {}
    for number, image in loaded.imgs.items():
        boxes = loaded.loadAnns(loaded.getAnnIds(imgIds=[number]))
        photos[hashed(file.parent / "images" / image["file_name"])] = sorted(
            [b["category_id"] - 1, *b["bbox"]] for b in boxes
        )
    return photos, [c["name"] for c in loaded.loadCats(loaded.getCatIds())]


def differences(expected, found):
    """The largest distance of a side in pixels; infinite where photos, classes or the number of boxes differ."""
    if expected.keys() != found.keys():
        return float("inf")
    worst = 0.0
    for photo, rows in expected.items():
        free = defaultdict(list)
        for number, *box in found[photo]:
            free[number].append(box)
        if len(rows) != len(found[photo]):
            return float("inf")
        for number, *box in rows:
            if not free[number]:
                return float("inf")
            gaps = [max(abs(a - b) for a, b in zip(box, other)) for other in free[number]]
            best = min(range(len(gaps)), key=gaps.__getitem__)
            worst = max(worst, gaps[best])
            free[number].pop(best)
    return worst


def classes(model):
    """The names of the model's classes, as it says itself."""
    import onnx

    properties = {p.key: p.value for p in onnx.load(str(model), load_external_data=False).metadata_props}
    names = ast.literal_eval(properties["names"])
    return [names[i] for i in range(len(names))]


def main():
    """Makes four data sets, reads them back, and judges."""
    args = arguments()
    check(args)
    for path in [*args.photos, args.model]:
        if not path.exists():
            stop(f"there is no {path}")
    with tempfile.TemporaryDirectory(prefix="quiver-exports-") as name:
        folder = Path(name)
        os.environ.update(YOLO_CONFIG_DIR=str(folder), YOLO_OFFLINE="true", YOLO_VERBOSE="false")
        results = results_of(args, folder / "first", ["json", "yolo", "coco"])
        again = results_of(args, folder / "second", ["coco"])
        for kind in ("yolo", "coco"):
            quiver(args.quiver, folder, "export", kind, results, "--to", folder / kind, fine=(0,))
        expected, names = told(results), classes(args.model)
        sets = {
            "yolo of a run": lambda: yolo(results / "results.yolo"),
            "yolo exported": lambda: yolo(folder / "yolo"),
            "coco of a run": lambda: coco(results / "results.coco" / "annotations.json"),
            "coco exported": lambda: coco(folder / "coco" / "annotations.json"),
        }
        boxes = sum(map(len, expected.values()))
        print(f"{len(expected)} photos, {boxes} boxes, {len(names)} classes in the records and the model")
        print("data set        photos  boxes  classes  worst side  holds", flush=True)
        holds = boxes > 0
        for title, load in sets.items():
            photos, found = load()
            worst = differences(expected, photos)
            fine = worst <= NEAR and found == names
            holds &= fine
            count = sum(map(len, photos.values()))
            print(
                f"{title:<15} {len(photos):6d} {count:6d} {len(found):8d}  {worst:7.4f} px  {'yes' if fine else 'NO'}"
            )
        one, two = (json.loads((p / "results.coco" / "annotations.json").read_text()) for p in (results, again))
        ids = [{(i["file_name"], i["id"]) for i in s["images"]} for s in (one, two)]
        ids += [{(a["image_id"], a["id"], a["category_id"]) for a in s["annotations"]} for s in (one, two)]
        same = ids[0] == ids[1] and ids[2] == ids[3]
        print(f"ids of a second run are the same: {'yes' if same else 'NO'}")
        raise SystemExit(0 if holds and same else 1)


if __name__ == "__main__":
    main()
