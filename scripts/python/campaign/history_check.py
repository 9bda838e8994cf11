"""Whether what several writers were answered can have happened: each photo's story, in an order that time allows."""

import json
from collections import defaultdict
from dataclasses import dataclass, field

SECOND = 10**9
FINAL = {"done", "failed", "gone", "quarantined", "cancelled"}


@dataclass
class Fate:
    """What was done to one writer's process, by the machine's clock."""

    number: int
    killed: int = 0
    stopped: int = 0


@dataclass
class Verb:
    """One verb of one process: from when to when, and its answer, None where it is not known whether it was done."""

    writer: int  # the process's place
    begin: int
    end: int
    asked: dict
    answered: dict
    number: int = -1  # the writer's number, which a process that follows a dead one has again


@dataclass
class Found:
    """What the check came to."""

    wrong: list = field(default_factory=list)
    verbs: int = 0
    cut: int = 0
    photos: int = 0
    claims: int = 0
    lost: int = 0
    double: int = 0
    missing: int = 0
    recovery: float = 0.0

    def figure(self):
        """The three numbers that matter."""
        return f"{self.double} doubled, {self.missing} lost, {len(self.wrong)} answers unexplained"


# The end of a verb that was never answered: it may still come to pass.
NEVER = 1 << 62


def read(path):
    """A process's verbs; a last line that was cut off is left out."""
    verbs = {}
    for text in path.read_text().splitlines() if path.exists() else []:
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if "asked" in line:
            verbs[line["n"]] = Verb(-1, line["begin"], NEVER, line["asked"], None)
        elif line["n"] in verbs:
            verb = verbs[line["n"]]
            verb.end = line["end"]
            # A fault of the connection leaves open whether the change was made.
            verb.answered = None if line["answered"].get("error") else line["answered"]
            if verb.answered is None:
                verb.end = NEVER
    return list(verbs.values())


@dataclass
class Claim:
    """A claim that a process was given."""

    number: int
    verb: Verb
    original: int
    result: str


@dataclass
class End:
    """An end that a process told of a claim; the answer is None where it is not known."""

    number: int
    outcome: str
    answer: str
    verb: Verb


class Story:
    """Everything that concerns one job."""

    def __init__(self):
        self.claims, self.ends, self.looks = [], [], []
        self.changes = defaultdict(list)  # by verb: cancel and retry


def stories(histories, fates):
    """The story of each job, and what is wrong with registrations."""
    jobs, wrong = defaultdict(Story), []
    ids, new, asked = {}, defaultdict(int), defaultdict(int)
    for place, verbs in histories.items():
        for verb in verbs:
            verb.writer, verb.number = place, fates[place].number
            ask, answer = verb.asked, verb.answered or {}
            for index, photo in enumerate(ask.get("photos") or []):
                path = photo["path"]
                asked[path] += 1
                if answer.get("jobs"):
                    job, verdict = answer["jobs"][index], answer["results"][index]
                    new[path] += verdict == "new"
                    if ids.setdefault(path, job) != job:
                        wrong.append(f"{path} is job {ids[path]} and job {job}")
            for index, claim in enumerate(ask.get("claims") or []):
                job, number = map(int, claim.split("."))
                said = answer["results"][index] if answer.get("results") else None
                if ask["verb"] == "valid":
                    jobs[job].looks.append((number, said, verb))
                else:
                    jobs[job].ends.append(End(number, ask["outcomes"][index], said, verb))
            for claim in answer.get("claims") or []:
                job, number = map(int, claim["id"].split("."))
                jobs[job].claims.append(Claim(number, verb, claim.get("original"), claim.get("result")))
            if ask["verb"] in ("cancel", "retry"):
                for job in answer.get("jobs") or [] if verb.answered else ask["jobs"]:
                    jobs[job].changes[ask["verb"]].append(verb)
    wrong += [f"{path} was new {count} times" for path, count in new.items() if count > 1]
    return jobs, ids, asked, wrong


