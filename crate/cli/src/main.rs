//! Ganttlet on the command line.

fn main() {}
