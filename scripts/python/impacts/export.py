"""Writes the network as ONNX, with the metadata that readers of such models expect."""

import os
import warnings
from copy import deepcopy
from pathlib import Path

import onnx
import torch

from training.export import fuse

from .canonical import RADIUS, SIDE
from .labels import NAMES
from .network import STRIDE, Exported


def export(network, path, version, flips=()):
    """Exports a copy of the network to `path`, whole or not at all."""
    network = fuse(deepcopy(network).float().eval().to(memory_format=torch.contiguous_format))
    partial = Path(str(path) + ".part")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Exported(network, flips).eval(),
            (torch.zeros(1, 3, SIDE, SIDE),),
            str(partial),
            input_names=["images"],
            output_names=["output0"],
            opset_version=15,
            dynamo=False,
            do_constant_folding=True,
        )
    model = onnx.load(str(partial))
    metadata = {
        "description": "Quiver's second pass: arrows and holes on the rectified picture of one face",
        "author": "Quiver",
        "license": "Apache-2.0",
        "version": version,
        "task": "pose",
        "stride": str(STRIDE),
        "batch": "1",
        "channels": "3",
        "imgsz": f"[{SIDE}, {SIDE}]",
        "names": str(dict(enumerate(NAMES))),
        "kpt_shape": "[2, 3]",
        "kpt_names": "{0: ['tip', 'nock'], 1: ['tip', 'nock']}",
        "canonical_radius": str(RADIUS),
    }
    del model.metadata_props[:]
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    model.producer_name, model.producer_version = "quiver", version
    onnx.checker.check_model(model)
    onnx.save(model, str(partial))
    os.replace(partial, path)
