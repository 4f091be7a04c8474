//! Rules on names and imports that need the sources: which file may name what, and import whom.

use ganttlet_document::catalog::{FAMILIES, catalog};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders in which an id may be named: its own, and the list of its kind. Systems name their default policies.
const ALLOWED_FOLDERS: [(&str, &[&str]); 4] = [
    ("system", &["crate/sim/src/system/{id}/"]),
    ("policy", &["crate/sim/src/policy/{family}/", "crate/sim/src/system/"]),
    ("generator", &["crate/work/src/generator/"]),
    ("kind", &["crate/work/src/"]),
];

/// The same word with another meaning: where it stands, the word, and what it means there.
const HOMONYMS: &[(&str, &str, &str)] = &[
    (
        "crate/document/src/played.rs",
        "as-recorded",
        "the policy whose jobs are not killed, so played ones are not",
    ),
    ("crate/document/src/played.rs", "played", "the policy that a played schedule is made for"),
    ("crate/sim/src/system/batch/fork.rs", "jobs", "counted for people"),
    ("www/src/commands/edit-runs.js", "jobs", "a table of a run"),
    ("www/src/commands/job-edits.js", "jobs", "a table of a run"),
    ("www/src/forks/fork-strip.js", "jobs", "counted for people"),
    ("www/src/forks/menu-entries.js", "as-recorded", "a policy that no decision can be forked to"),
    ("www/src/forks/menu-entries.js", "batch", "the system that has forks"),
    ("www/src/forks/menu-entries.js", "easy", "the policy that is offered first"),
    ("www/src/forks/regret-runs.js", "batch", "the system that has forks"),
    ("www/src/forks/regret-strip.js", "batch", "the system that has forks"),
    ("www/src/forks/schedule-difference.js", "jobs", "counted for people"),
    ("www/src/gantt/chart.js", "batch", "the system whose jobs are edited"),
    ("www/src/gantt/schedule-jobs.js", "jobs", "a table of a run"),
    ("www/src/play/board-runs.js", "jobs", "a table of a run"),
    ("www/src/play/play-dialog.js", "easy", "a policy that a reader is compared with"),
    ("www/src/play/play-dialog.js", "fcfs", "a policy that a reader is compared with"),
    ("www/src/play/play-dialog.js", "jobs", "counted for people"),
    ("www/src/scenario/board.js", "easy", "a policy that a reader is compared with"),
    ("www/src/scenario/board.js", "fcfs", "a policy that a reader is compared with"),
    ("www/src/scenario/board.js", "played", "the policy that repeats the choices of a reader"),
    (
        "www/src/scenario/catalog-choices.js",
        "as-recorded",
        "the policy that only logs with recorded starts have",
    ),
    ("www/src/scenario/edit-sentences.js", "jobs", "counted for people"),
    ("www/src/scenario/job-edits.js", "batch", "the system whose jobs are edited"),
    ("www/src/scenario/sound-study.js", "as-recorded", "the policy that another load has no starts for"),
    ("www/src/scenario/sound-study.js", "batch", "the system whose logs have recorded starts"),
    ("crate/derive/src/document.rs", "key", "an attribute of a field"),
    ("crate/document/src/adapt.rs", "home", "a parameter of logs"),
    ("crate/document/src/job_homes.rs", "home", "the parameter of a log whose answer needs the platform"),
    (
        "crate/core/src/entry/custom_expression.rs",
        "written",
        "the id of the policy in all families that take one",
    ),
    ("crate/sim/src/system/batch/policy/bound/history.rs", "jobs", "a unit"),
    ("crate/sim/src/policy/local/written.rs", "jobs", "counted for people"),
    ("crate/sim/src/system/parts/findings.rs", "jobs", "counted for people"),
    ("crate/sim/src/system/batch/policy/routing/written.rs", "jobs", "a unit"),
    (
        "crate/sim/src/system/koala/runner/components/mod.rs",
        "workflow",
        "what a subject is called: a workflow of components",
    ),
    ("crate/sim/src/system/koala/form.rs", "launchers", "a parameter: how many launchers of tasks there are"),
    ("crate/sim/src/system/koala/runner/workflow.rs", "workflow", "what a subject is called"),
    ("crate/work/src/application/published.rs", "poisson", "an application: a solver of Poisson's equation"),
    ("crate/work/src/generator/lublin/mod.rs", "batch", "a class of its jobs: not interactive"),
    ("crate/work/src/grid/document.rs", "fixed", "a key of a document: a job of a fixed size"),
    ("crate/work/src/jobs/document.rs", "home", "a column of a document: the cluster a job belongs to"),
    ("crate/work/src/workflow/document.rs", "workflow", "the key of this work in a document"),
    ("crate/cli/src/convert.rs", "home", "a parameter of logs"),
    ("crate/cli/src/optimum_output.rs", "jobs", "counted for people"),
    ("crate/cli/src/run.rs", "jobs", "the id of a table"),
    ("crate/format/src/opendc_failures/tests.rs", "absences", "a word in messages"),
    ("crate/format/src/opendc_tasks/read.rs", "jobs", "counted for people"),
    ("crate/format/src/opendc_tasks/tests.rs", "jobs", "a word in messages"),
    ("crate/format/src/parquet/tables.rs", "workflows", "a table of the format"),
    ("crate/format/src/parquet/tests.rs", "workflows", "a table of the format"),
    ("www/src/commands/file-opening.js", "jobs", "a kind of summary"),
    ("www/src/shell/embed-control.js", "jobs", "the id of a table"),
    ("www/src/shell/log-strip.js", "jobs", "counted for people"),
    ("www/src/workload/log-summary.js", "jobs", "counted for people"),
    ("crate/format/src/batsim/mod.rs", "jobs", "a key of the format"),
    ("crate/format/src/dag/condor.rs", "jobs", "counted for people"),
    ("crate/format/src/dax/mod.rs", "jobs", "counted for people"),
    ("crate/format/src/dax/mod.rs", "workflow", "a word in messages"),
    ("crate/format/src/dax/walk.rs", "jobs", "counted for people"),
    ("crate/format/src/dax/walk.rs", "key", "an attribute of the format"),
    ("crate/format/src/dslab/mod.rs", "workflow", "a word in messages"),
    ("crate/format/src/pegasus_yaml/mod.rs", "jobs", "a key of the format"),
    ("crate/format/src/pegasus_yaml/mod.rs", "workflow", "a word in messages"),
    ("crate/format/src/wfformat/draft.rs", "workflow", "a key of the format"),
    ("crate/format/src/wfformat/mod.rs", "workflow", "a word in messages"),
    ("crate/format/src/wfformat/write.rs", "workflow", "a key of the format"),
    ("crate/format/src/unknown_files.rs", "jobs", "a key in files of other tools"),
    ("crate/format/src/unknown_files.rs", "workflow", "a key in files of other tools"),
    ("crate/format/src/writer.rs", "absences", "counted for people"),
    ("crate/format/src/writer.rs", "jobs", "counted for people"),
    ("crate/format/src/writer.rs", "workflow", "counted for people"),
    ("crate/format/src/writer.rs", "workflows", "counted for people"),
    ("crate/format/src/gwf/mod.rs", "bags", "counted for people"),
    ("crate/format/src/gwf/mod.rs", "jobs", "counted for people"),
    ("crate/format/src/log/choices.rs", "jobs", "a unit"),
    ("crate/format/src/log/facts.rs", "jobs", "counted for people"),
    ("crate/format/src/log/findings.rs", "jobs", "counted for people"),
    ("crate/format/src/log/reader.rs", "jobs", "counted for people"),
    ("crate/format/src/opendc/build.rs", "workflow", "counted for people"),
    ("crate/format/src/opendc/build.rs", "workflows", "counted for people"),
    ("crate/format/src/opendc/jobs.rs", "workflow", "counted for people"),
    ("crate/format/src/opendc/jobs.rs", "workflows", "counted for people"),
    ("crate/format/src/opendc/mod.rs", "workflows", "a unit"),
    ("crate/format/src/table/mapping.rs", "jobs", "counted for people"),
    ("crate/format/src/task_times/mod.rs", "key", "a column of the format"),
    ("crate/render/src/export.rs", "jobs", "an export: one line a job"),
    ("crate/xtask/src/step.rs", "workflow", "a file of browser tests"),
    ("crate/xtask/src/tidiness.rs", "home", "a folder of a machine"),
    ("www/src/gantt/chart-title.js", "hierarchy", "a system that decides by chance, whatever the work"),
    ("www/src/gantt/chart-title.js", "jobs", "what a log holds"),
    ("www/src/gantt/chart-title.js", "koala", "a system that decides by chance, whatever the work"),
    ("www/src/gantt/chart-title.js", "opportunistic", "a system that decides by chance, whatever the work"),
    ("www/src/results/metric-table.js", "jobs", "a tab: one line a job"),
    ("www/src/share/export-menu.js", "jobs", "an export: one line a job"),
    ("www/src/workload/workload-picker.js", "jobs", "the key of such work in a document"),
    ("www/src/workload/workload-picker.js", "absences", "the key of such work in a document"),
    ("www/src/workload/workload-picker.js", "workflow", "the key of such work in a document"),
    ("www/src/forms/policy-picker.js", "batch", "the system whose waiting jobs have values"),
    ("www/src/forms/policy-picker.js", "jobs", "the system whose waiting jobs have values"),
    ("www/src/forms/system-form.js", "batch", "the system whose waiting jobs have values"),
    (
        "www/src/scenario/queue-trial.js",
        "batch",
        "the scenario in which the values of an expression are computed",
    ),
    (
        "www/src/scenario/queue-trial.js",
        "written",
        "the scenario in which the values of an expression are computed",
    ),
    ("www/src/scenario/replication.js", "jobs", "counted for people"),
    ("www/src/scenario/study-metrics.js", "grid-jobs", "a kind of work that a system takes"),
    ("www/src/scenario/study-metrics.js", "hoc-workflows", "a kind of work that a system takes"),
    ("www/src/scenario/study-metrics.js", "master-worker", "a kind of work that a system takes"),
    ("www/src/study/log-batches.js", "jobs", "a table of a run"),
    ("www/src/study/spread-strip.js", "key", "how a popover is opened"),
];

