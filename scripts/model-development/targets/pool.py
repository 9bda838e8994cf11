"""Scenes are drawn by several processes."""

import multiprocessing

import cv2


def across(draw, numbers, workers=2, say_every=0):
    """Calls `draw` for each of the numbers, in processes of their own; says every so often how far it is."""
    # spawned, not forked: a fork of a process that has used OpenCV's threads may hang
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, cv2.setNumThreads, (1,), maxtasksperchild=400) as pool:
        for done, _ in enumerate(pool.imap_unordered(draw, numbers, chunksize=4), 1):
            if say_every and done % say_every == 0:
                print(f"rendered {done} of {len(numbers)}", flush=True)
