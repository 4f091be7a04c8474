//! Progress bars on the standard error, if that is a terminal.

use crate::output::escape_control;
use indicatif::{ProgressBar, ProgressStyle};
use std::ops::Deref;
use std::time::Duration;

/// Maximum number of characters of a name beside a bar.
const LONGEST: usize = 40;

/// A progress bar, which is removed at the end.
pub(crate) struct ProgressBarGuard(ProgressBar);

impl ProgressBarGuard {
    /// A bar for this many steps, counted in `unit`; 0 if the number is unknown.
    pub(crate) fn new(title: &str, steps: u64, unit: &str) -> Self {
        let style = ProgressStyle::with_template(&format!(
            "{{msg}} {{wide_bar}} {{pos}}/{{len}}{unit} {{elapsed}}, {{eta}} left"
        ))
        .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(steps).with_style(style).with_message(shorten(title));
        // Drawn immediately, because a short run may end before the ticking thread draws; after the start of that
        // thread, a call has no effect.
        bar.tick();
        // A step may be long; the running elapsed time shows that the program is working.
        bar.enable_steady_tick(Duration::from_secs(1));
        Self(bar)
    }

    /// A bar for a single step.
    pub(crate) fn spinner(title: &str) -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style).with_message(shorten(title));
        bar.tick();
        bar.enable_steady_tick(Duration::from_secs(1));
        Self(bar)
    }
}

/// The name, shortened to leave space for the bar.
fn shorten(title: &str) -> String {
    let shown = escape_control(title);
    match shown.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

impl Deref for ProgressBarGuard {
    type Target = ProgressBar;

    fn deref(&self) -> &ProgressBar {
        &self.0
    }
}

impl Drop for ProgressBarGuard {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
