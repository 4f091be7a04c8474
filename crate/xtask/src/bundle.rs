//! The page: Vite makes `dist/` out of `www/` and `static/`.

use anyhow::Result;

use crate::node;
use crate::process;
use crate::repository::Repository;
use crate::size;
use crate::wasm;

/// Bundles the page into `dist/` and checks its sizes. The wasm package has to be there.
pub(crate) fn build(repository: &Repository) -> Result<()> {
    node::install(repository)?;
    process::run(&mut node::package_program(
        repository,
        "vite/bin/vite.js",
        &["build", "--logLevel", "warn"],
    ))?;
    let late = wasm::late_files(repository)?;
    size::check_pages(&repository.dist(), &|name| late.iter().any(|file| name.starts_with(file)))
}

/// Serves the sources with Vite's own server, which reloads the page when they change, until it is stopped.
pub(crate) fn serve_sources(repository: &Repository, port: Option<u16>) -> Result<()> {
    node::install(repository)?;
    let port = port.map(|port| port.to_string());
    let words: Vec<_> = port.iter().flat_map(|port| ["--port", port.as_str()]).collect();
    process::run(&mut node::package_program(repository, "vite/bin/vite.js", &words))
}
