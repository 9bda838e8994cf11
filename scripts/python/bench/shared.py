"""The queue alone in PostgreSQL beside pgbench's simple-update on the same cluster, and beside SQLite's."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from campaign.mounts import Impossible
from campaign.postgres import USER, Cluster

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / ".build" / "release" / "quiver-bench"
CLIENTS = (1, 4, 16)
# What the figures are asked to be, by the line of the table.
GROUPED, AGED, SINGLE = 10_000, 0.8, 0.5
LINES = [
    ("enqueue, in batches", "enqueue"),
    ("claim + finish, in groups", "claimFinishGrouped"),
    ("claim + finish, one by one, two commits", "claimFinishSingly"),
    ("finish one and claim next, one commit", "finishAndClaimNext"),
    ("recognize, in batches", "recognize"),
]


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench shared", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rows and 20,000 done in place of 1,000,000")
    parser.add_argument("--folder", type=Path, default=ROOT / ".build", help="a folder on the disk to be measured")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="another quiver-bench")
    return parser.parse_args()


def sizes(quick):
    """Rows of one measurement, photos done one by one, and those of the long history."""
    return (8_000, 800, 20_000) if quick else (100_000, 5_000, 1_000_000)


def measured(program, quick, *options):
    """What quiver-bench says of a queue: a list with the figures of each number of clients."""
    rows, singles, history = sizes(quick)
    command = [program, "queue", "--json", "--rows", str(rows), "--singles", str(singles), "--history", str(history)]
    # One client takes in at a time: of larger batches those of 16 clients wait for longer than a statement may.
    done = subprocess.run([*command, "--batch", "1000", *options], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def simple_updates(cluster, clients, seconds):
    """Transactions a second of pgbench's simple-update; its own tables are made when they are first needed."""
    where = ["--host", cluster.socket, "--port", cluster.port, "--username", USER, "pgbench"]
    if ["pgbench"] not in cluster.sql("SELECT datname FROM pg_database"):
        cluster.database("pgbench")
        cluster.tool("pgbench", "--initialize", "--quiet", "--scale=16", *where)
    done = cluster.tool(
        "pgbench", "--skip-some-updates", "--no-vacuum", f"--client={clients}", f"--jobs={min(clients, 2)}",
        f"--time={seconds}", *where,
    )  # fmt: skip
    return float(re.search(r"tps = ([\d.]+)", done.stdout)[1])


def main():
    """Starts a cluster that writes to the disk as an installation does, measures, and prints."""
    args = arguments()
    seconds = 3 if args.quick else 15
    with tempfile.TemporaryDirectory(dir=args.folder, prefix="bench-shared-") as folder:
        os.chmod(folder, 0o711)  # PostgreSQL's user comes through
        settings = {
            "fsync": "on",
            "full_page_writes": "on",
            "shared_buffers": "512MB",
            "max_wal_size": "4GB",
            "autovacuum_naptime": "10s",
        }
        try:
            cluster = Cluster(Path(folder) / "pg", "bench", settings=settings).create()
        except Impossible as why:
            print(f"scripts/bench shared: {why}", file=sys.stderr)
            return 2
        with cluster.start():
            before = {clients: simple_updates(cluster, clients, seconds) for clients in CLIENTS}
            queue = cluster.database("queue")
            start = totals(cluster, "queue")
            shared = measured(args.program, args.quick, "--queue", queue, "--clients", ",".join(map(str, CLIENTS)))
            used = [later - earlier for earlier, later in zip(start, totals(cluster, "queue"), strict=True)]
            after = {clients: simple_updates(cluster, clients, seconds) for clients in CLIENTS}
    alone = measured(args.program, args.quick, "--folder", str(args.folder))[0]
    history = sizes(args.quick)[2]
    beside = {clients: (before[clients] + after[clients]) / 2 for clients in CLIENTS}
    print(f"{len(os.sched_getaffinity(0))} cores, PostgreSQL with fsync on\n")
    tell(shared, beside, history)
    cost(used)
    print(f"\n| SQLite beside it, per second | empty | with {history:,} done | ratio |\n| --- | --- | --- | --- |")
    for name, key in LINES:
        print(row(name, alone["empty"][key], alone["history"][key]))
    return 0


def totals(cluster, database):
    """What the server has used so far: CPU seconds, bytes of its log, bytes of the database, and its jobs."""
    rows = cluster.sql(f"SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), pg_database_size('{database}')")
    there = cluster.sql("SELECT to_regclass('job') IS NOT NULL", database) == [["t"]]
    jobs = int(cluster.sql("SELECT count(*) FROM job", database)[0][0]) if there else 0
    return cluster.cpu(), float(rows[0][0]), float(rows[0][1]), jobs


def cost(used):
    """Prints what one photo costs the database: taken in, claimed, ended, and looked at once more."""
    cpu, log, room, jobs = used
    print(f"\n| what a photo costs the database | mean of {jobs:,} |\n| --- | --- |")
    print(f"| CPU | {1000 * cpu / jobs:.2f} ms |\n| log (WAL) | {log / jobs / 1000:.1f} kB |")
    print(f"| room, with a record of 600 bytes | {room / jobs / 1000:.1f} kB |")


def tell(shared, beside, history):
    """Prints the table of each number of clients, and what was asked for."""
    for figures in shared:
        clients, tps = figures["clients"], beside[figures["clients"]]
        title = f"PostgreSQL, {clients} client{'s' * (clients > 1)}, per second"
        print(f"| {title} | empty | with {history:,} done | ratio | of pgbench's {tps:,.0f} |\n{'| --- ' * 5}|")
        for name, key in LINES:
            share = min(figures["empty"][key], figures["history"][key]) / tps
            single = key in ("claimFinishSingly", "finishAndClaimNext")
            print(row(name, figures["empty"][key], figures["history"][key]), f"{share:.2f} |" if single else "|")
        print()
    work = ("claimFinishGrouped", "claimFinishSingly", "finishAndClaimNext")
    grouped = max(figures["history"]["claimFinishGrouped"] for figures in shared)
    aged = min(figures["history"][key] / figures["empty"][key] for figures in shared for key in work)
    single = min(figures["history"]["finishAndClaimNext"] / beside[figures["clients"]] for figures in shared)
    print("| what | figure | asked for |\n| --- | --- | --- |")
    print(f"| claim + finish in groups | {grouped:,.0f} a second | at least {GROUPED:,} |")
    print(f"| with {history:,} done as a share of empty | {aged:.2f} at worst | at least {AGED} |")
    print(f"| one by one as a share of pgbench's transactions | {single:.2f} at worst | at least {SINGLE} |")


def row(name, empty, aged):
    """A line of figures."""
    return f"| {name} | {empty:,.0f} | {aged:,.0f} | {aged / empty:.2f} |"


if __name__ == "__main__":
    sys.exit(main())
