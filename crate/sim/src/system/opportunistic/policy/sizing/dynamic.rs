//! Workers by the achievable speed-up of a batch, and then one more or fewer by the observed batches.

use super::{BatchResult, EfficiencyLimit, SizingPolicy, WorkerCount, percent};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

pub(super) const DYNAMIC: PolicyEntry<dyn SizingPolicy> = PolicyEntry {
    entry: Entry::new("dynamic", "Self-adjusting, dynamic information")
        .summary(
            "The first batch has one worker per task. After it, and whenever fewer workers are available than \
             requested, requests the total work divided by the longest task, plus one worker. Later adds one \
             worker if the batch takes clearly longer than its longest task, or releases one if efficiency is \
             low. Never requests more workers than the next batch has tasks.",
        )
        .source("Heymann 2001, section 4.2.3 and figure 4-7")
        .parameters(Rules::LIST)
        .when_to_use(
            "Suited to applications with unknown task sizes, on machines of similar speed. After the first \
             batches it changes by one worker per batch, so it adapts slowly.",
        )
        .pseudocode(concat!(
            "first batch: workers ← number of tasks\n",
            "if it was the first batch, or fewer workers came than requested then\n",
            "  workers ← ⌈Σ task times / longest task time⌉ + 1\n",
            "else if workers joined or left during the batch then\n",
            "  workers remain as before\n",
            "else if batch time > longest + max(slack × longest, shortest) then\n",
            "  workers ← workers + 1\n",
            "else if efficiency < efficiency_min and workers > 1 then\n",
            "  workers ← workers − 1\n",
            "workers ← min(workers, number of tasks in the next batch)",
        )),
    make: |settings| Box::new(Dynamic { rules: Rules::read(settings), normalised: false }),
};

/// The policy in the catalog. The source does not define the times for the speed-up; with elapsed times a slow machine
/// makes the longest task longer and the speed-up too small.
pub(super) const DYNAMIC_HETEROGENEOUS: PolicyEntry<dyn SizingPolicy> = PolicyEntry {
    entry: Entry::new("dynamic-heterogeneous", "Self-adjusting, different machine speeds")
        .summary(
            "As with dynamic information, but computes the achievable speedup from runtimes normalised to \
             the master's machine. Accepts a lower efficiency before it releases a worker.",
        )
        .source("Heymann 2001, section 4.3.1; which runtimes are used where is our assumption")
        .parameters(Tolerant::LIST)
        .when_to_use(
            "Suited to machines of different speeds, where measured runtimes understate the achievable \
             speedup. It depends on good measurements of machine speeds.",
        )
        .pseudocode(concat!(
            "first batch: workers ← number of tasks\n",
            "if it was the first batch, or fewer workers came than requested then\n",
            "  T ← task times normalised to the speed of the master's machine\n",
            "  workers ← ⌈Σ T / longest of T⌉ + 1\n",
            "else if workers joined or left during the batch then\n",
            "  workers remain as before\n",
            "else if batch time > longest + max(slack × longest, shortest) then\n",
            "  workers ← workers + 1\n",
            "else if efficiency < efficiency_min and workers > 1 then\n",
            "  workers ← workers − 1\n",
            "workers ← min(workers, number of tasks in the next batch)",
        )),
    make: |settings| Box::new(Dynamic { rules: Tolerant::read(settings).rules, normalised: true }),
};

#[derive(Parameters)]
struct Rules {
    #[parameter(all)]
    least: EfficiencyLimit,
    /// Excess of the batch duration over its longest task, as a share of that task, above which another worker is
    /// requested. The allowed excess is at least the shortest task.
    #[parameter(name = "Slack", min = 0, max = 10, default = 0.15)]
    slack: f64,
}

#[derive(Parameters)]
struct Tolerant {
    #[parameter(all, default(efficiency_min = 0.7))]
    rules: Rules,
}

/// The policy; the achievable speed-up uses elapsed or normalised times.
struct Dynamic {
    rules: Rules,
    normalised: bool,
}

impl SizingPolicy for Dynamic {
    fn next_workers(&mut self, seen: &BatchResult) -> WorkerCount {
        let times = if self.normalised { seen.normalised } else { seen.took };
        adjust(seen, times, &self.rules).at_most(seen.next_tasks)
    }
}

/// The next number of workers; the achievable speed-up is that of tasks with these `times`.
fn adjust(seen: &BatchResult, times: &[Span], rules: &Rules) -> WorkerCount {
    let (wanted, held) = seen.workers;
    let longest = |times: &[Span]| times.iter().copied().max().unwrap_or_default();
    if seen.iteration == 1 || held < wanted {
        let work = times.iter().fold(Span::ZERO, |sum, &time| sum + time);
        let most = longest(times);
        let speed_up = if most > Span::ZERO { work.0 / most.0 + i64::from(work.0 % most.0 > 0) } else { 1 };
        let workers = u32::try_from(speed_up).unwrap_or(u32::MAX).saturating_add(1);
        WorkerCount::new(
            workers,
            if seen.iteration == 1 { &FIRST } else { &FEWER_THAN_WANTED },
            [work.0, most.0, i64::from(held)],
        )
    } else if !seen.stable {
        WorkerCount::new(wanted, &CHANGING, [])
    } else {
        let most = longest(seen.took);
        let shortest = seen.took.iter().copied().min().unwrap_or_default();
        let slack = shortest.max(Span::from_seconds(rules.slack * most.seconds()));
        let least = rules.least.efficiency_min;
        if seen.length > most + slack {
            WorkerCount::new(wanted.saturating_add(1), &LONG, [seen.length.0, most.0, slack.0])
        } else if seen.efficiency < least && wanted > 1 {
            WorkerCount::new(wanted - 1, &IDLE, [percent(seen.efficiency), percent(least)])
        } else {
            WorkerCount::new(wanted, &STAYS, [percent(seen.efficiency), seen.length.0, most.0])
        }
    }
}

static FIRST: Rule = Rule::with_values(
    "size-speed-up",
    &["workers", "total", "longest"],
    "{workers|1 worker|# workers}: total work of {total:time} divided by the longest task, {longest:time}, \
     rounded up. One more is added to avoid a second request.",
);
static FEWER_THAN_WANTED: Rule = Rule::with_values(
    "size-speed-up-again",
    &["workers", "total", "longest", "available"],
    "{workers|1 worker|# workers}: {available|1 requested worker was|# requested workers were|no requested \
     worker was} available, so the number is recomputed. It is the total work of {total:time} divided by \
     the longest task, {longest:time}, rounded up, plus one.",
);
static CHANGING: Rule = Rule::with_values(
    "size-unstable",
    &["workers"],
    "{workers|1 worker|# workers} as before: workers joined or left during the batch, so it gives no \
     evidence about the number.",
);
static LONG: Rule = Rule::with_values(
    "size-more",
    &["workers", "batch_time", "longest", "difference"],
    "{workers|1 worker|# workers}, one more: the batch took {batch_time:time} and its longest task \
     {longest:time}. A difference of more than {difference:time} means that tasks waited for workers.",
);
static IDLE: Rule = Rule::with_values(
    "size-fewer",
    &["workers", "efficiency", "least"],
    "{workers|1 worker|# workers}, one fewer: the batch took little longer than its longest task, but \
     efficiency was {efficiency} %, below {least} %.",
);
static STAYS: Rule = Rule::with_values(
    "size-stays",
    &["workers", "efficiency", "batch_time", "longest"],
    "{workers|1 worker|# workers} as before: efficiency was {efficiency} %, and the batch took \
     {batch_time:time}, little longer than its longest task, {longest:time}.",
);
