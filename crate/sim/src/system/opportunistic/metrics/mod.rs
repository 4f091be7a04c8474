//! Measures of iterative applications and of the pool that they run on, from the rounds of the applications.

pub(crate) mod applications;
pub(crate) mod pool;
