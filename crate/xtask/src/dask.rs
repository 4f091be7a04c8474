//! The Python package that runs studies on Dask clusters: its types, and its tests on two real worker processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::count::Count;
use crate::process::{command, on_path, run, run_tests};
use crate::repository::Repository;

/// What the package needs, and what checks its types.
const PACKAGES: [&str; 3] = ["dask", "distributed", "mypy"];

/// Checks the package with a Python of its own in `target/dask` and a command line that is made where that is possible: how
/// many tests hold, or why there is nothing to check.
pub(crate) fn check(
    repository: &Repository,
    program: impl Fn() -> Result<PathBuf>,
) -> Result<Result<Count, String>> {
    let Some(system) = ["python3", "python"].into_iter().find(|name| on_path(name).is_some()) else {
        return Ok(Err("there is no Python".to_owned()));
    };
    if !succeeds(Command::new(system).args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])) {
        return Ok(Err("Python is older than 3.11".to_owned()));
    }
    let own = repository.at("target/dask");
    let python = own.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    if !has_packages(&python) {
        if !succeeds(command(repository, system, ["-m", "venv"]).arg(&own)) {
            return Ok(Err("Python cannot make a virtual environment".to_owned()));
        }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        if !succeeds(Command::new(&python).args(install).args(PACKAGES)) {
            return Ok(Err(format!("pip cannot install {}", PACKAGES.join(", "))));
        }
    }
    let program = program()?;
    let folder = repository.at("crate/cli/dask");
    let in_folder = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.args(words).current_dir(&folder).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    run(in_folder(&["-m", "mypy", "ganttlet_dask", "tests", "--cache-dir"]).arg(own.join("types")))?;
    let mut tests = in_folder(&["tests/test_sweep.py"]);
    let count = run_tests(tests.env("PYTHONPATH", ".").env("GANTTLET", program))?;
    Ok(Ok(count))
}

fn has_packages(python: &Path) -> bool {
    python.is_file() && succeeds(Command::new(python).args(["-c", "import distributed, mypy"]))
}

/// Runs a program without a sound.
fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
