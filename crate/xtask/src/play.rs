//! `cargo play`: build everything, serve it, say where.

use std::io::{self, Read as _};
use std::thread;

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::bundle;
use crate::process;
use crate::repository::Repository;
use crate::server::Server;
use crate::wasm;

/// The port that is tried first when none is given.
const PORT: u16 = 4780;

/// What `cargo play` may be told.
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
    if options.sources {
        return bundle::serve_sources(repository, options.port);
    }
    bundle::build(repository)?;
    let server = Server::bind(&repository.dist(), "/", options.port.unwrap_or(PORT))?;
    println!("\nGanttlet is at {}  (Ctrl-C stops it)", server.address());
    if options.open {
        open(&server.address());
    }
    server.serve()
}

/// `cargo xtask serve`: serves the page as it was built last.
pub(crate) fn serve(repository: &Repository, mut arguments: Arguments) -> Result<()> {
    let port = arguments.value("--port")?.unwrap_or(PORT);
    let under = arguments.value::<String>("--under")?.unwrap_or_else(|| "/".to_owned());
    let while_stdin = arguments.switch("--while-stdin");
    arguments.finish()?;
    if !repository.dist().join("index.html").is_file() {
        bail!("the page is not built yet: run `cargo xtask build`");
    }
    let server = Server::bind(&repository.dist(), &under, port)?;
    println!("{}", server.address());
    if while_stdin {
        // Whoever started the server holds its input open: when that program ends, in whatever way, so does the server.
        thread::spawn(|| {
            let ended = io::stdin().read_to_end(&mut Vec::new());
            std::process::exit(i32::from(ended.is_err()));
        });
    }
    server.serve()
}

/// Opens an address in the person's browser. It is printed too, so failing here is no failure.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        process::bare("open")
    } else if cfg!(windows) {
        process::bare("explorer")
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        process::bare("xdg-open")
    } else {
        return;
    };
    command.arg(address);
    thread::spawn(move || process::output(&mut command));
}
