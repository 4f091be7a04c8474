//! Heymann 2001.

mod basic;
mod extra_machines;
mod fifty_tasks;
mod loss_rate;
mod loss_tables;
mod losses;
mod many_tasks;
mod one_loss;
mod rendering;

pub(super) use extra_machines::M13;
pub(super) use fifty_tasks::M11;
pub(super) use many_tasks::M12;
pub(super) use one_loss::M10;
pub(super) use rendering::M14;
