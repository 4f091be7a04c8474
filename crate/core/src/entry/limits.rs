//! Limits of scenarios. Input beyond a limit is rejected with the limit in the message.

/// Bytes of the text.
pub const TEXT_BYTES: usize = 16 << 20;
/// Values (numbers, words, lists, objects) in the text.
pub const VALUES: usize = 3_000_000;
/// Characters of a name.
pub const NAME: usize = 200;
/// Characters of the reason of a custom policy.
pub const REASON: usize = 1_000;
/// Clusters of a platform.
pub const CLUSTERS: usize = 1_000;
/// Nodes of all clusters.
pub const NODES: i64 = 1_000_000;
/// Parts of a workload.
pub const PARTS: usize = 100;
/// Jobs, tasks, or absences in the scenario itself, in all parts of its workload or of its background.
pub const INLINE: usize = 200_000;
/// Components of a job, input files, and clusters that hold a copy.
pub const COMPONENTS: usize = 1_000;
/// Machines of a cluster that are listed individually.
pub const MACHINES: usize = 100_000;
/// Features of machines and requirements of applications (`KFlops`, MIPS, MB, load average), costs, and keys of
/// tasks.
pub const FEATURE: f64 = 1e15;
/// Groups that may use a machine.
pub const GROUPS: usize = 100;
/// The highest priority of an application; the lowest is its negative.
pub const PRIORITY: i64 = 1_000_000;
/// Admissible splits of a job, and points of a table of runtimes.
pub const SPLITS: usize = 100;
/// Factors on runtimes for co-allocation.
pub const FACTOR: f64 = 1e6;
/// The largest exponent of a latency.
pub const POWER: f64 = 10.0;
/// Number of collective operations.
pub const OPERATIONS: f64 = 1e12;
/// Processes on a node.
pub const PROCESSES: i64 = 1_000;
/// Jobs, or tasks, of all parts of a workload.
pub const WORK: usize = 5_000_000;
/// Pairs of an application and a machine, which are all compared.
pub const PAIRS: usize = 20_000_000;
/// Variants beside the first one.
pub const COMPARE: usize = 8;
/// The largest seed: the largest integer that every reader of JSON represents exactly.
pub const SEED: i64 = (1 << 53) - 1;
/// Seconds of a point in time or a duration: 317 years.
pub const SECONDS: f64 = 1e10;
/// The largest id of a user, a home cluster or a job.
pub const ID: i64 = u32::MAX as i64 - 1;
/// Speed of a node, minimum and maximum; 1 is the reference.
pub const SPEED: (f64, f64) = (0.001, 1_000.0);
/// Bandwidth in MB/s, minimum and maximum.
pub const BANDWIDTH: (f64, f64) = (0.000_1, 1e9);
/// Latency in ms, minimum and maximum.
pub const LATENCY: (f64, f64) = (0.0, 1e6);
/// Bytes of a file.
pub const FILE_BYTES: f64 = 1e18;
/// Edits of single jobs, and jobs that a fork holds back.
pub const EDITS: usize = 1_000;
/// Metrics to display.
pub const MEASURES: usize = 100;
/// Number of repeated names that are reported.
pub const TWICE: usize = 100;
