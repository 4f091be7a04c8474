//! Tests of the command line: real arguments, exit status, both outputs.

mod boards;
mod experiments;
mod exports;
mod logs;
mod mistakes;
mod results;
mod settings;
mod sites;
mod support;
mod workflows;
