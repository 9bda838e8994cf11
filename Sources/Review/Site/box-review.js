// The boxes of a photo: accept, change class, move, resize, draw, delete.
import { BoxStage } from "./box-stage.js";
import { button, el, say, set } from "./dom.js";
import { classButtons, findingList, findingParts } from "./finding-list.js";
import { Findings } from "./findings.js";
import { t } from "./strings.js";

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The boxes of one detector. */
export function boxReview({ editor, detector }) {
    const draw = () => {
        findings.settle();
        stage.show(findings.list.map((one) => turned(one, detector)), findings.selected);
        list.draw();
        classes.draw();
    };
    const findings = new Findings({ all: () => editor.boxes(detector.name),
        put: (boxes) => editor.setBoxes(detector.name, boxes), known: detector.labels, draw });
    const setDrawing = (isOn) => {
        stage.isDrawing = isOn;
        set(drawButton, { "aria-pressed": String(isOn) });
        stage.node.dataset.mode = isOn ? "place" : "choose";
    };
    const add = (box) => {
        const label = findings.one?.label ?? findings.labels[0] ?? "";
        setDrawing(false);
        findings.add({ label, box });
        say(t("boxByHand", { label }));
    };
    const stage = new BoxStage(editor.job, { changed: (index, box) => findings.change({ box }, index), drawn: add,
        chosen: (index) => findings.choose(index) });
    const list = findingList({ findings, test: "box", empty: "noBoxes" });
    const classes = classButtons({ findings, test: "box", label: "classOfBox" });
    const drawButton =
        button(t("drawBox"), () => setDrawing(!stage.isDrawing), { "data-test": "draw-box", "aria-keyshortcuts": "D" });
    editor.addEventListener("change", draw);
    draw();
    return {
        hasStage: true,
        node: el("section", { class: "box-review", "aria-label": t("boxesOf", { name: detector.name }) },
            el("h2", {}, detector.name),
            findingParts(stage,
                el("div", { class: "row" }, drawButton,
                    button(t("deleteBox"), () => findings.remove(), { "data-test": "delete-box" })),
                classes, list, el("p", { class: "detail" }, t("boxHelp") + " " + t("boxKeys")))),
        key(event) {
            const { key } = event;
            if (key === "d" || key === "D") {
                setDrawing(!stage.isDrawing);
                return true;
            }
            if (findings.key(event)) return true;
            const { one } = findings;
            if (!one || !ways[key]) return false;
            const step = Math.max(1, Math.round(4 / stage.view.scale));
            const [dx, dy] = ways[key].map((way) => way * step);
            const box = event.shiftKey
                ? { ...one.box, width: Math.max(4, one.box.width + dx), height: Math.max(4, one.box.height + dy) }
                : stage.held({ ...one.box, x: one.box.x + dx, y: one.box.y + dy });
            findings.change({ box: stage.cut(box) });
            return true;
        },
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}

/** A box that is as it was found has the turned corners that were found with it. */
function turned(one, detector) {
    const found = detector.detections?.[one.origin ?? -1];
    const isAsFound = found?.corners && ["x", "y", "width", "height"].every((key) => found.box[key] === one.box[key]);
    return isAsFound ? { ...one, corners: found.corners } : one;
}
