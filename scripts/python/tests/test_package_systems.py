"""What packages ask of their systems and machines, and what is asked of `scripts/package`."""

import io
import os
import re
import shutil
import subprocess
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

from package import machine, main, needs, rooms, usage

DUMP = """/usr/bin/quiver:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libc.so.6

Version References:
  required from libc.so.6:
    0x0d696914 0x00 02 GLIBC_2.4
    0x069691b4 0x00 13 GLIBC_2.34
  required from libm.so.6:
    0x069691b5 0x00 34 GLIBC_2.35
  required from libvips.so.42:
    0x00000000 0x00 35 GLIBC_ABI_DT_RELR
  required from libtbb.so.12:
    0x00000000 0x00 36 TBB_99.0

"""
OTHER = DUMP.replace("GLIBC_2.35", "GLIBC_2.9")


class Needs(unittest.TestCase):
    @classmethod
    def symbols(cls):
        files = [Path("usr/bin/quiver"), Path("usr/lib/quiver/libtbb.so.12")]
        said = {files[0]: DUMP, files[1]: OTHER}
        with unittest.mock.patch.object(needs, "dump", said.get):
            return needs.asked(files)

    def test_the_highest_version_counts_and_what_comes_along_is_no_need(self):
        found = self.symbols()
        self.assertEqual(set(found), {"GLIBC", "GLIBC_ABI_DT_RELR"})
        self.assertEqual(found["GLIBC"], ("2.35", "libm.so.6", Path("usr/bin/quiver")))

    def test_what_a_system_lacks_is_said(self):
        system = {
            "symbols": {"GLIBC": "2.9", "GLIBC_ABI_DT_RELR": "0"},
            "packages": {"libc6": "2.9", "libssl3": "3.0.2"},
        }
        self.assertEqual(
            list(
                needs.lacks(
                    system, self.symbols(), ["libc6 (>= 2.35)", "libssl3 (>= 3.0.0)", "libpq5", "libssl3 (>> 3)"]
                )
            ),
            [
                "quiver needs GLIBC_2.35 of libm.so.6, and it has 2.9",
                "the package asks for libc6 (>= 2.35), and it has 2.9",
                "libpq5 is not known of it",
            ],
        )
        system["symbols"]["GLIBC"], system["packages"] = "2.41", {"libc6": "2.41-1"}
        self.assertEqual(list(needs.lacks(system, self.symbols(), ["libc6 (>= 2.35)"])), [])

    def test_headers_ask_for_more_than_a_librarys_own_list(self):
        self.assertEqual(
            needs.with_least(["libvips42 (>> 8.0.2-1~)", "libcurl4 (>= 7.16.2)", "libpq5 (>= 14~~)"]),
            ["libvips42 (>= 8.14)", "libcurl4 (>= 7.87)", "libpq5 (>= 14~~)"],
        )

    def test_the_documentation_has_the_systems_as_the_list_has_them(self):
        known = needs.systems()
        head, _, *rows = needs.shown().split("\n")
        self.assertEqual([cell.strip() for cell in head.split("|")[2:-1]], list(known))
        self.assertGreater(len(rows), 8)
        for row in rows:
            what, *has = [cell.strip() for cell in row.split("|")[1:-1]]
            symbol = re.match(r"`(\w+)_([\d.]+)` of", what)
            for cell, (name, system) in zip(has, known.items()):
                with self.subTest(row=what, system=name):
                    if symbol:
                        self.assertEqual(cell, system["symbols"][symbol.group(1)])
                    else:
                        self.assertTrue(system["packages"][re.match(r"`([^`]+)`", what).group(1)].startswith(cell))

    @unittest.skipUnless(shutil.which("objdump") and shutil.which("dpkg-query"), "binutils or dpkg is missing")
    def test_this_system_has_what_is_told_of_it(self):
        name, found = needs.facts(Path("/"))
        self.assertRegex(found["symbols"]["GLIBC"], r"^2\.\d+$")
        self.assertEqual(list(needs.differences(found, found)), [])
        if name in needs.systems():
            self.assertEqual(list(needs.differences(found, needs.systems()[name])), [])
        more = {"symbols": {"GLIBC": "99.1"}, "packages": {}}
        self.assertEqual(list(needs.differences(found, more)), [f"GLIBC_99.1: it has {found['symbols']['GLIBC']}"])


