//! Counts tests in the reports of their runners.

use std::fs;
use std::ops::AddAssign;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// Tests by outcome.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TestCount {
    /// Tests that passed.
    pub(crate) passed: usize,
    /// Tests that were skipped.
    pub(crate) skipped: usize,
}

impl AddAssign for TestCount {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.skipped += other.skipped;
    }
}

impl TestCount {
    /// Reads a `JUnit` report, as written by Node, Vitest and Playwright.
    pub(crate) fn from_report(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let (tests, skipped) = (text.matches("<testcase ").count(), text.matches("<skipped").count());
        Self { passed: tests - skipped, skipped }.require_passed()
    }

    /// Reads the output of `cargo test` or of Python's unittest: the summary lines.
    pub(crate) fn from_output(output: &str) -> Result<Self> {
        let number = |line: &str, before: &str, after: &str| {
            line.split_once(before)?.1.split_once(after)?.0.trim().parse::<usize>().ok()
        };
        let mut count = Self::default();
        for line in output.lines() {
            count.passed += number(line, "test result: ok. ", " passed").unwrap_or(0);
            count.skipped += number(line, " failed; ", " ignored").unwrap_or(0);
            count.passed += number(line, "Ran ", " test").unwrap_or(0);
        }
        count.require_passed()
    }

    /// Fails if no test passed: a run without tests is not a check.
    fn require_passed(self) -> Result<Self> {
        ensure!(self.passed > 0, "no test ran");
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lines_are_counted() {
        let cargo =
            "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.12s\n";
        let both = format!("running 3 tests\ntest a ... ok\n\n{cargo}\n{cargo}");
        assert_eq!(TestCount::from_output(&both).unwrap(), TestCount { passed: 4, skipped: 2 });
        let python = "...\n-------\nRan 3 tests in 16.000s\n\nOK\nRan away\n";
        assert_eq!(TestCount::from_output(python).unwrap(), TestCount { passed: 3, skipped: 0 });
        assert_eq!(TestCount::from_output("running 0 tests").unwrap_err().to_string(), "no test ran");
    }

    #[test]
    fn cases_of_a_report_are_counted() {
        let file = std::env::temp_dir().join(format!("ganttlet-report-{}.xml", std::process::id()));
        let text = "<testsuites tests=\"2\">\n<testcase name=\"a\"/>\n<testcase name=\"b\"><skipped/></testcase>\n</testsuites>";
        fs::write(&file, text).unwrap();
        let count = TestCount::from_report(&file);
        fs::remove_file(&file).unwrap();
        assert_eq!(count.unwrap(), TestCount { passed: 1, skipped: 1 });
    }
}
