//! What a system writes to: it tells what happens and never reads it back.

use super::decision::Decisions;
use super::{
    Colours, Kind, Logged, MarkKind, Phase, Row, Status, Subject, Table, TableKind, Text, Trace, Transfer,
};
use crate::diagnostic::Diagnostic;
use crate::platform::Platform;
use crate::rule::{Candidate, Decision, Rule, SubjectId};
use crate::time::{Span, Time};

/// How much is kept. The digest is the same at each level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What the digest is of: outcomes and places, transfers, marks, tables. Nothing else can be asked.
    Digest,
    /// What measures need beside that: no names of subjects, and no reasons.
    Measures,
    /// Everything.
    Full,
}

/// A record while it is written. What is in it is read as a [`Trace`]: [`Trace::so_far`].
#[derive(Clone, Debug)]
pub struct Recorder {
    trace: Trace,
    level: Level,
}

/// What is told and kept as it is.
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
    /// The beginning of a record of a run on `platform` that keeps the reasons of at most `decisions` decisions.
    pub fn new(platform: &Platform, decisions: usize) -> Self {
        Self { trace: Trace::new(platform, decisions), level: Level::Full }
    }

    /// Keeps no more than this, of a run that has not begun.
    pub fn set_level(&mut self, level: Level) {
        debug_assert!(self.trace.subjects.is_empty(), "the run has not begun");
        self.level = level;
        self.trace.subjects.lean = level == Level::Digest;
        if level < Level::Full {
            self.trace.decisions = Decisions::default();
        }
    }

    /// Someone may start before the head of a queue here when and as this clause says.
    pub fn set_overtaking_clause(&mut self, clause: &'static str) {
        self.trace.passing = clause;
    }

    /// Jobs wait here for nodes and nothing else; `in_turn` if they start in the order in which they came to the queue.
    pub fn set_queueing(&mut self, in_turn: bool) {
        (self.trace.queues, self.trace.in_turn) = (true, in_turn);
    }

    /// What the colours of pictures tell if nobody asks for anything else.
    pub fn set_colours(&mut self, colours: Colours) {
        self.trace.colours = colours;
    }

    /// The types that subjects may have, in the order of legends.
    pub fn declare_types(&mut self, names: &[&str]) {
        for name in names {
            self.trace.types.find_or_add(name);
        }
    }

    /// The subject is of a type, or has become of it.
    pub fn set_type(&mut self, subject: SubjectId, name: &str) {
        if self.level >= Level::Measures {
            let place = self.trace.types.find_or_add(name);
            self.trace.types.set(subject, place);
        }
    }

    /// Makes room for so many more subjects, and what each holds.
    pub fn reserve(&mut self, more: usize) {
        self.trace.subjects.reserve(more);
        self.trace.intervals.reserve(more);
    }

    /// The id that the next subject will have.
    pub fn next_subject(&self) -> SubjectId {
        self.trace.subjects.len() as SubjectId
    }

    /// A subject has a name beside its number. They are given in the order of the subjects; where none are kept ([`Self::keeps_all`])
    /// they need not be made.
    pub fn set_name(&mut self, subject: SubjectId, name: String) {
        if self.level == Level::Full {
            self.trace.names.resize(subject as usize, String::new());
            self.trace.names.push(name);
        }
    }

    /// What the log of a subject says of it. Told in the order of the subjects; what says nothing need not be told.
    pub fn add_log_data(&mut self, subject: SubjectId, logged: Logged) {
        if self.level == Level::Full && logged != Logged::NOTHING {
            self.trace.logged.resize(subject as usize, Logged::NOTHING);
            self.trace.logged.push(logged);
        }
    }

    /// A new group of subjects; gives its number.
    pub fn add_group(&mut self, name: String) -> u32 {
        self.trace.group_names.push(name);
        self.trace.group_names.len() as u32 - 1
    }

    /// How long the critical path of the next group takes on the fastest nodes, without transfers.
    pub fn set_critical_path(&mut self, length: Span) {
        self.trace.group_critical_path.push(length);
    }

    kept! {
        /// Adds a subject to the table, before it has arrived.
        fn add(subject: Subject) -> SubjectId;
        /// Adds a subject of another kind, which is added to the kinds if it is new.
        fn add_kind(subject: Subject, kind: Kind) -> SubjectId;
        /// Only files and nodes keep the subject from starting from `time` on.
        fn ready(subject: SubjectId, time: Time);
        /// The subject has been sent to `cluster` at `time` and its files are on their way.
        fn wait_for_files(subject: SubjectId, time: Time, cluster: usize);
        /// The subject waits in the queue of `cluster` and could start from `time` on.
        fn queue(subject: SubjectId, time: Time, cluster: usize);
        /// The subject has been given nodes at `time`, of which those on `cluster` come first, but does not work yet.
        fn place(subject: SubjectId, time: Time, cluster: usize);
        /// The subject starts; [`Self::occupy`] says where. One that starts again keeps what it held before.
        fn start(subject: SubjectId, time: Time);
        /// The subject holds rows (the first and how many) from `time` on.
        fn occupy(subject: SubjectId, time: Time, rows: (u32, u32), phase: Phase);
        /// The subject holds nothing from `time` on, or something else.
        fn vacate(subject: SubjectId, time: Time);
        /// The subject holds the block that begins at `row` no more from `time` on; what it did there may be `lost`.
        fn leave(subject: SubjectId, time: Time, row: u32, lost: bool);
        /// The subject was stopped and waits to start again.
        fn stop(subject: SubjectId, time: Time);
        /// The subject ends.
        fn finish(subject: SubjectId, time: Time, status: Status);
        /// How long the subject is said to run on the nodes that are chosen for it, whatever their speed.
        fn estimate(subject: SubjectId, estimate: Span);
        /// The subject can never run here.
        fn reject(subject: SubjectId);
        /// Something happened to a subject.
        fn mark(time: Time, subject: SubjectId, kind: &'static MarkKind, value: i64);
    }

    /// A file moves.
    #[inline]
    pub fn add_transfer(&mut self, transfer: Transfer) {
        self.trace.transfers.push(transfer);
    }

    /// True while decisions are kept: what is costly to say need not be worked out otherwise.
    #[inline]
    pub fn wants_reasons(&self) -> bool {
        self.trace.decisions.are_kept()
    }

    /// True if everything is kept: tables that only people read need not be written otherwise.
    pub fn keeps_all(&self) -> bool {
        self.level == Level::Full
    }

    /// Keeps a decision if there is room.
    pub fn decide(&mut self, decision: Decision<&Rule>) {
        self.trace.decisions.push(decision);
    }

    /// Keeps a decision with its candidates if there is room.
    pub fn decide_among(&mut self, decision: Decision<&Rule>, candidates: &[Candidate]) {
        self.trace.decisions.push_with_candidates(decision, candidates);
    }

    /// The tables that the system writes, in their order in the digest.
    pub fn declare(&mut self, tables: &[&'static TableKind]) {
        self.trace.tables.extend(tables.iter().map(|kind| Table::new(kind)));
    }

    /// The table of the rows of a type.
    fn table<R: Row>(&mut self) -> &mut Table {
        let table = self.trace.tables.iter_mut().find(|table| std::ptr::eq(table.kind, R::KIND));
        table.expect("a system lists the tables that it writes")
    }

    /// Adds a row to the table of its type; gives its place.
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

    /// A few words for cells of tables. Meant for those that come again: each is looked for among all others.
    pub fn intern_text(&mut self, words: &str) -> Text {
        let texts = &mut self.trace.texts;
        let place = texts.iter().position(|known| known == words).unwrap_or_else(|| {
            texts.push(words.to_owned());
            texts.len() - 1
        });
        Text(place as u32)
    }

    /// All that happened up to this time has been told.
    pub fn set_known_until(&mut self, time: Time) {
        self.trace.now = time;
    }

    /// Nothing more will be told but what a person should know of it all.
    pub fn close(&mut self, findings: Vec<Diagnostic>) {
        self.trace.intervals.shrink();
        self.trace.findings = findings;
    }
}

impl Trace {
    /// What has been told so far: for those who watch a run, never for its system.
    pub fn so_far(recorder: &Recorder) -> &Self {
        &recorder.trace
    }
}

impl From<Recorder> for Trace {
    fn from(recorder: Recorder) -> Self {
        recorder.trace
    }
}
