//! A small static server for this machine alone, as plain as the cheapest host that the page has to work on.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

/// How many ports are tried after the wanted one.
const TRIES: u16 = 100;
/// Longest request that is read, bytes.
const LONGEST_REQUEST: u64 = 16 * 1024;
/// A connection that says nothing for so long is closed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server of the files of one folder.
pub(crate) struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    port: u16,
}

/// A folder and the path under which the world sees it.
struct Site {
    /// Absolute and free of links, so that no request can lead out of it.
    folder: PathBuf,
    /// Begins and ends with a slash.
    under: String,
}

/// An answer before it is written.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    File(PathBuf),
    MovedTo(String),
    NotFound,
    NotAllowed,
}

impl Server {
    /// Takes the wanted port, or the next free one; 0 means any.
    ///
    /// Fails if the folder is not there or no port is free.
    pub(crate) fn bind(folder: &Path, under: &str, port: u16) -> Result<Self> {
        let folder = folder.canonicalize().with_context(|| format!("{} is not there", folder.display()))?;
        let listener = bind_next(port)?;
        let port = listener.local_addr()?.port();
        let site = Arc::new(Site { folder, under: with_slashes(under) });
        Ok(Self { listener, site, port })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.site.under)
    }

    /// Answers requests for ever, each connection in its own thread.
    pub(crate) fn serve(&self) -> ! {
        loop {
            // One broken connection is its browser's loss alone.
            let Ok((stream, _)) = self.listener.accept() else { continue };
            let site = Arc::clone(&self.site);
            thread::spawn(move || site.talk(&stream));
        }
    }
}

fn bind_next(wanted: u16) -> Result<TcpListener> {
    let last = if wanted == 0 { 0 } else { wanted.saturating_add(TRIES) };
    for port in wanted..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            bound => return bound.with_context(|| format!("port {port} cannot be used")),
        }
    }
    bail!("no port from {wanted} to {last} is free: name another one with --port")
}

fn with_slashes(under: &str) -> String {
    let inner = under.trim_matches('/');
    if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") }
}

impl Site {
    /// Answers the one request of a connection.
    fn talk(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.take(LONGEST_REQUEST)).lines();
        let Some(request) = lines.next().transpose()? else { return Ok(()) };
        // The rest of the request changes nothing, but has to be read before the answer.
        for line in lines {
            if line?.is_empty() {
                break;
            }
        }
        let mut words = request.split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let answer = if matches!(method, "GET" | "HEAD") { self.answer(target) } else { Answer::NotAllowed };
        write(stream, &answer, method == "HEAD")
    }

    /// Finds what a request's target means.
    fn answer(&self, target: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if format!("{path}/") == self.under {
            return Answer::MovedTo(self.under.clone());
        }
        let inner = path.strip_prefix(&self.under).and_then(decoded);
        let Some(inner) = inner.filter(|inner| is_plain(inner)) else { return Answer::NotFound };
        let Ok(file) = self.folder.join(&inner).canonicalize() else { return Answer::NotFound };
        if !file.starts_with(&self.folder) {
            return Answer::NotFound;
        }
        if !file.is_dir() {
            return Answer::File(file);
        }
        if !path.ends_with('/') {
            return Answer::MovedTo(format!("{path}/"));
        }
        let index = file.join("index.html");
        if index.is_file() { Answer::File(index) } else { Answer::NotFound }
    }
}

/// A path from the folder down: no step up, no other drive, no hidden meaning on any system.
fn is_plain(path: &str) -> bool {
    let plain = |part: &str| part != ".." && !part.contains(['\\', ':', '\0']);
    !path.starts_with('/') && path.split('/').all(plain)
}

/// Resolves `%20` and its like; nothing if the result is not text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

fn write(mut stream: &TcpStream, answer: &Answer, head_only: bool) -> io::Result<()> {
    let (status, mut headers, body) = match answer {
        Answer::File(file) => match fs::read(file) {
            Ok(bytes) => ("200 OK", format!("Content-Type: {}\r\n", media_type(file)), bytes),
            Err(_) => ("404 Not Found", plain_text(), b"cannot be read\n".to_vec()),
        },
        Answer::MovedTo(place) => ("301 Moved Permanently", format!("Location: {place}\r\n"), Vec::new()),
        Answer::NotFound => ("404 Not Found", plain_text(), b"there is nothing here\n".to_vec()),
        Answer::NotAllowed => ("405 Method Not Allowed", "Allow: GET, HEAD\r\n".to_owned(), Vec::new()),
    };
    // The page is rebuilt often: a browser shall ask again every time.
    headers += "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n";
    write!(stream, "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len())?;
    if !head_only {
        stream.write_all(&body)?;
    }
    stream.flush()
}

fn plain_text() -> String {
    "Content-Type: text/plain; charset=utf-8\r\n".to_owned()
}

/// The media type of a file, by its last ending.
fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "gz" => "application/gzip",
        "xml" | "dax" => "application/xml",
        "txt" | "swf" | "csv" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server of a fresh folder under `/a/b/`, running.
    fn server(name: &str) -> String {
        let folder = std::env::temp_dir().join(format!("ganttlet-server-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("site/assets")).unwrap();
        fs::write(folder.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("site/index.html"), "<p>page").unwrap();
        fs::write(folder.join("site/assets/a b.wasm"), "wasm").unwrap();
        let server = Server::bind(&folder.join("site"), "a/b", 0).unwrap();
        let address = server.address();
        thread::spawn(move || server.serve());
        address
    }

    /// Sends one request as it stands and returns the whole answer.
    fn ask(address: &str, request: &str) -> String {
        let host = address.trim_start_matches("http://").split('/').next().unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn serves_files_with_their_types() {
        let address = server("types");
        let page = ask(&address, "GET /a/b/?x=1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
        assert!(page.ends_with("\r\n\r\n<p>page"), "{page}");
        let wasm = ask(&address, "HEAD /a/b/assets/a%20b.wasm");
        assert!(wasm.contains("Content-Type: application/wasm\r\n"), "{wasm}");
        assert!(wasm.contains("Content-Length: 4\r\n") && wasm.ends_with("\r\n\r\n"), "{wasm}");
        assert!(ask(&address, "GET /a/b").contains("Location: /a/b/\r\n"));
        assert!(ask(&address, "POST /a/b/").starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let address = server("outside");
        for target in [
            "/",
            "/index.html",
            "/a/b/../../secret.txt",
            "/a/b/../secret.txt",
            "/a/b/%2e%2e/secret.txt",
            "/a/b/..%2fsecret.txt",
            "/a/b/..%5csecret.txt",
            "/a/b//etc/passwd",
            "/a/b/%2Fetc/passwd",
            "/a/b/%00",
            "/a/b/%",
            "/a/b/%ff",
            "/a/b/assets/",
            "",
        ] {
            let answer = ask(&address, &format!("GET {target}"));
            assert!(answer.starts_with("HTTP/1.1 404"), "{target}: {answer}");
        }
    }

    #[test]
    fn a_taken_port_gives_way_to_the_next() {
        let first = bind_next(0).unwrap();
        let taken = first.local_addr().unwrap().port();
        let second = bind_next(taken).unwrap();
        assert!(second.local_addr().unwrap().port() > taken);
    }
}
