//! Automatic replication: used if losses are frequent, in the form that suits the available machines.
//!
//! The source derives the rules from simulations (Heymann 2001, sections 5.4 to 5.6 and 6.1) and leaves the criterion
//! for switching open (6.2). Our interpretation: losses are counted over the last batches; nothing changes between the
//! rate that starts replication and the lower rate that ends it.

use super::{BatchOutlook, LossPlan, LossPolicy};
use crate::policy::list_scheduling::batch_trade_off;
use crate::system::opportunistic::policy::sizing::{BatchShape, OF_MEANS};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

pub(super) const AUTOMATIC: PolicyEntry<dyn LossPolicy> = PolicyEntry {
    entry: Entry::new("automatic-replication", "Automatic replication")
        .summary(
            "Requests no extra machines while losses are rare or no task times are known. Requests machines \
             without replicas if there are fewer workers than the lower end of the ideal interval, or if only \
             one extra machine is due and the tasks are nearly equal. Otherwise requests extra machines and \
             starts one replica for each.",
        )
        .source("Heymann 2001, sections 5.4 to 5.6 and 6.1; the window and the stop rate are our assumptions")
        .parameters(Rules::LIST)
        .when_to_use(
            "Suited to long runs with changing loss rates, as it replicates only while losses are frequent. \
             It reacts only after losses have occurred.",
        )
        .pseudocode(concat!(
            "rate ← losses and suspensions per batch, last loss_window batches\n",
            "on ← rate ≥ losses_off if on before, else rate ≥ losses_on\n",
            "if not on, or no task times are known then\n",
            "  request no extra machines; stop\n",
            "perfect ← perfect number of workers for the expected task times\n",
            "extra ← ⌈extra_share × perfect⌉\n",
            "if workers < lower end of the ideal interval then\n",
            "  request max(perfect − workers, 0) + extra machines\n",
            "else if extra = 1 and the tasks are nearly equal then\n",
            "  request one extra machine\n",
            "else\n",
            "  request extra machines; replicate the first extra tasks of the list",
        )),
    make: |settings| Box::new(Automatic { rules: Rules::read(settings), on: false }),
};

#[derive(Parameters)]
struct Rules {
    /// Number of latest batches over which losses and suspensions are counted; fewer at the beginning.
    #[parameter(name = "Loss window", unit = "batches", min = 1, max = 1_000, default = 10)]
    loss_window: u32,
    /// Losses and suspensions per batch at or above which replication starts.
    #[parameter(name = "Start rate", unit = "losses/batch", min = 0, max = 100, default = 0.5)]
    losses_on: f64,
    /// Losses and suspensions per batch below which replication stops.
    #[parameter(name = "Stop rate", unit = "losses/batch", min = 0, max = 100, default = 0.4)]
    losses_off: f64,
    /// Number of extra machines requested, as a share of the perfect number of workers, rounded up.
    #[parameter(name = "Share of extra machines", min = 0, max = 1, default = 0.15)]
    extra_share: f64,
}

/// The policy; it remembers whether it was active in the last batch.
struct Automatic {
    rules: Rules,
    on: bool,
}

/// The last row of the table of workloads with nearly equal tasks: 40 % of the work in the largest fifth.
const NEARLY_EQUAL: usize = 1;

impl LossPolicy for Automatic {
    fn plan_batch(&mut self, outlook: &BatchOutlook) -> LossPlan {
        let (rules, window) = (&self.rules, self.rules.loss_window as usize);
        let recent = &outlook.losses[outlook.losses.len().saturating_sub(window)..];
        let losses: u64 = recent.iter().copied().map(u64::from).sum();
        let rate = losses as f64 / recent.len().max(1) as f64;
        self.on = rate >= if self.on { rules.losses_off } else { rules.losses_on };
        let counted = [losses as i64, recent.len() as i64];
        if !self.on {
            return LossPlan::new(0, 0, &RARE, counted);
        }
        if outlook.expected.is_empty() {
            return LossPlan::new(0, 0, &UNKNOWN, []);
        }
        let times: Vec<i64> = outlook.expected.iter().map(|time| time.0).collect();
        let trade_off = batch_trade_off(&times);
        let (perfect, (least, _)) = (trade_off.perfect_number(), trade_off.ideal_interval());
        // Without the small difference, rounding errors could turn 0.15 * 20 into four machines.
        let extra = libm::ceil(rules.extra_share * f64::from(perfect) - 1e-9) as u32;
        if outlook.workers < least {
            // Only the useful number: "as many as are available" would take machines from others without benefit.
            let missing = perfect.saturating_sub(outlook.workers);
            return LossPlan::new(missing + extra, 0, &TOO_FEW, [outlook.workers.into(), least.into()]);
        }
        let seconds: Vec<f64> = outlook.expected.iter().copied().map(Span::seconds).collect();
        if extra == 1 && BatchShape::from_times(&seconds, &OF_MEANS).row <= NEARLY_EQUAL {
            return LossPlan::new(extra, 0, &EVEN, counted);
        }
        LossPlan::new(extra, extra, &COPIES, counted)
    }
}

static RARE: Rule = Rule::with_values(
    "losses-rare",
    &["extra", "copies", "losses", "batches"],
    "No extra machines and no replicas: losses are rare, {losses|1|#|none} in the last {batches|batch|# \
     batches}.",
);
static UNKNOWN: Rule =
    Rule::new("losses-unknown", "No extra machines and no replicas: no task times are known yet.");
static TOO_FEW: Rule = Rule::with_values(
    "losses-machines",
    &["extra", "copies", "workers", "ideal"],
    "{extra|1 extra machine|# extra machines}, no replicas: {workers|1 worker is|# workers are} fewer than \
     the {ideal} at the lower end of the ideal interval. More machines help more than replicas.",
);
static EVEN: Rule = Rule::with_values(
    "losses-even-tasks",
    &["extra", "copies", "losses", "batches"],
    "{extra|1 extra machine|# extra machines}, no replicas: {losses|1 loss|# losses|no loss} in the last \
     {batches|batch|# batches}, but the tasks are of nearly equal size.",
);
static COPIES: Rule = Rule::with_values(
    "losses-copies",
    &["extra", "copies", "losses", "batches"],
    "{extra|1 extra machine|# extra machines} and replicas of the first {copies|task|# tasks} in the list: \
     {losses|1 loss|# losses|no loss} in the last {batches|batch|# batches}.",
);
