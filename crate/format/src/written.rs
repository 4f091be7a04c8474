//! What the writers of files share: a line, and how they are tried.

use std::fmt::{Arguments, Write as _};

/// Adds a line to a text.
pub(super) fn line(text: &mut String, arguments: Arguments) {
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

    /// What a generator makes.
    pub(crate) fn made<T: Item>(
        id: &str,
        settings: &[(&'static str, Value)],
        platform: &Platform,
        seed: u64,
    ) -> Vec<T> {
        let generator = GENERATORS.known(id);
        let defaults = Settings::defaults(generator.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        (generator.make)(&settings, platform, &Streams::new(seed), "workload/0").take()
    }

    pub(crate) fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    /// The files that visitors get to try.
    fn examples() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/example"))
    }

    /// Holds that such a file has this text. With `GANTTLET_UPDATE` set, it is written.
    pub(crate) fn example_is(name: &str, text: &str) {
        let file = examples().join(name);
        if std::env::var_os("GANTTLET_UPDATE").is_some() {
            std::fs::write(&file, text).expect("the sources can be written");
        }
        let committed = std::fs::read_to_string(&file).expect("an example file");
        assert!(committed == text, "{name} is not what the generator makes: set GANTTLET_UPDATE to write it");
    }

    #[test]
    fn there_is_an_example_of_each_format() {
        let mut missing: Vec<&str> = FORMATS.members.iter().filter_map(|format| format.files).collect();
        for file in std::fs::read_dir(examples()).expect("a folder") {
            let bytes = std::fs::read(file.expect("a file").path()).expect("an example file");
            if let Ok(format) = recognise("", &bytes) {
                missing.retain(|files| Some(*files) != format.files);
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
