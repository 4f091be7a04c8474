//! Node and the npm packages.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::process;
use crate::repository::Repository;

/// Minimum version of Node for the bundler: major and minor version.
const MIN_VERSION: (u32, u32) = (20, 19);

/// A copy of the lock file of the installed packages, to detect changes.
const INSTALLED_LOCK: &str = "node_modules/.installed-from";

/// Checks Node and installs the npm packages, exactly as locked, unless they are installed from the same lock file.
pub(crate) fn install_packages(repository: &Repository) -> Result<()> {
    check_version(process::command_output(process::plain_command("node").arg("--version")).as_deref())?;
    let lock = fs::read(repository.path("package-lock.json")).context("package-lock.json cannot be read")?;
    let stamp = repository.path(INSTALLED_LOCK);
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // No package needs an install script, and none should run one.
    process::run_shown(&mut process::repository_command(
        repository,
        "npm",
        ["ci", "--ignore-scripts", "--loglevel", "error"],
    ))?;
    fs::write(&stamp, lock).with_context(|| format!("{INSTALLED_LOCK} cannot be written"))
}

/// A command that runs a program of an installed package with Node, given as a path in `node_modules`.
pub(crate) fn package_program(repository: &Repository, path: &str, arguments: &[&str]) -> Command {
    let program = format!("node_modules/{path}");
    process::repository_command(
        repository,
        "node",
        std::iter::once(program.as_str()).chain(arguments.iter().copied()),
    )
}

fn check_version(found: Option<&str>) -> Result<()> {
    let (major, minor) = MIN_VERSION;
    let Some(found) = found else {
        bail!(
            "Node is needed to build the page and was not found: install Node {major}.{minor} or newer from https://nodejs.org"
        );
    };
    let mut numbers = found.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version < MIN_VERSION {
        bail!(
            "Node {found} is too old to build the page: install Node {major}.{minor} or newer from https://nodejs.org"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_version;

    #[test]
    fn old_and_missing_versions_are_refused() {
        assert!(check_version(Some("v20.19.0")).is_ok());
        assert!(check_version(Some("v24.1.0")).is_ok());
        assert!(check_version(Some("v20.18.3")).unwrap_err().to_string().contains("too old"));
        assert!(check_version(Some("nonsense")).unwrap_err().to_string().contains("too old"));
        assert!(check_version(None).unwrap_err().to_string().contains("not found"));
    }
}
