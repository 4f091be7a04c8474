//! Citations: a section that is cited is one of the publication, a table or figure that is named beside it is mentioned
//! there, and words in quotation marks are words of the publication.

use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Author and year of citations, and the beginning of the name of the file with the text.
const PUBLICATION_FILES: [(&str, &str); 8] = [
    ("Sonmez 2010", "000_"),
    ("Silberstein and others 2006", "001_"),
    ("Silberstein et al. 2006", "001_"),
    ("Silberstein, Geiger, Schuster and Livny 2006", "001_"),
    ("Klein and Pérez 2010", "002_"),
    ("Dumitrescu and others 2006", "003_"),
    ("Dumitrescu et al. 2006", "003_"),
    ("Heymann 2001", "004_"),
];

/// Folders whose code is about one publication.
const SOURCE_FOLDERS: [(&str, &str); 4] = [
    ("system/hierarchy", "001_"),
    ("system/delegated", "002_"),
    ("koala/runner/components", "003_"),
    ("system/opportunistic", "004_"),
];

/// The text of a publication.
struct Publication {
    /// In small letters.
    lines: Vec<String>,
    /// All of it, as words are compared.
    plain: String,
    /// The lines of each section, with those of the sections in it.
    sections: BTreeMap<String, Range<usize>>,
}

impl Publication {
    fn new(text: &str) -> Self {
        let mut headings: Vec<(String, usize)> = Vec::new();
        let mut chapter = 0;
        for (number, line) in text.lines().zip(0..).filter_map(|(line, at)| Some((heading(line)?, at))) {
            // A number alone at the beginning of a line is a heading if it is the next one.
            if let Ok(whole) = number.parse::<u32>() {
                if whole != chapter + 1 {
                    continue;
                }
                chapter = whole;
            }
            if headings.iter().all(|(known, _)| *known != number) {
                headings.push((number, line));
            }
        }
        let lines: Vec<String> = text.lines().map(str::to_lowercase).collect();
        let end = |(number, line): &(String, usize)| {
            let inside = format!("{number}.");
            let after = |(other, at): &&(String, usize)| at > line && !other.starts_with(&inside);
            headings.iter().find(after).map_or(lines.len(), |(_, at)| *at)
        };
        let sections = headings.iter().map(|one| (one.0.clone(), one.1..end(one))).collect();
        Self { lines, plain: normalise(text), sections }
    }

    fn section_text(&self, section: &str) -> String {
        self.sections.get(section).map_or_else(String::new, |lines| self.lines[lines.clone()].join("\n"))
    }

    /// The errors of a citation.
    fn citation_errors(&self, citation: &Citation) -> Vec<String> {
        let missing = citation.sections.iter().filter(|section| !self.sections.contains_key(*section));
        let mut faults: Vec<String> =
            missing.map(|section| format!("there is no section {section}")).collect();
        if faults.is_empty() {
            let mut texts: Vec<String> =
                citation.sections.iter().map(|section| self.section_text(section)).collect();
            if texts.is_empty() {
                texts.push(self.lines.join("\n"));
            }
            let absent =
                citation.shown.iter().filter(|shown| !texts.iter().any(|text| mentions(text, shown)));
            faults.extend(absent.map(|(word, number)| format!("{word} {number} is not mentioned there")));
        }
        faults
    }
}

/// The number of a section if this line is its heading.
fn heading(line: &str) -> Option<String> {
    let is_marked = line.starts_with('#');
    let line = line.trim_start_matches(['#', ' ', '*']);
    if line.contains("....") {
        return None;
    }
    if let Some(chapter) = line.strip_prefix("Chapter ") {
        return chapter.trim().parse::<u32>().ok().map(|number| number.to_string());
    }
    let (first, rest) = line.split_once(' ')?;
    // Where the lines of a heading were mixed up: `Results 7.4.4`.
    if is_number(rest) && rest.contains('.') && first.starts_with(char::is_uppercase) {
        return Some(rest.to_owned());
    }
    let number = if first.matches('.').count() > 1 { first.trim_end_matches('.') } else { first };
    let titled = rest.trim_start_matches(['*', ' ']).starts_with(char::is_uppercase);
    let plain = is_marked || number.starts_with(|digit: char| digit.is_ascii_digit());
    (is_number(number) && titled && plain).then(|| number.to_owned())
}

