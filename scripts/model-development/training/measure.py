"""Average precision, precision and recall for each class."""

import numpy as np

from .data import NAMES, SMALLEST, letterbox, load
from .matching import decode, overlaps


def measure(items, predict, confidence=0.3, size=640):
    """AP50, and precision and recall at `confidence`, by class; objects too small to judge count on neither side."""
    hits = {label: [] for label in range(len(NAMES))}
    wanted = dict.fromkeys(hits, 0)
    for item in items:
        picture, labels, boxes = load(item)
        canvas, boxes = letterbox(picture, boxes, size)
        _, found, scores, classes = (part[:300] for part in decode(predict(canvas), len(NAMES), 0.01, 0.6, 3000))
        tiny = (boxes[:, 2:] - boxes[:, :2]).max(1) < SMALLEST if len(boxes) else np.zeros(0, bool)
        for label in hits:
            truth, unsure = boxes[(labels == label) & ~tiny], boxes[(labels == label) & tiny]
            wanted[label] += len(truth)
            mine = classes == label
            guesses, values = found[mine], scores[mine]
            match, free = overlaps(guesses, truth), np.ones(len(truth), bool)
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
