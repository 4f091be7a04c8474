//! The wasm packages: cargo compiles them, wasm-bindgen (linked as a library, so that versions always match) writes the
//! glue.

use std::collections::BTreeSet;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split::glue;

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
    texts: TextFiles,
}

/// The files with texts for users.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFiles {
    catalog: String,
    advice: String,
    reference: String,
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
    /// The features of the package that are built in.
    #[serde(default)]
    features: Vec<String>,
    directory: String,
    name: String,
    wasm_gzip_kb: u32,
    /// The example of the package that prints its TypeScript types.
    types: Option<String>,
    deferred: Option<Deferred>,
}

/// The part of a package that is loaded on first use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deferred {
    /// The file of the deferred module.
    file: String,
    /// The exports in it; a star represents any ending of a name.
    exports: Vec<String>,
    /// The script of a first view: functions that it executes are not deferred.
    first_view: String,
    wasm_gzip_kb: u32,
}

/// Builds the wasm packages as `wasm-pack.toml` describes them. The native programs that write texts and types are
/// compiled, or taken from a folder.
///
/// Fails if the wasm target is unavailable, a package does not compile, or its file exceeds its budget.
pub(crate) fn build_packages(repository: &Repository, programs: Option<&Path>) -> Result<()> {
    let settings = read_settings(repository)?;
    add_target(repository)?;
    for output in &settings.output {
        let compiled = compile_package(repository, &settings.build.profile, output)?;
        write_glue(repository, &settings.build.target, output, &compiled)?;
        if let Some(example) = &output.types {
            let words = ["--package", &output.package, "--example", example];
            let types = process::command_output(&mut native_program(
                repository,
                programs,
                &["examples", example],
                words,
            ))
            .with_context(|| format!("`cargo run {}` failed", words.join(" ")))?;
            add_types(repository, output, &types)?;
        }
    }
    let words = ["--package", "ganttlet", "--bin", "ganttlet"];
    write_texts(repository, settings.texts, native_program(repository, programs, &["ganttlet"], words))
}

/// A command that runs a native program: from the folder of programs, otherwise compiled by cargo.
fn native_program(
    repository: &Repository,
    programs: Option<&Path>,
    path: &[&str],
    words: [&str; 4],
) -> Command {
    let Some(folder) = programs else {
        let mut command = process::repository_command(repository, "cargo", ["run", "--quiet"]);
        command.args(words).arg("--");
        return command;
    };
    let file = folder.join(path.iter().collect::<PathBuf>()).with_extension(EXE_EXTENSION);
    process::repository_command(repository, &file.to_string_lossy(), [""; 0])
}

fn add_types(repository: &Repository, output: &Output, types: &str) -> Result<()> {
    let file = repository.path(&output.directory).join(format!("{}.d.ts", output.name));
    let mut declared = fs::OpenOptions::new().append(true).open(&file)?;
    write!(declared, "\n{types}").with_context(|| format!("{} cannot be written", file.display()))
}

/// Keys of a catalog entry that the first view does not show.
const ADVICE: [&str; 2] = ["when_to_use", "pseudocode"];
/// Keys of a catalog entry that only the reference page shows.
const REFERENCE: [&str; 1] = ["fields"];

/// Writes the texts that the packages leave out: the page fetches them separately.
fn write_texts(repository: &Repository, texts: TextFiles, mut ganttlet: Command) -> Result<()> {
    let reference = process::command_output(ganttlet.arg("reference"));
    let reference =
        reference.context("`ganttlet reference` failed; `cargo run -p ganttlet -- reference` says why")?;
    let mut all: Value = serde_json::from_str(&reference)?;
    let mut advice = Map::new();
    for entry in all["catalog"]["entries"].as_array_mut().context("the catalog has no entries")? {
        let name =
            format!("{}/{}", entry["family"].as_str().unwrap_or(""), entry["id"].as_str().unwrap_or(""));
        let entry = entry.as_object_mut().context("an entry of the catalog is no object")?;
        let taken: Map<String, Value> =
            ADVICE.iter().filter_map(|&key| Some((key.to_owned(), entry.shift_remove(key)?))).collect();
        if !taken.is_empty() {
            advice.insert(name, Value::Object(taken));
        }
        entry.retain(|key, _| !REFERENCE.contains(&key.as_str()));
    }
    let tables = all["tables"].as_object_mut().context("the reference has no tables")?;
    advice.extend(std::mem::take(tables).into_iter().map(|(id, text)| (format!("table/{id}"), text)));
    let files = [
        (texts.catalog, all["catalog"].to_string()),
        (texts.advice, Value::Object(advice).to_string()),
        (texts.reference, reference),
    ];
    for (file, text) in files {
        fs::write(repository.path(&file), text).with_context(|| format!("{file} cannot be written"))?;
    }
    Ok(())
}

/// The names, without their ending, of the files that are loaded on first use.
pub(crate) fn deferred_files(repository: &Repository) -> Result<Vec<String>> {
    let Settings { output, texts, .. } = read_settings(repository)?;
    let parts = output.into_iter().filter_map(|output| output.deferred).map(|deferred| deferred.file);
    let stem = |file: String| Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(parts.chain([texts.advice]).filter_map(stem).collect())
}

fn read_settings(repository: &Repository) -> Result<Settings> {
    let text =
        fs::read_to_string(repository.path("wasm-pack.toml")).context("wasm-pack.toml cannot be read")?;
    toml::from_str(&text).context("wasm-pack.toml is not as it should be")
}

