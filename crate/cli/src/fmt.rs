//! `ganttlet fmt`.

use crate::{error_without_place, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::format_json;
use std::fs;
use std::path::PathBuf;

/// Rewrites JSON files in the layout of this project, or with `check` only lists files in another layout. True if no
/// file differs.
pub(crate) fn format_files(files: &[PathBuf], check: bool) -> Result<bool, Vec<Diagnostic>> {
    let mut differing = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|error| vec![Diagnostic::error(format!("cannot be read: {error}")).file(&name)])?;
        let formatted = format_json(&text).map_err(|error| vec![error.file(&name)])?;
        if formatted == text {
            continue;
        }
        if !check {
            // A new file is written first, so that a full disk leaves the old file unchanged.
            let new = path.with_extension("json.new");
            fs::write(&new, formatted)
                .and_then(|()| fs::rename(&new, path))
                .map_err(|error| error_without_place(format!("cannot write {name}: {error}")))?;
        }
        differing.push(name);
    }
    if check {
        output::print_text(&differing.iter().map(|name| format!("{name}\n")).collect::<String>())?;
    }
    Ok(!check || differing.is_empty())
}
