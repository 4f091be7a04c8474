//! Heymann 2001, *Effective Resource Management for Master-Worker Applications in Opportunistic Environments*: in which
//! order the tasks of a batch are handed out, how many workers are worth having, and what helps against their loss.
//!
//! Figures are at hand as captions only and the appendices not at all, so targets are the numbers and orders that the text
//! and the tables give.

mod batches;
mod bounds;
mod curves;
mod dedicated;
mod efficiency;
mod execution_time;

pub(super) use bounds::M3;
pub(super) use efficiency::M1;
pub(super) use execution_time::M2;

/// The tasks that all experiments of chapter 3 share.
const TASKS: &str = "Sizes of tasks are not printed: similar ones are equal, different ones an arithmetic progression. Of \
    the ways tried this one gives all 14 published perfect numbers.";

/// How tasks vary.
const VARIES: &str = "The law by which tasks vary is not printed: taken is a factor from 1 - D to 1 + D, each as likely, and \
    a thousandth of the expected time at least.";

/// Fewer batches of an application are the first ones of more.
const SHARED: &str =
    "Runs of 10, 35 and 50 batches are the beginnings of those of 100: the same seed gives the same batches.";
