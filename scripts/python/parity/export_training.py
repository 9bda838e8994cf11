"""One epoch of a public trainer on each of YOLO's forms: does it take all photos and labels?"""

import contextlib
import io
import logging
import math

MODELS = {
    "yolo": "yolov8n.yaml",
    "yolo-segment": "yolov8n-seg.yaml",
    "yolo-pose": "yolov8n-pose.yaml",
    "yolo-obb": "yolov8n-obb.yaml",
    "yolo-classify": "yolov8n-cls.yaml",
}
# Who says how many photos and labels a trainer must take.
READERS = dict.fromkeys(MODELS, "ultralytics") | {"yolo-classify": "torchvision"}
# As small as a trainer takes: what counts is that it reads, learns and measures, not what it learns.
SIZE, BATCH = 64, 4


def trained_parts(form, photos):
    """The parts that a trainer learns from and measures on: a small set may have no photo in one of them."""
    parts = {p["part"] for p in photos}
    # data.yaml names another part where one is empty. Folders of classes say nothing of it: the trainer is told.
    order = ("val", "test", "train") if form == "yolo-classify" else ("val", "train", "test")
    learned = next((part for part in ("train", "val", "test") if part in parts), None)
    return {"train": learned, "val": next((part for part in order if part in parts), None)}


def train(form, place, folder, measured):
    """Trains from random weights and measures on a part; the trainer."""
    from ultralytics import YOLO
    from ultralytics.utils import LOGGER

    LOGGER.setLevel(logging.ERROR)
    data = place if form == "yolo-classify" else place / "data.yaml"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        model = YOLO(MODELS[form], verbose=False)
        model.train(
            data=str(data),
            epochs=1,
            imgsz=SIZE,
            batch=BATCH,
            workers=0,
            device="cpu",
            plots=False,
            verbose=False,
            project=str(folder),
            name=f"trained-{form}",
            exist_ok=True,
            **({"split": measured} if form == "yolo-classify" else {}),
        )
    return model.trainer


def taken(loader):
    """The photos and the labels that a trainer's loader has."""
    rows = getattr(loader.dataset, "labels", None)
    if rows is None:
        return len(loader.dataset), len(loader.dataset)
    return len(rows), sum(len(row["cls"]) for row in rows)


def wanted(photos, part):
    """The photos and labels of a part by a reader of the data set."""
    labels = [len(p["labels"]) for p in photos if p["part"] == part]
    return len(labels), sum(labels)


def check(task, form, place, folder, photos):
    """Trains, and prints what the trainer took and where its losses are; whether it took all, and learned."""
    parts = trained_parts(form, photos)
    if form == "yolo-classify" and parts["train"] != "train":
        # The trainer would divide the folder itself, into a copy.
        print(f"{task:<9} {form:<13} trained: NO\n    no photo is in train: more photos are needed", flush=True)
        return False
    try:
        trainer = train(form, place, folder, parts["val"])
    # What stops a trainer is what the comparison is there to tell.
    except Exception as error:
        print(f"{task:<9} {form:<13} trained: NO\n    {type(error).__name__}: {error}", flush=True)
        return False
    counts = {"train": taken(trainer.train_loader), "val": taken(trainer.test_loader)}
    losses = {key: float(value) for key, value in trainer.tloss.items()}
    told = ", ".join(f"{part} {photos} photos and {labels} labels" for part, (photos, labels) in counts.items())
    values = ", ".join(f"{key} {value:.2f}" for key, value in losses.items())
    faults = [
        f"{part} has {wanted(photos, parts[part])} photos and labels, of which the trainer has {count}"
        for part, count in counts.items()
        if count != wanted(photos, parts[part])
    ]
    if not losses or not all(map(math.isfinite, losses.values())):
        faults.append("the losses are no numbers")
    print(f"{task:<9} {form:<13} trained one epoch of {told}; {values}: {'NO' if faults else 'yes'}")
    for fault in faults:
        print(f"    {fault}", flush=True)
    return not faults
