//! M12: strategies against losses on perfect numbers of machines, 150 tasks.

use super::loss_tables::{CR, Compared, NR, TABLE_5_1, TABLE_5_2, points, words};
use super::losses::{self, COPIES, DRAWN, Measure, Point, Runs, WORKLOADS, WORSENING, explained};
use crate::paper::Experiment;
use crate::verdict::{self, Judge, so_many};
use crate::{Case, Effort, Findings, Interval, Target, Verdict};

/// The experiment.
pub(in super::super) const M12: Experiment = Experiment {
    id: "M12",
    title: "Against losses, 150 tasks",
    question: "Does the loss of a machine matter less where there are more tasks and machines?",
    source: "Heymann 2001, section 5.5, table 5-2",
    setup: "As with 50 tasks (M11), with three times as many on their perfect numbers of machines, 17 to 57. Some runs with 50 \
            tasks are beside them.",
    notes: &[
        DRAWN,
        COPIES,
        WORSENING,
        "A published cell is the mean of 100 batches. Published times are higher than ours by about half a point on average.",
    ],
    cases,
    findings,
};

const TASKS: u32 = 150;

/// The table, then the runs with 50 tasks: without extra machines, and with one that has a copy of the largest task.
fn all_points() -> Vec<Point> {
    let alone = (0..WORKLOADS.len()).map(|at| Point::perfect(50, at));
    points(TASKS).into_iter().chain(alone).chain([Point::perfect(50, 0).with(1, CR)]).collect()
}

fn cases(effort: Effort) -> Vec<Case> {
    losses::cases(&all_points(), effort, (2, 400))
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let runs = Runs::new(&all_points(), outcomes);
    let table = Compared { name: "5-2", tasks: TASKS, published: &TABLE_5_2, runs: &runs };
    let fewer = Compared { name: "5-1", tasks: 50, published: &TABLE_5_1, runs: &runs };
    let mut found = Findings::default();
    table.show(&mut found);
    found.targets = table.cells("M12", "Both numbers are means of chance.");
    let claims: [fn(&Compared, &Compared) -> Option<Target>; 6] =
        [matters_less, helps_less, no_help, share_of_machines, best_with_three, costs_efficiency];
    found.targets.extend(claims.iter().filter_map(|claim| claim(&table, &fewer)));
    found
}

fn matters_less(table: &Compared, fewer: &Compared) -> Option<Target> {
    let without = |table: &Compared, at| table.time(at, (0, NR));
    let (ours, before) = (table.each(without)?, fewer.each(without)?);
    let parts: Vec<Verdict> =
        ours.iter().zip(&before).map(|(&ours, &before)| verdict::less(ours, before)).collect();
    let diagnostics = ("less", format!("{} %; with 50 tasks {} %", words(&ours), words(&before)));
    let claim = "without extra machines a loss worsens the time less than with 50 tasks, at all W";
    Some(Target::new("M12", claim, diagnostics, "order", verdict::all(&parts)))
}

/// What one extra machine with a copy takes off.
fn helps_less(table: &Compared, fewer: &Compared) -> Option<Target> {
    let gain = |table: &Compared| Some(table.time(0, (0, NR))? - table.time(0, (1, CR))?);
    let (ours, before) = (gain(table)?, gain(fewer)?);
    let diagnostics = ("-0.7 and 4.9 points", format!("{} and {} points", ours.words(), before.words()));
    let claim = "W 30 %: one extra machine with a copy takes off less than with 50 tasks";
    Some(Target::new("M12", claim, diagnostics, "order", verdict::less(ours, before)))
}

fn no_help(table: &Compared, _: &Compared) -> Option<Target> {
    let [with, without] = [table.time(0, (1, NR))?, table.time(0, (0, NR))?];
    let diagnostics = ("8.55 and 7.18 %", format!("{} and {} %", with.words(), without.words()));
    let claim = "W 30 %: one extra machine without a copy does not help";
    let target = Target::new("M12", claim, diagnostics, "order", verdict::more(with, without));
    Some(explained(
        target,
        "It helps a little. The published difference is within the standard error of two means of 100 batches.",
    ))
}

/// One extra machine beside 20, three beside 57.
fn share_of_machines(table: &Compared, fewer: &Compared) -> Option<Target> {
    let gain = |table: &Compared, extra| {
        let without = table.time(0, (0, NR))?;
        let with = table.time(0, (extra, CR))?;
        let ratio = with.mean / without.mean;
        // To the first order in what chance does to both.
        let by_chance = (with - without * ratio) * (100.0 / without.mean);
        Some(by_chance - Interval::exact(100.0 * (1.0 - ratio)))
    };
    let (ours, before) = (gain(table, 3)?, gain(fewer, 1)?);
    let diagnostics = ("-33.3 and -36.4 %", format!("{:+.1} and {:+.1} %", ours.mean, before.mean));
    let claim = "W 30 %: 3 extra machines beside 57 take off as much as 1 beside 20";
    let verdict = verdict::all(&[
        Judge::near(-33.3, 10.0, "points").of(ours),
        Judge::near(-36.4, 10.0, "points").of(before),
        Judge::near(0.0, 10.0, "points").of(ours - before),
    ]);
    Some(Target::new("rule 18", claim, diagnostics, "10 points", verdict))
}

/// What complete replication is ahead of no statistics, on average over W.
fn best_with_three(table: &Compared, _: &Compared) -> Option<Target> {
    let mut gains = [Interval::exact(0.0); 3];
    for (gain, extra) in gains.iter_mut().zip(1..) {
        let ahead =
            table.each(|table, at| Some(table.time(at, (extra, NR))? - table.time(at, (extra, CR))?))?;
        *gain = mean(&ahead);
    }
    let diagnostics = ("most with 3", format!("{} points", words(&gains)));
    let claim = "CR is most ahead of NR with 3 extra machines (mean over W; 1, 2, 3)";
    Some(Target::new(
        "M12",
        claim,
        diagnostics,
        "order",
        verdict::all(&[verdict::more(gains[2], gains[0]), verdict::more(gains[2], gains[1])]),
    ))
}

/// The mean of several numbers that chance moves independently.
fn mean(numbers: &[Interval]) -> Interval {
    let sum = numbers.iter().fold(Interval::exact(0.0), |sum, &number| sum - (-number));
    let count = numbers.first().map_or(0, |number| number.count);
    Interval { count, ..sum * (1.0 / numbers.len() as f64) }
}

fn costs_efficiency(table: &Compared, _: &Compared) -> Option<Target> {
    let parts = table.beside_none(Measure::Efficiency, |_, _, with, without| verdict::more(with, without))?;
    let diagnostics = ("always", so_many(&parts));
    let claim = "extra machines always cost efficiency";
    let target = Target::new("rule 16", claim, diagnostics, "order", verdict::all(&parts));
    Some(explained(target, "In the published table one extra machine gains efficiency at W 50 %."))
}
