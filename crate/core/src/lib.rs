#![doc = include_str!("../README.md")]

// Code of the derives in `ganttlet-derive` refers to this crate by its name.
extern crate self as ganttlet_core;

// Layer 1: numbers, names, words.
pub mod diagnostic;
pub mod entry;
pub mod expression;
pub mod order;
pub mod rng;
pub mod rule;
pub mod time;
// Layer 2: the event queue.
pub mod event;
// Layer 3: platforms.
pub mod platform;
// Layer 4: the trace.
pub mod record;
