//! Checks the Python package that runs studies on Dask clusters: its types, and its tests on two real worker processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::process::{find_on_path, repository_command, run_shown, run_tests};
use crate::repository::Repository;
use crate::test_count::TestCount;

/// The dependencies of the package, and its type checker.
const PACKAGES: [&str; 3] = ["dask", "distributed", "mypy"];

/// Checks the package in a separate Python environment in `target/dask`, with a command line that is built if possible.
/// Returns the number of tests, or the reason why there is nothing to check.
pub(crate) fn check_package(
    repository: &Repository,
    program: impl Fn() -> Result<PathBuf>,
) -> Result<Result<TestCount, String>> {
    let Some(system) = ["python3", "python"].into_iter().find(|name| find_on_path(name).is_some()) else {
        return Ok(Err("there is no Python".to_owned()));
    };
    if !is_success(Command::new(system).args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])) {
        return Ok(Err("Python is older than 3.11".to_owned()));
    }
    let own = repository.path("target/dask");
    let python = own.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    if !has_packages(&python) {
        if !is_success(repository_command(repository, system, ["-m", "venv"]).arg(&own)) {
            return Ok(Err("Python cannot make a virtual environment".to_owned()));
        }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        if !is_success(Command::new(&python).args(install).args(PACKAGES)) {
            return Ok(Err(format!("pip cannot install {}", PACKAGES.join(", "))));
        }
    }
    let program = program()?;
    let folder = repository.path("crate/cli/dask");
    let in_folder = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.args(words).current_dir(&folder).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    run_shown(in_folder(&["-m", "mypy", "ganttlet_dask", "tests", "--cache-dir"]).arg(own.join("types")))?;
    let mut tests = in_folder(&["tests/test_sweep.py"]);
    let count = run_tests(tests.env("PYTHONPATH", ".").env("GANTTLET", program))?;
    Ok(Ok(count))
}

fn has_packages(python: &Path) -> bool {
    python.is_file() && is_success(Command::new(python).args(["-c", "import distributed, mypy"]))
}

/// Runs a program without output.
fn is_success(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
