//! The wasm packages: cargo compiles them, wasm-bindgen (linked as a library, so no version can differ) writes the glue.

use std::collections::BTreeSet;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use flate2::Crc;
use serde::Deserialize;
use serde_json::{Map, Value};
use wasm_bindgen_cli_support::Bindgen;

use crate::order;
use crate::process;
use crate::repository::Repository;
use crate::size;
use crate::split::{self, Split};

/// The target of the browser's build.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The contents of `wasm-pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    build: Build,
    output: Vec<Output>,
    texts: Texts,
}

/// The files of text for people.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
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
    directory: String,
    name: String,
    wasm_gzip_kb: u32,
    /// The example of the package that prints its TypeScript types.
    types: Option<String>,
    late: Option<Late>,
}

/// What of a package is fetched with its first use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Late {
    /// The file beside the package's own.
    file: String,
    /// The functions of the glue that need it; a star stands for any end of a name.
    exports: Vec<String>,
    /// The script that does what a first view does: what ran under it stays.
    first_view: String,
    wasm_gzip_kb: u32,
}

/// Builds the wasm packages as `wasm-pack.toml` describes them. The native programs that write texts and types are compiled,
/// or lie in a folder.
///
/// Fails if the wasm target cannot be had, a package does not compile, or its file is larger than its budget.
pub(crate) fn build(repository: &Repository, programs: Option<&Path>) -> Result<()> {
    let settings = read_settings(repository)?;
    add_target(repository)?;
    for output in &settings.output {
        let compiled = compile(repository, &settings.build.profile, output)?;
        write_glue(repository, &settings.build.target, output, &compiled)?;
        if let Some(example) = &output.types {
            let words = ["--package", &output.package, "--example", example];
            let types = process::output(&mut program(repository, programs, &["examples", example], words))
                .with_context(|| format!("`cargo run {}` failed", words.join(" ")))?;
            add_types(repository, output, &types)?;
        }
    }
    let words = ["--package", "ganttlet", "--bin", "ganttlet"];
    write_texts(repository, settings.texts, program(repository, programs, &["ganttlet"], words))
}

/// A native program: at a path in the folder of programs, or else compiled and run by cargo.
fn program(repository: &Repository, programs: Option<&Path>, path: &[&str], words: [&str; 4]) -> Command {
    let Some(folder) = programs else {
        let mut command = process::command(repository, "cargo", ["run", "--quiet"]);
        command.args(words).arg("--");
        return command;
    };
    let file = folder.join(path.iter().collect::<PathBuf>()).with_extension(EXE_EXTENSION);
    process::command(repository, &file.to_string_lossy(), [""; 0])
}

fn add_types(repository: &Repository, output: &Output, types: &str) -> Result<()> {
    let file = repository.at(&output.directory).join(format!("{}.d.ts", output.name));
    let mut declared = fs::OpenOptions::new().append(true).open(&file)?;
    write!(declared, "\n{types}").with_context(|| format!("{} cannot be written", file.display()))
}

/// Keys of a catalog entry that the first view does not show.
const ADVICE: [&str; 2] = ["when_to_use", "pseudocode"];
/// Keys of a catalog entry that only the reference page shows.
const REFERENCE: [&str; 1] = ["fields"];

/// Writes the texts that the packages leave out: the page fetches them beside the packages.
fn write_texts(repository: &Repository, texts: Texts, mut ganttlet: Command) -> Result<()> {
    let reference = process::output(ganttlet.arg("reference"));
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
    let files = [
        (texts.catalog, all["catalog"].to_string()),
        (texts.advice, Value::Object(advice).to_string()),
        (texts.reference, reference),
    ];
    for (file, text) in files {
        fs::write(repository.at(&file), text).with_context(|| format!("{file} cannot be written"))?;
    }
    Ok(())
}

