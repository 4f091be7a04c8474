//! The default platform for a file, with the same rule for the page and the command line.

use crate::file_facts::FileFacts;
use crate::file_report::FoundSites;
use ganttlet_work::{Kind, MachinePreset};
use serde_json::{Value, json};

/// A platform for files.
#[derive(Debug)]
pub struct DefaultPlatform {
    /// The platform of a scenario.
    pub document: Value,
    /// A description of the platform.
    pub words: String,
    /// True if its clusters come from the file, so that its jobs are submitted there.
    pub at_home: bool,
}

/// The platform for files that become this kind of work: the clusters of a single file that names several, otherwise
/// the default machines of the work, as large as the files need.
pub fn default_platform(kind: &Kind, files: &[&FileFacts]) -> DefaultPlatform {
    // The clusters of one log are not used for the jobs of another.
    if let [FileFacts { sites: Some(FoundSites { clusters, from, .. }), .. }] = files {
        let words = format!("the {} clusters of the file (nodes: {from})", clusters.len());
        return DefaultPlatform { document: json!({ "clusters": clusters }), words, at_home: true };
    }
    let largest = files.iter().max_by_key(|facts| facts.processors);
    let processors = largest.and_then(|facts| facts.processors);
    let (document, mut words) = usual_platform(kind, processors);
    if let (Some(processors), Some(facts)) = (processors, largest) {
        if kind.default_machines.size.is_none() {
            words = format!("{words}, although the file suits {processors} processors");
        }
        if !facts.processors_from.is_empty() {
            words = format!("{words} ({})", facts.processors_from);
        }
    }
    DefaultPlatform { document, words, at_home: false }
}

/// Adapts a default platform to a file: parameters of the same preset stay, and so does the size if the file gives
/// none.
pub(crate) fn adapt_platform(base: &Value, kind: &Kind, facts: &FileFacts) -> Value {
    let mut document = default_platform(kind, &[facts]).document;
    let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
    if base["preset"] == document["preset"] {
        let mut parameters = object(&base["parameters"]);
        if facts.processors.is_some() || base["parameters"].is_null() {
            parameters.extend(object(&document["parameters"]));
        }
        document["parameters"] = parameters.into();
    }
    document
}

/// The default platform for a file of this kind of work, and its description.
pub fn usual_platform(kind: &Kind, processors: Option<u32>) -> (Value, String) {
    let MachinePreset { preset, size, words } = kind.default_machines;
    let count = processors.unwrap_or(1).max(1);
    let mut platform = json!({ "preset": preset });
    if let Some(size) = size {
        platform["parameters"] = json!({ size: count });
    }
    let words = if count == 1 {
        words.replace("# nodes", "1 node").replace("# machines", "1 machine")
    } else {
        words.to_owned()
    };
    (platform, words.replace('#', &count.to_string()))
}
