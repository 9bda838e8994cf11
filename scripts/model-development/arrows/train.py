"""Trains samples/models/arrows.onnx: renders and labelled photos in, ONNX out."""

import argparse
import queue
import threading
import time
from pathlib import Path

import cv2
import torch

from training.schedule import falling

from . import cache, photos, scenes
from .confidence import chances, fit
from .data import Stream
from .export import export
from .learner import Learner
from .loss import NAMES
from .measure import collect, crossed, report, together
from .network import Network, is_folded

ROOT = Path(__file__).resolve().parents[3]
VERSION = "0.5"
TRAIN_SEED, HELD_SEED, HELD_SCENES = 11, 9011, 120
WARM_UP = 60
# groups that no training sees; with the first the confidence is fitted, the other judges it
FITTED = ["halls, kept back"]
KEPT_BACK = [*FITTED, "fletchworks, kept back"]


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/model-development/train arrows", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120, help="time to train in all (default 120)")
    parser.add_argument("--scenes", type=int, default=1500, help="scenes to render first (default 1500)")
    parser.add_argument("--photos", type=Path, nargs="*", help="folders with labels.json (default: cases/archery-more)")
    parser.add_argument(
        "--leave-out",
        nargs="*",
        default=[],
        help=f"groups that training must not see either, beside {', '.join(KEPT_BACK)}",
    )
    parser.add_argument("--batch", type=int, default=4, help="squares in a step (default 4)")
    parser.add_argument("--size", type=int, default=320, help="side of the squares in pixels (default 320)")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="highest learning rate (default 0.0015)")
    parser.add_argument("--share", type=float, default=0.45, help="share of real photos (default 0.45)")
    parser.add_argument("--threads", type=int, default=1, help="threads (default 1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the squares (default 0)")
    parser.add_argument("--save-every", type=float, default=5, help="minutes between checkpoints (default 5)")
    parser.add_argument(
        "--fresh", action="store_true", help="begin with ImageNet's weights instead of the last checkpoint"
    )
    parser.add_argument("--again", action="store_true", help="a whole new schedule from the last checkpoint's weights")
    parser.add_argument("--measure", action="store_true", help="only measure and export the last checkpoint")
    parser.add_argument(
        "--weights",
        type=Path,
        nargs="*",
        default=[],
        help="only measure and export these weights, kept by python -m arrows.device: the mean of several",
    )
    parser.add_argument(
        "--quiver", type=Path, default=ROOT / ".build/release/quiver", help="the program, which finds the faces"
    )
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared/cases", help="has archery-more in it")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/train/arrows", help="cache and checkpoints")
    parser.add_argument("--model", type=Path, default=ROOT / "samples/models/arrows.onnx", help="where the model goes")
    args = parser.parse_args()
    args.leave_out = sorted({*KEPT_BACK, *args.leave_out})
    return args


def prepare(args):
    """Renders scenes and lays photos flat, unless they are there; the real views by name."""
    scenes.fill(args.work / "rendered", TRAIN_SEED, 0, args.scenes)
    scenes.fill(args.work / "held", HELD_SEED, 0, HELD_SCENES)
    real, folders = [], args.photos if args.photos is not None else [args.cases / "archery-more"]
    if len({folder.name for folder in folders}) < len(folders):
        raise SystemExit("Two folders of --photos have one name, by which their views are kept: rename one.")
    for folder in folders:
        kept = args.work / "photos" / folder.name
        photos.fill(folder, args.quiver, kept)
        real += cache.load(kept)
    return real


def learner_of(args):
    """The last checkpoint; else the weights of the model that is there; else those of ImageNet."""
    checkpoint = args.work / "checkpoint.pt"
    goes_on = not args.fresh and not checkpoint.exists() and args.model.exists()
    if goes_on and set(args.leave_out) - set(KEPT_BACK):
        raise SystemExit(
            f"{args.model} has learnt from every group but those kept back: add --fresh, or name another --model."
        )
    learner = Learner(args.model if goes_on else None)
    if checkpoint.exists() and not args.fresh:
        learner.load(checkpoint)
        learner.spent *= not args.again
    if clash := learner.seen & set(args.leave_out):
        raise SystemExit(
            f"{checkpoint} has learnt from {', '.join(sorted(clash))}: add --fresh, or name another --work."
        )
    return learner


