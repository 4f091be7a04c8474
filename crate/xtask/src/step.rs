//! The checks of `cargo verify`, in the order in which they run: quick ones that often fail come first.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::bundle;
use crate::changes::Changes;
use crate::chromium;
use crate::count::Count;
use crate::dask;
use crate::fuzz;
use crate::node;
use crate::process::{command, run, run_tests};
use crate::recipes;
use crate::repository::Repository;
use crate::tidy;
use crate::wasm;

/// How many inputs each fuzz target tries as one check among many.
const FUZZ_INPUTS: u32 = 50_000;

/// The browser tests of a change: the ways through the page that every visitor takes.
const JOURNEYS: [&str; 6] = ["journey", "start", "share", "lessons", "gallery", "workflow"];

/// How much `cargo verify` checks.
pub(crate) enum Scope {
    /// What a change is likely to break.
    Change,
    /// Everything.
    All,
    /// What the changed files concern.
    Changed(Changes),
}

/// A check.
pub(crate) struct Step {
    /// Its name, for `--only`.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) what: &'static str,
    /// Whether it is run for every change, and not only with `--all`.
    pub(crate) every_change: bool,
    /// The folders and endings of the files that it concerns; none if it takes too long for `--changed`.
    pub(crate) concerns: &'static [&'static str],
    /// The check itself.
    pub(crate) run: fn(&Repository, &Scope) -> Result<Done>,
}

/// How a check ended that did not fail.
pub(crate) enum Done {
    /// It passed, with so many tests.
    Checked(Count),
    /// There was nothing to check, for this reason.
    Skipped(String),
}

/// A check of every change.
const fn always(
    name: &'static str,
    what: &'static str,
    concerns: &'static [&'static str],
    run: fn(&Repository, &Scope) -> Result<Done>,
) -> Step {
    Step { name, what, every_change: true, concerns, run }
}

/// A check of `--all` alone.
const fn rarely(
    name: &'static str,
    what: &'static str,
    concerns: &'static [&'static str],
    run: fn(&Repository, &Scope) -> Result<Done>,
) -> Step {
    Step { every_change: false, ..always(name, what, concerns, run) }
}

/// All checks.
pub(crate) const STEPS: [Step; 17] = [
    always("format", "Rust is formatted", &["*.rs"], format),
    always("tidy", "the repository speaks of the project alone", &[""], tidy_up),
    always(
        "style",
        "layout and lints of JS, CSS and JSON",
        &["*.js", "*.mjs", "*.css", "*.json"],
        check_style,
    ),
    always("lint", "no warnings, natively", &["crate/", "Cargo"], lint),
    always("test", "tests of the engine and the command line", &["crate/"], test),
    rarely("tool", "tests of the build", &["crate/xtask/", "crate/wasm-split/"], test_tool),
    rarely("lint-wasm", "no warnings in the browser's build", &[], lint_wasm),
    always("wasm", "the wasm packages and their sizes", &[], build_wasm),
    always(
        "language",
        "words, sentences and spelling of all texts",
        &["static/", "www/", "tests/language/", "*.md"],
        test_language,
    ),
    always("types", "types of the page's JS", &["www/"], check_types),
    always("page", "unit tests of the page", &["www/", "static/"], test_page),
    rarely(
        "recipes",
        "the examples of CONTRIBUTING.md",
        &["tests/recipes/", "CONTRIBUTING.md"],
        follow_recipes,
    ),
    rarely("parity", "the shipped wasm in Node", &["tests/parity/"], test_parity),
    always("bundle", "the page and its size", &["tests/e2e/"], build_page),
    always("browser", "the page in Chromium", &["tests/e2e/"], test_in_browser),
    rarely("dask", "studies on a Dask cluster", &["crate/cli/dask/"], run_on_dask),
    rarely("fuzz", "hostile input", &["tests/fuzz/"], fuzz_a_little),
];

/// A check without tests that passed.
const PASSED: Done = Done::Checked(Count { passed: 0, skipped: 0 });

