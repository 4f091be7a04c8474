//! Platforms in files: `ganttlet inspect` and `ganttlet convert`.

use crate::file_reading::is_standard;
use crate::histogram::labelled_line;
use crate::input_files::scenario_text;
use crate::{input, output, output_paths};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::Parameters as _;
use ganttlet_core::platform::Platform;
use ganttlet_format::platform::{
    PLATFORM_FORMATS, PlatformChoices, PlatformReading, read_platform, recognise_platform,
};
use ganttlet_sim::system::SYSTEMS;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// A platform to convert.
pub(crate) struct FoundPlatform {
    /// The platform as in a scenario.
    document: Value,
    /// Findings of the reader.
    diagnostics: Vec<Diagnostic>,
}

/// The platform in a file of another simulator, in a scenario, or separately in JSON; `None` if the file is of another
/// kind.
pub(crate) fn find_platform(
    name: &str,
    bytes: &[u8],
    changes: &[String],
) -> Result<Option<FoundPlatform>, Vec<Diagnostic>> {
    if ganttlet_format::recognise(name, bytes).is_ok() {
        return Ok(None);
    }
    if recognise_platform(bytes).is_some() {
        let PlatformReading { document, diagnostics, .. } =
            read_platform(name, bytes, None, platform_choices(changes)?)?;
        return Ok(Some(FoundPlatform { document, diagnostics }));
    }
    let Some(text) = scenario_text(bytes) else { return Ok(None) };
    let mut diagnostics = Vec::new();
    let value = input::parse_document(text, Path::new(name), &mut diagnostics)?;
    let is_platform = |value: &Value| value["clusters"].is_array() || value["preset"].is_string();
    let document = value.get("platform").cloned().unwrap_or(value);
    Ok(is_platform(&document).then_some(FoundPlatform { document, diagnostics }))
}

/// The choices with these changes (`cores_as_nodes=false`).
pub(crate) fn platform_choices(changes: &[String]) -> Result<PlatformChoices, Vec<Diagnostic>> {
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

/// The format of platforms of `SimGrid`.
const SIMGRID: &str = "simgrid";

/// Writes the platform as JSON or for `SimGrid`. Fails if the output is of another kind.
pub(crate) fn convert_platform(
    found: &FoundPlatform,
    source: &Path,
    output_path: &Path,
    to: Option<&str>,
) -> Result<bool, Vec<Diagnostic>> {
    let ends_in =
        |ending: &str| output_path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let (text, losses) = match to {
        Some(SIMGRID) => simgrid_text(found)?,
        None if ends_in("xml") => simgrid_text(found)?,
        None if ends_in("json") || is_standard(output_path) => {
            (format!("{:#}\n", found.document), Vec::new())
        }
        _ => {
            let message =
                format!("{}: a platform is written as JSON or for SimGrid (XML)", output_path.display());
            let hint = "Give the output a name that ends with .json or .xml, or use --to simgrid.";
            return Err(vec![Diagnostic::error(message).hint(hint)]);
        }
    };
    output::print_diagnostics(&found.diagnostics);
    output::print_diagnostics(&losses);
    if is_standard(output_path) {
        output::print_file(&text)?;
    } else {
        let outputs = [("output".to_owned(), output_path.to_owned())];
        output_paths::check_outputs(&[source.to_owned()], &outputs, None)?;
        output::write_file(output_path, &text)?;
    }
    Ok(true)
}

/// The platform for `SimGrid`, and its losses.
fn simgrid_text(found: &FoundPlatform) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let platform = resolve_platform(&found.document)?;
    let written = ganttlet_format::write::simgrid(&platform).map_err(|problem| vec![problem])?;
    Ok((written.text, written.losses))
}

/// The clusters and the network of a platform in the form of a scenario.
fn resolve_platform(document: &Value) -> Result<Platform, Vec<Diagnostic>> {
    // A platform is checked as a part of a scenario; any system with its default work suffices.
    let scenario = json!({ "version": ganttlet_document::VERSION, "platform": document });
    let system = json!({ "kind": SYSTEMS.members[0].entry.id });
    let scenario = ganttlet_document::change_system(&scenario, &system).scenario;
    Ok(input::checked_scenario(&scenario.to_string())?.0.platform.to_platform())
}

/// Clusters, nodes, speeds and links of a platform.
pub(crate) fn platform_text(shown: &str, reading: &PlatformReading) -> String {
    let name = PLATFORM_FORMATS.find(reading.format).map_or("", |format| format.entry.name);
    let mut text = format!("{shown}: {name}, format id {}\n", reading.format);
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
    text
}

/// Maximum number of clusters whose links are listed.
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
