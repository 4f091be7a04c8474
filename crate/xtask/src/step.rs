//! The checks of `cargo verify`, in the order in which they run: quick ones that often fail come first.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::changed_files::ChangedFiles;
use crate::chromium;
use crate::dask_tests;
use crate::fuzz;
use crate::node;
use crate::page_bundle;
use crate::process::{repository_command, run_shown, run_tests};
use crate::recipes;
use crate::repository::Repository;
use crate::test_count::TestCount;
use crate::tidiness;
use crate::wasm;

/// Number of inputs of each fuzz target in a full verification.
const FUZZ_INPUTS: u32 = 50_000;

/// The browser tests for a change: the usual paths through the page.
const JOURNEYS: [&str; 6] = ["journey", "start", "share", "lessons", "gallery", "workflow"];

/// The scope of `cargo verify`.
pub(crate) enum Scope {
    /// The checks for parts that changes are likely to break.
    Change,
    /// All checks.
    All,
    /// The checks that concern the changed files.
    Changed(ChangedFiles),
}

/// A check.
pub(crate) struct Step {
    /// Its name, for `--only`.
    pub(crate) name: &'static str,
    /// A description of the check.
    pub(crate) what: &'static str,
    /// Whether it is run for every change, and not only with `--all`.
    pub(crate) every_change: bool,
    /// The folders and endings of the relevant files; none if it takes too long for `--changed`.
    pub(crate) concerns: &'static [&'static str],
    /// The check itself.
    pub(crate) run: fn(&Repository, &Scope) -> Result<StepResult>,
}

/// The result of a check without failures.
pub(crate) enum StepResult {
    /// It passed, with this number of tests.
    Checked(TestCount),
    /// There was nothing to check, for this reason.
    Skipped(String),
}

/// A check for every change.
const fn common_step(
    name: &'static str,
    what: &'static str,
    concerns: &'static [&'static str],
    run: fn(&Repository, &Scope) -> Result<StepResult>,
) -> Step {
    Step { name, what, every_change: true, concerns, run }
}

/// A check only for `--all`.
const fn full_step(
    name: &'static str,
    what: &'static str,
    concerns: &'static [&'static str],
    run: fn(&Repository, &Scope) -> Result<StepResult>,
) -> Step {
    Step { every_change: false, ..common_step(name, what, concerns, run) }
}

/// All checks.
pub(crate) const STEPS: [Step; 17] = [
    common_step("format", "Rust is formatted", &["*.rs"], check_format),
    common_step("tidy", "the repository speaks of the project alone", &[""], check_tidiness),
    common_step(
        "style",
        "layout and lints of JS, CSS and JSON",
        &["*.js", "*.mjs", "*.css", "*.json"],
        check_style,
    ),
    common_step("lint", "no warnings, natively", &["crate/", "Cargo"], run_clippy),
    common_step("test", "tests of the engine and the command line", &["crate/"], run_rust_tests),
    full_step("tool", "tests of the build", &["crate/xtask/", "crate/wasm-split/"], test_build_tools),
    full_step("lint-wasm", "no warnings in the browser's build", &[], run_clippy_for_wasm),
    common_step("wasm", "the wasm packages and their sizes", &[], build_wasm),
    common_step(
        "language",
        "words, sentences and spelling of all texts",
        &["static/", "www/", "tests/language/", "*.md"],
        test_language,
    ),
    common_step("types", "types of the page's JS", &["www/"], check_types),
    common_step("page", "unit tests of the page", &["www/", "static/"], test_page),
    full_step(
        "recipes",
        "the examples of CONTRIBUTING.md",
        &["tests/recipes/", "CONTRIBUTING.md"],
        follow_recipes,
    ),
    full_step("parity", "the shipped wasm in Node", &["tests/parity/"], test_parity),
    common_step("bundle", "the page and its size", &["tests/e2e/"], build_page),
    common_step("browser", "the page in Chromium", &["tests/e2e/"], test_in_browser),
    full_step("dask", "studies on a Dask cluster", &["crate/cli/dask/"], run_dask_tests),
    full_step("fuzz", "hostile input", &["tests/fuzz/"], run_short_fuzz),
];

/// The result of a passed check without tests.
const PASSED_WITHOUT_TESTS: StepResult = StepResult::Checked(TestCount { passed: 0, skipped: 0 });

