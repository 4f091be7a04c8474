//! No source file has more than 500 lines.

use crate::support::repository;
use std::fs;
use std::path::Path;

/// Maximum number of lines of a source file.
const LIMIT: usize = 500;

/// Longer files, with their number of lines: they may only become shorter.
const LONGER: &[(&str, usize)] = &[
    ("crate/format/src/platform/simgrid/parser.rs", 530),
    ("crate/format/src/real_files.rs", 514),
    ("crate/format/src/swf/tests.rs", 527),
    ("crate/format/src/table/mapping.rs", 521),
    ("crate/sim/src/system/hierarchy/tests/micro.rs", 534),
    ("crate/sim/src/system/hierarchy/tests/readings.rs", 508),
    ("crate/sim/src/system/workflow/mod.rs", 581),
    ("crate/sim/src/system/workflow/tests.rs", 575),
    ("crate/work/src/workflow/producers.rs", 517),
];

/// The source files below a folder, with their number of lines.
fn line_counts(folder: &Path, found: &mut Vec<(String, usize)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if path.is_dir() {
            // Compiled packages and installed modules are not sources.
            if !name.starts_with("pkg") && !["node_modules", "target", "dist"].contains(&name) {
                line_counts(&path, found);
            }
        } else if [".rs", ".js", ".mjs"].iter().any(|ending| name.ends_with(ending)) {
            let text = fs::read_to_string(&path).expect("text");
            let path = path.strip_prefix(repository()).expect("a path in the repository");
            found.push((path.display().to_string(), text.lines().count()));
        }
    }
}

/// Long files must be split by subject.
#[test]
fn source_files_have_at_most_500_lines() {
    let mut found = Vec::new();
    for folder in ["crate", "www", "tests"] {
        line_counts(&repository().join(folder), &mut found);
    }
    found.sort();
    let limit =
        |path: &str| LONGER.iter().find(|(known, _)| *known == path).map_or(LIMIT, |(_, lines)| *lines);
    let too_long: Vec<_> = found.iter().filter(|(path, lines)| *lines > limit(path)).collect();
    assert!(too_long.is_empty(), "split these files by subject: {too_long:?}");
    let is_long = |path: &str| found.iter().any(|(known, lines)| known == path && *lines > LIMIT);
    let outdated: Vec<_> = LONGER.iter().filter(|(path, _)| !is_long(path)).collect();
    assert!(outdated.is_empty(), "remove these files from the list, they are short enough: {outdated:?}");
}
