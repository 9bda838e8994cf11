"""Which photos of the shooting cards training never sees."""

import re

# A photo is there up to twenty times: "13_<stamp>_API_v2" is a variant of photo 13, whatever the stamp. Held back are
# whole numbers (19 and 46 show the card of 13 again), and one day of another camera.
HELD_NUMBERS = {3, 10, 13, 19, 21, 46}
HELD_DAY = "20200923"


def is_held_out(name):
    """Whether a photo is kept back: no photo, and no card that was photographed twice, is on both sides."""
    numbered = re.match(r"(\d+)_\d{4}-\d\d-\d\d-\d{4}", name)
    return int(numbered[1]) in HELD_NUMBERS if numbered else name.startswith(HELD_DAY)
