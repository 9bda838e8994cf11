"""scripts/peer: images per second of `yolo predict` and of `quiver run` over the same photos, start-up included."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from .photos import make

ROOT = Path(__file__).resolve().parents[3]
WANTED = {"v8n": 3.5, "v8s": 2.5}
CONFIDENCE, IOU = 0.25, 0.7


def say(sentence):
    """Progress goes to stderr, so that --json leaves stdout clean."""
    print(f"peer: {sentence}", file=sys.stderr, flush=True)


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/peer", description="Measures quiver run against yolo predict.")
    parser.add_argument("--photos", type=int, default=200, help="how many 12-megapixel photos (default 200)")
    parser.add_argument("--models", default="v8n,v8s", help="which models, by comma (default v8n,v8s)")
    parser.add_argument(
        "--rounds", type=int, default=1, help="how often each runs, in turn; the median counts (default 1)"
    )
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the quiver to run")
    parser.add_argument("--quiver-options", default="", help="more options for quiver run, such as '--workers 2'")
    parser.add_argument("--only", choices=("photos", "models", "peers", "quiver"), help="prepare or measure just this")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    return parser.parse_args()


def surroundings(work):
    """The peer's settings stay under .build, and it fetches nothing while it runs."""
    return os.environ | {
        "YOLO_CONFIG_DIR": str(work / "config"),
        "YOLO_OFFLINE": "true",
        "YOLO_AUTOINSTALL": "false",
        "YOLO_VERBOSE": "false",
    }


def export(work, name):
    """Random weights of that model as ONNX and as OpenVINO; both are kept."""
    onnx, openvino = work / f"yolo{name}.onnx", work / f"yolo{name}_openvino_model"
    if not (onnx.exists() and openvino.exists()):
        say(f"exporting yolo{name} with random weights")
        code = (
            "import torch; from ultralytics import YOLO; torch.manual_seed(0); "
            f"model = YOLO('yolo{name}.yaml'); model.export(format='onnx', imgsz=640, simplify=False); "
            "model.export(format='openvino', imgsz=640)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=work, env=surroundings(work), capture_output=True, text=True
        )
        if done.returncode or not (onnx.exists() and openvino.exists()):
            say(f"the export failed:\n{(done.stdout + done.stderr)[-3000:]}")
            raise SystemExit(2)
    return onnx, openvino


def timed(command, env, work, log):
    """Seconds from start to exit."""
    begun = time.monotonic()
    with open(work / log, "wb") as out:
        status = subprocess.run(command, env=env, cwd=work, stdout=out, stderr=subprocess.STDOUT).returncode
    spent = time.monotonic() - begun
    if status:
        say(f"{command[0]} ended with {status}: {(work / log).read_text(errors='replace')[-2000:]}")
        raise SystemExit(2)
    return spent


def yolo(work, model, folder, label):
    """Runs the peer as its users do, labels saved; returns seconds and label files."""
    shutil.rmtree(work / "runs", ignore_errors=True)
    program = [sys.executable, "-c", "from ultralytics.cfg import entrypoint; entrypoint()"]
    options = [
        "predict",
        "task=detect",
        f"model={model}",
        f"source={folder}",
        "imgsz=640",
        "device=cpu",
        f"conf={CONFIDENCE}",
        f"iou={IOU}",
        "save=False",
        "save_txt=True",
        "save_conf=True",
        f"project={work / 'runs'}",
        "name=run",
        "exist_ok=True",
    ]
    spent = timed(program + options, surroundings(work), work, f"{label}.log")
    return spent, len(list((work / "runs").rglob("*.txt")))


def quiver(args, work, model, folder, label):
    """Runs Quiver with an empty output folder; returns seconds and the records that say done."""
    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    command = [
        str(args.quiver),
        "run",
        str(folder),
        "--model",
        str(model),
        "--output",
        str(output),
        "--confidence",
        str(CONFIDENCE),
        "--iou",
        str(IOU),
        "--no-annotate",
        *args.quiver_options.split(),
    ]
    spent = timed(command, os.environ.copy(), work, f"{label}.log")
    done = sum(json.loads(record.read_text()).get("state") == "done" for record in output.rglob("*.jpg.json"))
    return spent, done


