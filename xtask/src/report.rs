//! Counts and times of the test steps, and the last line that scripts read.

use std::time::Duration;

/// How many checks of a step held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
}

impl Count {
    /// One check that held.
    pub(crate) const PASS: Self = Self {
        passed: 1,
        failed: 0,
    };

    /// Adds the counts of a line such as `test result: ok. 12 passed; 1 failed; 0 ignored; ...`,
    /// which libtest, wasm-bindgen's runner and our own browser runner all print.
    pub(crate) fn add_line(&mut self, line: &str) {
        let Some(rest) = line.trim_start().strip_prefix("test result: ") else {
            return;
        };
        let number = |word: &str| -> u32 {
            let before = rest.split(word).next().unwrap_or_default();
            if before.len() == rest.len() {
                return 0;
            }
            before
                .split_whitespace()
                .next_back()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
    }
}

/// The steps so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
    count: Count,
    time: Duration,
    why: Option<String>,
}

impl Report {
    /// Adds a step. A step that could not finish counts as one failure more, unless its own
    /// failures say so already.
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        time: Duration,
        result: Result<Count, (Count, String)>,
    ) {
        let (count, why) = match result {
            Ok(count) => (count, None),
            Err((count, why)) => (
                Count {
                    failed: count.failed.max(1),
                    ..count
                },
                Some(why),
            ),
        };
        println!("{}\n", row_text(name, count, time));
        if let Some(why) = &why {
            println!("FAILED {name}: {why}\n");
        }
        self.rows.push(Row {
            name,
            count,
            time,
            why,
        });
    }

    /// Prints the table and, as the last line, the total; says whether all is well.
    pub(crate) fn finish(&self) -> bool {
        println!("{:-<62}", "");
        for row in &self.rows {
            println!("{}", row_text(row.name, row.count, row.time));
        }
        let time: Duration = self.rows.iter().map(|r| r.time).sum();
        println!("{:<28} {:>8.1} s", "all steps", time.as_secs_f64());
        for row in &self.rows {
            if let Some(why) = &row.why {
                println!(
                    "FAILED {}: {}",
                    row.name,
                    why.lines().next().unwrap_or_default()
                );
            }
        }
        let total = self.total();
        println!("{} passed, {} failed", total.passed, total.failed);
        total.failed == 0
    }

    fn total(&self) -> Count {
        self.rows.iter().fold(Count::default(), |sum, row| Count {
            passed: sum.passed + row.count.passed,
            failed: sum.failed + row.count.failed,
        })
    }
}

fn row_text(name: &str, count: Count, time: Duration) -> String {
    let Count { passed, failed } = count;
    format!(
        "{name:<28} {:>8.1} s   {passed} passed, {failed} failed",
        time.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_the_runners_print() {
        let mut count = Count::default();
        count.add_line(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
        );
        count.add_line("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured");
        count.add_line("test passed_and_failed ... ok");
        assert_eq!(
            count,
            Count {
                passed: 15,
                failed: 2
            }
        );
    }

    #[test]
    fn a_step_that_breaks_without_a_failing_test_is_one_failure() {
        let mut report = Report::default();
        let compiled_not = (Count::default(), "no".to_owned());
        report.add("a", Duration::ZERO, Err(compiled_not));
        report.add(
            "b",
            Duration::ZERO,
            Err((
                Count {
                    passed: 4,
                    failed: 2,
                },
                "two".to_owned(),
            )),
        );
        report.add("c", Duration::ZERO, Ok(Count::PASS));
        assert_eq!(
            report.total(),
            Count {
                passed: 5,
                failed: 3
            }
        );
    }
}
