//! Compares the reasons of waiting jobs with the tables of the trace at the same time.

use ganttlet_core::record::{Kind, Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// The number behind the first of these words; "none" is zero.
pub(crate) fn number_after(text: &str, words: &str) -> Option<u32> {
    let (_, rest) = text.split_once(words)?;
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    if rest.starts_with("none") { Some(0) } else { rest[..digits].parse().ok() }
}

/// True if a number is followed by the right form of a word: "1 node", "7 nodes".
pub(crate) fn has_right_plural(text: &str, one: &str, many: &str) -> bool {
    text.match_indices(one).all(|(at, _)| {
        let number = text[..at].trim_end().rsplit(' ').next().unwrap_or("");
        let plural = text[at..].starts_with(many);
        number.parse::<u32>().map_or(true, |number| (number == 1) != plural)
    })
}

/// The subject that holds a row at a time.
pub(crate) fn subject_on_row(trace: &Trace, row: u32, time: Time) -> Option<SubjectId> {
    let table = &trace.intervals;
    let holds = |&i: &usize| {
        let there = table.start[i] <= time && time < table.end[i];
        there && (table.row[i]..table.row[i] + table.rows[i]).contains(&row)
    };
    (0..table.len()).find(holds).map(|i| table.subject[i])
}

/// The number of rows of a cluster that satisfy a condition at a time.
pub(crate) fn count_rows(
    trace: &Trace,
    cluster: usize,
    is: impl Fn(Option<SubjectId>) -> bool,
    time: Time,
) -> u32 {
    let band = &trace.bands[cluster];
    (band.first_row..band.first_row + band.rows).filter(|&row| is(subject_on_row(trace, row, time))).count()
        as u32
}

/// The subjects in a queue at a time without nodes, in the order of the table.
pub(crate) fn waiting_subjects(trace: &Trace, time: Time) -> Vec<SubjectId> {
    let table = &trace.subjects;
    let waits = |&id: &SubjectId| {
        let at = id as usize;
        let joined =
            table.eligible_time(at) <= time && table.end[at] > time && table.status[at] != Status::Rejected;
        let is_work = trace.kind(id) != Kind::MACHINE;
        is_work && joined && !(0..trace.rows()).any(|row| subject_on_row(trace, row, time) == Some(id))
    };
    (0..table.len() as SubjectId).filter(waits).collect()
}
