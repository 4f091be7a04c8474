//! The engine of Ganttlet: everything that decides, nothing that touches the outside world.
//!
//! No I/O, no clock, no threads, no JavaScript: a scenario goes in, a trace comes out, the same to the bit on every
//! machine. Modules stand on floors; a module imports only from the floors above it in this list.

// What the derives of `ganttlet-derive` write names this crate by its name.
extern crate self as ganttlet_core;

// Floor 1: numbers, names, words.
pub mod diagnostic;
pub mod entry;
pub mod order;
pub mod rng;
pub mod time;
// Floor 2: what comes next.
pub mod event;
// Floor 3: where and what.
pub mod platform;
pub mod workload;
// Floor 4: in and out.
pub mod format;
pub mod trace;
// Floor 5: decisions.
pub mod policy;
// Floor 6: state.
pub mod system;
// Floor 7: measures.
pub mod metric;
// Floor 8: what a person writes down.
pub mod scenario;
// Floor 9: many runs together.
pub mod study;
