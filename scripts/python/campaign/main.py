"""Runs campaigns and prints what each promise came to."""

import argparse
import importlib
import sys
import time
from pathlib import Path

from campaign.bench import PROGRAM, Bench

# In the order of the promises in README.md; each module has `run(bench)`, which returns rows.
CAMPAIGNS = ["kill", "stops", "workers", "poison", "disk", "files", "hostile", "sandbox", "corrupt", "soak"]


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/campaign", description="Proves what Quiver promises, by breaking things.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which campaigns (default: all): {', '.join(CAMPAIGNS)}")
    parser.add_argument("--long", action="store_true", help="the form by hand: thousands of kills, hours in all")
    parser.add_argument("--seed", type=int, default=1, help="where random moments begin (default 1)")
    parser.add_argument("--keep", action="store_true", help="leave the working folders, and say where they are")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="another quiver than the one built here")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in CAMPAIGNS:
            parser.error(f"there is no campaign '{name}'; there are {', '.join(CAMPAIGNS)}")
    return chosen


def main():
    """Runs what was asked for; the exit status is 1 where a promise was not kept."""
    chosen = arguments()
    broken = 0
    for name in chosen.names or CAMPAIGNS:
        module = importlib.import_module(f"campaign.{name}")
        begin = time.monotonic()
        with Bench(long=chosen.long, program=chosen.program.resolve(), seed=chosen.seed, keep=chosen.keep) as bench:
            if chosen.keep:
                print(f"{name}: working in {bench.folder}", file=sys.stderr)
            rows = list(module.run(bench))
        print(f"\n## {name} ({time.monotonic() - begin:.0f} s)\n")
        print("| promise | fault | proof that it happened | figure | kept |")
        print("| --- | --- | --- | --- | --- |")
        for row in rows:
            print(f"| {row.promise} | {row.fault} | {row.proof} | {row.figure} | {'yes' if row.kept else '**NO**'} |", flush=True)
        broken += sum(not row.kept for row in rows)
    print(f"\n{broken} promises broken." if broken else "\nEvery promise was kept.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
