extension Settings {
    /// The file that `quiver init` writes: the keys that people change, with values that work as they stand.
    public static let template = """
        {
          "watch": [
            { "path": "drop", "recursive": true, "settle": "2s" }
          ],
          "queue": "quiver.sqlite",
          "letterbox": { "size": 640, "fill": 114 },
          "detectors": [
            { "name": "targets", "task": "detect", "confidence": 0.35, "iou": 0.50 }
          ],
          "output": { "path": "results", "formats": ["json", "csv", "jsonl"], "annotate": true },
          "after": "keep",
          "workers": { "count": "auto", "timeout": "60s", "memory": "2GiB" },
          "retry": { "attempts": 3, "backoff": "5s" }
        }

        """
}
