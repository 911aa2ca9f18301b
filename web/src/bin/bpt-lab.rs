//! The module of the lab and of what belongs to it, in all languages.

fn main() {
    bpt_web::start(&bpt_web::LAB, bpt_words::language);
}
