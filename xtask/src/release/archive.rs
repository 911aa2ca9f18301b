//! A tar archive that is the same on every machine: sorted, one time, no owners.

use std::path::Path;

use crate::{paths, serve};

const BLOCK: usize = 512;

/// All files below `folder`, under the name `inside`, at one time, as a `.tar.gz`.
pub(super) fn tar_gz(folder: &Path, inside: &str, time: u64) -> Result<Vec<u8>, String> {
    let mut files = Vec::new();
    for file in paths::files_below(folder)? {
        let path = folder.join(&file);
        let bytes = std::fs::read(&path).map_err(|e| super::at(&path, e))?;
        files.push((format!("{inside}/{file}"), bytes));
    }
    serve::gzip(&tar(&files, time)?).ok_or_else(|| "gzip failed".to_owned())
}

fn tar(files: &[(String, Vec<u8>)], time: u64) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    for (name, bytes) in files {
        out.extend(header(name, bytes.len(), time)?);
        out.extend(bytes);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks end an archive.
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

/// A ustar header (POSIX.1-1988) of a file that everybody may read.
fn header(name: &str, length: usize, time: u64) -> Result<[u8; BLOCK], String> {
    if name.len() > 100 {
        return Err(format!(
            "{name}: a name in the archive has 100 bytes at most"
        ));
    }
    let mut block = [0; BLOCK];
    let mut put = |at: usize, text: &str| {
        block[at..at + text.len()].copy_from_slice(text.as_bytes());
    };
    put(0, name);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{length:011o}\0"));
    put(136, &format!("{time:011o}\0"));
    // The sum is taken with spaces in its own place.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn tar_reads_it() {
        let files = [
            ("a/one.txt".to_owned(), b"1\n".to_vec()),
            ("a/two.bin".to_owned(), vec![7; 1000]),
        ];
        let bytes = tar(&files, 1_000_000_000).expect("an archive");
        assert_eq!(bytes.len(), 512 + 512 + 512 + 1024 + 1024);
        // Another program's opinion, where there is one.
        let Ok(mut child) = Command::new("tar")
            .args(["-tvf", "-"])
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
        else {
            return;
        };
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(&bytes).expect("tar reads");
        drop(input);
        let out = child.wait_with_output().expect("tar ends");
        let list = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success(), "{list}");
        assert!(
            list.contains("a/one.txt") && list.contains("1000"),
            "{list}"
        );
    }

    #[test]
    fn a_name_that_would_be_cut_is_an_error() {
        assert!(header(&"x".repeat(101), 1, 0).is_err());
    }
}
