//! Prints the slim catalog: `cargo xtask build` puts it beside the page.

fn main() {
    print!("{}", bpt_catalog::Catalog::whole_json());
}
