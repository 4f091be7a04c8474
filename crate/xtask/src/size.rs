//! Budgets of transferred sizes, after gzip as on static hosts.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Maximum size of the JS that the page fetches before any interaction, KB after gzip.
const PAGE_JS_KB: u32 = 80;
/// Maximum size of all files that an embedded chart fetches for an example of jobs on clusters, including wasm, KB
/// after gzip.
const EMBED_KB: u32 = 550;

/// Files that a page fetches when it starts: gzipped bytes by file name in `dist/assets`.
type FetchedFiles = BTreeMap<String, u64>;

/// The length of some bytes after gzip with the best compression.
pub(crate) fn gzip_bytes(bytes: &[u8]) -> u64 {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail").len() as u64
}

/// Prints a size beside its budget; fails if it is larger. 1 KB is 1000 bytes.
pub(crate) fn check_budget(what: &str, bytes: u64, most_kb: u32) -> Result<()> {
    let kb = bytes as f64 / 1000.0;
    println!("size of {what}: {kb:.1} KB gzipped, of {most_kb} KB");
    if bytes > u64::from(most_kb) * 1000 {
        bail!("{what} takes {kb:.1} KB gzipped, and may take {most_kb} KB at most");
    }
    Ok(())
}

/// Checks the built pages in `dist` against their budgets. Files with `deferred` names are loaded on first use,
/// although other files name them.
pub(crate) fn check_pages(dist: &Path, deferred: &dyn Fn(&str) -> bool) -> Result<()> {
    let page = files_fetched_at_start(dist, "index.html", deferred)?;
    let scripts: u64 = page.iter().filter(|(name, _)| is_script(name)).map(|(_, bytes)| bytes).sum();
    check_budget("the page's JS", scripts, PAGE_JS_KB)?;
    let embed = files_fetched_at_start(dist, "embed.html", deferred)?;
    check_budget("the embedded chart", embed.values().sum(), EMBED_KB)
}

/// The files that a document fetches at start: scripts, styles, workers and wasm, but not those that are loaded on
/// first use.
fn files_fetched_at_start(
    dist: &Path,
    document: &str,
    deferred: &dyn Fn(&str) -> bool,
) -> Result<FetchedFiles> {
    let read = |path: &Path| fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
    let html = read(&dist.join(document))?;
    let mut fetched = FetchedFiles::from([(document.to_owned(), gzip_bytes(&html))]);
    let mut waiting = mentioned_files(&String::from_utf8_lossy(&html), &["src=", "href="]);
    while let Some(name) = waiting.pop() {
        let path = dist.join("assets").join(&name);
        if fetched.contains_key(&name) || deferred(&name) || !path.is_file() {
            continue;
        }
        let bytes = read(&path)?;
        fetched.insert(name.clone(), gzip_bytes(&bytes));
        if is_script(&name) {
            waiting.extend(mentioned_files(&String::from_utf8_lossy(&bytes), &["from", "import", "URL("]));
        }
    }
    Ok(fetched)
}

fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "js")
}

/// The file names in the quoted strings directly after one of these words.
fn mentioned_files(text: &str, words: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for word in words {
        for (at, _) in text.match_indices(word) {
            let rest = text[at + word.len()..].trim_start();
            let Some(quote) = rest.chars().next().filter(|first| "\"'`".contains(*first)) else { continue };
            let Some((path, _)) = rest[1..].split_once(quote) else { continue };
            names.extend(path.rsplit('/').next().map(str::to_owned));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_loaded_on_first_use_are_not_counted() {
        let script = r#"import{a}from"./lit-1.js";import"./x-2.js";const b=()=>import("./editor-3.js");
            new Worker(new URL(""+new URL("worker-4.js",import.meta.url).href))"#;
        let names = mentioned_files(script, &["from", "import", "URL("]);
        let files: Vec<_> = names.iter().filter(|name| is_script(name)).collect();
        assert_eq!(files, ["lit-1.js", "x-2.js", "worker-4.js"]);
    }

    #[test]
    fn a_budget_is_a_limit() {
        assert!(check_budget("it", 80_000, 80).is_ok());
        let error = check_budget("it", 80_001, 80).unwrap_err().to_string();
        assert_eq!(error, "it takes 80.0 KB gzipped, and may take 80 KB at most");
    }
}
