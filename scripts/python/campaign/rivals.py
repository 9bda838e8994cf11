"""Two supervisors on one queue: one works, the other is told who."""

import re
import signal
import subprocess

from campaign.bench import STANDSTILL
from campaign.scene import Scene
from campaign.stage import result


def scenes(bench):
    """The second that comes late, one after its lock was deleted, and pairs that start at the same instant."""
    return [(second,), (without_lock,), (pairs, 200 if bench.long else 20)]


def second(bench, name):
    """A second supervisor on one queue is refused and told the first one's process."""
    with Scene(bench, name, 40) as play:
        play.start("watch")
        play.wait_for_photos(40)
        wrong, words = [], ""
        for verb in ("run", "watch"):
            talk = play.ask(verb, "in")
            words = (talk.stderr.strip().splitlines() or [""])[-1]
            wrong += [f"{verb} ended with {talk.returncode}"] * (talk.returncode != 2)
            wrong += [f"{verb} did not name the first: {words}"] * (f"process {play.process.pid} " not in words)
        play.rest()
        verdict = play.verdict()
        return result(second, "run and watch beside a watch", f"exit 2: \"{play.short(words)}\"", verdict.figure,
                      wrong + verdict.wrong)


def without_lock(bench, name):
    """A second supervisor is refused even where somebody took the lock's file for a left-over and deleted it."""
    with Scene(bench, name, 300) as play:
        play.start("watch")
        play.wait_for_photos(20)
        play.queue.with_name(play.queue.name + ".lock").unlink()
        before = play.done()
        talk = play.ask("run", "in")
        words = (talk.stderr.strip().splitlines() or [""])[-1]
        wrong = [f"run ended with {talk.returncode}"] * (talk.returncode != 2)
        play.rest()
        verdict = play.verdict()
        return result(without_lock, "the lock's file deleted under a watch",
                      f"deleted after {before} photos; exit {talk.returncode}: \"{play.short(words)}\"", verdict.figure,
                      wrong + verdict.wrong)


def pairs(bench, name, rounds):
    """Of two supervisors started at the same instant exactly one works, never both and never none."""
    wrong, winners = [], [0, 0]
    with Scene(bench, name, 10, workers={"count": 1}) as play:
        for number in range(rounds):
            for suffix in ("", "-wal", "-shm") if number % 2 else ():
                # Every other time the queue is made anew by the first.
                play.queue.with_name(play.queue.name + suffix).unlink(missing_ok=True)
            pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL}
            both = [play.start("watch", **pipes).process for _ in range(2)]
            try:
                wrong += judge(play, both, winners)
            finally:
                for process in both:
                    process.kill()
                    process.wait()
                    process.stderr.close()
        play.start("run")
        play.rest()
        verdict = play.verdict(attempts=0)
        return result(pairs, f"{rounds} pairs started at the same instant",
                      f"exit 2 by one of the two, the other at work: {sum(winners)} of {rounds} pairs",
                      f"the first won {winners[0]}, the second {winners[1]}; {verdict.figure}", wrong + verdict.wrong)


def judge(play, both, winners):
    """Lets one pair go on until one has given up; returns what is wrong."""
    waited = play.wait_for_one(both)
    ended = [process for process in both if process.poll() is not None]
    if len(ended) != 1:
        return [f"{len(ended)} of two ended within {waited:.0f} s"]
    [loser] = ended
    winner = both[1 - both.index(loser)]
    winners[both.index(winner)] += 1
    talk = loser.communicate()[1]
    named = re.search(r"process (\d+) ", talk)
    wrong = [f"exit status {loser.returncode}: {talk[-200:]}"] * (loser.returncode != 2)
    # In the first moment the holder has not written its name yet.
    wrong += [f"named {named and named[1]}, not {winner.pid}"] * (bool(named) and int(named[1]) != winner.pid)
    winner.send_signal(signal.SIGTERM)
    try:
        winner.communicate(timeout=STANDSTILL)
    except subprocess.TimeoutExpired:
        winner.kill()
        return [*wrong, f"the winner did not stop within {STANDSTILL} s; it said: {winner.communicate()[1][-300:]}"]
    # In its first milliseconds, before it has done anything, it is ended by the signal itself.
    stopped = winner.returncode in (0, -signal.SIGTERM)
    return wrong + [f"the winner ended with {winner.returncode}"] * (not stopped)
