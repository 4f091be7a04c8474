//! Sonmez 2010, *Application-Oriented Scheduling in Multicluster Grids*, chapter 3: jobs that grow and shrink; chapter 4:
//! sweeps on idle nodes.
//!
//! Of the figures only captions and text are at hand, so targets are the numbers and orders that the text and the tables
//! give. What the text leaves open is a parameter of the scenario; what was fitted stands in the notes.

mod malleable;
mod running_first;
mod shares;
mod sweeps;
mod unobtrusive;
mod waiting_first;

pub(super) use running_first::E3_2;
pub(super) use shares::E4_2;
pub(super) use unobtrusive::E4_3;
pub(super) use waiting_first::E3_3;
