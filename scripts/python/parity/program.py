"""What every comparison does: its options, a run of Quiver in a folder of its own, the records that it left."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CASES = Path(os.environ.get("QUIVER_CASES", ROOT.parent / "shared" / "cases"))


def stop(sentence):
    """Ends with exit status 2: nothing could be compared."""
    print(f"parity: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def options(name, description, epilog=None, cases=True, results=False):
    """A parser of the options that comparisons share; `results` where those of an earlier run may be compared."""
    parser = argparse.ArgumentParser(prog=f"scripts/parity {name}".strip(), description=description, epilog=epilog)
    if cases:
        parser.add_argument("--cases", type=Path, default=CASES, help="the real cases (default: QUIVER_CASES)")
    parser.add_argument("--quiver", type=Path, default=ROOT / ".build" / "release" / "quiver", help="the quiver to run")
    if results:
        parser.add_argument("--results", type=Path, help="compare the results of an earlier run instead of running")
    return parser


def check(args, runs=True):
    """Stops where the program, or the results to compare instead, are not there; `runs`: the program is needed."""
    results = getattr(args, "results", None)
    if runs and not results and not args.quiver.is_file():
        stop(f"there is no {args.quiver}; build it with scripts/build, or name one with --quiver")
    if results and not results.is_dir():
        stop(f"there is no folder {results}; name the results of a run")
    args.quiver = args.quiver.resolve()
    if hasattr(args, "cases"):
        args.cases = args.cases.resolve()


def quiver(program, folder, *words, fine=(0, 1)):
    """Calls the program in a folder, away from any pipeline.json that is not meant."""
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=folder)
    if done.returncode not in fine:
        stop(f"quiver {words[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")


def run(program, photos, folder, detectors, fine=(0, 1), output=None, **settings):
    """Runs detectors over photos; where the results are."""
    folder.mkdir(parents=True, exist_ok=True)
    settings["detectors"] = detectors
    settings["output"] = {"path": str(folder / "results"), "annotate": False, "formats": ["json"]} | (output or {})
    config = folder / "pipeline.json"
    config.write_text(json.dumps(settings, indent=1))
    quiver(program, folder, "run", "--config", config, *photos, fine=fine)
    return folder / "results"


def records(results):
    """Every record below a folder."""
    for path in sorted(results.rglob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        if isinstance(record, dict) and "source" in record:
            yield record


def failure(record):
    """Why a photo has no findings; None where it was processed."""
    return None if record["state"] == "done" else (record.get("error") or {}).get("message", record["state"])


def listed(record, name):
    """The findings of one list, such as `poses`, of all detectors of a record."""
    return [row for result in record.get("results", []) for row in result.get(name, [])]
