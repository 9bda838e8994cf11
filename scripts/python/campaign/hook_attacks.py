"""Hooks that misbehave, and settings and names that are meant to lead a hook astray."""

import contextlib
import email
import email.policy
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from campaign import hook_names
from campaign.bench import ROOT, Row, records
from campaign.faults import until

PHOTOS = 12

MISBEHAVIOUR = {
    "hangs": "sleep 1000",
    "hangs and heeds no signal": "trap '' TERM; sleep 1000; sleep 1000",
    "floods its output": "yes flood",
    "forks 40 processes into sessions of their own": (
        "for i in $(seq 40); do (setsid sh -c 'sleep 1000; sleep 1000' &); done; sleep 1000"
    ),
    "does not read what it gets": "exec 0<&-; exit 1",
    "leaves a process running": "sleep 1000 &",
}


def script(place, name, lines):
    """A program that its owner alone may change."""
    file = place / name
    file.write_text(f"#!/bin/sh\n{lines}\n")
    file.chmod(0o700)
    return file


def marked(mark):
    """Processes that have a text among their arguments or in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return [number for number in found if number != os.getpid()]


def misbehaving(bench):
    """Each beside a hook that behaves: the photos and the other hook are as without it."""
    for number, (what, lines) in enumerate(MISBEHAVIOUR.items()):
        place = bench.fresh(f"bad{number}")
        bench.photos(place / "photos", PHOTOS)
        good, bad = script(place, "good", f"cat >> {place}/told; echo >> {place}/told"), script(place, "bad", lines)
        settings = bench.settings(
            place, hooks=[{"name": "good", "program": str(good)}, {"name": "bad", "program": str(bad), "timeout": "1s"}]
        )
        begin = time.monotonic()
        ended = bench.run("run", "--config", settings, place / "photos", env={"HOME": f"{place}/mark"})
        seconds = time.monotonic() - begin
        told = (place / "told").read_text().count("\n") if (place / "told").exists() else 0
        # What was killed may be there for a moment more; what was let live sleeps far longer than this.
        until(lambda mark=f"{place}/mark": not marked(mark), 60)
        left = marked(f"{place}/mark")
        yield Row(
            "a hook that misbehaves costs itself alone",
            f"a program that {what}",
            f"{PHOTOS} photos beside it, status {ended.returncode}, {seconds:.1f} s",
            f"{len(records(place / 'out'))} records, {told} told by the other hook, {len(left)} processes left",
            ended.returncode == 0 and told == PHOTOS and not left and len(records(place / "out")) == PHOTOS,
        )


@contextlib.contextmanager
def listener():
    """A port on this machine, and how often it was connected to."""
    server = socket.create_server(("0.0.0.0", 0))
    seen = []

    def serve():
        with contextlib.suppress(OSError):
            while True:
                connection, address = server.accept()
                seen.append(address)
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                connection.close()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1], seen
    finally:
        server.close()


def attacks(bench):
    """A row each."""
    with listener() as (port, seen):
        for host in [
            "127.0.0.1",
            "localhost",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
            socket.gethostname(),
        ]:
            status, talk = tested(bench, {"url": f"http://{host}:{port}/", "schemes": ["http"], "ports": [port]})
            yield Row(
                "an internal address is not reached",
                f"http://{host}:{port}/",
                f"a listener there saw {len(seen)} connections",
                talk,
                status == 1 and not seen,
            )
        status, talk = tested(
            bench, {"url": f"http://127.0.0.1:{port}/", "schemes": ["http"], "ports": [port], "internal": ["127.0.0.1"]}
        )
        yield Row(
            "an address that the settings allow is reached",
            "none",
            f"the listener saw {len(seen)}",
            talk or "delivered",
            status == 0 and len(seen) == 1,
        )
    yield names(bench)
    for what, hook in {
        "a user and a password": {"url": "https://a:b@127.0.0.1/"},
        "a backslash": {"url": "https://a.example\\@127.0.0.1/"},
        "file:": {"url": "file:///etc/passwd"},
        "the end of a line": {"url": "https://a.example/\r\nX: y"},
        "plain HTTP": {"url": "http://a.example/"},
        "another port": {"url": "https://a.example:22/"},
        "an option as a reader of mail": {"mail": ["-Ctmp/x"]},
        "two readers in one": {"mail": ["a@b, c@d"]},
    }.items():
        status, talk = tested(bench, hook)
        # The key that is wrong is named, and nothing that only follows from it.
        named = f"hooks[0].{next(iter(hook))}"
        yield Row(
            "settings that lead astray are refused", what, f"status {status}", talk, status == 64 and named in talk
        )
    yield from paths(bench)
    yield mail(bench)
    yield unnamed(bench)


def tested(bench, hook, place=None):
    """What `quiver hooks test` says of one hook."""
    ended = bench.run("hooks", "test", "hook", "--config", with_hook(bench, hook, place or bench.fresh("attack")))
    return ended.returncode, ended.stderr.strip().splitlines()[-1][-200:] if ended.stderr.strip() else ""


def with_hook(bench, hook, place):
    """Settings with one hook, and a record that it can be tested with."""
    if not (place / "out").exists():
        bench.photos(place / "photos", 1)
        bench.run("run", "--config", bench.settings(place), place / "photos")
    return bench.settings(place, hooks=[{"name": "hook"} | hook])


def names(bench):
    """A name server whose answer changes from one look to the next."""
    promise, port = "a name that leads inside at the second look is not followed", 8123
    fault = f"a name that leads to {', then '.join(' and '.join(look) for look in hook_names.LOOKS)}"
    hook = {"url": f"http://changing.example:{port}/", "schemes": ["http"], "ports": [port], "timeout": "15s"}
    settings = with_hook(bench, hook, bench.fresh("names"))
    command = ["unshare", "--mount", "--net", sys.executable, "-m", "campaign.hook_names"]
    words = [*command, str(bench.program), str(settings), str(port)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=1800,
                           env=os.environ | {"PYTHONPATH": str(ROOT / "scripts/python")})
    if ended.returncode != 0:
        must = os.environ.get("CI") == "true" and os.geteuid() == 0
        reason = (ended.stderr.strip().splitlines() or ["?"])[-1]
        return Row(promise, fault, f"skipped: {reason}", "", not must)
    found = json.loads(ended.stdout)
    delivered = [status == 0 for status in found["statuses"]]
    inside = [address for address in found["reached"] if address != hook_names.PUBLIC]
    return Row(
        promise,
        fault,
        f"the name server has answered {found['asked'].count(hook_names.INSIDE)} times with {hook_names.INSIDE}, where "
        "a listener waits",
        f"delivered at {found['reached'].count(hook_names.PUBLIC)} looks, {len(inside)} connections inside; "
        + next((talk for talk in found["talks"] if "internal" in talk), "nothing was refused"),
        # Those that lead to the public address alone arrive: the name server and the way are real.
        not inside and delivered[0] and delivered[-1] and not delivered[1] and hook_names.INSIDE in found["asked"],
    )


def paths(bench):
    """Programs that other users could replace."""
    for what, spoil in {
        "a folder that every user may write": lambda place, program: place.chmod(0o777),
        "a folder that a group may write": lambda place, program: place.chmod(0o775),
        "a file that every user may write": lambda place, program: program.chmod(0o707),
        "a program of another user": lambda place, program: (
            os.chown(program, 65534, -1) if os.geteuid() == 0 else program.chmod(0o707)
        ),
    }.items():
        place = bench.fresh("writable")
        folder = place / "bin"
        folder.mkdir()
        program = script(folder, "hook", f"touch {place}/started")
        spoil(folder, program)
        status, talk = tested(bench, {"program": str(program)}, place)
        yield Row(
            "a program that others may replace is not started",
            what,
            f"started: {(place / 'started').exists()}",
            talk,
            status == 1 and not (place / "started").exists(),
        )


def mail(bench):
    """A photo whose name would end a header."""
    place = bench.fresh("mail")
    (place / "photos").mkdir()
    bench.photo(place / "photos" / "a\nBcc: evil@example.org\n\nx.jpg", 1)
    mailer = script(place, "sendmail", f'printf "%s\\n" "$@" > {place}/arguments; cat > {place}/mail')
    settings = bench.settings(place, hooks=[{"name": "photo", "mail": ["coach@club.example"], "mailer": str(mailer)}])
    ended = bench.run("run", "--config", settings, place / "photos")
    text = (place / "mail").read_bytes() if (place / "mail").exists() else b""
    found = email.message_from_bytes(text, policy=email.policy.default)
    arguments = (place / "arguments").read_text().split() if (place / "arguments").exists() else []
    reader = "coach@club.example"
    good = found["Bcc"] is None and found["To"] == reader and arguments == ["-i", "--", reader]
    return Row(
        "no name becomes a header",
        r"a photo named a\nBcc: …\n\nx.jpg",
        f"status {ended.returncode}, read by Python's email",
        f"headers {', '.join(found.keys())}",
        ended.returncode == 0 and good and not found.defects,
    )


def unnamed(bench):
    """A folder of photos that brings a pipeline.json along."""
    place = bench.fresh("brought")
    program = script(place, "hook", f"touch {place}/started")
    bench.photos(place / "photos", 1)
    bench.settings(place, hooks=[{"name": "hook", "program": str(program)}])
    ended = bench.run("run", "photos", cwd=place)
    talk = ended.stderr.strip().splitlines()[-1][-200:] if ended.stderr.strip() else ""
    return Row(
        "a file that was not named starts no program",
        "a pipeline.json in the folder of photos",
        f"status {ended.returncode}, started: {(place / 'started').exists()}",
        talk,
        ended.returncode == 64 and not (place / "started").exists(),
    )
