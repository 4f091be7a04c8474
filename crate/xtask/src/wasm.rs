//! The wasm packages: cargo compiles them, wasm-bindgen (linked as a library, so no version can differ) writes the glue.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use wasm_bindgen_cli_support::Bindgen;

use crate::order;
use crate::process;
use crate::repository::Repository;
use crate::size;

/// The target of the browser's build.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The contents of `wasm-pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    build: Build,
    output: Vec<Output>,
    catalog: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Build {
    profile: String,
    target: Glue,
}

/// The kinds of glue that the page can load.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Glue {
    Web,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    package: String,
    directory: String,
    name: String,
    wasm_gzip_kb: u32,
}

/// Builds the wasm packages as `wasm-pack.toml` describes them.
///
/// Fails if the wasm target cannot be had, a package does not compile, or its file is larger than its budget.
pub(crate) fn build(repository: &Repository) -> Result<()> {
    let settings = read_settings(repository)?;
    add_target(repository)?;
    for output in &settings.output {
        let compiled = compile(repository, &settings.build.profile, output)?;
        let written = write_glue(repository, &settings.build.target, output, &compiled)?;
        check_budget(&output.directory, &written, output.wasm_gzip_kb)?;
    }
    write_catalog(repository, &settings.catalog)
}

/// Writes what people read of everything they can choose, which the packages leave out: the page fetches it beside them.
fn write_catalog(repository: &Repository, file: &str) -> Result<()> {
    let words = ["run", "--quiet", "--package", "ganttlet", "--", "catalog", "--json"];
    let text = process::output(&mut process::command(repository, "cargo", words));
    let text =
        text.context("`ganttlet catalog --json` failed; `cargo run -p ganttlet -- catalog` says why")?;
    fs::write(repository.at(file), text).with_context(|| format!("{file} cannot be written"))
}

fn read_settings(repository: &Repository) -> Result<Settings> {
    let text =
        fs::read_to_string(repository.at("wasm-pack.toml")).context("wasm-pack.toml cannot be read")?;
    toml::from_str(&text).context("wasm-pack.toml is not as it should be")
}

/// Adds the wasm target to the toolchain. rust-toolchain.toml names it, but rustup can be set up not to follow that.
pub(crate) fn add_target(repository: &Repository) -> Result<()> {
    let ask = ["--print", "target-libdir", "--target", TARGET];
    let library = process::output(&mut process::command(repository, "rustc", ask));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    if process::on_path("rustup").is_none() {
        bail!(
            "the Rust standard library for {TARGET} is missing: install it, or install Rust with rustup from https://rustup.rs"
        );
    }
    process::run(&mut process::command(repository, "rustup", ["target", "add", TARGET]))
}

/// Compiles the package and returns the wasm file as the compiler left it.
fn compile(repository: &Repository, profile: &str, output: &Output) -> Result<PathBuf> {
    let package = &output.package;
    // `--lib`: the crate's own tests and examples are not part of the package.
    let words = ["build", "--lib", "--package", package, "--profile", profile, "--target", TARGET];
    let mut command = process::command(repository, "cargo", words);
    // The places of panics are part of the file: without this they would name folders of the machine that built it.
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        let sources = Path::new(&home).join("registry").join("src");
        command.env("CARGO_ENCODED_RUSTFLAGS", format!("--remap-path-prefix={}=crates", sources.display()));
    }
    process::run(&mut command)?;
    let file = format!("{}.wasm", package.replace('-', "_"));
    Ok(target_folder(repository).join(TARGET).join(profile).join(file))
}

fn target_folder(repository: &Repository) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository.root().join(folder),
        None => repository.at("target"),
    }
}

/// Writes the package and returns its wasm file.
fn write_glue(repository: &Repository, target: &Glue, output: &Output, compiled: &Path) -> Result<PathBuf> {
    let Output { directory, name, .. } = output;
    let mut generator = Bindgen::new();
    generator.input_path(compiled).out_name(name).typescript(true);
    // `init()` without an argument fetches the wasm file that lies beside the glue.
    generator.omit_default_module_path(false);
    generator.remove_name_section(true).remove_producers_section(true);
    match target {
        Glue::Web => generator.web(true)?,
    };
    let folder = repository.at(directory);
    generator
        .generate(&folder)
        .with_context(|| format!("the glue of {} cannot be written", compiled.display()))?;
    let file = folder.join(format!("{name}_bg.wasm"));
    let wasm = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    fs::write(&file, order::by_likeness(&wasm)?)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(file)
}

fn check_budget(directory: &str, wasm: &Path, most_kb: u32) -> Result<()> {
    let bytes = fs::read(wasm).with_context(|| format!("{} cannot be read", wasm.display()))?;
    size::check(&format!("the wasm in {directory}"), size::gzip_bytes(&bytes), most_kb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_the_repository_are_understood() {
        let settings = read_settings(&Repository::find().unwrap()).unwrap();
        let outputs: Vec<_> = settings
            .output
            .iter()
            .map(|Output { directory, name, .. }| (directory.as_str(), name.as_str()))
            .collect();
        let known = [("www/pkg", "ganttlet_wasm"), ("www/pkg-formats", "ganttlet_formats")];
        assert_eq!(outputs, known);
    }

    #[test]
    fn unknown_settings_are_refused() {
        let text = "[build]\nprofile = \"wasm\"\ntarget = \"deno\"\n";
        let error = toml::from_str::<Settings>(text).unwrap_err().to_string();
        assert!(error.contains("expected `web`"), "{error}");
    }
}
