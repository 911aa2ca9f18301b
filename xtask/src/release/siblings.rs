//! `.gz` and `.br` beside each file that they make smaller, for servers that send those as they are.

use std::path::Path;

use crate::{exec, paths, serve};

/// Node's own Brotli at its best, so that no crate for it is compiled here. Each result is read
/// back; one that is not smaller is not kept.
const BROTLI: &str = "
const fs = require('fs'), zlib = require('zlib');
for (const file of process.argv.slice(1)) {
  const bytes = fs.readFileSync(file);
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const small = zlib.brotliCompressSync(bytes, { params });
  if (!zlib.brotliDecompressSync(small).equals(bytes)) throw new Error(file + ' is not read back');
  if (small.length < bytes.length) fs.writeFileSync(file + '.br', small);
}";

pub(super) fn make(folder: &Path) -> Result<(), String> {
    let files: Vec<_> = paths::files_below(folder)?
        .into_iter()
        .map(|file| folder.join(file))
        .filter(|path| serve::compressible(path))
        .collect();
    for path in &files {
        let bytes = std::fs::read(path).map_err(|e| super::at(path, e))?;
        let small = serve::gzip(&bytes).ok_or("gzip failed")?;
        if small.len() < bytes.len() {
            let mut name = path.clone().into_os_string();
            name.push(".gz");
            super::write(Path::new(&name), &small)?;
        }
    }
    exec::run(
        exec::command("node")
            .args(["-e", BROTLI])
            .args(&files)
            .stdout(std::process::Stdio::null()),
    )
}
