"""Broken files under valgrind: nothing is read or written beside the memory that belongs to it."""

import collections
import itertools
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from campaign.bench import Row
from campaign.mutate import mutants
from campaign.photoruns import words

SHORT, LONG = 30, 2_600
FAULT = 9


def watched(bench, start):
    """The way of a photo through a worker, without the model, file by file under valgrind."""
    promise = "nothing is read outside of the input"
    fuzzer = bench.program.parent / "quiver-fuzz"
    if not fuzzer.exists() or not shutil.which("valgrind") or not shutil.which("strip"):
        yield Row(promise, "broken files under valgrind", "skipped: needs valgrind, strip and quiver-fuzz", "-", True)
        return
    folder = bench.fresh("watched")
    # Valgrind stumbles over newer debugging information.
    bare = folder / "quiver-fuzz"
    subprocess.run(["strip", "--strip-debug", "-o", bare, fuzzer], check=True)
    files = []
    for mutant in itertools.islice(mutants(start, bench.seed * 7_919), LONG if bench.long else SHORT):
        files.append(folder / mutant.name)
        files[-1].write_bytes(mutant.data)
    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda part: replay(bare, files[part::2]), (0, 1)))
    answers = [line for part in parts for line in part.stdout.splitlines()]
    ends = collections.Counter(line.split(" ")[0] for line in answers)
    faults = [part.stderr[:600] for part in parts if part.returncode != 0]
    seconds = time.monotonic() - began
    yield Row(
        promise, f"{len(files)} broken files under valgrind", f"outcomes: {words(ends)}",
        f"{len(faults)} of 2 processes with invalid reads or writes; {seconds:.0f} s" + "".join(map(repr, faults)),
        not faults and len(answers) == len(files))


def replay(program, files):
    """Works files one after the other in one process under valgrind."""
    return subprocess.run(
        ["valgrind", "--quiet", f"--error-exitcode={FAULT}", "--undef-value-errors=no", program, "replay"],
        input="\n".join(map(str, files)), text=True, capture_output=True)
