"""Hosts that die, stand still, lose network or clock, and a database that is restarted, killed and replaced."""

import random
import re
import shutil
import signal
import time
from collections import Counter

from campaign.batch import Calm, differences, normal
from campaign.bench import STANDSTILL, age, leftovers
from campaign.clocks import DAY
from campaign.faults import until
from campaign.host import LEASE, PROMPT, Host, held, taken_over
from campaign.network import Machine, Switch
from campaign.postgres import USER, Cluster, ended
from campaign.stage import plain, result

PASSWORD = "kept-out-of-every-log"
DATABASE = "photos"
# How often each fault comes in the short form; the long form draws them by these weights.
WEIGHTS = {"host_killed": 2, "host_frozen": 1, "cable_out": 1, "cable_bad": 1, "server_restarted": 1,
           "server_killed": 1, "standby_promoted": 1, "clock_jumps": 1}


class Farm:
    """Hosts, two database servers of which one follows the other, and the share."""

    def __init__(self, bench, name, count, number=1):
        self.bench, self.folder = bench, bench.fresh(name)
        self.chance = random.Random(bench.seed + 1000 * number)
        self.share = self.folder / "share"
        (self.share / "in").mkdir(parents=True)
        (self.share / "out").mkdir()
        self.switch = Switch()
        self.machines, self.hosts, self.clusters = [], [], []
        self.faults, self.recoveries, self.wrong = Counter(), [], []
        self.unproven = []
        self.fed = 0
        self.open_servers()
        passwords = self.folder / "passwords"
        passwords.write_text(f"*:*:*:{USER}:{PASSWORD}\n")
        passwords.chmod(0o600)
        addresses = ",".join(f"{cluster.address}:{cluster.port}" for cluster in self.clusters)
        queue = f"postgres://{USER}@{addresses}/{DATABASE}?target_session_attrs=read-write"
        for number in range(1, count + 1):
            # Every other clock is a day off, in either direction.
            clock = (0, DAY, 0, -DAY)[number % 4]
            self.hosts.append(Host(bench, self.switch, number, self.share, queue, wait_for=350, clock=clock,
                                   env={"PGPASSFILE": str(passwords)}, retry={"attempts": 3, "backoff": "1s"}))

    def open_servers(self):
        """Starts the database on one machine and a standby on another, that has each commit before it counts."""
        for number, name in enumerate(("red", "blue"), 1):
            machine = Machine(self.switch, self.folder / name, name, f"10.77.0.{number}")
            self.machines.append(machine)
            self.clusters.append(Cluster(self.folder / "servers", name, machine.address, inside=machine.inside))
        red, blue = self.clusters
        red.create()
        red.allow("host replication all 10.77.0.0/24 trust", "host all all 10.77.0.0/24 scram-sha-256")
        red.start()
        red.sql(f"ALTER USER {USER} PASSWORD '{PASSWORD}'")
        red.database(DATABASE)
        blue.follow(red).start()
        red.rely_on_standby()
        self.primary, self.standby = red, blue

    def start(self):
        """Half of the hosts watch the folder, the others only work."""
        for number, host in enumerate(self.hosts):
            host.start("work" if number % 2 else "watch")

    def feed(self, calm, count):
        """Puts the next pictures into the shared folder."""
        for name in calm.names[self.fed:self.fed + count]:
            # Whole and old from the first moment: a busy machine may take its time between two steps.
            copy = self.folder / "next"
            shutil.copyfile(calm.inputs / name, copy)
            age(copy)
            copy.rename(self.share / "in" / name)
        self.fed = min(len(calm.names), self.fed + count)

    def fault(self, kind):
        """Causes one fault, waits until it has passed, and sees that the work goes on."""
        proven = getattr(self, kind)()
        self.faults[kind] += bool(proven)
        if not proven:
            self.unproven.append(kind)
        for host in self.hosts:
            if not host.lives():
                self.wrong.append(f"{host.name} ended with {host.process.returncode} after {kind}: {host.talk[-200:]}")
                host.start()

    def busy_host(self):
        """A host that has photos in work; any where none has."""
        found = []
        until(lambda: time.sleep(0.1) or found.extend(host for host in self.hosts if self.held(host)) or found, 15)
        return self.chance.choice(found or self.hosts)

    def held(self, host):
        """How many photos a host has claimed."""
        return held(self.primary, DATABASE, host.name, host.process.pid) if host.lives() else 0

    def wait_for_others(self, host):
        """Waits until others have what a host held, and notes how long it took."""
        self.recoveries.append(taken_over(self.primary, DATABASE, host.name, host.process.pid))

    def host_killed(self):
        """SIGKILL of everything of Quiver on a host; started again in the end."""
        host = self.busy_host()
        died = host.kill()
        self.wait_for_others(host)
        host.start()
        return died

    def host_frozen(self):
        """A host stands still for longer than its lease, and goes on where others have its photos."""
        host = self.busy_host()
        begin = time.monotonic()
        stood = host.freeze()
        self.wait_for_others(host)
        time.sleep(max(0, LEASE + 2 - (time.monotonic() - begin)))
        host.thaw()
        time.sleep(2)
        return stood

    def cable_out(self):
        """A host's network is down for 5 to 60 seconds."""
        host = self.busy_host()
        down = host.machine.link("down")
        time.sleep(self.chance.uniform(5, 60) if self.bench.long else 5)
        return host.machine.link("up") and down

    def cable_bad(self):
        """Packets of a host come late, or not at all."""
        port = self.busy_host().machine.port
        before = (port.late, port.lost)
        port.delay, port.loss = self.chance.uniform(0.02, 0.3), self.chance.uniform(0.02, 0.2)
        time.sleep(self.chance.uniform(5, 30) if self.bench.long else 8)
        until(lambda: port.late > before[0] and port.lost > before[1], STANDSTILL)
        port.delay = port.loss = 0
        return port.late > before[0] and port.lost > before[1]

    def server_restarted(self):
        """PostgreSQL is stopped and started again."""
        return self.primary.restart()

    def server_killed(self):
        """PostgreSQL is killed, and started again some seconds later."""
        died = self.primary.kill()
        time.sleep(self.chance.uniform(0, 8))
        self.primary.start()
        return died

    def standby_promoted(self):
        """PostgreSQL is killed, its standby takes over, and a new standby follows that."""
        died = self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()
        took = self.primary.is_primary()
        time.sleep(self.chance.uniform(1, 5))
        self.standby.follow(self.primary).start()
        self.primary.rely_on_standby()
        return died and took

    def clock_jumps(self):
        """A host's wall clock jumps by a day, and stays there."""
        host = self.busy_host()
        before = host.wall.readings
        host.clock = self.chance.choice([clock for clock in (-DAY, 0, DAY) if clock != host.clock])
        host.wall.jump(host.clock or 1)
        time.sleep(3)
        return until(lambda: host.wall.readings > before, STANDSTILL)

    def finish(self, count, limit):
        """Waits until all photos have ended, and stops the hosts; what was not as it should be."""
        if not until(lambda: time.sleep(0.5) or ended(self.primary, DATABASE) == (count, 0), limit):
            self.wrong.append(f"(ended, unfinished) is {ended(self.primary, DATABASE)} of {count} after {limit} s")
        for host in self.hosts:
            status = host.stop()
            if status != 0:
                self.wrong.append(f"{host.name} ended with {status}: {host.talk[-200:]}")

    def close(self):
        """Ends everything."""
        for host in self.hosts:
            host.close()
        for cluster in self.clusters:
            cluster.stop(signal.SIGQUIT)
        for machine in self.machines:
            machine.close()
        self.switch.close()


