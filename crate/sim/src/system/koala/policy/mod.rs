//! The policies of a KOALA grid: placement of jobs, malleability, sharing of idle nodes, and costs of units of
//! components.

pub mod cost;
pub mod fair_share;
pub mod malleability;
pub mod placement;
