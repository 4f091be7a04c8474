//! The policies of a KOALA grid: where jobs run, which malleable jobs change their size, who gets idle nodes, and what it
//! costs to place units of components.

pub mod cost;
pub mod fair_share;
pub mod malleability;
pub mod placement;
