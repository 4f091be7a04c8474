//! The files that differ from the branch `main`, committed or not.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result};

use crate::process::{command_output, repository_command};
use crate::repository::Repository;

/// Paths of changed files, from the top folder.
pub(crate) struct ChangedFiles(BTreeSet<String>);

impl ChangedFiles {
    /// Reads the changes from git. Fails without a git working copy or a branch `main`.
    pub(crate) fn from_git(repository: &Repository) -> Result<Self> {
        let git = |words: &[&str]| command_output(&mut repository_command(repository, "git", words));
        let base = ["main", "origin/main"].iter().find_map(|main| git(&["merge-base", "HEAD", main]));
        let base = base.context("--changed compares with the branch `main`, and there is none")?;
        let mut files = BTreeSet::new();
        for words in [
            ["diff", "-z", "--name-only", "--no-renames", &base],
            ["ls-files", "-z", "--others", "--exclude-standard", "."],
        ] {
            let list = git(&words).context("git cannot list the changed files")?;
            files.extend(list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned));
        }
        Ok(Self(files))
    }

    /// True if a changed file is in one of these folders or has one of these endings (`*.rs`).
    pub(crate) fn has_match(&self, patterns: &[&str]) -> bool {
        !self.matching(patterns).is_empty()
    }

    /// The changed files in these folders or with these endings.
    pub(crate) fn matching(&self, patterns: &[&str]) -> Vec<&str> {
        let matches = |file: &str| {
            patterns.iter().any(|pattern| match pattern.strip_prefix('*') {
                Some(ending) => file.ends_with(ending),
                None => file.starts_with(pattern),
            })
        };
        self.0.iter().map(String::as_str).filter(|file| matches(file)).collect()
    }

    /// The cargo packages with changed files.
    pub(crate) fn packages(&self, repository: &Repository) -> Result<BTreeSet<String>> {
        let crates = self.matching(&["crate/"]).into_iter().filter_map(|file| file.split('/').nth(1));
        let crates: BTreeSet<&str> = crates.collect();
        let manifests = crates.iter().map(|folder| repository.path(&format!("crate/{folder}/Cargo.toml")));
        // The manifest of a removed crate does not exist.
        manifests
            .filter(|manifest| manifest.is_file())
            .map(|manifest| package_name(&fs::read_to_string(manifest)?))
            .collect()
    }
}

/// The name of the package of a manifest.
fn package_name(manifest: &str) -> Result<String> {
    let manifest: toml::Table = toml::from_str(manifest)?;
    let name = manifest.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
    Ok(name.context("a crate without a name")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_endings_match() {
        let files = ["crate/sim/src/lib.rs", "www/src/main.js", "tests/e2e/journey.test.mjs"];
        let changes = ChangedFiles(files.map(str::to_owned).into());
        assert!(changes.has_match(&["*.rs"]) && changes.has_match(&["static/", "www/"]));
        assert!(!changes.has_match(&["static/", "*.css"]) && !changes.has_match(&[]));
        assert_eq!(changes.matching(&["tests/e2e/"]), ["tests/e2e/journey.test.mjs"]);
        let packages = changes.packages(&Repository::find().unwrap()).unwrap();
        assert_eq!(packages, BTreeSet::from(["ganttlet-sim".to_owned()]));
    }
}
