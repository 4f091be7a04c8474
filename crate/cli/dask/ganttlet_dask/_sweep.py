"""Runs the shards of a study on the workers of a cluster and collects the results."""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client, Future, KilledWorker, as_completed

#: Shards for each thread of the cluster: runs differ in length, and small shares even out.
SHARDS_A_THREAD = 4


class Failure(Exception):
    """A study cannot be run, or its results cannot be collected; contains the messages of `ganttlet`."""


@dataclass(frozen=True)
class Result:
    """Result of a study."""

    #: Digest of the result, independent of where the runs were made.
    digest: str
    #: Measures of each run, in the order of the runs; NaN for no value.
    numbers: list[list[float]]
    #: Summaries of the parts of the study, as in `ganttlet collect --json`.
    parts: list[dict[str, Any]]


def sweep(
    study: str | os.PathLike[str],
    client: Client,
    *,
    binary: str = "ganttlet",
    shards: int | None = None,
    retries: int = 3,
) -> Result:
    """Runs the study in this file on all workers of the cluster of `client`.

    `binary` is the program, here and on each worker. The default number of `shards` is a few per thread of the cluster.
    The shards of a lost worker are repeated, up to `retries` times each.
    """
    path = Path(study)
    text = path.read_bytes()
    beside = {name: path.parent / name for name in sorted(set(_named(json.loads(text))))}
    files = {name: file.read_bytes() for name, file in beside.items() if file.is_file()}
    count = shards or SHARDS_A_THREAD * max(1, sum(client.nthreads().values()))

    def submit(shard: int) -> Future[bytes]:
        # Impure: each sweep makes its runs, whatever the cluster remembers.
        return client.submit(_shard, binary, text, files, shard, count, pure=False, retries=retries)

    started = {submit(shard): shard for shard in range(1, count + 1)}
    left = dict.fromkeys(started.values(), retries)
    results: dict[int, bytes] = {}
    done = as_completed(list(started))
    for future in done:
        shard = started.pop(future)
        try:
            results[shard] = future.result()
        except KilledWorker:
            # The cluster gives up on what several workers have died of; they may have died of something else.
            if left[shard] == 0:
                raise
            left[shard] -= 1
            again = submit(shard)
            started[again] = shard
            done.add(again)
    return _collected(binary, results)


def _named(tree: object) -> Iterator[str]:
    """Names of the files referenced by the scenarios of a study, relative to its directory."""
    if isinstance(tree, dict):
        file = tree.get("file")
        if isinstance(file, dict) and isinstance(file.get("name"), str):
            yield Path(file["name"]).name
        for value in tree.values():
            yield from _named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _named(value)


def _shard(binary: str, text: bytes, files: dict[str, bytes], shard: int, count: int) -> bytes:
    """Runs a shard on a worker and returns its results file."""
    with tempfile.TemporaryDirectory(prefix="ganttlet-") as folder:
        # Files may have any name: the study has another one, and the results another folder.
        inputs = Path(folder, "inputs")
        inputs.mkdir()
        study = _unlike(files, "study.json")
        for name, content in {**files, study: text}.items():
            Path(inputs, name).write_bytes(content)
        share = ["--shard", f"{shard}/{count}", "--out", "results.jsonl"]
        _run([binary, "sweep", str(Path("inputs", study)), "--threads", "1", *share], folder)
        return Path(folder, "results.jsonl").read_bytes()


def _unlike(files: dict[str, bytes], name: str) -> str:
    """This name, or a longer one that no file has, ignoring case."""
    taken = {other.lower() for other in files}
    while name in taken:
        name = f"_{name}"
    return name


def _collected(binary: str, results: dict[int, bytes]) -> Result:
    """Combines all results files."""
    with tempfile.TemporaryDirectory(prefix="ganttlet-") as folder:
        names = [f"results-{shard}.jsonl" for shard in results]
        for name, content in zip(names, results.values(), strict=True):
            Path(folder, name).write_bytes(content)
        told = json.loads(_run([binary, "collect", "--json", *names], folder))
    numbers: list[list[float]] = [[] for _ in range(told["runs"])]
    for content in results.values():
        for line in content.splitlines()[1:]:
            run = json.loads(line)
            numbers[run["run"]] = [math.nan if number is None else float(number) for number in run["numbers"]]
    return Result(told["digest"], numbers, told["parts"])


def _run(command: list[str], folder: str) -> bytes:
    """Runs a program in a directory and returns its output."""
    # A name is looked up as usual; a path is one from where the caller is.
    if os.path.dirname(command[0]):
        command = [os.path.abspath(command[0]), *command[1:]]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode != 0:
        raise Failure(done.stderr.decode(errors="replace").strip() or f"{command[0]}: status {done.returncode}")
    return done.stdout
