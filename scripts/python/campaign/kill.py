"""SIGKILL at random moments and at every named point: nothing may be lost, and nothing may happen twice."""

import itertools
import random

from campaign import kill_changes, kill_points
from campaign.batch import TABLES, Batch, Calm
from campaign.bench import Row
from campaign.faults import Undertaker, until, wait, words
from campaign.tally import WHO, Tally

# Claims of a dead supervisor are to be free again this soon after the next one has opened the queue.
PROMPT = 2.0


def run(bench):
    """Every row of the kill campaign."""
    with Undertaker() as undertaker:
        count = 250 if bench.long else 150
        plain = Calm(bench, "plain", count, output=TABLES)
        copies = Calm(bench, "copies", count, copies=count // 4, first=count, output=TABLES)
        few = Calm(bench, "few", 30, first=2 * count, output=TABLES)
        tally = Tally(undertaker)
        named = Tally(undertaker, tally)
        yield from kill_points.rows(bench, named, plain, copies, few)
        yield from kill_changes.rows(bench)
        yield from at_random(bench, tally, [plain, copies], 800 if bench.long else 40)
        worst = max(tally.recoveries, default=0)
        yield Row("claims are free within 2 s of the next opening", "SIGKILL of the supervisor, restart at once",
                  f"{len(tally.recoveries)} restarts found claims of the dead, seen in the queue by a reader",
                  f"worst {worst:.2f} s, median {middle(tally.recoveries):.2f} s",
                  len(tally.recoveries) >= 10 and worst < PROMPT)
        left, lives = undertaker.settle(), undertaker.lives
        yield Row("no worker outlives its supervisor by more than 2 s", "SIGKILL of the supervisor alone",
                  f"the ends of {len(lives)} workers seen that it had left",
                  f"worst {max(lives, default=0):.2f} s, median {middle(lives):.2f} s",
                  len(lives) > 10 and max(lives) < PROMPT and not left)


def at_random(bench, tally, calms, wanted):
    """Kills at random moments, over batches of each kind in turn."""
    chance = random.Random(bench.seed)
    broken, photos, rounds = [], 0, 0
    plain, copies = calms
    batches = itertools.chain.from_iterable(
        (Batch(bench, plain, output=TABLES), Batch(bench, copies, output=TABLES),
         Batch(bench, copies, copy_inputs=True, output=TABLES, after="move"),
         Batch(bench, plain, arriving=True, output=TABLES)) for _ in itertools.count())
    following = next(batches)
    while tally.kills() < wanted and len(broken) < 5:
        # A file counts as whole when it has not changed for 2 s: those of the next batch lie ready by then.
        batch, following = following, next(batches)
        harass(batch, tally, chance, wanted, command="watch" if batch.absent else "run")
        broken += [f"{batch.place.name}: {problem}" for problem in batch.finish()]
        tally.undertaker.settle()
        photos += len(batch.calm.names)
        rounds += 1
    kills = tally.victims
    yield Row("nothing lost, nothing doubled, all as in an undisturbed run",
              f"SIGKILL at {tally.kills()} random moments: {kills['supervisor']} of the supervisor, "
              f"{kills['worker']} of a worker, {kills['both']} of both",
              f"exit status -9 seen {tally.seen} times",
              words(broken) or f"{photos} photos in {rounds} batches: 0 lost, 0 doubled, integrity_check ok",
              not broken and tally.kills() >= wanted and min(kills[who] for who in WHO) > 0)


def harass(batch, tally, chance, wanted, command):
    """Kills over one batch until its photos are finished or there have been enough kills."""
    while tally.kills() < wanted:
        process = tally.start(batch, command=command)
        while process.poll() is None and tally.kills() < wanted:
            # A third in the time of start-up and recovery, the rest in the middle of work.
            batch.feed()
            if chance.random() < 0.67:
                until(lambda: batch.has_told() or process.poll() is not None, 20)
            wait(process, chance.uniform(0, 0.4))
            if process.poll() is None and not (command == "watch" and batch.unfinished() == 0):
                tally.kill(batch, process, chance.choice(WHO), chance)
            elif process.poll() is None:
                tally.end(process)
        if process.poll() is None:
            tally.kill(batch, process, "supervisor", chance)
        if batch.unfinished() == 0:
            return


def middle(numbers):
    """The median, 0 of nothing."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
