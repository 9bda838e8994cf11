"""Trains samples/models/impacts.onnx: renders and real cards in, ONNX out."""

import argparse
import multiprocessing
import time
from pathlib import Path

import torch

from training.schedule import falling

from . import cards, scenes
from .data import Stream, listing
from .export import export
from .learner import Learner
from .measure import measure, table
from .together import free_port, meet, part, shared_clock

ROOT = Path(__file__).resolve().parents[3]
VERSION = "0.1"
TRAIN_SEED, HELD_SEED = 1, 900
# the exported network looks at the picture's mirror image as well
FLIPS = (("x",),)


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/model-development/train impacts",
        description="Trains samples/models/impacts.onnx on renders and shooting cards.",
    )
    parser.add_argument("--minutes", type=float, default=120, help="time to train in all (default 120)")
    parser.add_argument(
        "--scenes", type=int, default=8000, help="scenes to render, also while it trains (default 8000)"
    )
    parser.add_argument("--first", type=int, default=400, help="scenes to wait for before it begins (default 400)")
    parser.add_argument("--batch", type=int, default=8, help="squares in a step of each process (default 8)")
    parser.add_argument("--size", type=int, default=256, help="side of the squares in pixels (default 256)")
    parser.add_argument("--share", type=float, default=0.6, help="share of real cards (default 0.6)")
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate (default 0.001)")
    parser.add_argument("--processes", type=int, default=2, help="processes of one thread each (default 2)")
    parser.add_argument("--export-every", type=float, default=10, help="minutes between exports (default 10)")
    parser.add_argument("--fresh", action="store_true", help="start again instead of going on from the last checkpoint")
    parser.add_argument("--again", action="store_true", help="a whole new schedule from the last checkpoint's weights")
    parser.add_argument("--measure", action="store_true", help="only measure the model that is there")
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "cases", help="has shooting-cards in it")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/train/impacts", help="cache and checkpoints")
    parser.add_argument(
        "--arrows", type=Path, default=ROOT / "samples/models/arrows.onnx", help="whose weights it begins with"
    )
    parser.add_argument("--model", type=Path, default=ROOT / "samples/models/impacts.onnx", help="where the model goes")
    return parser.parse_args()


def prepare(args):
    """Renders what training begins with, and starts to render the rest beside it."""
    photos = args.cases / "shooting-cards"
    if photos.is_dir():
        cards.fill(photos, args.work / "cards", held_out=False)
        cards.fill(photos, args.work / "cards-held", held_out=True)
    scenes.fill(args.work / "held", HELD_SEED, 0, 150)
    scenes.fill(args.work / "scenes", TRAIN_SEED, 0, min(args.first, args.scenes))
    rest = (args.work / "scenes", TRAIN_SEED, args.first, args.scenes - args.first, 1)
    process = multiprocessing.get_context("spawn").Process(target=scenes.fill, args=rest) if rest[3] > 0 else None
    if process:
        process.start()
    return process


def train(rank, args, port):
    """The training itself, in one of several processes that step together."""
    meet(rank, args.processes, port)
    learner, checkpoint = Learner(args.arrows), args.work / "checkpoint.pt"
    if checkpoint.exists() and not args.fresh:
        learner.load(checkpoint)
        learner.spent *= not args.again
    if rank == 0:
        faces, done = len(listing(args.work / "scenes")), learner.spent / 60
        print(f"{faces} rendered faces; from step {learner.number}, {done:.1f} minutes in", flush=True)
    seed = (learner.number + 1) * args.processes + rank
    stream = Stream(args.work / "scenes", args.work / "cards", args.batch, args.size, seed, args.share)
    loader = iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=6))
    budget, begun, saved, shown = args.minutes * 60, time.monotonic() - learner.spent, learner.spent, None
    while (spent := shared_clock(time.monotonic() - begun)) < budget:
        learner.spent = spent
        rising = min(1.0, (learner.number + 1) / 200, (spent + 2) / 30)
        value, score, place = learner.step(next(loader), args.rate * rising * falling(spent / budget))
        shown = value if shown is None else shown * 0.98 + value * 0.02
        if rank == 0 and learner.number % 50 == 0:
            parts = f"score {score:.3f}, place {place:.3f}"
            print(f"step {learner.number} at {spent / 60:.1f} min: loss {shown:.3f} ({parts})", flush=True)
        if spent - saved > args.export_every * 60:
            saved = spent
            if rank == 0:
                keep(args, learner)
    if rank == 0:
        keep(args, learner)
    part()


def keep(args, learner):
    """Keeps a checkpoint and exports the averaged weights."""
    learner.save(args.work / "checkpoint.pt")
    args.model.parent.mkdir(parents=True, exist_ok=True)
    export(learner.average, args.model, VERSION, FLIPS)
    print(f"exported {args.model} ({args.model.stat().st_size / 1e6:.1f} MB) at step {learner.number}", flush=True)


def report(args):
    """Measures the exported model on canonical pictures that training never saw."""
    for name in ("held", "cards-held"):
        if paths := listing(args.work / name):
            print(f"\n{name}, {len(paths)} pictures\n{table(measure(args.model, paths))}", flush=True)


def main():
    """Renders, trains, measures."""
    args = arguments()
    if not args.measure:
        rendering = prepare(args)
        try:
            torch.multiprocessing.spawn(train, (args, free_port()), args.processes)
        finally:
            if rendering:
                rendering.terminate()
    report(args)


if __name__ == "__main__":
    main()
