"""Average precision, precision and recall for each class."""

import cv2
import numpy as np

from .data import NAMES, SMALLEST, letterbox, load


def suppress(boxes, scores, threshold):
    """Greedy NMS over boxes of one class; kept indices by falling score."""
    order, kept = np.argsort(-scores, kind="stable"), []
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    while len(order):
        first, rest = order[0], order[1:]
        kept.append(first)
        low, high = np.maximum(boxes[first, :2], boxes[rest, :2]), np.minimum(boxes[first, 2:], boxes[rest, 2:])
        common = np.prod(np.clip(high - low, 0, None), axis=1)
        order = rest[common / (areas[first] + areas[rest] - common + 1e-9) <= threshold]
    return np.array(kept, int)


def decode(output, confidence=0.01, iou=0.6, limit=300):
    """Boxes, scores and classes from one [4 + classes, N] output."""
    scores = output[4:]
    best, label = scores.max(0), scores.argmax(0)
    keep = np.nonzero(best > confidence)[0]
    keep = keep[np.argsort(-best[keep], kind="stable")][:3000]
    centre, size = output[:2, keep].T, output[2:4, keep].T
    boxes, best, label = np.concatenate([centre - size / 2, centre + size / 2], 1), best[keep], label[keep]
    chosen = suppress(boxes + label[:, None] * 8192.0, best, iou)[:limit]
    return boxes[chosen], best[chosen], label[chosen]


def _iou(a, b):
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(a[:, 2:] - a[:, :2], axis=1)[:, None] + np.prod(b[:, 2:] - b[:, :2], axis=1)[None]
    return common / (areas - common + 1e-9)


def measure(items, predict, confidence=0.3, size=640):
    """AP50, and precision and recall at `confidence`, by class; objects too small to judge count on neither side."""
    hits = {label: [] for label in range(len(NAMES))}
    wanted = dict.fromkeys(hits, 0)
    for item in items:
        picture, labels, boxes = load(item)
        canvas, boxes = letterbox(picture, boxes, size)
        found, scores, classes = decode(predict(canvas))
        tiny = (boxes[:, 2:] - boxes[:, :2]).max(1) < SMALLEST if len(boxes) else np.zeros(0, bool)
        for label in hits:
            truth, unsure = boxes[(labels == label) & ~tiny], boxes[(labels == label) & tiny]
            wanted[label] += len(truth)
            mine = classes == label
            guesses, values = found[mine], scores[mine]
            match, free = _iou(guesses, truth), np.ones(len(truth), bool)
            blur = np.concatenate([unsure[:, :2] - 4, unsure[:, 2:] + 4], 1)
            for row in np.argsort(-values, kind="stable"):
                best = int(np.argmax(np.where(free, match[row], -1))) if len(truth) else -1
                if best >= 0 and free[best] and match[row, best] >= 0.5:
                    free[best] = False
                    hits[label].append((values[row], 1))
                else:
                    centre = (guesses[row, :2] + guesses[row, 2:]) / 2
                    if not (len(blur) and ((centre >= blur[:, :2]) & (centre <= blur[:, 2:])).all(1).any()):
                        hits[label].append((values[row], 0))
    return {NAMES[label]: _summary(hits[label], wanted[label], confidence) for label in hits if wanted[label]}


def _summary(rows, wanted, confidence):
    rows = np.array(sorted(rows, key=lambda row: -row[0]), float).reshape(-1, 2)
    right = np.cumsum(rows[:, 1])
    recall, precision = right / wanted, right / np.arange(1, len(rows) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1] if len(rows) else precision
    points = np.linspace(0, 1, 101)
    ap = float(
        np.mean([envelope[np.searchsorted(recall, p)] if len(recall) and p <= recall[-1] else 0.0 for p in points])
    )
    above = int((rows[:, 0] > confidence).sum())
    found = float(right[above - 1]) if above else 0.0
    return {
        "objects": wanted,
        "ap50": round(ap, 3),
        "precision": round(found / above, 3) if above else 0.0,
        "recall": round(found / wanted, 3),
    }


def table(figures):
    """The figures as a Markdown table."""
    lines = ["| class | objects | AP50 | precision | recall |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {name} | {f['objects']} | {f['ap50']:.3f} | {f['precision']:.3f} | {f['recall']:.3f} |"
        for name, f in figures.items()
    ]
    return "\n".join(lines)


def session(path, threads=2):
    """A function from a letterboxed picture to the model's output, by ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    run = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    cv2.setNumThreads(1)
    return lambda canvas: run.run(None, {"images": canvas.transpose(2, 0, 1)[None].astype(np.float32) / 255})[0][0]
