"""Runs campaigns and prints what each promise came to."""

import argparse
import importlib
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from campaign.bench import PROGRAM, Bench

# In the order of the promises in Promises.md; each module has `run(bench)`, which returns rows.
CAMPAIGNS = ["kill", "stops", "workers", "poison", "disk", "files", "hostile", "reading", "sandbox", "corrupt", "hosts",
             "hooks", "soak"]
# Side by side the longest begin first. `files` takes watches from all, so that what watches is over by then.
LONGEST = ["hosts", "kill", "stops", "workers", "disk", "hooks", "files", "corrupt", "hostile", "poison", "reading",
           "sandbox", "soak"]

# How the line of a promise that was not kept ends.
BROKEN = "**NO** |"


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/campaign",
                                     description="Proves what Quiver promises, by breaking things.")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"which campaigns (default: all): {', '.join(CAMPAIGNS)}")
    parser.add_argument("--long", action="store_true", help="the form by hand: thousands of kills, hours in all")
    parser.add_argument("--seed", type=int, default=1, help="where random moments begin (default 1)")
    parser.add_argument("--keep", action="store_true", help="leave the working folders, and say where they are")
    parser.add_argument("--jobs", type=int, default=1, help="campaigns that run at the same time (default 1)")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="another quiver than the one built here")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in CAMPAIGNS:
            parser.error(f"there is no campaign '{name}'; there are {', '.join(CAMPAIGNS)}")
    return chosen


def alone(name, chosen):
    """Runs one campaign and prints its table; how many promises were broken."""
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
        print(f"| {row.promise} | {row.fault} | {row.proof} | {row.figure} | {'yes |' if row.kept else BROKEN}",
              flush=True)
    return sum(not row.kept for row in rows)


def in_a_process(name, chosen):
    """The same in a process of its own, whose table is printed when it has ended."""
    command = [sys.executable, "-m", "campaign.main", name, "--seed", str(chosen.seed), "--program",
               str(chosen.program)]
    command += ["--long"] * chosen.long + ["--keep"] * chosen.keep + ["--part"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="", flush=True)
    broken = [line for line in done.stdout.splitlines() if line.endswith(BROKEN)]
    if done.returncode != 0 and not broken:
        # One that ended by an error of its own has proven nothing.
        broken = [f"{name} ended with status {done.returncode} before its table"]
    return broken


def main():
    """Runs what was asked for; the exit status is 1 where a promise was not kept."""
    chosen = arguments()
    names = chosen.names or CAMPAIGNS
    # A caller that ignores hang-ups, as nohup does, would have Quiver ignore them as well.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if chosen.part:
        return min(100, alone(names[0], chosen))
    with ThreadPoolExecutor(chosen.jobs) as pool:
        order = sorted(names, key=LONGEST.index) if chosen.jobs > 1 else names
        broken = [line for lines in pool.map(lambda name: in_a_process(name, chosen), order) for line in lines]
    # Again at the end, where they are seen.
    print("\n".join([f"\n{len(broken)} promises broken:", *broken]) if broken else "\nEvery promise was kept.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
