//! Applications made from rigid jobs with estimates, of a log or of a generator: the conversion of the report for the
//! jobs of its log.

use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Time;
use ganttlet_work::launcher::{Launcher, Model};

/// The conversion of jobs (Klein and Pérez 2010, section 6.1).
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct JobConversion {
    /// Share of jobs that are moldable, in the four classes of the report; the others are rigid. Applications described
    /// explicitly stay unchanged, here and in the next parameters.
    #[parameter(name = "Moldable jobs", min = 0, max = 1, default = 0)]
    pub job_moldable_share: f64,
    /// Number of processors of a job that form one host; 1 treats the processors of a log as hosts.
    #[parameter(name = "Processors per host", unit = "processors", min = 1, max = 1_024, default = 1)]
    pub job_processors: u32,
    /// Treatment of jobs that are wider than the widest cluster.
    #[parameter(name = "Oversized jobs", default = "keep")]
    pub job_oversize: Oversize,
    /// Walltimes that jobs request.
    #[parameter(name = "Walltimes of jobs", default = "estimates")]
    pub job_wall_times: WallTimes,
    /// Fixed inter-arrival time of jobs; 0 to keep their submit times.
    #[parameter(name = "Inter-arrival time", unit = "s", min = 0, max = 1e6, default = 0)]
    pub job_gap_s: f64,
}

/// Treatment of jobs that are wider than the widest cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Oversize {
    /// Kept; they give up, as they cannot start
    #[word("keep")]
    Keep,
    /// Reduced to the width of that cluster
    #[word("clip")]
    Clip,
    /// Removed
    #[word("drop")]
    Drop,
}

/// Walltimes that jobs request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum WallTimes {
    /// User estimates
    #[word("estimates")]
    Estimates,
    /// 1.1 to 2 times the runtime, drawn at random
    #[word("drawn")]
    Drawn,
}

impl JobConversion {
    /// Converts applications for clusters of which the widest has this many hosts. Random numbers of a job depend on
    /// the number of jobs before it only, not on any parameter.
    pub(super) fn convert(&self, applications: Vec<Launcher>, widest: u32, seed: u64) -> Vec<Launcher> {
        let streams = Streams::new(seed);
        let [mut moldable, mut class, mut factor] =
            ["moldable", "class", "factor"].map(|of| streams.get(&format!("delegated/jobs/{of}")));
        let mut come = 0;
        let tell = |mut one: Launcher| {
            let Model::Rigid { hosts, run } = one.model else { return Some(one) };
            if !one.of_job {
                return Some(one);
            }
            let (x, y, u) = (moldable.uniform(), class.uniform(), factor.uniform());
            let mut hosts = hosts.div_ceil(self.job_processors.max(1));
            if hosts > widest && self.job_oversize == Oversize::Drop {
                return None;
            }
            if self.job_oversize == Oversize::Clip {
                hosts = hosts.min(widest);
            }
            let is_moldable = x < self.job_moldable_share;
            one.model =
                if is_moldable { Model::moldable(hosts, run, y) } else { Model::Rigid { hosts, run } };
            if self.job_wall_times == WallTimes::Drawn {
                one.factor = 1.1 + 0.9 * u;
            }
            if self.job_gap_s > 0.0 {
                one.submit = Time::from_seconds(f64::from(come) * self.job_gap_s);
                come += 1;
            }
            Some(one)
        };
        let mut told: Vec<Launcher> = applications.into_iter().filter_map(tell).collect();
        ganttlet_core::order::sort_by_key(&mut told, |one| one.submit.0);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::time::Span;
    use ganttlet_work::{Job, UNKNOWN};

    fn job(number: u32, nodes: u32) -> Job {
        let submit = Time::from_seconds(f64::from(number) * 100.0);
        let run = Span::from_seconds(60.0);
        Job { number, nodes, submit, run, estimate: Some(Span(2 * run.0)), user: UNKNOWN, ..Job::default() }
    }

    fn told(settings: &Settings) -> Vec<Launcher> {
        let mut all: Vec<Launcher> = (0..400).map(|i| Launcher::rigid(&job(i, 8 * (1 + i % 40)))).collect();
        all.push(Launcher { number: 999, submit: Time::from_seconds(1e6), ..Launcher::default() });
        JobConversion::read(settings).convert(all, 128, 7)
    }

    fn rigid_hosts(one: &Launcher) -> u32 {
        match &one.model {
            Model::Rigid { hosts, .. } => *hosts,
            Model::Moldable(of) => of.usual,
            Model::Complex(_) => 0,
        }
    }

    #[test]
    fn jobs_are_unchanged_by_default() {
        let plain = told(&Settings::default());
        assert_eq!((plain.len(), plain[5].clone()), (401, Launcher::rigid(&job(5, 48))));
        assert!(plain.iter().all(|one| one.model.word() == "rigid"));
    }

    /// The report uses processors as hosts; in its log eight of them are a node.
    #[test]
    fn too_wide_jobs_are_clipped_or_left_out() {
        let with = |word: &'static str| told(&Settings::default().with("job_oversize", Value::Choice(word)));
        assert_eq!(with("keep").iter().map(rigid_hosts).max(), Some(320));
        assert_eq!((with("clip").len(), with("clip").iter().map(rigid_hosts).max()), (401, Some(128)));
        assert_eq!((with("drop").len(), with("drop").iter().map(rigid_hosts).max()), (161, Some(128)));
        let eight = told(&Settings::default().with("job_processors", Value::Integer(8)));
        assert_eq!(eight.iter().map(rigid_hosts).max(), Some(40));
    }

    #[test]
    fn the_moldable_share_changes_no_other_job() {
        let with = |share: f64| {
            let settings = Settings::default()
                .with("job_moldable_share", Value::Number(share))
                .with("job_wall_times", Value::Choice("drawn"))
                .with("job_gap_s", Value::Number(1.0));
            told(&settings)
        };
        let (none, half) = (with(0.0), with(0.5));
        let moldable = half.iter().filter(|one| one.model.word() == "moldable").count();
        assert!((160..240).contains(&moldable), "{moldable} of 400");
        assert_eq!(half[400].number, 999, "what is no job stays");
        for (one, other) in none.iter().zip(&half).take(400) {
            assert_eq!(
                (one.number, one.submit, one.factor.to_bits()),
                (other.number, other.submit, other.factor.to_bits())
            );
            assert!((1.1..2.0).contains(&one.factor));
            // On its original number of hosts it has its original runtime.
            if let Model::Moldable(of) = &other.model {
                let run = (1.0 - of.parallel + of.parallel / f64::from(of.usual)) * of.one_host;
                assert!((run - 6e7).abs() < 1.0);
            }
        }
        assert_eq!(half[3].submit, Time::from_seconds(3.0));
    }
}
