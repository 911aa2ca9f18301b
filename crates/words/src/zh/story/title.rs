//! Title and lead.

use super::super::N;
use super::super::say::{Say, Tell, joined, times, unit};
use crate::span::Span;
use crate::story::{Actor, Piece, Scene};

/// Two values apart by less than this ratio are called equal.
const ALIKE: f64 = 1.1;

const WORDS: [&str; 11] = [
    "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
];

/// A gain that is none.
pub(super) fn little(gain: f64) -> bool {
    gain.is_nan() || gain < 1.05
}

fn word(whole: f64) -> String {
    let at = whole as usize;
    match at.checked_sub(2).and_then(|at| WORDS.get(at)) {
        Some(word) => format!("{word}倍"),
        None => joined(&[&N.whole(whole), "倍"]),
    }
}

/// A ratio in words: "七倍", "将近七倍", "六倍多"; digits below two.
fn about(ratio: f64) -> String {
    if ratio < 1.9 {
        return times(ratio);
    }
    let (near, below) = (ratio.round(), ratio.floor());
    if (ratio - near).abs() <= 0.05 || near > 12.0 {
        word(near)
    } else if near > ratio && near - ratio <= 0.2 {
        format!("将近{}", word(near))
    } else {
        format!("{}多", word(below))
    }
}

fn ratio(high: f64, low: f64) -> f64 {
    if low > 0.0 { high / low } else { f64::INFINITY }
}

fn first(text: &'static str) -> Vec<Span> {
    Say::new().w(text).done()
}

/// Whether two models take about the same room.
fn same_size(a: &Actor, b: &Actor) -> bool {
    ratio(a.stored.max(b.stored), a.stored.min(b.stored)) < ALIKE
}

pub(super) fn title(scene: &Scene) -> [Vec<Span>; 2] {
    match scene.sides[..] {
        [] => [first("一个模型生成得有多快？"), first("选一个。")],
        [ref one] if one.fits => [
            Say::new()
                .w("这个模型每秒生成")
                .speed(one.slot, one.speed)
                .w("个 token。")
                .done(),
            first("为什么不是更多？"),
        ],
        [_] => [first("这个模型放不下。"), first("怎样才能腾出空间？")],
        [_, _, ..] if scene.same => [
            first("同一个模型，放了两次。"),
            first("改动其中一个，看看有什么变化。"),
        ],
        [ref a, ref b, ..] => two(a, b),
    }
}

fn two(a: &Actor, b: &Actor) -> [Vec<Span>; 2] {
    let same = same_size(a, b);
    let opening = first(if same {
        "两个一样大的模型。"
    } else {
        "两个大小不同的模型。"
    });
    let (fast, slow) = if b.speed >= a.speed { (b, a) } else { (a, b) };
    let faster = ratio(fast.speed, slow.speed);
    let finding = match (a.fits, b.fits) {
        (false, false) => first("这台机器两个都放不下。"),
        (true, false) | (false, true) => first(if same {
            "这台机器只放得下一个。"
        } else if a.fits == (a.stored > b.stored) {
            "只有较大的放得下。"
        } else {
            "只有较小的放得下。"
        }),
        (true, true) if faster < ALIKE => first("它们差不多一样快。"),
        (true, true) => {
            let (one, other) = if same {
                ("一个的速度是", "另一个的")
            } else if fast.stored > slow.stored {
                ("较大的那个，速度是", "较小那个的")
            } else {
                ("较小的那个，速度是", "较大那个的")
            };
            Say::new()
                .w(one)
                .w(other)
                .n(faster, about(faster))
                .w("。")
                .done()
        }
    };
    [opening, finding]
}

pub(super) fn lead(scene: &Scene) -> Vec<Piece> {
    match scene.sides[..] {
        [] => Vec::new(),
        [ref one] => alone(one, scene).done(),
        [ref a, ref b, ..] => {
            let say = stored(a, b);
            let say = match (a.fits, b.fits) {
                (true, true) => both(say, a, b, scene),
                (false, false) => say.w("两个在这里都放不下，所以没有速度可显示。"),
                (true, false) => one_fits(say, a, b),
                (false, true) => one_fits(say, b, a),
            };
            reason(say, a, b).done()
        }
    }
}

fn alone(one: &Actor, scene: &Scene) -> Tell {
    let say = Tell::new().name(one).w("占").gb(one.stored).w("，");
    let say = match &scene.device {
        Some(device) => say.w("在").own(device.clone()).w("上"),
        None => say,
    };
    let say = if one.fits {
        say.w("速度为").speed(one).w(" tok/s。")
    } else {
        say.w("放不下：还差")
            .n(one.over, unit(&N.spare(one.over), "GiB"))
            .w("。")
    };
    say.w("速度取决于每个 token 要读多少字节：这里是")
        .gb(one.read)
        .w("。")
}

fn stored(a: &Actor, b: &Actor) -> Tell {
    if same_size(a, b) {
        let mean = f64::midpoint(a.stored, b.stored);
        return Tell::new()
            .name(a)
            .w("和")
            .name(b)
            .w("各占约")
            .n(mean, unit(&N.significant(mean / 1e9, 2), "GB"))
            .w("。");
    }
    Tell::new()
        .name(a)
        .w("占")
        .gb(a.stored)
        .w("，")
        .name(b)
        .w("占")
        .gb(b.stored)
        .w("。")
}

fn both(say: Tell, a: &Actor, b: &Actor, scene: &Scene) -> Tell {
    let say = match &scene.device {
        Some(device) => say.w("在同一台机器").own(device.clone()).w("上，"),
        None => say.w("各用自己的机器，"),
    };
    let several = scene.users > 1.0;
    let say = say.w(if several {
        "前者每秒为每个用户生成"
    } else {
        "前者每秒生成"
    });
    say.speed(a).w("个 token，后者生成").speed(b).w("个。")
}

fn one_fits(say: Tell, fits: &Actor, not: &Actor) -> Tell {
    say.name(not)
        .w("放不下；")
        .name(fits)
        .w("的速度为")
        .speed(fits)
        .w(" tok/s。")
}

fn reason(say: Tell, a: &Actor, b: &Actor) -> Tell {
    let (light, heavy) = if b.read <= a.read { (b, a) } else { (a, b) };
    let fewer = ratio(heavy.read, light.read);
    let explains = fewer >= ALIKE && light.speed >= heavy.speed * ALIKE;
    if explains && a.fits && b.fits {
        return say.w("配置没有错。差别在于每个 token 要读多少字节。");
    }
    if fewer < ALIKE {
        return say.w("每个 token 要读的字节，两者差不多。");
    }
    say.w("每个 token 要读的字节，")
        .name(heavy)
        .w("是")
        .name(light)
        .w("的")
        .n(fewer, times(fewer))
        .w("。")
}
