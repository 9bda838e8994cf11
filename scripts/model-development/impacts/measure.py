"""Precision and recall of tips and holes on canonical pictures, by distance."""

import numpy as np

from training.matching import decode, pair
from training.program import session

from .data import load
from .labels import ARROW, NAMES

# 0.03 of a ten-ring face's radius; a hole's centre within its own radius, at least this
NEAR = 12.0


def measure(model, paths):
    """By kind: objects, and precision and recall at several confidences, median distance of the matched."""
    predict, lists, wanted, away = session(model), {0: [], 1: []}, {0: 0, 1: 0}, {0: [], 1: []}
    for path in paths:
        picture, rows = load(path)
        output = predict(picture)
        columns, _, scores, kinds = decode(output, len(NAMES), 0.05, 0.7)
        for kind in lists:
            mine, sure = rows[rows[:, 0] == kind], rows[(rows[:, 0] == kind) & (rows[:, 9] == 0)]
            reach = NEAR if kind == ARROW else np.maximum(sure[:, 3:5].max(1) / 2, NEAR / 2)
            chosen = kinds == kind
            points, values = output[:2, columns[chosen]].T, scores[chosen]
            partner = pair(points, sure[:, 1:3], reach)
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
