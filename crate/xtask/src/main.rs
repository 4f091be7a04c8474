//! The build of Ganttlet: `cargo play` builds and serves the page, `cargo verify` runs every check.
//!
//! It is a plain Rust program so that a machine with rustup and Node needs nothing else: the wasm target, the npm
//! packages and, for the tests in a browser, a Chromium are fetched if they are missing.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a build tool talks to the person who runs it"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "the build may look at the clock and start threads; the engine may not"
)]

mod arguments;
mod changed_files;
mod chromium;
mod dask_tests;
mod fuzz;
mod node;
mod page_bundle;
mod play;
mod process;
mod recipes;
mod repository;
mod size;
mod step;
mod test_count;
mod tidiness;
mod verify;
mod wasm;

use std::process::ExitCode;

use anyhow::{Result, bail};

use arguments::Arguments;
use repository::Repository;

const HELP: &str = "\
The build of Ganttlet.

  cargo play [--port N] [--no-open] [--dev]
      build everything and serve the page; --dev serves the sources and reloads the page when they change
  cargo verify [--all | --changed | --only STEP]
      run the checks of a change in order and stop at the first failure; --all runs every check, --changed only the short ones
      that concern the files changed since the branch `main`, committed or not
  cargo xtask build
      the wasm packages and the page, into www/pkg*/ and dist/
  cargo xtask wasm
      the wasm packages alone, into www/pkg*/
  cargo xtask papers
      repeat all published experiments and write what came of each into static/results/, for the page to show
  cargo xtask gallery
      draw the examples and write pictures and numbers into static/thumbnails/, for the page to list them by
  cargo xtask chromium
      print the Chromium that the browser tests use, installing one if need be
  cargo xtask fuzz [SECONDS]
      search each fuzz target for so long (60 s when not said)";

fn main() -> ExitCode {
    match run_command(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run_command(words: Vec<String>) -> Result<()> {
    let mut arguments = Arguments::new(words);
    let repository = Repository::find()?;
    match arguments.next_word().as_deref() {
        Some("play") => play::play(&repository, &play::Options::parse(arguments)?),
        Some("verify") => verify::verify(&repository, &verify::Options::parse(arguments)?),
        Some("build") => {
            arguments.expect_empty()?;
            wasm::build_packages(&repository, None)?;
            page_bundle::build_page(&repository)
        }
        Some("papers") => {
            arguments.expect_empty()?;
            write_results(&repository)
        }
        Some("gallery") => {
            arguments.expect_empty()?;
            write_gallery(&repository)
        }
        Some("wasm") => {
            arguments.expect_empty()?;
            wasm::build_packages(&repository, None)
        }
        Some("chromium") => {
            arguments.expect_empty()?;
            println!("{}", chromium::find_or_install()?.display());
            Ok(())
        }
        Some("fuzz") => fuzz::run_fuzz_command(&repository, arguments),
        None | Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => bail!("there is no command `{other}`\n\n{HELP}"),
    }
}

/// Repeats all published experiments with all seeds, and writes their results.
fn write_results(repository: &Repository) -> Result<()> {
    let words = [
        "run",
        "--release",
        "--package",
        "ganttlet",
        "--",
        "reproduce",
        "--progress",
        "--all",
        "static/results",
    ];
    process::run_shown(&mut process::repository_command(repository, "cargo", words))
}

/// Draws all examples, and writes their index.
fn write_gallery(repository: &Repository) -> Result<()> {
    let words = ["run", "--package", "ganttlet", "--", "gallery", "static/gallery", "static/thumbnails"];
    process::run_shown(&mut process::repository_command(repository, "cargo", words))
}
