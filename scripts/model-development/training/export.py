"""Writes the network as ONNX, with the metadata that readers of such models expect."""

import os
import warnings
from collections import Counter
from copy import deepcopy
from pathlib import Path

import numpy as np
import onnx
import torch

from .data import NAMES
from .network import Exported, Unit

# the names of weights that are kept as halves end so; smaller ones are kept as they are
HALF, LEAST_HALVED = ".half", 64


def fuse(network):
    """Folds each normalisation into its convolution."""
    for unit in network.modules():
        if isinstance(unit, Unit):
            fused = torch.nn.utils.fusion.fuse_conv_bn_eval(unit[0], unit[1])
            unit[0], unit[1] = fused, torch.nn.Identity()
    return network


def write(exported, path, size, version, metadata, halved=False):
    """Writes a network that takes pictures of `size` by `size` to `path`, whole or not at all, with its metadata.

    `halved` keeps large weights as halves, which the graph widens again; see `_halve`.
    """
    common = {"batch": "1", "channels": "3", "imgsz": f"[{size}, {size}]"}
    pictures = torch.zeros(1, 3, size, size)
    write_graph(exported, pictures, ("images", "output0"), path, version, common | metadata, halved)


def write_graph(exported, example, names, path, version, metadata, halved=False):
    """Writes a network that takes what `example` is, with the names of its input and its output; see `write`."""
    partial = Path(str(path) + ".part")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            exported.eval(),
            (example,),
            str(partial),
            input_names=[names[0]],
            output_names=[names[1]],
            opset_version=15,
            dynamo=False,
            do_constant_folding=True,
        )
    model = onnx.load(str(partial))
    common = {"author": "Quiver", "license": "Apache-2.0", "version": version}
    del model.metadata_props[:]
    for key, value in (common | metadata).items():
        model.metadata_props.add(key=key, value=value)
    if halved:
        _halve(model.graph)
    own_biases(model.graph)
    model.producer_name, model.producer_version = "quiver", version
    onnx.checker.check_model(model)
    onnx.save(model, str(partial))
    os.replace(partial, path)


def _halve(graph):
    """Keeps large weights as halves, which the graph widens again.

    Biases stay as they are: OpenVINO joins a convolution with the function after it only where the bias is a constant,
    and a widened one is none to it. For arrows.onnx that was a sixth of the time, for 31 kB.
    """
    casts = []
    for tensor in graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if tensor.data_type != onnx.TensorProto.FLOAT or values.size < LEAST_HALVED or values.ndim < 2:
            continue
        name = tensor.name
        tensor.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + HALF))
        casts.append(onnx.helper.make_node("Cast", [name + HALF], [name], to=onnx.TensorProto.FLOAT))
    for node in reversed(casts):
        graph.node.insert(0, node)


def own_biases(graph):
    """Gives each convolution a bias of its own, where a network looks twice with the same weights.

    OpenVINO joins a convolution with its bias and the function after it only where no other one has that bias.
    """
    known, uses = {tensor.name: tensor for tensor in graph.initializer}, Counter()
    for node in graph.node:
        if node.op_type != "Conv" or len(node.input) < 3 or node.input[2] not in known:
            continue
        bias = node.input[2]
        uses[bias] += 1
        if uses[bias] > 1:
            node.input[2] = f"{bias}.{uses[bias]}"
            graph.initializer.append(
                onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(known[bias]), node.input[2])
            )


def settled(network):
    """A copy of the network as it is exported: float32, normalisations folded."""
    return fuse(deepcopy(network).float().eval().to(memory_format=torch.contiguous_format))


def export(network, path, version, size=640):
    """Exports a copy of the network to `path`."""
    metadata = {
        "description": "Quiver's detector for target faces: arrows, holes, faces, bulls",
        "task": "detect",
        "stride": "32",
        "names": str(dict(enumerate(NAMES))),
    }
    write(Exported(settled(network), size), path, size, version, metadata)
