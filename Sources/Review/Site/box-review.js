// The boxes of a photo: accept, change class, move, resize, draw, delete.
import { BoxStage } from "./box-stage.js";
import { button, el, replace, say, set } from "./dom.js";
import { percent } from "./numbers.js";
import { t } from "./strings.js";
import { zoomButtons } from "./zoom-buttons.js";

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The boxes of one detector. */
export function boxReview({ editor, detector }) {
    let selected = null;
    const boxes = () => editor.boxes(detector.name);
    const labels = () => [...new Set([...(detector.labels ?? []), ...boxes().map((one) => one.label)])];
    const put = (list) => editor.setBoxes(detector.name, list);
    const choose = (index) => { selected = index; draw(); };
    const change = (index, values) => put(boxes().map((one, k) => (k === index ? { ...one, ...values } : one)));
    const setDrawing = (isOn) => {
        stage.isDrawing = isOn;
        set(drawButton, { "aria-pressed": String(isOn) });
        stage.node.dataset.mode = isOn ? "place" : "choose";
    };
    const add = (box) => {
        const label = boxes()[selected]?.label ?? labels()[0] ?? "";
        setDrawing(false);
        selected = boxes().length;
        put([...boxes(), { label, box, confidence: null, origin: null }]);
        say(t("boxByHand", { label }));
    };
    const remove = () => {
        if (selected === null || !boxes()[selected]) return;
        const list = boxes().filter((_, k) => k !== selected);
        selected = list.length ? Math.min(selected, list.length - 1) : null;
        put(list);
    };
    const stage = new BoxStage(editor.job,
        { changed: (index, box) => change(index, { box }), drawn: add, chosen: choose });
    const list = el("ul", { class: "arrow-list" });
    const classes = el("div", { class: "row box-classes", role: "group", "aria-label": t("classOfBox") });
    const drawButton =
        button(t("drawBox"), () => setDrawing(!stage.isDrawing), { "data-test": "draw-box", "aria-keyshortcuts": "D" });
    const draw = () => {
        if (selected !== null && !boxes()[selected]) selected = null;
        stage.show(boxes(), selected);
        drawList(list, boxes(), selected, choose);
        replace(classes, labels()
            .map((label, k) =>
                button(`${k < 9 ? k + 1 + " " : ""}${label}`, () => selected !== null && change(selected, { label }),
            { class: "button small", "aria-pressed": String(boxes()[selected]?.label === label),
                "data-test": "box-class-" + (k + 1) })));
    };
    editor.addEventListener("change", draw);
    draw();
    return {
        node: el("section", { class: "box-review", "aria-label": t("boxesOf", { name: detector.name }) },
            el("h2", {}, detector.name),
            el("div", { class: "photo-side" }, stage.node, zoomButtons(stage)),
            el("div", { class: "row" }, drawButton, button(t("deleteBox"), remove, { "data-test": "delete-box" })),
            classes, list,
            el("p", { class: "detail" }, t("boxHelp") + " " + t("boxKeys"))),
        key(event) {
            const { key } = event;
            if (key === "d" || key === "D") { setDrawing(!stage.isDrawing); return true; }
            if (key === "j" || key === "n" || key === "k" || key === "p") {
                const count = boxes().length;
                if (count) choose(((selected ?? -1) + (key === "j" || key === "n" ? 1 : -1) + count) % count);
                return count > 0;
            }
            const one = boxes()[selected];
            if (!one) return false;
            if (key === "Delete" || key === "Backspace") { remove(); return true; }
            const label = /^[1-9]$/.test(key) ? labels()[Number(key) - 1] : undefined;
            if (label !== undefined) {
                change(selected, { label });
                return true;
            }
            if (!ways[key]) return false;
            const step = Math.max(1, Math.round(4 / stage.view.scale));
            const [dx, dy] = ways[key].map((way) => way * step);
            const box = event.shiftKey
                ? { ...one.box, width: Math.max(4, one.box.width + dx), height: Math.max(4, one.box.height + dy) }
                : stage.held({ ...one.box, x: one.box.x + dx, y: one.box.y + dy });
            change(selected, { box: stage.cut(box) });
            return true;
        },
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}

function drawList(list, boxes, selected, choose) {
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    replace(list, boxes.length ? boxes.map((one, k) => el("li", {}, el("button", {
        type: "button", class: "arrow-item" + (k === selected ? " selected" : ""),
        "aria-pressed": String(k === selected), "data-index": k, "data-test": "list-box-" + (k + 1),
        onclick: () => choose(k),
    }, el("span", { class: "no" }, String(k + 1)), el("span", {}, one.label),
        el("span", { class: "detail" }, one.confidence === null ? t("personsWord") : percent(one.confidence)))))
        : el("li", { class: "detail" }, t("noBoxes")));
    if (focused !== null) list.querySelector(`[data-index="${focused}"]`)?.focus();
}
