"""Sends what the API's own description allows, and what it does not; prints every answer that is not as described."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from review.program import environment, fail, options, page, say, score_samples
from review.table import table, verdict

OPERATION = re.compile(r"^_{3,} (.+?) _{3,}$")
CHECK = re.compile(r"^- (ST\d+ .+)$")
ANSWER = re.compile(r"^\[(\d{3})\] ")


def arguments():
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="scripts/review api", description=__doc__)
    parser.add_argument("--address", help="a server that runs already, over results that may be changed")
    parser.add_argument("--seconds", type=int, default=120, help="how long at most (default 120)")
    parser.add_argument("--examples", type=int, default=15, help="examples an operation (default 15)")
    return options(parser).parse_args()


def findings(text):
    """Operation, check, answer and the request to repeat it, out of what schemathesis prints."""
    operation, found, wants_request = "", [], False
    for line in text.splitlines():
        if title := OPERATION.match(line):
            operation = title[1]
        elif check := CHECK.match(line.strip()):
            found.append([operation, check[1], "", "", ""])
        elif found and line.strip().startswith(("Hint: ", "Invalid component: ", "Unsupported method ")):
            found[-1][2] = line.strip()
        elif found and (answer := ANSWER.match(line.strip())):
            found[-1][3] = answer[1]
        elif line.strip() == "Reproduce with:":
            wants_request = True
        elif wants_request and line.strip():
            # One request may break several checks: it stands below the last of them.
            for one in reversed(found):
                if one[4]:
                    break
                one[4] = f"`{line.strip()}`"
            wants_request = False
    return found


def main():
    """Runs schemathesis, and prints."""
    settings = arguments()
    with page(settings, score_samples) as address:
        say("sending requests …")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file",
                   Path(__file__).with_name("schemathesis.toml"), "run", f"{address}/api/v1/openapi.json",
                   "--checks", "all", "--exclude-path", "/api/v1/events", "--rate-limit", "40/s", "--max-examples",
                   str(settings.examples), "--max-time", str(settings.seconds), "--continue-on-failure",
                   "--generation-deterministic", "--no-color"]
        done = subprocess.run(command, capture_output=True, text=True, env={**environment(), "COLUMNS": "100000"})
    if done.returncode not in (0, 1) or "Test cases:" not in done.stdout:
        fail(f"schemathesis ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}")
    found = findings(done.stdout)
    if found:
        table(["operation", "check", "detail", "answer", "request"], found)
    sent = re.search(r"(\d+) generated", done.stdout)
    tested = re.search(r"Tested: (\d+)", done.stdout)
    table(["what", "measured", "asked", ""], [
        ["operations tested", tested[1] if tested else "?", "", ""],
        ["requests sent", sent[1] if sent else "?", "", ""],
        ["answers that are not as described", len(found), 0, verdict(not found)],
    ])
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
