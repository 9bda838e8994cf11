"""Sends one request and prints the answer as JSON: run by itself, inside the network that it is to be sent from."""

import http.client
import json
import sys


def main():
    """METHOD PORT PATH, and a body and its revision where there are."""
    method, port, path, *rest = sys.argv[1:]
    headers = {"Content-Type": "application/json"} if rest else {}
    if len(rest) > 1:
        headers["If-Match"] = f'"{rest[1]}"'
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=240)
    try:
        connection.request(method, path, rest[0] if rest else None, headers)
        answer = connection.getresponse()
        print(json.dumps({"status": answer.status, "body": answer.read().decode(errors="replace")}))
    except (OSError, http.client.HTTPException) as error:
        print(json.dumps({"status": 0, "body": str(error)}))


if __name__ == "__main__":
    main()