/// True of `5`, `5.1.3`, `4-12` and `A.2`.
fn is_number(word: &str) -> bool {
    let mut parts = word.split(['.', '-']);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let first = parts.next().unwrap_or_default();
    (is_digits(first) || matches!(first, "A" | "B" | "C")) && parts.all(is_digits)
}

/// True if a text names this table or figure, alone or among several.
fn mentions(text: &str, (word, number): &(String, String)) -> bool {
    let is_part = |rest: &str| {
        let mut rest = rest.chars();
        match rest.next() {
            Some('.' | '-') => rest.next().is_some_and(|next| next.is_ascii_digit()),
            next => next.is_some_and(|next| next.is_ascii_digit()),
        }
    };
    text.match_indices(&**number).any(|(at, found)| {
        let before: String =
            text[..at].chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
        before.contains(word.as_str())
            && !before.ends_with(|last: char| last.is_ascii_digit() || last == '.')
            && !is_part(&text[at + found.len()..])
    })
}

/// One citation: a section, and tables or figures named with it.
#[derive(Debug, Default, PartialEq)]
struct Citation {
    publication: &'static str,
    sections: Vec<String>,
    /// Tables and figures: `("table", "5.3")`.
    shown: Vec<(String, String)>,
}

/// All citations of a text, and the publication that it cites last. Citations without a publication refer to `meant`.
fn parse_citations(text: &str, mut meant: Option<&'static str>) -> (Vec<Citation>, Option<&'static str>) {
    let mut all = Vec::new();
    for clause in text.split(';') {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let mut at = 0;
        while at < words.len() {
            let word = strip_punctuation(words[at]);
            if is_year(word) && at > 0 {
                let before = words[..at].iter().chain([&word]).copied().collect::<Vec<_>>().join(" ");
                let known = PUBLICATION_FILES.iter().find(|(name, _)| before.ends_with(name));
                meant = known.map(|&(_, file)| file);
            }
            let of_section = matches!(word, "section" | "sections" | "Section" | "Sections" | "annex");
            let shown = ["table", "figure"].into_iter().find(|&shown| word.trim_end_matches('s') == shown);
            // `by the table 47 %`
            let is_plain = at > 0 && words[at - 1] == "the";
            at += 1;
            if is_plain || (!of_section && shown.is_none()) {
                continue;
            }
            let mut numbers = parse_numbers(&words, &mut at);
            if shown.is_some() {
                // `table 48 %` is none.
                let is_one = |number: &str| {
                    number.contains(['.', '-']) || number.parse().is_ok_and(|one: u32| one < 20)
                };
                numbers.retain(|number| is_one(number));
            }
            // `section 3.4 of Dumitrescu et al. 2006`
            let rest = words[at..].join(" ");
            let of = rest
                .strip_prefix("of ")
                .and_then(|rest| PUBLICATION_FILES.iter().find(|(name, _)| rest.starts_with(name)));
            let Some(publication) = of.map(|&(_, file)| file).or(meant) else { continue };
            if numbers.is_empty() {
                continue;
            }
            let last = all.last_mut().filter(|(known, last): &&mut (&str, Citation)| {
                *known == clause && last.publication == publication
            });
            let citation = if let Some((_, last)) = last {
                last
            } else {
                all.push((clause, Citation { publication, ..Citation::default() }));
                &mut all.last_mut().expect("it was put there").1
            };
            match shown {
                Some(shown) => {
                    citation.shown.extend(numbers.into_iter().map(|number| (shown.to_owned(), number)));
                }
                None => citation.sections.extend(numbers),
            }
        }
    }
    (all.into_iter().map(|(_, citation)| citation).collect(), meant)
}

fn is_unit(word: &str) -> bool {
    matches!(word, "%" | "s" | "min" | "h" | "MB" | "GB" | "MB/s" | "processors" | "seeds" | "tasks" | "jobs")
}

/// Numbers from a word on: `4.2, 5.1 and 7.2 to 7.6`.
fn parse_numbers(words: &[&str], at: &mut usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut range = false;
    while let Some(&word) = words.get(*at) {
        let number = strip_punctuation(word);
        // `table 6.6, 0.72 s, is a bound`
        let is_quantity =
            !all.is_empty() && words.get(*at + 1).is_some_and(|next| is_unit(strip_punctuation(next)));
        if is_number(number) && !is_quantity {
            match all.last().and_then(|first| expand_range(first, number)).filter(|_| range) {
                Some(between) => all.extend(between),
                None => all.push(number.to_owned()),
            }
            range = false;
            *at += 1;
            let goes_on = word.ends_with(',') || matches!(words.get(*at), Some(&("and" | "to")));
            if !goes_on {
                break;
            }
        } else if matches!(word, "and" | "to") && !all.is_empty() {
            let follows = words.get(*at + 1).is_some_and(|next| is_number(strip_punctuation(next)));
            if !follows {
                break;
            }
            range = word == "to";
            *at += 1;
        } else {
            break;
        }
    }
    all
}

