"""A model of 8-bit integers beside the one that it was made of, and beside the peer's of both kinds, in one run."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from bench.whole import PROGRAMS, ROOT, parts, run
from peer.bench import export, say, surroundings, yolo
from peer.photos import make


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench int8", description="Measures models of 8-bit integers.")
    parser.add_argument("--photos", type=int, default=200, help="how many 12-megapixel photos (default 200)")
    parser.add_argument("--name", default="v8s", help="which of the peer's models, with random weights (default v8s)")
    parser.add_argument("--model", type=Path, help="another model, without the peer")
    parser.add_argument(
        "--rounds", type=int, default=3, help="how often each runs, in turn; the median counts (default 3)"
    )
    parser.add_argument("--quantizer", type=Path, required=True, help="a Python that has NNCF and OpenVINO")
    return parser.parse_args()


def quantize(model, folder, work, python):
    """What `quiver model quantize` makes and says of it."""
    command = [PROGRAMS / "quiver", "model", "quantize", model, folder, "--to", work, "--replace", "--python", python]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True)
    if done.returncode:
        say(f"quiver model quantize ended with {done.returncode}: {done.stderr[-2000:]}")
        raise SystemExit(2)
    return json.loads(done.stdout)


def export_int8(work, name, folder, python):
    """The peer's own export of the same random weights in 8-bit integers, of the same photos; it is kept."""
    made = work / f"yolo{name}_int8_openvino_model"
    if made.exists():
        return made
    say(f"exporting yolo{name} in 8-bit integers by the peer")
    data = work / "photos.yaml"
    data.write_text(
        json.dumps({"path": str(folder), "train": ".", "val": ".", "nc": 80, "names": list(map(str, range(80)))})
    )
    code = (
        "import torch; from ultralytics import YOLO; torch.manual_seed(0); "
        f"YOLO('yolo{name}.yaml').export(format='openvino', imgsz=640, int8=True, data={str(data)!r})"
    )
    # Its quantizer is the one that Quiver's Python has, at the same versions of what both need.
    libraries = next(python.parent.parent.glob("lib/python3*/site-packages"))
    environment = surroundings(work) | {"PYTHONPATH": str(libraries)}
    done = subprocess.run([sys.executable, "-c", code], cwd=work, env=environment, capture_output=True, text=True)
    if done.returncode or not made.exists():
        say(f"the peer's export failed, and is left out:\n{(done.stdout + done.stderr)[-2000:]}")
        return None
    return made


def main():
    """Prepares, measures in turns, prints."""
    args = arguments()
    work, peers = ROOT / ".build" / "bench" / "int8", ROOT / ".build" / "bench" / "peer"
    for folder in (work, peers):
        folder.mkdir(parents=True, exist_ok=True)
    folder = ROOT / ".build" / "bench" / "photos" / str(args.photos)
    say(f"{args.photos} photos in {folder} (made once)")
    photos = make(folder, args.photos)
    onnx, openvino = (args.model.resolve(), None) if args.model else export(peers, args.name)
    said = quantize(onnx, folder, work, args.quantizer)
    models = {"the original": onnx, "8-bit integers": Path(said["path"])}
    programs = {
        f"quiver run, {name}": (lambda model=model: rate(model, folder, work)) for name, model in models.items()
    }
    if openvino:
        others = {"the original": openvino, "8-bit integers": export_int8(peers, args.name, folder, args.quantizer)}
        for name, model in others.items():
            if model:
                label = name.replace(" ", "-")
                programs[f"yolo predict, OpenVINO, {name}"] = lambda model=model, label=label: (
                    len(photos) / yolo(peers, model, folder, label)[0]
                )
    rates, alone = {name: [] for name in programs}, {name: [] for name in models}
    for model in models.values():
        run(model, folder, work)  # compiles the model, once and for all
    for number in range(args.rounds):
        for name, model in models.items():
            alone[name].append(parts(model, folder))
        for name, measure in programs.items():
            rates[name].append(measure())
            say(f"round {number + 1}: {name} {rates[name][-1]:.2f} images/s")
    table(args, photos, onnx, said, rates, alone)


def rate(model, folder, work):
    """Images a second of a whole run."""
    ended = run(model, folder, work)
    return ended["done"] / ended["seconds"]


def table(args, photos, onnx, said, rates, alone):
    """Prints what was measured."""
    cores = len(os.sched_getaffinity(0))
    print(f"{len(photos)} photos of 12 megapixels, {onnx.name}, {cores} cores, median of {args.rounds} rounds")
    print("| what | the original | 8-bit integers | gain |\n| --- | --- | --- | --- |")
    infer = [statistics.median(part["infer"] for part in alone[name]) for name in alone]
    precision = next(iter(alone.values()))[0]["precision"]
    before, after = infer
    what = f"infer alone, one thread, the original in {precision}"
    print(f"| {what} | {before:.1f} ms | {after:.1f} ms | {before / after:.2f} |")
    for program in ("quiver run", "yolo predict, OpenVINO"):
        pair = [rates.get(f"{program}, {name}") for name in alone]
        if all(pair):
            before, after = map(statistics.median, pair)
            print(f"| {program} | {before:.2f} images/s | {after:.2f} images/s | {after / before:.2f} |")
    size = [said[side]["bytes"] / 1e6 for side in ("before", "after")]
    print(f"| size | {size[0]:.1f} MB | {size[1]:.1f} MB | {size[0] / size[1]:.2f} |")
    agreement = said["agreement"]
    if said.get("share") is None:
        print("the original finds nothing in these photos, so that nothing is known of what is lost")
    else:
        print(
            f"of {agreement['wanted']} boxes of the original {agreement['found']} are found again, "
            f"{agreement['added']} are new; mean average precision against them {agreement['precision']:.3f} "
            f"at IoU 0.5, {agreement['strictPrecision']:.3f} from 0.5 to 0.95"
        )


if __name__ == "__main__":
    sys.exit(main())
