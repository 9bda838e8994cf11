"""Kernels that lack something, played by a filter that says of some system calls that there is no such thing."""

import ctypes
import errno
import os
import platform
import struct

# By machine: numbers of the calls that differ between the two.
NUMBERS = {"x86_64": {"unshare": 272, "seccomp": 317}, "aarch64": {"unshare": 97, "seccomp": 277}}
LANDLOCK = 444
SET_NO_NEW_PRIVILEGES, SET_FILTER, FILTER_MODE = 38, 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
REFUSE, ALLOW = 0x00050000 | errno.ENOSYS, 0x7FFF0000


def lacking(*names):
    """A function for a forked child that takes from it, and what it runs: landlock, unshare, seccomp, as named."""
    own = NUMBERS[platform.machine()]
    numbers = [LANDLOCK if name == "landlock" else own[name] for name in names]
    code = [(LOAD, 0, 0, 0)]
    for number in numbers:
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE)]
    code += [(RETURN, 0, 0, ALLOW)]
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in code))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(code), ctypes.addressof(instructions)))
    library = ctypes.CDLL(None, use_errno=True)

    def apply():
        if library.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(SET_FILTER, FILTER_MODE, program, 0, 0):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    # What the program points to has to live as long as the function.
    apply.kept = (instructions, program)
    return apply
