//! The module of the front page and of embeds.

fn main() {
    bpt_web::start(&bpt_web::PAGE);
}
