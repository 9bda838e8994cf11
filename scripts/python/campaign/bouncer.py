"""Hosts behind PgBouncer in transaction mode, where no connection is anybody's own."""

import shutil
import subprocess

from campaign.batch import Calm, normal
from campaign.bench import STANDSTILL
from campaign.faults import until
from campaign.mounts import Impossible
from campaign.postgres import USER, Cluster, ended, less
from campaign.scene import surroundings
from campaign.stage import result

PORT = 6439


def pooled(bench, name):
    """Behind PgBouncer in transaction mode everything works, only slower: records equal to an undisturbed run's"""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise Impossible("PgBouncer is not installed: scripts/setup --tests does that")
    calm = Calm(bench, f"{name}-calm", 60, copies=10)
    folder = bench.fresh(name)
    with Cluster(folder / "pg", "one").create().start() as cluster:
        cluster.database("pooled")
        settings = cluster.socket / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\n* = host={cluster.socket} port={cluster.port} user={USER}\n[pgbouncer]\n"
            f"unix_socket_dir = {cluster.socket}\nlisten_port = {PORT}\nauth_type = any\npool_mode = transaction\n"
            f"default_pool_size = 4\nlogfile = {cluster.socket}/pgbouncer.log\n")
        settings.chmod(0o644)
        pooler = subprocess.Popen([*less(), program, "--quiet", settings], stdin=subprocess.DEVNULL, cwd="/",
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        hosts = []
        try:
            if not until((cluster.socket / f".s.PGSQL.{PORT}").exists, STANDSTILL):
                raise Impossible(f"PgBouncer ended with {pooler.poll()}")
            queue = f"postgres://{USER}@/pooled?host={cluster.socket}&port={PORT}"
            config = bench.settings(folder, queue=queue, watch=[{"path": str(calm.inputs), "name": "photos"}])
            for number, verb in enumerate(("watch", "work")):
                talk = open(folder / f"{verb}.txt", "wb")
                hosts.append(bench.start(verb, "--config", config, stdout=talk, stderr=talk,
                                         env=surroundings() | {"XDG_STATE_HOME": str(folder / f"state{number}")}))
            done = until(lambda: ended(cluster, "pooled") == (60, 0), STANDSTILL)
            pools = cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = 'pooled'")[0][0]
            for host in hosts:
                host.terminate()
            statuses = [host.wait(STANDSTILL) for host in hosts]
        finally:
            for process in (*hosts, pooler):
                process.kill()
                process.wait()
    talk = " ".join((folder / f"{verb}.txt").read_text(errors="replace")[-200:] for verb in ("watch", "work"))
    wrong = [f"unfinished: {talk}"] * (not done) + [f"exit status {statuses}: {talk}"] * (statuses != [0, 0])
    wrong += ["the records differ"] * (normal(folder / "out", calm.inputs) != calm.records)
    return result(pooled, "2 hosts, 4 connections to the server for all", f"{pools} connections seen at the server",
                  f"{len(calm.names)} photos", wrong)
