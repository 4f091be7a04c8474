//! E3.2: precedence to running applications, FPSMA against EGS.

use super::malleable::{
    ALL, AVERAGE, BUSY, EXECUTION, FITTED, FPSMA, FT, FT_SHORT, FT_STUCK, GADGET, GROWN, LARGEST,
    LONGEST_EXECUTION, LONGEST_RESPONSE, OURS, PROCESSORS, PUBLISHED, Point, RESPONSE, Runs, SHRUNK, STUCK,
    Who,
};
use crate::study::paper::Experiment;
use crate::study::{Case, Cell, Effort, Findings, Table, Target, verdict};

/// The experiment.
pub(in super::super) const E3_2: Experiment = Experiment {
    id: "E3.2",
    title: "Running applications first",
    question: "Which policy should hand idle processors to running malleable jobs, if these come before waiting ones?",
    source: "Sonmez 2010, section 3.4.1, figure 3.4",
    setup: "300 jobs, GADGET or FT, one every 120 s, all malleable (W_m) or half of them rigid on 2 processors (W_mr), on one \
            cluster of 32 nodes under PRA: running jobs grow before waiting malleable ones start, none shrinks. FPSMA offers \
            idle nodes to the oldest job first, EGS to all in equal parts.",
    notes: &[
        FITTED,
        "The thesis finds that FPSMA's longest times are far shorter than those of EGS (no. 6) and prefers FPSMA for it. With \
         these rules that depends on what a change of size costs, as EGS changes sizes far more often: the table shows that \
         EGS is ahead in all times where it costs little, and that its longest execution times are above those of FPSMA, with \
         both workloads, where it costs 120 s. But then GADGET takes far longer than published.",
        "The mean of the largest sizes is not above that of FPSMA with EGS (part of no. 1): FPSMA gives a few jobs nearly \
         everything. With W_mr there is so little competition that the averages hardly differ.",
        "The utilisation of EGS is not above that of FPSMA (part of no. 7): on so few nodes FPSMA always finds a job that takes \
         all that is idle, while EGS leaves idle what FT declines.",
        OURS,
        PROCESSORS,
    ],
    cases,
    findings,
};

/// The published load, Worst Fit on one cluster.
const BASE: Point =
    Point { approach: "pra", policy: FPSMA, mixed: false, gap_s: 120, nodes: 32, adapt_s: 60, seed: 0 };

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

/// Numbers of FPSMA and EGS, as read.
fn pair(what: &str, fpsma: f64, egs: f64) -> String {
    format!("{what} FPSMA {fpsma:.1}, EGS {egs:.1}")
}

fn larger(runs: &Runs) -> Option<Target> {
    let [fpsma, egs, fpsma_mixed, egs_mixed] = runs.means(AVERAGE)?;
    let [fpsma_most, egs_most, fpsma_most_mixed, egs_most_mixed] = runs.means(LARGEST)?;
    let parts =
        [(fpsma, egs), (fpsma_mixed, egs_mixed), (fpsma_most, egs_most), (fpsma_most_mixed, egs_most_mixed)];
    let ours = [
        pair("average, W_m:", fpsma, egs),
        pair("W_mr:", fpsma_mixed, egs_mixed),
        pair("largest, W_m:", fpsma_most, egs_most),
        pair("W_mr:", fpsma_most_mixed, egs_most_mixed),
    ]
    .join("; ");
    let claim = "1. EGS gives malleable jobs more processors than FPSMA, in average and largest size";
    let verdict = verdict::all(&parts.map(|(fpsma, egs)| verdict::held(egs > fpsma)));
    let target = Target::new("R13", claim, ("more", ours), "order of four pairs", verdict);
    Some(target.note("With W_m the averages are as published; the largest sizes are not."))
}

fn small_jobs_stuck(runs: &Runs) -> Option<Target> {
    let [fpsma, egs, ..] = runs.means(FT_STUCK)?;
    let parts = [verdict::held(fpsma > egs), verdict::held(egs < 10.0)];
    let claim = "2. With FPSMA some FT jobs stay at 2 processors, with EGS few (W_m)";
    let ours = format!("FPSMA {fpsma:.0} %, EGS {egs:.0} % of the FT jobs");
    let tolerance = "order; few: below 10 %";
    Some(Target::new("E3.2", claim, ("some, few", ours), tolerance, verdict::all(&parts)))
}

fn few_stuck_mixed(runs: &Runs) -> Option<Target> {
    let [fpsma, _, fpsma_mixed, egs_mixed] = runs.means(STUCK)?;
    let parts = [
        verdict::held(fpsma_mixed < 20.0),
        verdict::held(egs_mixed < 20.0),
        verdict::held(fpsma_mixed < fpsma),
    ];
    let claim = "3. Half rigid, relatively few of the malleable jobs stay at 2 processors";
    let ours = format!("FPSMA {fpsma_mixed:.0} % (all malleable: {fpsma:.0} %), EGS {egs_mixed:.0} %");
    let tolerance = "below 20 %, and fewer than all malleable";
    Some(Target::new("E3.2", claim, ("few", ours), tolerance, verdict::all(&parts)))
}

