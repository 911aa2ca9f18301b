//! The page of a preset.

use crate::Card;

/// HTML that previews read and that sends readers on.
pub(crate) fn html(card: &Card, slug: &str, query: &str, site: &str) -> String {
    let site = match site.trim_end_matches('/') {
        "" => String::new(),
        site => format!("{site}/s/{slug}/"),
    };
    let to = if query.is_empty() {
        "../../?v=1&view=lab".to_owned()
    } else {
        format!("../../?v=1&view=lab&{query}")
    };
    let (title, description, to) = (
        escaped(&card.title),
        escaped(&card.description),
        escaped(&to),
    );
    let site = escaped(&site);
    let own = if site.is_empty() {
        String::new()
    } else {
        format!("<meta property=\"og:url\" content=\"{site}\">\n")
    };
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\">\n\
         <title>{title} · Bytes per Token</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"Bytes per Token\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n{own}\
         <meta property=\"og:image\" content=\"{site}preview.png\">\n\
         <meta property=\"og:image:width\" content=\"1200\">\n\
         <meta property=\"og:image:height\" content=\"630\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n\
         <link rel=\"icon\" href=\"../../icon.svg\" type=\"image/svg+xml\">\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p>{description}</p>\n\
         <p><a href=\"{to}\"><img src=\"preview.png\" width=\"600\" height=\"315\" alt=\"{description}\"></a></p>\n\
         </body>\n</html>\n",
        language = card.language,
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