def learner_with(paths):
    """One with the mean of weights that were learnt on a device."""
    states = [torch.load(path, map_location="cpu", weights_only=True) for path in paths]
    mean = {
        name: sum(state["network"][name].float() for state in states) / len(states) for name in states[0]["network"]
    }
    network = Network().fold() if is_folded(mean) else Network()
    network.load_state_dict(mean)
    learner = Learner()
    learner.take(network)
    learner.number = max(state["step"] for state in states)
    return learner


def train(args, learner, real):
    """Learns until the time is up."""
    stream = Stream(args.work / "rendered", real, args.seed + learner.number, args.size, args.share)
    ready = queue.Queue(6)

    def feed():
        try:
            for batch in stream.batches(args.batch):
                ready.put(batch)
        except Exception as error:  # raised where it is waited for, below
            ready.put(error)

    threading.Thread(target=feed, daemon=True).start()
    learner.network.train()
    first, budget, shown = learner.number, args.minutes * 60, None
    begun, saved = time.monotonic() - learner.spent, learner.spent
    while (spent := time.monotonic() - begun) < budget:
        learner.spent = spent
        batch = ready.get()
        if isinstance(batch, Exception):
            raise batch
        parts = learner.step(
            batch, args.rate * falling(spent / budget) * min(1, (learner.number - first + 1) / WARM_UP)
        )
        shown = parts if shown is None else [0.97 * a + 0.03 * b for a, b in zip(shown, parts)]
        if learner.number % 50 == 0:
            told = ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, shown))
            print(f"step {learner.number} at {spent / 60:.1f} min: {told}", flush=True)
        if spent - saved > args.save_every * 60:
            saved = spent
            learner.save(args.work / "checkpoint.pt")
    learner.save(args.work / "checkpoint.pt")


def finish(args, learner, real):
    """Fits the confidence on renders and halls that were left out, judges it on the other groups that were, and
    exports."""
    fitted = [view for view in real if view.group in FITTED]
    if not fitted:
        print(f"No photo of {', '.join(FITTED)} is there: the confidence is fitted on renders alone.")
    views = cache.load(args.work / "held")
    (x, said, number, weight), arrows = together([collect(learner.average, part) for part in (views, fitted) if part])
    print(f"\n{len(views) + len(fitted)} views that training never saw, {arrows} arrows")
    print(report(crossed(x, said, number, weight), said, arrows))
    weights = fit(x, said, weight)
    for group in sorted(set(args.leave_out) - set(FITTED)):
        if views := [view for view in real if view.group == group]:
            (x, said, _), arrows = collect(learner.average, views)
            print(f"\n{group}: {len(views)} views, {arrows} arrows\n{report(chances(x, weights), said, arrows)}")
    export(learner.average, args.model, VERSION, weights)
    print(f"exported {args.model} ({args.model.stat().st_size / 1e6:.1f} MB) at step {learner.number}", flush=True)


def main():
    """Prepares, trains, measures, exports."""
    args = arguments()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    args.work.mkdir(parents=True, exist_ok=True)
    real = prepare(args)
    if unknown := set(args.leave_out) - {*KEPT_BACK, *(view.group for view in real)}:
        raise SystemExit(
            f"No photo is of the group {', '.join(sorted(unknown))}; --leave-out takes those of the labels."
        )
    seen = [view for view in real if view.group not in args.leave_out]
    print(f"{len(seen)} of {len(real)} real views, groups {sorted({str(view.group) for view in seen})}", flush=True)
    learner = learner_with(args.weights) if args.weights else learner_of(args)
    if not (args.measure or args.weights):
        learner.seen |= {str(view.group) for view in seen}
        train(args, learner, seen)
    finish(args, learner, real)


if __name__ == "__main__":
    main()
