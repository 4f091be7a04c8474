//! The measure of the house, taken: a small system with a family of policies, a kind of work and a table of its own is
//! added to a copy of the sources, which is its folders and a line in each of a few lists, and then it has to run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::process::{repository_command, run_shown};
use crate::repository::Repository;

/// Where the folders of the system and the list of lines are.
const EXAMPLE: &str = "tests/one-folder";
/// Most lines outside of its folders.
const LINES: usize = 5;
/// What a build needs; the command line carries the list of kept results and the glossary.
const SOURCES: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", "crate", "static/results/index.json", "static/glossary.json"];

/// Adds the system to a copy below the folder of builds, runs its scenario there and compares what comes out.
pub(crate) fn check(repository: &Repository) -> Result<usize> {
    let copy = repository.path("target/one-folder");
    let example = repository.path(EXAMPLE);
    forget(&copy.join("crate"), &[repository.path("crate"), example.join("crate")])?;
    for source in SOURCES {
        copy_over(&repository.path(source), &copy.join(source))?;
    }
    copy_over(&example.join("crate"), &copy.join("crate"))?;
    let lines = fs::read_to_string(example.join("lines.txt")).context("the list of lines cannot be read")?;
    let lines = insertions(&lines)?;
    for (file, before, line) in &lines {
        insert(&copy.join(file), before, line)?;
    }
    let scenario = example.join("scenario.json");
    let table = copy.join("visits.csv");
    let words = ["run", "--quiet", "--package", "ganttlet", "--target-dir"];
    let mut ganttlet = repository_command(repository, "cargo", words);
    ganttlet.arg(copy.join("target")).args(["--", "run"]).arg(scenario);
    ganttlet.arg("--table").arg(format!("visits={}", table.display())).current_dir(&copy);
    run_shown(&mut ganttlet)?;
    let expected =
        fs::read_to_string(example.join("visits.csv")).context("no expected table")?.replace("\r\n", "\n");
    // Tables end their lines as spreadsheets like them.
    let found = fs::read_to_string(&table).context("the run wrote no table")?.replace("\r\n", "\n");
    if found != expected {
        bail!("the table of the run is\n{found}instead of\n{expected}");
    }
    Ok(lines.len())
}

/// The lines that are added outside of the folders: file, the text before which it goes, the text, with tabs between.
fn insertions(text: &str) -> Result<Vec<(String, String, String)>> {
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| {
            let mut parts = line.split('\t').map(str::to_owned);
            Some((parts.next()?, parts.next()?, parts.next()?))
        })
        .collect();
    if lines.len() > LINES || lines.is_empty() {
        bail!("a system takes {} lines outside of its folders, allowed are 1 to {LINES}", lines.len());
    }
    Ok(lines)
}

/// Puts a line into a file.
fn insert(file: &Path, before: &str, line: &str) -> Result<()> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("{name} cannot be read"))?;
    let Some((head, tail)) = text.split_once(before) else { bail!("{name} has no {before:?}") };
    fs::write(file, format!("{head}{line}\n{before}{tail}"))
        .with_context(|| format!("{name} cannot be written"))
}

/// Removes from a copy what is in none of the folders any more that it is made from.
fn forget(copy: &Path, sources: &[PathBuf]) -> Result<()> {
    if !copy.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(copy)? {
        let entry = entry?;
        let there = sources.iter().map(|source| source.join(entry.file_name()));
        let there: Vec<PathBuf> = there.filter(|source| source.exists()).collect();
        match (entry.file_type()?.is_dir(), there.is_empty()) {
            (true, true) => fs::remove_dir_all(entry.path())?,
            (true, false) => forget(&entry.path(), &there)?,
            (false, true) => fs::remove_file(entry.path())?,
            (false, false) => {}
        }
    }
    Ok(())
}

/// Copies a file or a folder; a file that is there and the same stays untouched, so that it is not compiled again.
fn copy_over(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_over(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let bytes = fs::read(from)?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(to, bytes).with_context(|| format!("{} cannot be written", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_become_a_folder_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("ganttlet-one-folder-{}", std::process::id()));
        let [source, copy] = ["source", "copy"].map(|name| folder.join(name));
        for file in ["source/a/mod.rs", "source/b.rs", "copy/a.rs", "copy/b.rs", "copy/c/d.rs"] {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
            fs::write(file, "").expect("there is room for an empty file");
        }
        forget(&copy, &[source]).expect("what was written can be removed");
        let left = ["a.rs", "b.rs", "c"].map(|name| copy.join(name).exists());
        fs::remove_dir_all(&folder).expect("what was written can be removed");
        assert_eq!(left, [false, true, false]);
    }

    #[test]
    fn more_lines_than_allowed_are_refused() {
        let line = "a.rs\tb\tc\n";
        assert_eq!(insertions(&line.repeat(5)).unwrap().len(), 5);
        let error = insertions(&line.repeat(6)).unwrap_err().to_string();
        assert_eq!(error, "a system takes 6 lines outside of its folders, allowed are 1 to 5");
    }
}
