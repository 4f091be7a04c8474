#!/bin/sh
# A study on Slurm: a job array, one task per shard. sbatch slurm.sh study.json; then ganttlet collect results-*.jsonl
#SBATCH --job-name=ganttlet
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
#SBATCH --requeue
ganttlet sweep "$1" --shard "$SLURM_ARRAY_TASK_ID/16" --threads 1 --out "results-$SLURM_ARRAY_TASK_ID.jsonl"
