//! Finds or installs a Chromium for the browser tests.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// The environment variable that names the browser to use.
pub(crate) const VARIABLE: &str = "CHROME";

/// Names of Chromium and related browsers on the search path.
const PROGRAM_NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

/// Installation paths outside the search path.
const INSTALL_PATHS: [&str; 5] = [
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// Installation paths on Windows, below the folders for programs.
const WINDOWS_INSTALL_PATHS: [&str; 3] = [
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
];

/// Finds a Chromium, or installs one if that needs no interaction.
///
/// The error names the program to install.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).map(PathBuf::from) {
        if !named.is_file() {
            bail!("the environment variable {VARIABLE} names {}, and there is no such file", named.display());
        }
        return Ok(named);
    }
    if let Some(found) = find_installed() {
        return Ok(found);
    }
    if process::find_on_path("apt-get").is_some() && is_root() {
        install_chromium()?;
    }
    find_installed().context(
        "the tests in a browser need Chromium: install it (on Debian and Ubuntu `sudo apt-get install chromium`, else \
         from https://www.google.com/chrome), or name one in the environment variable CHROME",
    )
}

fn find_installed() -> Option<PathBuf> {
    let installed =
        INSTALL_PATHS.iter().map(PathBuf::from).chain(windows_install_paths()).find(|file| file.is_file());
    PROGRAM_NAMES.iter().find_map(|name| process::find_on_path(name)).or(installed)
}

fn windows_install_paths() -> impl Iterator<Item = PathBuf> {
    let folders = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].into_iter().filter_map(env::var_os);
    folders.flat_map(|folder| WINDOWS_INSTALL_PATHS.map(|place| PathBuf::from(&folder).join(place)))
}

fn is_root() -> bool {
    process::command_output(process::plain_command("id").arg("-u")).is_some_and(|user| user == "0")
}

fn install_chromium() -> Result<()> {
    process::run_shown(process::plain_command("apt-get").args(["update", "--quiet"]))?;
    let mut command = process::plain_command("apt-get");
    command.args(["install", "--yes", "--quiet", "--no-install-recommends", "chromium"]);
    process::run_shown(command.env("DEBIAN_FRONTEND", "noninteractive"))
}
