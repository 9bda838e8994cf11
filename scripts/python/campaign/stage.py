"""Plays scenes side by side and makes rows of them."""

import os
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor

from campaign import mounts
from campaign.bench import Row
from campaign.scene import Broken, Scene


def stage(bench, scenes):
    """Plays scenes, some at a time, because most of them wait; one row each.

    A scene is a function and its arguments; its docstring is the promise.
    """
    assert bench.model  # made once, before anybody needs it
    reason = None
    try:
        mounts.own()
    except mounts.Impossible as why:
        reason = str(why)

    def play(numbered):
        number, (scene, *arguments) = numbered
        words = [scene.__name__, *map(str, arguments)]
        promise, fault = promise_of(scene), " ".join(words).replace("_", " ")
        try:
            if reason:
                raise mounts.Impossible(reason)
            return scene(bench, "-".join([*words, str(number)]).replace(" ", "-"), *arguments)
        except mounts.Impossible as why:
            must = os.environ.get("CI") == "true" and os.geteuid() == 0
            return Row(promise, fault, f"skipped: {plain(why)}", "", not must)
        except (Broken, OSError, sqlite3.Error, subprocess.SubprocessError, AssertionError) as why:
            return Row(promise, fault, "", plain(why), False)

    try:
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(play, enumerate(scenes)))
    finally:
        Scene.end_all()


def promise_of(scene):
    """What a scene's docstring says."""
    return plain(scene.__doc__.strip().rstrip("."))


def plain(text):
    """One line that fits a table."""
    return " ".join(str(text).replace("|", "/").split())


def result(scene, fault, proof, figure, wrong):
    """A row: the figure, and everything that was not as promised."""
    figure += "".join(f"; BROKEN: {each}" for each in wrong)
    return Row(promise_of(scene), plain(fault), plain(proof), plain(figure), not wrong)