/// The numbers after the first up to the last: 7.3, 7.4 for 7.2 and 7.4.
fn expand_range(first: &str, last: &str) -> Option<Vec<String>> {
    let (of, from) = first.rsplit_once(['.', '-'])?;
    let (other, to) = last.rsplit_once(['.', '-'])?;
    let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
    let mark = &first[of.len()..=of.len()];
    (of == other && from < to).then(|| (from + 1..=to).map(|number| format!("{of}{mark}{number}")).collect())
}

/// A word without the punctuation around it.
fn strip_punctuation(word: &str) -> &str {
    word.trim_matches(|mark: char| !mark.is_alphanumeric())
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.parse::<u32>().is_ok()
}

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of the publications: the folder `seeds` beside that of the reference data.
fn read_publications() -> BTreeMap<&'static str, Publication> {
    let data =
        env::var_os("GANTTLET_DATA").map_or_else(|| repository_root().join("../shared/data"), PathBuf::from);
    let folder = data.join("../seeds");
    let files = fs::read_dir(&folder).unwrap_or_else(|wrong| panic!("{}: {wrong}", folder.display()));
    let of_file = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let file = PUBLICATION_FILES.iter().find(|(_, file)| name.starts_with(file))?.1;
        Some((file, Publication::new(&fs::read_to_string(&path).expect("a text"))))
    };
    files.flatten().filter_map(|entry| of_file(entry.path())).collect()
}

fn faults(
    all: &BTreeMap<&str, Publication>,
    place: &str,
    text: &str,
    meant: Option<&'static str>,
) -> (Vec<String>, Option<&'static str>) {
    let (found, last) = parse_citations(text, meant);
    let wrong = found.iter().flat_map(|citation| {
        let faults = all[citation.publication].citation_errors(citation);
        faults.into_iter().map(move |fault| format!("{place}: {} {fault}", citation.publication))
    });
    (wrong.collect(), last)
}

/// All texts of a tree.
fn all_texts(tree: &Value) -> Vec<&str> {
    match tree {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(all_texts).collect(),
        Value::Object(items) => items.values().flat_map(all_texts).collect(),
        _ => Vec::new(),
    }
}

/// The documents of the experiments without their scenarios, and the publication of each; none of those whose publication
/// is not at hand.
fn experiment_documents() -> Vec<(String, Value, &'static str)> {
    let files = fs::read_dir(repository_root().join("static/papers")).expect("a folder").flatten();
    let document = |path: PathBuf| {
        let mut tree: Value = serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON");
        tree.as_object_mut().expect("a document").remove("base");
        let source = tree["source"].as_str().expect("a text");
        let (_, file) = PUBLICATION_FILES.iter().find(|(name, _)| source.starts_with(name))?;
        Some((tree["id"].as_str().expect("a text").to_owned(), tree, *file))
    };
    files.filter_map(|file| document(file.path())).collect()
}

