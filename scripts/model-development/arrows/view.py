"""The wide view of one face that the arrow network looks at, and the cached view that training cuts its squares from.

Both hold the face's centre in their middle and reach 1.7 radii of the scoring area, so that nocks are in sight. The
network looks twice: at the whole of half the size, where the thick arrows of near faces are as wide as it knows them,
and at the face alone in full size, where the thin ones of large faces are (5 mm of 1220 are 1.2 pixels in the small
picture).
"""

import numpy as np

from impacts.canonical import GREY, apply, from_plane, in_front, rectify

SIDE, RADIUS = 2048, 600
# a cell of the maps, in pixels of the view
CELL = 8
CACHED_SIDE, CACHED_RADIUS = 1700, 500
# the outer edge of what scores, in radii of the full ten-ring face
OUTLINE = {"wa-40-triple": 0.5, "wa-40-triple-compound": 0.5, "wa-80-5": 0.5, "wa-80-6": 0.6, "nfaa-40-5-spot": 0.4}


def of_face(face, side=CACHED_SIDE, radius=CACHED_RADIUS):
    """The map from photo pixels to the view of a registered face of a record."""
    return from_plane(OUTLINE.get(face["type"], 1.0), side, radius) @ np.array(face["homography"]).reshape(3, 3)


__all__ = ["CACHED_RADIUS", "CACHED_SIDE", "CELL", "GREY", "RADIUS", "SIDE", "apply", "in_front", "of_face", "rectify"]
