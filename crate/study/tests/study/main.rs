//! Tests of studies from document to numbers: their runs and the intervals of their quantities.

mod claims;
mod measures;
mod mistakes;
mod probes;
mod published_numbers;
mod quantities;
mod runs;
mod support;
