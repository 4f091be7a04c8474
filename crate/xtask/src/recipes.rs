//! Follows the recipes of CONTRIBUTING.md: the additions of all examples in `tests/recipes` are applied to one copy of
//! the sources. This copy is built, and each example is tested as in its README.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::node;
use crate::process::{repository_command, run_shown, run_tests};
use crate::repository::Repository;
use crate::test_count::TestCount;

/// The folder of the recipes. Each has a folder with the added files, at their paths in the repository; `lines.txt`,
/// the lines added to other files; `README.md`; and the input files of its commands.
const RECIPES: &str = "tests/recipes";
/// Maximum number of lines that a recipe adds to other source files; test cases are not counted.
const LINES: usize = 5;
/// The sources of the copy, including the list of shipped results and the glossary, which the command line embeds.
const SOURCES: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "crate",
    "static/results/index.json",
    "static/glossary.json",
    "tests/papers",
    "tests/parity/scenarios.json",
    "vite.config.js",
    "package.json",
    "www",
];
/// Tests of the house rules for a new panel.
const PAGE_RULES: [&str; 3] =
    ["www/test/layers.test.js", "www/test/sources.test.js", "www/test/views/views.test.js"];

/// A recipe.
struct Recipe {
    name: String,
    folder: PathBuf,
    lines: Vec<Line>,
}

/// A line added to a file.
struct Line {
    file: String,
    /// The text before which it is inserted.
    before: String,
    text: String,
}

/// Applies all recipes to a copy below the build folder, and tests their additions.
pub(crate) fn check(repository: &Repository) -> Result<TestCount> {
    let recipes = read(repository)?;
    let copy = repository.path("target/recipes");
    make(repository, &recipes, &copy)?;

    let target = copy.join("target");
    let cargo = |words: &[&str]| {
        let mut cargo = repository_command(repository, "cargo", words);
        cargo.arg("--target-dir").arg(&target).current_dir(&copy);
        cargo
    };
    // The same packages both times, so that shared code is compiled once.
    let packages = ["--package", "ganttlet", "--package", "ganttlet-study"];
    run_shown(cargo(&["build", "--quiet"]).args(packages))?;
    let program = target.join("debug").join(format!("ganttlet{}", std::env::consts::EXE_SUFFIX));
    let mut passed = 0;
    for recipe in &recipes {
        passed += recipe.try_commands(&program, &copy.join("try"))?;
    }
    let mut total = TestCount { passed, skipped: 0 };

    let added: Vec<String> =
        recipes.iter().map(Recipe::added).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    for module in added.iter().filter_map(|file| file.strip_prefix("tests/papers/")?.strip_suffix(".rs")) {
        let mut tests = cargo(&["test", "--quiet", "--profile", "dev"]);
        tests.args(packages);
        total += run_tests(tests.args(["--test", "papers", &format!("{module}::")]))?;
    }

    // The copy is below the repository: packages are found in the parent folder.
    let node = |path: &str, words: &[&str]| {
        let mut program = node::package_program(repository, path, words);
        program.current_dir(repository.root());
        program
    };
    run_shown(&mut node("typescript/bin/tsc", &["--project", "target/recipes/www/tsconfig.json"]))?;
    // Vitest ignores names without a file.
    if let Some(missing) = PAGE_RULES.iter().find(|file| !copy.join(file).is_file()) {
        bail!("{missing} is not there: name the test of this rule in PAGE_RULES");
    }
    let tests = added.iter().map(String::as_str).filter(|file| file.ends_with(".test.js"));
    let mut words = vec!["run", "--root", "target/recipes/www", "--config", "../vite.config.js"];
    words.extend(tests.chain(PAGE_RULES).map(|file| file.trim_start_matches("www/")));
    run_shown(&mut node("vitest/vitest.mjs", &words))?;
    Ok(total)
}

/// The sources that the recipes add, in Rust.
pub(crate) fn rust_files(repository: &Repository) -> Result<Vec<PathBuf>> {
    let files = files_below(&repository.path(RECIPES))?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")).collect())
}

