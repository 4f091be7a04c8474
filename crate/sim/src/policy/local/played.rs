//! A schedule as a list of decisions, made by hand or recorded from a run of another policy.

use super::{LOCAL_POLICIES, LocalManager, LocalPolicy, Waiting};
use crate::policy::choices::{Choice, parse_choices, unreadable_choices};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Settings, Variants};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// Recorded choices.
pub(super) const PLAYED: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("played", "Played schedule")
        .summary(
            "Repeats recorded choices: at each decision, the waiting job that was chosen starts, or none. A \
             decision is a scheduling pass in which a waiting job fits on the free nodes.",
        )
        .source("Author of the scenario")
        .parameters(Recorded::LIST)
        .when_to_use(
            "Choose it to schedule by hand, and to share or verify a schedule that was made by hand. The text \
             of choices is written by the page and by `ganttlet run --played`.",
        )
        .pseudocode(concat!(
            "while a waiting job fits on the free nodes\n",
            "  c ← next choice\n",
            "  if c = 0 then return\n",
            "  start the c-th of the jobs that fit, in order of arrival",
        )),
    make: |settings| Box::new(Played::new(Recorded::read(settings), 0)),
};

/// Maximum length of the text of choices.
const MAX_CHOICES: usize = 1_000_000;

#[derive(Parameters)]
struct Recorded {
    /// The choices, one character per decision: `0` starts no job until the next event, `1` to `9`, `A` to `Z` and `a` to `z`
    /// start a job by its place among those that fit; `|` separates clusters.
    #[parameter(name = "Choices", max_length = MAX_CHOICES, default = "")]
    choices: String,
    /// What happens at the first decision without a choice.
    #[parameter(name = "After the last choice", default = "fcfs")]
    after: After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum After {
    /// The run ends at this decision.
    #[word("stop")]
    Stop,
    /// FCFS decides from there on.
    #[word("fcfs")]
    Fcfs,
    /// EASY decides from there on.
    #[word("easy")]
    Easy,
    /// Shortest job first decides from there on.
    #[word("sjf")]
    Sjf,
}

impl After {
    /// The policy that decides after the last choice; none if the run ends there.
    fn policy(self) -> Option<Box<dyn LocalPolicy>> {
        let id = match self {
            Self::Stop => return None,
            Self::Fcfs => "fcfs",
            Self::Easy => "easy",
            Self::Sjf => "sjf",
        };
        Some((LOCAL_POLICIES.get(id).make)(&Settings::default()))
    }
}

/// Why a chosen job starts.
static CHOSEN: Rule = Rule::with_values(
    "chosen",
    &["nodes", "free", "others"],
    "Job {job} was chosen: it needs {nodes|1 node|# nodes}, {free|1 was|# were} free, and \
     {others|1 other waiting job|# other waiting jobs|no other waiting job} fitted.",
);

struct Played {
    recorded: Vec<Vec<Choice>>,
    cluster: usize,
    next: usize,
    /// The policy that decides after the last choice, and whether it decides already.
    rest: Option<Box<dyn LocalPolicy>>,
    over: bool,
    problem: Option<Diagnostic>,
}

impl Played {
    fn new(Recorded { choices, after }: Recorded, cluster: usize) -> Self {
        let (recorded, problem) = match parse_choices(&choices) {
            Ok(recorded) => (recorded, None),
            Err(at) => (Vec::new(), Some(unreadable_choices(&choices, at))),
        };
        Self { recorded, cluster, next: 0, rest: after.policy(), over: false, problem }
    }

    fn next_choice(&mut self) -> Option<Choice> {
        let choice = self.recorded.get(self.cluster)?.get(self.next).cloned();
        self.next += 1;
        choice.filter(|_| self.problem.is_none())
    }

    /// Records that a choice is not possible; later choices are not used.
    fn refuse(&mut self, now: Time, reason: &str) {
        let message = format!("choice {} is not possible at {now}: {reason}", self.next);
        let hint =
            "The choices were made for another workload or platform. They are used up to this decision.";
        self.problem = Some(Diagnostic::warning(message).hint(hint));
    }
}

/// The places in the queue of the jobs that fit on the free nodes, in the order of arrival.
fn fitting_jobs(manager: &LocalManager) -> Vec<usize> {
    let free = manager.free_count();
    let waiting = manager.queue().iter().enumerate();
    waiting.filter(|(_, job)| job.nodes <= free).map(|(index, _)| index).collect()
}

impl LocalPolicy for Played {
    fn overtaking_clause(&self) -> &'static str {
        "no other job was chosen"
    }

    fn set_cluster(&mut self, cluster: usize) {
        self.cluster = cluster;
    }

    fn problem(&self) -> Option<Diagnostic> {
        self.problem.clone()
    }

    fn rank(&self, job: &Waiting, now: Time) -> i128 {
        self.rest.as_ref().filter(|_| self.over).map_or(0, |rest| rest.rank(job, now))
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        if let (true, Some(rest)) = (self.over, &mut self.rest) {
            return rest.schedule_pass(manager, now);
        }
        loop {
            let fitting = fitting_jobs(manager);
            if fitting.is_empty() {
                return None;
            }
            let free = i64::from(manager.free_count());
            let (place, nodes) = match self.next_choice() {
                Some(Choice::Wait) => return None,
                Some(Choice::WaitFor(span)) => return Some(now + span),
                Some(Choice::Pick(place, nodes)) => (place, nodes),
                None => {
                    let Some(rest) = &self.rest else {
                        manager.stop();
                        return None;
                    };
                    self.over = true;
                    manager.change_policy(&**rest, now);
                    return self.schedule_pass(manager, now);
                }
            };
            let Some(&index) = fitting.get(place as usize - 1) else {
                let count = fitting.len();
                let fit = if count == 1 {
                    "1 waiting job fits".to_owned()
                } else {
                    format!("{count} waiting jobs fit")
                };
                self.refuse(now, &format!("it names job {place} of those that fit, and {fit}"));
                continue;
            };
            let waiting = manager.queue()[index];
            let values = [i64::from(waiting.nodes), free, fitting.len() as i64 - 1, 0];
            match nodes {
                None => manager.start(index, now, &CHOSEN, values),
                Some(on) if on.len() == waiting.nodes && manager.are_free(&on) => {
                    manager.start_on(index, now, &on, &CHOSEN, values);
                }
                Some(on) => {
                    self.refuse(
                        now,
                        &format!("the job needs {} free nodes, and the choice names {on}", waiting.nodes),
                    );
                }
            }
        }
    }
}
