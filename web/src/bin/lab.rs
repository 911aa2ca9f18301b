//! The module of the lab and of what belongs to it.

fn main() {
    bpt_web::start(&bpt_web::LAB);
}
