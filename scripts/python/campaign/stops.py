"""Ends that are asked for: signals at any moment, other settings, readers that go away, clients that are rude, tables
that cannot be."""

import fcntl
import json
import os
import pty
import random
import resource
import signal
import socket
import subprocess
import termios
import time
from contextlib import suppress

from campaign.bench import STANDSTILL, children, records
from campaign.faults import until
from campaign.mounts import Impossible
from campaign.scene import Scene, look, surroundings
from campaign.stage import result, stage

# What a start has to have done before it hears signals; before that the signal ends it, and nothing has been made.
PHOTOS = 20


def run(bench):
    """Every row about ends."""
    return stage(bench, scenes(bench))


def scenes(bench):
    """The end of a watch at random moments many times, and other settings for one; then each other end once."""
    return [(stopped, 1000 if bench.long else 60), (reloaded, 100 if bench.long else 16),
            (killed_while_reloading, 200 if bench.long else 6), (hung_up,), (reader_gone, "run"),
            (reader_gone, "watch"), (in_the_way, "a folder"), (in_the_way, "an immutable file"), (no_descriptors,),
            (slow_client,), (idle,)]


def stopped(bench, name, rounds):
    """A watch that is told to stop ends in good order with status 0, at whatever moment it is told."""
    chance, ends, slowest, late = random.Random(bench.seed), {}, 0, []
    with Scene(bench, name, PHOTOS) as play:
        for number in range(rounds):
            if number % 3 == 0:
                # Photos that are due in the very moment of the stop.
                play.bench.photos(play.inputs, 5, first=play.count)
                play.count += 5
            process = play.start("watch").process
            time.sleep(chance.choice([chance.uniform(0, 0.1), chance.uniform(0, 0.6), chance.uniform(0, 2)]))
            process.terminate()
            begin = time.monotonic()
            if not until(lambda: process.poll() is not None, STANDSTILL):
                late.append(threads(process.pid))
                process.kill()
            process.wait()
            slowest = max(slowest, time.monotonic() - begin)
            ends[process.returncode] = ends.get(process.returncode, 0) + 1
        play.start("run")
        play.rest()
        verdict = play.verdict()
    wrong = [f"did not end within {STANDSTILL} s: {each}" for each in late]
    wrong += [f"ends: {ends}"] * bool(set(ends) - {0, -signal.SIGTERM})
    return result(stopped, f"SIGTERM after 0 to 2 s, {rounds} times",
                  f"status 0: {ends.get(0, 0)}, ended before it had begun: {ends.get(-signal.SIGTERM, 0)}",
                  f"the slowest took {slowest:.1f} s; {verdict.figure}", wrong + verdict.wrong)


def threads(process):
    """What each thread of a process waits in, for a row that failed."""
    found = []
    for task in sorted(os.listdir(f"/proc/{process}/task")):
        with open(f"/proc/{process}/task/{task}/comm") as comm, open(f"/proc/{process}/task/{task}/wchan") as place:
            found.append(f"{comm.read().strip()} in {place.read().strip() or 'user code'}")
    return ", ".join(found)


def change(play, number):
    """Other settings: results come out otherwise, and now and then only the pictures are others."""
    detector = {"name": "pixels", "model": str(play.model), "layout": "yolov8", "confidence": 0.5 + number % 40 / 100}
    play.configure(detectors=[detector], output={"annotate": number % 3 == 0})


def reloaded(bench, name, rounds):
    """Other settings under load, by command and by signal, lose no photo and process none twice; the process stays."""
    chance = random.Random(bench.seed)
    with Scene(bench, name, PHOTOS) as play:
        play.start("watch")
        play.wait_for_photos(1)
        wrong, slowest = [], 0
        for number in range(rounds):
            play.bench.photos(play.inputs, 5, first=play.count)
            play.count += 5
            time.sleep(chance.uniform(0, 0.5))
            change(play, number)
            begin = time.monotonic()
            if number % 4 == 3:
                seen = len(play.told("SIGHUP: "))
                play.process.send_signal(signal.SIGHUP)
                play.wait(lambda seen=seen: len(play.told("SIGHUP: ")) > seen, "word of the signal")
            elif not until(lambda: play.ask("reload").returncode == 0, STANDSTILL):
                # Behind a signal it may come while the program starts again.
                wrong.append(f"round {number}: not reloaded within {STANDSTILL} s")
            slowest = max(slowest, time.monotonic() - begin)
        play.rest()
        verdict = play.verdict()
        history = look(play.queue, "SELECT state, count(*) FROM job WHERE current = 0 GROUP BY state")
        wrong += [f"photos that were begun anew, by their state: {dict(history)}"] * bool(history)
    return result(reloaded, f"other settings {rounds} times while photos come", f"the slowest took {slowest:.1f} s",
                  verdict.figure, wrong + verdict.wrong)