def measure(args, work, name, folder, count):
    """All programs in turn over the same folder; images a second of each."""
    onnx, openvino = export(work, name)
    programs = {}
    if args.only != "quiver":
        programs["yolo predict, ONNX Runtime"] = lambda: yolo(work, onnx, folder, f"{name}-onnxruntime")
        programs["yolo predict, OpenVINO"] = lambda: yolo(work, openvino, folder, f"{name}-openvino")
    if args.only != "peers":
        programs["quiver run"] = lambda: quiver(args, work, onnx, folder, f"{name}-quiver")
    rates = {program: [] for program in programs}
    for number in range(args.rounds):
        for program, run in programs.items():
            spent, files = run()
            rates[program].append(count / spent)
            say(f"{name}, round {number + 1}: {program} {spent:.1f} s, {count / spent:.2f} images/s, {files} files")
            if program == "quiver run" and files != count:
                say(f"quiver has {files} records that say done, not {count}")
                raise SystemExit(2)
    rates = {program: statistics.median(values) for program, values in rates.items()}
    peers = [rate for program, rate in rates.items() if program != "quiver run"]
    ratio = rates["quiver run"] / max(peers) if peers and "quiver run" in rates else None
    return {
        "model": f"yolo{name}",
        "imagesPerSecond": rates,
        "ratio": ratio,
        "wanted": WANTED.get(name),
        "photos": count,
        "confidence": CONFIDENCE,
        "iou": IOU,
    }


def main():
    """Prepares, measures, prints."""
    args = arguments()
    args.quiver = args.quiver.resolve()
    if args.only in (None, "quiver") and not args.quiver.is_file():
        say(f"there is no {args.quiver}; build it with swift build -c release, or name one with --quiver")
        raise SystemExit(2)
    work, folder = ROOT / ".build" / "bench" / "peer", ROOT / ".build" / "bench" / "photos" / str(args.photos)
    work.mkdir(parents=True, exist_ok=True)
    say(f"{args.photos} photos in {folder} (made once)")
    photos = make(folder, args.photos)
    megabytes = (
        sum(len(photo.read_bytes()) for photo in photos) / 1e6
    )  # reading them also warms the file cache for all alike
    say(f"{len(photos)} photos, {megabytes / len(photos):.1f} MB each")
    if args.only == "photos":
        return
    names = args.models.split(",")
    if args.only == "models":
        for name in names:
            export(work, name)
        return
    results = [measure(args, work, name, folder, len(photos)) for name in names]
    if args.json:
        print(
            json.dumps(
                {
                    "photos": len(photos),
                    "megabytesEach": round(megabytes / len(photos), 2),
                    "cores": os.cpu_count(),
                    "results": results,
                },
                indent=2,
            )
        )
        return
    print(f"{len(photos)} photos of 12 megapixels, {megabytes / len(photos):.1f} MB each, {os.cpu_count()} cores")
    print(f"confidence {CONFIDENCE} and IoU {IOU} on both sides, random weights, labels saved, start-up included")
    print("| model | program | images/s | quiver is |\n| --- | --- | --- | --- |")
    for result in results:
        mine = result["imagesPerSecond"].get("quiver run")
        for program, rate in result["imagesPerSecond"].items():
            ratio = f"{mine / rate:.2f} x" if mine and program != "quiver run" else ""
            print(f"| {result['model']} | {program} | {rate:.2f} | {ratio} |")
        if result["ratio"] is not None and result["wanted"]:
            holds = "yes" if result["ratio"] >= result["wanted"] else "NO"
            print(f"{result['model']}: {result['ratio']:.2f} x the faster peer, wanted {result['wanted']} x: {holds}")


if __name__ == "__main__":
    main()
