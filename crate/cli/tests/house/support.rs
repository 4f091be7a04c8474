//! Reads the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources below a folder, without comments and tests, by their paths in the repository.
pub(crate) fn sources(folder: &str) -> BTreeMap<String, String> {
    let root = repository();
    let (mut found, mut tests) = (BTreeMap::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            let path = format!("{folder}/{name}");
            if entry.path().is_dir() {
                folders.push(path);
            } else if entry.path().extension().is_some_and(|ending| ending == "rs" || ending == "js") {
                let text = fs::read_to_string(entry.path()).expect("text");
                let lines: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
                tests.extend(test_modules(&lines).map(|module| format!("{folder}/{module}")));
                found.insert(path, code_before_tests(&lines));
            }
        }
    }
    found.retain(|path, _| {
        !tests
            .iter()
            .any(|test| path.strip_prefix(test.as_str()).is_some_and(|rest| rest.starts_with(['.', '/'])))
    });
    found
}

/// True if a line is a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    ["//", "/*", "* "].iter().any(|start| line.trim_start().starts_with(start))
}

/// The names of modules that are test code in separate files.
pub(crate) fn test_modules<'a>(lines: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let pairs = lines.windows(2).filter(|pair| pair[0].trim() == "#[cfg(test)]");
    let module = |line: &'a str| line.trim().trim_start_matches("pub(crate) ").strip_prefix("mod ");
    pairs.filter_map(move |pair| module(pair[1])?.strip_suffix(';'))
}

/// The lines before the tests in the same file.
pub(crate) fn code_before_tests(lines: &[&str]) -> String {
    let at = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{'));
    lines[..at.unwrap_or(lines.len())].join("\n")
}

/// The sources of all crates and of the page.
pub(crate) fn all_sources() -> BTreeMap<String, String> {
    let mut all = sources("www/src");
    for name in crate_names() {
        all.extend(sources(&format!("crate/{name}/src")));
    }
    all
}

/// The folders of the crates.
pub(crate) fn crate_names() -> Vec<String> {
    let all = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the crates");
    let crates = all.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().join("src").is_dir());
    crates.map(|entry| entry.file_name().into_string().expect("a name in UTF-8")).collect()
}
