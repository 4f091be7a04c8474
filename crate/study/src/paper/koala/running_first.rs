//! E3.2: precedence to running applications, FPSMA against EGS.

use super::malleable::{
    ALL, AVERAGE, BUSY, BY_POLICY, BY_WORKLOAD, EGS, EXECUTION, FITTED, FPSMA, FT, FT_RESPONSE_SHORT,
    FT_SHORT, FT_STUCK, GADGET, GADGET_RESPONSE, GROWN, LARGEST, LONGEST_EXECUTION, LONGEST_RESPONSE, OURS,
    PROCESSORS, PUBLISHED, Point, RESPONSE, ROUNDS, Runs, SHRUNK, STUCK, Who, reversed,
};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Table, Target};

/// The experiment.
pub(in super::super) const E3_2: Experiment = Experiment {
    id: "E3.2",
    title: "Running applications first",
    question: "Which policy should hand idle processors to running malleable jobs, if these come before waiting ones?",
    source: "Sonmez 2010, section 3.4.1, figure 3.4",
    setup: "300 jobs, GADGET or FT, one every 120 s, all malleable (W_m) or half of them rigid on 2 processors (W_mr), by Worst \
            Fit on DAS-3 under PRA: running jobs grow before waiting malleable ones start, none shrinks. FPSMA offers \
            idle nodes to the oldest job first, EGS to all in equal parts.",
    notes: &[
        FITTED,
        ROUNDS,
        "EGS gives no more than FPSMA (no. 1), and leaves FT at 2 processors nearly as often (part of no. 2): up to the \
         threshold there is so little to hand out that both give it to the same jobs.",
        "That FPSMA's longest times are below those of EGS (no. 6) goes with what a change of size costs, as EGS changes sizes \
         far more often; the table shows how.",
        OURS,
        PROCESSORS,
    ],
    cases,
    findings,
};

/// The published load; other users leave room enough.
const BASE: Point =
    Point { approach: "pra", policy: FPSMA, mixed: false, gap_s: 120, local: 0, adapt_s: 60, seed: 0 };

/// Other times that a change of size costs, s.
const OTHER_COSTS: [u32; 3] = [5, 30, 120];

