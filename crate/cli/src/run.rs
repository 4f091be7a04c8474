//! `ganttlet run`.

use crate::output::{self, Outcome};
use crate::progress_bar::ProgressBarGuard;
use crate::{RunArguments, error_without_place, input, output_paths};
use ganttlet_column_files::ColumnFile;
use ganttlet_core::diagnostic::{Diagnostic, Severity};
use ganttlet_core::record::{Status, Trace};
use ganttlet_core::time::Time;
use ganttlet_document::{Built, Files, Scenario};
use ganttlet_render::{Canvas, ExportMetadata, View};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report::{self, Rejected};
use ganttlet_sim::system::{Budget, Run};
use ganttlet_work::{Item, Job, Kind, Work};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Number of events between two updates of the progress bar.
const SLICE_EVENTS: u64 = 10_000;
/// Maximum number of decisions with recorded reasons if a table is requested, because some tables contain reasons.
const MAX_DECISIONS: usize = 1_000_000;
/// The size of a drawing.
const DRAWING_SIZE: (u32, u32) = (1600, 900);

/// Runs every variant. True if all are complete.
pub(crate) fn run_variants(arguments: &RunArguments) -> Result<bool, Vec<Diagnostic>> {
    let reading = ProgressBarGuard::spinner(&arguments.run.title());
    let input::Input { scenario, files, mut diagnostics, paths, .. } = input::read_input(&arguments.run)?;
    drop(reading);
    let names = scenario.variant_names();
    let only = arguments.system.as_deref().map(|system| find_variant(system, &names)).transpose()?;
    let mut writer = OutputWriter::new(arguments, &names, only)?;
    output_paths::check_outputs(&paths, &writer.output_files(), None)?;
    let (mut outcomes, mut drawn) = (Vec::new(), Vec::new());
    for (variant, title) in names.iter().enumerate() {
        let decisions =
            if writer.writes_variant(variant) && !arguments.table.is_empty() { MAX_DECISIONS } else { 0 };
        let progress = ProgressBarGuard::new(title, 0, "");
        let Built { mut run, accepts, name, platform, kept, header, diagnostics: more } =
            ganttlet_document::build(&scenario, variant, &files, decisions)?;
        if arguments.played.is_some() {
            run.record_choices();
        }
        // Diagnostics about the work are the same for all variants.
        let new: Vec<Diagnostic> = more.into_iter().filter(|one| !diagnostics.contains(one)).collect();
        diagnostics.extend(new);
        let mut outcome = run_to_end(run.as_mut(), &scenario, accepts, name, &progress);
        drop(progress);
        outcome.told = count_too_large(run.trace(), accepts, platform.largest_cluster_nodes());
        if writer.writes_variant(variant) {
            let about = ExportMetadata { title: &scenario.name, system: &outcome.name, header: &header };
            writer.write_run(variant, run.trace(), about)?;
            writer.write_played(variant, &*run, &scenario, &files)?;
            if arguments.svg.is_some() {
                drawn.push((variant, run, kept));
            }
        }
        outcomes.push(outcome);
    }
    // All runs are complete: the colours of waits have one scale.
    let waits: Vec<_> = outcomes.iter().flat_map(|outcome| outcome.report.waits.clone()).collect();
    for (variant, run, work) in drawn {
        writer.write_drawing(variant, run.trace(), work, (&scenario.name, &waits))?;
    }
    diagnostics.extend(writer.finish()?);
    diagnostics.extend(outcomes.iter().flat_map(run_findings));
    output::print_diagnostics(&diagnostics);
    if arguments.json {
        output::print_json(&output::run_document(&outcomes, &scenario.to_value(), &diagnostics))?;
    } else {
        output::print_text(&output::metric_table(&outcomes))?;
    }
    Ok(outcomes.iter().all(|outcome| outcome.report.complete))
}

