//! A GGUF header in slices of a size that the first byte gives: the same as in one piece.
#![no_main]

use bpt_ingest::gguf::{Parser, Progress, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&size, bytes)) = bytes.split_first() else {
        return;
    };
    let size = usize::from(size) + 1;
    let mut parser = Parser::new();
    let sliced = loop {
        let from = usize::try_from(parser.wanted()).unwrap_or(usize::MAX);
        let slice = bytes.get(from..).unwrap_or_default();
        let slice = &slice[..slice.len().min(size)];
        match parser.push(slice) {
            Ok(Progress::Done) => break parser.finish().ok(),
            Ok(Progress::NeedMore(_)) if slice.is_empty() => break None,
            Ok(Progress::NeedMore(_)) => {}
            Err(_) => break None,
        }
    };
    assert_eq!(sliced, read(bytes).ok());
});
