//! `cargo xtask release`: what is published, into target/publish/.
//!
//! ```text
//! site/                             dist/ with a .gz and a .br beside each file they make smaller
//! bytes-per-token-site-X.Y.Z.tar.gz the same, in one file
//! bytes-per-token-X.Y.Z.cdx.json    what the page and the command line are made of (CycloneDX)
//! NAME-X.Y.Z.crate                  packages for crates.io
//! SHA256SUMS                        of all of these; `sha256sum -c SHA256SUMS` checks them
//! ```
//!
//! The same commit gives the same bytes: files are sorted, every time is that of the commit, and
//! the page is compiled without the paths of the machine.

mod archive;
pub(crate) mod bill;
pub(crate) mod packages;
mod siblings;

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::build::{self, Profile};
use crate::{exec, paths};

/// Reads the arguments of `release`.
pub(crate) fn command(args: &[&str]) -> Result<(), String> {
    match args {
        [] => {
            build::build(Profile::Published)?;
            no_paths()?;
        }
        ["--no-build"] => {}
        _ => return Err("usage: cargo xtask release [--no-build]".to_owned()),
    }
    let out = paths::publish();
    clear(&out)?;
    let site = site(&out)?;
    let version = version()?;
    let bill_file = out.join(format!("bytes-per-token-{version}.cdx.json"));
    write(&bill_file, bill::text()?.as_bytes())?;
    for package in packages::make()? {
        let name = package.file_name().unwrap_or_default().to_owned();
        std::fs::copy(&package, out.join(name)).map_err(|e| at(&package, e))?;
    }
    let sums = sums(&out)?;
    write(&out.join("SHA256SUMS"), sums.as_bytes())?;
    print!("{sums}");
    println!("xtask: {} and the rest of the release", site.display());
    Ok(())
}

/// The page names no folder of the machine that built it.
fn no_paths() -> Result<(), String> {
    let folders = [build::cargo_home()?, paths::root()];
    for file in paths::files_below(&paths::dist())? {
        let path = paths::dist().join(&file);
        let bytes = std::fs::read(&path).map_err(|e| at(&path, e))?;
        for folder in &folders {
            let name = folder.as_os_str().as_encoded_bytes();
            if bytes.windows(name.len()).any(|part| part == name) {
                return Err(format!("{file} names {}", folder.display()));
            }
        }
    }
    Ok(())
}

/// Stages dist/ below `out` and archives it; gives the archive's path.
pub(crate) fn site(out: &Path) -> Result<PathBuf, String> {
    let dist = paths::dist();
    if !dist.join("index.html").is_file() {
        return Err("dist/ has no page: run `cargo xtask build`".to_owned());
    }
    let version = version()?;
    let staged = out.join("site");
    for file in paths::files_below(&dist)? {
        let to = staged.join(&file);
        let folder = to.parent().unwrap_or(&staged);
        std::fs::create_dir_all(folder).map_err(|e| at(folder, e))?;
        std::fs::copy(dist.join(&file), &to).map_err(|e| at(&to, e))?;
    }
    siblings::make(&staged)?;
    let archive = out.join(format!("bytes-per-token-site-{version}.tar.gz"));
    write(&archive, &pack(&staged)?)?;
    Ok(archive)
}

/// The archive of a staged site.
pub(crate) fn pack(staged: &Path) -> Result<Vec<u8>, String> {
    let inside = format!("bytes-per-token-{}", version()?);
    archive::tar_gz(staged, &inside, commit_time()?)
}

/// Lines as `sha256sum` writes and checks them, of every file below `folder`.
pub(crate) fn sums(folder: &Path) -> Result<String, String> {
    let mut lines = String::new();
    for file in paths::files_below(folder)? {
        let path = folder.join(&file);
        let bytes = std::fs::read(&path).map_err(|e| at(&path, e))?;
        lines.push_str(&format!("{}  {file}\n", sha256(&bytes)));
    }
    Ok(lines)
}

/// Hexadecimal SHA-256.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The workspace's version, which has to have a section in the changelog.
fn version() -> Result<String, String> {
    let version = env!("CARGO_PKG_VERSION");
    let path = paths::root().join("CHANGELOG.md");
    let log = std::fs::read_to_string(&path).map_err(|e| at(&path, e))?;
    if log.lines().any(|l| l.starts_with(&format!("## {version}"))) {
        Ok(version.to_owned())
    } else {
        Err(format!("CHANGELOG.md has no section `## {version}`"))
    }
}

/// Seconds since 1970 that stand for "now": `SOURCE_DATE_EPOCH`, else the time of the commit.
fn commit_time() -> Result<u64, String> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => exec::output(exec::command("git").args(["log", "-1", "--format=%ct"]))?,
    };
    text.trim()
        .parse()
        .map_err(|_| format!("`{}` is no time", text.trim()))
}

/// An empty folder.
pub(crate) fn clear(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|e| at(folder, e))?;
    }
    std::fs::create_dir_all(folder).map_err(|e| at(folder, e))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| at(path, e))
}

fn at(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, appendix B.1.
    #[test]
    fn checksums_are_sha256() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
