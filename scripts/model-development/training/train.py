"""Trains the first model of target faces: renders and real cards in, ONNX out."""

import argparse
import json
import time
from pathlib import Path

import torch

from .data import Stream, read_cards, read_renders
from .detector_learner import DetectorLearner
from .export import export
from .measure import measure, table
from .program import session
from .renders import fill
from .schedule import falling

ROOT = Path(__file__).resolve().parents[3]
VERSION = "0.1"


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/train faces",
        description="Trains samples/models/targets.onnx on renders and shooting cards.",
    )
    parser.add_argument("--minutes", type=float, default=60, help="time to train, without rendering (default 60)")
    parser.add_argument("--renders", type=int, default=4000, help="pictures to render first (default 4000)")
    parser.add_argument(
        "--batch", type=int, default=12, help="pictures of 416x416 in a step, more or fewer of other sizes (default 12)"
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=(320, 320, 416, 416, 640),
        help="sides of training squares, drawn by chance",
    )
    parser.add_argument("--rate", type=float, default=1.2e-3, help="highest learning rate (default 0.0012)")
    parser.add_argument("--threads", type=int, default=2, help="threads to compute with (default 2)")
    parser.add_argument("--export-every", type=float, default=12, help="minutes between exports (default 12)")
    parser.add_argument("--fresh", action="store_true", help="start again instead of going on from the last checkpoint")
    parser.add_argument("--again", action="store_true", help="a whole new schedule from the last checkpoint's weights")
    parser.add_argument("--measure", action="store_true", help="only measure the model that is there")
    parser.add_argument(
        "--cases", type=Path, default=ROOT.parent / "shared" / "cases", help="the folder with shooting-cards"
    )
    parser.add_argument("--work", type=Path, default=ROOT / ".build" / "train", help="cache and checkpoints")
    parser.add_argument(
        "--model", type=Path, default=ROOT / "samples" / "models" / "targets.onnx", help="where the model goes"
    )
    return parser.parse_args()


def report(args):
    """Measures the exported model on what training never saw; prints tables and writes them beside the checkpoint."""
    predict, figures = session(args.model, args.threads), {}
    sets = {"held-out renders": read_renders(args.work / "held")}
    if (args.cases / "shooting-cards").is_dir():
        sets["held-out cards"] = read_cards(args.cases / "shooting-cards", held_out=True)
    for name, items in sets.items():
        if items:
            figures[name] = {"pictures": len(items), "classes": measure(items, predict)}
            print(f"\n{name}, {len(items)} pictures\n{table(figures[name]['classes'])}", flush=True)
    (args.work / "figures.json").write_text(json.dumps(figures, indent=2))


def train(args):
    """The training itself."""
    torch.manual_seed(1)
    torch.set_num_threads(args.threads)
    learner, checkpoint = DetectorLearner(), args.work / "checkpoint.pt"
    if checkpoint.exists() and not args.fresh:
        learner.load(checkpoint)
        learner.spent *= not args.again
        print(f"going on at step {learner.number}, {learner.spent / 60:.1f} minutes in", flush=True)
    folder = args.cases / "shooting-cards"
    cards = read_cards(folder, held_out=False) if folder.is_dir() else []
    renders = read_renders(args.work / "renders")
    parameters = sum(p.numel() for p in learner.network.parameters())
    print(f"{parameters / 1e6:.2f} M parameters, {len(cards)} cards, {len(renders)} renders", flush=True)
    stream = Stream(renders, cards, args.batch, args.sizes, seed=learner.number + 1)
    loader = iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=6))
    budget, begun, exported, shown = args.minutes * 60, time.monotonic() - learner.spent, learner.spent, None
    while (spent := time.monotonic() - begun) < budget:
        learner.spent = spent
        rate = args.rate * falling(spent / budget) * min(1.0, (learner.number + 1) / 150, (spent + 2) / 20)
        loss, classes, place = learner.step(next(loader), rate)
        shown = loss if shown is None else shown * 0.97 + loss * 0.03
        if learner.number % 25 == 0:
            parts = f"class {classes:.3f}, box {place:.3f}"
            print(
                f"step {learner.number} at {spent / 60:.1f} min: loss {shown:.3f} ({parts}), rate {rate:.5f}",
                flush=True,
            )
        if spent - exported > args.export_every * 60:
            exported = spent
            save(args, learner)
    save(args, learner)


def save(args, learner):
    """Keeps a checkpoint and exports the averaged weights."""
    learner.save(args.work / "checkpoint.pt")
    args.model.parent.mkdir(parents=True, exist_ok=True)
    export(learner.average, args.model, VERSION)
    print(f"exported {args.model} ({args.model.stat().st_size / 1e6:.1f} MB) at step {learner.number}", flush=True)


def main():
    """Renders, trains, measures."""
    args = arguments()
    if not args.measure:
        fill(args.work / "held", 900000, 200)
        fill(args.work / "renders", 0, args.renders)
        train(args)
    report(args)


if __name__ == "__main__":
    main()