def killed_while_reloading(bench, name, rounds):
    """SIGKILL while settings are reloaded: photos that were done keep their results all the same."""
    chance, wrong = random.Random(bench.seed), []
    with Scene(bench, name, PHOTOS) as play:
        play.start("watch")
        play.wait_for_photos(PHOTOS)
        for number in range(rounds):
            play.bench.photos(play.inputs, 3, first=play.count)
            play.count += 3
            play.wait(play.is_idle, "the photos")
            kept = {path: record["timestamp"] for path, record in records(play.output).items()}
            change(play, number)
            asked = play.bench.start("reload", env=play.named)
            # What becomes of photos that are done is noted before it is said.
            said = asked.stdout.readline()
            time.sleep(chance.choice([0, chance.uniform(0, 0.2), chance.uniform(0, 2)]))
            play.process.kill()
            play.process.wait()
            asked.communicate(timeout=STANDSTILL)
            play.start("watch")
            play.wait(play.is_idle, "the photos after the kill")
            now = {path: record["timestamp"] for path, record in records(play.output).items()}
            other = [path for path, moment in kept.items() if now.get(path) != moment]
            wrong += [f"after '{said.strip()}': {len(other)} of {len(kept)} processed again"] * bool(other)
        # Before that a signal ends it at once.
        play.wait(lambda: play.ask("status").returncode == 0, "an answer of the last watch")
        play.rest()
        verdict = play.verdict(attempts=0)
    return result(killed_while_reloading, f"SIGKILL 0 to 2 s after settings were accepted, {rounds} times",
                  f"{play.count} photos", verdict.figure, wrong + verdict.wrong)


def hung_up(bench, name):
    """A terminal that is closed ends a watch in good order too."""
    with Scene(bench, name, PHOTOS) as play:
        # The kernel tells the leader of the terminal's session, and a shell would say it once more.
        master, slave = pty.openpty()
        play.start("watch", start_new_session=True, preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0))
        os.close(slave)
        play.wait_for_photos(PHOTOS)
        os.close(master)
        with suppress(ProcessLookupError):
            play.process.send_signal(signal.SIGHUP)
        play.process.wait(STANDSTILL)
        wrong = ["the socket is left"] * play.queue.with_name(play.queue.name + ".sock").exists()
        verdict = play.verdict()
        return result(hung_up, "its terminal is closed, SIGHUP once more", f"exit status {play.process.returncode}",
                      verdict.figure, wrong + verdict.wrong)


def reader_gone(bench, name, verb):
    """The reader of standard output may go away: every photo is worked all the same."""
    with Scene(bench, name, 60) as play:
        with open(play.prepare().talk_file, "w") as talk:
            process = play.bench.start(verb, "in", "--format", "jsonl", stdout=subprocess.PIPE, stderr=talk,
                                       env=surroundings())
        line = json.loads(process.stdout.readline())
        process.stdout.close()
        play.process, play.verb = process, verb
        if verb == "watch":
            play.wait_for_photos(60)
        play.rest()
        said = play.talk.count("work goes on without it")
        verdict = play.verdict()
        return result(reader_gone, f"{verb} --format jsonl, closed after one line",
                      f"read the record of {os.path.basename(line['source']['path'])}; said {said} times",
                      verdict.figure, ["not said once"] * (said != 1) + verdict.wrong)


def in_the_way(bench, name, what):
    """What stands in the place of a table ends a run with a sentence, and all records are there."""
    with Scene(bench, name, PHOTOS, output={"formats": ["json", "csv"]}) as play:
        table = play.output / "results.csv"
        play.output.mkdir(parents=True)
        if what == "a folder":
            table.mkdir()
        else:
            table.write_text("path,state,label,class_id,\n")
            if subprocess.run(["chattr", "+i", table], capture_output=True).returncode != 0:
                raise Impossible("no immutable files here")
        try:
            play.start("run")
            play.rest()
        finally:
            subprocess.run(["chattr", "-i", table], capture_output=True)
        words = play.told("results.csv")
        wrong = [f"exit status {play.process.returncode}"] * (play.process.returncode != 2)
        wrong += ["not said once"] * (len(words) != 1)
        table.rmdir() if what == "a folder" else table.unlink()
        play.start("run")
        play.rest()
        verdict = play.verdict()
        wrong += ["no table after it was removed"] * (not table.exists())
        return result(in_the_way, f"{what} at results.csv", f"exit 2: \"{play.short(words[0] if words else '')}\"",
                      verdict.figure, wrong + verdict.wrong)


