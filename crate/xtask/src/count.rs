//! How many tests ran, read from what the test runners print.

use std::ops::AddAssign;

/// Tests by how they ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Count {
    /// Tests that held.
    pub(crate) passed: u32,
    /// Tests that did not.
    pub(crate) failed: u32,
    /// Tests that were left out.
    pub(crate) skipped: u32,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Count {
    /// Reads one line of output. The closing lines of `cargo test`, `node --test` (spec reporter), vitest and Python's
    /// unittest count; of the last, a test that failed is told by the status alone.
    pub(crate) fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("test result: ") {
            let sentence = rest.split_once(". ").map_or(rest, |(_, sentence)| sentence);
            self.read_parts(sentence.split(';'));
        } else if let Some(rest) = line.strip_prefix("ℹ ") {
            if let Some((word, number)) = rest.split_once(' ') {
                self.add(number, word);
            }
        } else if let Some(rest) = line.strip_prefix("Tests  ") {
            self.read_parts(rest.split('(').next().unwrap_or_default().split('|'));
        } else if let Some((number, _)) = line.strip_prefix("Ran ").and_then(|rest| rest.split_once(" test"))
        {
            self.add(number, "passed");
        }
    }

    fn read_parts<'a>(&mut self, parts: impl Iterator<Item = &'a str>) {
        for (number, word) in parts.filter_map(|part| part.trim().split_once(' ')) {
            self.add(number, word);
        }
    }

    fn add(&mut self, number: &str, word: &str) {
        let Ok(number) = number.parse::<u32>() else { return };
        match word {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" => self.failed += number,
            "ignored" | "skipped" | "todo" => self.skipped += number,
            _ => {}
        }
    }
}

/// A text without the sequences that colour it on a terminal: an escape, `[`, anything, `m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or(part, |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: &str) -> [u32; 3] {
        let mut count = Count::default();
        lines.lines().for_each(|line| count.read(line));
        [count.passed, count.failed, count.skipped]
    }

    #[test]
    fn reads_the_closing_lines_of_each_runner() {
        let cargo = "running 3 tests\ntest a ... ok\n\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; \
                     0 filtered out; finished in 0.12s\n";
        assert_eq!(count(cargo), [2, 0, 1]);
        let failed =
            "test result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1s";
        assert_eq!(count(failed), [5, 1, 0]);
        let node =
            "✔ a (1.2ms)\nℹ tests 5\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n";
        assert_eq!(count(node), [3, 1, 1]);
        let vitest = " Test Files  2 passed (2)\n      Tests  1 failed | 11 passed | 2 skipped (14)\n";
        assert_eq!(count(vitest), [11, 1, 2]);
        assert_eq!(count("...\n-------\nRan 3 tests in 16.000s\n\nOK\nRan away\n"), [3, 0, 0]);
        let coloured = "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m3 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (3)\u{1b}[39m";
        assert_eq!(count(coloured), [3, 0, 0]);
    }
}