fn two_groups(runs: &Runs) -> Option<Target> {
    let (ft, short, gadget) = (runs.means(FT)?, runs.means(FT_SHORT)?, runs.means(GADGET)?);
    let mut parts = gadget.map(|seconds| verdict::held(seconds > 400.0)).to_vec();
    parts.extend(short.map(|share| verdict::held(share >= 95.0)));
    let longest_ft = ft.iter().copied().fold(0.0, f64::max);
    let least_short = short.iter().copied().fold(100.0, f64::min);
    let [a, b, c, d] = gadget;
    let ours = format!(
        "FT at most {longest_ft:.0} s on average, {least_short:.0} % below 200 s; GADGET W_m: FPSMA {a:.0}, EGS {b:.0} s, W_mr: \
         {c:.0}, {d:.0} s"
    );
    let claim = "4. Execution times fall into two groups: FT below 200 s, GADGET above 400 s";
    let tolerance = "95 % of FT; mean of GADGET, four cases";
    let target =
        Target::new("R13", claim, ("below 200 s, above 400 s", ours), tolerance, verdict::all(&parts));
    Some(target.note("The cost of a change of size is fitted to GADGET's times."))
}

fn malleability_helps(runs: &Runs) -> Option<Target> {
    let (execution, response) = (runs.means(EXECUTION)?, runs.means(RESPONSE)?);
    let better = |[fpsma, egs, fpsma_mixed, egs_mixed]: [f64; 4]| {
        [verdict::held(fpsma < fpsma_mixed), verdict::held(egs < egs_mixed)]
    };
    let parts = [better(execution), better(response)].concat();
    let words = |what: &str, [fpsma, egs, fpsma_mixed, egs_mixed]: [f64; 4]| {
        format!("{what}: FPSMA {fpsma:.0} and {fpsma_mixed:.0} s, EGS {egs:.0} and {egs_mixed:.0} s")
    };
    let ours = format!("{}; {}", words("execution", execution), words("response", response));
    let claim = "5. Execution and response times are better with W_m than with W_mr";
    let target = Target::new("E3.2", claim, ("shorter", ours), "order of four pairs", verdict::all(&parts));
    Some(target.note(
        "All malleable jobs of W_m wait until running ones are satisfied, so that they wait longer than they gain; execution times alone are as published.",
    ))
}

fn shorter_tail(runs: &Runs) -> Option<Target> {
    let (execution, response) = (runs.means(LONGEST_EXECUTION)?, runs.means(LONGEST_RESPONSE)?);
    let shorter = |[fpsma, egs, fpsma_mixed, egs_mixed]: [f64; 4]| {
        [verdict::held(fpsma < egs), verdict::held(fpsma_mixed < egs_mixed)]
    };
    let parts = [shorter(execution), shorter(response)].concat();
    let ours = [
        pair("execution, W_m:", execution[0], execution[1]),
        pair("W_mr:", execution[2], execution[3]),
        pair("response, W_m:", response[0], response[1]),
        pair("W_mr:", response[2], response[3]),
    ]
    .join("; ");
    let claim = "6. The longest execution and response times are far shorter with FPSMA than with EGS";
    let target =
        Target::new("E3.2", claim, ("far shorter", ours), "order of four pairs", verdict::all(&parts));
    Some(target.note("It depends on what a change of size costs; see the notes and the table."))
}

fn utilisation(runs: &Runs) -> Option<Target> {
    let [fpsma, egs, fpsma_mixed, egs_mixed] = runs.means(BUSY)?;
    let parts = [egs > fpsma, fpsma > fpsma_mixed, egs > egs_mixed].map(verdict::held);
    let ours = format!("{}; {} %", pair("W_m:", fpsma, egs), pair("W_mr:", fpsma_mixed, egs_mixed));
    let claim = "7. Utilisation: EGS above FPSMA with W_m, and W_m above W_mr";
    Some(Target::new("E3.2", claim, ("above", ours), "order of three pairs", verdict::all(&parts)))
}

fn activity(runs: &Runs) -> Option<Target> {
    let [fpsma, egs, fpsma_mixed, egs_mixed] = runs.means(GROWN)?;
    let parts =
        [fpsma > fpsma_mixed, egs > egs_mixed, egs > fpsma, egs_mixed > fpsma_mixed].map(verdict::held);
    let ours = format!("{}; {}", pair("W_m:", fpsma, egs), pair("W_mr:", fpsma_mixed, egs_mixed));
    let claim =
        "8. Jobs grow much more often with W_m than with W_mr, and more often with EGS than with FPSMA";
    Some(Target::new("R13", claim, ("more", ours), "order of four pairs", verdict::all(&parts)))
}

fn no_shrink(runs: &Runs) -> Option<Target> {
    let shrunk: f64 = runs.means(SHRUNK)?.iter().sum();
    let ours = format!("{shrunk:.0}");
    let claim = "9. No job ever shrinks";
    Some(Target::new("E3.2", claim, ("0", ours), "exact", verdict::held(shrunk < 0.5)))
}
