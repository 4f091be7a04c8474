//! Lublin and Feitelson's model of the jobs of parallel supercomputers: a substitute for a machine's log.

mod class;
#[cfg(test)]
mod tests;

use super::daily::DailyCycle;
use super::people::{Habits, UserModel};
use super::{Generator, JobCount, Work, capacity};
use crate::{Item, Job, UNKNOWN};
use class::{BATCH, COMBINED, INTERACTIVE, JobClass, SizeDistribution};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

pub(super) const LUBLIN: Generator = Generator {
    entry: Entry::new("lublin", "Lublin-Feitelson model")
        .summary(
            "Supercomputer jobs: many serial jobs and power-of-two sizes, longer runtimes for larger jobs, \
             and a daily cycle. Uses the constants of the published program, with sizes up to the largest \
             cluster.",
        )
        .source(
            "Lublin and Feitelson 2003 (J. Parallel Distrib. Comput. 63), program lublin99; users and \
             estimates are not part of the model",
        )
        .parameters(Lublin::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        Work::new(jobs(&Lublin::read(settings), platform, streams, purpose))
    },
};

#[derive(Parameters)]
struct Lublin {
    #[parameter(all)]
    count: JobCount,
    /// Classes of jobs generated. With two classes, interactive jobs are group 0 and batch jobs group 1.
    #[parameter(name = "Job classes", default = "combined")]
    class: Classes,
    /// Ratio of offered work to capacity, reached by scaling inter-arrival times; the daily cycle keeps its length. 0 keeps
    /// the published arrivals: for the combined class a load of about 0.6 on 64 nodes, 0.7 on 128 and 0.9 on 256. Exact in
    /// expectation; a short workload may deviate.
    #[parameter(name = "Offered load", min = 0, max = 100, default = 0.8, quick)]
    load: f64,
    #[parameter(all)]
    habits: Habits,
}

/// The classes of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Classes {
    /// One combined class with a single set of constants.
    #[word("combined")]
    Combined,
    /// Interactive and batch jobs, each with separate constants and separate arrivals.
    #[word("both")]
    Both,
    /// Batch jobs only.
    #[word("batch")]
    Batch,
    /// Interactive jobs only.
    #[word("interactive")]
    Interactive,
}

/// The jobs of one class, in the order of arrival.
struct ClassArrivals<'a> {
    class: &'a JobClass,
    group: u32,
    sizes: SizeDistribution,
    day: DailyCycle,
    /// Factor on the published inter-arrival times.
    stretch: f64,
    /// When the next job arrives, in seconds since midnight.
    next: f64,
    gaps: Stream,
    nodes: Stream,
    runs: Stream,
}

impl ClassArrivals<'_> {
    /// The next arrival of the class.
    fn next_job(&mut self) -> Job {
        let submit = self.next;
        self.draw_next();
        let nodes = self.class.draw_nodes(&self.sizes, &mut self.nodes);
        let run = self.class.draw_run_s(nodes, &mut self.runs);
        Job {
            submit: Time::from_seconds(libm::floor(submit)),
            run: Span::from_seconds(run),
            nodes,
            group: self.group,
            ..Job::default()
        }
    }

    fn draw_next(&mut self) {
        let gap = self.class.draw_gap_s(&mut self.gaps) * self.stretch;
        self.next = self.day.time_after_effort(self.next, gap);
    }
}

fn jobs(set: &Lublin, platform: &Platform, streams: Streams, purpose: &str) -> Vec<Job> {
    let chosen: &[(&str, u32, &JobClass)] = match set.class {
        Classes::Both => &[("interactive", 0, &INTERACTIVE), ("batch", 1, &BATCH)],
        Classes::Interactive => &[("interactive", UNKNOWN, &INTERACTIVE)],
        Classes::Batch => &[("batch", UNKNOWN, &BATCH)],
        Classes::Combined => &[("combined", UNKNOWN, &COMBINED)],
    };
    let machine = platform.largest_cluster_nodes();
    let stretch = gap_factor(set.load, chosen.iter().map(|&(_, _, class)| class), platform);
    let mut sources: Vec<ClassArrivals> = chosen
        .iter()
        .map(|&(name, group, class)| {
            let stream = |part: &str| streams.get(&format!("{purpose}/{name}/{part}"));
            let mut source = ClassArrivals {
                class,
                group,
                sizes: class.sizes(machine),
                day: class.daily_cycle(),
                stretch,
                next: 0.0,
                gaps: stream("arrivals"),
                nodes: stream("sizes"),
                runs: stream("run-times"),
            };
            source.draw_next();
            source
        })
        .collect();
    let mut people = UserModel::new(&set.habits, platform, streams, purpose);
    let mut jobs = Vec::new();
    for number in 1..=set.count.jobs {
        let first = sources.iter_mut().min_by(|a, b| a.next.total_cmp(&b.next));
        let Some(source) = first else { break };
        let mut job = Job { number, ..source.next_job() };
        people.add_user_data(&mut job);
        jobs.push(job);
    }
    jobs
}

/// The factor on the published inter-arrival times for this offered load; 1 if no load is requested.
fn gap_factor<'a>(load: f64, classes: impl Iterator<Item = &'a JobClass>, platform: &Platform) -> f64 {
    if load > 0.0 { published_load(classes, platform) / load } else { 1.0 }
}

/// The offered load of the classes with the published inter-arrival times.
fn published_load<'a>(classes: impl Iterator<Item = &'a JobClass>, platform: &Platform) -> f64 {
    let work = classes
        .map(|class| class.mean_work(platform.largest_cluster_nodes()) / class.mean_gap_s())
        .sum::<f64>();
    let load = work / capacity(platform);
    if load.is_finite() { load } else { 1.0 }
}
