//! `cargo xtask serve`: dist/ over HTTP, with the headers a static host should send.

mod files;
mod http;

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use files::Site;
pub(crate) use files::{compressible, gzip};

use crate::build::{self, Profile};
use crate::paths;

const USAGE: &str = "usage: cargo xtask serve [--port N] [--no-build] [--dev]";
const FIRST_PORT: u16 = 8080;
const PORTS_TRIED: u16 = 20;

/// Reads the arguments of `serve`, builds, and serves until the process ends.
pub(crate) fn command(args: &[&str]) -> Result<(), String> {
    let (mut port, mut profile) = (None, Some(Profile::Release));
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        match arg {
            "--port" => {
                port = Some(
                    args.next()
                        .and_then(|n| n.parse().ok())
                        .ok_or_else(|| USAGE.to_owned())?,
                );
            }
            "--no-build" => profile = None,
            "--dev" => profile = Some(Profile::Dev),
            _ => return Err(USAGE.to_owned()),
        }
    }
    if let Some(profile) = profile {
        build::build(profile)?;
    }
    if !paths::dist().join("index.html").is_file() {
        return Err("dist/ has no page yet: run `cargo xtask build`".to_owned());
    }
    let listener = listen(port)?;
    println!("{}", address(&listener)?);
    http::accept(
        &listener,
        &Arc::new(Site::new(vec![("/".to_owned(), paths::dist())])),
    );
    Ok(())
}

/// The port asked for, else the first free one.
fn listen(port: Option<u16>) -> Result<TcpListener, String> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = port {
        return bind(port).map_err(|e| format!("port {port}: {e}"));
    }
    (FIRST_PORT..FIRST_PORT + PORTS_TRIED)
        .find_map(|port| bind(port).ok())
        .ok_or_else(|| format!("no free port from {FIRST_PORT} on: give one with --port"))
}

/// Serves folders by URL prefix on a free port, in a thread; the address ends with a slash.
pub(crate) fn in_background(mounts: Vec<(String, PathBuf)>) -> Result<String, String> {
    let listener = listen(Some(0))?;
    let address = address(&listener)?;
    let site = Arc::new(Site::new(mounts));
    std::thread::spawn(move || http::accept(&listener, &site));
    Ok(address)
}

fn address(listener: &TcpListener) -> Result<String, String> {
    Ok(format!(
        "http://{}/",
        listener.local_addr().map_err(|e| e.to_string())?
    ))
}
