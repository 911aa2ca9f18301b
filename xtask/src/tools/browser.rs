//! Chromium for the end-to-end tests.

use std::path::PathBuf;
use std::process::Command;

use super::say;
use crate::exec;

const CHROMIUM: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// The browser: `$CHROMIUM`, else one on PATH, else Debian's package.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    // DejaVu has the signs that the page's own fonts lack.
    find_or_install("CHROMIUM", &CHROMIUM, &["chromium", "fonts-dejavu-core"])
}

fn find_or_install(variable: &str, names: &[&str], packages: &[&str]) -> Result<PathBuf, String> {
    if let Some(path) = find(variable, names) {
        return Ok(path);
    }
    apt_install(packages)?;
    find(variable, names).ok_or_else(|| format!("{} is still missing; set {variable}", names[0]))
}

fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|p| p.is_file())
        .or_else(|| names.iter().find_map(|name| exec::which(name)))
        .or_else(|| Some(PathBuf::from(MAC)).filter(|p| variable == "CHROMIUM" && p.is_file()))
}

fn apt_install(packages: &[&str]) -> Result<(), String> {
    let list = packages.join(" ");
    if exec::which("apt-get").is_none() {
        return Err(format!("install {list} (no apt-get here), or set CHROMIUM"));
    }
    say(&format!("installing {list} by apt-get"));
    exec::run(apt()?.arg("update").arg("-q"))?;
    exec::run(
        apt()?
            .args(["install", "-q", "-y", "--no-install-recommends"])
            .args(packages),
    )
}

/// `apt-get`, as root or by a sudo that asks nothing.
fn apt() -> Result<Command, String> {
    let root = exec::output(exec::command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if root {
        exec::command("apt-get")
    } else if exec::output(exec::command("sudo").args(["-n", "true"])).is_ok() {
        let mut sudo = exec::command("sudo");
        sudo.args(["-n", "apt-get"]);
        sudo
    } else {
        return Err("apt-get needs root; install chromium by hand".to_owned());
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}
