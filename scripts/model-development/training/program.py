"""The program that the models are made for, and a model alone."""

import subprocess

import numpy as np


def score(quiver, photos, output, *options):
    """Scores the photos of a folder; the exit status 1 is the program's verdict on photos, not ours."""
    output, photos = output.resolve(), photos.resolve()
    output.parent.mkdir(parents=True, exist_ok=True)
    command = [str(quiver), "score", str(photos), "--output", str(output), *options]
    # Not beside a pipeline.json, whose settings would be other people's.
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=output.parent)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-2000:]}")


def session(path, threads=2):
    """A function from a picture (RGB) to the model's output without its batch, by ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    run = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda picture: run.run(None, {"images": picture.transpose(2, 0, 1)[None].astype(np.float32) / 255})[0][0]
