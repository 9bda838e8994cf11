"""A share of our own: a file system in memory, spoken straight through /dev/fuse, that can refuse to write."""

import ctypes
import errno
import os
import select
import stat
import struct
import threading
import time

from campaign.mounts import LIBC, Impossible, leave

LOOKUP, FORGET, GETATTR, SETATTR, MKDIR, UNLINK, RMDIR, RENAME = 1, 2, 3, 4, 9, 10, 11, 12
OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT = 14, 15, 16, 17, 18, 20, 25, 26
OPENDIR, READDIR, RELEASEDIR, FSYNCDIR, CREATE, INTERRUPT = 27, 28, 29, 30, 35, 36
BATCH_FORGET, RENAME2 = 42, 45
SILENT = (FORGET, BATCH_FORGET, INTERRUPT)
CHANGES = (WRITE, CREATE, MKDIR, FSYNC)
SET_MODE, SET_SIZE = 1, 8
LARGEST_WRITE = 1 << 17
LINK, SYMLINK = 13, 6
REFUSED_IN_NAMES = set(b':*?"<>|\\')


class Node:
    """A file or a folder."""

    def __init__(self, number, mode):
        self.number = number
        self.mode = mode
        self.data = bytearray()
        self.names = {}
        self.changed = time.time_ns()

    def attributes(self):
        """As the kernel wants them: struct fuse_attr."""
        seconds, rest = divmod(self.changed, 10**9)
        size = len(self.data)
        links = 2 if stat.S_ISDIR(self.mode) else 1
        return struct.pack("=6Q10I", self.number, size, (size + 511) // 512, seconds, seconds, seconds,
                           rest, rest, rest, self.mode, links, 0, 0, 0, 4096, 0)