def no_descriptors(bench, name):
    """A supervisor without a free descriptor takes commands again as soon as it has one."""
    with Scene(bench, name, PHOTOS) as play:
        play.start("watch")
        play.wait_for_photos(PHOTOS)
        pid = play.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, limits[1]))
        client = connect(play)
        client.sendall(b'{"command":"status"}\n')
        client.settimeout(1)
        try:
            starved = client.recv(1) == b""
        except TimeoutError:
            starved = True
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        client.settimeout(STANDSTILL)
        answer = client.recv(65536)
        health = play.ask("status").returncode
        play.rest()
        verdict = play.verdict()
        wrong = ["the client that waited got no answer"] * (b"\"status\"" not in answer)
        wrong += [f"status ended with {health} afterwards"] * (health != 0)
        return result(no_descriptors, "a limit of 3 open files while a client connects",
                      f"no answer meanwhile: {starved}", f"answered afterwards; {verdict.figure}",
                      ["it was answered"] * (not starved) + wrong + verdict.wrong)


def slow_client(bench, name):
    """A client that says a byte a second keeps no other waiting and is sent away."""
    with Scene(bench, name, PHOTOS) as play:
        play.start("watch")
        play.wait_for_photos(PHOTOS)
        begin = time.monotonic()
        play.ask("status")
        alone = time.monotonic() - begin
        clients = [connect(play) for _ in range(5)]
        for client in clients:
            client.sendall(b"{")
        begin = time.monotonic()
        health = play.ask("status").returncode
        took = time.monotonic() - begin
        gone = set()

        def are_gone():
            time.sleep(1)
            for client in set(clients) - gone:
                try:
                    client.sendall(b" ")
                except OSError:
                    gone.add(client)
            return len(gone) == len(clients)

        until(are_gone, 60)
        play.rest()
        verdict = play.verdict()
        wrong = [f"status ended with {health}"] * (health != 0) + ["it waited"] * (took > max(2, 4 * alone))
        wrong += ["the slow clients were not sent away"] * (len(gone) != len(clients))
        return result(slow_client, "5 clients of a byte a second", f"{len(gone)} of 5 sent away",
                      f"status answered after {took:.2f} s, {alone:.2f} s without them; "
                      f"{verdict.figure}", wrong + verdict.wrong)


def connect(play):
    """A connection to the supervisor of a scene; the path may be too long for an address."""
    client = socket.socket(socket.AF_UNIX)
    folder = os.open(play.queue.parent, os.O_DIRECTORY)
    try:
        client.connect(f"/proc/self/fd/{folder}/{play.queue.name}.sock")
    finally:
        os.close(folder)
    return client


def idle(bench, name):
    """A watch that has nothing to do wakes less than twice a second, workers included."""
    seconds = 10
    with Scene(bench, name, PHOTOS, workers={"count": 2}) as play:
        play.start("watch")
        play.wait_for_photos(PHOTOS)
        # Threads of the last photos, libvips's too, end within fifteen seconds; then it is idle.
        time.sleep(20)
        before = {pid: wakes(pid) for pid in [play.process.pid, *children(play.process)]}
        time.sleep(seconds)
        woken = {pid: more(count, wakes(pid)) for pid, count in before.items()}
        supervisor = woken.pop(play.process.pid) / seconds
        workers = sum(woken.values()) / seconds
        play.rest()
        verdict = play.verdict()
        wrong = [f"{supervisor + workers:.1f} wakes a second"] * (supervisor + workers >= 2)
        return result(idle, f"nothing to do for {seconds} s", f"{len(woken)} workers",
                      f"{supervisor:.1f} wakes a second of the supervisor, {workers:.1f} of the workers; "
                      f"{verdict.figure}",
                      wrong + verdict.wrong)


def wakes(process):
    """How often each thread of a process has waited and gone on."""
    counts = {}
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/status") as lines:
            counts[task] = sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return counts


def more(before, after):
    """How often threads have woken between two looks; one that has ended meanwhile woke once at least."""
    return sum(count - before.get(task, 0) for task, count in after.items()) + len(before.keys() - after.keys())
