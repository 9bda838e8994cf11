"""Trains samples/models/impacts.onnx: renders and real cards in, ONNX out."""

import argparse
import math
import multiprocessing
import socket
import time
from copy import deepcopy
from pathlib import Path

import torch

from . import cards, scenes
from .data import Stream, listing
from .export import export
from .loss import loss
from .measure import measure, table
from .network import Network

ROOT = Path(__file__).resolve().parents[3]
VERSION = "0.1"
TRAIN_SEED, HELD_SEED = 1, 900


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/train impacts", description="Trains samples/models/impacts.onnx on renders and shooting cards."
    )
    parser.add_argument("--minutes", type=float, default=120, help="time to train in all (default 120)")
    parser.add_argument("--scenes", type=int, default=8000, help="scenes to render, also while it trains (default 8000)")
    parser.add_argument("--first", type=int, default=400, help="scenes to wait for before it begins (default 400)")
    parser.add_argument("--batch", type=int, default=8, help="squares in a step of each process (default 8)")
    parser.add_argument("--size", type=int, default=256, help="side of the squares in pixels (default 256)")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate (default 0.002)")
    parser.add_argument("--processes", type=int, default=2, help="processes of one thread each (default 2)")
    parser.add_argument("--export-every", type=float, default=10, help="minutes between exports (default 10)")
    parser.add_argument("--fresh", action="store_true", help="start again instead of going on from the last checkpoint")
    parser.add_argument("--again", action="store_true", help="a whole new schedule from the last checkpoint's weights")
    parser.add_argument("--measure", action="store_true", help="only measure the model that is there")
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "cases", help="has shooting-cards in it")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/train/impacts", help="cache and checkpoints")
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
    """The training itself, in one of several processes that step together (threads that wait for each other in every
    operation are three times slower on a busy machine)."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    store = torch.distributed.TCPStore("127.0.0.1", port, args.processes, rank == 0)
    torch.distributed.init_process_group("gloo", store=store, rank=rank, world_size=args.processes)
    network = Network().to(memory_format=torch.channels_last)
    average = deepcopy(network).eval().requires_grad_(False)
    groups = [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": 0.02},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.99))
    checkpoint, spent, step = args.work / "checkpoint.pt", 0.0, 0
    if checkpoint.exists() and not args.fresh:
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        spent, step = (0.0 if args.again else state["spent"]), state["step"]
        say(rank, f"going on at step {step}, {spent / 60:.1f} minutes in")
    parameters = sum(p.numel() for p in network.parameters())
    say(rank, f"{parameters / 1e6:.2f} M parameters, {len(listing(args.work / 'scenes'))} rendered faces")
    seed = (step + 1) * args.processes + rank
    stream = Stream(args.work / "scenes", args.work / "cards", args.batch, args.size, seed)
    loader = iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=6))
    budget, begun, saved, shown = args.minutes * 60, time.monotonic() - spent, spent, None
    while (spent := shared_clock(time.monotonic() - begun)) < budget:
        falling = 0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * spent / budget))
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1.0, (step + 1) / 200, (spent + 2) / 30) * falling
        pictures, *wanted = next(loader)
        pictures = pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            raw = network(pictures)
        value, score, place = loss(raw.float(), *wanted)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        share_gradients(network)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimizer.step()
        step += 1
        keep = min(0.998, (1 + step) / (12 + step))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), network.state_dict().values()):
                mine.lerp_(theirs, 1 - keep) if mine.is_floating_point() else mine.copy_(theirs)
        shown = value.item() if shown is None else shown * 0.98 + value.item() * 0.02
        if step % 50 == 0:
            parts = f"score {score.item():.3f}, place {place.item():.3f}"
            say(rank, f"step {step} at {spent / 60:.1f} min: loss {shown:.3f} ({parts})")
        if spent - saved > args.export_every * 60:
            saved = spent
            if rank == 0:
                save(args, network, average, optimizer, spent, step)
    if rank == 0:
        save(args, network, average, optimizer, spent, step)
    torch.distributed.destroy_process_group()


def say(rank, text):
    """One process talks for all."""
    if rank == 0:
        print(text, flush=True)


def shared_clock(seconds):
    """The first process's time, so that all stop at the same step."""
    clock = torch.tensor(seconds)
    torch.distributed.broadcast(clock, 0)
    return clock.item()


def share_gradients(network):
    """Averages the gradients of all processes."""
    gradients = [p.grad for p in network.parameters()]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    torch.distributed.all_reduce(flat)
    flat /= torch.distributed.get_world_size()
    for gradient, mean in zip(gradients, flat.split([gradient.numel() for gradient in gradients])):
        gradient.copy_(mean.view_as(gradient))


def save(args, network, average, optimizer, spent, step):
    """Keeps a checkpoint and exports the averaged weights."""
    parts = {"network": network, "average": average, "optimizer": optimizer}
    state = {name: part.state_dict() for name, part in parts.items()} | {"spent": spent, "step": step}
    partial = args.work / "checkpoint.part"
    torch.save(state, partial)
    partial.replace(args.work / "checkpoint.pt")
    args.model.parent.mkdir(parents=True, exist_ok=True)
    export(average, args.model, VERSION)
    print(f"exported {args.model} ({args.model.stat().st_size / 1e6:.1f} MB) at step {step}", flush=True)


def report(args):
    """Measures the exported model on canonical pictures that training never saw."""
    for name in ("held", "cards-held"):
        if paths := listing(args.work / name):
            print(f"\n{name}, {len(paths)} pictures\n{table(measure(args.model, paths))}", flush=True)


def free_port():
    """A port on which the processes can meet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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
