"""What lies in the folders: names, links, devices, crowds, half-written files, folders that go away."""

import contextlib
import os
import time

from campaign import crowds, inputs, links, neighbours, sent, shares, strange, strangers, watching, writers
from campaign.bench import Row
from campaign.mounts import Impossible, own

# In the order of the table; each gives its proof, its figure and whether the promise was kept.
CHECKS = [
    inputs.names, links.not_followed, links.followed, links.named, inputs.specials, inputs.empty, inputs.giant,
    strangers.planted, strangers.swapped, strangers.foreign, strangers.reused, strangers.another_queue,
    strangers.results_swapped, strangers.other_device, inputs.unreadable, inputs.deleted_file, inputs.deleted_folder,
    writers.slow, writers.before_its_turn, sent.killed,
    crowds.one_folder, crowds.copies, crowds.one_name, crowds.many_folders, crowds.deep, crowds.rows,
    watching.few_watches, watching.overflow,
    shares.share_watched, shares.share_worked, shares.share_inside, watching.folder_made_anew,
    watching.disk_swapped, strange.dates, strange.paths, strange.left_out, strange.restless, strange.restless_watched,
    strange.twins, strange.settings, neighbours.queue_inside, neighbours.readers, neighbours.swapped,
    neighbours.compiled,
    neighbours.homeless, neighbours.pipes, neighbours.limits, neighbours.listener,
]


def run(bench):
    """Plays every check; a check that breaks down is a promise broken, with what it said."""
    with contextlib.suppress(Impossible):  # those that need mounts say so themselves
        own()
    for check in CHECKS:
        promise, fault = " ".join((check.__doc__ or "").split()).split("; ", 1)
        begin = time.monotonic()
        try:
            answer = check(bench)
            if answer is None:
                continue
            proof, figure, kept = answer
        except Impossible as reason:
            # Where everything can be had, nothing is skipped unnoticed.
            proof, figure, kept = f"skipped: {reason}", "", os.environ.get("CI") != "true" or os.geteuid() != 0
        except Exception as error:
            proof, figure, kept = "", " ".join(f"{type(error).__name__}: {error}".split()).replace("|", "/"), False
        yield Row(promise, fault, proof, f"{figure} ({time.monotonic() - begin:.0f} s)".strip(), kept)