/// Adds the wasm target to the toolchain. rust-toolchain.toml names it, but rustup can be configured to ignore it.
pub(crate) fn add_target(repository: &Repository) -> Result<()> {
    let ask = ["--print", "target-libdir", "--target", TARGET];
    let library = process::command_output(&mut process::repository_command(repository, "rustc", ask));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    if process::find_on_path("rustup").is_none() {
        bail!(
            "the Rust standard library for {TARGET} is missing: install it, or install Rust with rustup from https://rustup.rs"
        );
    }
    process::run_shown(&mut process::repository_command(repository, "rustup", ["target", "add", TARGET]))
}

/// Compiles the package and returns the wasm file from the compiler.
fn compile_package(repository: &Repository, profile: &str, output: &Output) -> Result<PathBuf> {
    let package = &output.package;
    // `--lib`: tests and examples of the crate are not part of the package.
    let words = ["build", "--lib", "--package", package, "--profile", profile, "--target", TARGET];
    let mut command = process::repository_command(repository, "cargo", words);
    if !output.features.is_empty() {
        command.args(["--features", &output.features.join(",")]);
    }
    // Locations of panics are part of the file: without this option they would contain folder names of the build
    // machine.
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        let sources = Path::new(&home).join("registry").join("src");
        command.env("CARGO_ENCODED_RUSTFLAGS", format!("--remap-path-prefix={}=crates", sources.display()));
    }
    process::run_shown(&mut command)?;
    let file = format!("{}.wasm", package.replace('-', "_"));
    Ok(target_folder(repository).join(TARGET).join(profile).join(file))
}

fn target_folder(repository: &Repository) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository.root().join(folder),
        None => repository.path("target"),
    }
}

/// Writes the package.
fn write_glue(repository: &Repository, target: &Glue, output: &Output, compiled: &Path) -> Result<()> {
    let Output { directory, name, .. } = output;
    let mut generator = Bindgen::new();
    generator.input_path(compiled).out_name(name).typescript(true);
    // `init()` without an argument fetches the wasm file beside the glue.
    generator.omit_default_module_path(false);
    generator.remove_name_section(true).remove_producers_section(true);
    match target {
        Glue::Web => generator.web(true)?,
    };
    let folder = repository.path(directory);
    generator
        .generate(&folder)
        .with_context(|| format!("the glue of {} cannot be written", compiled.display()))?;
    let file = format!("{name}_bg.wasm");
    let mut wasm = read_file(&folder.join(&file))?;
    if let Some(deferred) = &output.deferred {
        let executed = executed_in_first_view(repository, deferred, &wasm, compiled)?;
        let split = wasm_split::split(&wasm, |export| deferred.is_deferred_export(export), &executed)?;
        write_wasm(&folder, &deferred.file, &split.deferred, deferred.wasm_gzip_kb)?;
        patch_glue(&folder, name, &read_file(&folder.join(&deferred.file))?)?;
        wasm = split.primary;
    }
    write_wasm(&folder, &file, &wasm, output.wasm_gzip_kb)
}

/// Lets the glue of a package load the deferred module.
fn patch_glue(folder: &Path, name: &str, deferred: &[u8]) -> Result<()> {
    let (js, d_ts) = (folder.join(format!("{name}.js")), folder.join(format!("{name}.d.ts")));
    let patched = glue::patch_glue(&fs::read_to_string(&js)?).with_context(|| js.display().to_string())?;
    fs::write(&js, patched + &glue::deferred_digest_constant(deferred))?;
    let types = fs::read_to_string(&d_ts)?;
    Ok(fs::write(&d_ts, glue::patch_types(&types))?)
}

/// The functions that a first view executes, by their index.
fn executed_in_first_view(
    repository: &Repository,
    deferred: &Deferred,
    wasm: &[u8],
    compiled: &Path,
) -> Result<BTreeSet<u32>> {
    let copy = compiled.with_extension("instrumented.wasm");
    fs::write(&copy, wasm_split::instrument(wasm)?)
        .with_context(|| format!("{} cannot be written", copy.display()))?;
    let script = &deferred.first_view;
    let arguments = [script.as_str(), &copy.to_string_lossy(), wasm_split::EXECUTED];
    let mut node = process::repository_command(repository, "node", arguments);
    let printed = process::command_output(&mut node).with_context(|| format!("`node {script}` failed"))?;
    let index = |line: &str| line.parse().with_context(|| format!("`{line}` is not the index of a function"));
    printed.lines().map(index).collect()
}

impl Deferred {
    fn is_deferred_export(&self, export: &str) -> bool {
        self.exports.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => export.starts_with(start),
            None => export == known,
        })
    }
}

fn read_file(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

/// Writes a wasm file with its functions in the order that compresses best, and checks its size.
fn write_wasm(folder: &Path, name: &str, wasm: &[u8], most_kb: u32) -> Result<()> {
    let (file, ordered) = (folder.join(name), wasm_split::function_order::by_similarity(wasm)?);
    fs::write(&file, &ordered).with_context(|| format!("{} cannot be written", file.display()))?;
    size::check_budget(&format!("the wasm in {name}"), size::gzip_bytes(&ordered), most_kb)
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
        let known = [
            ("www/pkg", "ganttlet_wasm"),
            ("www/pkg-formats", "ganttlet_formats"),
            ("www/pkg-formats-parquet", "ganttlet_formats_parquet"),
            ("www/pkg-columns", "ganttlet_columns"),
            ("www/pkg-optimum", "ganttlet_optimum"),
        ];
        assert_eq!(outputs, known);
    }

    #[test]
    fn unknown_settings_are_refused() {
        let text = "[build]\nprofile = \"wasm\"\ntarget = \"deno\"\n";
        let error = toml::from_str::<Settings>(text).unwrap_err().to_string();
        assert!(error.contains("expected `web`"), "{error}");
    }
}
