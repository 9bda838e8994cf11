"""Photos with markers in the corners of the sheet (archery-oblique), and of used faces (archery-holes)."""

import cv2
import numpy as np

from targets.plane import apply

from .records import faces, impacts
from .tally import table

NEAR = 0.12


def _squares(picture, grow):
    """Corners of everything that may be a marker's square."""
    large = cv2.resize(picture, None, fx=grow, fy=grow, interpolation=cv2.INTER_CUBIC)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    known, _, others = detector.detectMarkers(large)
    return [(np.asarray(square).reshape(4, 2) + 0.5) / grow - 0.5 for square in [*known, *others]]


def _flat(folder):
    """The sixteen corners of the four markers in the plane of the flat sheet (radius 1 = the outermost ring)."""
    picture = cv2.imread(str(folder / "target-aruco.jpg"))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    middle = np.array(grey.shape[::-1]) / 2 - 0.5
    corners = [s for s in _squares(picture, 4) if 30 < np.ptp(s[:, 0]) < 70 and np.abs(s.mean(0) - middle).min() > 120]
    best = {}
    for square in corners:
        key = tuple(square.mean(0) > middle)
        if key not in best or np.ptp(square) > np.ptp(best[key]):
            best[key] = square
    points = np.concatenate(list(best.values()))
    middle = points.mean(0)
    row = grey[int(round(middle[1]))]
    dark = np.nonzero(row < 128)[0]
    return (points - middle) / ((dark[-1] - dark[0] + 1) / 2)


def _agreement(flat, corners):
    """Distances of the sheet's corners to the nearest found ones, at the rotation that fits best."""
    best = None
    for degree in np.arange(0, 360, 0.25):
        turn = np.deg2rad(degree)
        rotated = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        away = np.hypot(*(rotated[:, None] - corners[None]).transpose(2, 0, 1)).min(1)
        if best is None or np.minimum(away, NEAR).sum() < np.minimum(best, NEAR).sum():
            best = away
    return best


def oblique(records, cases):
    """The section on the oblique photos."""
    folder, rows = cases / "archery-oblique", []
    flat = _flat(folder)
    for path in sorted(folder.glob("[0-9]-[0-9].jpg")):
        record = records.of(path.name)
        found, corners, off = faces(record), "–", "–"
        if found:
            squares = _squares(cv2.imread(str(path)), 2)
            away = _agreement(flat, apply(found[0][2], np.concatenate(squares)))
            near = away[away < NEAR]
            corners = f"{len(near)} of 16"
            off = f"{np.median(near):.4f}, {near.max():.4f}" if len(near) else "–"
        row = {
            "photo": path.name,
            "face": found[0][0] if found else "none",
            f"corners within {NEAR} R": corners,
            "off, R (median, worst of these)": off,
            "arrows said": len(impacts(record, "arrow")),
        }
        rows.append(row)
    return f"### Oblique photos with markers (cases/archery-oblique)\n\n{table(rows)}"


def used(records, cases):
    """The section on used faces."""
    rows = []
    for path in sorted((cases / "archery-holes").glob("*.JPG")):
        record = records.of(path.name)
        found = faces(record)
        row = {
            "photo": path.name,
            "face": found[0][0] if found else "none",
            "residual, ring widths": f"{found[0][3]['residual']:.3f}" if found else "–",
            "confidence": f"{found[0][3]['confidence']:.2f}" if found else "–",
            "holes": len(impacts(record, "hole")),
            "arrows": len(impacts(record, "arrow")),
        }
        rows.append(row)
    return f"### Used faces (cases/archery-holes)\n\n{table(rows)}"
