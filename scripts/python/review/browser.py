"""Headless Chromium, driven over the WebDriver protocol with the standard library alone."""

import contextlib
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

from review.program import fail

ENTER, DELETE = "\ue007", "\ue017"


class Browser:
    """One window of a browser."""

    def __init__(self, driver):
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en-US"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        self.driver = driver
        self.path = ""
        self.path = "/session/" + self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def ask(self, method, path, body=None):
        """Sends a command of the protocol."""
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.driver + self.path + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"][:600]) from error

    def cdp(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def js(self, text, *arguments):
        """Runs a script in the page; what it returns, or what its promise comes to."""
        return self.ask("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def size(self, width, height, dark=False):
        """Sets the window's size and the colour scheme."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address, place):
        """Opens a page by the part of its address after #, and waits until it says that it is there."""
        if self.js("return location.origin") != address:
            self.ask("POST", "/url", {"url": f"{address}/{place}"})
        else:
            self.js("delete document.documentElement.dataset.ready;"
                    "if (location.hash === arguments[0]) location.reload(); else location.hash = arguments[0]", place)
        self.wait("return document.documentElement.dataset.ready")

    def wait(self, text, seconds=20):
        """Waits until a script returns something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = self.js(text)
            except RuntimeError:
                found = None  # the page is being loaded
            if found:
                return found
            time.sleep(0.02)
        raise RuntimeError("waited in vain for: " + text)

    def key(self, key):
        """Presses and releases one key."""
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})

    def drag(self, start, end):
        """One drag by mouse between two points of the window."""
        def move(share):
            place = [round(a + (b - a) * share) for a, b in zip(start, end)]
            return {"type": "pointerMove", "duration": 20, "x": place[0], "y": place[1]}
        steps = [move(0), {"type": "pointerDown", "button": 0}, *(move(k / 5) for k in range(1, 6)),
                 {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("POST", "/actions", {"actions": [mouse]})


@contextmanager
def browser():
    """A browser for the time of a block."""
    driver = shutil.which("chromedriver")
    if not driver:
        fail("there is no chromedriver: apt-get install -y chromium chromium-driver")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    window = None
    try:
        window = begin(f"http://127.0.0.1:{port}")
        yield window
    finally:
        if window:
            with contextlib.suppress(OSError, RuntimeError):  # it has ended by itself
                window.ask("DELETE", "")
        process.terminate()
        process.wait()


def begin(driver):
    """Opens a window as soon as the driver answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(driver + "/status", timeout=1):
                return Browser(driver)
        except OSError:
            time.sleep(0.1)
    return fail("chromedriver does not answer")
