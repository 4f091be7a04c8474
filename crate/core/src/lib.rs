#![doc = include_str!("../README.md")]

// What the derives of `ganttlet-derive` write names this crate by its name.
extern crate self as ganttlet_core;

// Layer 1: numbers, names, words.
pub mod diagnostic;
pub mod entry;
pub mod expression;
pub mod order;
pub mod rng;
pub mod rule;
pub mod time;
// Layer 2: what comes next.
pub mod event;
// Layer 3: where.
pub mod platform;
// Layer 4: what happened.
pub mod record;
