//! A small calculator, written apart from the formulas it checks: numbers, `+ - * / ^`, brackets
//! and a few functions.

pub(crate) fn calculate(text: &str) -> Result<f64, String> {
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
    };
    let value = reader.sum()?;
    reader.blank();
    if reader.at == reader.text.len() {
        Ok(value)
    } else {
        Err(format!("stopped at {} of {text}", reader.at))
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn take(&mut self, sign: u8) -> bool {
        self.blank();
        let found = self.text.get(self.at) == Some(&sign);
        if found {
            self.at += 1;
        }
        found
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take(b'+') {
                value += self.product()?;
            } else if self.take(b'-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        loop {
            if self.take(b'*') {
                value *= self.signed()?;
            } else if self.take(b'/') {
                value /= self.signed()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<f64, String> {
        if self.take(b'-') {
            return Ok(-self.signed()?);
        }
        let base = self.atom()?;
        if self.take(b'^') {
            return Ok(base.powf(self.signed()?));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take(b'(') {
            let value = self.sum()?;
            return self
                .take(b')')
                .then_some(value)
                .ok_or_else(|| "no )".to_owned());
        }
        self.blank();
        let from = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_lowercase) {
            self.at += 1;
        }
        if self.at > from {
            return self.call(from);
        }
        let mut before = b' ';
        while let Some(&letter) = self.text.get(self.at) {
            let exponent_sign = matches!(letter, b'-' | b'+') && before == b'e';
            if !(letter.is_ascii_digit() || matches!(letter, b'.' | b'e') || exponent_sign) {
                break;
            }
            before = letter;
            self.at += 1;
        }
        let digits = String::from_utf8_lossy(&self.text[from..self.at]);
        digits
            .parse()
            .map_err(|_| format!("no number: {digits:?} at {from}"))
    }

    fn call(&mut self, from: usize) -> Result<f64, String> {
        let name = String::from_utf8_lossy(&self.text[from..self.at]).into_owned();
        if !self.take(b'(') {
            return Err(format!("{name} without ("));
        }
        let mut values = vec![self.sum()?];
        while self.take(b',') {
            values.push(self.sum()?);
        }
        if !self.take(b')') {
            return Err(format!("{name} without )"));
        }
        let ends = |start: f64, pick: fn(f64, f64) -> f64| values.iter().copied().fold(start, pick);
        Ok(match name.as_str() {
            "min" => ends(f64::INFINITY, f64::min),
            "max" => ends(f64::NEG_INFINITY, f64::max),
            "exp" => values[0].exp(),
            "ln" => values[0].ln(),
            "floor" => values[0].floor(),
            "ceil" => values[0].ceil(),
            _ => return Err(format!("no function {name}")),
        })
    }
}
