//! Pure decisions, one folder a family. A policy sees what it may know and answers; the systems above own the state.

pub mod bound;
pub mod cost;
pub mod fair_share;
pub mod list_scheduling;
pub mod local;
pub mod loss;
pub mod malleability;
pub mod ordering;
pub mod placement;
pub mod prediction;
pub mod routing;
pub mod sizing;
pub mod workflow;
