//! Embeds the published experiments and the causes of differences in the program: every file of `static/papers` and
//! `static/causes`. Both lists are empty if these folders are missing, as in a copy of the crates alone.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where");
    let root = Path::new(&here).join("../../static");
    for name in ["papers", "causes"] {
        include_documents(&root.join(name), &format!("{name}.rs"));
    }
}

/// Writes a list of the documents of a folder as a Rust expression.
fn include_documents(folder: &Path, target: &str) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(folder)
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
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo says where")).join(target);
    fs::write(path, source).expect("the folder of the build can be written");
}
