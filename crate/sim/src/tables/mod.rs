//! Tables written by several systems, or read outside their system.

pub mod components;
pub mod links;
pub mod rounds;
pub mod stays;
