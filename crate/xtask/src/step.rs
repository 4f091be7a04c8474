//! One check of `cargo verify` each, in the order in which they run: what is quick and fails often comes first.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, bail};

use crate::bundle;
use crate::chromium;
use crate::count::Count;
use crate::dask;
use crate::fuzz;
use crate::node;
use crate::one_folder;
use crate::process::{command, run, run_tests, run_tests_quietly};
use crate::repository::Repository;
use crate::tidy;
use crate::wasm;

/// How many inputs each fuzz target tries as one check among many.
const FUZZ_INPUTS: u32 = 50_000;

/// A check.
pub(crate) struct Step {
    /// Its name, for `--only`.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) what: &'static str,
    /// Whether `--quick` runs it too.
    pub(crate) quick: bool,
    /// The check itself.
    pub(crate) run: fn(&Repository) -> Result<Done>,
}

/// How a check ended that did not fail.
pub(crate) enum Done {
    /// It holds; so many tests ran.
    Checked(Count),
    /// There was nothing to check, for this reason.
    Skipped(String),
}

/// All checks.
pub(crate) const STEPS: [Step; 17] = [
    Step { name: "format", what: "Rust is formatted", quick: true, run: format },
    Step { name: "tidy", what: "the repository speaks of the project alone", quick: true, run: tidy_up },
    Step { name: "lint", what: "no warnings, natively", quick: true, run: lint },
    Step { name: "test", what: "tests of the engine and the command line", quick: true, run: test },
    Step { name: "tool", what: "tests of this build tool", quick: false, run: test_tool },
    Step {
        name: "one-folder",
        what: "a system is its folder and five lines",
        quick: false,
        run: add_a_system,
    },
    Step { name: "lint-wasm", what: "no warnings in the browser's build", quick: false, run: lint_wasm },
    Step { name: "wasm", what: "the wasm packages and their sizes", quick: true, run: build_wasm },
    Step {
        name: "language",
        what: "words, sentences and spelling of all texts",
        quick: true,
        run: test_language,
    },
    Step { name: "style", what: "layout and lints of JS, CSS and JSON", quick: true, run: check_style },
    Step { name: "types", what: "types of the page's JS", quick: true, run: check_types },
    Step { name: "page", what: "unit tests of the page", quick: true, run: test_page },
    Step { name: "parity", what: "the shipped wasm in Node", quick: false, run: test_parity },
    Step { name: "bundle", what: "the page and its size", quick: false, run: build_page },
    Step { name: "browser", what: "the page in Chromium", quick: false, run: test_in_browser },
    Step { name: "dask", what: "studies on a Dask cluster", quick: false, run: run_on_dask },
    Step { name: "fuzz", what: "hostile input", quick: false, run: fuzz_a_little },
];

/// How many files of browser tests run side by side: a page keeps little more than half of two processors busy.
const BESIDE: usize = 2;

/// How often a file of browser tests may be run alone until it passes, if it does not beside others.
const TRIES: u32 = 2;

const NO_TESTS: Done = Done::Checked(Count { passed: 0, failed: 0, skipped: 0 });

