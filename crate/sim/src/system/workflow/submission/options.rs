//! The parameters of the submission of tasks, and of copies of files.

use ganttlet_core::entry::Parameters;
use ganttlet_core::time::Span;

/// Costs of submission. By default, submission takes no time, files inside a cluster need no copies, and no task fails.
#[derive(Clone, Copy, Debug, Parameters)]
pub(in super::super) struct SubmissionOptions {
    /// Time that the broker of a workflow spends on each task. A broker handles its tasks one by one, and chooses the cluster
    /// when it begins with a task. Not published; Sonmez 2010, table 6.6, bounds it by 0.72 s.
    #[parameter(name = "Broker time per task", unit = "s", min = 0, max = 60, default = 0)]
    pub(super) broker_s: Span,
    /// Time that the head node of a cluster spends on each task whose files have arrived, before the task enters the queue of
    /// the cluster. A head node handles the tasks of all workflows one by one (Sonmez 2010, section 6.2.1; the time is our
    /// assumption).
    #[parameter(name = "Head-node time per task", unit = "s", min = 0, max = 60, default = 0)]
    pub(super) head_node_s: Span,
    /// Bandwidth of the file server of each cluster. All copies to the cluster and inside it share it; a copy gets at most the
    /// bandwidth of its link. 0 for no limit: each copy gets the full bandwidth of its link (our assumption).
    #[parameter(name = "File-server bandwidth", unit = "MB/s", min = 0, max = 100_000, default = 0)]
    pub(super) file_server_mb_s: f64,
    /// Each task also copies the input files that are on its cluster already. This takes time if file servers have a limited
    /// bandwidth (our assumption).
    #[parameter(name = "Copies inside clusters", default = false)]
    pub(super) copy_within: bool,
    /// Copies the output files that other tasks read to the submission site. These tasks are ready when the copy has arrived
    /// (Sonmez 2010, section 6.2.1).
    #[parameter(name = "Copies back", default = false)]
    pub(super) copy_back: bool,
    /// Size of the program that each task copies from the submission site (Sonmez 2010, section 6.2.1; the size is our
    /// assumption).
    #[parameter(name = "Program size", unit = "MB", min = 0, max = 10_000, default = 0)]
    pub(super) executable_mb: f64,
    /// Probability that a task fails at the end of its run. A failed task is submitted again (Sonmez 2010, section 6.2.1; the
    /// probability is our assumption).
    #[parameter(name = "Failure probability", min = 0, max = 0.9, default = 0)]
    pub(super) failure_share: f64,
    /// Number of the cluster that is the submission site, counted from 1.
    #[parameter(name = "Submission site", min = 1, max = 64, default = 1)]
    pub(super) home: u32,
}

impl SubmissionOptions {
    /// True if anything differs from the defaults, other than the submission site.
    pub(in super::super) fn are_set(&self) -> bool {
        self.broker_s > Span::ZERO
            || self.head_node_s > Span::ZERO
            || self.file_server_mb_s > 0.0
            || self.copy_within
            || self.copy_back
            || self.executable_mb > 0.0
            || self.failure_share > 0.0
    }

    /// The index of the submission site.
    pub(in super::super) fn home_index(&self) -> usize {
        self.home as usize - 1
    }
}
