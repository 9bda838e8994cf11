// Pieces of the page that the server has drawn. They come from our own server alone, which escapes every text in them;
// the page's policy runs no script and takes no style in them either.

/** The nodes of a piece of HTML. */
export function fragment(html) {
    const frame = document.createElement("template");
    frame.innerHTML = html;
    return document.importNode(frame.content, true);
}

/** The nodes of a piece of SVG that stands inside a drawing. */
export function svgFragment(text) {
    const frame = fragment(`<svg>${text}</svg>`).firstElementChild;
    const nodes = document.createDocumentFragment();
    nodes.append(...frame.childNodes);
    return nodes;
}
