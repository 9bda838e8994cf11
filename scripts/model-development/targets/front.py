"""Which shaft is the nearest at each pixel: a tip may lie behind the shaft of an arrow whose nock is farther away."""

import numpy as np


class Front:
    """The nearest thing that was drawn at each pixel: how near it is (1 / depth) and how much it covers (0 to 1)."""

    def __init__(self, height, width):
        self.near = np.zeros((height, width), np.float32)
        self.cover = np.zeros((height, width), np.float32)

    def place(self, layer, near, corner):
        """Takes away what of a layer (RGBA, premultiplied) lies behind what was drawn before, and notes the rest.

        Returns how much of each pixel was hidden, 0 to 255.
        """
        part = np.s_[corner[1] : corner[1] + layer.shape[0], corner[0] : corner[0] + layer.shape[1]]
        hidden = self.cover[part] * (self.near[part] > near)
        if hidden.any():
            layer[:] = layer * (1 - hidden[..., None]) + 0.5
        mine = (layer[..., 3] > 127) & (near > self.near[part])
        self.near[part][mine] = near[mine]
        self.cover[part][mine] = layer[..., 3][mine] / np.float32(255)
        return (hidden * 255).astype(np.uint8)
