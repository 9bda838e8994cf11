"""Several hosts on one queue in PostgreSQL and one share: hosts, cables, servers and clocks fail; nothing is lost."""

from campaign import bouncer, faults, growing, history, host_faults, together
from campaign.stage import stage


def run(bench):
    """Every row of the campaign."""
    bench.folder.chmod(0o711)  # PostgreSQL's user comes through
    faults.library(bench)  # compiled once, before several ask for it
    # Side by side, since most of them wait.
    farms = [(host_faults.hosts, number) for number in range(1, 4 if bench.long else 2)]
    yield from stage(bench, [(history.histories,), *farms, (together.two_people,), (bouncer.pooled,)])
    if not bench.long:
        return
    # What is measured comes alone, and by hand: a machine that does something else beside it says nothing.
    yield from stage(bench, [(growing.queues_share,)])
    yield from stage(bench, [(growing.more_hosts,)])
