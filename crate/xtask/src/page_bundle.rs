//! Bundles the page: Vite builds `dist/` from `www/` and `static/`.

use anyhow::Result;

use crate::node;
use crate::process;
use crate::repository::Repository;
use crate::size;
use crate::wasm;

/// Bundles the page into `dist/` and checks its sizes. The wasm package must exist.
pub(crate) fn build_page(repository: &Repository) -> Result<()> {
    node::install_packages(repository)?;
    process::run_shown(&mut node::package_program(
        repository,
        "vite/bin/vite.js",
        &["build", "--logLevel", "warn"],
    ))?;
    let deferred = wasm::deferred_files(repository)?;
    size::check_pages(&repository.path("dist"), &|name| deferred.iter().any(|file| name.starts_with(file)))
}

/// Serves the page with Vite until it is stopped: the bundle, or the sources with reloading after changes.
pub(crate) fn serve_page(repository: &Repository, sources: bool, words: &[String]) -> Result<()> {
    node::install_packages(repository)?;
    let mut vite =
        node::package_program(repository, "vite/bin/vite.js", if sources { &[] } else { &["preview"] });
    process::run_shown(vite.args(words))
}
