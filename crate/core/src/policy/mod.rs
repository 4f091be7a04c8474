//! Pure decisions, one folder a family. A policy sees what it may know and answers; the systems above own the state.

pub mod fair_share;
pub mod local;
pub mod malleability;
pub mod placement;
pub mod routing;
pub mod workflow;
