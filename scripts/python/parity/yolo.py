"""scripts/parity yolo: do masks, joints and turned boxes agree with the trainer's own post-processing?"""

import os
import tempfile
from pathlib import Path

import numpy as np

from . import rle
from .original import has_profile
from .program import check, failure, listed, options, records, run, stop

PHOTOS, IOU = 20, 0.7
LISTS = {"segment": "masks", "pose": "poses", "obb": "detections"}
EXPLAIN = """Exports public architectures with random weights (see random_models.py), runs Quiver and the trainer's own
post-processing (see trainer.py) over the same photos, and compares what is surely found by both. The photos carry no
colour profile, which the trainer would not apply. With --tensors the raw outputs and the trainer's answers are kept, so
that a test can compare the post-processing alone, without the differences of resampling and arithmetic (see
tensors.py)."""


def arguments():
    """What may be asked for."""
    parser = options("yolo", "Compares quiver run with a trainer's own rules.", EXPLAIN)
    parser.add_argument("photos", nargs="*", type=Path, help=f"photos (default: {PHOTOS} of the real cases)")
    parser.add_argument("--only", action="append", help="only this architecture, such as yolov8n-seg; may be repeated")
    parser.add_argument("--tensors", type=Path, help="keep tensors and answers in this folder, and run no Quiver")
    return parser.parse_args()


def gather(args, folder, longest):
    """The photos, upright, by their paths.

    Copies whose longer side is the model's, so that nothing is resampled: a network of random weights makes another
    picture of a difference of one grey level. With --tensors the photos are as they are.
    """
    import cv2

    chosen = args.photos or [p for p in sorted((args.cases / "people" / "photos").glob("*")) if not has_profile(p)]
    pictures = {
        path.resolve(): cv2.imread(str(path), cv2.IMREAD_COLOR) for path in chosen[: None if args.photos else PHOTOS]
    }
    unread = [str(path) for path, picture in pictures.items() if picture is None]
    if unread or not pictures:
        stop(f"cannot read {', '.join(unread)}" if unread else f"there are no photos in {args.cases}; name some")
    if args.tensors:
        return pictures
    copies = {}
    for path, picture in pictures.items():
        scale = longest / max(picture.shape[:2])
        size = [max(round(side * scale), 1) for side in picture.shape[1::-1]]
        copy = folder / f"{path.stem}.png"
        copies[copy] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(copy), copies[copy])
    return copies


def reading(row, task):
    """A finding of a record in the form of an answer."""
    from .trainer import Answer

    box = np.array([row["box"][key] for key in ("x", "y", "width", "height")], float)
    found = Answer(row["classId"], row["confidence"], np.concatenate([box[:2], box[:2] + box[2:]]))
    if task == "segment":
        found.mask = rle.decode(row["mask"])
    elif task == "pose":
        found.keypoints = np.array([[k["x"], k["y"]] for k in row["keypoints"]])
    else:
        found.corners = np.array([[c["x"], c["y"]] for c in row["corners"]])
        # The record's box ends at the photo's edge, the trainer's does not.
        found.box = np.concatenate([found.corners.min(0), found.corners.max(0)])
    return found


def quiver(args, file, task, photos, confidence, folder):
    """What `quiver run` finds: by photo the findings, or the reason why not."""
    detector = {
        "name": "yolo",
        "task": task,
        "model": str(file),
        "confidence": confidence,
        "iou": IOU,
        "resample": "reference",
        "precision": "fp32",
    }
    results = run(args.quiver, photos, folder / file.stem, [detector])
    return {
        Path(record["source"]["path"]): failure(record) or [reading(row, task) for row in listed(record, LISTS[task])]
        for record in records(results)
    }


def compare(args, name, pictures, batch, folder):
    """Compares one architecture, or keeps its tensors; whether the promises hold."""
    from . import random_models, tensors
    from .agreement import Agreement
    from .trainer import Trainer

    task, confidence = random_models.MODELS[name], random_models.CONFIDENCE
    file, names = random_models.make(name, batch, folder)
    trainer = Trainer(file, task, names, random_models.SIZE, confidence, IOU)
    if args.tensors:
        tensors.keep_model(args.tensors, file)
    found = {} if args.tensors else quiver(args, file, task, list(pictures), confidence, folder)
    agreement = Agreement(name, task, args.tensors is None)
    for path, picture in pictures.items():
        outputs = trainer.infer(picture)
        answers = trainer.answers(outputs, picture.shape[:2])
        if args.tensors:
            tensors.keep(args.tensors, name, trainer, path, picture.shape[:2], outputs, answers)
        mine = [] if args.tensors else found.get(path, "there is no record of it")
        agreement.add(path.name, picture.shape[:2], answers, mine)
    return agreement.report()


def main():
    """Makes the models, compares, judges."""
    args = arguments()
    check(args, runs=not args.tensors)
    with tempfile.TemporaryDirectory(prefix="quiver-yolo-") as name:
        folder = Path(name).resolve()
        # before ultralytics is loaded: it keeps its settings there, fetches nothing and installs nothing
        os.environ.update(
            YOLO_CONFIG_DIR=str(folder), YOLO_OFFLINE="true", YOLO_VERBOSE="false", YOLO_AUTOINSTALL="false"
        )
        import torch

        from . import random_models
        from .agreement import HEAD
        from .trainer import letterbox

        torch.set_num_threads(min(2, os.cpu_count() or 1))
        unknown = [model for model in args.only or [] if model not in random_models.MODELS]
        if unknown:
            stop(f"there is no {unknown[0]}; there are {', '.join(random_models.MODELS)}")
        pictures = gather(args, folder, random_models.SIZE)
        padded = [
            letterbox(picture, random_models.SIZE)[:, :, ::-1].transpose(2, 0, 1) for picture in pictures.values()
        ]
        batch = torch.from_numpy(np.stack(padded)).float() / 255
        print(HEAD, flush=True)
        holds = [compare(args, model, pictures, batch, folder) for model in args.only or random_models.MODELS]
        raise SystemExit(0 if all(holds) else 1)


if __name__ == "__main__":
    main()