/// The variant with this name or number.
pub(crate) fn find_variant(system: &str, names: &[String]) -> Result<usize, Vec<Diagnostic>> {
    let by_name = names.iter().position(|name| name.eq_ignore_ascii_case(system));
    let by_number =
        || system.parse().ok().filter(|number| (1..=names.len()).contains(number)).map(|number| number - 1);
    by_name.or_else(by_number).ok_or_else(|| {
        error_without_place(format!("--system {system}: unknown system; available: {}", names.join(", ")))
    })
}

/// The number of rejected jobs larger than every cluster, which were reported before the run.
fn count_too_large(trace: &Trace, accepts: &Kind, largest: u32) -> u32 {
    let table = &trace.subjects;
    let rejected = |&(&status, &nodes): &(&Status, &u32)| status == Status::Rejected && nodes > largest;
    if accepts == Job::KIND {
        table.status.iter().zip(&table.nodes).filter(rejected).count() as u32
    } else {
        0
    }
}

/// The findings of a run: those of its system, rejected jobs, unfinished jobs.
fn run_findings(outcome: &Outcome) -> Vec<Diagnostic> {
    let Outcome { name, report, open, work, told, .. } = outcome;
    let of_run = |found: &Diagnostic| {
        let message = format!("run of {name}: {}", found.message);
        Diagnostic { message, ..found.clone() }
    };
    let mut diagnostics: Vec<Diagnostic> = report.diagnostics.iter().map(of_run).collect();
    let Rejected { count, first } = &report.rejected;
    let more = *count as usize - first.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let list = format!("({}{more})", first.join(", "));
    match *count {
        0 => {}
        count if count == *told => {}
        _ if work.whole => {
            let lost = if *count == 1 {
                "task can never run and was dropped"
            } else {
                "tasks can never run and were dropped"
            };
            let message = format!("the run of {name} is not complete: {count} {lost} {list}");
            let hint = "Add a cluster with enough nodes, and choose a policy that supports multi-node tasks.";
            diagnostics.push(Diagnostic::error(message).hint(hint));
        }
        _ => {
            let rejected = if *count == 1 { "rejected job" } else { "rejected jobs" };
            diagnostics.push(Diagnostic::warning(format!("{name} runs without {count} {rejected} {list}")));
        }
    }
    if *open > 0 {
        let still = if *open == 1 { "job or task was" } else { "jobs or tasks were" };
        let message =
            format!("the run of {name} is not complete: at its end, {open} {still} still waiting or running");
        diagnostics.push(
            Diagnostic::error(message).place("/horizon_s").hint("Leave out the horizon, or increase it."),
        );
    }
    diagnostics
}

/// Runs a simulation to its end, with a progress bar.
fn run_to_end(
    run: &mut dyn Run,
    scenario: &Scenario,
    accepts: &'static Kind,
    name: String,
    bar: &ProgressBarGuard,
) -> Outcome {
    let progress = loop {
        let progress = run.advance(Budget::events(SLICE_EVENTS));
        bar.set_length(u64::from(progress.subjects));
        bar.set_position(u64::from(progress.ended));
        if progress.done {
            break progress;
        }
    };
    let scope = Scope { warm_up: Time::from_seconds(scenario.warm_up_s), ..Scope::ALL };
    let report = report::report(
        run.trace(),
        accepts,
        (&scenario.measures, &scenario.measure_settings),
        &scope,
        progress.done,
    );
    let trace = run.trace();
    let open = (0..trace.subjects.len() as u32).filter(|&subject| !trace.is_over(subject)).count();
    let (events, subjects) = (progress.events, progress.subjects);
    Outcome { name, work: accepts, report, events, subjects, open, told: 0 }
}

