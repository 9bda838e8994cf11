"""How the learning rate goes."""

import math


def falling(share):
    """How much of the highest rate is left after a share of the time: half a wave of the cosine, down to 2 %."""
    return 0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share))
