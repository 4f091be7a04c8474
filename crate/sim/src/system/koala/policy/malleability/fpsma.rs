//! Favour Previously Started Malleable Applications: the oldest job grows first, the youngest shrinks first.

use super::{JobNegotiation, MalleabilityPolicy, RunningJob};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const FPSMA: PolicyEntry<dyn MalleabilityPolicy> = PolicyEntry {
    entry: Entry::new("fpsma", "Favour previously started (FPSMA)")
        .summary(
            "Offers all free nodes to the oldest running job first, then the remaining ones to the next. \
             Takes needed nodes from the youngest job first.",
        )
        .source("Sonmez 2010, section 3.2.4")
        .when_to_use(
            "Suited to completing old jobs early: they grow first and shrink last. Young jobs can remain \
             small for long.",
        )
        .pseudocode(concat!(
            "to grow with n free nodes:\n",
            "  for each job below its maximum, oldest first, while n > 0\n",
            "    offer n nodes to the job\n",
            "    n ← n − nodes accepted\n",
            "to shrink by n nodes:\n",
            "  for each job above its minimum, youngest first, while n > 0\n",
            "    request min(n, size − minimum) nodes from the job\n",
            "    n ← n − nodes given back",
        )),
    make: |_| Box::new(Fpsma),
};

struct Fpsma;

impl MalleabilityPolicy for Fpsma {
    fn grow(&mut self, running: &[RunningJob], mut nodes: u32, jobs: &mut dyn JobNegotiation) {
        for (job, _) in running.iter().enumerate().filter(|(_, job)| job.growth_room() > 0) {
            if nodes == 0 {
                break;
            }
            nodes -= jobs.offer(job, nodes).min(nodes);
        }
    }

    fn shrink(&mut self, running: &[RunningJob], mut nodes: u32, jobs: &mut dyn JobNegotiation) {
        for (job, spare) in
            running.iter().map(RunningJob::releasable_nodes).enumerate().rev().filter(|&(_, spare)| spare > 0)
        {
            if nodes == 0 {
                break;
            }
            nodes = nodes.saturating_sub(jobs.request(job, nodes.min(spare)));
        }
    }
}
