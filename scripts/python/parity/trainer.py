"""The trainer's own post-processing of what an export gives for a photo: ultralytics' functions, in its predictors'
order.

All: letterbox of the whole photo (bilinear, grey 114, no smaller rectangle) -> ONNX Runtime -> non_max_suppression
(best class only, score > confidence, class-aware; for obb the fast one with probiou) -> at most 300.

segment, `mask` (retina_masks=True; what a record's mask at the photo's size has to equal):
  1. boxes to the photo: (v - padding) / gain per axis, clipped (scale_boxes);
  2. logits = coefficients x prototypes at 160 x 160, no sigmoid (process_mask_native from here on);
  3. bilinear to 320 or 640 where the padding is no whole number of cells: factor 4 / gcd(4, p | p // 2), p = the
     paddings of both axes at 640, combined bit by bit;
  4. the padding is cut off on that grid; 5. bilinear (half-pixel centres, no low-pass) to the photo's size;
  6. > 0; 7. cropped to the box in the photo: x1 <= column < x2, y1 <= row < y2, the box not rounded;
  8. findings without a pixel are dropped.
segment, `plain` (the default, at the input's size, padding included):
  logits -> bilinear to 640 x 640 -> > 0 -> cropped to the box in input pixels, not clipped -> empty ones dropped. To
  compare it with a photo's mask its padding is cut off and each pixel of the photo takes the nearest one's value; it
  can only agree up to its own grain, so `mask` is the one to equal and `plain` is told for comparison.
pose: boxes as above; joints (v - padding) / gain, clipped to the photo (scale_coords); nothing depends on visibility.
obb: centre (v - padding) / gain, width and height / gain per axis, not clipped, the angle as it is, not regularized;
  corners with xywhr2xyxyxyxy, here turned to begin at the box's own top left and to go on clockwise.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import onnxruntime
import torch
from ultralytics.data.augment import LetterBox
from ultralytics.utils import nms, ops

LIMIT = 300
CLOCKWISE = [2, 1, 0, 3]


@dataclass
class Answer:
    """One finding, in pixels of the photo; `row` is its place in the model's output."""

    label: int
    confidence: float
    box: np.ndarray
    row: int = -1
    mask: np.ndarray | None = None
    plain: np.ndarray | None = None
    keypoints: np.ndarray | None = None
    corners: np.ndarray | None = None


class Trainer:
    """An export, and what its trainer makes of its outputs."""

    def __init__(self, model, task, names, size, confidence, iou):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 2, 3
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.input, self.task, self.names = self.session.get_inputs()[0].name, task, names
        self.size, self.confidence, self.iou = size, confidence, iou

    def infer(self, picture):
        """The raw outputs for a photo (blue, green, red)."""
        padded = letterbox(picture, self.size)
        tensor = np.ascontiguousarray(padded[:, :, ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return self.session.run(None, {self.input: tensor})

    def answers(self, outputs, shape):
        """The findings for outputs of a photo of a shape (height, width)."""
        rows = torch.from_numpy(next(o for o in outputs if o.ndim == 3))
        kept, places = nms.non_max_suppression(
            rows,
            self.confidence,
            self.iou,
            max_det=LIMIT,
            nc=len(self.names),
            rotated=self.task == "obb",
            return_idxs=True,
        )
        found, places = kept[0], places[0].flatten().tolist()
        finish = {"segment": self.segment, "pose": self.pose, "obb": self.obb}[self.task]
        return finish(found, places, outputs, shape) if len(found) else []

    def boxes(self, found, shape):
        """Boxes in the photo."""
        return ops.scale_boxes((self.size, self.size), found[:, :4].clone(), shape)

    def segment(self, found, places, outputs, shape):
        """With masks; those that have one."""
        protos = torch.from_numpy(next(o for o in outputs if o.ndim == 4))[0]
        boxes = self.boxes(found, shape)
        native = ops.process_mask_native(protos, found[:, 6:], boxes, shape).numpy().astype(bool)
        plain = ops.process_mask(protos, found[:, 6:], found[:, :4], (self.size, self.size), upsample=True)
        plain = plain.numpy().astype(bool)
        return [
            Answer(int(row[5]), float(row[4]), box, place, mask=mask, plain=small)
            for row, box, place, mask, small in zip(found, boxes.numpy(), places, native, plain)
            if mask.any()
        ]

    def pose(self, found, places, outputs, shape):
        """With joints: x, y and how visible."""
        values = found[:, 6:].view(len(found), -1, 3).clone()
        joints = ops.scale_coords((self.size, self.size), values, shape).numpy()
        return [
            Answer(int(row[5]), float(row[4]), box, place, keypoints=points)
            for row, box, place, points in zip(found, self.boxes(found, shape).numpy(), places, joints)
        ]

    def obb(self, found, places, outputs, shape):
        """With corners; the box is the one around them."""
        turned = torch.cat([found[:, :4], found[:, -1:]], -1)
        turned[:, :4] = ops.scale_boxes((self.size, self.size), turned[:, :4], shape, xywh=True)
        corners = ops.xywhr2xyxyxyxy(turned).numpy()[:, CLOCKWISE]
        boxes = np.concatenate([corners.min(1), corners.max(1)], 1)
        return [
            Answer(int(row[5]), float(row[4]), box, place, corners=points)
            for row, box, place, points in zip(found, boxes, places, corners)
        ]


def letterbox(picture, size):
    """A photo in the middle of a grey square."""
    return LetterBox((size, size), auto=False, stride=32)(image=picture)


def placement(shape, size):
    """Where the letterbox puts a photo of a shape (height, width)."""
    gain = min(size / shape[0], size / shape[1])
    height, width = (max(round(side * gain), 1) for side in shape)
    left, top = (round((size - side) / 2 - 0.1) for side in (width, height))
    return {"left": left, "top": top, "width": width, "height": height}


def enlarged(plain, shape):
    """A mask of the input's size at the photo's."""
    place = placement(shape, len(plain))
    cut = plain[place["top"] :, place["left"] :][: place["height"], : place["width"]]
    return cv2.resize(cut.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST_EXACT).astype(bool)