/// Writes the requested files of runs.
struct OutputWriter<'a> {
    arguments: &'a RunArguments,
    /// The requested tables, each with its file, and whether at least one run had it.
    tables: Vec<(&'a str, &'a Path, bool)>,
    /// The variants with files: index, name, and the part of the file names.
    systems: Vec<(usize, &'a str, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> OutputWriter<'a> {
    fn new(
        arguments: &'a RunArguments,
        names: &'a [String],
        only: Option<usize>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let table = |asked: &'a String| match asked.split_once('=') {
            Some((id, path)) if !path.is_empty() => Ok((id, Path::new(path), false)),
            _ => Err(error_without_place(format!("--table requires TABLE=FILE; found {asked}"))),
        };
        let tables = arguments.table.iter().map(table).collect::<Result<_, _>>()?;
        let mut systems: Vec<(usize, &str, String)> = Vec::new();
        for (variant, name) in
            names.iter().enumerate().filter(|&(variant, _)| only.is_none_or(|only| only == variant))
        {
            let mut part = if systems.is_empty() { String::new() } else { file_part(name) };
            if systems.iter().any(|(.., other)| *other == part) {
                part = format!("{part}-{}", variant + 1);
            }
            systems.push((variant, name, part));
        }
        Ok(Self { arguments, tables, systems, diagnostics: Vec::new() })
    }

    /// All files that will be written, each with its option.
    fn output_files(&self) -> Vec<(String, PathBuf)> {
        let of = |(_, _, part): &(usize, &str, String)| {
            let jobs = self.arguments.jobs.iter().map(|path| ("--jobs".to_owned(), with_part(path, part)));
            let tables = self.tables.iter();
            let tables = tables.map(|(id, path, _)| (format!("--table {id}"), with_part(path, part)));
            let svg = self.arguments.svg.iter().map(|path| ("--svg".to_owned(), with_part(path, part)));
            let played =
                self.arguments.played.iter().map(|path| ("--played".to_owned(), with_part(path, part)));
            jobs.chain(tables).chain(svg).chain(played).collect::<Vec<_>>()
        };
        self.systems.iter().flat_map(of).collect()
    }

    /// True if files are written for this variant.
    fn writes_variant(&self, variant: usize) -> bool {
        self.systems.iter().any(|&(other, ..)| other == variant)
    }

    /// Writes the requested tables of the run of a variant.
    fn write_run(
        &mut self,
        variant: usize,
        trace: &Trace,
        about: ExportMetadata,
    ) -> Result<(), Vec<Diagnostic>> {
        let Some((_, name, part)) = self.systems.iter().find(|&&(other, ..)| other == variant) else {
            return Ok(());
        };
        if let Some(path) = &self.arguments.jobs {
            write_table(trace, "jobs", &with_part(path, part), &ganttlet_render::jobs_csv(trace))?;
        }
        for (id, path, found) in &mut self.tables {
            match ganttlet_render::export(trace, id, about) {
                Ok(text) => {
                    write_table(trace, id, &with_part(path, part), &text)?;
                    *found = true;
                    if trace.table(id).is_some_and(ganttlet_core::record::Table::is_empty) {
                        let message =
                            format!("--table {id}={}: {name}: the table has no rows", path.display());
                        self.diagnostics.push(Diagnostic::note(message));
                    }
                }
                Err(wrong) => {
                    let message = format!("--table {id}={}: {name}: {}", path.display(), wrong.message);
                    self.diagnostics.push(Diagnostic::error(message));
                }
            }
        }
        Ok(())
    }

    /// Writes the drawing of the run of a variant; `waits` are those of all runs.
    fn write_drawing(
        &self,
        variant: usize,
        trace: &Trace,
        work: Option<Work>,
        (title, waits): (&str, &[f64]),
    ) -> Result<(), Vec<Diagnostic>> {
        let system = self.systems.iter().find(|&&(other, ..)| other == variant);
        let (Some(path), Some((.., part))) = (&self.arguments.svg, system) else {
            return Ok(());
        };
        let view = View {
            to_s: trace.last_bar_end().seconds(),
            folded: true,
            shares: true,
            waits: waits.to_vec(),
            ..View::of_whole_trace(trace, DRAWING_SIZE.0, DRAWING_SIZE.1)
        };
        let svg = ganttlet_render::svg(trace, &mut Canvas::with_work(work), &view, title);
        output::write_file(&with_part(path, part), &svg)
    }

    /// Writes the run of a variant as a scenario that repeats its choices, if requested. Fails if a run of that
    /// scenario has another digest.
    fn write_played(
        &self,
        variant: usize,
        run: &dyn Run,
        scenario: &Scenario,
        files: &Files,
    ) -> Result<(), Vec<Diagnostic>> {
        let (Some(path), Some((_, name, part))) =
            (&self.arguments.played, self.systems.iter().find(|&&(other, ..)| other == variant))
        else {
            return Ok(());
        };
        let path = with_part(path, part);
        let place = |found: Diagnostic| {
            vec![Diagnostic {
                message: format!("--played {}: {name}: {}", path.display(), found.message),
                ..found
            }]
        };
        let played = scenario.played(variant, run).map_err(place)?;
        let mut again = ganttlet_document::build(&played, 0, files, 0)?.run;
        again.advance(Budget::ALL);
        if again.trace().digest().whole != run.trace().digest().whole {
            let message = "the choices give another schedule than the run";
            let hint = "Choices repeat runs with simultaneous events per instant, and jobs that are not kept in a grid queue.";
            return Err(place(Diagnostic::error(message).hint(hint)));
        }
        output::write_file(&path, &played.to_text())
    }

    /// The diagnostics on the files. Fails if no run had a requested table.
    fn finish(self) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        if self.tables.iter().any(|&(.., found)| !found) {
            return Err(self.diagnostics);
        }
        // A table that only some of the systems have is not an error.
        let note = |found: Diagnostic| Diagnostic { severity: Severity::Note, ..found };
        let mut told: Vec<Diagnostic> = self.diagnostics.into_iter().map(note).collect();
        let paths = self.arguments.jobs.as_deref().into_iter();
        let paths =
            paths.chain(self.tables.iter().map(|&(_, path, _)| path)).chain(self.arguments.svg.as_deref());
        let paths = paths.chain(self.arguments.played.as_deref());
        for path in paths.filter(|_| self.systems.len() > 1) {
            let file = |(_, name, part): &(usize, &str, String)| {
                format!("{} ({name})", with_part(path, part).display())
            };
            let files = self.systems.iter().map(file).collect::<Vec<_>>().join(", ");
            told.push(
                Diagnostic::note(format!("one file per system: {files}"))
                    .hint("Use --system NAME to write only one."),
            );
        }
        Ok(told)
    }
}