/// The recipes in the order of their names.
fn read(repository: &Repository) -> Result<Vec<Recipe>> {
    let mut recipes = Vec::new();
    for entry in fs::read_dir(repository.path(RECIPES))? {
        let folder = entry?.path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A recipe with a single new file has no such list.
        let lines = fs::read_to_string(folder.join("lines.txt")).unwrap_or_default();
        recipes.push(Recipe { lines: added_lines(&name, &lines)?, name, folder });
    }
    recipes.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(recipes)
}

/// The lines that are added to other files: file, text before which it is inserted, and text, separated by tabs.
fn added_lines(name: &str, text: &str) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let parts: Vec<_> = line.split('\t').collect();
        let [file, before, text] = parts[..] else {
            bail!(
                "tests/recipes/{name}/lines.txt: a line is a file, the text before which it goes, and the text"
            );
        };
        lines.push(Line { file: file.to_owned(), before: before.to_owned(), text: text.to_owned() });
    }
    let count = lines.iter().filter(|line| !line.file.contains("tests/")).count();
    if count > LINES {
        bail!("the recipe `{name}` adds {count} lines to other files, allowed are {LINES}");
    }
    Ok(lines)
}

/// Updates the copy; unchanged files are not touched, so that they are not compiled again.
fn make(repository: &Repository, recipes: &[Recipe], copy: &Path) -> Result<()> {
    let mut lines: BTreeMap<PathBuf, Vec<&Line>> = BTreeMap::new();
    for line in recipes.iter().flat_map(|recipe| &recipe.lines) {
        lines.entry(repository.path(&line.file)).or_default().push(line);
    }
    for top in ["crate", "static", "tests", "www"] {
        let sources = recipes.iter().map(|recipe| recipe.folder.join(top));
        let sources: Vec<_> = sources.chain([repository.path(top)]).collect();
        forget(&copy.join(top), &sources)?;
    }
    for source in SOURCES {
        copy_over(&repository.path(source), &copy.join(source), &mut lines)?;
    }
    for recipe in recipes {
        for folder in recipe.folders()? {
            copy_over(&recipe.folder.join(&folder), &copy.join(&folder), &mut lines)?;
        }
    }
    if let Some(file) = lines.into_keys().next() {
        bail!("a recipe adds a line to {}, which is not there", file.display());
    }
    Ok(())
}

impl Recipe {
    /// The folders of the repository to which the recipe adds files.
    fn folders(&self) -> Result<Vec<PathBuf>> {
        let entries = fs::read_dir(&self.folder)?.collect::<Result<Vec<_>, _>>()?;
        let folders = entries.into_iter().filter(|entry| entry.path().is_dir());
        Ok(folders.map(|entry| entry.file_name().into()).collect())
    }

    /// The added files, by their paths in the repository.
    fn added(&self) -> Result<Vec<String>> {
        let mut added = Vec::new();
        for folder in self.folders()? {
            for file in files_below(&self.folder.join(folder))? {
                let file = file.strip_prefix(&self.folder).expect("it is below its folder");
                added.push(file.to_string_lossy().replace('\\', "/"));
            }
        }
        Ok(added)
    }

    /// Runs the commands of the README in a folder with its files, and compares their output.
    fn try_commands(&self, program: &Path, folder: &Path) -> Result<usize> {
        let Self { name, .. } = self;
        let readme = fs::read_to_string(self.folder.join("README.md"))
            .with_context(|| format!("the recipe `{name}` has no README.md"))?;
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.path().is_file() {
                fs::copy(entry.path(), folder.join(entry.file_name()))?;
            }
        }
        let examples = examples(&readme.replace("\r\n", "\n"));
        for (line, expected) in &examples {
            let words: Vec<_> = line.split_whitespace().collect();
            let printed = match words[..] {
                // Tables have the line ends of spreadsheets.
                ["cat", file] => fs::read_to_string(folder.join(file))?.replace("\r\n", "\n"),
                ["ganttlet", ref words @ ..] => {
                    let output =
                        std::process::Command::new(program).args(words).current_dir(&folder).output()?;
                    format!(
                        "{}{}",
                        String::from_utf8_lossy(&output.stdout),
                        String::from_utf8_lossy(&output.stderr)
                    )
                }
                _ => bail!(
                    "tests/recipes/{name}/README.md: `{line}` is not a command of ganttlet, nor `cat FILE`"
                ),
            };
            if !is_as(&printed, expected) {
                bail!("tests/recipes/{name}/README.md: `{line}` prints\n{printed}instead of\n{expected}");
            }
            println!("{name}: {line}");
        }
        Ok(examples.len())
    }
}

