//! Comparison of a run with a baseline of the same work: which subjects started earlier or later. The data of the
//! baseline is sent from one worker to another as bytes.

use ganttlet_core::order;
use ganttlet_core::record::{Index, Phase, Subject, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::format_duration;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;

/// Minimum difference of start times of a moved subject, in microseconds: 5 min ..
const MIN_SHIFT: i64 = 300_000_000;
/// .. or, if the baseline is short, the longest of [`SHORT_SHIFTS`] that is at most this share of its length.
const MIN_SHIFT_SHARE: f64 = 0.02;
const SHORT_SHIFTS: [i64; 16] = [
    120_000_000,
    60_000_000,
    30_000_000,
    20_000_000,
    10_000_000,
    5_000_000,
    2_000_000,
    1_000_000,
    500_000,
    200_000,
    100_000,
    50_000,
    20_000,
    10_000,
    5_000,
    1_000,
];
/// The comparison of a run with its baseline, computed once.
#[derive(Debug)]
pub(crate) struct BaselineComparison {
    /// The baseline, with only its bars and the numbers of its subjects.
    pub(crate) base: Trace,
    pub(crate) index: Index,
    /// The end of the last job of the run.
    pub(crate) end: Time,
    /// True if both runs have the same rows.
    pub(crate) same_rows: bool,
    /// The smallest relevant shift, in microseconds.
    pub(crate) least: i64,
    /// For each row, the time from which on no subject of the run occupies it or waits for it.
    pub(crate) free: Vec<i64>,
    /// True if at least one counted subject has bars in both runs.
    pub(crate) compares: bool,
    /// The times at which an earlier start became visible, or a later one; ascending.
    pub(crate) earlier: Vec<i64>,
    pub(crate) later: Vec<i64>,
}

/// The data of a run for comparisons with another run of the same work: see `Canvas::compare`.
pub fn export_baseline(trace: &Trace) -> Vec<u8> {
    let (table, subjects) = (&trace.intervals, &trace.subjects);
    let mut bytes = Vec::with_capacity(32 + subjects.len() * 4 + table.len() * 28);
    let mut word = |value: u32| bytes.extend_from_slice(&value.to_le_bytes());
    let halves = |time: Time| [time.0 as u32, (time.0 >> 32) as u32];
    for half in [halves(trace.first_submit()), halves(trace.last_job_end())].as_flattened() {
        word(*half);
    }
    let work = work_hash(trace);
    word(work as u32);
    word((work >> 32) as u32);
    word(subjects.len() as u32);
    subjects.number.iter().for_each(|&number| word(number));
    word(table.len() as u32);
    for i in 0..table.len() {
        word(table.subject[i]);
        word(table.row[i]);
        word(table.rows[i]);
        for half in [halves(table.start[i]), halves(table.end[i])].as_flattened() {
            word(*half);
        }
    }
    bytes
}

/// A hash of the work of a run: the counted subjects, with their names and arrival times.
fn work_hash(trace: &Trace) -> u64 {
    let table = &trace.subjects;
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |value: u64| sum = (sum ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    for id in 0..table.len() {
        let kind = trace.kind(id as SubjectId);
        if kind.counts {
            add(u64::from(table.number[id]));
            add(u64::from(table.user[id]) << 32 | u64::from(table.group[id]));
            add(if kind.recurs { 0 } else { table.submit[id].0 as u64 });
        }
    }
    sum
}

/// Reads an [exported baseline](baseline): its trace, the start of its work, and the hash of its work. Truncated data
/// ends early.
fn read_baseline(bytes: &[u8], like: &Trace) -> (Trace, Time, u64) {
    let mut words =
        bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let mut word = || words.next();
    let mut trace = Trace { bands: like.bands.clone(), kinds: like.kinds.clone(), ..Trace::default() };
    let mut fill = || {
        let (from, end) = (read_time(&mut word)?, read_time(&mut word)?);
        let work = read_time(&mut word)?.0 as u64;
        (trace.last_end, trace.now) = (end, end);
        for _ in 0..word()? {
            let (user, group, submit, estimate) = (UNKNOWN, UNKNOWN, from, Span::ZERO);
            trace.add(Subject { number: word()?, user, group, submit, nodes: 0, estimate });
        }
        for i in 0..word()? {
            let (subject, row, rows) = (word()?, word()?, word()?);
            let (start, end) = (read_time(&mut word)?, read_time(&mut word)?);
            if subject as usize >= trace.subjects.len() {
                return None;
            }
            trace.occupy(subject, start, (row, rows), Phase::WORKS);
            trace.intervals.end[i as usize] = end;
        }
        Some((from, work))
    };
    let (from, work) = fill().unwrap_or((Time::ZERO, 0));
    (trace, from, work)
}

/// Reads a time from two words.
fn read_time(word: &mut impl FnMut() -> Option<u32>) -> Option<Time> {
    let (low, high) = (word()?, word()?);
    Some(Time((u64::from(high) << 32 | u64::from(low)) as i64))
}

/// The time of the first allocation of a subject: the left edge of its bars.
pub(crate) fn first_allocation(trace: &Trace, subject: SubjectId) -> Option<i64> {
    trace.intervals_of(subject).next().map(|first| trace.intervals.start[first].0)
}

impl BaselineComparison {
    /// Compares a finished run with an exported baseline; `None` if the work of the baseline differs.
    pub(crate) fn new(trace: &Trace, bytes: &[u8]) -> Option<Self> {
        let (base, from, work) = read_baseline(bytes, trace);
        if work != work_hash(trace) {
            return None;
        }
        let mut index = Index::default();
        index.update(&base);
        let span = (base.last_end.0 - from.0) as f64 * MIN_SHIFT_SHARE;
        let shorter = SHORT_SHIFTS.into_iter().find(|&step| step as f64 <= span).unwrap_or(1_000);
        let least = if span >= MIN_SHIFT as f64 { MIN_SHIFT } else { shorter };
        let table = &trace.intervals;
        let mut last_start = 0;
        let mut free = vec![0_i64; trace.rows() as usize];
        for i in 0..table.len() {
            last_start = last_start.max(table.start[i].0);
            for row in table.row[i]..table.row[i] + table.rows[i] {
                let free = &mut free[row as usize];
                *free = (*free).max(table.end[i].0);
            }
        }
        for free in &mut free {
            *free = (*free).max(last_start);
        }
        let rows = base.intervals.row.iter().zip(&base.intervals.rows);
        let same_rows = rows.map(|(row, rows)| row + rows).max().unwrap_or(0) <= trace.rows();
        let (end, earlier, later) = (trace.last_job_end(), vec![], vec![]);
        let mut pair = Self { base, index, end, same_rows, least, free, compares: false, earlier, later };
        for subject in 0..trace.subjects.len() as SubjectId {
            if !trace.kind(subject).counts {
                continue;
            }
            let (Some(shift), Some(own)) = (pair.shift(trace, subject), first_allocation(trace, subject))
            else {
                continue;
            };
            pair.compares = true;
            if shift <= -least {
                pair.earlier.push(own + least);
            } else if shift >= least {
                pair.later.push(own);
            }
        }
        order::sort_by_key(&mut pair.earlier, |&at| at);
        order::sort_by_key(&mut pair.later, |&at| at);
        Some(pair)
    }

    /// The start of a subject minus its start in the baseline, in microseconds; `None` if it did not start in one of
    /// them, or the shift is too small.
    pub(crate) fn shift(&self, trace: &Trace, subject: SubjectId) -> Option<i64> {
        let at = subject as usize;
        if self.base.subjects.number.get(at) != Some(&trace.subjects.number[at]) {
            return None;
        }
        Some(first_allocation(trace, subject)? - first_allocation(&self.base, subject)?)
    }

    /// The shift of a subject as text, if both starts precede the playhead: `−1:28` in hours and minutes, or with a
    /// unit.
    pub(crate) fn shift_text(&self, trace: &Trace, subject: SubjectId, now: f64) -> Option<String> {
        let shift = self.shift(trace, subject).filter(|shift| shift.abs() >= self.least)?;
        let known = |trace| first_allocation(trace, subject).is_some_and(|at| at as f64 <= now);
        if !trace.kind(subject).counts || !known(trace) || !known(&self.base) {
            return None;
        }
        let sign = if shift < 0 { '\u{2212}' } else { '+' };
        let span = Span(shift.abs());
        if self.least < 60_000_000 {
            return Some(format!("{sign}{}", format_duration(span)));
        }
        let minutes = libm::round(span.seconds() / 60.0) as u64;
        Some(format!("{sign}{}:{:02}", minutes / 60, minutes % 60))
    }

    /// Whether a moved subject is known at a time to have started later; `None` if it is not known to have moved.
    pub(crate) fn is_later(&self, trace: &Trace, subject: SubjectId, now: f64) -> Option<bool> {
        let shift = self.shift(trace, subject).filter(|_| trace.kind(subject).counts)?;
        let own = first_allocation(trace, subject)?;
        if shift <= -self.least && (own + self.least) as f64 <= now {
            Some(true)
        } else if shift >= self.least && own as f64 <= now {
            Some(false)
        } else {
            None
        }
    }
}
