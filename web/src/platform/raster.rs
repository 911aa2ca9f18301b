//! An SVG picture as PNG, with the page's own faces in it.

use js_sys::{Array, Uint8Array};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlCanvasElement, HtmlImageElement, Url};

use crate::platform::canvas::context;
use crate::platform::{export, fetch};

/// Faces of pictures: family in the SVG, and file.
const FACES: [(&str, &str); 2] = [
    ("Inter", "fonts/inter.woff2"),
    ("SourceSerif", "fonts/source-serif.woff2"),
];

/// Saves a picture at so many pixels for each of its own; `None` where the browser refuses.
pub(crate) async fn save_png(svg: &str, scale: f64, name: &str) -> Option<()> {
    let mut style = String::from("<style>");
    for (family, file) in FACES {
        // Without the face the picture shows the system's.
        if let Some(data) = base64(file).await {
            style.push_str(&format!(
                "@font-face{{font-family:{family};font-weight:400 650;src:url(data:font/woff2;base64,{data})}}"
            ));
        }
    }
    style.push_str("</style>");
    let at = svg.find('>')? + 1;
    let text = format!("{}{style}{}", svg.get(..at)?, svg.get(at..)?);
    let bag = BlobPropertyBag::new();
    bag.set_type("image/svg+xml");
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &bag).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let image = HtmlImageElement::new().ok()?;
    image.set_src(&address);
    let decoded = JsFuture::from(image.decode()).await.is_ok();
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = (
        f64::from(image.natural_width()) * scale,
        f64::from(image.natural_height()) * scale,
    );
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let pen = context(&canvas)?;
    let drawn = decoded
        && pen
            .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)
            .is_ok();
    // Only frees memory.
    let _ = Url::revoke_object_url(&address);
    drawn.then(|| export::save_png(&canvas, name))
}

/// A file of the page in base64.
async fn base64(file: &str) -> Option<String> {
    let response = fetch::file(file).await?;
    let buffer: JsValue = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    // One character a byte, as `btoa` takes it.
    let text: String = Uint8Array::new(&buffer)
        .to_vec()
        .into_iter()
        .map(char::from)
        .collect();
    window().btoa(&text).ok()
}