class MemoryShare:
    """A mounted share; `refuse_after` makes every write fail until `allow`, and `plain` names are as on FAT."""

    def __init__(self, folder, kind="fuse", plain=False):
        self.folder = folder
        self.kind = kind
        self.plain = plain
        self.nodes = {1: Node(1, stat.S_IFDIR | 0o755)}
        self.error = None
        self.left = 0
        self.refused = 0
        self.answering = threading.Event()
        self.answering.set()

    def refuse_after(self, error, writes=0):
        """After so many more writes, each is refused with this error (as in "EIO")."""
        self.left = writes
        self.error = getattr(errno, error)

    def hang(self):
        """Answers no request any more; none is taken from the kernel, so that who asks can be killed."""
        self.answering.clear()

    def answer_again(self):
        """Goes on."""
        self.answering.set()

    def allow(self):
        """Writes go through again."""
        self.error = None

    def __enter__(self):
        try:
            self.device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise Impossible(f"/dev/fuse: {error.strerror}") from None
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,default_permissions,allow_other"
        if LIBC.mount(b"quiver-share", os.fsencode(self.folder), self.kind.encode(), 0, options.encode()) != 0:
            os.close(self.device)
            raise Impossible(f"a FUSE mount: {os.strerror(ctypes.get_errno())}")
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.answer_again()
        leave(self.folder)
        self.thread.join(10)
        os.close(self.device)

    def serve(self):
        """Answers the kernel until the share is taken off."""
        while True:
            self.answering.wait()
            if not select.select([self.device], [], [], 0.02)[0] or not self.answering.is_set():
                continue
            try:
                request = os.read(self.device, LARGEST_WRITE + 4096)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.EAGAIN, errno.ENOENT):
                    continue
                return
            _, verb, unique, number = struct.unpack_from("=IIQQ", request)
            if verb in SILENT:
                continue
            try:
                answer, failure = self.answer(verb, number, request[40:]), 0
            except OSError as error:
                answer, failure = b"", -error.errno
            try:
                os.write(self.device, struct.pack("=IiQ", 16 + len(answer), failure, unique) + answer)
            except OSError:
                continue  # the program that asked was killed meanwhile

    def answer(self, verb, number, body):
        """The answer to one request; OSError for the kernel to pass on."""
        if verb == INIT:
            return struct.pack("=4I2H2I2H8I", 7, 31, 1 << 16, 0, 16, 12, LARGEST_WRITE, 1, 0, 0, *[0] * 8)
        if verb == STATFS:
            return struct.pack("=5Q4I6I", 1 << 20, 1 << 19, 1 << 19, 1 << 20, 1 << 19, 4096, 255, 4096, 0, *[0] * 6)
        node = self.nodes.get(number)
        if node is None:
            raise OSError(errno.ESTALE, "stale")
        if verb in CHANGES and self.error:
            self.left -= 1
            if self.left < 0:
                self.refused += 1
                raise OSError(self.error, "refused")
        if verb in (OPEN, OPENDIR):
            return struct.pack("=Q2I", 0, 0, 0)
        if verb == FLUSH:
            # Not asked again: a process that is killed would wait for the answer of a share that hangs.
            raise OSError(errno.ENOSYS, "not known here")
        if verb in (RELEASE, RELEASEDIR, FSYNC, FSYNCDIR):
            return b""
        if verb == GETATTR:
            return self.attributes(node)
        if verb == SETATTR:
            return self.set(node, body)
        if verb == READ:
            offset, size = struct.unpack_from("=8xQI", body)
            return bytes(node.data[offset:offset + size])
        if verb == WRITE:
            return self.write(node, body)
        if verb == READDIR:
            return self.list(node, *struct.unpack_from("=8xQI", body))
        return self.name(verb, node, body)

    @staticmethod
    def attributes(node):
        """struct fuse_attr_out, to be believed for no time at all."""
        return struct.pack("=QII", 0, 0, 0) + node.attributes()

    @staticmethod
    def entry(node):
        """struct fuse_entry_out, to be believed for no time at all."""
        return struct.pack("=4Q2I", node.number, 0, 0, 0, 0, 0) + node.attributes()

    def set(self, node, body):
        """Changes size and mode; times are ours."""
        valid, size, mode = struct.unpack_from("=I12xQ44xI", body)
        if valid & SET_SIZE:
            del node.data[size:]
            node.data.extend(bytes(size - len(node.data)))
        if valid & SET_MODE:
            node.mode = mode
        return self.attributes(node)

    @staticmethod
    def write(node, body):
        """Puts bytes into a file."""
        offset, size = struct.unpack_from("=8xQI", body)
        node.data.extend(bytes(max(0, offset - len(node.data))))
        node.data[offset:offset + size] = body[40:40 + size]
        node.changed = time.time_ns()
        return struct.pack("=II", size, 0)

    @staticmethod
    def list(node, offset, size):
        """Names of a folder from a position on."""
        answer = b""
        for position, (name, child) in enumerate(list(node.names.items())[offset:], offset + 1):
            entry = struct.pack("=QQII", child.number, position, len(name), child.mode >> 12) + name
            entry += bytes(-len(entry) % 8)
            if len(answer) + len(entry) > size:
                break
            answer += entry
        return answer

    def check(self, name):
        """Refuses a name that FAT and its like cannot hold."""
        if self.plain and any(byte < 0x20 or byte in b':*?"<>|\\' for byte in name):
            raise OSError(errno.EINVAL, "no name here")

    def name(self, verb, node, body):
        """What is done to a name in a folder."""
        if verb in (MKDIR, CREATE):
            mode = struct.unpack_from("=II", body)[verb == CREATE]
            name = body[8 if verb == MKDIR else 16:].split(b"\0")[0]
            self.check(name)
            if name in node.names:
                raise OSError(errno.EEXIST, "there already")
            child = Node(max(self.nodes) + 1, mode | (stat.S_IFDIR if verb == MKDIR else stat.S_IFREG))
            self.nodes[child.number] = node.names[name] = child
            return self.entry(child) + (struct.pack("=Q2I", 0, 0, 0) if verb == CREATE else b"")
        if verb in (RENAME, RENAME2):
            target = self.nodes[struct.unpack_from("=Q", body)[0]]
            old, new = body[8 if verb == RENAME else 16:].split(b"\0")[:2]
            self.check(new)
            if old not in node.names:
                raise OSError(errno.ENOENT, "no such name")
            target.names[new] = node.names.pop(old)
            return b""
        name = body.split(b"\0")[0]
        if verb not in (LOOKUP, UNLINK, RMDIR):
            raise OSError(errno.ENOSYS, "not known here")
        if name not in node.names:
            raise OSError(errno.ENOENT, "no such name")
        if verb == LOOKUP:
            return self.entry(node.names[name])
        if verb == RMDIR and node.names[name].names:
            raise OSError(errno.ENOTEMPTY, "not empty")
        del node.names[name]
        return b""


class FatShare(MemoryShare):
    """A share that takes names as FAT does, and knows neither links nor renames that refuse to replace."""

    def name(self, verb, node, body):
        """What is done to a name in a folder, where FAT would do it."""
        names = {MKDIR: 8, CREATE: 16, RENAME: 8, RENAME2: 16}
        given = body[names[verb]:].split(b"\0") if verb in names else []
        if any(REFUSED_IN_NAMES & set(name) for name in given):
            self.refused += 1
            raise OSError(errno.EINVAL, "no name on FAT")
        if verb == RENAME2 and struct.unpack_from("=8xI", body)[0]:
            self.refused += 1
            raise OSError(errno.EINVAL, "no flags on FAT")
        if verb in (LINK, SYMLINK):
            self.refused += 1
            raise OSError(errno.EPERM, "no links on FAT")
        return super().name(verb, node, body)


class ForgetfulShare(MemoryShare):
    """A share that numbers its files anew again and again, as FAT does with those that the kernel has forgotten."""

    begin = time.monotonic()

    @property
    def round(self):
        """How often the numbers have been made anew."""
        return int((time.monotonic() - self.begin) / 0.7)

    def answer(self, verb, number, body):
        """The same with other numbers in what is said of a file."""
        answer = super().answer(verb, number, body)
        places = {GETATTR: 16, SETATTR: 16, LOOKUP: 40, MKDIR: 40, CREATE: 40}
        if verb not in places or number == 0:
            return answer
        place = places[verb]
        told = struct.unpack_from("=Q", answer, place)[0]
        return answer[:place] + struct.pack("=Q", told + self.round * 1_000_000) + answer[place + 8:]
