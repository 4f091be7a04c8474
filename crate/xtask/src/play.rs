//! `cargo play`: builds the page and serves it.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::bundle;
use crate::repository::Repository;
use crate::wasm;

/// The options of `cargo play`.
pub(crate) struct Options {
    port: Option<u16>,
    open: bool,
    sources: bool,
}

impl Options {
    /// Reads the words after `play`.
    pub(crate) fn parse(mut arguments: Arguments) -> Result<Self> {
        let port = arguments.value("--port")?;
        let open = !arguments.switch("--no-open");
        let sources = arguments.switch("--dev");
        arguments.finish()?;
        Ok(Self { port, open, sources })
    }
}

/// Builds the page and serves it until it is stopped.
pub(crate) fn play(repository: &Repository, options: &Options) -> Result<()> {
    wasm::build(repository, None)?;
    if !options.sources {
        bundle::build(repository)?;
    }
    let mut words: Vec<_> = options.port.iter().map(|port| format!("--port={port}")).collect();
    if options.open && !options.sources && has_screen() {
        words.push("--open".to_owned());
    }
    bundle::serve(repository, options.sources, &words)
}

/// Whether a browser can be opened here.
fn has_screen() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}
