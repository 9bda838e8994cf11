// The lines or codes of a photo as fields of text, the doubtful ones first.
import { el, set } from "../../shell/dom.js";
import { longestText } from "../findings.js";
import { isDoubtful, surenessOf } from "../sureness.js";
import { t } from "../../strings/language.js";

/** The list; `order()` gives indices as they are shown, `written(index, text)` and `entered(index, text)` what was
    typed, `left(index)` that Escape was pressed. Fields stay while rows change, so that nothing typed is lost. */
export function readingList(findings, { order, written, entered, left }) {
    const rows = [];
    const { kind, detector } = findings;
    const list = el("ul", { class: "reading-list", "aria-label": t(kind.title, { name: detector.name }) });
    const none = el("li", { class: "detail" }, t(kind.empty));
    list.draw = () => {
        const shown = order();
        while (rows.length < shown.length) rows.push(makeRow(findings, { written, entered, left }));
        shown.forEach((index, place) => rows[place].show(index));
        rows.splice(shown.length).forEach((row) => row.node.remove());
        rows.forEach((row, place) => {
            if (list.children[place] !== row.node) list.insertBefore(row.node, list.children[place] ?? null);
        });
        if (shown.length) none.remove();
        else list.append(none);
    };
    const rowOf = (index) => rows.find((row) => row.index === index);
    /** Scrolls the list and nothing else: the photo stays in sight. */
    list.reveal = (index) => {
        const node = rowOf(index)?.node;
        if (!node) return;
        const [box, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
        if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
        else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
    };
    list.edit = (index) => { rowOf(index)?.field.focus({ preventScroll: true }); };
    /** Puts back what the field held before it was typed in. */
    list.restore = (index) => rowOf(index)?.restore();
    return list;
}

function makeRow(findings, { written, entered, left }) {
    const { isLine, test } = findings.kind;
    const number = el("button", { type: "button", class: "reading-number",
        onclick: () => findings.choose(row.index) });
    const field = el(isLine ? "input" : "textarea", { class: "reading-field", dir: "auto", spellcheck: "false",
        autocomplete: "off", autocapitalize: "off", maxlength: longestText, ...(isLine ? { type: "text" } : { rows: 2 }),
        onfocus: () => { if (findings.selected !== row.index) findings.choose(row.index); },
        onchange: () => { if (row.node.isConnected && row.isChanged) written(row.index, field.value); },
        onkeydown: (event) => {
            if (event.isComposing) return;
            // A payload may have several lines.
            if (event.key === "Enter" && !event.shiftKey) entered(row.index, row.isChanged ? field.value : null);
            else if (event.key === "Escape") { row.restore(); left(row.index); }
            else return;
            event.preventDefault();
        } });
    const word = el("span", { class: "detail" });
    const row = {
        index: null, text: null, value: "", field,
        node: el("li", { class: "reading" }, number, el("div", { class: "reading-text" }, field, word)),
        /** A field may show a text otherwise than it was read, such as without its line ends. */
        get isChanged() { return field.value !== row.value; },
        restore() {
            field.value = row.text;
            row.value = field.value;
        },
        show(index) {
            const one = findings.list[index];
            const isOther = row.index !== index || row.text !== one.text;
            Object.assign(row, { index, text: one.text });
            if (isOther) row.restore();
            const isSelected = index === findings.selected;
            row.node.classList.toggle("selected", isSelected);
            row.node.classList.toggle("doubt", isDoubtful(one));
            number.textContent = String(index + 1);
            set(number, { "aria-label": t("showReading", { number: index + 1 }), "aria-pressed": String(isSelected),
                "data-test": `list-${test}-${index + 1}` });
            word.textContent = [one.symbology, surenessOf(one)].filter(Boolean).join(" · ");
            set(field, { "aria-label": t("readingField", { number: index + 1, word: word.textContent }),
                "data-test": `${test}-text-${index + 1}` });
        },
    };
    return row;
}
