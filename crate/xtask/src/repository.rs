//! Paths in the repository.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The repository's working copy.
pub(crate) struct Repository {
    root: PathBuf,
}

impl Repository {
    /// Finds the working copy: from the path of this crate that cargo sets; without cargo, from the current folder or
    /// one of its parents.
    ///
    /// Fails outside a working copy.
    pub(crate) fn find() -> Result<Self> {
        let start = match env::var_os("CARGO_MANIFEST_DIR") {
            Some(folder) => PathBuf::from(folder),
            None => env::current_dir().context("there is no current folder")?,
        };
        let root = start
            .ancestors()
            .find(|folder| folder.join("wasm-pack.toml").is_file())
            .with_context(|| format!("{} is not inside a copy of Ganttlet", start.display()))?;
        Ok(Self { root: root.to_owned() })
    }

    /// The top folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A file or folder, by its path from the top folder.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The files of a folder with this ending, as sorted paths from the top folder; empty if the folder does not exist.
    pub(crate) fn files_with_ending(&self, folder: &str, ending: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.path(folder)) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut paths: Vec<_> =
            names.filter(|name| name.ends_with(ending)).map(|name| format!("{folder}/{name}")).collect();
        paths.sort();
        paths
    }
}
