//! Any text as a link: it is read, estimated, and what is written from it is read again unchanged.
#![no_main]

use bpt_catalog::Catalog;
use bpt_permalink::PageState;

libfuzzer_sys::fuzz_target!(|query: &str| {
    let catalog = Catalog::embedded();
    bpt_fuzz::timed(|| {
        let (state, _) = PageState::read(query, catalog);
        let written = state.write(catalog);
        let (again, replaced) = PageState::read(&written, catalog);
        assert!(replaced.is_empty(), "{replaced:?} in {written}");
        assert_eq!(again.write(catalog), written);
        for row in [Some(state.row_a()), state.row_b(catalog)].into_iter().flatten() {
            if let Ok(scenario) = catalog.resolve(&row) {
                let speed = bpt_core::estimate(&scenario).decode.per_user.get();
                assert!(speed.is_finite() && speed >= 0.0, "{speed}");
            }
        }
    });
});
