#!/bin/sh
# A study with GNU parallel, a shard a job: on this machine, or on those of a file of names with --sshloginfile and a folder
# that all of them share. ./parallel.sh study.json
seq 16 | parallel --retries 3 ganttlet sweep "$1" --shard {}/16 --threads 1 --out results-{}.jsonl
exec ganttlet collect results-*.jsonl
