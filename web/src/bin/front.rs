//! The module of the front page's first figure.

fn main() {
    bpt_web::start_first();
}
