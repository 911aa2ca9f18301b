//! A figure as a picture that stands alone.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::{Figure, Inputs, breakdown, context};
use bpt_charts::measure::Average;
use bpt_charts::plate::{Plate, document};
use bpt_charts::theme::Theme;
use bpt_words::{English, Slot};

fn figures() -> Vec<Figure> {
    let scenario = |id: &str| {
        let row = ScenarioRow {
            model_id: Some(id.to_owned()),
            device_id: Some("dgx-spark".to_owned()),
            ..ScenarioRow::default()
        };
        Catalog::embedded().resolve(&row).expect("a scenario")
    };
    let (a, b) = (scenario("qwen3-32b"), scenario("qwen3-30b-a3b"));
    let inputs = Inputs::new(&a, Some(&b));
    vec![
        context::figure(&inputs, &English),
        breakdown::figure(&inputs, &English),
    ]
}

fn picture(figure: &Figure, width: f64, height: Option<f64>) -> String {
    let names = [
        (Slot::A, "A <of> & \"mine\"".to_owned()),
        (Slot::B, "B".to_owned()),
    ];
    let plate = Plate {
        figure,
        below: None,
        ground: true,
        names: &names,
        picks: "Q4_K_M, one DGX Spark",
        source: "Bytes per Token, https://example.org/?a=1&b=2",
        width,
        height,
    };
    document(&plate, &Theme::PLAIN, &Average)
}

/// Height in the root's attributes.
fn height(svg: &str) -> f64 {
    let from = svg.find(" height=\"").expect("a height") + 9;
    let text = &svg[from..];
    text[..text.find('"').expect("an end")]
        .parse()
        .expect("a number")
}

#[test]
fn it_is_well_formed_and_names_are_only_text() {
    for figure in figures() {
        let svg = picture(&figure, 640.0, None);
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        assert_eq!(
            svg.matches("<tspan").count(),
            svg.matches("</tspan>").count()
        );
        assert_eq!(
            svg.matches("<svg").count(),
            2,
            "the chart inside the picture"
        );
        assert_eq!(svg.matches("</svg>").count(), 2);
        assert!(svg.contains("A &lt;of&gt; &amp; \"mine\""), "{svg}");
        assert!(!svg.contains("&b"), "{svg}");
    }
}

#[test]
fn a_given_height_is_kept_where_the_words_leave_room() {
    for figure in figures() {
        assert!((height(&picture(&figure, 800.0, Some(420.0))) - 420.0).abs() < 0.5);
        // Too low: it grows instead of cutting anything off.
        assert!(height(&picture(&figure, 800.0, Some(50.0))) > 200.0);
        // Narrow: more lines, so higher.
        let own = height(&picture(&figure, 640.0, None));
        assert!(height(&picture(&figure, 320.0, None)) > own);
    }
}

#[test]
fn a_picture_for_an_embed_is_small() {
    for figure in figures() {
        let svg = picture(&figure, 640.0, Some(600.0));
        assert!(svg.len() < 40_000, "{} bytes", svg.len());
    }
}