#[test]
fn headings_and_citations_are_read() {
    let headings = [
        ("5.1.3 Task selection policies", Some("5.1.3")),
        ("#### **5.4.1. Impact of Machine Loss**", Some("5.4.1")),
        ("7.4.3 **Performance metrics**", Some("7.4.3")),
        ("Results 7.4.4", Some("7.4.4")),
        ("Chapter 6", Some("6")),
        ("### A.1 Operations with COPs", Some("A.1")),
        ("1.1 INTRODUCTION .....\t9", None),
        ("A workflow is a graph", None),
        ("0.03\t0.4\t1.15", None),
    ];
    for (line, number) in headings {
        assert_eq!(heading(line).as_deref(), number, "{line}");
    }
    let text = "Mu'alem, Feitelson 2001, section 2; Sonmez 2010, sections 2.5 and 2.6, tables 7.4 to 7.6; section 4.3";
    let (found, last) = parse_citations(text, None);
    let shown = ["7.4", "7.5", "7.6"].map(|number| ("table".to_owned(), number.to_owned())).to_vec();
    let sections = vec!["2.5".to_owned(), "2.6".to_owned()];
    let first = Citation { publication: "000_", sections, shown };
    let second = Citation { publication: "000_", sections: vec!["4.3".to_owned()], shown: Vec::new() };
    assert_eq!((found, last), (vec![first, second], Some("000_")));
    let (found, _) = parse_citations("Sonmez 2010, table 6.6, 0.72 s, is a bound", None);
    assert_eq!(found[0].shown, [("table".to_owned(), "6.6".to_owned())]);
    let (found, _) = parse_citations("what section 3.4 of Dumitrescu et al. 2006 is about", None);
    assert_eq!(found[0].sections, ["3.4"]);
    let text = "figures 7.2, 7.3, and 7.4 present; table 4.10 is another";
    let has = |word: &str, number: &str| mentions(text, &(word.to_owned(), number.to_owned()));
    assert_eq!([has("figure", "7.3"), has("table", "4.1"), has("table", "4.10")], [true, false, true]);
}

#[test]
#[ignore = "needs the texts of the publications"]
fn sections_that_are_cited_are_there() {
    let all = read_publications();
    let mut wrong = Vec::new();
    for item in ganttlet_document::catalog::catalog().entries {
        let place = format!("{} {}", item.family, item.entry.id);
        for text in [item.entry.source, item.entry.summary] {
            wrong.extend(faults(&all, &place, text, None).0);
        }
    }
    for (id, tree, file) in experiment_documents() {
        wrong.extend(all_texts(&tree).iter().flat_map(|text| faults(&all, &id, text, Some(file)).0));
    }
    let mut files = vec![repository_root().join("crate"), repository_root().join("tests")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path());
            files.extend(inside.filter(|path| !path.ends_with("target")));
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("citations.rs") {
            wrong.extend(comment_errors(&all, &path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The errors of citations in the comments of a file. Citations without a publication refer to the previous one, else
/// to that of the folder.
fn comment_errors(all: &BTreeMap<&str, Publication>, path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a file of code");
    let place = path.display().to_string();
    let mut meant = SOURCE_FOLDERS.iter().find(|(folder, _)| place.contains(folder)).map(|&(_, file)| file);
    let (mut wrong, mut comment) = (Vec::new(), String::new());
    for line in text.lines().chain([""]) {
        if let Some(words) = line.trim_start().strip_prefix("//") {
            comment = format!("{comment} {}", words.trim_start_matches(['/', '!']));
        } else {
            let (faults, last) = faults(all, &place, &std::mem::take(&mut comment), meant);
            wrong.extend(faults);
            meant = last.or(meant);
        }
    }
    wrong
}

#[test]
#[ignore = "needs the texts of the publications"]
fn quoted_words_are_words_of_the_publication() {
    let all = read_publications();
    let mut wrong = Vec::new();
    for (id, tree, file) in experiment_documents() {
        let publication = &all[file];
        let source = tree["source"].as_str().expect("a text");
        let cited = parse_citations(source, None).0.into_iter().flat_map(|citation| citation.sections);
        let sections: String = cited.map(|section| normalise(&publication.section_text(&section))).collect();
        for claim in tree["claims"].as_array().into_iter().flatten() {
            let published = claim["published"].as_str().unwrap_or_default();
            wrong.extend(
                quotations(published)
                    .filter(|words| !has_words(&sections, words))
                    .map(|words| format!("{id}: {words}")),
            );
        }
        let others = all_texts(&tree)
            .into_iter()
            .flat_map(quotations)
            .filter(|words| !has_words(&publication.plain, words));
        wrong.extend(others.map(|words| format!("{id}: {words}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The texts in quotation marks.
fn quotations(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// True if a text contains these words; `..` stands for any text.
fn has_words(text: &str, words: &str) -> bool {
    let mut rest = text;
    words.split("..").map(normalise).all(|part| {
        let found = rest.find(&part);
        rest = found.map_or("", |at| &rest[at + part.len()..]);
        found.is_some()
    })
}

/// A text independent of line breaks, hyphenation and letter forms.
fn normalise(text: &str) -> String {
    let kept = text.chars().filter(|mark| !mark.is_whitespace() && !"-\u{ad}‐–*_\\${}".contains(*mark));
    kept.flat_map(char::to_lowercase).map(|mark| if mark == '’' { '\'' } else { mark }).collect()
}