fn check_format(repository: &Repository, _: &Scope) -> Result<StepResult> {
    run_shown(&mut repository_command(repository, "cargo", ["fmt", "--all", "--check"]))?;
    // The fuzz targets are a separate workspace.
    run_shown(&mut repository_command(
        repository,
        "cargo",
        ["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"],
    ))?;
    // The files of recipes belong to no workspace.
    let mut rustfmt = repository_command(repository, "rustfmt", ["--check", "--edition", "2024"]);
    run_shown(rustfmt.args(recipes::rust_files(repository)?))?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn check_tidiness(repository: &Repository, _: &Scope) -> Result<StepResult> {
    if tidiness::check_files(repository)? {
        return Ok(PASSED_WITHOUT_TESTS);
    }
    Ok(StepResult::Skipped("only a git working copy says which files belong to it".to_owned()))
}

fn run_clippy(repository: &Repository, scope: &Scope) -> Result<StepResult> {
    let mut clippy = repository_command(repository, "cargo", ["clippy", "--all-targets", "--quiet"]);
    match packages_to_check(repository, scope)? {
        None => clippy.arg("--workspace"),
        Some(packages) => clippy.args(packages.iter().flat_map(|package| ["--package", package])),
    };
    run_shown(clippy.args(["--", "-D", "warnings"]))?;
    Ok(PASSED_WITHOUT_TESTS)
}

/// The packages with changed files; `None` if all are to be checked or a shared manifest changed.
fn packages_to_check(repository: &Repository, scope: &Scope) -> Result<Option<BTreeSet<String>>> {
    match scope {
        Scope::Changed(changes) if !changes.has_match(&["Cargo"]) => Ok(Some(changes.packages(repository)?)),
        _ => Ok(None),
    }
}

fn follow_recipes(repository: &Repository, _: &Scope) -> Result<StepResult> {
    node::install_packages(repository)?;
    require_wasm(repository)?;
    Ok(StepResult::Checked(recipes::check(repository)?))
}

/// Only these packages have separate code for the browser.
const WITH_WASM_CODE: [&str; 4] =
    ["ganttlet-document", "ganttlet-wasm", "ganttlet-wasm-formats", "ganttlet-wasm-optimum"];

fn run_clippy_for_wasm(repository: &Repository, _: &Scope) -> Result<StepResult> {
    wasm::add_target(repository)?;
    let mut clippy =
        repository_command(repository, "cargo", ["clippy", "--target", wasm::TARGET, "--no-deps", "--quiet"]);
    clippy.args(WITH_WASM_CODE.iter().flat_map(|package| ["--package", package]));
    run_shown(clippy.args(["--", "-D", "warnings"]))?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn run_rust_tests(repository: &Repository, scope: &Scope) -> Result<StepResult> {
    let mut tests = repository_command(repository, "cargo", ["test"]);
    if let Scope::Changed(changes) = scope {
        let mut packages = changes.packages(repository)?;
        packages.retain(|package| !TOOLS.contains(&package.as_str()));
        if packages.is_empty() {
            return Ok(StepResult::Skipped("no tested package was changed".to_owned()));
        }
        tests.args(packages.iter().flat_map(|package| ["--package", package]));
    }
    // Without the data these tests are ignored and counted as skipped.
    if has_reference_data(repository) {
        tests.args(["--", "--include-ignored"]);
    }
    Ok(StepResult::Checked(run_tests(&mut tests)?))
}

/// The command line in the profile of the tests: optimised, and already compiled if they ran before. Examples are
/// beside it.
fn tested_program(repository: &Repository) -> Result<PathBuf> {
    run_shown(&mut repository_command(repository, "cargo", ["test", "--no-run", "--quiet"]))?;
    Ok(std::env::current_exe()?.with_file_name(format!("ganttlet{}", std::env::consts::EXE_SUFFIX)))
}

/// Real logs and schedules of other simulators: `$GANTTLET_DATA`, or `shared/data` beside the repository.
fn has_reference_data(repository: &Repository) -> bool {
    std::env::var_os("GANTTLET_DATA")
        .map_or_else(|| repository.path("../shared/data"), PathBuf::from)
        .is_dir()
}

/// The packages of the build, which plain `cargo test` leaves out.
const TOOLS: [&str; 2] = ["xtask", "wasm-split"];

/// In the profile in which the tool was built, so that the binding generator is not compiled a second time.
fn test_build_tools(repository: &Repository, _: &Scope) -> Result<StepResult> {
    let mut tests = repository_command(repository, "cargo", ["test", "--profile", "dev"]);
    tests.args(TOOLS.iter().flat_map(|package| ["--package", package]));
    Ok(StepResult::Checked(run_tests(&mut tests)?))
}

fn build_wasm(repository: &Repository, _: &Scope) -> Result<StepResult> {
    wasm::build_packages(repository, tested_program(repository)?.parent())?;
    Ok(PASSED_WITHOUT_TESTS)
}

/// Runs a test runner that writes a `JUnit` report into the given file, and counts its tests.
fn run_with_report(
    repository: &Repository,
    name: &str,
    tests: impl FnOnce(&str) -> Command,
) -> Result<StepResult> {
    let report = repository.path(&format!("target/reports/{name}.xml"));
    fs::create_dir_all(repository.path("target/reports"))?;
    // The report of an earlier run must not be mistaken for that of this run.
    if report.exists() {
        fs::remove_file(&report)?;
    }
    run_shown(&mut tests(&report.to_string_lossy()))?;
    Ok(StepResult::Checked(TestCount::from_report(&report)?))
}

/// Runs the tests of a folder with Node's runner, one file at a time so that timings are not disturbed.
fn run_node_tests(repository: &Repository, name: &str, native: Option<PathBuf>) -> Result<StepResult> {
    node::install_packages(repository)?;
    require_wasm(repository)?;
    let files = repository.files_with_ending(&format!("tests/{name}"), ".test.mjs");
    run_with_report(repository, name, |report| {
        let mut tests = repository_command(repository, "node", ["--test", "--test-concurrency=1"]);
        tests.args(["--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=junit"]);
        tests.arg(format!("--test-reporter-destination={report}")).args(files);
        tests.envs(native.map(|native| ("GANTTLET", native)));
        tests
    })
}

fn test_language(repository: &Repository, _: &Scope) -> Result<StepResult> {
    run_node_tests(repository, "language", None)
}

fn check_style(repository: &Repository, _: &Scope) -> Result<StepResult> {
    node::install_packages(repository)?;
    let words = ["check", "--error-on-warnings", "www", "tests", "vite.config.js"];
    run_shown(&mut node::package_program(repository, "@biomejs/biome/bin/biome", &words))?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn check_types(repository: &Repository, _: &Scope) -> Result<StepResult> {
    node::install_packages(repository)?;
    require_wasm(repository)?;
    run_shown(&mut node::package_program(
        repository,
        "typescript/bin/tsc",
        &["--project", "www/tsconfig.json"],
    ))?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn test_page(repository: &Repository, _: &Scope) -> Result<StepResult> {
    node::install_packages(repository)?;
    run_with_report(repository, "page", |report| {
        let output = format!("--outputFile={report}");
        let words = ["run", "--reporter=default", "--reporter=junit", &output];
        node::package_program(repository, "vitest/vitest.mjs", &words)
    })
}

fn test_parity(repository: &Repository, _: &Scope) -> Result<StepResult> {
    run_node_tests(repository, "parity", Some(tested_program(repository)?))
}

fn build_page(repository: &Repository, _: &Scope) -> Result<StepResult> {
    require_wasm(repository)?;
    page_bundle::build_page(repository)?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn test_in_browser(repository: &Repository, scope: &Scope) -> Result<StepResult> {
    let only: Vec<String> = match scope {
        Scope::Change => JOURNEYS.iter().map(|name| format!("{name}.test.mjs")).collect(),
        Scope::All => Vec::new(),
        Scope::Changed(changes) => {
            let files =
                changes.matching(&["tests/e2e/"]).into_iter().filter(|file| file.ends_with(".test.mjs"));
            files.filter(|file| repository.path(file).is_file()).map(str::to_owned).collect()
        }
    };
    if matches!(scope, Scope::Changed(_)) && only.is_empty() {
        return Ok(StepResult::Skipped("no browser test was changed".to_owned()));
    }
    node::install_packages(repository)?;
    let words = ["test", "--config", "tests/e2e/playwright.config.mjs"];
    let mut tests = node::package_program(repository, "@playwright/test/cli.js", &words);
    tests.env(chromium::VARIABLE, chromium::find_or_install()?).args(only);
    run_with_report(repository, "browser", |_| tests)
}

fn run_dask_tests(repository: &Repository, _: &Scope) -> Result<StepResult> {
    Ok(dask_tests::check_package(repository, || tested_program(repository))?
        .map_or_else(StepResult::Skipped, StepResult::Checked))
}

fn run_short_fuzz(repository: &Repository, _: &Scope) -> Result<StepResult> {
    if let Some(reason) = fuzz::missing_requirement() {
        return Ok(StepResult::Skipped(reason.to_owned()));
    }
    fuzz::run_targets(repository, fuzz::Effort::Inputs(FUZZ_INPUTS))?;
    Ok(PASSED_WITHOUT_TESTS)
}

fn require_wasm(repository: &Repository) -> Result<()> {
    if ["www/pkg", "www/pkg-formats", "www/pkg-formats-parquet", "www/pkg-columns", "www/pkg-optimum"]
        .iter()
        .any(|folder| repository.files_with_ending(folder, ".wasm").is_empty())
    {
        bail!("the wasm packages are not built yet: run `cargo xtask wasm`");
    }
    Ok(())
}
