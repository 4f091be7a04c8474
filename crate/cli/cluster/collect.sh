#!/bin/sh
# All results in this folder together, as a table and as a list of runs; fails while a run is missing.
ganttlet collect results-*.jsonl --csv runs.csv > study.txt
