#!/bin/sh
# A study on OAR: an array, one job per shard. oarsub -S "./oar.sh study.json"; then ganttlet collect results-*.jsonl
#OAR -n ganttlet
#OAR --array 16
#OAR -l core=1,walltime=1
#OAR -t idempotent
ganttlet sweep "$1" --shard "$OAR_ARRAY_INDEX/16" --threads 1 --out "results-$OAR_ARRAY_INDEX.jsonl"
