//! Enough of HTTP/1.1 to serve files to browsers on this machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::files::{Site, content_type};

const LONGEST_HEAD: u64 = 64 * 1024;
const IDLE: Duration = Duration::from_secs(15);

/// Answers connections, one thread each, until the listener fails.
pub(super) fn accept(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(site);
        // A broken connection is the browser's choice and nobody's error.
        std::thread::spawn(move || drop(answer_all(&stream, &site)));
    }
}

/// The parts of a request that matter here.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    method: String,
    path: String,
    gzip: bool,
    close: bool,
}

fn answer_all(stream: &TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        let mut limited = (&mut reader).take(LONGEST_HEAD);
        while !head.ends_with("\r\n\r\n") {
            if limited.read_line(&mut head)? == 0 {
                return Ok(());
            }
        }
        let request = parse(&head);
        respond(stream, site, &request)?;
        if request.close {
            return Ok(());
        }
    }
}

fn parse(head: &str) -> Request {
    let mut lines = head.lines();
    let mut first = lines.next().unwrap_or_default().split_whitespace();
    let method = first.next().unwrap_or_default().to_owned();
    let target = first.next().unwrap_or_default();
    let path = target
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .to_owned();
    let mut request = Request {
        method,
        path,
        ..Request::default()
    };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.to_ascii_lowercase();
        match name.to_ascii_lowercase().as_str() {
            "accept-encoding" => request.gzip = value.contains("gzip"),
            "connection" => request.close = value.contains("close"),
            _ => {}
        }
    }
    request
}

fn respond(mut stream: &TcpStream, site: &Site, request: &Request) -> std::io::Result<()> {
    if request.method != "GET" && request.method != "HEAD" {
        return stream.write_all(
            b"HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\n\r\n",
        );
    }
    let file = site
        .find(&request.path)
        .and_then(|path| Some((std::fs::read(&path).ok()?, path)));
    let (status, kind, body, encoding) = match &file {
        Some((bytes, path)) => {
            let (kind, squeezable) = content_type(path);
            match site
                .compressed(path, bytes)
                .filter(|_| squeezable && request.gzip)
            {
                Some(small) => ("200 OK", kind, small, "Content-Encoding: gzip\r\n"),
                None => ("200 OK", kind, Arc::new(bytes.clone()), ""),
            }
        }
        None => (
            "404 Not Found",
            "text/plain; charset=utf-8",
            Arc::new(b"not found\n".to_vec()),
            "",
        ),
    };
    // Any origin: a page in an `<iframe sandbox="allow-scripts">` has the origin `null`, and its
    // module scripts and WebAssembly are cross-origin requests to this server.
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{encoding}\
         Vary: Accept-Encoding\r\nAccess-Control-Allow-Origin: *\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if request.method == "GET" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_matters_of_a_request() {
        let head = "GET /a/b.wasm?x=1 HTTP/1.1\r\nHost: h\r\nAccept-Encoding: br, GZIP\r\nConnection: close\r\n\r\n";
        let expected = Request {
            method: "GET".into(),
            path: "/a/b.wasm".into(),
            gzip: true,
            close: true,
        };
        assert_eq!(parse(head), expected);
        assert_eq!(parse("\r\n\r\n"), Request::default());
    }

    #[test]
    fn answers_a_real_connection() {
        let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let address =
            crate::serve::in_background(vec![("/".to_owned(), folder)]).expect("a free port");
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).expect("the server listens");
        stream
            .write_all(b"GET /Cargo.toml HTTP/1.1\r\nConnection: close\r\n\r\n")
            .expect("a request is taken");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("an answer in UTF-8");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains("Access-Control-Allow-Origin: *\r\n"),
            "{answer}"
        );
        assert!(answer.contains("name = \"xtask\""), "{answer}");
    }
}
