"""Photos without their colour profiles: Quiver applies a profile, and most libraries read the numbers as they stand."""

import struct


def without_profile(data):
    """A JPEG's or PNG's bytes without the profile; other files, and those without one, as they are."""
    if data[:2] == b"\xff\xd8":
        return jpeg(data)
    return png(data) if data[:8] == b"\x89PNG\r\n\x1a\n" else data


def jpeg(data):
    """Leaves out the segments APP2 that hold a profile."""
    out, place = [data[:2]], 2
    while data[place] == 0xFF and data[place + 1] != 0xDA:
        end = place + 2 + struct.unpack(">H", data[place + 2 : place + 4])[0]
        if not (data[place + 1] == 0xE2 and data[place + 4 : place + 16] == b"ICC_PROFILE\0"):
            out.append(data[place:end])
        place = end
    return b"".join(out) + data[place:]


def png(data):
    """Leaves out the chunk iCCP."""
    out, place = [data[:8]], 8
    while place < len(data):
        end = place + 12 + struct.unpack(">I", data[place : place + 4])[0]
        if data[place + 4 : place + 8] != b"iCCP":
            out.append(data[place:end])
        place = end
    return b"".join(out)
