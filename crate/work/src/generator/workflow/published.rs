//! The workflows submitted in the published experiments, in four sets.

use super::draft::WorkflowDraft;
use super::{MOST, cybershake, inspiral, montage, sipht};
use crate::generator::Generator;
use crate::{Item, Work, Workflow};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};

pub(in super::super) const PUBLISHED_WORKFLOWS: Generator = Generator {
    entry: Entry::new("published-workflows", "Published workflow sets")
        .summary(
            "Sets of workflows that differ in size and in whether communication or computation dominates. \
             One workflow arrives at a time, at constant intervals.",
        )
        .source(
            "Sonmez 2010, sections 6.2.2 and 6.2.4, table 6.2, after Bharathi et al. 2008. The table lists \
             Montage-100 in the second small set, but its sizes and critical path are those of Inspiral-100",
        )
        .parameters(Options::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        let set = Options::read(settings);
        let workflows = make(&set, streams, purpose);
        let cut = workflows.len() < set.workflows as usize;
        Work::new(workflows).with_cut(cut)
    },
};

#[derive(Parameters)]
struct Options {
    /// Applications in the set and their sizes.
    #[parameter(name = "Workflow set", default = "small1")]
    set: WorkflowSet,
    /// Order in which the workflows of the set are submitted.
    #[parameter(name = "Order", default = "in-turn")]
    next: NextApplication,
    /// Number of workflows submitted, the first at time 0; fewer if they would exceed one million tasks in total.
    #[parameter(name = "Workflows", unit = "workflows", min = 1, max = 1_000, default = 3)]
    workflows: u32,
    /// Time between consecutive arrivals; 0 for all at time 0.
    #[parameter(name = "Inter-arrival time", unit = "s", min = 0, max = 1e8, default = 21_600)]
    gap_s: Span,
    /// Tasks that only collect results (archives, lists) read all their input files. If off, they wait for the producing
    /// tasks but transfer nothing, as in the published experiments.
    #[parameter(name = "Collector transfers", default = false)]
    collector_files: bool,
}

#[derive(Clone, Copy, Variants)]
enum WorkflowSet {
    /// CyberShake with 30, 50 and 100 tasks: communication-intensive.
    #[word("small1")]
    Small1,
    /// Inspiral with 30, 50 and 100 tasks: compute-intensive.
    #[word("small2")]
    Small2,
    /// CyberShake and Montage with 1000 tasks: communication-intensive.
    #[word("large1")]
    Large1,
    /// SIPHT and Inspiral with 1000 tasks: compute-intensive.
    #[word("large2")]
    Large2,
}

#[derive(Clone, Copy, PartialEq, Eq, Variants)]
enum NextApplication {
    /// Round robin through the set.
    #[word("in-turn")]
    InTurn,
    /// Uniformly at random.
    #[word("any")]
    Any,
}

type Application = (&'static str, fn(&mut WorkflowDraft, u32), u32);

impl WorkflowSet {
    fn applications(self) -> &'static [Application] {
        match self {
            Self::Small1 => &[
                ("CyberShake", cybershake::add_tasks, 30),
                ("CyberShake", cybershake::add_tasks, 50),
                ("CyberShake", cybershake::add_tasks, 100),
            ],
            Self::Small2 => &[
                ("Inspiral", inspiral::add_tasks, 30),
                ("Inspiral", inspiral::add_tasks, 50),
                ("Inspiral", inspiral::add_tasks, 100),
            ],
            Self::Large1 => {
                &[("CyberShake", cybershake::add_tasks, 1000), ("Montage", montage::add_tasks, 1000)]
            }
            Self::Large2 => &[("Sipht", sipht::add_tasks, 1000), ("Inspiral", inspiral::add_tasks, 1000)],
        }
    }
}

fn make(options: &Options, streams: Streams, purpose: &str) -> Vec<Workflow> {
    let set = options.set.applications();
    let mut chance = streams.get(&format!("{purpose}/next"));
    let (mut all, mut tasks, mut submit) = (Vec::new(), 0, Time::ZERO);
    for i in 0..options.workflows {
        let place = if options.next == NextApplication::Any {
            chance.uniform_below(set.len() as u32)
        } else {
            i % set.len() as u32
        };
        let (name, shape, size) = set[place as usize];
        let stream = streams.get(&format!("{purpose}/workflow-{}", i + 1));
        let mut draft = WorkflowDraft::new(stream);
        draft.collectors_read = options.collector_files;
        shape(&mut draft, size);
        let workflow = draft.finish(format!("{name}-{size} {}", i + 1), submit);
        tasks += workflow.tasks.len();
        if tasks > MOST as usize && i > 0 {
            break;
        }
        all.push(workflow);
        submit += options.gap_s;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};

    fn workflows_with(set: &'static str, next: &'static str, count: i64) -> Vec<Workflow> {
        let settings = Settings::defaults(Options::LIST)
            .with("set", Value::Choice(set))
            .with("next", Value::Choice(next))
            .with("workflows", Value::Integer(count));
        make(&Options::read(&settings), Streams::new(4), "w")
    }

    #[test]
    fn workflow_sets_are_the_published_ones() {
        for (set, sizes) in [
            ("small1", &[30, 50, 100, 30][..]),
            ("small2", &[30, 50, 100]),
            ("large1", &[1000, 1000]),
            ("large2", &[968, 1000]),
        ] {
            let all = workflows_with(set, "in-turn", sizes.len() as i64);
            assert_eq!(all.iter().map(|workflow| workflow.tasks.len()).collect::<Vec<_>>(), sizes);
            assert!((0_i64..).zip(&all).all(|(i, workflow)| workflow.submit.seconds() as i64 == i * 21_600));
        }
        let names: Vec<String> =
            workflows_with("large1", "in-turn", 2).into_iter().map(|workflow| workflow.name).collect();
        assert_eq!(names, ["CyberShake-1000 1", "Montage-1000 2"]);
    }

    #[test]
    fn each_application_of_a_set_occurs() {
        let mut counts = [0; 3];
        for workflow in workflows_with("small2", "any", 60) {
            counts[[30, 50, 100]
                .iter()
                .position(|&size| size == workflow.tasks.len())
                .expect("one of them")] += 1;
        }
        assert!(counts.iter().all(|&count| count > 8), "{counts:?}");
    }

    /// Archives and lists wait for all files they collect, none of which is transferred.
    #[test]
    fn collecting_tasks_transfer_no_files() {
        for workflow in workflows_with("large1", "in-turn", 2) {
            let collects = |program: &str| ["ZipSeis", "ZipPSA", "mConcatFit"].contains(&program);
            let found = workflow.tasks.iter().zip(0..).filter(|(task, _)| collects(&task.program));
            for (task, id) in found {
                assert!(task.parents.len() > 400);
                assert!(task.parents.iter().all(|&parent| workflow.bytes_between(parent, id) <= 0.0));
            }
        }
    }
}
