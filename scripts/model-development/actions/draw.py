"""Parameters of rendered sequences, drawn so that training and what is held out never share one."""

# a range has so many cells, and every so-many-th of them is held out
CELLS, EVERY = 20, 5


class Draw:
    """Draws parameters: with `held_out` only from the cells that training leaves out, else only from the others."""

    def __init__(self, rng, held_out=False):
        self.rng, self.held_out = rng, held_out

    def split(self, low, high):
        """A value of a range that is split between training and what is held out."""
        cells = [cell for cell in range(CELLS) if (cell % EVERY == EVERY // 2) == self.held_out]
        return low + (high - low) * (self.rng.choice(cells) + self.rng.random()) / CELLS

    def between(self, low, high):
        """A value of a range."""
        return self.rng.uniform(low, high)

    def chance(self, share):
        """True in so many cases."""
        return self.rng.random() < share

    def one(self, values):
        """One of some values."""
        return values[self.rng.integers(len(values))]
