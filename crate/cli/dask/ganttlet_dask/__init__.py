"""Ganttlet studies on a Dask cluster: each shard is a separate process on a worker."""

from ._sweep import Failure, Result, sweep

__all__ = ["Failure", "Result", "sweep"]
