#!/bin/sh
# Combines all results in this directory into a table and a list of runs; fails while runs are missing.
ganttlet collect results-*.jsonl --csv runs.csv > study.txt
