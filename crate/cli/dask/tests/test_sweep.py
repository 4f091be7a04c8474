"""A study on two worker processes, one of which is killed: the result is that of one thread."""

from __future__ import annotations

import hashlib
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster

from ganttlet_dask import Failure, sweep

BINARY = os.environ["GANTTLET"]


def two_policies(jobs: int, seeds: int) -> dict[str, Any]:
    """Two policies with so many seeds; what arrives after the end has no variation, so that numbers are missing."""
    return {
        "name": "Two policies",
        "base": {
            "version": 1,
            "seed": 3,
            "platform": {"preset": "one-cluster", "parameters": {"nodes": 32}},
            "workload": [{"generator": "poisson", "parameters": {"jobs": jobs, "load": 0.8}}],
            "system": {"kind": "batch", "policies": {"local": "easy"}},
        },
        "axes": [{"name": "policy", "variants": [{"name": "FCFS", "set": {"local": "fcfs"}}, {"name": "EASY"}]}],
        "seeds": seeds,
        "measures": [{"metric": "wait"}, {"metric": "wait", "name": "late", "statistic": "variation", "from_s": 1e9}],
    }


class Sweep(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        cluster = self.enterContext(
            LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        )
        self.client = self.enterContext(Client(cluster))

    def write(self, document: dict[str, Any], name: str = "study.json") -> Path:
        path = self.folder / name
        path.write_text(json.dumps(document))
        return path

    def test_a_lost_worker_changes_nothing(self) -> None:
        path = self.write(two_policies(jobs=3000, seeds=60))
        sweep_alone = [BINARY, "sweep", str(path), "--threads", "1", "--json"]
        alone = json.loads(subprocess.run(sweep_alone, check=True, capture_output=True).stdout)
        pids = list(self.client.run(os.getpid).values())

        def kill() -> None:
            """Kills a worker once both have something to do."""
            while sum(map(bool, self.client.processing().values())) < 2:
                time.sleep(0.01)
            os.kill(pids[0], signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        result = sweep(path, self.client, binary=BINARY, shards=12)
        self.assertFalse(killer.is_alive(), "a worker died while it ran")
        self.client.wait_for_workers(2)
        self.assertNotIn(pids[0], self.client.run(os.getpid).values())
        self.assertEqual((result.digest, result.parts), (alone["digest"], alone["parts"]))
        self.assertEqual([len(numbers) for numbers in result.numbers], [2] * 120)
        self.assertTrue(all(math.isfinite(wait) and math.isnan(late) for wait, late in result.numbers))

    def test_what_cannot_be_run_is_told(self) -> None:
        broken = two_policies(jobs=10, seeds=2)
        broken["measures"] = [{"metric": "wiat"}]
        with self.assertRaisesRegex(Failure, "Did you mean"):
            sweep(self.write(broken), self.client, binary=BINARY, shards=2, retries=0)

    def test_files_travel_with_the_study(self) -> None:
        jobs = ["1 0 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 1 -1 -1 -1", "2 5 -1 10 32 -1 -1 32 10 -1 1 1 1 -1 1 -1 -1 -1"]
        log = "\n".join(["; MaxProcs: 32", *jobs, ""]).encode()
        # Names that the package uses itself are names like all others.
        for name in ["log.swf", "results.jsonl", "study.json", "_STUDY.json", "inputs"]:
            (self.folder / name).write_bytes(log)
            document = two_policies(jobs=10, seeds=2)
            file = {"name": name, "sha256": hashlib.sha256(log).hexdigest(), "format": "swf"}
            document["base"]["workload"] = [{"file": file}]
            result = sweep(self.write(document, "of-a-log.json"), self.client, binary=BINARY, shards=2)
            self.assertEqual([numbers[0] for numbers in result.numbers], [2.5] * 4, name)


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout))
