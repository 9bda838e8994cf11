"""scripts/parity yolo --tensors FOLDER: what a test needs to replay the post-processing without any network.

FOLDER/MODEL.onnx                   the export, with metadata FOLDER/MODEL/PHOTO.json             what is expected, see
below; PHOTO is the photo's file name with its ending FOLDER/MODEL/PHOTO.output0.npy      float32 [1, 4 + classes +
extra, 8400], the model's raw output for the letterboxed photo FOLDER/MODEL/PHOTO.output1.npy      segment only: float32
[1, 32, 160, 160], the prototypes

PHOTO.json:
  model, task, photo                names
  size       {width, height}        of the upright photo
  input      {width, height}        of the model
  placement  {left, top, width, height}   of the photo in the input, in its pixels
  settings   {confidence, iou, maximum, classes: number}
  findings   in the trainer's order (falling confidence), each:
    row          its index among the 8400
    classId, confidence
    box          [x1, y1, x2, y2] in the photo, clipped to it; for obb the box around the corners, not clipped
    mask         segment: {size: [height, width], counts} of the photo, compressed RLE as COCO writes it
    plain        segment: the same at the input's size with the padding; null where it is empty there
    keypoints    pose: [[x, y, visibility], …] clipped to the photo
    corners      obb: [[x, y] × 4] clockwise from the box's own top left, not clipped

The .npy files are as numpy writes them: little-endian, rows first. The operations and their order are told in
trainer.py.
"""

import json
import shutil

import numpy as np

from . import rle
from .trainer import LIMIT, placement


def keep_model(folder, file):
    """Puts the export beside its tensors."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / file.name)


def keep(folder, name, trainer, photo, shape, outputs, answers):
    """Writes the tensors and the answers of one photo."""
    folder = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, output in enumerate(sorted(outputs, key=lambda o: o.ndim)):
        np.save(folder / f"{photo.name}.output{number}.npy", output.astype("<f4"))
    told = {
        "model": name,
        "task": trainer.task,
        "photo": photo.name,
        "size": {"width": shape[1], "height": shape[0]},
        "input": {"width": trainer.size, "height": trainer.size},
        "placement": placement(shape, trainer.size),
        "settings": {
            "confidence": trainer.confidence,
            "iou": trainer.iou,
            "maximum": LIMIT,
            "classes": len(trainer.names),
        },
        "findings": [finding(answer) for answer in answers],
    }
    (folder / f"{photo.name}.json").write_text(json.dumps(told, indent=1) + "\n")


def finding(answer):
    """An answer in JSON."""
    told = {
        "row": answer.row,
        "classId": answer.label,
        "confidence": answer.confidence,
        "box": answer.box.tolist(),
    }
    if answer.mask is not None:
        told["mask"] = rle.encode(answer.mask)
        told["plain"] = rle.encode(answer.plain) if answer.plain.any() else None
    for key in ("keypoints", "corners"):
        if getattr(answer, key) is not None:
            told[key] = getattr(answer, key).tolist()
    return told
