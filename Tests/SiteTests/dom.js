// As much of a document as the parts of a photo's page ask for: a tree of elements with attributes, focus and events.
// Nothing has a place on a screen: each stage is 800 × 600.

const style = () => ({ setProperty(name, value) { this[name] = value; } });
const dataName = (key) => "data-" + key.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());

class Node extends EventTarget {
    constructor(name) {
        super();
        this.name = name;
        this.held = new Map();
        this.children = [];
        this.parentElement = null;
        this.style = style();
        this.value = "";
        this.dataset = new Proxy({}, {
            get: (_, key) => this.getAttribute(dataName(String(key))) ?? undefined,
            set: (_, key, value) => { this.setAttribute(dataName(String(key)), value); return true; },
        });
        Object.assign(this, { clientWidth: 800, clientHeight: 600, scrollTop: 0, scrollLeft: 0 });
    }

    setAttribute(key, value) { this.held.set(key, String(value)); }
    getAttribute(key) { return this.held.get(key) ?? null; }
    removeAttribute(key) { this.held.delete(key); }
    get hidden() { return this.held.has("hidden"); }
    set hidden(isHidden) { if (isHidden) this.held.set("hidden", ""); else this.held.delete("hidden"); }
    set title(text) { this.setAttribute("title", text); }
    get classes() { return (this.getAttribute("class") ?? "").split(" ").filter(Boolean); }
    get classList() {
        const toggle = (name, isOn = !this.classes.includes(name)) => {
            const others = this.classes.filter((one) => one !== name);
            this.setAttribute("class", [...others, isOn ? name : ""].join(" ").trim());
            return isOn;
        };
        return { toggle, contains: (name) => this.classes.includes(name), add: (name) => toggle(name, true),
            remove: (...names) => names.forEach((name) => toggle(name, false)) };
    }

    get textContent() {
        return this.children.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
    }
    set textContent(text) { this.replaceChildren(text); }
    append(...nodes) { for (const one of nodes) this.insertBefore(one, null); }
    insertBefore(node, next) {
        if (typeof node !== "object") return void this.children.push(String(node));
        node.remove();
        node.parentElement = this;
        this.children.splice(next === null ? this.children.length : this.children.indexOf(next), 0, node);
    }
    replaceChildren(...nodes) {
        for (const one of this.children) if (typeof one === "object") one.parentElement = null;
        this.children = [];
        this.append(...nodes);
    }
    remove() {
        if (!this.parentElement) return;
        this.parentElement.children = this.parentElement.children.filter((one) => one !== this);
        this.parentElement = null;
    }

    get nextElementSibling() {
        const beside = this.parentElement?.children.filter((one) => typeof one === "object") ?? [];
        return beside[beside.indexOf(this) + 1] ?? null;
    }
    get isConnected() { return this === document.body || Boolean(this.parentElement?.isConnected); }
    contains(node) { return node === this || Boolean(node?.parentElement && this.contains(node.parentElement)); }
    get all() { return this.children.flatMap((one) => (typeof one === "object" ? [one, ...one.all] : [])); }
    matches(selector) {
        const data = /^\[([\w-]+)="(.*)"\]$/.exec(selector);
        return data ? this.getAttribute(data[1]) === data[2]
            : selector === this.name || selector.startsWith(".") && this.classes.includes(selector.slice(1));
    }
    querySelector(selector) {
        const [first, ...rest] = selector.split(" ");
        const found = this.all.filter((one) => one.matches(first));
        return rest.length ? found.map((one) => one.querySelector(rest.join(" "))).find(Boolean) ?? null
            : found[0] ?? null;
    }
    closest() { return null; }

    focus() {
        if (document.activeElement === this) return;
        document.activeElement = this;
        this.dispatchEvent(new Event("focus"));
    }
    click() { this.dispatchEvent(new Event("click")); }
    getBoundingClientRect() { return { left: 0, top: 0, right: 800, bottom: 600, width: 800, height: 600 }; }
    scrollIntoView() {}
    getContext() { return { measureText: (text) => ({ width: text.length * 7 }) }; }

    /** The tree as text. */
    get written() {
        const held = [...this.held].map(([key, value]) => ` ${key}="${value}"`).join("");
        const inside = this.children.map((one) => (typeof one === "string" ? one : one.written)).join("");
        return `<${this.name}${held}${this.value === "" ? "" : ` value=${this.value}`}>${inside}</${this.name}>`;
    }
}

/** What a screen reader has been told last. */
export const spoken = new Node("div");

Object.assign(document, {
    body: new Node("body"), activeElement: null,
    createElement: (name) => new Node(name), createElementNS: (_, name) => new Node(name),
    getElementById: (id) => (id === "spoken" ? spoken : document.body),
});
Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} }, window: globalThis });

/** An event of the keyboard, as the parts of the page hear it. */
export function press(key, more = {}) { return { key, shiftKey: false, target: document.body, ...more }; }