/// The commands in the blocks `console` of a text, each with its output.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, printed))) => printed.extend([line, "\n"]),
                (None, None) => {}
            }
        }
    }
    examples
}

/// True if a text matches the expected one, in which a line `..` stands for any lines.
fn is_as(printed: &str, expected: &str) -> bool {
    let [printed, expected] = [printed, expected].map(|text| format!("\n{}\n", text.trim_end()));
    match expected.split_once("\n..\n") {
        Some((head, tail)) => {
            printed.starts_with(&format!("{head}\n")) && printed.ends_with(&format!("\n{tail}"))
        }
        None => printed == expected,
    }
}

/// All files below a folder.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    files.sort();
    Ok(files)
}

/// Removes the files of a copy that no source folder contains.
fn forget(copy: &Path, sources: &[PathBuf]) -> Result<()> {
    if !copy.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(copy)? {
        let entry = entry?;
        let there = sources.iter().map(|source| source.join(entry.file_name()));
        let there: Vec<PathBuf> = there.filter(|source| source.exists()).collect();
        match (entry.file_type()?.is_dir(), there.is_empty()) {
            (true, true) => fs::remove_dir_all(entry.path())?,
            (true, false) => forget(&entry.path(), &there)?,
            (false, true) => fs::remove_file(entry.path())?,
            (false, false) => {}
        }
    }
    Ok(())
}

/// Copies a file or a folder, with the added lines; files with the same content are not touched.
fn copy_over(from: &Path, to: &Path, lines: &mut BTreeMap<PathBuf, Vec<&Line>>) -> Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_over(&entry.path(), &to.join(entry.file_name()), lines)?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut bytes = fs::read(from).with_context(|| format!("{} cannot be read", from.display()))?;
    for Line { file, before, text } in lines.remove(from).unwrap_or_default() {
        let whole = String::from_utf8(bytes).with_context(|| format!("{file} is no text"))?;
        let Some((head, tail)) = whole.split_once(before) else { bail!("{file} has no {before:?}") };
        bytes = format!("{head}{text}\n{before}{tail}").into_bytes();
    }
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(to, bytes).with_context(|| format!("{} cannot be written", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_become_a_folder_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("ganttlet-recipes-{}", std::process::id()));
        let [source, copy] = ["source", "copy"].map(|name| folder.join(name));
        for file in ["source/a/mod.rs", "source/b.rs", "copy/a.rs", "copy/b.rs", "copy/c/d.rs"] {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
            fs::write(file, "").expect("there is room for an empty file");
        }
        forget(&copy, &[source]).expect("what was written can be removed");
        let left = ["a.rs", "b.rs", "c"].map(|name| copy.join(name).exists());
        fs::remove_dir_all(&folder).expect("what was written can be removed");
        assert_eq!(left, [false, true, false]);
    }

    #[test]
    fn more_lines_than_allowed_are_refused() {
        let line = "a.rs\tb\tc\n";
        assert_eq!(added_lines("metric", &line.repeat(5)).unwrap().len(), 5);
        let error = added_lines("metric", &line.repeat(6)).err().unwrap().to_string();
        assert_eq!(error, "the recipe `metric` adds 6 lines to other files, allowed are 5");
    }

    #[test]
    fn examples_of_a_readme_have_their_outputs() {
        let text = "Text\n```console\n$ ganttlet run a\none\ntwo\n$ cat b\n```\n$ no\n```console\n$ cat c\nthree\n```\n";
        let examples = examples(text);
        let examples: Vec<_> = examples.iter().map(|(line, printed)| (&**line, &**printed)).collect();
        assert_eq!(examples, [("ganttlet run a", "one\ntwo\n"), ("cat b", ""), ("cat c", "three\n")]);
        let is = |expected| is_as("one\ntwo\nthree\n", expected);
        assert!(
            is("one\ntwo\nthree\n") && is("one\n..\nthree\n") && is("..\nthree\n") && !is("two\n..\nthree\n")
        );
    }
}
