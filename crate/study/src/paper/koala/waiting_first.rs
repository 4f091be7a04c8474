//! E3.3: precedence to waiting applications, FPSMA against EGS.

use super::malleable::{
    ALL, BUSY, BY_POLICY, EGS, EXECUTION, FITTED, FPSMA, GADGET, GADGET_LONG, LATE, LONGEST_RESPONSE, OURS,
    PROCESSORS, PUBLISHED, Point, RESPONSE, ROUNDS, Runs, STUCK, WAIT, Who,
};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Table, Target, Verdict};

/// The experiment.
pub(in super::super) const E3_3: Experiment = Experiment {
    id: "E3.3",
    title: "Waiting applications first",
    question: "What is left of malleability when running jobs shrink for every job that waits, under overload?",
    source: "Sonmez 2010, section 3.4.2, figure 3.5",
    setup: "As E3.2, but one job every 30 s (W'_m, W'_mr) and under PWA: running jobs shrink for waiting ones, and grow when \
            none can be helped. Other users hold 84 % of DAS-3, so that even on 2 nodes each jobs hardly find room.",
    notes: &[
        FITTED,
        ROUNDS,
        "The thesis has an overload and no number of it: without other users DAS-3 has room for all jobs. That these hold 84 % is \
         fitted; the table shows what changes with it.",
        "The manager does not come to rest (no. 1), as other users come and go.",
        "Response times with EGS and W'_m are hardly above those of FPSMA (no. 4): with every policy jobs wait for the smallest \
         size of those before them, which no policy changes.",
        "FPSMA leaves more jobs at 2 processors than EGS (part of no. 2): it offers all to the oldest, EGS a little to each.",
        OURS,
        PROCESSORS,
    ],
    cases,
    findings,
};

/// The published load beside other users.
const BASE: Point =
    Point { approach: "pwa", policy: FPSMA, mixed: false, gap_s: 30, local: 84, adapt_s: 60, seed: 0 };
/// The runs of E3.2 it is compared with.
const RUNNING_FIRST: Point = Point { approach: "pra", gap_s: 120, local: 0, ..BASE };
/// What others hold beside that, %.
const OTHER_LOADS: [u32; 4] = [0, 60, 80, 88];
/// Few jobs, and nobody else: nobody ever waits.
const CALM: [Point; 2] =
    [Point { gap_s: 600, local: 0, ..BASE }, Point { approach: "pra", gap_s: 600, local: 0, ..BASE }];

