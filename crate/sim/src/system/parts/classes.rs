//! Which jobs are alike, and how long the next of a class would run by those that have ended (Sonmez 2010, section 7.2).

use crate::policy::prediction::PredictionPolicy;
use ganttlet_core::entry::{Factory, Variants};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// Which jobs are like a job (Sonmez 2010, section 7.2.1). Where none of a class has ended, the next wider one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Variants)]
pub enum Class {
    /// All jobs of the same cluster
    #[word("site")]
    Site,
    /// Jobs of the same user
    #[word("user")]
    User,
    /// Jobs of the same user on the same cluster
    #[word("user-site")]
    UserSite,
    /// Jobs of the same user, application (where known) and size on the same cluster
    #[word("user-size-site")]
    UserSizeSite,
}

/// From the widest class to the narrowest.
const CLASSES: [Class; 4] = [Class::Site, Class::User, Class::UserSite, Class::UserSizeSite];

/// A class: how narrow, and the cluster, user, size and application of its jobs where they count.
pub(in crate::system) type Key = (Class, u32, u32, u32, u32);

impl Class {
    /// The class of a job on a cluster.
    pub(in crate::system) fn key(self, job: &Job, cluster: u32) -> Key {
        match self {
            Self::Site => (self, cluster, 0, 0, 0),
            Self::User => (self, 0, job.user, 0, 0),
            Self::UserSite => (self, cluster, job.user, 0, 0),
            Self::UserSizeSite => (self, cluster, job.user, job.nodes, job.application),
        }
    }
}

/// The run times of jobs that have ended, class by class.
pub(in crate::system) struct Classes {
    predictor: Factory<dyn PredictionPolicy>,
    /// The narrowest that counts.
    class: Class,
    /// What is foreseen before any job has ended.
    first: Span,
    known: BTreeMap<Key, Box<dyn PredictionPolicy>>,
    /// All run times so far: their sum and number.
    all: (Span, u32),
}

impl Classes {
    /// No classes yet; each class gets a separate predictor.
    pub(in crate::system) fn new(
        predictor: Factory<dyn PredictionPolicy>,
        class: Class,
        first: Span,
    ) -> Self {
        Self { predictor, class, first, known: BTreeMap::new(), all: (Span::ZERO, 0) }
    }

    /// How long a job would run on a cluster: by its class alone, and what is gone by, at least a second: a run of no length
    /// would never be outlived by doubling. Run times are those of the cluster, so its speed does not count.
    pub(in crate::system) fn run(&self, job: &Job, cluster: u32) -> (Option<Span>, Span) {
        let by = |class: Class| self.known.get(&class.key(job, cluster))?.predict().map(Span::from_seconds);
        let own = by(self.class);
        let wider = || CLASSES.into_iter().rev().filter(|&class| class < self.class);
        let any =
            || (self.all.1 > 0).then(|| Span::from_seconds(self.all.0.seconds() / f64::from(self.all.1)));
        let run = own.or_else(|| wider().find_map(by)).or_else(any).unwrap_or(self.first);
        (own, run.max(Span::from_seconds(1.0)))
    }

    /// A job has ended on a cluster, after so long.
    pub(in crate::system) fn observe(&mut self, job: &Job, cluster: u32, ran: Span) {
        for class in CLASSES.into_iter().filter(|&class| class <= self.class) {
            let policy = self.known.entry(class.key(job, cluster));
            policy.or_insert_with(|| self.predictor.make()).observe(ran);
        }
        self.all = (self.all.0 + ran, self.all.1 + 1);
    }
}

/// When a job ends that has been foreseen to run for `foreseen`: that is doubled until it has not been outlived.
pub(in crate::system) fn outlived(started: Time, foreseen: &mut Span, now: Time) -> Time {
    while started + *foreseen <= now {
        *foreseen = *foreseen + *foreseen;
    }
    started + *foreseen
}