/// How the names of the files begin, without their ending, that are fetched with their first use.
pub(crate) fn late_files(repository: &Repository) -> Result<Vec<String>> {
    let Settings { output, texts, .. } = read_settings(repository)?;
    let parts = output.into_iter().filter_map(|output| output.late).map(|late| late.file);
    let stem = |file: String| Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(parts.chain([texts.advice]).filter_map(stem).collect())
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

/// Writes the package.
fn write_glue(repository: &Repository, target: &Glue, output: &Output, compiled: &Path) -> Result<()> {
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
    let file = format!("{name}_bg.wasm");
    let mut wasm = read(&folder.join(&file))?;
    if let Some(late) = &output.late {
        take_late(&folder, name)?;
        let ran = ran_in_first_view(repository, late, &wasm, compiled)?;
        let Split { first, second } = split::by_use(&wasm, |export| late.has(export), &ran)?;
        write_wasm(&folder, &late.file, &second, late.wasm_gzip_kb)?;
        name_late(&folder, name, &read(&folder.join(&late.file))?)?;
        wasm = first;
    }
    write_wasm(&folder, &file, &wasm, output.wasm_gzip_kb)
}

/// The functions that run in a first view, by their index.
fn ran_in_first_view(
    repository: &Repository,
    late: &Late,
    wasm: &[u8],
    compiled: &Path,
) -> Result<BTreeSet<u32>> {
    let copy = compiled.with_extension("watched.wasm");
    fs::write(&copy, split::watched(wasm)?)
        .with_context(|| format!("{} cannot be written", copy.display()))?;
    let script = &late.first_view;
    let mut node = process::command(repository, "node", [script.as_str(), &copy.to_string_lossy()]);
    let said = process::output(&mut node).with_context(|| format!("`node {script}` failed"))?;
    said.lines()
        .map(|line| line.parse().with_context(|| format!("`{line}` is not the index of a function")))
        .collect()
}

impl Late {
    fn has(&self, export: &str) -> bool {
        self.exports.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => export.starts_with(start),
            None => export == known,
        })
    }
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

/// Writes a wasm file with its functions in the order in which it travels best, and checks its size.
fn write_wasm(folder: &Path, name: &str, wasm: &[u8], most_kb: u32) -> Result<()> {
    let (file, ordered) = (folder.join(name), order::by_likeness(wasm)?);
    fs::write(&file, &ordered).with_context(|| format!("{} cannot be written", file.display()))?;
    size::check(&format!("the wasm in {name}"), size::gzip_bytes(&ordered), most_kb)
}

/// Teaches the glue to take in what was split off.
fn take_late(folder: &Path, name: &str) -> Result<()> {
    let glue = folder.join(format!("{name}.js"));
    let mut text = String::from_utf8(read(&glue)?)?;
    let wanted = format!(
        "return {{\n        __proto__: null,\n        \"{}\": {{ {}: take_at_once }},",
        split::WANTED.0,
        split::WANTED.1
    );
    for (said, instead) in [
        ("wasm = instance.exports;", "wasm = { ...instance.exports };"),
        ("return {\n        __proto__: null,", &wanted),
    ] {
        ensure!(text.matches(said).count() == 1, "the glue of {name} does not say `{said}` once");
        text = text.replace(said, instead);
    }
    fs::write(&glue, format!("{text}\n{TAKE}"))?;
    let types = folder.join(format!("{name}.d.ts"));
    let said = String::from_utf8(read(&types)?)?;
    fs::write(&types, format!("{said}\n{TAKE_TYPE}"))?;
    Ok(())
}

/// Tells the glue which bytes were split off, so that it takes no others.
fn name_late(folder: &Path, name: &str, late: &[u8]) -> Result<()> {
    let mut sum = Crc::new();
    sum.update(late);
    let mut glue = fs::OpenOptions::new().append(true).open(folder.join(format!("{name}.js")))?;
    writeln!(glue, "\nexport const LATE = {{ bytes: {}, crc32: {} }};", late.len(), sum.sum())?;
    Ok(())
}

/// The functions that say what was split off and take it in, and their types.
const TAKE: &str = "\
let at_once;

function take_at_once() {
    if (!at_once) throw new Error('A part of the engine is wanted that is not there.');
    const take = at_once;
    at_once = undefined;
    Object.assign(wasm, new WebAssembly.Instance(take(), { m: wasm }).exports);
}

export function lacks(name) {
    return !(name in wasm);
}

export async function late(module) {
    Object.assign(wasm, (await WebAssembly.instantiate(module, { m: wasm })).exports);
}

export function late_at_once(module) {
    at_once = module;
}
";
const TAKE_TYPE: &str = "\
/**
 * Whether a function of the package is not there, as it was split off: `engine_graph` is that of `Engine.graph`.
 */
export function lacks(name: string): boolean;

/**
 * Takes in what was split off; before that, what needs it fails.
 */
export function late(module: WebAssembly.Module): Promise<void>;

/**
 * How what was split off is had when it turns out in the middle of a call that it is needed.
 */
export function late_at_once(module: () => WebAssembly.Module): void;

/**
 * What was split off: its length, and its CRC-32.
 */
export const LATE: { bytes: number, crc32: number };
";

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
