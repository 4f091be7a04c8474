//! Real logs and workflows, if they are there: counts that other programs found, and speed.

use super::{Reading, read};
use crate::entry::{Settings, Value};
use crate::workload::generator::Work;
use crate::workload::{Job, Workflow};
use std::path::{Path, PathBuf};

/// The folder of reference data: `$GANTTLET_DATA`, or `shared/data` beside the repository.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn data() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("GANTTLET_DATA").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no reference data in {} (set GANTTLET_DATA)", folder.display());
    None
}

#[test]
#[expect(clippy::print_stdout, reason = "show")]
fn show() {
    let Some(folder) = data() else { return };
    for sub in [
        "swf",
        "dax",
        "dax/pegasus",
        "dax/simgrid",
        "dax/task-clustering",
        "failures",
        "gwf",
        "stg",
        "dot",
        "batsim/workloads",
        "wta/shell/tasks/schema-1.0",
        "pegasus-yaml",
        "cluster-csv",
        "cws-dag",
        "simgrid-platforms",
    ] {
        let mut names: Vec<_> = std::fs::read_dir(folder.join(sub))
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.is_file())
            .collect();
        names.sort();
        for path in names {
            let bytes = std::fs::read(&path).unwrap();
            println!("==== {} ", path.display());
            match read(path.file_name().unwrap().to_str().unwrap(), &bytes, None, &Settings::default()) {
                Ok(r) => {
                    let rep = &r.report;
                    println!(
                        "{} read {} skipped {} repaired {} proc {:?} {}",
                        rep.format, rep.read, rep.skipped, rep.repaired, rep.processors, rep.processors_from
                    );
                    for f in &rep.facts {
                        println!("   {}: {}", f.label, f.value);
                    }
                    for d in &rep.diagnostics {
                        println!("   {d}");
                    }
                }
                Err(ds) => {
                    for d in ds {
                        println!("   {d}");
                    }
                }
            }
        }
    }
}
