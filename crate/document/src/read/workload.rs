//! The parts of a workload: made from a model, read from a file, or written here.

use super::walk::{At, Walker, found, names};
use super::{grid_jobs, inline, limits, master_worker, settings};
use crate::model::{LogFile, Part};
use ganttlet_engine::entry::AnyFamily;
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_format::FORMATS;
use serde_json::Value;

/// The kinds of parts, by the key that tells them apart.
const KINDS: [&str; 7] = ["generator", "file", "jobs", "grid_jobs", "workflow", "applications", "absences"];

pub(super) fn workload(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Part>> {
    if at.value.as_array().is_some_and(Vec::is_empty) {
        walker.error(&at.place, "found no part, needed is at least one", "Add {\"generator\": \"poisson\"}.");
        return None;
    }
    parts(walker, at)
}

/// The parts of the workload, or of the background.
pub(super) fn parts(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Part>> {
    walker.list(at, limits::PARTS, "parts")?;
    let parts: Vec<Option<Part>> = at.items().map(|item| part(walker, &item)).collect();
    let inline: u64 = parts.iter().flatten().map(Part::inline).sum();
    if inline > limits::INLINE as u64 {
        let most = limits::INLINE;
        let message =
            format!("found {inline} jobs and tasks written in the scenario, allowed are at most {most}");
        walker.error(&at.place, message, "Put them into a file of their own and name it.");
    }
    parts.into_iter().collect()
}

fn part(walker: &mut Walker, at: &At<'_>) -> Option<Part> {
    let said: Vec<&str> = KINDS.into_iter().filter(|key| at.get(key).is_some()).collect();
    let &[kind] = &said[..] else {
        walker.object(at, &[&KINDS[..], &["parameters"]].concat())?;
        let message = match said.len() {
            0 => format!("found no source of work, needed is one of {}", names(KINDS)),
            _ => format!("found {}, allowed is one of them", said.join(" and ")),
        };
        let hint = if said.is_empty() { "" } else { "Make each a part of its own." };
        walker.error(&at.place, message, hint);
        return None;
    };
    let source = at.get(kind)?;
    match kind {
        "generator" => {
            walker.object(at, &["generator", "parameters"])?;
            let known = GENERATORS.ids();
            let id = walker.word(&source, "generators", &known)?;
            let settings =
                self::settings(walker, at.get("parameters").as_ref(), &own(&GENERATORS, id), |_| None);
            Some(Part::Generator { id, settings })
        }
        "file" => {
            walker.object(at, &["file", "parameters"])?;
            let file = file(walker, &source)?;
            let parameters = own(&FORMATS, file.format);
            let settings = self::settings(walker, at.get("parameters").as_ref(), &parameters, |_| None);
            Some(Part::File { file, settings })
        }
        "jobs" => {
            walker.object(at, &["jobs"])?;
            inline::jobs(walker, &source).map(Part::Jobs)
        }
        "grid_jobs" => {
            walker.object(at, &["grid_jobs"])?;
            grid_jobs::grid_jobs(walker, &source).map(Part::GridJobs)
        }
        "workflow" => {
            walker.object(at, &["workflow"])?;
            inline::workflow(walker, &source).map(Part::Workflow)
        }
        "applications" => {
            walker.object(at, &["applications"])?;
            master_worker::applications(walker, &source).map(Part::Applications)
        }
        _ => {
            walker.object(at, &["absences"])?;
            master_worker::absences(walker, &source).map(Part::Absences)
        }
    }
}

fn own(family: &dyn AnyFamily, id: &str) -> Vec<&'static ganttlet_engine::entry::Parameter> {
    crate::model::parameters(family, id).iter().collect()
}

fn file(walker: &mut Walker, at: &At<'_>) -> Option<LogFile> {
    walker.object(at, &["name", "sha256", "format", "url"])?;
    let name = walker.need(at, "name", "Add the name of the file.").and_then(|at| walker.text(&at));
    let hash = walker.need(at, "sha256", "Drop the file on the page, which works it out.");
    let hash = hash.and_then(|at| sha256(walker, &at));
    let known = FORMATS.ids();
    let format = walker.need(at, "format", "Add the format of the file.");
    let format = format.and_then(|at| walker.word(&at, "formats", &known));
    let url = match at.get("url").filter(|at| !at.value.is_null()) {
        Some(at) => url(walker, &at).map(Some),
        None => Some(None),
    };
    Some(LogFile { name: name?.to_owned(), sha256: hash?, format: format?, url: url? })
}

fn sha256(walker: &mut Walker, at: &At<'_>) -> Option<String> {
    let hash =
        at.value.as_str().filter(|text| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()));
    if hash.is_none() {
        let message = match at.value {
            Value::String(text) if text.bytes().all(|b| b.is_ascii_hexdigit()) => {
                format!("found {} digits, allowed are 64 hexadecimal digits", text.len())
            }
            other => format!("found {}, allowed are 64 hexadecimal digits", found(other)),
        };
        walker.error(&at.place, message, "This is what `sha256sum` prints for the file.");
    }
    hash.map(str::to_ascii_lowercase)
}

fn url(walker: &mut Walker, at: &At<'_>) -> Option<String> {
    let plain =
        |text: &&str| text.len() <= 2_000 && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    let secure = |text: &&str| text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty());
    let url = at.value.as_str().filter(plain).filter(secure);
    if url.is_none() {
        let message = format!("found {}, allowed is an address that begins with https://", found(at.value));
        walker.error(&at.place, message, "");
    }
    url.map(str::to_owned)
}