/// The sources below a folder, without comments and tests, by their paths in the repository.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut found, mut tests) = (BTreeMap::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            let path = format!("{folder}/{name}");
            if entry.path().is_dir() {
                folders.push(path);
            } else if entry.path().extension().is_some_and(|ending| ending == "rs" || ending == "js") {
                let text = fs::read_to_string(entry.path()).expect("text");
                let lines: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
                tests.extend(test_modules(&lines).map(|module| format!("{folder}/{module}")));
                found.insert(path, code_before_tests(&lines));
            }
        }
    }
    found.retain(|path, _| {
        !tests
            .iter()
            .any(|test| path.strip_prefix(test.as_str()).is_some_and(|rest| rest.starts_with(['.', '/'])))
    });
    found
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "* "].iter().any(|start| line.trim_start().starts_with(start))
}

/// The names of modules in files of their own that are there for tests only.
fn test_modules<'a>(lines: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let pairs = lines.windows(2).filter(|pair| pair[0].trim() == "#[cfg(test)]");
    pairs.filter_map(|pair| pair[1].trim().strip_prefix("mod ")?.strip_suffix(';'))
}

/// The lines before the tests in the same file.
fn code_before_tests(lines: &[&str]) -> String {
    let at = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{'));
    lines[..at.unwrap_or(lines.len())].join("\n")
}

/// All sources of the engine, of what is built on it, and of the page. Published experiments name what was published.
fn all_sources() -> BTreeMap<String, String> {
    let mut all = sources("www/src");
    for name in crate_names() {
        all.extend(sources(&format!("crate/{name}/src")));
    }
    all.retain(|path, _| !path.starts_with("crate/study/src/paper/"));
    all
}

fn crate_names() -> Vec<String> {
    let all = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the crates");
    let crates = all.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().join("src").is_dir());
    crates.map(|entry| entry.file_name().into_string().expect("a name in UTF-8")).collect()
}

