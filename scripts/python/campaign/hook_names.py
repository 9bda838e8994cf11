"""A name that leads elsewhere at each look, in a network and with mounts of its own: PROGRAM SETTINGS PORT."""

import contextlib
import json
import socket
import struct
import subprocess
import sys
import tempfile
import threading

# It is routed on the internet and belongs to no interface here; all of it leads to the listener.
PUBLIC, NETWORK = "192.31.196.1", "192.31.196.0/24"
INSIDE, NOWHERE = "127.0.0.1", "192.31.195.1"
# What the name leads to at each look.
LOOKS = [[PUBLIC], [INSIDE], [PUBLIC, INSIDE], [NOWHERE, INSIDE], [INSIDE, NOWHERE], [PUBLIC]]


class Names:
    """A name server that gives each name the addresses of the moment, and forbids that they are kept."""

    def __init__(self):
        self.addresses, self.asked = [], []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """Answers until the process ends."""
        while True:
            question, client = self.socket.recvfrom(512)
            told, found = answer(question, self.addresses)
            self.asked += found
            self.socket.sendto(told, client)


def answer(question, addresses):
    """The answer to a question of DNS, and the addresses in it: none but of IPv4."""
    end = question.index(b"\0", 12) + 5
    kind = struct.unpack("!H", question[end - 4:end - 2])[0]
    found = addresses if kind == 1 else []
    head = question[:2] + struct.pack("!HHHHH", 0x8180, 1, len(found), 0, 0)
    records = [struct.pack("!HHHIH", 0xC00C, 1, 1, 0, 4) + socket.inet_aton(address) for address in found]
    return head + question[12:end] + b"".join(records), found


def listen(port, reached):
    """Takes every message, and notes at which address it came."""
    server = socket.create_server(("0.0.0.0", port))
    while True:
        connection, _ = server.accept()
        reached.append(connection.getsockname()[0])
        with contextlib.suppress(OSError):
            connection.recv(1 << 20)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.close()


def main():
    """Delivers at each look, and prints what was asked and reached."""
    program, settings, port = sys.argv[1:]
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "route", "add", "local", NETWORK, "dev", "lo"], check=True)
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write("nameserver 127.0.0.1\noptions timeout:5\n")
        file.flush()
        subprocess.run(["mount", "--bind", file.name, "/etc/resolv.conf"], check=True)
        names, reached, statuses, talks = Names(), [], [], []
        threading.Thread(target=listen, args=(int(port), reached), daemon=True).start()
        for names.addresses in LOOKS:
            ended = subprocess.run([program, "hooks", "test", "hook", "--config", settings], capture_output=True,
                                   text=True, timeout=240)
            statuses.append(ended.returncode)
            talks.append(ended.stderr.strip().splitlines()[-1][-200:] if ended.stderr.strip() else "")
    print(json.dumps({"asked": names.asked, "reached": reached, "statuses": statuses, "talks": talks}))


if __name__ == "__main__":
    main()
