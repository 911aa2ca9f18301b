//! The module of the front page's first figure, in English.

fn main() {
    bpt_web::start_first(&bpt_words::English);
}
