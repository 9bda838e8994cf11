"""Measures what 50 connections and 200 event streams at the server cost a run beside it."""

import argparse
import re
import shutil
import socket
import statistics
import subprocess
import threading
import time
import urllib.parse
from contextlib import contextmanager

from review.program import MODEL, environment, fail, options, photos, say, score_samples, serve, workplace
from review.table import table, verdict

PATHS = ("/api/v1/sessions", "/api/v1/queue")


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review load", description=__doc__)
    parser.add_argument("--photos", type=int, default=60, help="photos of one run (default 60)")
    parser.add_argument("--pairs", type=int, default=3, help="runs with and without load (default 3 pairs)")
    parser.add_argument("--connections", type=int, default=50, help="connections of wrk in all (default 50)")
    parser.add_argument("--streams", type=int, default=200, help="event streams (default 200)")
    return options(parser).parse_args()


class Streams:
    """Browsers that only listen: each a socket that reads what comes."""

    def __init__(self, address, count):
        self.errors = 0
        self.bytes = 0
        self.is_over = False
        self.place = urllib.parse.urlsplit(address)
        self.sockets = [self.begin() for _ in range(count)]
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def begin(self):
        """Opens one stream; none where the server refuses it."""
        try:
            one = socket.create_connection((self.place.hostname, self.place.port), timeout=10)
            one.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: {self.place.netloc}\r\n"
                        "Accept: text/event-stream\r\n\r\n".encode())
            head = one.recv(4096)
            if b" 200 " not in head.split(b"\r\n")[0]:
                self.errors += 1
                return None
            one.setblocking(False)
            return one
        except OSError:
            self.errors += 1
            return None

    def read(self):
        """Takes what came, all streams in one thread; one that the server ends is an error."""
        while not self.is_over:
            time.sleep(0.25)
            for k, one in enumerate(self.sockets):
                try:
                    data = one.recv(65536) if one else b"-"
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if one and not data:
                    self.errors += 1
                    self.sockets[k] = None
                elif one:
                    self.bytes += len(data)

    def end(self):
        """Closes all."""
        self.is_over = True
        self.thread.join()
        for one in self.sockets:
            if one:
                one.close()


@contextmanager
def load(address, settings, told):
    """wrk and the streams for the time of a block; `told` gets what they saw."""
    streams = Streams(address, settings.streams)
    each = settings.connections // len(PATHS)
    workers = [subprocess.Popen(["wrk", "-t1", f"-c{each}", "-d600s", "--timeout", "10s", address + path],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for path in PATHS]
    time.sleep(1)
    try:
        yield
    finally:
        for one in workers:
            one.send_signal(2)  # asked to stop, wrk still tells what it saw
        for one in workers:
            text = one.communicate(timeout=30)[0]
            told["requests"] += int(found[1]) if (found := re.search(r"(\d+) requests in", text)) else 0
            told["rate"] += float(found[1]) if (found := re.search(r"Requests/sec:\s+([\d.]+)", text)) else 0
            told["errors"] += sum(int(number) for number in re.findall(r"(?:connect|read|write|timeout) (\d+)", text))
            told["refused"] += int(found[1]) if (found := re.search(r"Non-2xx.*: (\d+)", text)) else 0
        streams.end()
        told["errors"] += streams.errors
        told["heard"] += streams.bytes


def ticks(pid):
    """Seconds of processor time that a process has used."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def run(settings, folder, output, server):
    """One run over photos that it has not seen; photos per second, and the server's share of a processor meanwhile."""
    source = photos(folder / f"photos-{time.monotonic_ns()}", settings.photos)
    for file in source.iterdir():
        file.write_bytes(file.read_bytes() + source.name.encode())
    before, start = ticks(server.process.pid), time.monotonic()
    done = subprocess.run([settings.program, "run", source, "--model", MODEL, "--output", output, "--no-annotate"],
                          env=environment(), capture_output=True, text=True)
    took = time.monotonic() - start
    if done.returncode not in (0, 1):
        fail(f"quiver run ended with {done.returncode}: {done.stderr[-1000:]}")
    return settings.photos / took, (ticks(server.process.pid) - before) / took


def main():
    """Runs in pairs, idle and loaded in turns, and prints."""
    settings = arguments()
    if not shutil.which("wrk"):
        fail("there is no wrk: apt-get install -y wrk")
    told = {"requests": 0, "rate": 0, "errors": 0, "refused": 0, "heard": 0}
    rates, shares = {"idle": [], "loaded": []}, {"idle": [], "loaded": []}
    with workplace(settings.keep) as folder:
        output = folder / "results"
        score_samples(settings.program, output)
        with serve(settings.program, output) as server:
            for pair in range(settings.pairs):
                # Whichever goes first has the cooler machine: they take turns.
                for kind in ("idle", "loaded") if pair % 2 == 0 else ("loaded", "idle"):
                    if kind == "loaded":
                        with load(server.address, settings, told):
                            rate, share = run(settings, folder, output, server)
                    else:
                        rate, share = run(settings, folder, output, server)
                    rates[kind].append(rate)
                    shares[kind].append(share)
                    say(f"pair {pair + 1}, server {kind}: {rate:.2f} photos/s, server at {share:.0%} of a processor")
            memory, now = server.peak_memory(), server.status("VmRSS") / 1024
    idle, loaded = statistics.median(rates["idle"]), statistics.median(rates["loaded"])
    fall = 1 - loaded / idle
    table(["what", "measured", "asked", ""], [
        ["run beside an idle server, median", f"{idle:.2f} photos/s ({listed(rates['idle'])})", "", ""],
        [f"run beside {settings.connections} connections and {settings.streams} streams, median",
         f"{loaded:.2f} photos/s ({listed(rates['loaded'])})", "", ""],
        ["fall", f"{fall:.1%}", "< 10 %", verdict(fall < 0.1)],
        ["requests answered", f"{told['requests']:,}, {told['rate'] / settings.pairs:.0f} a second", "", ""],
        ["the server's share of one processor, idle and loaded",
         f"{statistics.median(shares['idle']):.0%}, {statistics.median(shares['loaded']):.0%}", "", ""],
        ["bytes that the streams heard", f"{told['heard']:,}", "", ""],
        ["errors: connections, timeouts, streams cut", told["errors"], 0, verdict(told["errors"] == 0)],
        ["answers other than 2xx", told["refused"], 0, verdict(told["refused"] == 0)],
        ["the server's memory, peak and at the end", f"{memory:.0f} MB, {now:.0f} MB", "", ""],
    ])
    return 0 if fall < 0.1 and told["errors"] == 0 and told["refused"] == 0 else 1


def listed(numbers):
    """Single measurements, for who wants to see the spread."""
    return ", ".join(f"{number:.2f}" for number in numbers)


if __name__ == "__main__":
    raise SystemExit(main())
