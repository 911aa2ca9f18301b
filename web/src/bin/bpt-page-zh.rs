//! The module of the front page and of embeds, in Chinese.

fn main() {
    bpt_web::start(&bpt_web::PAGE, |_| &bpt_words::Chinese);
}