class Machines(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def file(self, number, head=b"\x7fELF\x02\x01"):
        place = self.folder / f"file-{number}"
        place.write_bytes(head.ljust(18, b"\0") + number.to_bytes(2, "little"))
        return place

    def test_a_file_says_its_machine(self):
        self.assertEqual(machine.kind_of(self.file(62)), machine.Kind("amd64", "x86_64"))
        self.assertEqual(machine.common([self.file(183)], "aarch64").debian, "arm64")
        for place, said in (
            (self.file(8), "number 8"),
            (self.file(62, b"#!/bin/sh\n"), "no program of a 64-bit Linux"),
            (self.file(62, b"\x7fELF\x01\x01"), "no program of a 64-bit Linux"),
        ):
            with self.assertRaisesRegex(SystemExit, said):
                machine.kind_of(place)

    def test_a_package_is_made_on_its_own_kind(self):
        with self.assertRaisesRegex(SystemExit, "is for aarch64, and this is x86_64"):
            machine.common([self.file(62), self.file(183)], "x86_64")


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "only root makes roots")
class Rooms(unittest.TestCase):
    """In a root of this machine's own programs, bound from it."""

    def setUp(self):
        self.root = Path(self.enterContext(TemporaryDirectory()))
        self.root.chmod(0o755)
        for name in ("proc", "sys", "dev", "mnt", "tmp", "var/lib/quiver", "etc"):
            (self.root / name).mkdir(parents=True)
        # The programs come along as a mount of the test's own room.
        (self.root / "usr").mkdir()
        for name in ("bin", "sbin", "lib", "lib64"):
            (self.root / name).symlink_to(f"usr/{name}")
        self.volume = Path(self.enterContext(TemporaryDirectory()))
        os.chown(self.volume, 65534, 65534)

    def run_inside(self, script, **how):
        words = rooms.command(self.root, ["/bin/sh", "-c", script], **how)
        usr = ["unshare", "--mount", "/bin/sh", "-c", 'mount --rbind /usr "$0/usr"; exec "$@"', str(self.root)]
        return subprocess.run([*usr, *words], capture_output=True, text=True)

    def test_a_container_can_write_to_its_volume_alone(self):
        mounts = rooms.CONTAINER.format(volume=self.volume, place="/var/lib/quiver")
        ended = self.run_inside(
            "id -u; id -g; pwd; ls /sys/class/net; touch kept /tmp/x && touch /etc/x; echo $?; echo $$",
            mounts=mounts,
            processes=True,
            user="65534:65534",
            place="/var/lib/quiver",
        )
        self.assertEqual(ended.stdout.split(), ["65534", "65534", "/var/lib/quiver", "lo", "1", "1"], ended.stderr)
        self.assertTrue((self.volume / "kept").exists())

    def test_nothing_is_mounted_in_this_machines_own_view(self):
        before = Path("/proc/self/mountinfo").read_text()
        # What this machine lets nobody make, it does not let a room make either.
        outside = subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode
        ended = self.run_inside("ls /sys/class/net; readlink /proc/self/root; unshare --user true; echo $?")
        self.assertEqual(ended.stdout.split(), ["lo", "/", str(outside)], ended.stderr)
        self.assertEqual(Path("/proc/self/mountinfo").read_text(), before)
        self.assertEqual(list((self.root / "dev").iterdir()), [])


class CommandLine(unittest.TestCase):
    def status(self, *words):
        with (
            self.assertRaises(SystemExit) as stopped,
            unittest.mock.patch("sys.argv", ["package", *words]),
            unittest.mock.patch("sys.stderr", io.StringIO()) as said,
        ):
            main.main()
        return stopped.exception.code, said.getvalue()

    def test_wrong_usage_is_refused_before_anything_is_built(self):
        with unittest.mock.patch.object(main, "build", side_effect=AssertionError("it is built")):
            for words, said in (
                (["rpm"], "there is no 'rpm'"),
                (["--sweet", "x"], "unrecognized arguments: --sweet"),
                (["try", "--suite", "sarge"], "there is no suite 'sarge'"),
                (["try", "--suite", "noble"], "wants a --mirror"),
                (["deb", "--program", "/nowhere/quiver"], "there is no /nowhere/quiver"),
            ):
                status, told = self.status(*words)
                self.assertEqual(status, 64)
                self.assertIn(said, told)
            with unittest.mock.patch("os.geteuid", return_value=1000):
                self.assertEqual(self.status("try")[0], 2)

    def test_a_program_is_asked_who_it_is(self):
        with TemporaryDirectory() as folder:
            for said, found in (
                ("0.1.0 (e6d0b29a93)", ("0.1.0", "e6d0b29a93")),
                ("0.1.0 (e6d0b29a93, changed since)", ("0.1.0", "e6d0b29a93, changed since")),
                ("0.1.0", ("0.1.0", "")),
            ):
                program = Path(folder, "quiver")
                program.write_text(f"#!/bin/sh\necho '{said}'\n")
                program.chmod(0o755)
                self.assertEqual(main.version_of(program), found)
            program.write_text("#!/bin/sh\necho ls 9.1\n")
            with self.assertRaises(SystemExit), unittest.mock.patch("sys.stderr", io.StringIO()) as told:
                main.version_of(program)
            self.assertIn("is no Quiver: asked for its version it says 'ls 9.1'", told.getvalue())

    def test_a_package_that_is_there_needs_no_program(self):
        def needed(*words):
            with unittest.mock.patch("sys.argv", ["package", *words]):
                return usage.is_program_needed(usage.arguments())

        self.assertTrue(needed() and needed("try") and needed("deb", "try", "--package", __file__))
        self.assertFalse(needed("try", "image", "lint", "--package", __file__))
        self.assertFalse(needed("try-image", "--image", __file__))
        self.assertFalse(needed("needs", "--root", "/"))


if __name__ == "__main__":
    unittest.main()
