"""The network for arrows: seven maps at a quarter of the view's resolution."""

import torch

from training.unet import UNet, is_folded

# tip, nock, shaft as logits; the unit vector from nock to tip; cosine and sine of twice the shaft's angle.
# A cell is hardly ever an end, and seldom on a shaft.
BIASES = (-4.0, -4.0, -2.5, 0.0, 0.0, 0.0, 0.0)


class Network(UNet):
    """Takes RGB of -1 to 1; gives raw maps."""

    def __init__(self):
        super().__init__(BIASES)


def prepared(pictures):
    """Bytes [N, H, W, 3] as the network takes them."""
    x = (pictures.permute(0, 3, 1, 2).float() - 127.0) / 128.0
    return x.contiguous(memory_format=torch.channels_last)


__all__ = ["Network", "is_folded", "prepared"]
