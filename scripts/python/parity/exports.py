"""scripts/parity exports: do public readers read from a data set what the records say?"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import export_labels, export_photos, export_readers, export_training
from .export_rows import READ, Row
from .program import CASES, check, options, quiver, run, stop

PHOTOS = 20
# It has the readers that want other packages, and beside it the program that writes Parquet.
APART = Path(os.environ.get("PARITY_READERS", sys.executable))
SPLIT = ("--split", "0.6,0.2,0.2")
# What `quiver import` reads back into the results of a task.
IMPORTED = {
    "detect": ("yolo", "coco", "voc", "labelstudio"),
    "segment": ("yolo-segment", "coco", "labelstudio"),
    "pose": ("yolo-pose", "coco", "labelstudio"),
    "obb": ("yolo-obb", "coco", "labelstudio"),
}
EXPLAIN = f"""Runs a detector of each task, corrects some photos with 'quiver import', exports the results in every
format with {" ".join(SPLIT)}, loads each data set with public readers, and compares: the same photos in the same part
of every format, the same boxes, keypoints and turned corners within {export_labels.NEAR} pixels of the records, the
same pixels of masks (without their holes where they are outlines), and users' corrections in place of what the model
found. A public trainer learns one epoch from each of YOLO's forms, and must have taken all of its photos and labels.
Then each format that 'quiver import' knows is imported into a copy of the results without corrections, and must be
exported from it as it was, but for a last digit. Masks, keypoints and turned boxes are those of models into which they
are written (see constant_models.py), of {PHOTOS} photos made small."""


def arguments():
    """What may be asked for."""
    parser = options("exports", "Reads data sets back.", EXPLAIN)
    parser.add_argument("photos", nargs="*", type=Path, help="photos or folders (default: the cases' people)")
    parser.add_argument("--model", type=Path, default=CASES / "models" / "yolov8n_int8.onnx", help="a detector in ONNX")
    parser.add_argument("--only", action="append", choices=READ, help="only this task; may be repeated")
    return parser.parse_args()


def read(reader, form, folder, scratch):
    """What a reader reads, in the interpreter that has it; why not, where it fails."""
    if reader not in export_readers.APART:
        try:
            return export_readers.READERS[reader](folder, form)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    file = scratch / "read.json"
    words = [APART, "-W", "ignore", "-m", "parity.export_readers", reader, form, folder, file]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return (done.stderr.strip() or "it ended without a word").splitlines()[-1]
    return json.loads(file.read_text("utf-8"))


class Task:
    """The results of a task, and the data sets of them."""

    def __init__(self, name, args, folder, settings, photos, names):
        self.name, self.program, self.folder, self.names = name, args.quiver, folder / name, names
        self.detector = {"name": "exports", "confidence": 0.25} | settings
        self.photos, self.points = photos, None

    def run(self, again="first"):
        """Runs the detector."""
        formats = ["json", "yolo", "coco"] if self.name == "detect" else ["json"]
        return run(self.program, self.photos, self.folder / again, [self.detector], output={"formats": formats})

    def export(self, form, results, name, *words):
        """A data set."""
        place = self.folder / name
        quiver(self.program, self.folder, "export", form, results, "--to", place, *words, fine=(0,))
        return place

    def correct(self, results):
        """Corrects some photos; what is known then."""
        known = export_labels.told(results, self.detector["task"])
        if self.name == "classify":
            return known
        plain = self.export("coco", results, "plain")
        file = plain / "corrected.json"
        said = export_labels.corrected(plain / "annotations.json", file, self.names)
        data = json.loads(file.read_text("utf-8"))
        self.points = next((c["keypoints"] for c in data["categories"] if c.get("keypoints")), None)
        quiver(self.program, self.folder, "import", "coco", file, results, fine=(0,))
        for name, labels in said.items():
            known[export_photos.hashed(plain / "images" / name)]["labels"] = labels
        return known

    def check(self):
        """Reads every data set, and imports what can be imported; whether all holds."""
        results, holds = self.run(), True
        shutil.copytree(results, self.folder / "fresh" / "results")
        if self.name == "detect":
            holds &= self.check_run(results)
        known, sets = self.correct(results), {}
        corrected = len({p["label"] for one in known.values() for p in one["labels"]} & {export_labels.OWN})
        for form, reader, needs in READ[self.name]:
            place = sets.setdefault(form, None) or self.export(form, results, form, *SPLIT)
            sets[form] = place
            row = Row(self.name, form, reader, needs)
            kind = "coco-masks" if (form, reader, self.name) == ("coco", "supervision", "segment") else form
            told = read(reader, kind, place, self.folder)
            if isinstance(told, str):
                row.faults.append(f"cannot be read: {told}")
            else:
                row.compare(known, told[0], self.points)
                expected = [*self.names, *([export_labels.OWN] if corrected else [])]
                if told[1] is not None and list(told[1]) != expected:
                    row.faults.append(f"{len(told[1])} classes, not the {len(expected)} of the model and the user")
            holds &= row.show()
            if reader == export_training.READERS.get(form) and not isinstance(told, str):
                holds &= export_training.check(self.name, form, place, self.folder, told[0])
        for form in IMPORTED.get(self.name, ()):
            holds &= self.check_import(form, sets[form])
        return holds

    def check_run(self, results):
        """The data sets that a run makes are those that are exported, and the same in a second run."""
        known, holds = export_labels.told(results, "detect"), True
        for form, reader in (("yolo", "ultralytics"), ("coco", "pycocotools")):
            row = Row("detect", f"{form} of a run", reader, "box")
            told = read(reader, form, results / f"results.{form}", self.folder)
            if isinstance(told, str):
                row.faults.append(f"cannot be read: {told}")
            else:
                row.compare(known, told[0], None)
                if told[1] != self.names:
                    row.faults.append("other classes than the model's")
            holds &= row.show()
        for photo in known.values():
            photo.pop("part", None)
        files = [p / "results.coco" / "annotations.json" for p in (results, self.run("second"))]
        ids = [
            {tuple(a.get(k) for k in ("id", "image_id", "file_name")) for a in data["images"] + data["annotations"]}
            for data in (json.loads(file.read_text("utf-8")) for file in files)
        ]
        print(f"ids of a second run are the same: {'yes' if ids[0] == ids[1] else 'NO'}")
        return holds and ids[0] == ids[1]

    def check_import(self, form, place):
        """Whether an export that is imported into a copy without corrections is exported as it was."""
        fresh = self.folder / f"fresh-{form}"
        shutil.copytree(self.folder / "fresh" / "results", fresh)
        file = {"coco": "annotations.json", "labelstudio": "tasks.json"}.get(form, "")
        quiver(self.program, self.folder, "import", form, place / file, fresh, fine=(0,))
        again = self.export(form, fresh, f"{form}-again", *SPLIT)
        faults = [line for line in unlike(place, again) if line]
        print(f"{self.name:<9} {form:<13} imported and exported again: {'NO' if faults else 'the same'}")
        for fault in faults[:4]:
            print(f"    {fault}", flush=True)
        return not faults


def alike(one, other):
    """Whether two lines are the same, but for the last digit of numbers, which a half is rounded to either way."""
    if one == other:
        return True
    texts, others = (re.split(r"(\d+\.\d+)", line) for line in (one, other))
    return len(texts) == len(others) and all(
        abs(float(a) - float(b)) < 2e-6 if index % 2 else a == b for index, (a, b) in enumerate(zip(texts, others))
    )


def unlike(one, other):
    """What two data sets differ in, photos aside: file and line."""
    ends = {".txt", ".json", ".xml", ".yaml", ".csv", ".jsonl"}
    files = [
        {p.relative_to(top) for p in top.rglob("*") if p.suffix in ends and p.name != "quiver-manifest.json"}
        for top in (one, other)
    ]
    for file in sorted(files[0] ^ files[1]):
        yield f"{file} is in one of them"
    for file in sorted(files[0] & files[1]):
        texts = [(top / file).read_text("utf-8").splitlines() for top in (one, other)]
        if len(texts[0]) != len(texts[1]):
            yield f"{file} has {len(texts[0])} lines, then {len(texts[1])}"
        for number, (a, b) in enumerate(zip(*texts)):
            if not alike(a, b):
                same = next((i for i, pair in enumerate(zip(a, b)) if pair[0] != pair[1]), min(len(a), len(b)))
                start = max(0, same - 60)
                yield f"{file}:{number + 1}: {a[start : start + 120]} … then {b[start : start + 120]}"


def classes(model):
    """The names of the model's classes, as it says itself."""
    import onnx

    properties = {p.key: p.value for p in onnx.load(str(model), load_external_data=False).metadata_props}
    names = ast.literal_eval(properties["names"])
    return [names[i] for i in range(len(names))]


