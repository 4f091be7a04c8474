//! E3.3: precedence to waiting applications, FPSMA against EGS.

use super::malleable::{
    ALL, BUSY, EXECUTION, FITTED, FPSMA, GADGET, GADGET_LONG, LATE, LONGEST_RESPONSE, OURS, PROCESSORS,
    PUBLISHED, Point, RESPONSE, Runs, STUCK, WAIT,
};
use crate::study::paper::Experiment;
use crate::study::{Case, Cell, Effort, Findings, Table, Target, Verdict, verdict};

/// The experiment.
pub(in super::super) const E3_3: Experiment = Experiment {
    id: "E3.3",
    title: "Waiting applications first",
    question: "What is left of malleability when running jobs shrink for every job that waits, under overload?",
    source: "Sonmez 2010, section 3.4.2, figure 3.5",
    setup: "As E3.2, but one job every 30 s (W'_m, W'_mr) and under PWA: running jobs shrink for waiting ones, and grow when \
            none can be helped. One cluster of 24 nodes: even on 2 nodes each, the jobs need all of them.",
    notes: &[
        FITTED,
        "24 nodes are fitted, just what the jobs need on their smallest size: with fewer the queue grows without bound, with \
         more there is so much room that waits stay small; the table of sizes shows what changes.",
        "With 24 nodes or fewer the manager comes to rest within the first half hour (no. 1) and stirs again only when the last \
         jobs have come.",
        "Response times with EGS and W'_m are the longest, but not by far (no. 4): with every policy jobs wait for the smallest \
         size of those before them, which no policy changes.",
        "FPSMA leaves more jobs at 2 processors than EGS (part of no. 2): it offers all to the oldest, EGS a little to each.",
        OURS,
        PROCESSORS,
    ],
    cases,
    findings,
};

/// The published load on the fitted cluster.
const BASE: Point =
    Point { approach: "pwa", policy: FPSMA, mixed: false, gap_s: 30, nodes: 24, adapt_s: 60, seed: 0 };
/// The runs of E3.2 it is compared with.
const RUNNING_FIRST: Point = Point { approach: "pra", gap_s: 120, nodes: 32, ..BASE };
/// Sizes of the cluster that are looked at beside the fitted one.
const OTHER_SIZES: [u32; 4] = [22, 26, 28, 32];
/// Few jobs, on a cluster large enough for each of them: nobody ever waits.
const CALM: [Point; 2] =
    [Point { gap_s: 600, nodes: 64, ..BASE }, Point { approach: "pra", gap_s: 600, nodes: 64, ..BASE }];

