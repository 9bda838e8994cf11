"""What binds a package to its system: versions of symbols and of packages, beside those that systems have."""

import json
import re
import subprocess
from pathlib import Path

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
SYSTEMS = PACKAGING / "systems.json"
# Where the table stands for readers.
PAGE = Path(__file__).resolve().parents[3] / "Sources/quiver/Quiver.docc/Installation.md"
# Libraries whose symbols do not say what is wanted of them: options of requests, strict tables, loaders.
LEAST = {"libcurl4": "7.87", "libsqlite3-0": "3.37", "libvips42": "8.14"}


def systems():
    """What each system has: versions of symbols, and of packages at its first release."""
    return json.loads(SYSTEMS.read_text())


def dump(file):
    """What a library or program says of itself."""
    return subprocess.run(["objdump", "-p", file], check=True, capture_output=True, text=True).stdout


def section(text, title):
    """The lines below a title."""
    return text.partition(f"{title}:\n")[2].partition("\n\n")[0]


def number(version):
    """A version as numbers."""
    return tuple(int(part) for part in version.split("."))


def split(symbol):
    """A version of symbols as its library's name and a number; without one where it has none."""
    found = re.fullmatch(r"(.+)_(\d+(?:\.\d+)*)", symbol)
    return (found.group(1), found.group(2)) if found else (symbol, "0")


def asked(files):
    """The highest version of symbols that files ask each library of the system for, and the file that does."""
    files, highest = sorted(files), {}
    private = {file.name for file in files}
    for file in files:
        library = ""
        for line in section(dump(file), "Version References").split("\n"):
            if "required from" in line:
                library = line.split("from ")[1].rstrip(":")
            elif line.strip() and library not in private:
                name, version = split(line.split()[-1])
                if number(version) > number(highest.get(name, ("0", library, file))[0]) or name not in highest:
                    highest[name] = (version, library, file)
    return highest


def is_at_least(version, least, operator=">="):
    """Whether a package's version is what is asked for."""
    word = {">=": "ge", ">>": "gt", "=": "eq", "<=": "le", "<<": "lt"}[operator]
    return subprocess.run(["dpkg", "--compare-versions", version, word, least]).returncode == 0


def with_least(wanted):
    """Depends with the versions that the headers ask for, where the libraries' own lists ask for less."""
    made = []
    for entry in wanted:
        name = entry.split(" ")[0]
        made.append(f"{name} (>= {LEAST[name]})" if name in LEAST else entry)
    return made


def lacks(system, symbols, wanted):
    """What a system lacks, a sentence each."""
    for name, (version, library, file) in sorted(symbols.items()):
        has = system["symbols"].get(name)
        if has is None or number(has) < number(version):
            yield f"{file.name} needs {name}_{version} of {library}, and it has {has or 'none that is known'}"
    for entry in wanted:
        name, _, rest = entry.partition(" ")
        has = system["packages"].get(name)
        if has is None:
            yield f"{name} is not known of it"
        elif rest:
            operator, least = rest.strip("()").split(" ")
            if not is_at_least(has, least, operator):
                yield f"the package asks for {entry}, and it has {has}"


def table(symbols, wanted, known):
    """What is needed beside what systems have, as rows of Markdown."""
    rows = [["needed", *known], ["---"] * (len(known) + 1)]
    for name, (version, library, _) in sorted(symbols.items()):
        has = (system["symbols"].get(name, "?") for system in known.values())
        rows.append([f"`{name}_{version}` of `{library}`", *has])
    for entry in wanted:
        name, _, rest = entry.partition(" ")
        if rest and name not in ("libc6", "libgcc-s1", "libstdc++6"):
            has = (re.sub(r"[-+].*", "", system["packages"].get(name, "?")) for system in known.values())
            least = re.sub(r"[-~].*", "", rest.strip("()").split(" ")[1])
            rows.append([f"`{name}` {least}", *has])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def shown():
    """The table as the page has it."""
    lines = PAGE.read_text().split("\n")
    begin = next((number for number, line in enumerate(lines) if line.startswith("| needed |")), len(lines))
    end = next((number for number in range(begin, len(lines)) if not lines[number].startswith("|")), len(lines))
    return "\n".join(lines[begin:end])


def facts(root):
    """What an installed system has, in the words of the list."""
    libraries = {
        file.name: file
        for name in ("libc.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libcrypto.so.3", "libcurl.so.4")
        for file in [next(iter(sorted(root.glob(f"usr/lib/*/{name}")) or sorted(root.glob(f"lib/*/{name}"))), None)]
        if file
    }
    symbols = {}
    for file in libraries.values():
        for line in section(dump(file), "Version definitions").split("\n"):
            name, version = split(line.split()[-1]) if line.strip() else ("", "0")
            if version != "0":
                symbols[name] = max(symbols.get(name, "0"), version, key=number)
    query = ["dpkg-query", f"--admindir={root / 'var/lib/dpkg'}", "--show"]
    said = subprocess.run(
        [*query, "--showformat", "${Package}\t${Version}\t${Provides}\n"], check=True, capture_output=True, text=True
    ).stdout
    packages = {}
    for line in said.splitlines():
        name, version, provided = line.split("\t")
        packages[name] = version
        for given, at in re.findall(r"([\w.+-]+) \(= ([^)]+)\)", provided):
            packages.setdefault(given, at)
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', (root / "etc/os-release").read_text(), re.MULTILINE))
    name = f"{release['ID'].capitalize()} {release['VERSION_ID']}"
    return name, {"symbols": symbols, "packages": packages}


def differences(found, told):
    """Where a system has less than the list says of it."""
    for name, version in told["symbols"].items():
        if number(found["symbols"].get(name, "0")) < number(version):
            yield f"{name}_{version}: it has {found['symbols'].get(name, 'none')}"
    for name, version in told["packages"].items():
        if name in found["packages"] and not is_at_least(found["packages"][name], version):
            yield f"{name} {version}: it has {found['packages'][name]}"