def tasks(args, folder):
    """The tasks with their models and photos."""
    from . import constant_models, yolo

    wanted = [name for name in READ if name in (args.only or READ)]
    photos = [path.resolve() for path in args.photos or [args.cases / "people" / "photos"]]
    detector = {"task": "detect", "model": str(args.model.resolve())}
    copies = folder / "copies"
    copies.mkdir()
    chosen = [p for top in photos for p in (sorted(top.rglob("*")) if top.is_dir() else [top]) if p.is_file()]
    args.photos, args.tensors = chosen[:: max(1, len(chosen) // PHOTOS)][:PHOTOS], None
    yolo.gather(args, copies, constant_models.SIZE)
    for name in wanted:
        if name == "detect":
            yield Task(name, args, folder, detector, photos, classes(args.model))
        elif name == "boxes":
            yield Task(name, args, folder, detector, [copies], classes(args.model))
        elif name == "classify":
            people = args.cases / "people"
            labels = (people / "efficientnet_lite0_classes.txt").read_text().splitlines()
            sums = {"mean": [127 / 255] * 3, "std": [128 / 255] * 3, "confidence": 0.01}
            model = {"task": "classify", "model": str(people / "efficientnet_lite0.onnx"), "labels": labels}
            yield Task(name, args, folder, model | sums, photos, labels)
        else:
            file, names = constant_models.make(name, folder)
            settings = {"task": name, "model": str(file), "iou": 0.3, "precision": "fp32"}
            yield Task(name, args, folder, settings, [copies], names)


def main():
    """Makes data sets of every task and format, reads them back, and judges."""
    args = arguments()
    check(args)
    for path in [*args.photos, args.model]:
        if not path.exists():
            stop(f"there is no {path}")
    with tempfile.TemporaryDirectory(prefix="quiver-exports-") as name:
        folder = Path(name).resolve()
        os.environ.update(
            YOLO_CONFIG_DIR=str(folder), YOLO_OFFLINE="true", YOLO_VERBOSE="false", YOLO_AUTOINSTALL="false"
        )
        os.environ["PATH"] += f"{os.pathsep}{APART.parent}"
        print("task      format        reader        photos labels     worst   overlap  holds", flush=True)
        holds = [task.check() for task in tasks(args, folder)]
        raise SystemExit(0 if all(holds) else 1)


if __name__ == "__main__":
    main()
