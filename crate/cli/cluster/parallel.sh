#!/bin/sh
# A study with GNU parallel, one job per shard: on this machine, or with --sshloginfile on the machines of a list and a directory
# that they share. ./parallel.sh study.json
seq 16 | parallel --retries 3 ganttlet sweep "$1" --shard {}/16 --threads 1 --out results-{}.jsonl
exec ganttlet collect results-*.jsonl
