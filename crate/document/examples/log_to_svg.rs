//! Reads a workload log, runs it under EASY backfilling, and writes a Gantt chart as SVG.
//!
//! ```sh
//! cargo run -p ganttlet-document --example log_to_svg -- chart.svg log.swf.gz
//! ```
#![allow(clippy::print_stdout)]

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::{Built, FileFacts, Files, LocalFile, Upload as _, build, read_value, usual_platform};
use ganttlet_render::{Canvas, View, svg};
use ganttlet_sim::system::Budget;
use serde_json::json;

/// Four jobs in the Standard Workload Format: number, submit time, wait time, runtime, nodes, ..
const LOG: &str = "\
; MaxProcs: 8
1  0 -1 300 4 -1 -1 4 300 -1 1 1 1 -1 -1 -1 -1 -1
2 20 -1 600 8 -1 -1 8 600 -1 1 2 1 -1 -1 -1 -1 -1
3 40 -1 200 2 -1 -1 2 200 -1 1 3 1 -1 -1 -1 -1 -1
4 60 -1 900 2 -1 -1 2 900 -1 1 1 1 -1 -1 -1 -1 -1
";

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let chart = arguments.next().unwrap_or_else(|| "chart.svg".to_owned());
    let (name, bytes) = match arguments.next() {
        Some(path) => (path.clone(), std::fs::read(path)?),
        None => ("four-jobs.swf".to_owned(), LOG.into()),
    };
    match drawing(&name, bytes) {
        Ok(drawing) => std::fs::write(&chart, drawing)?,
        Err(diagnostics) => {
            for diagnostic in diagnostics {
                println!("{diagnostic}");
            }
        }
    }
    Ok(())
}

/// The schedule of a log as SVG.
fn drawing(name: &str, bytes: Vec<u8>) -> Result<String, Vec<Diagnostic>> {
    // The content decides the format, not the name; gzip is unpacked.
    let mut file = LocalFile::new(name, bytes);
    let reading = file.look()?.clone();
    let (kind, report) = (reading.work.kind(), &reading.report);
    println!("{name}: {} jobs in the format {}, {} skipped", report.read, report.format, report.skipped);

    // A scenario names a file by its digest, so that it cannot be mistaken for another file.
    let reference = json!({ "name": name, "sha256": file.sha256(), "format": report.format });
    let (platform, words) = usual_platform(kind, report.processors);
    println!("platform: {words}");
    let scenario = read_value(json!({
        "version": 1,
        "platform": platform,
        "workload": [FileFacts::of(kind, report).workload_part(&reference, false)],
        "system": { "kind": "batch", "policies": { "local": "easy" } },
    }));
    let scenario = scenario.scenario.ok_or(scenario.diagnostics)?;

    let files = Files::from([(file.sha256().to_owned(), Box::new(file) as _)]);
    let Built { mut run, .. } = build(&scenario, 0, &files, 0)?;
    run.advance(Budget::ALL);
    let view = View::of_whole_trace(run.trace(), 1600, 900);
    Ok(svg(run.trace(), &mut Canvas::default(), &view, name))
}
