//! Heymann 2001.

mod fibonacci;
mod heterogeneous;
mod normalised;
mod pool;
mod random;
mod thinning;

pub(super) use fibonacci::M5;
pub(super) use heterogeneous::M9;
pub(super) use normalised::M8;
pub(super) use random::M6;
pub(super) use thinning::M7;