fn format(repository: &Repository) -> Result<Done> {
    run(&mut command(repository, "cargo", ["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own.
    run(&mut command(repository, "cargo", ["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"]))?;
    Ok(NO_TESTS)
}

fn tidy_up(repository: &Repository) -> Result<Done> {
    if tidy::check(repository)? {
        return Ok(NO_TESTS);
    }
    Ok(Done::Skipped("only a git working copy says which files belong to it".to_owned()))
}

fn lint(repository: &Repository) -> Result<Done> {
    let words = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
    run(&mut command(repository, "cargo", words))?;
    Ok(NO_TESTS)
}

fn add_a_system(repository: &Repository) -> Result<Done> {
    let lines = one_folder::check(repository)?;
    println!("a system, a family of policies and a kind of work: their folders and {lines} lines");
    Ok(Done::Checked(Count { passed: 1, failed: 0, skipped: 0 }))
}

fn lint_wasm(repository: &Repository) -> Result<Done> {
    wasm::add_target(repository)?;
    let packages =
        ["--workspace", "--exclude", "xtask", "--exclude", "ganttlet", "--exclude", "ganttlet-derive"];
    let mut clippy = command(repository, "cargo", ["clippy", "--target", wasm::TARGET, "--quiet"]);
    run(clippy.args(packages).args(["--", "-D", "warnings"]))?;
    Ok(NO_TESTS)
}

fn test(repository: &Repository) -> Result<Done> {
    let mut tests = command(repository, "cargo", ["test"]);
    // They are ignored where that is absent, and counted as skipped.
    if has_reference_data(repository) {
        tests.args(["--", "--include-ignored"]);
    }
    Ok(Done::Checked(run_tests(&mut tests)?))
}

/// The command line as the tests have it: optimised, and compiled already where they ran before. Examples lie beside it.
fn tested_program(repository: &Repository) -> Result<PathBuf> {
    run(&mut command(repository, "cargo", ["test", "--no-run", "--quiet"]))?;
    Ok(std::env::current_exe()?.with_file_name(format!("ganttlet{}", std::env::consts::EXE_SUFFIX)))
}

/// Real logs and schedules of other simulators: `$GANTTLET_DATA`, or `shared/data` beside the repository.
fn has_reference_data(repository: &Repository) -> bool {
    std::env::var_os("GANTTLET_DATA").map_or_else(|| repository.at("../shared/data"), PathBuf::from).is_dir()
}

/// In the profile in which the tool was built, so that the binding generator is not compiled a second time.
fn test_tool(repository: &Repository) -> Result<Done> {
    let words = ["test", "--package", "xtask", "--profile", "dev"];
    Ok(Done::Checked(run_tests(&mut command(repository, "cargo", words))?))
}

fn build_wasm(repository: &Repository) -> Result<Done> {
    wasm::build(repository, tested_program(repository)?.parent())?;
    Ok(NO_TESTS)
}

fn test_language(repository: &Repository) -> Result<Done> {
    let files = repository.files("tests/language", ".test.mjs");
    if files.is_empty() {
        return Ok(Done::Skipped("there is no tests/language/*.test.mjs".to_owned()));
    }
    node::install(repository)?;
    needs_wasm(repository)?;
    Ok(Done::Checked(run_tests(&mut node::test_runner(repository, &files))?))
}

fn check_style(repository: &Repository) -> Result<Done> {
    node::install(repository)?;
    let words = ["check", "--error-on-warnings", "www", "tests", "vite.config.js"];
    run(&mut node::package_program(repository, "@biomejs/biome/bin/biome", &words))?;
    Ok(NO_TESTS)
}

fn check_types(repository: &Repository) -> Result<Done> {
    if !repository.at("www/src").is_dir() {
        return Ok(Done::Skipped("there is no www/src".to_owned()));
    }
    node::install(repository)?;
    needs_wasm(repository)?;
    run(&mut node::package_program(repository, "typescript/bin/tsc", &["--project", "www/tsconfig.json"]))?;
    Ok(NO_TESTS)
}

fn test_page(repository: &Repository) -> Result<Done> {
    if !repository.at("www/test").is_dir() {
        return Ok(Done::Skipped("there is no www/test".to_owned()));
    }
    node::install(repository)?;
    let mut vitest = node::package_program(repository, "vitest/vitest.mjs", &["run"]);
    Ok(Done::Checked(run_tests(&mut vitest)?))
}

fn test_parity(repository: &Repository) -> Result<Done> {
    let files = repository.files("tests/parity", ".test.mjs");
    if files.is_empty() {
        return Ok(Done::Skipped("there is no tests/parity/*.test.mjs".to_owned()));
    }
    node::install(repository)?;
    needs_wasm(repository)?;
    let native = tested_program(repository)?;
    let mut tests = node::test_runner(repository, &files);
    tests.env("GANTTLET", native);
    Ok(Done::Checked(run_tests(&mut tests)?))
}

fn build_page(repository: &Repository) -> Result<Done> {
    if !repository.at("www/index.html").is_file() || !repository.at("www/embed.html").is_file() {
        return Ok(Done::Skipped("there is no www/index.html and www/embed.html".to_owned()));
    }
    needs_wasm(repository)?;
    bundle::build(repository)?;
    Ok(NO_TESTS)
}

fn test_in_browser(repository: &Repository) -> Result<Done> {
    let files = repository.files("tests/e2e", ".test.mjs");
    if files.is_empty() || !repository.at("www/index.html").is_file() {
        return Ok(Done::Skipped("there is no tests/e2e/*.test.mjs or no page".to_owned()));
    }
    if !repository.dist().join("index.html").is_file() {
        bail!("the page is not built yet: run `cargo xtask build`");
    }
    node::install(repository)?;
    let browser = chromium::find_or_install()?;
    let own = std::env::current_exe()?;
    let tests = |file: &String| {
        let mut tests = node::test_runner(repository, std::slice::from_ref(file));
        tests.env(chromium::VARIABLE, &browser).env("GANTTLET_XTASK", &own);
        tests
    };
    let (mut count, late) = side_by_side(&files, tests)?;
    // A browser on a machine that does other things as well can be late; what fails each time is wrong.
    for &file in &late {
        let mut tries = 1;
        count += loop {
            match run_tests(&mut tests(file)) {
                Err(wrong) if tries < TRIES => println!("\n{wrong:#}\nonce more:"),
                ended => break ended?,
            }
            tries += 1;
        };
    }
    if !late.is_empty() {
        println!(
            "failed beside others and passed alone: {}",
            late.iter().map(|file| file.as_str()).collect::<Vec<_>>().join(", ")
        );
    }
    Ok(Done::Checked(count))
}

/// Runs files of tests, [`BESIDE`] at a time, and shows what each said when it has ended; counts those that passed, and names
/// those that did not.
fn side_by_side(
    files: &[String],
    tests: impl Fn(&String) -> Command + Sync,
) -> Result<(Count, Vec<&String>)> {
    let (next, ended) = (AtomicUsize::new(0), Mutex::new((Count::default(), Vec::new())));
    let work = || -> Result<()> {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = run_tests_quietly(&mut tests(file))?;
            let mut ended = ended.lock().expect("no other run panics");
            io::stdout().write_all(&run.said)?;
            match run.ended {
                Ok(count) => ended.0 += count,
                Err(wrong) => {
                    println!("\n{wrong:#}");
                    ended.1.push(file);
                }
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..BESIDE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a run does not panic"))
    })?;
    Ok(ended.into_inner().expect("no run panicked"))
}

fn run_on_dask(repository: &Repository) -> Result<Done> {
    Ok(dask::check(repository, || tested_program(repository))?.map_or_else(Done::Skipped, Done::Checked))
}

fn fuzz_a_little(repository: &Repository) -> Result<Done> {
    if let Some(reason) = fuzz::obstacle() {
        return Ok(Done::Skipped(reason.to_owned()));
    }
    fuzz::run(repository, fuzz::Effort::Inputs(FUZZ_INPUTS))?;
    Ok(NO_TESTS)
}

fn needs_wasm(repository: &Repository) -> Result<()> {
    if ["www/pkg", "www/pkg-formats"].iter().any(|folder| repository.files(folder, ".wasm").is_empty()) {
        bail!("the wasm packages are not built yet: run `cargo xtask wasm`");
    }
    Ok(())
}
