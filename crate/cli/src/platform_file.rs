//! Platform files of other simulators: `ganttlet inspect` and `ganttlet convert`.

use crate::file_reading::{is_standard, read_bytes_of};
use crate::histogram::labelled_line;
use crate::{input, output, output_paths};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::Parameters as _;
use ganttlet_format::platform::{
    PLATFORM_FORMATS, PlatformChoices, PlatformReading, read_platform, recognise_platform,
};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// The platform in a file; `None` if it is a file of work or of no known format.
pub(crate) fn find_platform(
    path: &Path,
    changes: &[String],
) -> Result<Option<PlatformReading>, Vec<Diagnostic>> {
    // A pipe can be read once only, and logs come through it.
    if !path.is_file() {
        return Ok(None);
    }
    let (name, bytes) = read_bytes_of(path)?;
    if ganttlet_format::recognise(&name, &bytes).is_ok() || recognise_platform(&bytes).is_none() {
        return Ok(None);
    }
    read_platform(&name, &bytes, choices(changes)?).map(Some)
}

/// The choices with these changes (`cores_as_nodes=false`).
fn choices(changes: &[String]) -> Result<PlatformChoices, Vec<Diagnostic>> {
    let mut choices = PlatformChoices::default();
    for change in changes {
        let id = PlatformChoices::LIST[0].id;
        let (key, value) = input::split_change(change)?;
        match value.parse::<bool>() {
            Ok(value) if key == id => choices.cores_as_nodes = value,
            _ => {
                let message = format!("--set {change}: a platform has the parameter {id}, true or false");
                return Err(vec![Diagnostic::error(message)]);
            }
        }
    }
    Ok(choices)
}

/// Writes the platform as JSON. Fails if the output is of another kind.
pub(crate) fn convert_platform(
    reading: &PlatformReading,
    (source, output_path, to): (&Path, &Path, Option<&str>),
) -> Result<bool, Vec<Diagnostic>> {
    let json = output_path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    if to.is_some() || !json && !is_standard(output_path) {
        let message = format!("{}: a platform is written as JSON", output_path.display());
        return Err(vec![Diagnostic::error(message).hint("Give the output a name that ends with .json.")]);
    }
    output::print_diagnostics(&reading.diagnostics);
    let text = format!("{:#}\n", reading.document);
    if is_standard(output_path) {
        output::print_file(&text)?;
    } else {
        let outputs = [("output".to_owned(), output_path.to_owned())];
        output_paths::check_outputs(&[source.to_owned()], &outputs, None)?;
        output::write_file(output_path, &text)?;
    }
    Ok(true)
}

/// Prints clusters, nodes, speeds and links of a platform.
pub(crate) fn inspect_platform(
    path: &Path,
    reading: &PlatformReading,
    as_json: bool,
) -> Result<bool, Vec<Diagnostic>> {
    output::print_diagnostics(&reading.diagnostics);
    if as_json {
        output::print_json(&json!({ "file": path.display().to_string(), "platform": reading }))?;
        return Ok(true);
    }
    let name = PLATFORM_FORMATS.find(reading.format).map_or("", |format| format.entry.name);
    let mut text = format!("{}: {name}, format id {}\n", path.display(), reading.format);
    let width = reading.facts.iter().map(|fact| fact.label.chars().count()).max().unwrap_or(0);
    for Fact { label, value } in &reading.facts {
        text.push_str(&labelled_line(label, width, value));
    }
    let clusters = reading.document["clusters"].as_array().map_or(&[][..], Vec::as_slice);
    for cluster in clusters {
        let (name, nodes) = (cluster["name"].as_str().unwrap_or_default(), &cluster["nodes"]);
        let speed = cluster.get("speed").cloned().unwrap_or(json!(1));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name}: nodes {nodes}, speed {speed}");
    }
    if let Some(network) = reading.document.get("network") {
        text.push_str(&links_text(clusters, network));
    }
    output::print_text(&text)?;
    Ok(true)
}

/// Most clusters whose links are listed.
const LISTED_CLUSTERS: usize = 12;

/// The links inside and between clusters.
fn links_text(clusters: &[Value], network: &Value) -> String {
    let at = |key: &str, a: usize, b: usize| match &network[key] {
        Value::Array(rows) => rows[a][b].clone(),
        one => one.clone(),
    };
    let mut text = String::new();
    let shown = clusters.len().min(LISTED_CLUSTERS);
    for (a, from) in clusters.iter().enumerate().take(shown) {
        for (b, to) in clusters.iter().enumerate().take(shown) {
            let [from, to] = [from, to].map(|cluster| cluster["name"].as_str().unwrap_or_default());
            let (bandwidth, latency) = (at("bandwidth_mb_s", a, b), at("latency_ms", a, b));
            let _ = writeln!(text, "  {from} - {to}: {bandwidth} MB/s, {latency} ms");
        }
    }
    if clusters.len() > shown {
        let _ = writeln!(text, "  (links of the first {shown} clusters)");
    }
    text
}
