//! The engine of Ganttlet: everything that decides, nothing that touches the outside world.
//!
//! No I/O, no clock, no threads, no text formats: a platform, work and policies go in, a record of what happened comes
//! out, the same to the bit on every machine. Modules stand on floors; a module imports only from the floors above it in
//! this list.

// What the derives of `ganttlet-derive` write names this crate by its name.
extern crate self as ganttlet_engine;

// Floor 1: numbers, names, words.
pub mod diagnostic;
pub mod entry;
pub mod expression;
pub mod order;
pub mod rng;
pub mod rule;
pub mod time;
// Floor 2: what comes next.
pub mod event;
// Floor 3: where and what.
pub mod platform;
pub mod workload;
// Floor 4: what happened.
pub mod record;
// Floor 5: decisions.
pub mod policy;
// Floor 6: state.
pub mod system;
// Floor 7: measures.
pub mod metric;
