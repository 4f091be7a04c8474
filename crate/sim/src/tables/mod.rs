//! Tables that several systems write, or that others than their system read.

pub mod components;
pub mod links;
pub mod rounds;
pub mod stays;
