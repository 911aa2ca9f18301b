//! The table of keys in `docs/PERMALINK.md` is the one that links are read and written by.

use bpt_catalog::Catalog;
use bpt_core::limits;
use bpt_permalink::{PageState, keys};

const DOCUMENT: &str = include_str!("../../../docs/PERMALINK.md");

/// A line of the table.
struct Line {
    key: &'static str,
    row: &'static str,
    example: &'static str,
    allowed: &'static str,
}

fn table() -> Vec<Line> {
    let plain = |cell: &'static str| cell.trim().trim_matches('`');
    let line = |text: &'static str| {
        let cells: Vec<&str> = text.split('|').map(plain).collect();
        match cells.as_slice() {
            ["", key, row, example, allowed, _, ""] => Line {
                key,
                row,
                example,
                allowed,
            },
            _ => panic!("not six cells: {text}"),
        }
    };
    DOCUMENT
        .lines()
        .skip_while(|text| !text.starts_with("| key |"))
        .skip(2)
        .map(line)
        .collect()
}

#[test]
fn keys_stand_in_the_order_of_a_link() {
    let names = |keys: &'static [keys::Key]| keys.iter().map(|key| key.name);
    let expected: Vec<&str> = ["v", "view", "a", "b"]
        .into_iter()
        .chain(names(keys::KEYS))
        .chain(["x.NAME"])
        .chain(names(keys::LAST_KEYS))
        .chain([
            "model", "models", "machines", "least", "wait", "fz", "embed", "show", "id", "theme",
            "lang",
        ])
        .collect();
    let found: Vec<&str> = table().iter().map(|line| line.key).collect();
    assert_eq!(found, expected);
}

/// Every example is a canonical link with its own key in it.
#[test]
fn examples_are_read_and_written_unchanged() {
    for Line { key, example, .. } in table() {
        if key == "model" {
            continue;
        }
        let (state, replaced) = PageState::read(example, Catalog::embedded());
        assert!(replaced.is_empty(), "{example}: {replaced:?}");
        assert!(state.unknown.is_empty(), "{example}: {:?}", state.unknown);
        assert_eq!(state.write(Catalog::embedded()), example);
        let name = key.strip_suffix("NAME").unwrap_or(key);
        assert!(
            example.split('&').any(|pair| pair.starts_with(name)),
            "{example} has no {key}"
        );
    }
}

#[test]
fn limits_are_those_of_core() {
    let mut found = 0;
    for Line {
        key, row, allowed, ..
    } in table()
    {
        let row = row.strip_prefix("device.").unwrap_or(row);
        let limit = limits::ALL.iter().find(|limit| limit.key == row);
        // A bus is an id as well as a number.
        let expected = limit
            .filter(|_| key != "pcie")
            .map_or_else(String::new, |limit| {
                found += 1;
                format!("{} to {}", limit.min, limit.max)
            });
        assert_eq!(allowed, expected, "{key}");
    }
    assert!(found > 25, "{found} limits");
}
