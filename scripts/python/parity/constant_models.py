"""Models in the forms of public trainers whose findings are written into them: what is exported is all that counts.

A network of random weights (see random_models.py) would take minutes to make and to run. Of these each photo has the
findings for which it is bright enough, in the middle of the picture: a dark photo has none, and a bright one all. Masks
are noise of several grains, so that they have holes, thin parts and parts that touch or lie apart.
"""

import cv2
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SEED, SIZE, PLACES, CLASSES, FINDINGS, POINTS = 20261127, 640, 8400, 6, 12, 17
EXTRA = {"detect": 0, "segment": 32, "pose": 3 * POINTS, "obb": 1}
# The brightness from which on a photo has a finding, of 1: those of photos are between.
DARKEST, BRIGHTEST = 0.1, 0.6


def make(task, folder):
    """Writes a model of a task; the file and the names of its classes."""
    chance, names = np.random.default_rng(SEED), [f"thing {index}" for index in range(CLASSES)]
    values, scores = findings(task, chance)
    parts = {"values": values, "scores": scores, "brightness": np.float32(1e6)}
    parts["thresholds"] = np.zeros((1, 1, PLACES), np.float32)
    parts["thresholds"][0, 0, places()] = np.linspace(DARKEST, BRIGHTEST, FINDINGS)
    parts |= {"zero": np.float32(0), "one": np.float32(1)}
    nodes = [
        helper.make_node("ReduceMean", ["images"], ["mean"], keepdims=0),
        # 1 where the photo is brighter than a finding's threshold, else 0.
        helper.make_node("Sub", ["mean", "thresholds"], ["above"]),
        helper.make_node("Mul", ["above", "brightness"], ["steep"]),
        helper.make_node("Clip", ["steep", "zero", "one"], ["shown"]),
        helper.make_node("Mul", ["scores", "shown"], ["own"]),
        helper.make_node("Add", ["values", "own"], ["output0"]),
    ]
    outputs = [("output0", values.shape)]
    if task == "segment":
        parts["masks"] = prototypes(chance)
        nodes += [helper.make_node("Mul", ["mean", "zero"], ["none"])]
        nodes += [helper.make_node("Add", ["masks", "none"], ["output1"])]
        outputs.append(("output1", parts["masks"].shape))
    graph = helper.make_graph(
        nodes,
        task,
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, SIZE, SIZE])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs],
        [numpy_helper.from_array(np.asarray(value, np.float32), name) for name, value in parts.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    told = {"task": task, "names": str(dict(enumerate(names))), "stride": "32", "imgsz": f"[{SIZE}, {SIZE}]"}
    helper.set_model_props(model, told | ({"kpt_shape": f"[{POINTS}, 3]"} if task == "pose" else {}))
    onnx.save(model, file := folder / f"{task}.onnx")
    return file, names


def places():
    """The columns of the output that hold a finding."""
    return np.arange(FINDINGS) * (PLACES // FINDINGS) + 13


def findings(task, chance):
    """The output without its scores, and the scores alone."""
    values = np.zeros((1, 4 + CLASSES + EXTRA[task], PLACES), np.float32)
    scores = np.zeros_like(values)
    for index, place in enumerate(places()):
        sides, middle = chance.uniform(50, 220, 2), chance.uniform([180, 220], [460, 420])
        values[0, :4, place] = [*middle, *sides]
        scores[0, 4 + index % CLASSES, place] = chance.uniform(0.4, 0.95)
        extra = values[0, 4 + CLASSES :, place]
        if task == "segment":
            extra[:] = chance.normal(size=32)
        elif task == "obb":
            extra[:] = chance.uniform(-np.pi / 4, 3 * np.pi / 4)
        elif task == "pose":
            # Some leave the box, and the photo.
            points = chance.normal(middle, sides, (POINTS, 2))
            extra[:] = np.column_stack([points, chance.uniform(0, 1, POINTS)]).ravel()
    return values, scores


def prototypes(chance):
    """What masks are mixed of: noise, from fine to coarse."""
    noise = [chance.normal(size=(SIZE // 4, SIZE // 4)) for _ in range(32)]
    grains = [cv2.GaussianBlur(one, (0, 0), grain) for one, grain in zip(noise, np.linspace(0.7, 4, 32))]
    return np.stack([one / one.std() for one in grains])[None]
