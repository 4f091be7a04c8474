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
    let deferred = wasm::deferred_files(repository)?;
    size::check_pages(&repository.at("dist"), &|name| deferred.iter().any(|file| name.starts_with(file)))
}

/// Serves the page with Vite until it is stopped: as built, or its sources, reloaded when they change.
pub(crate) fn serve(repository: &Repository, sources: bool, words: &[String]) -> Result<()> {
    node::install(repository)?;
    let mut vite =
        node::package_program(repository, "vite/bin/vite.js", if sources { &[] } else { &["preview"] });
    process::run(vite.args(words))
}
