//! Classes of similar jobs, and runtime predictions from the completed jobs of a class (Sonmez 2010, section 7.2).

use crate::policy::prediction::PredictionPolicy;
use ganttlet_core::entry::{Factory, Variants};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// The definition of similar jobs (Sonmez 2010, section 7.2.1). A class without completed jobs uses the next wider one.
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

/// The key of a class: its kind, and the cluster, user, size and application of its jobs where they matter.
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

/// The runtimes of completed jobs, by class.
pub(in crate::system) struct Classes {
    predictor: Factory<dyn PredictionPolicy>,
    /// The narrowest class in use.
    class: Class,
    /// Runtime predicted before any job has completed.
    first: Span,
    known: BTreeMap<Key, Box<dyn PredictionPolicy>>,
    /// All runtimes so far: their sum and number.
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

    /// The predicted runtime of a job on a cluster: by its class alone, and the one to use, at least a second, as
    /// doubling would never exceed zero. Runtimes are those of the cluster, so its speed does not matter.
    pub(in crate::system) fn run(&self, job: &Job, cluster: u32) -> (Option<Span>, Span) {
        let by = |class: Class| self.known.get(&class.key(job, cluster))?.predict().map(Span::from_seconds);
        let own = by(self.class);
        let wider = || CLASSES.into_iter().rev().filter(|&class| class < self.class);
        let any =
            || (self.all.1 > 0).then(|| Span::from_seconds(self.all.0.seconds() / f64::from(self.all.1)));
        let run = own.or_else(|| wider().find_map(by)).or_else(any).unwrap_or(self.first);
        (own, run.max(Span::from_seconds(1.0)))
    }

    /// Records the end of a job on a cluster after this runtime.
    pub(in crate::system) fn observe(&mut self, job: &Job, cluster: u32, ran: Span) {
        for class in CLASSES.into_iter().filter(|&class| class <= self.class) {
            let policy = self.known.entry(class.key(job, cluster));
            policy.or_insert_with(|| self.predictor.make()).observe(ran);
        }
        self.all = (self.all.0 + ran, self.all.1 + 1);
    }
}

/// The expected end of a job with a predicted runtime of `foreseen`, which is doubled until it is no longer exceeded.
pub(in crate::system) fn outlived(started: Time, foreseen: &mut Span, now: Time) -> Time {
    while started + *foreseen <= now {
        *foreseen = *foreseen + *foreseen;
    }
    started + *foreseen
}
