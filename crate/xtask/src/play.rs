//! `cargo play`: builds the page and serves it.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::page_bundle;
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
        let port = arguments.take_value("--port")?;
        let open = !arguments.take_switch("--no-open");
        let sources = arguments.take_switch("--dev");
        arguments.expect_empty()?;
        Ok(Self { port, open, sources })
    }
}

/// Builds the page and serves it until it is stopped.
pub(crate) fn play(repository: &Repository, options: &Options) -> Result<()> {
    wasm::build_packages(repository, None)?;
    if !options.sources {
        page_bundle::build_page(repository)?;
    }
    let mut words: Vec<_> = options.port.iter().map(|port| format!("--port={port}")).collect();
    if options.open && !options.sources && can_open_browser() {
        words.push("--open".to_owned());
    }
    page_bundle::serve_page(repository, options.sources, &words)
}

/// True if a browser can be opened on this machine.
fn can_open_browser() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}
