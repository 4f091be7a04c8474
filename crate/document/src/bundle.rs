//! A single file with a scenario and the files that it names, in the form that the page saves: `{ "scenario": {..},
//! "files": [{ "name", "sha256", "base64" }] }`.

use crate::link::decode_base64;
use crate::{DocumentKind, parse_scenario, recognise_document};
use ganttlet_core::diagnostic::Diagnostic;
use serde_json::Value;

/// A scenario with the files that it names.
#[derive(Debug)]
pub struct Bundle {
    /// The scenario, not yet checked.
    pub scenario: Value,
    /// Its files, in the order of the document.
    pub files: Vec<BundledFile>,
}

/// A file of a bundle.
#[derive(Debug)]
pub struct BundledFile {
    /// Its name without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Reads a scenario with its files; `None` if the text is another document. Fails if the text is not JSON, or if a file
/// is not base64.
pub fn read_bundle(text: &str) -> Option<Result<Bundle, Diagnostic>> {
    (recognise_document(text) == Some(DocumentKind::Bundle)).then(|| parse_bundle(text))
}

fn parse_bundle(text: &str) -> Result<Bundle, Diagnostic> {
    let (mut document, _) = parse_scenario(text)?;
    let files = document["files"].as_array().map_or(&[][..], Vec::as_slice);
    let files = files.iter().zip(0..).map(|(file, at)| read_file(file, at)).collect::<Result<_, _>>()?;
    Ok(Bundle { scenario: document["scenario"].take(), files })
}

fn read_file(file: &Value, at: usize) -> Result<BundledFile, Diagnostic> {
    let error = |message: String| Diagnostic::error(message).place(format!("/files/{at}"));
    let (Some(name), Some(base64)) = (file["name"].as_str(), file["base64"].as_str()) else {
        return Err(error("a file needs the texts \"name\" and \"base64\"".to_owned()));
    };
    let bytes = decode_base64(base64).map_err(|(place, found)| {
        error(format!("{name:?} is not base64: found {found:?} at character {place}"))
    })?;
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    Ok(BundledFile { name, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_has_a_scenario_and_its_files() {
        let text = r#"{"scenario": {"version": 1}, "files": [{"name": "../a.swf", "sha256": "x", "base64": "SGk="}]}"#;
        let bundle = read_bundle(text).expect("a bundle").expect("it is right");
        assert_eq!(bundle.scenario, serde_json::json!({"version": 1}));
        assert_eq!((&*bundle.files[0].name, &*bundle.files[0].bytes), ("a.swf", &b"Hi"[..]));
        assert!(read_bundle(r#"{"version": 1, "workload": []}"#).is_none());
    }

    #[test]
    fn broken_bundles_are_errors_with_a_place() {
        let error = |files: &str| {
            let text = format!("{{\"scenario\": {{}}, \"files\": {files}}}");
            read_bundle(&text).expect("a bundle").expect_err("it is wrong").to_string()
        };
        let wrong = error(r#"[{"name": "a", "base64": "S*"}]"#);
        assert!(wrong.contains("/files/0: \"a\" is not base64: found '*' at character 2"), "{wrong}");
        let nameless = error(r#"[{"base64": ""}]"#);
        assert!(nameless.contains("/files/0: a file needs the texts"), "{nameless}");
        assert!(read_bundle(r#"{"scenario": {}, "files": ["#).expect("a bundle").is_err());
    }
}