fn points(effort: Effort) -> Vec<Point> {
    let of = |base: Point, who: &[(usize, bool)]| -> Vec<Point> {
        let one = |&(policy, mixed): &(usize, bool)| {
            effort.seeds(20, 5).map(move |seed| Point { policy, mixed, seed, ..base })
        };
        who.iter().flat_map(one).collect()
    };
    let mut points = [of(BASE, &ALL), of(RUNNING_FIRST, &PUBLISHED)].concat();
    for nodes in OTHER_SIZES {
        points.extend(of(Point { nodes, ..BASE }, &PUBLISHED));
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
    let mut sizes = Table::new(
        "Other sizes of the cluster",
        &["runs", "GADGET, s", "wait, s", "response, s", "stuck at 2, %", "late changes, %"],
    );
    for nodes in [22, 24, 26, 28, 32] {
        let runs = at(Point { nodes, ..BASE });
        for who in PUBLISHED {
            let cells =
                [GADGET, WAIT, RESPONSE, STUCK, LATE].map(|column| Cell::ours(runs.interval(column, who)));
            sizes.row(format!("{nodes} nodes, {}", runs.name(who)), cells.to_vec());
        }
    }
    Findings {
        targets,
        tables: vec![runs.table("Means of the runs"), sizes],
        plots: runs.plots("Figure 3.5"),
    }
}

/// The four numbers as read.
fn four([fpsma, egs, fpsma_mixed, egs_mixed]: [f64; 4], unit: &str) -> String {
    format!("W'_m: FPSMA {fpsma:.0}, EGS {egs:.0}; W'_mr: {fpsma_mixed:.0}, {egs_mixed:.0} {unit}")
}

fn comes_to_rest(runs: &Runs) -> Option<Target> {
    let late = runs.means(LATE)?;
    let all = late.map(|share| match share {
        few if few < 10.0 => Verdict::Held,
        less if less < 40.0 => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    });
    let claim = "1. Beyond a certain time the manager triggers nothing but initial placements";
    let tolerance = "below 10 % of all changes in the second half of the arrivals; direction: below 40 %";
    let ours = format!("changes in the second half: {}", four(late, "%"));
    Some(Target::new("E3.3", claim, ("none", ours), tolerance, verdict::all(&all)))
}

fn many_stuck(runs: &Runs) -> Option<Target> {
    let stuck = runs.means(STUCK)?;
    let mut parts = stuck.map(|share| verdict::held(share > 50.0)).to_vec();
    parts.push(verdict::held(stuck[1] > stuck[0]));
    parts.push(verdict::held(stuck[3] > stuck[2]));
    let claim = "2. Many jobs stay at 2 processors in all cases, more with EGS";
    let tolerance = "above 50 %; order";
    Some(Target::new("E3.3", claim, ("many", four(stuck, "%")), tolerance, verdict::all(&parts)))
}

fn long_gadget(runs: &Runs) -> Option<Target> {
    let gadget = runs.means(GADGET)?;
    let parts = gadget.map(|seconds| verdict::within(seconds, 600.0, 60.0));
    let long = runs.means(GADGET_LONG)?;
    let ours = format!("{}; 600 s or more take {}", four(gadget, "s"), four(long, "%"));
    let claim = "3. Most GADGET jobs take 600 s in all four cases";
    Some(Target::new("R14", claim, ("600 s", ours), "10 %", verdict::all(&parts)))
}

/// The second half of the third claim.
fn above_running_first(runs: &Runs, first: &Runs) -> Option<Target> {
    let mean = |runs: &Runs| runs.means(GADGET).map(|four| four.iter().sum::<f64>() / 4.0);
    let (waiting, running) = (mean(runs)?, mean(first)?);
    let more = 100.0 * (waiting / running - 1.0);
    let ours = format!("{more:+.0} % ({running:.0} to {waiting:.0} s)");
    let claim = "3. That is 30 % more than with running applications first";
    let target = Target::new("R14", claim, ("+30 %", ours), "10 points", verdict::within(more, 30.0, 10.0));
    Some(target.note("The cost of a change of size is fitted to the times under PRA."))
}

fn one_is_worse(runs: &Runs) -> Option<Target> {
    let (response, wait) = (runs.means(RESPONSE)?, runs.means(WAIT)?);
    let others = [0, 2, 3];
    let far = others.iter().all(|&other| response[1] > 1.25 * response[other]);
    let worst = others.iter().all(|&other| response[1] > response[other] && wait[1] > wait[other]);
    let verdict = match (far, worst) {
        (true, true) => Verdict::Held,
        (_, true) => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    };
    let claim = "4. Response times are far worse with EGS and W'_m than in the other cases, as jobs wait";
    let ours = format!("{}; wait {}", four(response, "s"), four(wait, "s"));
    let tolerance = "25 % above each other case, with the longest wait; direction: worst";
    Some(Target::new("E3.3", claim, ("far worse", ours), tolerance, verdict))
}

fn held(runs: &Runs) -> Option<Target> {
    let busy = runs.means(BUSY)?;
    let mut parts = busy.map(|share| verdict::held(share > 90.0)).to_vec();
    parts.push(verdict::held(busy[1] >= busy[0]));
    let claim = "5. Utilisation is high, above all with EGS and W'_m";
    let [a, b, c, d] = busy;
    let ours = format!("W'_m: FPSMA {a:.1}, EGS {b:.1}; W'_mr: {c:.1}, {d:.1} %");
    Some(Target::new("E3.3", claim, ("high", ours), "above 90 %; order", verdict::all(&parts)))
}

fn alike(runs: &Runs, [waiting, running]: &[Runs; 2]) -> Option<Target> {
    let execution = runs.means(EXECUTION)?;
    let apart = |a: f64, b: f64| 100.0 * (b / a - 1.0).abs();
    let policies = [apart(execution[0], execution[1]), apart(execution[2], execution[3])];
    let calm = |column: usize| {
        Some(apart(running.mean(column, (FPSMA, false))?, waiting.mean(column, (FPSMA, false))?))
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
    let tolerance = "10 % between policies; 2 % between approaches, one job every 600 s on 64 nodes";
    Some(Target::new("E3.3", claim, ("similar", ours), tolerance, verdict::all(&parts)))
}
