"""The model as the public trainers run it: reference letterbox, ONNX Runtime, reference NMS."""

import ast

import cv2
import numpy as np


class Reference:
    """Runs a detector of the v8 layout ([1, 4 + classes, N], scores in 0…1) on whole photos."""

    def __init__(self, model, threads=2):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        shape = self.session.get_inputs()[0].shape
        metadata = self.session.get_modelmeta().custom_metadata_map
        sides = [side for side in shape[2:] if isinstance(side, int)]
        self.height, self.width = sides if len(sides) == 2 else ast.literal_eval(metadata.get("imgsz", "[640, 640]"))
        self.input = self.session.get_inputs()[0].name
        self.names = ast.literal_eval(metadata["names"]) if "names" in metadata else {}

    def letterbox(self, picture):
        """The padded picture, the scale for each axis, and the padding at the left and at the top."""
        height, width = picture.shape[:2]
        ratio = min(self.height / height, self.width / width)
        new = max(round(width * ratio), 1), max(round(height * ratio), 1)
        spare = (self.width - new[0]) / 2, (self.height - new[1]) / 2
        left, top = round(spare[0] - 0.1), round(spare[1] - 0.1)
        right, bottom = round(spare[0] + 0.1), round(spare[1] + 0.1)
        if (width, height) != new:
            picture = cv2.resize(picture, new, interpolation=cv2.INTER_LINEAR)
        padded = cv2.copyMakeBorder(picture, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
        return padded, (new[0] / width, new[1] / height), (left, top)

    def detect(self, photo, confidence, iou):
        """Boxes (x1, y1, x2, y2 in pixels of the upright photo), scores and classes; None when it cannot be read."""
        picture = cv2.imread(str(photo), cv2.IMREAD_COLOR)  # this reader turns the photo upright by its EXIF
        if picture is None:
            return None
        height, width = picture.shape[:2]
        padded, scale, pad = self.letterbox(picture)
        tensor = np.ascontiguousarray(padded[:, :, ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        rows = self.session.run(None, {self.input: tensor})[0][0].T
        best, label = rows[:, 4:].max(1), rows[:, 4:].argmax(1)
        kept = np.nonzero(best > confidence)[0]
        kept = kept[np.argsort(-best[kept], kind="stable")][:30000]
        rows, best, label = rows[kept], best[kept], label[kept]
        boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, :2] + rows[:, 2:4] / 2], 1)
        chosen = suppress(boxes + label[:, None] * 7680.0, iou)[:300]
        boxes, best, label = boxes[chosen], best[chosen], label[chosen]
        boxes = (boxes - [pad[0], pad[1], pad[0], pad[1]]) / [scale[0], scale[1], scale[0], scale[1]]
        return boxes.clip(0, [width, height, width, height]), best, label


def suppress(boxes, threshold):
    """Greedy NMS over boxes that are sorted by falling score; IoU above the threshold goes, equal stays."""
    kept, rest = [], np.arange(len(boxes))
    while len(rest):
        first, rest = rest[0], rest[1:]
        kept.append(first)
        rest = rest[overlaps(boxes[first][None], boxes[rest])[0] <= threshold]
    return np.array(kept, int)


def overlaps(a, b):
    """IoU of every box of `a` with every box of `b`."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(a[:, 2:] - a[:, :2], axis=1)[:, None] + np.prod(b[:, 2:] - b[:, :2], axis=1)[None]
    return common / np.maximum(areas - common, 1e-9)