/// Writes an export of a run: as text, or a table as a column file if the file name requests it.
fn write_table(trace: &Trace, id: &str, path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    match ColumnFile::of_path(path) {
        Some(kind) if ganttlet_render::is_table(trace, id) => {
            output::write_bytes(path, &kind.write(id, text).map_err(error_without_place)?)
        }
        Some(_) => {
            let message = format!("{} cannot hold {id}, which is no table", path.display());
            Err(error_without_place(message))
        }
        None => output::write_file(path, text),
    }
}

/// A name in a form for file names: letters and digits.
fn file_part(name: &str) -> String {
    let words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The path with this part inserted before the ending; unchanged for an empty part, and for paths that are not regular
/// files.
fn with_part(path: &Path, part: &str) -> PathBuf {
    if part.is_empty() || path.metadata().is_ok_and(|known| !known.is_file()) {
        return path.to_owned();
    }
    let text =
        |part: Option<&OsStr>| part.map_or_else(String::new, |part| part.to_string_lossy().into_owned());
    let (stem, ending) = (text(path.file_stem()), text(path.extension()));
    path.with_file_name(if ending.is_empty() {
        format!("{stem}.{part}")
    } else {
        format!("{stem}.{part}.{ending}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_own_file_name() {
        assert_eq!(file_part("EASY, node-exact (2 h)"), "easy-node-exact-2-h");
        assert_eq!(with_part(Path::new("a/out.csv"), "easy"), Path::new("a/out.easy.csv"));
        assert_eq!(with_part(Path::new("out"), "easy"), Path::new("out.easy"));
        assert_eq!(with_part(Path::new("out.csv"), ""), Path::new("out.csv"));
    }
}