fn points(effort: Effort) -> Vec<Point> {
    let of = |adapt_s: u32, (policy, mixed): Who| {
        effort.seeds(20, 5).map(move |seed| Point { policy, mixed, adapt_s, seed, ..BASE })
    };
    let mut points: Vec<Point> = ALL.into_iter().flat_map(|who| of(BASE.adapt_s, who)).collect();
    for adapt_s in OTHER_COSTS {
        points.extend(PUBLISHED.into_iter().flat_map(|who| of(adapt_s, who)));
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(Point::case).collect()
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let runs = Runs::new(points(effort), outcomes, BASE);
    let mut costs = Table::new(
        "What a change of size costs",
        &[
            "runs",
            "GADGET, s",
            "FT, s",
            "response, s",
            "longest execution, s",
            "longest response, s",
            "held, %",
        ],
    );
    for adapt_s in [5, 30, 60, 120] {
        let runs = Runs::new(points(effort), outcomes, Point { adapt_s, ..BASE });
        for who in PUBLISHED {
            let columns = [GADGET, FT, RESPONSE, LONGEST_EXECUTION, LONGEST_RESPONSE, BUSY];
            let cells = columns.map(|column| Cell::ours(runs.interval(column, who))).to_vec();
            costs.row(format!("{adapt_s} s, {}", runs.name(who)), cells);
        }
    }
    let targets = [
        larger,
        small_jobs_stuck,
        few_stuck_mixed,
        two_groups,
        two_groups_of_responses,
        malleability_helps,
        shorter_tail,
        utilisation,
        activity,
        no_shrink,
    ];
    Findings {
        targets: targets.iter().filter_map(|target| target(&runs)).collect(),
        tables: vec![runs.table("Means of the runs"), costs],
        plots: runs.plots("Figure 3.4"),
    }
}

/// Numbers of FPSMA and EGS with both workloads, as read.
fn words([fpsma, egs, fpsma_mixed, egs_mixed]: [Interval; 4], digits: usize) -> String {
    format!(
        "W_m: FPSMA {:.digits$}, EGS {:.digits$}; W_mr: {:.digits$}, {:.digits$}",
        fpsma.mean, egs.mean, fpsma_mixed.mean, egs_mixed.mean
    )
}

fn larger(runs: &Runs) -> Option<Target> {
    let parts = [runs.less(AVERAGE, &BY_POLICY)?, runs.less(LARGEST, &BY_POLICY)?].concat();
    let (average, largest) = (words(runs.four(AVERAGE)?, 2), words(runs.four(LARGEST)?, 2));
    let ours = format!("average, {average}; largest, {largest}");
    let claim = "1. EGS gives malleable jobs more processors than FPSMA, in average and largest size";
    Some(Target::new("R13", claim, ("more", ours), "order of four pairs", verdict::all(&parts)))
}

fn small_jobs_stuck(runs: &Runs) -> Option<Target> {
    let [fpsma, egs, ..] = runs.four(FT_STUCK)?;
    let few = Judge::below(10.0, "%");
    let parts = [runs.less(FT_STUCK, &[((EGS, false), (FPSMA, false))])?, vec![few.of(egs)]].concat();
    let claim = "2. With FPSMA some FT jobs stay at 2 processors, with EGS few (W_m)";
    let ours = format!("FPSMA {:.0} %, EGS {:.0} % of the FT jobs", fpsma.mean, egs.mean);
    let tolerance = format!("order; few: {}", few.words());
    Some(Target::new("E3.2", claim, ("some, few", ours), tolerance, verdict::all(&parts)))
}

fn few_stuck_mixed(runs: &Runs) -> Option<Target> {
    let [fpsma, _, fpsma_mixed, egs_mixed] = runs.four(STUCK)?;
    let few = Judge::below(20.0, "%");
    let mut parts = vec![few.of(fpsma_mixed), few.of(egs_mixed)];
    parts.extend(runs.less(STUCK, &[((FPSMA, true), (FPSMA, false))])?);
    let claim = "3. Half rigid, relatively few of the malleable jobs stay at 2 processors";
    let ours = format!(
        "FPSMA {:.0} % (all malleable: {:.0} %), EGS {:.0} %",
        fpsma_mixed.mean, fpsma.mean, egs_mixed.mean
    );
    let tolerance = format!("{}, and fewer than all malleable", few.words());
    Some(Target::new("E3.2", claim, ("few", ours), tolerance, verdict::all(&parts)))
}

/// The two groups: by what FT's share below 200 s and GADGET's mean are.
fn groups(runs: &Runs, what: &str, (short, long): (usize, usize)) -> Option<Target> {
    let (short, gadget) = (runs.four(short)?, runs.four(long)?);
    let (most, above) = (Judge::at_least(95.0, "%"), Judge::above(400.0, "s"));
    let mut parts = gadget.map(|seconds| above.of(seconds)).to_vec();
    parts.extend(short.map(|share| most.of(share)));
    let least_short = short.iter().map(|share| share.mean).fold(100.0, f64::min);
    let ours = format!("{least_short:.0} % of FT below 200 s; GADGET, s, {}", words(gadget, 0));
    let claim = format!("4. {what} times fall into two groups: FT below 200 s, GADGET above 400 s");
    let tolerance = format!("{} of FT; mean of GADGET {}, four cases", most.words(), above.words());
    Some(Target::new("R13", claim, ("below 200 s, above 400 s", ours), tolerance, verdict::all(&parts)))
}

fn two_groups(runs: &Runs) -> Option<Target> {
    let target = groups(runs, "Execution", (FT_SHORT, GADGET))?;
    Some(target.fitted().note("The threshold and the cost of a change of size are fitted to GADGET's times."))
}

fn two_groups_of_responses(runs: &Runs) -> Option<Target> {
    groups(runs, "Response", (FT_RESPONSE_SHORT, GADGET_RESPONSE))
}

fn malleability_helps(runs: &Runs) -> Option<Target> {
    let parts = [runs.less(EXECUTION, &BY_WORKLOAD)?, runs.less(RESPONSE, &BY_WORKLOAD)?].concat();
    let (execution, response) = (words(runs.four(EXECUTION)?, 0), words(runs.four(RESPONSE)?, 0));
    let ours = format!("execution, s, {execution}; response, s, {response}");
    let claim = "5. Execution and response times are better with W_m than with W_mr";
    Some(Target::new("E3.2", claim, ("shorter", ours), "order of four pairs", verdict::all(&parts)))
}

fn shorter_tail(runs: &Runs) -> Option<Target> {
    let parts =
        [runs.less(LONGEST_EXECUTION, &BY_POLICY)?, runs.less(LONGEST_RESPONSE, &BY_POLICY)?].concat();
    let (execution, response) =
        (words(runs.four(LONGEST_EXECUTION)?, 0), words(runs.four(LONGEST_RESPONSE)?, 0));
    let ours = format!("execution, s, {execution}; response, s, {response}");
    let claim = "6. The longest execution and response times are far shorter with FPSMA than with EGS";
    let target =
        Target::new("E3.2", claim, ("far shorter", ours), "order of four pairs", verdict::all(&parts));
    Some(target.note("How far depends on what a change of size costs; see the notes and the table."))
}

fn utilisation(runs: &Runs) -> Option<Target> {
    let more_with_egs = runs.less(BUSY, &BY_POLICY[..1])?;
    let parts = [more_with_egs, runs.less(BUSY, &reversed(BY_WORKLOAD))?].concat();
    let ours = format!("%, {}", words(runs.four(BUSY)?, 2));
    let claim = "7. Utilisation: EGS above FPSMA with W_m, and W_m above W_mr";
    Some(Target::new("E3.2", claim, ("above", ours), "order of three pairs", verdict::all(&parts)))
}

fn activity(runs: &Runs) -> Option<Target> {
    let parts = [runs.less(GROWN, &BY_POLICY)?, runs.less(GROWN, &reversed(BY_WORKLOAD))?].concat();
    let ours = words(runs.four(GROWN)?, 0);
    let claim =
        "8. Jobs grow much more often with W_m than with W_mr, and more often with EGS than with FPSMA";
    Some(Target::new("R13", claim, ("more", ours), "order of four pairs", verdict::all(&parts)))
}

fn no_shrink(runs: &Runs) -> Option<Target> {
    let shrunk: f64 = runs.four(SHRUNK)?.iter().map(|shrunk| shrunk.mean).sum();
    let ours = format!("{shrunk:.0}");
    let claim = "9. No job ever shrinks";
    Some(Target::new("E3.2", claim, ("0", ours), "exact", verdict::held(shrunk < 0.5)))
}
