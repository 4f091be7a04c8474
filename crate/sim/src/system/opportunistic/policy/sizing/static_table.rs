//! Workers by a table of useful numbers for workloads, and then one more or fewer.

use super::shape::{OF_MEANS, OF_ONE_BATCH};
use super::{BatchResult, BatchShape, EfficiencyLimit, SizingPolicy, WorkerCount, percent};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

pub(super) const STATIC_TABLE: PolicyEntry<dyn SizingPolicy> = PolicyEntry {
    entry: Entry::new("static-table", "Self-adjusting, static table")
        .summary(
            "The first batch has one worker per task. Then reads the number of workers from a table, by the \
             work share of the largest fifth of the tasks and the variation among these. While the table entry \
             stays the same, adds one worker, up to the table value, if the batch takes clearly longer than the \
             first one with that value. Otherwise releases one if efficiency is low. Never requests more \
             workers than the next batch has tasks.",
        )
        .source("Heymann 2001, section 4.2.1 and table 4-2; the limits between its rows are our assumption")
        .parameters(Rules::LIST)
        .when_to_use(
            "Suited to applications whose task sizes change little from batch to batch. The table covers \
             typical distributions of task sizes and ignores the number of available machines.",
        )
        .pseudocode(concat!(
            "first batch: workers ← number of tasks\n",
            "S ← largest fifth of the tasks, by the runtimes that static_measure sets\n",
            "entry ← table entry for the share of S in the work and for S similar or\n",
            "  different in size\n",
            "table ← ⌈entry × number of tasks in the next batch⌉\n",
            "if entry or table changed then\n",
            "  workers ← table\n",
            "else if batch time > time_ratio × time of the first batch with table then\n",
            "  workers ← min(workers + 1, table)\n",
            "else if efficiency < efficiency_min and workers > 1 then\n",
            "  workers ← workers − 1",
        )),
    make: |settings| Box::new(StaticTable { rules: Rules::read(settings), used: None, reference: None }),
};

#[derive(Parameters)]
struct Rules {
    #[parameter(all)]
    least: EfficiencyLimit,
    /// Duration of a batch, relative to the first batch with the table value, above which another worker is requested.
    #[parameter(name = "Maximum batch time", min = 1, max = 10, default = 1.1)]
    time_ratio: f64,
    /// Runtimes by which the table is read.
    #[parameter(name = "Runtimes for the table", default = "averaged")]
    static_measure: Measure,
}

/// Runtimes by which the table is read.
#[derive(Clone, Copy, Variants)]
enum Measure {
    /// Mean of each task over all batches so far.
    #[word("averaged")]
    Averaged,
    /// Runtimes of the last batch only; small variations change the number of workers.
    #[word("single")]
    Single,
}

/// The policy and its state.
struct StaticTable {
    rules: Rules,
    /// The last row used in the table, whether the large tasks were similar, and the resulting number of workers.
    used: Option<(usize, bool, u32)>,
    /// Duration of the first batch with that number.
    reference: Option<Span>,
}

/// Table 4-2: workers in per cent of the tasks, for similar and for different large tasks.
const TABLE: [[u32; 2]; 7] = [[60, 40], [48, 28], [40, 22], [34, 18], [30, 16], [26, 14], [22, 12]];

impl SizingPolicy for StaticTable {
    fn next_workers(&mut self, seen: &BatchResult) -> WorkerCount {
        let rules = &self.rules;
        let shape = match rules.static_measure {
            Measure::Averaged => BatchShape::from_times(seen.means, &OF_MEANS),
            Measure::Single => {
                let last: Vec<f64> = seen.normalised.iter().map(|time| time.seconds()).collect();
                BatchShape::from_times(&last, &OF_ONE_BATCH)
            }
        };
        let share = TABLE[shape.row][usize::from(!shape.similar)];
        let table = ((u64::from(seen.next_tasks) * u64::from(share)).div_ceil(100) as u32).max(1);
        // A number that changes with the tasks is also a new start.
        let used = Some((shape.row, shape.similar, table));
        if self.used != used {
            (self.used, self.reference) = (used, None);
            let rule = if shape.similar { &SIMILAR } else { &DIFFERENT };
            return WorkerCount::new(table, rule, [i64::from(share), percent(shape.share)]);
        }
        let reference = *self.reference.get_or_insert(seen.length);
        let (wanted, least) = (seen.workers.0, rules.least.efficiency_min);
        let step = if seen.length.seconds() > rules.time_ratio * reference.seconds() {
            slower(wanted, table, seen.length, reference)
        } else if seen.efficiency < least && wanted > 1 {
            WorkerCount::new(wanted - 1, &IDLE, [percent(seen.efficiency), percent(least)])
        } else {
            WorkerCount::new(wanted, &STAYS, [percent(seen.efficiency), seen.length.0])
        };
        step.at_most(seen.next_tasks)
    }
}

/// A batch took too long: one worker more, up to the number in the table.
fn slower(wanted: u32, table: u32, length: Span, reference: Span) -> WorkerCount {
    let rule = if wanted < table { &SLOW } else { &FULL };
    WorkerCount::new(wanted.saturating_add(1).min(table), rule, [length.0, reference.0])
}

static SIMILAR: Rule = Rule::with_values(
    "size-table-similar",
    &["workers", "share", "work"],
    "{workers|1 worker|# workers}, {share} % of the tasks, from the table. The largest 20 % of the tasks \
     have {work} % of the work and are similar in size.",
);
static DIFFERENT: Rule = Rule::with_values(
    "size-table-different",
    &["workers", "share", "work"],
    "{workers|1 worker|# workers}, {share} % of the tasks, from the table. The largest 20 % of the tasks \
     have {work} % of the work and differ in size.",
);
static IDLE: Rule = Rule::with_values(
    "size-table-fewer",
    &["workers", "efficiency", "least"],
    "{workers|1 worker|# workers}, one fewer: efficiency was {efficiency} %, below {least} %, and the batch \
     took little longer than with the number in the table.",
);
static SLOW: Rule = Rule::with_values(
    "size-table-more",
    &["workers", "batch_time", "before"],
    "{workers|1 worker|# workers}, one more: the batch took {batch_time:time}, against {before:time} with the \
     number in the table.",
);
static FULL: Rule = Rule::with_values(
    "size-table-full",
    &["workers", "batch_time", "before"],
    "{workers|1 worker|# workers}, the number in the table: no more are requested, although the batch took \
     {batch_time:time}, against {before:time} the first time.",
);
static STAYS: Rule = Rule::with_values(
    "size-table-stays",
    &["workers", "efficiency"],
    "{workers|1 worker|# workers} as before: efficiency was {efficiency} %, and the batch took little \
     longer than with the number in the table.",
);