def hosts(bench, name, number=1):
    """Several hosts on one queue and one share: 0 photos lost, 0 doubled, records equal to an undisturbed run's, and a
    dead host's photos are worked by others within 45 s"""
    # The long form has three such farms side by side.
    count, wanted = (4, 70) if bench.long else (2, sum(WEIGHTS.values()))
    calm = Calm(bench, f"{name}-calm", 2100 if bench.long else 400, copies=200 if bench.long else 60)
    farm = Farm(bench, name, count, number)
    try:
        farm.start()
        farm.feed(calm, 60)
        until(lambda: ended(farm.primary, DATABASE)[0] > 5, STANDSTILL)
        short = [kind for kind, times in WEIGHTS.items() for _ in range(times)]
        farm.chance.shuffle(short)
        while sum(farm.faults.values()) < wanted and len(farm.unproven) < 10 and len(farm.wrong) < 10:
            kind = farm.chance.choices(list(WEIGHTS), WEIGHTS.values())[0] if bench.long or not short else short.pop()
            farm.feed(calm, len(calm.names) // (wanted + 2))
            farm.fault(kind)
        farm.feed(calm, len(calm.names))
        farm.finish(len(calm.names), 900)
        wrong = farm.wrong + judge(farm, calm)
    finally:
        farm.close()
    worst = max(farm.recoveries, default=0)
    wrong += [f"a dead host's photos were worked after {worst:.1f} s only"] * (worst > PROMPT)
    wrong += [f"{len(farm.unproven)} faults could not be proven: {farm.unproven[:3]}"] * bool(farm.unproven)
    told = ", ".join(f"{kind.replace('_', ' ')} {times}" for kind, times in sorted(farm.faults.items()))
    return result(hosts, f"{count} hosts, {sum(farm.faults.values())} faults: {told}",
                  "exit status -9, state T, a link seen down, packets counted, servers that do not answer, clocks read",
                  f"{len(calm.names)} photos; worst recovery {worst:.1f} s of {len(farm.recoveries)}", wrong)


def judge(farm, calm):
    """What is wrong with queue, records, tales and logs."""
    wrong = []
    rows = farm.primary.sql("SELECT convert_from(name, 'UTF8'), state, current, crashes FROM job", DATABASE)
    jobs = Counter(row[0].rpartition("/")[2] for row in rows)
    lost = [name for name in calm.names if not jobs[name]]
    wrong += [f"{len(lost)} photos lost: {lost[:3]}"] * bool(lost)
    doubled = [name for name, times in jobs.items() if times != 1]
    wrong += [f"{len(doubled)} photos doubled: {doubled[:3]}"] * bool(doubled)
    unlike = [row for row in rows if row[1:3] != ["4", "1"]]
    wrong += [f"{len(unlike)} jobs are not done: {unlike[:3]}"] * bool(unlike)
    records = normal(farm.share / "out", *(host.inputs for host in farm.hosts))
    for record in set(records) ^ set(calm.records):
        wrong.append(f"{'no' if record in calm.records else 'a'} record {record}"
                     f"{'' if record in calm.records else ' too many'}")
    other = [record for record in calm.records if record in records and records[record] != calm.records[record]]
    wrong += [f"{len(other)} records differ: {other[0]} {differences(calm.records[other[0]], records[other[0]])}"
              ] if other else []
    left = leftovers(farm.share)
    wrong += [f"{len(left)} temp files are left: {left[:2]}"] * bool(left)
    tales = Counter(name for host in farm.hosts for name in host.told())
    twice = [name for name, times in tales.items() if times > 1]
    wrong += [f"{len(twice)} photos were told to have ended twice: {twice[:3]}"] * bool(twice)
    for host in farm.hosts:
        files = [*host.folder.glob("t*"), *farm.share.rglob("*.json")]
        if any(PASSWORD in path.read_text(errors="replace") for path in files):
            wrong.append(f"the password stands in what {host.name} wrote")
        unclear = re.findall(r"Fatal error.*|panic.*", host.talk)
        wrong += [f"{host.name}: {plain(crash)}" for crash in unclear[:1]]
    return wrong
