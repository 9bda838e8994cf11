"""Makes a model of 8-bit integers out of a model and the inputs that Quiver wrote; `quiver model quantize` runs it.

    quantize.py JOB ANSWER

Both are JSON files. Quiver has opened and scaled the photos: what lies in the job's folder are the bytes that its
workers hand to an engine. Exit status: 0 made, 3 refused, with a sentence's end in the answer.
"""

import json
import logging
import re
import sys
from pathlib import Path

import numpy as np

# Layers with weights that a network learnt. What has fewer, such as the sum over a box's distances, is arithmetic.
LEARNT = ("Convolution", "GroupConvolution", "ConvolutionBackpropData", "GroupConvolutionBackpropData", "MatMul")
FEW_WEIGHTS = 32
# Ways from a layer to its weights.
UNPACKING = ("Convert", "Reshape", "Multiply", "Subtract", "Transpose")
INTEGERS = ("i8", "u8", "i4", "u4", "nf4")


class Refused(Exception):
    """Why a model cannot be quantized: the end of a sentence."""


def weights(operation):
    """The constant of a layer's weights; None where it multiplies results."""
    for value in operation.input_values():
        node = value.get_node()
        while node.get_type_name() in UNPACKING:
            node = node.input_value(0).get_node()
        if node.get_type_name() == "Constant":
            return node
    return None


def is_learnt(operation):
    """Whether a layer has weights that a network learnt."""
    if operation.get_type_name() not in LEARNT:
        return False
    constant = weights(operation)
    return constant is not None and int(np.prod(list(constant.get_output_shape(0)))) > FEW_WEIGHTS


def check(model):
    """Refuses models that would gain nothing."""
    operations = model.get_ordered_ops()
    if any(operation.get_type_name() == "FakeQuantize" for operation in operations):
        raise Refused("it is quantized already")
    learnt = [operation for operation in operations if is_learnt(operation)]
    if not learnt:
        raise Refused("it has no layer with weights, and only those become integers")
    if any(weights(operation).get_output_element_type(0).get_type_name() in INTEGERS for operation in learnt):
        raise Refused("its weights are integers already")


def is_transformer(operations):
    """Whether it multiplies results with results, as attention does."""
    return sum(o.get_type_name() == "MatMul" and weights(o) is None for o in operations) >= 4


def ending(model, with_last):
    """The names of the layers behind the last learnt ones on every way out, and of those where asked for."""
    operations = model.get_ordered_ops()
    leads_on, names = {}, []
    for operation in reversed(operations):
        readers = [port.get_node() for output in operation.outputs() for port in output.get_target_inputs()]
        name = operation.get_friendly_name()
        leads_on[name] = any(is_learnt(reader) or leads_on[reader.get_friendly_name()] for reader in readers)
        if operation.get_type_name() in ("Constant", "Parameter", "Result") or leads_on[name]:
            continue
        if with_last or not is_learnt(operation):
            names.append(name)
    return names


def photo(job, file, kind):
    """What the model sees of a photo, by what Quiver says of its input."""
    pixels = np.fromfile(file, np.uint8).reshape(1, job["height"], job["width"], 3)
    if not job["takesBytes"]:
        mean, deviation = (np.array(job[key], np.float32) * 255 for key in ("mean", "deviation"))
        pixels = (pixels.astype(np.float32) - mean) / deviation
    if job["order"] == "NCHW":
        pixels = pixels.transpose(0, 3, 1, 2)
    return np.ascontiguousarray(pixels, dtype=kind)


def quantize(job):
    """The model of integers, with the original's metadata, written; returns what is worth knowing of it."""
    import openvino as ov

    model = ov.Core().read_model(job["model"])
    check(model)
    # NNCF would report its use to its makers: without this module it does not.
    sys.modules["openvino_telemetry"] = None
    import nncf

    nncf.set_log_level(logging.ERROR)

    operations = model.get_ordered_ops()
    kind = model.inputs[0].get_element_type().to_dtype()
    files = sorted(Path(job["inputs"]).glob("*.rgb"))
    kept = [] if job["floats"] == "none" else ending(model, job["floats"] == "head")
    made = nncf.quantize(
        model,
        nncf.Dataset(files, lambda file: photo(job, file, kind)),
        subset_size=len(files),
        preset=nncf.QuantizationPreset.MIXED,
        target_device=nncf.TargetDevice.CPU,
        model_type=nncf.ModelType.TRANSFORMER if is_transformer(operations) else None,
        ignored_scope=nncf.IgnoredScope(names=kept, validate=False),
    )
    if not any(operation.get_type_name() == "FakeQuantize" for operation in made.get_ordered_ops()):
        raise Refused("no layer of it could be made of integers")
    for key, value in job["metadata"].items():
        if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", key):
            made.set_rt_info(value, ["model_info", key])
    ov.save_model(made, job["made"], compress_to_fp16=False)
    return {"layers": sum(map(is_learnt, operations)), "photos": len(files), "nncf": nncf.__version__}


def main():
    """Reads the job, and writes the answer."""
    job, answer = json.loads(Path(sys.argv[1]).read_text("utf-8")), Path(sys.argv[2])
    try:
        answer.write_text(json.dumps(quantize(job)), "utf-8")
    except Refused as refused:
        answer.write_text(json.dumps({"refused": str(refused)}), "utf-8")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
