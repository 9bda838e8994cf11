"""Precision and recall of tips and holes on canonical pictures, by distance."""

import cv2
import numpy as np

from .data import load
from .labels import ARROW, NAMES

# 0.03 of a ten-ring face's radius; a hole's centre within its own radius, at least this
NEAR = 12.0


def session(path, threads=2):
    """A function from a canonical picture (RGB) to the model's output [12, N], by ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    run = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    cv2.setNumThreads(1)
    return lambda picture: run.run(None, {"images": picture.transpose(2, 0, 1)[None].astype(np.float32) / 255})[0][0]


def decode(output, confidence=0.05, iou=0.7):
    """Kinds, scores and rows of the output by falling score; boxes of one kind suppress each other."""
    kinds, scores = output[4:6].argmax(0), output[4:6].max(0)
    order = np.argsort(-scores, kind="stable")
    order = order[scores[order] > confidence]
    kept = []
    for i in order:
        x, y, w, h = output[:4, i]
        for j in kept:
            if kinds[j] == kinds[i]:
                wide = max(0.0, (w + output[2, j]) / 2 - max(abs(x - output[0, j]), abs(w - output[2, j]) / 2))
                high = max(0.0, (h + output[3, j]) / 2 - max(abs(y - output[1, j]), abs(h - output[3, j]) / 2))
                common = wide * high
                if common / (w * h + output[2, j] * output[3, j] - common) > iou:
                    break
        else:
            kept.append(i)
    return kinds[kept], scores[kept], output[:, kept].T


def match(found, scores, truth, reach):
    """For each find by falling score: the true point it is (one to one, the nearest within reach), or -1."""
    free, partner = np.ones(len(truth), bool), np.full(len(found), -1)
    for i in np.argsort(-scores, kind="stable"):
        if len(truth):
            away = np.where(free, np.hypot(*(truth - found[i]).T) / reach, np.inf)
            best = int(np.argmin(away))
            if away[best] <= 1:
                free[best], partner[i] = False, best
    return partner


def measure(model, paths):
    """By kind: objects, and precision and recall at several confidences, median distance of the matched."""
    predict, lists, wanted, away = session(model), {0: [], 1: []}, {0: 0, 1: 0}, {0: [], 1: []}
    for path in paths:
        picture, rows = load(path)
        kinds, scores, outputs = decode(predict(picture))
        for kind in lists:
            mine, sure = rows[rows[:, 0] == kind], rows[(rows[:, 0] == kind) & (rows[:, 9] == 0)]
            reach = NEAR if kind == ARROW else np.maximum(sure[:, 3:5].max(1) / 2, NEAR / 2)
            chosen = kinds == kind
            points, values = outputs[chosen, :2], scores[chosen]
            partner = match(points, values, sure[:, 1:3], reach)
            wanted[kind] += len(sure)
            for point, value, other in zip(points, values, partner):
                if other >= 0:
                    away[kind].append(np.hypot(*(point - sure[other, 1:3])))
                    lists[kind].append((value, 1))
                elif not len(mine) or np.hypot(*(mine[mine[:, 9] > 0, 1:3] - point).T).min(initial=99) > NEAR:
                    lists[kind].append((value, 0))
    return {
        NAMES[kind]: {
            "objects": wanted[kind],
            "away": float(np.median(away[kind] or [np.nan])),
            **_curve(rows, wanted[kind]),
        }
        for kind, rows in lists.items()
        if wanted[kind]
    }


def _curve(rows, wanted):
    rows = np.array(rows, float).reshape(-1, 2)
    points = {}
    for confidence in (0.1, 0.2, 0.3, 0.4, 0.5):
        above = rows[rows[:, 0] > confidence]
        points[confidence] = (above[:, 1].sum() / max(len(above), 1), above[:, 1].sum() / wanted)
    return {"curve": points}


def table(figures):
    """The figures as a Markdown table."""
    lines = [
        "| kind | objects | median distance, px | precision / recall at 0.1 | 0.2 | 0.3 | 0.4 | 0.5 |",
        "| --- |" + " --- |" * 7,
    ]
    for name, f in figures.items():
        cells = " | ".join(f"{p:.3f} / {r:.3f}" for p, r in f["curve"].values())
        lines.append(f"| {name} | {f['objects']} | {f['away']:.1f} | {cells} |")
    return "\n".join(lines)
