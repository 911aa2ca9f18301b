#!/usr/bin/env python3
"""Makes web/fonts/*.woff2: Inter and Source Serif 4, cut to the glyphs that the page uses.

The result is committed; nobody needs to run this unless a new character is wanted.

    pip install fonttools brotli
    npm pack @fontsource-variable/inter@5.3.0 @fontsource-variable/source-serif-4@5.3.1
    for f in *.tgz; do mkdir -p "${f%.tgz}" && tar xzf "$f" -C "${f%.tgz}"; done
    python3 tools/fonts/subset.py FOLDER_WITH_THE_TWO_PACKAGES

Each family comes in files by script and only the Latin one is cut. A character that it lacks is
reported; the browser takes it from the system's face.
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ASCII = "".join(map(chr, range(0x20, 0x7F)))
PUNCTUATION = "\u00a0–—‘’“”…•·"
# Signs in numbers, units and formulas, and those that stand beside words on the page.
SIGNS = "−×÷±≈≤≥≠∞√Σ∑τημ²³½¼µ°§→←↑↓▲▼■□●○✓✗"
LETTERS = "éöü"
# What sentences have of the signs; formulas are set in the italic.
FEW = "−×÷±≈≤≥"

# Weights that the style sheet uses.
WEIGHTS = (400, 600)

FILES = {
    "inter": ("inter-latin-wght-normal.woff2", SIGNS),
    "source-serif": ("source-serif-4-latin-wght-normal.woff2", FEW),
    "source-serif-italic": ("source-serif-4-latin-wght-italic.woff2", SIGNS),
}

# Tabular figures, kerning and marks; the rest of Inter's many features is dead weight here.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum", "lnum"]


def cut(source: pathlib.Path, target: pathlib.Path, signs: str) -> None:
    font = TTFont(source)
    keep = ASCII + PUNCTUATION + signs + LETTERS
    missing = [c for c in keep if ord(c) not in font.getBestCmap()]
    options = subset.Options(
        flavor="woff2",
        layout_features=FEATURES,
        hinting=False,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
        notdef_outline=True,
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text=keep)
    cutter.subset(font)
    instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    font.flavor = "woff2"
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes, {len(font.getBestCmap())} characters, "
          f"not in the font: {''.join(missing) or 'none'}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    packages = pathlib.Path(sys.argv[1])
    target = pathlib.Path(__file__).resolve().parents[2] / "web" / "fonts"
    target.mkdir(exist_ok=True)
    for name, (file, signs) in FILES.items():
        found = sorted(packages.rglob(file))
        if not found:
            sys.exit(f"{file} is not under {packages}")
        cut(found[0], target / f"{name}.woff2", signs)


if __name__ == "__main__":
    main()
