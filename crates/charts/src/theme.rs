//! Colours by role. The values themselves stand in the page's stylesheet and are handed in.

/// A colour by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The ground.
    Paper,
    /// Text and selected things.
    Strong,
    /// Secondary text.
    Second,
    /// Tick labels, notes.
    Third,
    /// Axes.
    Axis,
    /// Grid.
    Grid,
    /// A model in text.
    Text(Slot),
    /// A model's lines and bars.
    Fill(Slot),
    /// A model's ground below hatching.
    Soft(Slot),
    /// A model's bytes that are stored and not read.
    Cell(Slot),
    /// Grey bytes: buffers, fixed work.
    Mute,
    /// Kept for the system.
    MuteSoft,
    /// Does not fit, in text and strokes.
    Bad,
    /// Its ground.
    BadSoft,
    /// Meets a bar: 1 to 4 for how well.
    Heat(u8),
}

use bpt_words::Slot;

/// An opaque colour: red, green, blue.
pub type Rgb = (u8, u8, u8);

macro_rules! theme {
    ($($(#[doc = $doc:literal])* $field:ident $token:literal,)*) => {
        /// The colours of one theme, by the names of the stylesheet's custom properties.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Theme {
            $($(#[doc = $doc])* pub $field: Rgb,)*
        }

        impl Theme {
            /// Reads every colour by its custom property (`--ink`); `None` if one is missing or
            /// not of the form `#rrggbb`.
            pub fn from_tokens(mut token: impl FnMut(&str) -> Option<String>) -> Option<Self> {
                Some(Self { $($field: parse(token($token)?.trim())?,)* })
            }

            /// Reads every colour from the text of a stylesheet, where the first rule that sets a
            /// property counts.
            #[must_use]
            pub fn from_style(style: &str) -> Option<Self> {
                Self::from_tokens(|token| {
                    let from = style.find(&format!("{token}:"))? + token.len() + 1;
                    Some(style[from..].split([';', '}']).next()?.to_owned())
                })
            }
        }
    };
}

theme! {
    /// Ground.
    paper "--paper",
    /// Text.
    ink "--ink",
    /// Secondary text.
    ink_2 "--ink-2",
    /// Ticks, notes.
    ink_3 "--ink-3",
    /// Axes.
    line_2 "--line-2",
    /// Grid.
    grid "--grid",
    /// A in text.
    a "--a",
    /// A's lines.
    a_fill "--a-fill",
    /// A's hatch ground.
    a_soft "--a-soft",
    /// A's unread cells.
    a_cell "--a-cell",
    /// B in text.
    b "--b",
    /// B's lines.
    b_fill "--b-fill",
    /// B's hatch ground.
    b_soft "--b-soft",
    /// B's unread cells.
    b_cell "--b-cell",
    /// Grey bytes.
    mute "--mute",
    /// System reserve.
    mute_soft "--mute-soft",
    /// Does not fit.
    bad "--bad",
    /// Its ground.
    bad_soft "--bad-soft",
    /// Meets a bar just so.
    heat_1 "--heat-1",
    /// Meets it twice over.
    heat_2 "--heat-2",
    /// Four times over.
    heat_3 "--heat-3",
    /// Eight times over.
    heat_4 "--heat-4",
}

impl Theme {
    /// Ink of any role on white, for print and for tests without a stylesheet.
    pub const PLAIN: Self = Self {
        paper: (255, 255, 255),
        ink: (0, 0, 0),
        ink_2: (0, 0, 0),
        ink_3: (64, 64, 64),
        line_2: (96, 96, 96),
        grid: (224, 224, 224),
        a: (0, 0, 0),
        a_fill: (0, 0, 0),
        a_soft: (240, 240, 240),
        a_cell: (232, 232, 232),
        b: (0, 0, 0),
        b_fill: (96, 96, 96),
        b_soft: (240, 240, 240),
        b_cell: (232, 232, 232),
        mute: (128, 128, 128),
        mute_soft: (224, 224, 224),
        bad: (0, 0, 0),
        bad_soft: (240, 240, 240),
        heat_1: (238, 240, 243),
        heat_2: (220, 225, 231),
        heat_3: (195, 202, 211),
        heat_4: (165, 175, 187),
    };

    /// The colour of a role.
    #[must_use]
    pub const fn rgb(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Paper => self.paper,
            Ink::Strong => self.ink,
            Ink::Second => self.ink_2,
            Ink::Third => self.ink_3,
            Ink::Axis => self.line_2,
            Ink::Grid => self.grid,
            Ink::Text(Slot::A) => self.a,
            Ink::Text(Slot::B) => self.b,
            Ink::Fill(Slot::A) => self.a_fill,
            Ink::Fill(Slot::B) => self.b_fill,
            Ink::Soft(Slot::A) => self.a_soft,
            Ink::Soft(Slot::B) => self.b_soft,
            Ink::Cell(Slot::A) => self.a_cell,
            Ink::Cell(Slot::B) => self.b_cell,
            Ink::Mute => self.mute,
            Ink::MuteSoft => self.mute_soft,
            Ink::Bad => self.bad,
            Ink::BadSoft => self.bad_soft,
            Ink::Heat(0 | 1) => self.heat_1,
            Ink::Heat(2) => self.heat_2,
            Ink::Heat(3) => self.heat_3,
            Ink::Heat(_) => self.heat_4,
        }
    }
}

/// Parses `#rrggbb` or `#rgb`.
fn parse(text: &str) -> Option<Rgb> {
    let hex = text.strip_prefix('#')?;
    let number = u32::from_str_radix(hex, 16).ok()?;
    let byte = |shift: u32| u8::try_from(number >> shift & 0xff).ok();
    let nibble = |shift: u32| u8::try_from((number >> shift & 0xf) * 17).ok();
    match hex.len() {
        6 => Some((byte(16)?, byte(8)?, byte(0)?)),
        3 => Some((nibble(8)?, nibble(4)?, nibble(0)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_by_token() {
        let theme = Theme::from_tokens(|token| {
            Some(
                if token == "--a-fill" {
                    " #bf561b"
                } else {
                    "#fff"
                }
                .to_owned(),
            )
        });
        let theme = theme.expect("every colour is there");
        assert_eq!(theme.rgb(Ink::Fill(Slot::A)), (0xbf, 0x56, 0x1b));
        assert_eq!(theme.rgb(Ink::Paper), (255, 255, 255));
        assert!(Theme::from_tokens(|_| Some("red".to_owned())).is_none());
        assert!(Theme::from_style(":root { --ink: #111; }").is_none());
    }
}
