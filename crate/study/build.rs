//! The published experiments, as the program holds them: every file of `static/papers`. Where that folder is left out, as in
//! a copy of the crates alone, there are none.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where");
    let folder = Path::new(&here).join("../../static/papers");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let mut source = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let _ = writeln!(source, "    include_str!(r\"{}\"),", file.display());
    }
    source.push_str("]\n");
    let to = Path::new(&env::var_os("OUT_DIR").expect("cargo says where")).join("papers.rs");
    fs::write(to, source).expect("the folder of the build can be written");
}
