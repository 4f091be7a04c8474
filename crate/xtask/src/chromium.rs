//! A Chromium for the tests in a browser: the one that is named, one that is installed, or a fresh one.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// The environment variable that names the browser to use.
pub(crate) const VARIABLE: &str = "CHROME";

/// Names under which Chromium and its relatives are found on the search path.
const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

/// Where installers put them without changing the search path.
const PLACES: [&str; 5] = [
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// The same on Windows, below the folders for programs.
const WINDOWS_PLACES: [&str; 3] = [
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
];

/// Finds a Chromium, or installs one where that is possible without asking anyone.
///
/// Fails with what to install.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).map(PathBuf::from) {
        if !named.is_file() {
            bail!("the environment variable {VARIABLE} names {}, and there is no such file", named.display());
        }
        return Ok(named);
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    if process::on_path("apt-get").is_some() && is_root() {
        install()?;
    }
    find().context(
        "the tests in a browser need Chromium: install it (on Debian and Ubuntu `sudo apt-get install chromium`, else \
         from https://www.google.com/chrome), or name one in the environment variable CHROME",
    )
}

fn find() -> Option<PathBuf> {
    let installed = PLACES.iter().map(PathBuf::from).chain(windows_places()).find(|file| file.is_file());
    NAMES.iter().find_map(|name| process::on_path(name)).or(installed)
}

fn windows_places() -> impl Iterator<Item = PathBuf> {
    let folders = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].into_iter().filter_map(env::var_os);
    folders.flat_map(|folder| WINDOWS_PLACES.map(|place| PathBuf::from(&folder).join(place)))
}

fn is_root() -> bool {
    process::output(process::bare("id").arg("-u")).is_some_and(|user| user == "0")
}

fn install() -> Result<()> {
    process::run(process::bare("apt-get").args(["update", "--quiet"]))?;
    let mut command = process::bare("apt-get");
    command.args(["install", "--yes", "--quiet", "--no-install-recommends", "chromium"]);
    process::run(command.env("DEBIAN_FRONTEND", "noninteractive"))
}
