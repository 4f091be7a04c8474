//! `ganttlet convert`.

use crate::columns::Columns;
use crate::file_reading::{ReadFile, is_standard, read_as, read_bytes_of, read_columns};
use crate::platform_file::{convert_platform, find_platform};
use crate::{ConvertArguments, output, output_paths};
use flate2::{Compression, GzBuilder};
use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_core::entry::{Kind, Parameter, Settings, Value};
use ganttlet_format::write::{WRITERS, Writer};
use ganttlet_format::{Format, Reading};
use std::io::Write as _;
use std::path::Path;

/// The parameter of logs that selects the cluster of each job.
const HOME: &str = "home";
/// Its values that do not select a cluster: none, and the queue.
const NO_PLACE: [&str; 2] = ["none", "queue"];

/// Reads a file and writes its work in another format. Always true: there is no incomplete result.
pub(crate) fn convert_file(arguments: &ConvertArguments) -> Result<bool, Vec<Diagnostic>> {
    let ConvertArguments { input, output, to, columns, set } = arguments;
    let columns = columns.as_deref().map(read_columns).transpose()?;
    let (name, bytes) = read_bytes_of(input)?;
    if columns.is_none()
        && let Some(platform) = find_platform(&name, &bytes, set)?
    {
        return convert_platform(&platform, input, output, to.as_deref());
    }
    let writers = candidate_writers(to.as_deref(), output)?;
    if !is_standard(output) {
        let inputs = if is_standard(input) { vec![] } else { vec![input.clone()] };
        output_paths::check_outputs(&inputs, &[("output".to_owned(), output.clone())], None)?;
    }
    let (format, reading) =
        read_as(&name, &bytes, columns.as_ref(), set, |format| kept_settings(format, None))?;
    let mut file = ReadFile { name, bytes, format, reading };
    let chosen = |change: &String| change.split('=').next().is_some_and(|key| key.trim() == HOME);
    let mut notes = Vec::new();
    if !set.iter().any(chosen)
        && let Some((field, reading)) =
            reading_with_homes(&file.name, &file.bytes, columns.as_ref(), set, &file.reading)
    {
        let message = format!("the cluster of each job is read with {HOME}={field}");
        notes.push(Diagnostic::note(message).hint(format!("Use --set {HOME}=.. to select another field.")));
        file.reading = reading;
    }
    let kind = file.reading.work.kind();
    let writer = match writers.iter().filter(|writer| writer.takes == kind).collect::<Vec<_>>()[..] {
        [writer] => *writer,
        [] => return Err(vec![no_writer_error(&file.name, kind, &writers)]),
        ref several => {
            let ids: Vec<&str> = several.iter().map(|writer| writer.format).collect();
            let message =
                format!("{}: several formats have this ending: {}", output.display(), ids.join(", "));
            return Err(vec![Diagnostic::error(message).hint("Use --to to select one.")]);
        }
    };
    let text = writer.write(&file.reading).map_err(|problem| vec![problem.file(&file.name)])?;
    output::print_diagnostics(&file.reading.report.diagnostics);
    notes.extend(writer.losses(&file.reading.work));
    output::print_diagnostics(&notes);
    if is_standard(output) {
        output::print_file(&text)?;
    } else if is_gzip_name(output) {
        output::write_bytes(output, &gzip(&text))?;
    } else {
        output::write_file(output, &text)?;
    }
    Ok(true)
}

/// The settings for reading a file: jobs that were cancelled in the queue are kept as such.
fn kept_settings(format: &Format, home: Option<&'static str>) -> Settings {
    let mut settings = Settings::default();
    for (id, word) in [("cancelled", Some("leave-queue")), (HOME, home)] {
        let parameter = format.entry.parameters.iter().find(|parameter| parameter.id == id);
        if let Some((parameter, word)) = parameter.zip(word)
            && choice_words(parameter).any(|known| known == word)
        {
            settings.set(parameter, Value::Choice(word));
        }
    }
    settings
}

/// The words of a choice.
fn choice_words(parameter: &Parameter) -> impl Iterator<Item = &'static str> {
    let options = match parameter.kind {
        Kind::Choice { options, .. } => options,
        _ => &[],
    };
    options.iter().map(|&(word, _)| word)
}

/// A reading of a log by the first field that gives clusters of jobs, with that field.
fn reading_with_homes(
    name: &str,
    bytes: &[u8],
    columns: Option<&Columns>,
    set: &[String],
    reading: &Reading,
) -> Option<(&'static str, Reading)> {
    let format = ganttlet_format::FORMATS.find(reading.report.format)?;
    let parameter = format.entry.parameters.iter().find(|parameter| parameter.id == HOME)?;
    let proposed = reading.report.sites.as_ref().map(|sites| sites.home);
    let others = choice_words(parameter).filter(|word| !NO_PLACE.contains(word));
    proposed.into_iter().chain(others).find_map(|field| {
        let (_, reading) =
            read_as(name, bytes, columns, set, |format| kept_settings(format, Some(field))).ok()?;
        reading.origin.homes.iter().any(|home| home.used).then_some((field, reading))
    })
}

/// The writers that the option or the name of the output selects.
fn candidate_writers(to: Option<&str>, output: &Path) -> Result<Vec<&'static Writer>, Vec<Diagnostic>> {
    if let Some(to) = to {
        let writer = WRITERS.iter().find(|writer| writer.format == to);
        return writer.map(|writer| vec![writer]).ok_or_else(|| {
            let known: Vec<&str> = WRITERS.iter().map(|writer| writer.format).collect();
            let message =
                format!("--to {to}: no format of this name can be written; available: {}", known.join(", "));
            let hint =
                nearest_name(to, known).map_or_else(String::new, |near| format!("Did you mean {near}?"));
            vec![Diagnostic::error(message).hint(hint)]
        });
    }
    let known = || {
        let ending = |writer: &Writer| format!(".{} ({})", writer.ending, writer.format);
        WRITERS.iter().map(ending).collect::<Vec<_>>().join(", ")
    };
    if is_standard(output) {
        let message = "the standard output has no ending that gives the format";
        return Err(vec![
            Diagnostic::error(message).hint(format!("Use --to with one of these: {}.", known())),
        ]);
    }
    let name = output.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let found: Vec<&Writer> = WRITERS.iter().filter(|writer| writer.ending == ending).collect();
    if found.is_empty() {
        let message = format!("{}: the ending gives no format; known are {}", output.display(), known());
        return Err(vec![Diagnostic::error(message).hint("Use --to to select a format.")]);
    }
    Ok(found)
}

/// The error for work that no format for the output can contain, with the formats that can.
fn no_writer_error(name: &str, kind: &ganttlet_work::Kind, writers: &[&Writer]) -> Diagnostic {
    let wanted: Vec<String> = writers
        .iter()
        .map(|writer| format!("{}, which is for {}", writer.format, writer.takes.word))
        .collect();
    let message = format!("{} cannot be written in the format {}", kind.word, wanted.join("; or "));
    let takes: Vec<&str> =
        WRITERS.iter().filter(|writer| writer.takes == kind).map(|writer| writer.format).collect();
    let hint = match takes[..] {
        [] => format!("No format for {} can be written.", kind.word),
        _ => format!("Formats for {}: {}.", kind.word, takes.join(", ")),
    };
    Diagnostic::error(message).file(name).hint(hint)
}

/// True if the name of a file ends in `.gz`.
fn is_gzip_name(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// The gzipped text: equal bytes for equal texts.
fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    let written = packed.write_all(text.as_bytes());
    written.and_then(|()| packed.finish()).expect("memory never fails")
}
