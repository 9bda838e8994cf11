"""How often the classifier is right on windows that training never saw."""

import numpy as np

from .windows import LABELS


def session(path):
    """A function from a window, [60, 18, 3], to the shares of the actions, by ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    run = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda window: run.run(None, {"poses": window})[0][0]


def measure(path, values, labels):
    """How often each action was taken for which, [true, said], with windows of less than 0.5 in a last column."""
    predict, counts = session(path), np.zeros((len(LABELS), len(LABELS) + 1), int)
    for window, label in zip(values, labels):
        shares = predict(window)
        counts[label, shares.argmax() if shares.max() >= 0.5 else len(LABELS)] += 1
    return counts


def table(counts):
    """The figures as a Markdown table."""
    lines = [
        "| action | windows | " + " | ".join(LABELS) + " | unsure | recall | precision |",
        "| --- |" + " --- |" * (len(LABELS) + 4),
    ]
    for index, name in enumerate(LABELS):
        row = counts[index]
        recall, precision = row[index] / max(row.sum(), 1), row[index] / max(counts[:, index].sum(), 1)
        cells = " | ".join(str(count) for count in row)
        lines.append(f"| {name} | {row.sum()} | {cells} | {recall:.3f} | {precision:.3f} |")
    right = np.trace(counts[:, : len(LABELS)]) / max(counts.sum(), 1)
    lines.append(f"\n{counts.sum()} windows, {right:.3f} right")
    return "\n".join(lines)
