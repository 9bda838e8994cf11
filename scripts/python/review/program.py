"""The real program: results to review, and a server of them."""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / ".build" / "release" / "quiver"
SMALL = ROOT / "Tests" / "PipelineTests" / "Fixtures" / "small.jpg"
MODEL = ROOT / "samples" / "models" / "targets.onnx"


def options(parser):
    """What every script here may be told."""
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the program (default .build/release/quiver)")
    parser.add_argument("--keep", action="store_true", help="leave the working folder behind")
    return parser


def fail(text):
    """Says why a script cannot go on, and ends it."""
    print(f"scripts/review: {text}", file=sys.stderr)
    raise SystemExit(2)


def say(text):
    """A line of progress; the results go to standard output."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def workplace(keep=False):
    """A folder for the time of a script."""
    folder = Path(tempfile.mkdtemp(prefix="quiver-review-"))
    try:
        yield folder
    finally:
        if keep:
            say(f"left behind: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def environment():
    """The engine is beside the source tree, wherever the program was copied to."""
    found = dict(os.environ)
    engine = ROOT / ".deps" / "openvino"
    if engine.exists():
        found.setdefault("QUIVER_OPENVINO", str(engine))
    return found


def call(program, *arguments):
    """Runs the program to its end; exit status 1 means only that some photos failed."""
    done = subprocess.run([program, *arguments], cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        fail(f"{program} {arguments[0]} ended with {done.returncode}: {done.stderr[-1000:]}")
    return done.stdout


def score_samples(program, output):
    """Scores the sample photos as scripts/demo does."""
    say("scoring the sample photos …")
    call(program, "score", "samples/photos", "--face", "auto", "--arrows", "none", "--output", output)


def photos(folder, count):
    """Small photos with different contents: bytes behind the end of a JPEG are no pixels."""
    folder.mkdir(parents=True, exist_ok=True)
    content = SMALL.read_bytes()
    hour_ago = time.time() - 3600
    for number in range(count):
        file = folder / f"{number:05d}.jpg"
        file.write_bytes(content + str(number).encode())
        os.utime(file, (hour_ago, hour_ago))
    return folder


class Server:
    """A running `quiver serve`; `address` is its root."""

    def __init__(self, process, address):
        self.process = process
        self.address = address

    def peak_memory(self):
        """The most memory that it had at once, in megabytes."""
        return self.status("VmHWM") / 1024

    def status(self, key):
        """A number of the process's status, as the kernel tells it."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1])
        return 0


@contextmanager
def serve(program, output):
    """Serves a folder of results at a free port until the block ends."""
    command = [program, "serve", "--output", output, "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stderr], daemon=True).start()
    try:
        yield Server(process, address_of(lines))
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def address_of(lines):
    """Reads the address from what the server says when it is ready."""
    said = []
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            line = lines.get(timeout=1)
        except queue.Empty:
            continue
        said.append(line)
        if "the page is at " in line:
            return line.split("the page is at ")[1].split()[0].rstrip("/")
    return fail("quiver serve did not say where the page is: " + "".join(said)[-1000:])


@contextmanager
def page(settings, make_results):
    """The page's address: of a server that runs already, or of a new one over results made for it."""
    if getattr(settings, "address", None):
        yield settings.address.rstrip("/")
        return
    with workplace(settings.keep) as folder:
        make_results(settings.program, folder / "results")
        with serve(settings.program, folder / "results") as server:
            yield server.address
