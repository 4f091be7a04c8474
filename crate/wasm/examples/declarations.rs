//! Prints the TypeScript declarations of the values that cross the boundary; the build adds them to the package.

fn main() {
    print!("{}", ganttlet_wasm::declarations());
}
