//! Measures of a KOALA grid.

pub(crate) mod components;
pub(crate) mod grid_jobs;
pub(crate) mod users;
