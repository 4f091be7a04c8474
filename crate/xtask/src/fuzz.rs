//! The fuzz targets in `tests/fuzz`, one after the other.

use anyhow::{Context as _, Result, bail};

use crate::arguments::Arguments;
use crate::process;
use crate::repository::Repository;

/// How long each target runs when nobody says, seconds.
const SECONDS: u32 = 60;
const FOLDER: &str = "tests/fuzz";

/// `cargo xtask fuzz [SECONDS]`.
pub(crate) fn fuzz(repository: &Repository, mut arguments: Arguments) -> Result<()> {
    let seconds = match arguments.next_word() {
        None => SECONDS,
        Some(word) => match word.parse() {
            Ok(seconds) => seconds,
            Err(_) => bail!("`{word}` is not a number of seconds"),
        },
    };
    arguments.finish()?;
    run(repository, seconds)
}

/// Whether cargo-fuzz is installed.
pub(crate) fn is_installed() -> bool {
    process::on_path("cargo-fuzz").is_some()
}

/// Runs each target for so many seconds.
///
/// Fails if cargo-fuzz is missing or a target finds something.
pub(crate) fn run(repository: &Repository, seconds: u32) -> Result<()> {
    if !is_installed() {
        bail!("fuzzing needs cargo-fuzz: install it with `cargo install cargo-fuzz --locked`");
    }
    for target in targets(repository) {
        let (found, given) = (format!("{FOLDER}/corpus/{target}"), format!("{FOLDER}/seeds/{target}"));
        std::fs::create_dir_all(repository.at(&found)).with_context(|| format!("{found} cannot be made"))?;
        let limit = format!("-max_total_time={seconds}");
        let mut words = vec!["fuzz", "run", "--fuzz-dir", FOLDER, &target, &found, &given, "--", &limit];
        words.extend(["-max_len=65536", "-timeout=10"]);
        // The sanitizers are unstable options of the compiler; the stable one accepts them when told to.
        process::run(process::command(repository, "cargo", words).env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(())
}

/// The names of the targets: one file each.
fn targets(repository: &Repository) -> Vec<String> {
    let files = repository.files("tests/fuzz/targets", ".rs");
    files.iter().filter_map(|file| file.rsplit('/').next()?.strip_suffix(".rs")).map(str::to_owned).collect()
}
