"""Studies of Ganttlet on a Dask cluster: shards are processes of their own on its workers."""

from ._sweep import Failure, Result, sweep

__all__ = ["Failure", "Result", "sweep"]
