// The fields in which the archers of a session are named; each may have the colour of its arrows.
import { button, el, replace } from "../shell/dom.js";
import { colourName, colours, swatch } from "../charts/colours.js";
import { t } from "../strings/language.js";

/** The rows; `add()` makes one more, `given()` says what was entered, `showColours(isOn)` offers colours. */
export function archerRows({ names, colours: known = [] }) {
    const archers = names.map((name, k) => ({ name, colour: known[k] ?? null }));
    if (!archers.length) archers.push({ name: "", colour: null });
    let hasColours = false;
    const rows = el("ol", { class: "archer-rows" });
    const draw = (focus = -1) => {
        replace(rows, archers.map((one, k) => el("li", {},
            el("input", {
                value: one.name, maxlength: 80, "aria-label": t("archerNumber", { number: k + 1 }),
                "data-test": "archer-name-" + (k + 1), autocomplete: "off",
                oninput: (event) => { one.name = event.target.value; },
                onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); rows.add(); } },
            }),
            hasColours ? colourChoice(one, k + 1) : null,
            button("×", () => { archers.splice(k, 1); draw(Math.max(0, k - 1)); },
                { class: "button small", "aria-label": t("removeArcher", { number: k + 1 }) }))));
        if (focus >= 0) rows.querySelectorAll("input")[focus]?.focus();
    };
    rows.add = () => { archers.push({ name: "", colour: null }); draw(archers.length - 1); };
    rows.showColours = (isOn) => { hasColours = isOn; draw(); };
    rows.given = () => {
        const named = archers.map(({ name, colour }) => ({ name: name.trim(), colour })).filter((one) => one.name);
        const first = named.filter((one, k) => named.findIndex(({ name }) => name === one.name) === k);
        return { names: first.map((one) => one.name), colours: first.map((one) => one.colour) };
    };
    draw();
    return rows;
}

function colourChoice(archer, number) {
    const dot = el("span", { class: "archer-swatch" });
    const draw = () => replace(dot, swatch(archer.colour, { isNamed: false }));
    const choice = el("select", { "aria-label": t("colourOfArcher", { number }), "data-test": "archer-colour-" + number,
        onchange: () => { archer.colour = choice.value || null; draw(); } },
    [null, ...colours].map((one) =>
        el("option", { value: one ?? "", selected: one === archer.colour }, colourName(one))));
    draw();
    return el("span", { class: "archer-colour" }, dot, choice);
}
