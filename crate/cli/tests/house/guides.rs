//! The guides name existing files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A map with outdated paths is worse than none. Files that a recipe adds are in its example.
#[test]
fn guides_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let added: BTreeSet<String> = recipes().into_values().flatten().collect();
    for guide in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = fs::read_to_string(root.join(guide)).expect("a guide");
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c)));
        let paths = words.map(|word| word.trim_end_matches('.')).filter(|word| {
            ["crate/", "www/", "static/", "tests/"].iter().any(|folder| word.starts_with(folder))
        });
        let missing: Vec<&str> =
            paths.filter(|path| !added.contains(*path) && !root.join(path).exists()).collect();
        assert!(missing.is_empty(), "{guide} names {missing:?}");
    }
}

/// The files that the example of each recipe adds, and the files to which it adds lines.
fn recipes() -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recipes");
    let mut recipes = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("a folder") {
        let recipe = entry.expect("an entry").path();
        let lines = fs::read_to_string(recipe.join("lines.txt")).unwrap_or_default();
        let mut files: BTreeSet<String> =
            lines.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect();
        let mut folders = vec![recipe.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if folder != recipe {
                    let path = path.strip_prefix(&recipe).expect("it is below the recipe");
                    files.insert(path.to_str().expect("a name in UTF-8").replace('\\', "/"));
                }
            }
        }
        let name = recipe.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        recipes.insert(name.to_owned(), files);
    }
    recipes
}

/// The table of a recipe lists the same files that its example touches.
#[test]
fn recipes_list_the_files_of_their_examples() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CONTRIBUTING.md");
    let guide = fs::read_to_string(guide).expect("a guide");
    let listed = guide.split("\n### ").skip(1).map(|recipe| {
        let (_, link) = recipe.split_once("](tests/recipes/").expect("a link to the example");
        let name = link.split('/').next().unwrap_or_default().to_owned();
        let rows = recipe.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        (name, rows.map(str::to_owned).collect::<BTreeSet<String>>())
    });
    assert_eq!(listed.collect::<BTreeMap<_, _>>(), recipes());
}
