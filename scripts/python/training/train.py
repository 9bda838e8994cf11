"""Trains the first model of target faces: renders and real cards in, ONNX out."""

import argparse
import json
import math
import time
from copy import deepcopy
from pathlib import Path

import torch

from .data import NAMES, Stream, read_cards, read_renders
from .export import export
from .loss import detection_loss
from .measure import measure, session, table
from .network import Network, cells, corners
from .renders import fill

ROOT = Path(__file__).resolve().parents[3]
VERSION = "0.1"


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/train", description="Trains samples/models/targets.onnx on renders and shooting cards."
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
    network = Network(len(NAMES)).to(memory_format=torch.channels_last)
    average = deepcopy(network).eval().requires_grad_(False)
    decayed = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}],
        lr=args.rate,
        betas=(0.9, 0.99),
    )
    checkpoint, spent, step = args.work / "checkpoint.pt", 0.0, 0
    if checkpoint.exists() and not args.fresh:
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        spent, step = (0.0 if args.again else state["spent"]), state["step"]
        print(f"going on at step {step}, {spent / 60:.1f} minutes in", flush=True)
    folder = args.cases / "shooting-cards"
    cards = read_cards(folder, held_out=False) if folder.is_dir() else []
    parameters, renders = sum(p.numel() for p in network.parameters()), len(read_renders(args.work / "renders"))
    print(f"{parameters / 1e6:.2f} M parameters, {len(cards)} cards, {renders} renders", flush=True)
    stream = Stream(args.work / "renders", cards, args.batch, args.sizes, seed=step + 1)
    loader = iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=6))
    budget, begun, exported, shown = args.minutes * 60, time.monotonic() - spent, spent, None
    while (spent := time.monotonic() - begun) < budget:
        rate = (
            args.rate
            * min(1.0, (step + 1) / 150, (spent + 2) / 20)
            * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * spent / budget)))
        )
        for group in optimizer.param_groups:
            group["lr"] = rate
        pictures, objects = next(loader)
        pictures = pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            raw, logits = network(pictures)
        centres, strides = cells(*pictures.shape[2:])
        loss, classes, place = detection_loss(raw.float(), logits.float(), objects, centres, strides, corners)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimizer.step()
        step += 1
        keep = min(0.998, (1 + step) / (12 + step))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), network.state_dict().values()):
                mine.lerp_(theirs, 1 - keep) if mine.is_floating_point() else mine.copy_(theirs)
        shown = loss.item() if shown is None else shown * 0.97 + loss.item() * 0.03
        if step % 25 == 0:
            parts = f"class {classes.item():.3f}, box {place.item():.3f}"
            print(f"step {step} at {spent / 60:.1f} min: loss {shown:.3f} ({parts}), rate {rate:.5f}", flush=True)
        if spent - exported > args.export_every * 60:
            exported = spent
            save(args, network, average, optimizer, spent, step)
    save(args, network, average, optimizer, spent, step)


def save(args, network, average, optimizer, spent, step):
    """Keeps a checkpoint and exports the averaged weights."""
    state = {
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimizer": optimizer.state_dict(),
        "spent": spent,
        "step": step,
    }
    partial = args.work / "checkpoint.part"
    torch.save(state, partial)
    partial.replace(args.work / "checkpoint.pt")
    args.model.parent.mkdir(parents=True, exist_ok=True)
    export(average, args.model, VERSION)
    print(f"exported {args.model} ({args.model.stat().st_size / 1e6:.1f} MB) at step {step}", flush=True)


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
