//! Prints the TypeScript declarations of the values that cross the boundary; the build adds them to the package.

#[expect(clippy::print_stdout, reason = "the build reads them from here")]
fn main() {
    print!("{}", ganttlet_wasm::declarations());
}
