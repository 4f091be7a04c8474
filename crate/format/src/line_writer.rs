//! Support for the writers of all formats: adding a line, and test functions.

use std::fmt::{Arguments, Write as _};

/// Adds a line to a text.
pub(super) fn push_line(text: &mut String, arguments: Arguments) {
    writeln!(text, "{arguments}").expect("a string takes every text");
}

#[cfg(test)]
pub(super) mod tests {
    use crate::{FORMATS, recognise};
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::Platform;
    use ganttlet_core::rng::Streams;
    use ganttlet_work::Item;
    use ganttlet_work::generator::GENERATORS;
    use std::path::Path;

    /// The items of a generator.
    pub(crate) fn generate<T: Item>(
        id: &str,
        settings: &[(&'static str, Value)],
        platform: &Platform,
        seed: u64,
    ) -> Vec<T> {
        let generator = GENERATORS.get(id);
        let defaults = Settings::defaults(generator.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        (generator.make)(&settings, platform, &Streams::new(seed), "workload/0").take()
    }

    pub(crate) fn word_value(word: &'static str) -> Value {
        Value::Choice(word)
    }

    /// The folder of the example files.
    fn examples_folder() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/example"))
    }

    /// Checks that an example file has this text; writes it if `GANTTLET_UPDATE` is set.
    pub(crate) fn assert_example(name: &str, text: &str) {
        let file = examples_folder().join(name);
        if std::env::var_os("GANTTLET_UPDATE").is_some() {
            std::fs::write(&file, text).expect("the sources can be written");
        }
        let committed = std::fs::read_to_string(&file).expect("an example file");
        assert!(committed == text, "{name} is not what the generator makes: set GANTTLET_UPDATE to write it");
    }

    #[test]
    fn there_is_an_example_of_each_format() {
        let mut missing: Vec<&str> = FORMATS.members.iter().filter_map(|format| format.files).collect();
        for file in std::fs::read_dir(examples_folder()).expect("a folder") {
            let bytes = std::fs::read(file.expect("a file").path()).expect("an example file");
            if let Ok(format) = recognise("", &bytes) {
                missing.retain(|files| Some(*files) != format.files);
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
