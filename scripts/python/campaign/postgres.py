"""A PostgreSQL of a campaign's own, in the campaign's folder: started, killed, followed by a standby, promoted."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from campaign.bench import STANDSTILL, children
from campaign.faults import state, until
from campaign.mounts import Impossible

USER = "quiver"
# What costs only what a test has no use for: a campaign's machine does not lose its power.
QUICK = {"fsync": "off", "full_page_writes": "off"}


def programs():
    """The folder of PostgreSQL's programs, of several versions the newest."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise Impossible("PostgreSQL is not installed: scripts/setup --tests does that")
    return found[-1].parent


def less():
    """The words in front of a command by which root becomes a user that PostgreSQL does not refuse."""
    if os.geteuid() != 0:
        return []
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


class Cluster:
    """One server; `inside` are words in front of its commands that run them in another network, where it has `address`.
    """

    def __init__(self, folder, name, address=None, port=5439, inside=(), settings=None):
        self.folder, self.name, self.address, self.port = Path(folder), name, address, port
        self.inside, self.settings = list(inside), QUICK | (settings or {})
        self.data = self.folder / name
        self.bin = programs()
        self.process = None

    def prepare_folder(self):
        """Folders that the server's user may write, and come through to."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if subprocess.run([*less(), "test", "-x", self.folder], check=False, cwd="/").returncode != 0:
            raise Impossible(f"PostgreSQL runs as another user than root, who cannot reach {self.folder}")
        for place in (self.data, self.socket):
            place.mkdir(mode=0o700, exist_ok=True)
            if os.geteuid() == 0:
                owner = pwd.getpwuid(int(less()[1].partition("=")[2]))
                os.chown(place, owner.pw_uid, owner.pw_gid)

    def create(self):
        """Makes the cluster's files: a language's order of words, so that no code relies on that of bytes."""
        self.prepare_folder()
        self.tool("initdb", f"--pgdata={self.data}", f"--username={USER}", "--auth=trust", "--no-sync",
                  "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", inside=())
        self.allow("host all all 10.77.0.0/24 trust", "host replication all 10.77.0.0/24 trust")
        return self

    def allow(self, *lines):
        """Lines of pg_hba.conf in front of its own."""
        place = self.data / "pg_hba.conf"
        place.write_text("\n".join([*lines, place.read_text()]))

    def follow(self, primary):
        """Makes the files of a standby of another cluster, which is running."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.prepare_folder()
        self.tool("pg_basebackup", f"--pgdata={self.data}", "--write-recovery-conf", "--checkpoint=fast", "--no-sync",
                  "--wal-method=stream", f"--dbname=postgres://{USER}@{primary.address}:{primary.port}/?application_name="
                  f"{self.name}")
        return self

    def start(self, limit=STANDSTILL):
        """Starts the server and waits until it answers."""
        options = {"listen_addresses": self.address or "", "port": str(self.port), "max_connections": "300",
                   "unix_socket_directories": str(self.socket), "cluster_name": self.name, "wal_keep_size": "512MB",
                   "max_wal_senders": "5", "timezone": "Asia/Kathmandu", **self.settings}
        words = [word for key, value in options.items() for word in ("-c", f"{key}={value}")]
        with open(self.folder / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.inside, *less(), self.bin / "postgres", "-D", self.data, *words], stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, start_new_session=True, cwd="/")
        until(lambda: self.answers() or self.process.poll() is not None, limit)
        if self.process.poll() is not None or not self.answers():
            raise AssertionError(f"PostgreSQL does not start: {self.log[-600:]}")
        return self

    @property
    def socket(self):
        """The folder of the socket."""
        return self.folder / f"{self.name}.socket"

    @property
    def log(self):
        """What the server has said."""
        return (self.folder / f"{self.name}.log").read_text(errors="replace")

    def answers(self):
        """Whether a client is let in."""
        done = self.tool("pg_isready", "--quiet", "--host", self.socket, "--port", self.port, check=False)
        return done.returncode == 0

    def tool(self, name, *words, check=True, inside=None, **options):
        """Runs one of PostgreSQL's programs."""
        command = [*(self.inside if inside is None else inside), *less(), self.bin / name, *words]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, cwd="/",
                              stdin=subprocess.DEVNULL, check=False, **options)
        if check and done.returncode != 0:
            raise AssertionError(f"{name}: {done.stdout[-300:]} {done.stderr[-600:]}")
        return done

    def sql(self, text, database="postgres", check=True):
        """The rows of a statement, each a list of texts."""
        done = self.tool("psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--field-separator=\t",
                         "--host", self.socket, "--port", self.port, "--username", USER, "--dbname", database,
                         "--command", text, check=check)
        return [line.split("\t") for line in done.stdout.splitlines()]

    @contextmanager
    def asking(self, text, database):
        """Gives a function for a statement of one row, asked again and again over one connection.

        A new connection each time would cost the server more than what is measured beside it.
        """
        command = [*self.inside, *less(), self.bin / "psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only",
                   "--field-separator=\t", "--host", self.socket, "--port", self.port, "--username", USER,
                   "--dbname", database]
        with subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, cwd="/") as psql:
            def row():
                psql.stdin.write(text + ";\n")
                psql.stdin.flush()
                return psql.stdout.readline().rstrip("\n").split("\t")

            try:
                yield row
            finally:
                psql.stdin.close()

    def database(self, name):
        """Makes an empty database and returns its connection string."""
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE template0')
        return self.connection(name)

    def connection(self, name):
        """A database's connection string: by address where the server has one, else by its socket."""
        if self.address:
            return f"postgres://{USER}@{self.address}:{self.port}/{name}"
        return f"postgres://{USER}@/{name}?host={self.socket}&port={self.port}"

    def pids(self):
        """The server and its processes."""
        return [self.process.pid, *children(self.process)] if self.process else []

    def cpu(self):
        """Seconds of CPU that the server has used so far, those of ended connections included."""
        ticks = 0
        for pid in self.pids():
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                # Of the server its ended children too.
                ticks += sum(map(int, fields[11:15] if pid == self.process.pid else fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def restart(self):
        """Stops the server as an administrator does, and starts it again; whether it was seen to be down."""
        self.stop(signal.SIGINT)
        down = not self.answers()
        self.start()
        return down

    def kill(self):
        """SIGKILL for all its processes; whether all were seen to be gone by it."""
        victims = self.pids()
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        died = self.process.wait(STANDSTILL) == -signal.SIGKILL
        return died and until(lambda: all(state(pid) in (None, "Z") for pid in victims), STANDSTILL)

    def promote(self):
        """Makes a standby a server of its own that no standby holds up; the seconds it took."""
        begin = time.monotonic()
        self.sql(f"SELECT pg_promote(true, {STANDSTILL})")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.sql("SELECT pg_reload_conf()")
        return time.monotonic() - begin

    def is_primary(self):
        """Whether it takes changes."""
        return self.sql("SELECT pg_is_in_recovery()", check=False) == [["f"]]

    def rely_on_standby(self, limit=STANDSTILL):
        """From now on nothing is committed before the standby has it, so that promoting it loses nothing."""
        streaming = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        if not until(lambda: self.sql(streaming, check=False) == [["1"]], limit):
            raise AssertionError(f"the standby does not stream: {self.log[-600:]}")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == [["1"]], limit)

    def stop(self, how=signal.SIGQUIT):
        """Ends the server."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(STANDSTILL)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


ENDED = ("SELECT coalesce(sum(done + failed + gone + quarantined + cancelled), 0), "
         "coalesce(sum(waiting + ready + running + blocked), 0) FROM writer_counts")


def ended(cluster, database):
    """How many photos of a queue have ended, and how many have not; both 0 where the database does not answer."""
    rows = cluster.sql(ENDED, database, check=False)
    return (int(rows[0][0]), int(rows[0][1])) if rows and len(rows[0]) == 2 else (0, 0)
