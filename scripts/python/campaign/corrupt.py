"""Damaged and contested queues: refused with a reason, never made worse, and mended by following the advice."""

import os
import random
import signal

from campaign import midrun, rivals, unfit
from campaign.bench import lasting, records
from campaign.scene import Scene
from campaign.stage import result, stage
from campaign.unfit import PHOTOS, digest, refused, worked

PAGE = 4096
ADVICE = "ove it"  # "Move it away"


def run(bench):
    """Every kind of queue that is not in order, and what changes while a run goes on."""
    scenes = [(damage, name) for name in KINDS]
    scenes += [(random_damage, bench.seed * 1000 + part) for part in range(8 if bench.long else 1)]
    scenes += [(torn_log, how) for how in ("cut", "bits", "zeros", "gone")]
    scenes += [(damaged_under_way,), (removed_under_way,)] * (5 if bench.long else 1)
    return stage(bench, scenes + unfit.scenes() + rivals.scenes(bench) + midrun.scenes(bench))


def zeros(data, first, last):
    """Whole pages of zeros between two shares of the file."""
    begin, end = (int(len(data) * share) // PAGE * PAGE for share in (first, last))
    return data[:begin] + bytes(end - begin) + data[end:]


# A queue's bytes in, the damaged bytes out.
KINDS = {
    "cut in half": lambda data: data[:len(data) // 2],
    "cut within a page": lambda data: data[:len(data) // 2 + 100],
    "cut to 50 bytes": lambda data: data[:50],
    "a header of rubbish": lambda data: b"rubbish!" * 64 + data[512:],
    "a page of zeros at the start": lambda data: bytes(PAGE) + data[PAGE:],
    "pages of zeros in the middle": lambda data: zeros(data, 0.2, 0.8),
    "nothing but noise": lambda data: random.Random(len(data)).randbytes(len(data)),
}


def follow_advice(play):
    """Moves the queue and its log away, as was said, and runs again; returns what is wrong then."""
    before = {name: lasting(record) for name, record in records(play.output).items()}
    for suffix in ("", "-wal"):
        place = play.queue.with_name(play.queue.name + suffix)
        if place.exists():
            place.rename(place.with_name("away-" + place.name))
    play.start("run")
    play.rest()
    after = {name: lasting(record) for name, record in records(play.output).items()}
    changed = [name for name, record in before.items() if after.get(name) != record]
    return play.verdict().wrong + [f"{len(changed)} records differ from those before the damage"] * bool(changed)


def damage(bench, name, kind):
    """A damaged queue is refused with what to do, left as it is, and whole again after doing it."""
    play = worked(bench, name)
    spoiled = KINDS[kind](play.queue.read_bytes())
    play.queue.write_bytes(spoiled)
    # Work to do, so that the damage is met.
    play.bench.photos(play.inputs, 10, first=play.count)
    play.count += 10
    results = {path: digest(play.output / path) for path in records(play.output)}
    wrong, words = refused(play, str(play.queue), ADVICE)
    for command in ("status", "jobs list"):
        talk = play.ask(*command.split())
        wrong += [f"{command} ended with {talk.returncode}"] * (talk.returncode not in (0, 2, 3))
    wrong += ["the damaged file was changed"] * (play.queue.read_bytes() != spoiled)
    now = {path: digest(play.output / path) for path in records(play.output)}
    wrong += ["results were touched"] * (now != results)
    wrong += follow_advice(play)
    return result(damage, f"queue: {kind}", f"exit 2: \"{words}\"",
                  f"{len(records(play.output))} of {play.count} records after moving it away", wrong)


def random_damage(bench, name, seed):
    """Random damage never crashes Quiver and never hangs it, and all is whole again once the advice is followed."""
    play = worked(bench, name)
    whole = play.queue.read_bytes()
    seen = {0: 0, 1: 0, 2: 0}
    wrong = []
    chance = random.Random(seed)
    rounds = 60 if bench.long else 8
    for _ in range(rounds):
        spoiled = bytearray(whole)
        for _ in range(chance.choice((1, 10, 100))):
            spoiled[chance.randrange(100, len(spoiled))] ^= 1 << chance.randrange(8)
        for suffix in ("-wal", "-shm"):
            play.queue.with_name(play.queue.name + suffix).unlink(missing_ok=True)
        play.queue.write_bytes(spoiled)
        talk = play.ask("run", "in")
        seen[talk.returncode] = seen.get(talk.returncode, 0) + 1
        wrong += [f"exit status {talk.returncode}: {talk.stderr[-200:]}"] * (talk.returncode not in (0, 1, 2))
        wrong += [f"not named: {talk.stderr[-200:]}"] * (talk.returncode == 2 and str(play.queue) not in talk.stderr)
    wrong += follow_advice(play)
    return result(random_damage, f"queue: 1 to 100 bits turned over, {rounds} times",
                  f"{seen[2]} refused, {seen[1]} told of failed photos, {seen[0]} not met (those pages were not read)",
                  f"{len(records(play.output))} of {play.count} records at the end", wrong)


def torn_log(bench, name, how):
    """A log that a power cut has torn loses no more than its last photos' ends, which are worked again."""
    with Scene(bench, name, PHOTOS * 6) as play:
        play.start("run")
        play.wait_for_photos(30)
        play.process.send_signal(signal.SIGKILL)
        killed = play.process.wait()
        log = play.queue.with_name(play.queue.name + "-wal")
        data = bytearray(log.read_bytes())
        before = play.done()
        if how == "cut":
            data = data[:len(data) * 2 // 3 + 17]
        elif how == "bits":
            for place in range(len(data) // 2, len(data), 5000):
                data[place] ^= 16
        elif how == "zeros":
            data[len(data) // 2:] = bytes(len(data) - len(data) // 2)
        log.write_bytes(data)
        if how == "gone":
            log.unlink()
        play.queue.with_name(play.queue.name + "-shm").unlink(missing_ok=True)
        after = play.done()
        play.start("run")
        play.rest()
        verdict = play.verdict(attempts=3)
        wrong = verdict.wrong + ["the damage cost nothing, so it was none"] * (after >= before)
        return result(torn_log, f"log of a killed supervisor: {how}",
                      f"exit {killed}; {before} photos done before the log was damaged, {after} after it",
                      verdict.figure, wrong)


def damaged_under_way(bench, name):
    """A database that is damaged while a run writes it: no crash, no hang, and all records by following the advice."""
    with Scene(bench, name, PHOTOS * 6) as play:
        play.start("run")
        play.wait_for_photos(30)
        before = play.done()
        # The log is where a running SQLite has its newest pages; its header stays, or it would be no log.
        log = play.queue.with_name(play.queue.name + "-wal")
        size = log.stat().st_size
        with open(log, "r+b", buffering=0) as file:
            file.seek(PAGE)
            file.write(os.urandom(size - PAGE))
        play.rest()
        first = play.process.returncode
        wrong = [f"exit status {first}: {play.talk[-200:]}"] * (first not in (0, 2))
        if first == 2:
            words = play.short(play.talk.strip().splitlines()[-1])
            wrong += [f"not said: {words}"] * (ADVICE not in play.talk)
        else:
            found, words = refused(play, str(play.queue), ADVICE)
            wrong += found
        wrong += follow_advice(play)
        return result(damaged_under_way, f"{size >> 10} KiB of noise over the log of a run",
                      f"{before} photos done before; the run ended with {first}; \"{words}\"",
                      f"{len(records(play.output))} of {play.count} records after moving it away", wrong)


def removed_under_way(bench, name):
    """A queue that is deleted while a run writes it: the run ends and says so, and the next one makes good."""
    with Scene(bench, name, PHOTOS * 6) as play:
        play.start("run")
        play.wait_for_photos(30)
        before = play.done()
        for suffix in ("", "-wal", "-shm"):
            play.queue.with_name(play.queue.name + suffix).unlink()
        play.rest()
        words = play.talk.strip().splitlines()[-1]
        wrong = [f"exit status {play.process.returncode}: {words}"] * (play.process.returncode != 2)
        wrong += [f"the queue is not named: {words}"] * (str(play.queue) not in words)
        play.start("run")
        play.rest()
        verdict = play.verdict()
        return result(removed_under_way, "queue deleted during a run",
                      f"{before} photos done before; exit 2: \"{play.short(words)}\"", verdict.figure,
                      wrong + verdict.wrong)
