"""A network of random weights with YuNet's outputs, for comparing how they are read.

For each of its steps it has one convolution without overlap, so that each cell of a photo has values of its own. They
are scaled by what the photos give: a given share of the cells has a score above a half, boxes and points spread over
some cells. Red, green and blue have weights of their own, so that their order counts, and so do the values' range.
"""

from pathlib import Path

import numpy as np

SEED, SIDE, STEPS = 20261103, 640, (8, 16, 32)
# values a cell, the spread that they are to have, and their mean
PARTS = {"cls": (1, 1.0, -0.6), "obj": (1, 1.0, -0.6), "bbox": (4, 0.5, 0.4), "kps": (10, 0.8, 0.5)}


def make(path: Path, pictures: list[np.ndarray]) -> Path:
    """Writes the network for photos of 640 by 640 pixels in blue, green, red; its path."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    chance = np.random.default_rng(SEED)
    nodes, weights, outputs = [], [], []
    batch = np.stack(pictures).astype(np.float32)

    def keep(name: str, value: np.ndarray) -> str:
        weights.append(numpy_helper.from_array(value, name))
        return name

    for part, (count, spread, mean) in PARTS.items():
        for step in STEPS:
            name, cells = f"{part}_{step}", (SIDE // step) ** 2
            kernel, bias = aim(chance, batch, step, count, spread, mean)
            inputs = ["input", keep(f"{name}.weight", kernel), keep(f"{name}.bias", bias)]
            nodes.append(
                helper.make_node("Conv", inputs, [f"{name}.map"], kernel_shape=[step, step], strides=[step, step])
            )
            last = f"{name}.map"
            if count == 1:
                nodes.append(helper.make_node("Sigmoid", [last], [f"{name}.score"]))
                last = f"{name}.score"
            nodes.append(helper.make_node("Transpose", [last], [f"{name}.rows"], perm=[0, 2, 3, 1]))
            shape = keep(f"{name}.shape", np.array([1, cells, count], np.int64))
            nodes.append(helper.make_node("Reshape", [f"{name}.rows", shape], [name]))
            outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, cells, count]))
    photo = helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])
    graph = helper.make_graph(nodes, "yunet", [photo], outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def aim(
    chance: np.random.Generator, batch: np.ndarray, step: int, count: int, spread: float, mean: float
) -> tuple[np.ndarray, np.ndarray]:
    """Weights and biases whose answers have this spread and mean over all cells of the photos."""
    kernel = chance.normal(size=(count, step * step * 3))
    photos, side = len(batch), SIDE // step
    cells = batch.reshape(photos, side, step, side, step, 3).transpose(0, 1, 3, 5, 2, 4).reshape(-1, 3 * step * step)
    answers = cells @ kernel.T.astype(np.float32)
    scale = spread / answers.std(0)
    bias = mean - answers.mean(0) * scale
    kernel = (kernel * scale[:, None]).reshape(count, 3, step, step)
    return kernel.astype(np.float32), bias.astype(np.float32)
