"""A table of jobs in a Parquet file, for measurements: parquet_jobs.py OUT.parquet ROWS [ROWS_PER_GROUP]. Needs numpy and pyarrow."""

import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

path, rows = sys.argv[1], int(sys.argv[2])
group = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
random = np.random.default_rng(1)
submit = np.cumsum(random.integers(0, 60_000_000, rows)) + 1_000_000_000_000_000
run = random.uniform(1, 40_000, rows)
table = pa.table(
    {
        "job_id": np.arange(rows),
        "submit": pa.array(submit, pa.timestamp("us")),
        "start": pa.array(submit + random.integers(0, 9_000_000_000, rows), pa.timestamp("us")),
        "run": run,
        "limit": run + random.uniform(0, 9_000, rows),
        "procs": random.integers(1, 257, rows).astype("i4"),
        "user": random.integers(0, 300, rows).astype("i4"),
        "queue": random.integers(0, 5, rows).astype("i4"),
    }
)
pq.write_table(table, path, compression="snappy", row_group_size=group)
print(f"{table.nbytes / 1e6:.0f} MB of columns, {os.path.getsize(path) / 1e6:.0f} MB on disk")
