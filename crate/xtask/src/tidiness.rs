//! Rules that no compiler checks: the repository names no machine and no private host, and its files stay short.

use std::fs;

use anyhow::{Result, bail};

use crate::process;
use crate::repository::Repository;

/// Maximum length of a source file without a warning, lines.
const MAX_CODE_LINES: usize = 400;
/// Largest file that may be committed, bytes.
const LARGEST_BYTES: usize = 1_000_000;

/// Checks all committed files and those that would be committed.
pub(crate) fn check_files(repository: &Repository) -> Result<bool> {
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let Some(files) = process::command_output(&mut process::repository_command(repository, "git", words))
    else {
        return Ok(false);
    };
    let mut broken = Vec::new();
    let mut number = 0;
    for path in files.split('\0').filter(|path| !path.is_empty()) {
        // A deleted file is listed until the deletion is committed.
        let Ok(bytes) = fs::read(repository.path(path)) else { continue };
        number += 1;
        if bytes.len() > LARGEST_BYTES {
            broken.push(format!("{path}: {} bytes, at most {LARGEST_BYTES} may be committed", bytes.len()));
        }
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        broken.extend(broken_rules(path, text));
        let lines = text.lines().count();
        if lines > MAX_CODE_LINES && is_code(path) {
            println!("warning: {path} has {lines} lines; {MAX_CODE_LINES} is the aim");
        }
    }
    if !broken.is_empty() {
        bail!("these places break a rule:\n  {}", broken.join("\n  "));
    }
    println!("{number} files are tidy");
    Ok(true)
}

fn is_code(path: &str) -> bool {
    [".rs", ".js", ".mjs", ".css"].iter().any(|ending| path.ends_with(ending))
}

/// The violations of a text, as `file:line: what`.
fn broken_rules(path: &str, text: &str) -> Vec<String> {
    // Assembled from parts, so that this file does not break the rules itself.
    let folders = ["home", "root", "Users", "work"].map(|name| format!("/{name}/"));
    let later = ["TO", "FIX", "XX"].into_iter().zip(["DO", "ME", "X"]).map(|(a, b)| format!("{a}{b}"));
    let later: Vec<_> = later.collect();
    let conflict = "<".repeat(7);
    let mut broken = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut report = |what: &str| broken.push(format!("{path}:{}: {what}", number + 1));
        if folders.iter().any(|folder| has_absolute_path(line, folder)) {
            report("names a folder of one machine");
        }
        if line.starts_with(&conflict) {
            report("is left over from a merge");
        }
        if is_code(path) && later.iter().any(|word| has_word(line, word)) {
            report("puts something off");
        }
        if path == "Cargo.lock"
            && line.starts_with("source = ")
            && !line.contains("github.com/rust-lang/crates.io-index")
        {
            report("names a source other than crates.io");
        }
        if path == "package-lock.json" && line.contains("\"resolved\":") {
            report("names the host that a package came from");
        }
    }
    broken
}

/// Whether a line contains an absolute path in this folder, except as part of an address.
fn has_absolute_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|before| {
            !before.is_alphanumeric() && !matches!(before, '.' | '/' | '-' | '_' | '}' | '*')
        })
    })
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !inside(line[..at].chars().next_back()) && !inside(line[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_paths_are_found_and_addresses_are_not() {
        let home = format!("see /{}/ann/x", "home");
        assert_eq!(broken_rules("a.md", &home), ["a.md:1: names a folder of one machine"]);
        let address = format!("https://example.org/{}/x and ../{}/y", "home", "work");
        assert!(broken_rules("a.md", &address).is_empty());
    }

    #[test]
    fn words_for_unfinished_work_are_found() {
        let text = format!("a\n// {}{}: more\n// {}{}S", "TO", "DO", "TO", "DO");
        assert_eq!(broken_rules("a.rs", &text), ["a.rs:2: puts something off"]);
        assert!(broken_rules("a.md", &text).is_empty());
    }

    #[test]
    fn lock_files_name_no_hosts() {
        let line = "source = \"registry+https://example.org/index\"";
        assert_eq!(broken_rules("Cargo.lock", line), ["Cargo.lock:1: names a source other than crates.io"]);
        let line = "  \"resolved\": \"https://example.org/a.tgz\",";
        assert_eq!(broken_rules("package-lock.json", line).len(), 1);
    }
}