/// The ids of the catalog, each with the folders in which it may be named.
fn catalog_ids() -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    let mut add = |room: &str, family: &str, id: &str| {
        let (_, places) = ALLOWED_FOLDERS.iter().find(|(name, _)| *name == room).expect("a room");
        let place = |place: &&str| place.replace("{id}", id).replace("{family}", &family.replace('-', "_"));
        all.push((id.to_owned(), places.iter().map(place).collect()));
    };
    for family in FAMILIES {
        let (room, of) = match family.id().strip_suffix("-policy") {
            Some(of) => ("policy", of),
            None => (family.id(), ""),
        };
        if ALLOWED_FOLDERS.iter().any(|(name, _)| *name == room) {
            family.ids().into_iter().for_each(|id| add(room, of, id));
        }
    }
    for kind in catalog().kinds {
        let id = serde_json::to_value(kind.id).expect("a word");
        add("kind", "", id.as_str().expect("a word"));
    }
    all
}

#[test]
fn ids_are_named_only_in_their_folders() {
    let (house, named) = (all_sources(), catalog_ids());
    assert!(house.len() > 300 && named.len() > 60, "{} files, {} names", house.len(), named.len());
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, allowed) in &named {
        places.entry(id).or_default().extend(allowed.iter().map(String::as_str));
    }
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for (path, text) in &house {
        let words: BTreeSet<&str> = text.split(['"', '\'', '`']).collect();
        for (id, allowed) in &places {
            if !words.contains(id) || allowed.iter().any(|place| path.starts_with(place)) {
                continue;
            }
            match HOMONYMS.iter().position(|(at, word, _)| at == path && word == id) {
                Some(homonym) => _ = used.insert(homonym),
                None => wrong.push(format!("{path} names {id:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let idle = HOMONYMS.iter().zip(0..).filter(|(_, at)| !used.contains(at)).collect::<Vec<_>>();
    assert!(idle.is_empty(), "no exceptions without need: {idle:?}");
}

/// The ids that the sources of the simulator pass to `start`: the first text behind it.
fn ids_constructed_by(start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sources = ["crate/core/src", "crate/work/src", "crate/sim/src"].map(sources);
    for text in sources.iter().flat_map(BTreeMap::values) {
        for made in text.split(start).skip(1) {
            let text = made.trim_start().strip_prefix("id:").unwrap_or(made);
            found.extend(
                text.trim_start().strip_prefix('"').and_then(|text| Some(text.split_once('"')?.0.to_owned())),
            );
        }
    }
    found
}

/// Whoever reads a reason finds in the glossary what it is.
#[test]
fn each_rule_and_mark_is_explained() {
    let catalog = catalog();
    let rules = ["Rule::new(", "Rule::with_values(", "MarkKind {"].map(ids_constructed_by);
    let used: BTreeSet<String> = rules.into_iter().flatten().collect();
    assert!(used.len() > 60 && used.contains("backfill") && used.contains("grow"), "{used:?}");
    let told: BTreeSet<String> = catalog.reasons.iter().map(|reason| reason.id.to_owned()).collect();
    assert_eq!(told.len(), catalog.reasons.len(), "each once");
    let policies = catalog.entries.iter().filter(|item| item.family.ends_with("-policy"));
    let policies: BTreeSet<String> = policies.map(|item| item.entry.id.to_owned()).collect();
    let missing: Vec<_> = used.iter().filter(|id| !told.contains(*id) && !policies.contains(*id)).collect();
    assert!(missing.is_empty(), "crate/document/src/reasons.rs lacks {missing:?}");
    let idle: Vec<_> = told.iter().filter(|id| !used.contains(*id) || policies.contains(*id)).collect();
    assert!(idle.is_empty(), "nothing decides by {idle:?}, or its policy says what it is");
}

/// A field of a document is written once, and read by few.
#[test]
fn machine_memory_is_used_in_few_files() {
    let mut all = all_sources();
    all.retain(|_, text| text.contains("memory_mb"));
    assert!((1..=4).contains(&all.len()), "{:?}; and the types for the page, which are written", all.keys());
}

/// The paths of a module that a `use` or a path in the code names, from the root of the crate.
fn imports(module: &[&str], text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = ["crate::", "super::"].iter().flat_map(|start| text.match_indices(start).map(|(at, _)| at));
    for at in starts {
        if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':') {
            continue;
        }
        let end = text[at..].find(|c: char| !(c.is_alphanumeric() || "_:{}, \n".contains(c)));
        parse_use_tree(&text[at..at + end.unwrap_or(text.len() - at)], &Vec::new(), &mut found);
    }
    found.into_iter().map(|path| absolute_path(module, &path)).collect()
}

/// Parses the paths of `a::{b, c::{d, e}}`; returns the rest of the text.
fn parse_use_tree<'a>(text: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let mut path = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end > 0 {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        let Some(next) = rest.strip_prefix("::") else { break };
        rest = next;
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner;
            while !rest.is_empty() && !rest.starts_with('}') {
                let after = parse_use_tree(rest, &path, found).trim_start();
                let skipped = after.find([',', '}']).map_or("", |at| &after[at..]);
                rest = skipped.strip_prefix(',').unwrap_or(skipped).trim_start();
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
    }
    found.push(path);
    rest
}

fn absolute_path(module: &[&str], path: &[String]) -> Vec<String> {
    let up = path.iter().take_while(|part| *part == "super").count();
    let root = if path[0] == "crate" { 0 } else { module.len().saturating_sub(up) };
    let start = module[..root].iter().map(|part| (*part).to_owned());
    start.chain(path[up.max(1)..].iter().cloned()).collect()
}

/// The modules of a crate, each with its imports, except those of its own children.
fn module_imports(name: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let root = format!("crate/{name}/src/");
    let sources = sources(&format!("crate/{name}/src"));
    let module = |path: &str| -> Vec<String> {
        let path =
            path.strip_prefix(&root).and_then(|path| path.strip_suffix(".rs")).expect("a source of Rust");
        let parts = path.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
        parts.map(str::to_owned).collect()
    };
    let all: BTreeSet<Vec<String>> = sources.keys().map(|path| module(path)).collect();
    let known = |mut path: Vec<String>| {
        while !all.contains(&path) {
            path.pop();
        }
        path
    };
    let imported = |(path, text): (&String, &String)| {
        let from = module(path);
        let parts: Vec<&str> = from.iter().map(String::as_str).collect();
        let imports = imports(&parts, text).into_iter().map(known);
        let imports = imports.filter(|to| !to.starts_with(&from)).collect();
        (from, imports)
    };
    sources.iter().map(imported).collect()
}

#[test]
fn no_modules_import_each_other() {
    let mut count = 0;
    for name in crate_names() {
        let mut modules = module_imports(&name);
        count += modules.values().map(BTreeSet::len).sum::<usize>();
        // What imports nothing that is left is taken away; a circle stays.
        loop {
            let left: BTreeSet<_> = modules.keys().cloned().collect();
            modules.retain(|_, imports| imports.iter().any(|import| left.contains(import)));
            if modules.len() == left.len() {
                break;
            }
        }
        let left: Vec<String> = modules.keys().map(|module| module.join("::")).collect();
        assert!(left.is_empty(), "crate/{name}: a circle in {left:?}, or on the way to it");
    }
    assert!(count > 500, "{count} imports");
}

#[test]
fn imports_are_read() {
    let text = "use crate::a::{b::C, d::{self, e}};\nuse super::f;\nlet x = super::super::g::h(1); acrate::z";
    let found: Vec<String> = imports(&["m", "n", "o"], text).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["a::b::C", "a::d::self", "a::d::e", "m::n::f", "m::g::h"]);
}

/// A map that leads to files that have moved is worse than none. What a recipe adds is in its example.
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

/// The files that the example of each recipe adds, and those to which it adds lines.
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

/// A reader who touches the files of a table has followed the recipe: its example touches the same ones.
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
