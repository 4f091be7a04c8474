//! Access to the reference data, and comparison of schedules.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod invariants;
pub(crate) mod queue_reasons;
pub(crate) mod sentences;
pub(crate) mod textbook;

use ganttlet_core::record::{Digest, Level, Trace};
use ganttlet_core::time::Time;
use ganttlet_sim::system::{Budget, Run};
use std::path::PathBuf;

/// The folder of reference data: `$GANTTLET_DATA`, or `shared/data` beside the repository. Tests that need it are
/// ignored.
pub(crate) fn data_folder() -> PathBuf {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("GANTTLET_DATA").map_or(beside, PathBuf::from);
    assert!(folder.is_dir(), "no reference data in {} (set GANTTLET_DATA)", folder.display());
    folder
}

/// The digest of a run in slices of this number of events.
pub(crate) fn digest_in_slices(mut run: impl Run, slice: u64) -> Digest {
    run.keep([Level::Digest, Level::Measures, Level::Full][slice as usize % 3]);
    while !run.advance(Budget::events(slice)).done {}
    run.trace().digest()
}

/// The first 12 hexadecimal digits of the MD5 of the lines `number start`, by number, starts rounded to seconds.
pub(crate) fn start_hash(trace: &Trace) -> String {
    use md5::{Digest, Md5};
    let mut starts: Vec<(u32, i64)> = (0..trace.subjects.len())
        .map(|job| (trace.subjects.number[job], trace.subjects.start[job].rounded_seconds()))
        .collect();
    starts.sort_unstable();
    let lines: Vec<String> = starts.iter().map(|(number, start)| format!("{number} {start}")).collect();
    let hash = Md5::digest(lines.join("\n").as_bytes());
    hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Mean wait and mean bounded slowdown (threshold 10 s) of all jobs, in seconds.
pub(crate) fn wait_and_slowdown(trace: &Trace) -> (f64, f64) {
    let table = &trace.subjects;
    let started: Vec<usize> = (0..table.len()).filter(|&job| table.start[job] != Time::MAX).collect();
    let (mut waits, mut slowdowns) = (0.0, 0.0);
    for &job in &started {
        let wait = (table.start[job] - table.submit[job]).seconds();
        let run = (table.end[job] - table.start[job]).seconds();
        waits += wait;
        slowdowns += ((wait + run) / run.max(10.0)).max(1.0);
    }
    (waits / started.len() as f64, slowdowns / started.len() as f64)
}
