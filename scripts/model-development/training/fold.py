"""The photos of shooting cards: which of them training never sees, and their labels."""

import re

import numpy as np

# A photo is there up to twenty times: "13_<stamp>_API_v2" is a variant of photo 13, whatever the stamp. Held back are
# whole numbers (19 and 46 show the card of 13 again), and one day of another camera.
HELD_NUMBERS = {3, 10, 13, 19, 21, 46}
HELD_DAY = "20200923"


def is_held_out(name):
    """Whether a photo is kept back: no photo, and no card that was photographed twice, is on both sides."""
    numbered = re.match(r"(\d+)_\d{4}-\d\d-\d\d-\d{4}", name)
    return int(numbered[1]) in HELD_NUMBERS if numbered else name.startswith(HELD_DAY)


def rows_of(text):
    """The rows [N, 5] of a card's labels: class, middle and size as shares of the picture."""
    return np.array(text.read_text().split(), float).reshape(-1, 5)


def corners(rows):
    """Their boxes: left, top, right, bottom."""
    return np.concatenate([rows[:, 1:3] - rows[:, 3:5] / 2, rows[:, 1:3] + rows[:, 3:5] / 2], 1)
