"""Homographies, and the geometry of labelled rings."""

import numpy as np

from targets.plane import apply


def circle(radius, count=90):
    """Points of a circle around the origin."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return radius * np.stack([np.cos(t), np.sin(t)], 1)


def ellipse(label, count=72):
    """Points of a labelled ellipse."""
    turn = np.deg2rad(label["angle_deg"])
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return circle(1, count) * [label["a"], label["b"]] @ axes + [label["cx"], label["cy"]]


def fit(rings):
    """The map from the photo to the plane that makes labelled rings circles of their radii (Levenberg-Marquardt)."""
    points = np.concatenate([ellipse(ring["ellipse"]) for ring in rings])
    wanted = np.repeat([ring["d"] for ring in rings], 72)
    outer = max(rings, key=lambda ring: ring["d"])
    scale = (outer["ellipse"]["a"] + outer["ellipse"]["b"]) / 2 / outer["d"]
    start = np.array([outer["ellipse"]["cx"], outer["ellipse"]["cy"]])
    near = (points - start) / scale

    def matrix(x):
        a, b, d, cx, cy, g, h = x
        shape = np.array([[a, b, 0], [b, d, 0], [g, h, 1]])
        return shape @ np.array([[1, 0, -cx], [0, 1, -cy], [0, 0, 1]])

    def away(x):
        return np.hypot(*apply(matrix(x), near).T) - wanted

    x, damping = np.array([1, 0, 1, 0, 0, 0, 0.0]), 1e-3
    for _ in range(80):
        now = away(x)
        slope = np.stack([(away(x + step) - now) / 1e-6 for step in np.eye(7) * 1e-6], 1)
        step = np.linalg.solve(slope.T @ slope + damping * np.eye(7), -slope.T @ now)
        better = (away(x + step) ** 2).sum() < (now**2).sum()
        x, damping = (x + step, damping / 3) if better else (x, damping * 5)
    return matrix(x) @ np.array([[1 / scale, 0, -start[0] / scale], [0, 1 / scale, -start[1] / scale], [0, 0, 1]])
