//! The module of the front page's first figure, in Chinese.

fn main() {
    bpt_web::start_first(&bpt_words::Chinese);
}
