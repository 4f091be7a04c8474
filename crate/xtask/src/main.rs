//! The build: `cargo play` and `cargo verify`.

fn main() {}
