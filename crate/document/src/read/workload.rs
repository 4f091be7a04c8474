//! The parts of a workload: made from a model, read from a file, or written here.

use super::check::check;
use super::settings;
use super::walk::{At, Walker};
use crate::model::{LogFile, Part};
use ganttlet_engine::diagnostic::names;
use ganttlet_engine::entry::document::{Datum, Pattern, Shape, Stored};
use ganttlet_engine::entry::{AnyFamily, limits};
use ganttlet_engine::workload::KINDS;
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_format::FORMATS;

/// The keys that tell parts apart.
pub(super) fn sources() -> Vec<&'static str> {
    let mut keys = vec!["generator", "file"];
    keys.extend(KINDS.iter().map(|kind| kind.key));
    keys
}

pub(super) fn workload(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Part>> {
    if at.value.as_array().is_some_and(Vec::is_empty) {
        walker.error(&at.place, "at least one part is required", "Add {\"generator\": \"poisson\"}.");
        return None;
    }
    parts(walker, at)
}

/// The parts of the workload, or of the background.
pub(super) fn parts(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Part>> {
    walker.list(at, limits::PARTS, "parts")?;
    let parts: Vec<Option<Part>> = at.items().map(|item| part(walker, &item)).collect();
    let inline: u64 = parts.iter().flatten().map(inline).sum();
    if inline > limits::INLINE as u64 {
        let most = limits::INLINE;
        let message = format!("the scenario contains {inline} jobs and tasks; at most {most} are allowed");
        walker.error(&at.place, message, "Put them into a separate file and reference it.");
    }
    parts.into_iter().collect()
}

/// How many jobs, tasks or absences of a part stand in the scenario itself.
fn inline(part: &Part) -> u64 {
    if let Part::Written { kind, said } = part { (kind.size)(said) } else { 0 }
}

fn part(walker: &mut Walker, at: &At<'_>) -> Option<Part> {
    let sources = sources();
    let said: Vec<&str> = sources.iter().copied().filter(|key| at.get(key).is_some()).collect();
    let &[kind] = &said[..] else {
        walker.object(at, &[&sources[..], &["parameters"]].concat())?;
        let message = match said.len() {
            0 => format!("the part has no source of work; one of these is required: {}", names(sources)),
            _ => format!("found {}; only one of them is allowed", said.join(" and ")),
        };
        let hint = if said.is_empty() { "" } else { "Use a separate part for each." };
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
        key => {
            walker.object(at, &[key])?;
            let kind = KINDS.iter().copied().find(|kind| kind.key == key)?;
            let said = check(walker, &source, kind.shape)?;
            Some(Part::Written { kind, said })
        }
    }
}

fn own(family: &dyn AnyFamily, id: &str) -> Vec<&'static ganttlet_engine::entry::Parameter> {
    crate::model::parameters(family, id).iter().collect()
}

fn file(walker: &mut Walker, at: &At<'_>) -> Option<LogFile> {
    walker.object(at, &["name", "sha256", "format", "url"])?;
    let name = need(walker, at, "name", "Add the name of the file.", Shape::Text);
    let sha256 = need(walker, at, "sha256", "Use `sha256sum`, or open the file on the page.", SHA256);
    let known = FORMATS.ids();
    let format = walker.need(at, "format", "Add the format of the file.");
    let format = format.and_then(|at| walker.word(&at, "formats", &known));
    let url = at.get("url").map_or(Some(Datum::Nothing), |at| check(walker, &at, Shape::OrNull(&URL)));
    Some(LogFile {
        name: String::read(&name?),
        sha256: String::read(&sha256?).to_ascii_lowercase(),
        format: format?,
        url: Option::read(&url?),
    })
}

fn need(walker: &mut Walker, at: &At<'_>, key: &str, hint: &str, shape: Shape) -> Option<Datum> {
    let at = walker.need(at, key, hint)?;
    check(walker, &at, shape)
}

/// The SHA-256 of a file.
pub(crate) const SHA256: Shape = Shape::Pattern(&Pattern {
    allowed: "are 64 hexadecimal digits",
    hint: "Use the output of `sha256sum` for the file.",
    regex: "^[0-9a-fA-F]{64}$",
    most: 64,
    fits: |text| text.len() == 64 && is_hexadecimal(text),
    found: |text| is_hexadecimal(text).then(|| format!("{} digits", text.len())),
});

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Where a file can be fetched.
pub(crate) const URL: Shape = Shape::Pattern(&Pattern {
    allowed: "is an address that starts with https://",
    hint: "",
    regex: "^https://\\S+$",
    most: 2_000,
    fits: |text| {
        let plain = !text.contains(|c: char| c.is_whitespace() || c.is_control());
        plain && text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
    },
    found: |_| None,
});
