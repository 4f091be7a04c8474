//! The recorder: a system writes events to it and never reads them back.

use super::decision::Decisions;
use super::{
    Colours, Kind, Logged, MarkKind, Phase, Row, Status, Subject, Table, TableKind, Text, Trace, Transfer,
};
use crate::diagnostic::Diagnostic;
use crate::platform::Platform;
use crate::rule::{Candidate, Decision, Rule, SubjectId};
use crate::time::{Span, Time};

/// The amount of data that is recorded. The digest is the same at each level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Only the input of the digest: outcomes and places, transfers, marks, tables.
    Digest,
    /// Also what metrics need, but no names of subjects and no reasons.
    Measures,
    /// Everything.
    Full,
}

/// A trace during its recording. It is read as a [`Trace`]: [`Trace::so_far`].
#[derive(Clone, Debug)]
pub struct Recorder {
    trace: Trace,
    level: Level,
}

/// Methods whose arguments are passed on unchanged.
macro_rules! kept {
    ($($(#[$doc:meta])* fn $name:ident($($value:ident: $type:ty),*) $(-> $back:ty)?;)*) => { $(
        $(#[$doc])*
        #[inline]
        pub fn $name(&mut self, $($value: $type),*) $(-> $back)? {
            self.trace.$name($($value),*)
        }
    )* };
}

impl Recorder {
    /// An empty record of a run on `platform` that stores the reasons of at most `decisions` decisions.
    pub fn new(platform: &Platform, decisions: usize) -> Self {
        Self { trace: Trace::new(platform, decisions), level: Level::Full }
    }

    /// Limits the recording of a run that has not begun.
    pub fn set_level(&mut self, level: Level) {
        debug_assert!(self.trace.subjects.is_empty(), "the run has not begun");
        self.level = level;
        self.trace.subjects.lean = level == Level::Digest;
        if level < Level::Full {
            self.trace.decisions = Decisions::default();
        }
    }

    /// Sets the clause that says when a job may start before the head of the queue.
    pub fn set_overtaking_clause(&mut self, clause: &'static str) {
        self.trace.passing = clause;
    }

    /// Declares that jobs only wait for nodes; `in_turn` if they start in the order in which they entered the queue.
    pub fn set_queueing(&mut self, in_turn: bool) {
        (self.trace.queues, self.trace.in_turn) = (true, in_turn);
    }

    /// Sets the default colours.
    pub fn set_colours(&mut self, colours: Colours) {
        self.trace.colours = colours;
    }

    /// Declares the possible types of subjects, in the order of legends.
    pub fn declare_types(&mut self, names: &[&str]) {
        for name in names {
            self.trace.types.find_or_add(name);
        }
    }

    /// Sets or changes the type of a subject.
    pub fn set_type(&mut self, subject: SubjectId, name: &str) {
        if self.level >= Level::Measures {
            let place = self.trace.types.find_or_add(name);
            self.trace.types.set(subject, place);
        }
    }

    /// Reserves memory for more subjects and their intervals.
    pub fn reserve(&mut self, more: usize) {
        self.trace.subjects.reserve(more);
        self.trace.intervals.reserve(more);
    }

    /// The id that the next subject will have.
    pub fn next_subject(&self) -> SubjectId {
        self.trace.subjects.len() as SubjectId
    }

    /// Sets the name of a subject, in the order of the subjects; unless everything is recorded ([`Self::keeps_all`]),
    /// names are not needed.
    pub fn set_name(&mut self, subject: SubjectId, name: String) {
        if self.level == Level::Full {
            self.trace.names.resize(subject as usize, String::new());
            self.trace.names.push(name);
        }
    }

    /// Adds the log data of a subject, in the order of the subjects; empty data may be omitted.
    pub fn add_log_data(&mut self, subject: SubjectId, logged: Logged) {
        if self.level == Level::Full && logged != Logged::NOTHING {
            self.trace.logged.resize(subject as usize, Logged::NOTHING);
            self.trace.logged.push(logged);
        }
    }

    /// Adds a group of subjects; returns its number.
    pub fn add_group(&mut self, name: String) -> u32 {
        self.trace.group_names.push(name);
        self.trace.group_names.len() as u32 - 1
    }

    /// Sets the length of the critical path of the next group on the fastest nodes, without transfers.
    pub fn set_critical_path(&mut self, length: Span) {
        self.trace.group_critical_path.push(length);
    }

    kept! {
        /// Adds a subject to the table, before it has arrived.
        fn add(subject: Subject) -> SubjectId;
        /// Adds a subject of another kind, which is added to the kinds if it is new.
        fn add_kind(subject: Subject, kind: Kind) -> SubjectId;
        /// Records that from `time` on the subject only waits for files and nodes.
        fn ready(subject: SubjectId, time: Time);
        /// Records that the subject has been sent to `cluster` at `time` and its files are in transfer.
        fn wait_for_files(subject: SubjectId, time: Time, cluster: usize);
        /// Records that the subject waits in the queue of `cluster` and could start from `time` on.
        fn queue(subject: SubjectId, time: Time, cluster: usize);
        /// Records that the subject gets nodes at `time`, the first of them on `cluster`, but does not work yet.
        fn place(subject: SubjectId, time: Time, cluster: usize);
        /// Starts the subject; [`Self::occupy`] sets its rows. A subject that starts again keeps its earlier intervals.
        fn start(subject: SubjectId, time: Time);
        /// Records that the subject occupies rows (the first and their number) from `time` on.
        fn occupy(subject: SubjectId, time: Time, rows: (u32, u32), phase: Phase);
        /// Records that the subject releases all its rows at `time`.
        fn vacate(subject: SubjectId, time: Time);
        /// Records that the subject releases the block that begins at `row`; its work there may be `lost`.
        fn leave(subject: SubjectId, time: Time, row: u32, lost: bool);
        /// Stops the subject, which waits to start again.
        fn stop(subject: SubjectId, time: Time);
        /// Sends the stopped subject to `cluster`.
        fn resend(subject: SubjectId, cluster: usize);
        /// Ends the subject.
        fn finish(subject: SubjectId, time: Time, status: Status);
        /// Sets the requested time of the subject on its chosen nodes, at their speed.
        fn estimate(subject: SubjectId, estimate: Span);
        /// Records that the subject can never run here.
        fn reject(subject: SubjectId);
        /// Records an event of a subject.
        fn mark(time: Time, subject: SubjectId, kind: &'static MarkKind, value: i64);
    }

    /// Records the transfer of a file.
    #[inline]
    pub fn add_transfer(&mut self, transfer: Transfer) {
        self.trace.transfers.push(transfer);
    }

    /// True while decisions are recorded: otherwise, costly reasons need not be computed.
    #[inline]
    pub fn wants_reasons(&self) -> bool {
        self.trace.decisions.are_kept()
    }

    /// True if everything is recorded: otherwise, tables that are only displayed need not be written.
    pub fn keeps_all(&self) -> bool {
        self.level == Level::Full
    }

    /// Records a decision if there is room.
    pub fn decide(&mut self, decision: Decision<&Rule>) {
        self.trace.decisions.push(decision);
    }

    /// Records a decision with its candidates if there is room.
    pub fn decide_among(&mut self, decision: Decision<&Rule>, candidates: &[Candidate]) {
        self.trace.decisions.push_with_candidates(decision, candidates);
    }

    /// Declares the tables of the system, in their order in the digest.
    pub fn declare(&mut self, tables: &[&'static TableKind]) {
        self.trace.tables.extend(tables.iter().map(|kind| Table::new(kind)));
    }

    /// The table with this type of rows.
    fn table<R: Row>(&mut self) -> &mut Table {
        let table = self.trace.tables.iter_mut().find(|table| std::ptr::eq(table.kind, R::KIND));
        table.expect("a system lists the tables that it writes")
    }

    /// Adds a row to the table of its type; returns its index.
    ///
    /// # Panics
    /// If no such table is declared.
    pub fn add_row<R: Row>(&mut self, row: &R) -> u32 {
        self.table::<R>().push(row)
    }

    /// Changes a row of the table of its type.
    ///
    /// # Panics
    /// See [`Self::add_row`].
    pub fn set_row<R: Row>(&mut self, at: u32, row: &R) {
        self.table::<R>().set(at, row);
    }

    /// Adds the reason for a row of the table of this type.
    ///
    /// # Panics
    /// See [`Self::add_row`].
    pub fn explain_row<R: Row>(&mut self, at: u32, (rule, values): (&'static Rule, [i64; 4])) {
        self.table::<R>().set_reason(at, rule, values);
    }

    /// Stores a text for cells of tables. For repeated texts: each is looked up among all others.
    pub fn intern_text(&mut self, words: &str) -> Text {
        let texts = &mut self.trace.texts;
        let place = texts.iter().position(|known| known == words).unwrap_or_else(|| {
            texts.push(words.to_owned());
            texts.len() - 1
        });
        Text(place as u32)
    }

    /// Declares that all events up to this time are recorded.
    pub fn set_known_until(&mut self, time: Time) {
        self.trace.now = time;
    }

    /// Ends the trace, with warnings and notes.
    pub fn close(&mut self, findings: Vec<Diagnostic>) {
        self.trace.intervals.shrink();
        self.trace.findings = findings;
    }
}

impl Trace {
    /// The trace so far: for observers of a run, never for its system.
    pub fn so_far(recorder: &Recorder) -> &Self {
        &recorder.trace
    }
}

impl From<Recorder> for Trace {
    fn from(recorder: Recorder) -> Self {
        recorder.trace
    }
}