fn points(effort: Effort) -> Vec<Point> {
    let of = |base: Point, who: &[(usize, bool)]| -> Vec<Point> {
        let one = |&(policy, mixed): &(usize, bool)| {
            effort.seeds(20, 5).map(move |seed| Point { policy, mixed, seed, ..base })
        };
        who.iter().flat_map(one).collect()
    };
    let mut points = [of(BASE, &ALL), of(RUNNING_FIRST, &PUBLISHED)].concat();
    for local in OTHER_LOADS {
        points.extend(of(Point { local, ..BASE }, &PUBLISHED));
    }
    for base in CALM {
        points.extend(of(base, &PUBLISHED[..2]));
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(Point::case).collect()
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let at = |base: Point| Runs::new(points(effort), outcomes, base);
    let runs = at(BASE);
    let first = at(RUNNING_FIRST);
    let calm = CALM.map(at);
    let mut targets: Vec<Target> = [comes_to_rest, many_stuck, long_gadget, one_is_worse, held]
        .iter()
        .filter_map(|of| of(&runs))
        .collect();
    targets.extend(above_running_first(&runs, &first));
    targets.extend(alike(&runs, &calm));
    let mut loads = Table::new(
        "Other loads of other users",
        &["runs", "GADGET, s", "wait, s", "response, s", "stuck at 2, %", "late changes, %"],
    );
    for local in [0, 60, 80, 84, 88] {
        let runs = at(Point { local, ..BASE });
        for who in PUBLISHED {
            let cells =
                [GADGET, WAIT, RESPONSE, STUCK, LATE].map(|column| Cell::ours(runs.interval(column, who)));
            loads.row(format!("{local} %, {}", runs.name(who)), cells.to_vec());
        }
    }
    Findings {
        targets,
        tables: vec![runs.table("Means of the runs"), loads],
        plots: runs.plots("Figure 3.5"),
    }
}

/// The four numbers as read.
fn words([fpsma, egs, fpsma_mixed, egs_mixed]: [Interval; 4], digits: usize, unit: &str) -> String {
    format!(
        "W'_m: FPSMA {:.digits$}, EGS {:.digits$}; W'_mr: {:.digits$}, {:.digits$} {unit}",
        fpsma.mean, egs.mean, fpsma_mixed.mean, egs_mixed.mean
    )
}

fn comes_to_rest(runs: &Runs) -> Option<Target> {
    let late = runs.four(LATE)?;
    let judge = Judge::below(10.0, "% of all changes in the second half of the arrivals")
        .or_direction_below(40.0, "%");
    let all = late.map(|share| judge.of(share));
    let claim = "1. Beyond a certain time the manager triggers nothing but initial placements";
    let ours = format!("changes in the second half: {}", words(late, 0, "%"));
    Some(Target::new("E3.3", claim, ("none", ours), judge.words(), verdict::all(&all)))
}

fn many_stuck(runs: &Runs) -> Option<Target> {
    let stuck = runs.four(STUCK)?;
    let many = Judge::above(50.0, "%");
    let mut parts = stuck.map(|share| many.of(share)).to_vec();
    parts.extend(runs.less(STUCK, &BY_POLICY)?);
    let claim = "2. Many jobs stay at 2 processors in all cases, more with EGS";
    let tolerance = format!("{}; order", many.words());
    Some(Target::new("E3.3", claim, ("many", words(stuck, 0, "%")), tolerance, verdict::all(&parts)))
}

fn long_gadget(runs: &Runs) -> Option<Target> {
    let gadget = runs.four(GADGET)?;
    let judge = Judge::near_percent(600.0, 10.0);
    let parts = gadget.map(|seconds| judge.of(seconds));
    let long = runs.four(GADGET_LONG)?;
    let ours = format!("{}; 600 s or more take {}", words(gadget, 0, "s"), words(long, 0, "%"));
    let claim = "3. Most GADGET jobs take 600 s in all four cases";
    Some(Target::new("R14", claim, ("600 s", ours), judge.words(), verdict::all(&parts)))
}

/// The second half of the third claim.
fn above_running_first(runs: &Runs, first: &Runs) -> Option<Target> {
    let mean = |runs: &Runs| -> Option<Interval> {
        let [a, b, c, d] = runs.four(GADGET)?;
        // Of the mean of four; pairs of seeds are not needed for a difference as large as this.
        let quarter = |of: fn(Interval) -> f64| (of(a) + of(b) + of(c) + of(d)) / 4.0;
        Some(Interval { mean: quarter(|i| i.mean), low: quarter(|i| i.low), high: quarter(|i| i.high), ..a })
    };
    let (waiting, running) = (mean(runs)?, mean(first)?);
    let percent = |waiting: f64, running: f64| 100.0 * (waiting / running - 1.0);
    let more = Interval {
        mean: percent(waiting.mean, running.mean),
        low: percent(waiting.low, running.high),
        high: percent(waiting.high, running.low),
        count: waiting.count,
    };
    let ours = format!("{:+.0} % ({:.0} to {:.0} s)", more.mean, running.mean, waiting.mean);
    let claim = "3. That is 30 % more than with running applications first";
    let judge = Judge::near(30.0, 10.0, "points");
    let target = Target::judged("R14", claim, ("+30 %", ours), &judge, more);
    Some(target.note("The cost of a change of size is fitted to the times under PRA."))
}

fn one_is_worse(runs: &Runs) -> Option<Target> {
    let (response, wait) = (runs.four(RESPONSE)?, runs.four(WAIT)?);
    let worst: [(Who, Who); 3] =
        [(FPSMA, false), (FPSMA, true), (EGS, true)].map(|other| (other, (EGS, false)));
    let order = [runs.less(RESPONSE, &worst)?, runs.less(WAIT, &worst)?].concat();
    let far = [0, 2, 3].map(|other: usize| verdict::more(response[1], response[other] * 1.25));
    let verdict = match (verdict::all(&far), order.iter().all(|&part| part == Verdict::Held)) {
        (Verdict::Held, true) => Verdict::Held,
        (Verdict::Undecided, _) => Verdict::Undecided,
        (_, true) => Verdict::DirectionOnly,
        _ if order.contains(&Verdict::NotHeld) => Verdict::NotHeld,
        _ => Verdict::Undecided,
    };
    let claim = "4. Response times are far worse with EGS and W'_m than in the other cases, as jobs wait";
    let ours = format!("{}; wait {}", words(response, 0, "s"), words(wait, 0, "s"));
    let tolerance = "25 % above each other case, with the longest wait; direction: worst";
    Some(Target::new("E3.3", claim, ("far worse", ours), tolerance, verdict))
}

fn held(runs: &Runs) -> Option<Target> {
    let busy = runs.four(BUSY)?;
    let high = Judge::above(90.0, "%");
    let mut parts = busy.map(|share| high.of(share)).to_vec();
    parts.extend(runs.less(BUSY, &BY_POLICY[..1])?);
    let claim = "5. Utilisation is high, above all with EGS and W'_m";
    let tolerance = format!("{}; order", high.words());
    Some(Target::new("E3.3", claim, ("high", words(busy, 1, "%")), tolerance, verdict::all(&parts)))
}

fn alike(runs: &Runs, [waiting, running]: &[Runs; 2]) -> Option<Target> {
    let execution = runs.four(EXECUTION)?.map(|time| time.mean);
    let apart = |a: f64, b: f64| 100.0 * (b / a - 1.0).abs();
    let policies = [apart(execution[0], execution[1]), apart(execution[2], execution[3])];
    let calm = |column: usize| {
        let mean = |runs: &Runs| runs.interval(column, (FPSMA, false)).map(|interval| interval.mean);
        Some(apart(mean(running)?, mean(waiting)?))
    };
    let approaches = [calm(RESPONSE)?, calm(LONGEST_RESPONSE)?];
    let parts = [
        verdict::held(policies.iter().all(|&percent| percent < 10.0)),
        verdict::held(approaches.iter().all(|&percent| percent < 2.0)),
    ];
    let ours = format!(
        "execution times of FPSMA and EGS differ by {:.0} and {:.0} %; at low load responses under PWA and PRA by {:.1} %",
        policies[0], policies[1], approaches[0]
    );
    let claim = "6. The policies do equally well under PWA; PWA is PRA unless the load is high";
    let tolerance = "10 % between policies; 2 % between approaches, one job every 600 s and no other users";
    Some(Target::new("E3.3", claim, ("similar", ours), tolerance, verdict::all(&parts)))
}