def check(histories, left, fates, lease, beat):
    """Compares the histories of all processes with each other and with what is left in the queue."""
    jobs, ids, asked, wrong = stories(histories, fates)
    found = Found(wrong=wrong)
    every = [verb for verbs in histories.values() for verb in verbs]
    found.verbs, found.cut, found.photos = len(every), sum(verb.answered is None for verb in every), len(ids)
    cut = any(verb.answered is None and verb.asked["verb"] in ("claim", "turnover") for verb in every)
    rejoins = defaultdict(list)
    for verb in every:
        if verb.asked["verb"] == "rejoin":
            rejoins[verb.writer].append(verb)
    lapses = {place: lapse(fate, rejoins[place], lease, beat) for place, fate in fates.items()}
    for job, story in jobs.items():
        found.claims += len(story.claims)
        found.lost += sum(end.answer == "lost" for end in story.ends)
        judge(job, story, jobs, lapses, cut, found)
        found.recovery = max([found.recovery, *recoveries(story, fates)])
    compare(left, ids, asked, jobs, found)
    return found


def lapse(fate, rejoins, lease, beat):
    """The earliest moment at which others may have what a process held; NEVER where it kept its lease."""
    # The last renewal may have been as old as a beat when the process stood still; a second for what is not exact.
    early = (lease - beat - 1) * SECOND
    moments = [moment + early for moment in (fate.killed, fate.stopped) if moment]
    # It is told of the loss before it begins anew.
    moments += [verb.begin for verb in rejoins]
    return min(moments, default=NEVER)


def judge(job, story, jobs, lapses, cut, found):
    """Adds what is wrong with one job's story."""
    claims = sorted(story.claims, key=lambda claim: claim.number)
    numbers = [claim.number for claim in claims]
    if len(set(numbers)) != len(numbers):
        found.double += 1
        found.wrong.append(f"job {job}: one claim was given twice: {numbers}")
    if not cut and numbers != list(range(1, len(numbers) + 1)):
        found.wrong.append(f"job {job}: claims without a holder: {numbers}")
    for earlier, later in zip(claims, claims[1:]):
        if later.verb.end < earlier.verb.begin:
            found.wrong.append(f"job {job}: claim {later.number} came before {earlier.number}")
        if not is_free(story, earlier, later.verb.end, lapses):
            found.double += 1
            found.wrong.append(f"job {job}: claimed twice at a time, {earlier.number} and {later.number}")
    done = [end for end in story.ends if end.answer == "done"]
    if len(done) > 1:
        found.double += 1
        found.wrong.append(f"job {job}: completed {len(done)} times")
    for end in done:
        if any(claim.number > end.number for claim in claims):
            found.double += 1
            found.wrong.append(f"job {job}: worked again after it was done")
    for end in story.ends:
        judge_end(job, story, end, claims, lapses, found)
    for number, said, verb in story.looks:
        over = any(end.number == number and end.answer not in (None, "lost") and end.verb.end < verb.begin
                   for end in story.ends)
        over = over or any(claim.number > number and claim.verb.end < verb.begin for claim in claims)
        if said == "yes" and over:
            found.wrong.append(f"job {job}: claim {number} was said to hold after its end")
        held = next((claim for claim in claims if claim.number == number), None)
        if said == "no" and held and not is_over(story, held, verb, lapses):
            found.wrong.append(f"job {job}: claim {number} was said not to hold, and nothing had ended it")
    for claim in claims:
        judge_copy(job, claim, jobs, found)


def is_free(story, claim, moment, lapses):
    """Whether something can have made a claimed job free again before a moment, so that it could be claimed anew."""
    causes = [end for end in story.ends if end.number == claim.number and end.verb.begin <= moment]
    if any(end.answer in ("ready", "blocked") or end.answer is None for end in causes):
        return True
    retried = any(verb.begin <= moment for verb in story.changes["retry"])
    ended = any(end.answer in ("failed", "cancelled") for end in causes)
    cancelled = any(verb.begin <= moment for verb in story.changes["cancel"])
    return (retried and (ended or cancelled)) or lapses[claim.verb.writer] <= moment


def is_over(story, claim, asking, lapses):
    """Whether anything can have ended a claim before a verb about it was answered."""
    ends = any(end.number == claim.number and end.verb is not asking and end.verb.begin <= asking.end
               and end.answer != "lost" for end in story.ends)
    cancelled = any(verb.begin <= asking.end for verb in story.changes["cancel"])
    return ends or cancelled or lapses[claim.verb.writer] <= asking.end


