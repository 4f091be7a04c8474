//! Tests of studies from document to numbers: which runs they have, and whether their intervals are correct.

mod claims;
mod measures;
mod mistakes;
mod probes;
mod published_numbers;
mod quantities;
mod runs;
mod support;
