// Elements from data. Text goes in as text nodes only: file names, labels and archers' names are never markup.

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an HTML element; `on…` attributes take functions, null and false leave an attribute out. */
export function el(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(svgSpace, name), attributes, children);
}

/** Sets attributes of an element as `el` does. */
export function set(element, attributes) {
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name,
            text);
        else if (value === null || value === undefined || value === false) element.removeAttribute(key);
        else element.setAttribute(key, value === true ? "" : value);
    }
    return element;
}

function fill(element, attributes, children) {
    set(element, attributes);
    element.append(...children.flat(Infinity)
        .filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** Takes all children out of an element and puts others in. */
export function replace(element, ...children) {
    element.replaceChildren(...children.flat(Infinity)
        .filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** A button of the page's look. */
export function button(label, onclick, attributes = {}) {
    return el("button", { type: "button", class: "button", onclick, ...attributes }, label);
}

/** A foreign name, so that its direction does not turn the sentence around it. */
export function name(text) {
    return el("bdi", {}, text);
}

/** The last part of a path, and the folder before it; empty where there is none. */
export function parted(path) {
    const cut = path.lastIndexOf("/");
    return { file: path.slice(cut + 1), folder: cut > 0 ? path.slice(0, cut) : "" };
}

/** Whether text is written in an element: what is pasted is its, and the page does not change under it by itself.
    @param {any} node */
export function isTyping(node) {
    return Boolean(node?.matches?.(
        "input:not([type=file], [type=radio], [type=checkbox], [type=range]), textarea, [contenteditable]"));
}

/** Has a screen reader say a sentence. */
export function say(text) {
    const region = document.getElementById("spoken");
    if (!region) return;
    // The same sentence twice is spoken twice only where the text changes.
    region.textContent = region.textContent === text ? text + "\u00A0" : text;
}

/** A banner: `kind` is doubt, note, lost or fine; buttons follow its text. */
export function banner(text, { kind = "doubt", test = "banner", buttons = [] } = {}) {
    return el("div", { class: "banner " + kind, "data-test": test }, el("p", {}, text),
        buttons.length ? el("div", { class: "row" }, buttons) : null);
}