fn format(repository: &Repository, _: &Scope) -> Result<Done> {
    run(&mut command(repository, "cargo", ["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own.
    run(&mut command(repository, "cargo", ["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"]))?;
    // Those of the recipes belong to none.
    let mut rustfmt = command(repository, "rustfmt", ["--check", "--edition", "2024"]);
    run(rustfmt.args(recipes::rust_files(repository)?))?;
    Ok(PASSED)
}

fn tidy_up(repository: &Repository, _: &Scope) -> Result<Done> {
    if tidy::check(repository)? {
        return Ok(PASSED);
    }
    Ok(Done::Skipped("only a git working copy says which files belong to it".to_owned()))
}

fn lint(repository: &Repository, scope: &Scope) -> Result<Done> {
    let mut clippy = command(repository, "cargo", ["clippy", "--all-targets", "--quiet"]);
    match packages(repository, scope)? {
        None => clippy.arg("--workspace"),
        Some(packages) => clippy.args(packages.iter().flat_map(|package| ["--package", package])),
    };
    run(clippy.args(["--", "-D", "warnings"]))?;
    Ok(PASSED)
}

/// The packages with changed files, if only those are to be checked and the manifest of all is as it was.
fn packages(repository: &Repository, scope: &Scope) -> Result<Option<BTreeSet<String>>> {
    match scope {
        Scope::Changed(changes) if !changes.concern(&["Cargo"]) => Ok(Some(changes.packages(repository)?)),
        _ => Ok(None),
    }
}

fn follow_recipes(repository: &Repository, _: &Scope) -> Result<Done> {
    node::install(repository)?;
    needs_wasm(repository)?;
    Ok(Done::Checked(recipes::check(repository)?))
}

/// Only these packages have code of their own for the browser.
const WITH_WASM_CODE: [&str; 3] = ["ganttlet-document", "ganttlet-wasm", "ganttlet-wasm-formats"];

fn lint_wasm(repository: &Repository, _: &Scope) -> Result<Done> {
    wasm::add_target(repository)?;
    let mut clippy =
        command(repository, "cargo", ["clippy", "--target", wasm::TARGET, "--no-deps", "--quiet"]);
    clippy.args(WITH_WASM_CODE.iter().flat_map(|package| ["--package", package]));
    run(clippy.args(["--", "-D", "warnings"]))?;
    Ok(PASSED)
}

fn test(repository: &Repository, scope: &Scope) -> Result<Done> {
    let mut tests = command(repository, "cargo", ["test"]);
    if let Scope::Changed(changes) = scope {
        let mut packages = changes.packages(repository)?;
        packages.retain(|package| !TOOLS.contains(&package.as_str()));
        if packages.is_empty() {
            return Ok(Done::Skipped("no tested package was changed".to_owned()));
        }
        tests.args(packages.iter().flat_map(|package| ["--package", package]));
    }
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

/// The packages of the build, which plain `cargo test` leaves out.
const TOOLS: [&str; 2] = ["xtask", "wasm-split"];

/// In the profile in which the tool was built, so that the binding generator is not compiled a second time.
fn test_tool(repository: &Repository, _: &Scope) -> Result<Done> {
    let mut tests = command(repository, "cargo", ["test", "--profile", "dev"]);
    tests.args(TOOLS.iter().flat_map(|package| ["--package", package]));
    Ok(Done::Checked(run_tests(&mut tests)?))
}

fn build_wasm(repository: &Repository, _: &Scope) -> Result<Done> {
    wasm::build(repository, tested_program(repository)?.parent())?;
    Ok(PASSED)
}

/// Runs a test runner that writes a `JUnit` report into the file that it is given, and counts its tests.
fn run_reported(repository: &Repository, name: &str, tests: impl FnOnce(&str) -> Command) -> Result<Done> {
    let report = repository.at(&format!("target/reports/{name}.xml"));
    fs::create_dir_all(repository.at("target/reports"))?;
    // The report of an earlier run must not count for one that writes none.
    if report.exists() {
        fs::remove_file(&report)?;
    }
    run(&mut tests(&report.to_string_lossy()))?;
    Ok(Done::Checked(Count::of_report(&report)?))
}

/// Runs the tests of a folder with Node's own runner, one file after the other so that they do not disturb each other's times.
fn run_in_node(repository: &Repository, name: &str, native: Option<PathBuf>) -> Result<Done> {
    node::install(repository)?;
    needs_wasm(repository)?;
    let files = repository.files(&format!("tests/{name}"), ".test.mjs");
    run_reported(repository, name, |report| {
        let mut tests = command(repository, "node", ["--test", "--test-concurrency=1"]);
        tests.args(["--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=junit"]);
        tests.arg(format!("--test-reporter-destination={report}")).args(files);
        tests.envs(native.map(|native| ("GANTTLET", native)));
        tests
    })
}

fn test_language(repository: &Repository, _: &Scope) -> Result<Done> {
    run_in_node(repository, "language", None)
}

fn check_style(repository: &Repository, _: &Scope) -> Result<Done> {
    node::install(repository)?;
    let words = ["check", "--error-on-warnings", "www", "tests", "vite.config.js"];
    run(&mut node::package_program(repository, "@biomejs/biome/bin/biome", &words))?;
    Ok(PASSED)
}

fn check_types(repository: &Repository, _: &Scope) -> Result<Done> {
    node::install(repository)?;
    needs_wasm(repository)?;
    run(&mut node::package_program(repository, "typescript/bin/tsc", &["--project", "www/tsconfig.json"]))?;
    Ok(PASSED)
}

fn test_page(repository: &Repository, _: &Scope) -> Result<Done> {
    node::install(repository)?;
    run_reported(repository, "page", |report| {
        let output = format!("--outputFile={report}");
        let words = ["run", "--reporter=default", "--reporter=junit", &output];
        node::package_program(repository, "vitest/vitest.mjs", &words)
    })
}

fn test_parity(repository: &Repository, _: &Scope) -> Result<Done> {
    run_in_node(repository, "parity", Some(tested_program(repository)?))
}

fn build_page(repository: &Repository, _: &Scope) -> Result<Done> {
    needs_wasm(repository)?;
    bundle::build(repository)?;
    Ok(PASSED)
}

fn test_in_browser(repository: &Repository, scope: &Scope) -> Result<Done> {
    let only: Vec<String> = match scope {
        Scope::Change => JOURNEYS.iter().map(|name| format!("{name}.test.mjs")).collect(),
        Scope::All => Vec::new(),
        Scope::Changed(changes) => {
            let files =
                changes.matching(&["tests/e2e/"]).into_iter().filter(|file| file.ends_with(".test.mjs"));
            files.filter(|file| repository.at(file).is_file()).map(str::to_owned).collect()
        }
    };
    if matches!(scope, Scope::Changed(_)) && only.is_empty() {
        return Ok(Done::Skipped("no browser test was changed".to_owned()));
    }
    node::install(repository)?;
    let words = ["test", "--config", "tests/e2e/playwright.config.mjs"];
    let mut tests = node::package_program(repository, "@playwright/test/cli.js", &words);
    tests.env(chromium::VARIABLE, chromium::find_or_install()?).args(only);
    run_reported(repository, "browser", |_| tests)
}

fn run_on_dask(repository: &Repository, _: &Scope) -> Result<Done> {
    Ok(dask::check(repository, || tested_program(repository))?.map_or_else(Done::Skipped, Done::Checked))
}

fn fuzz_a_little(repository: &Repository, _: &Scope) -> Result<Done> {
    if let Some(reason) = fuzz::obstacle() {
        return Ok(Done::Skipped(reason.to_owned()));
    }
    fuzz::run(repository, fuzz::Effort::Inputs(FUZZ_INPUTS))?;
    Ok(PASSED)
}

fn needs_wasm(repository: &Repository) -> Result<()> {
    if ["www/pkg", "www/pkg-formats"].iter().any(|folder| repository.files(folder, ".wasm").is_empty()) {
        bail!("the wasm packages are not built yet: run `cargo xtask wasm`");
    }
    Ok(())
}