def judge_end(job, story, end, claims, lapses, found):
    """Adds what is wrong with the answer to one end."""
    if end.answer is None:
        return
    held = next((claim for claim in claims if claim.number == end.number), None)
    if end.answer == "lost":
        if held and not is_over(story, held, end.verb, lapses):
            found.wrong.append(f"job {job}: the end of claim {end.number} was refused, and nothing had ended it")
        return
    wanted = {"done": {"done"}, "failed": {"failed"}, "retry": {"blocked", "failed"}, "released": {"ready"}}
    if end.answer not in wanted[end.outcome]:
        found.wrong.append(f"job {job}: '{end.outcome}' made it {end.answer}")
    if sum(other.number == end.number and other.answer not in (None, "lost") for other in story.ends) > 1:
        found.double += 1
        found.wrong.append(f"job {job}: claim {end.number} was ended twice")
    if any(claim.number > end.number and claim.verb.end < end.verb.begin for claim in claims):
        found.double += 1
        found.wrong.append(f"job {job}: a late end of claim {end.number} counted")


def judge_copy(job, claim, jobs, found):
    """A copy is handed out with the end of its original, which must have come before."""
    if claim.original is None:
        return
    ends = [end for end in jobs[claim.original].ends
            if end.answer in (None, "done", "failed") and end.verb.begin <= claim.verb.end]
    if not ends:
        found.wrong.append(f"job {job}: a copy of job {claim.original}, which had not ended")
    elif claim.result is not None and claim.result not in {mark(claim.original, end) for end in ends}:
        found.wrong.append(f"job {job}: a copy with '{claim.result}' of job {claim.original}")


def mark(job, end):
    """What a writer leaves as the result of a job; its number is that of its process's writer."""
    return f"{job}.{end.number} {end.verb.number}"


def recoveries(story, fates):
    """The seconds after which what a killed process had held was claimed by another one."""
    claims = sorted(story.claims, key=lambda claim: claim.number)
    for claim, later in zip(claims, claims[1:]):
        killed = fates[claim.verb.writer].killed
        ended = any(end.number == claim.number and end.answer not in (None, "lost") for end in story.ends)
        if killed and not ended and later.verb.end > killed and later.number == claim.number + 1:
            yield (later.verb.end - killed) / SECOND


def compare(left, ids, asked, jobs, found):
    """What is left in the queue against what was said of it."""
    places = defaultdict(list)
    for job in left:
        if job["isCurrent"]:
            places[job["path"]].append(job)
    for path, job in ids.items():
        here = places.get(path, [])
        if not here:
            found.missing += 1
            found.wrong.append(f"{path} is lost")
        elif len(here) > 1 or here[0]["id"] != job:
            found.double += 1
            found.wrong.append(f"{path} is there {len(here)} times")
        elif here[0]["state"] not in FINAL:
            found.missing += 1
            found.wrong.append(f"{path} is left {here[0]['state']}")
    found.wrong += [f"{path} was never registered" for path in places if path not in asked]
    contents = defaultdict(int)
    for job in left:
        ends = [end for end in jobs[job["id"]].ends if end.answer in (None, "done") and end.outcome == "done"]
        said = [end for end in ends if end.answer == "done"]
        if job["state"] == "done" and job.get("result") not in {mark(job["id"], end) for end in ends}:
            found.wrong.append(f"job {job['id']} is done with a result that no end left: {job.get('result')}")
        if said and job["state"] != "done":
            found.missing += 1
            found.wrong.append(f"job {job['id']} was done, and is {job['state']}")
        if job["state"] == "done" and job.get("original") is None:
            contents[content(job["path"])] += 1
    for number, count in contents.items():
        if count > 1:
            found.double += 1
            found.wrong.append(f"content {number} was worked for {count} photos")


def content(path):
    """The content of a photo, as the writers choose it by its number."""
    number = int(path.rpartition("/")[2].removesuffix(".jpg"))
    return number - 5 if number % 7 == 3 and number > 20 else number
