// The boxes of a photo: accept, change class, move, resize, draw, delete.
import { BoxStage } from "./stage.js";
import { button, el, say, set } from "../../shell/dom.js";
import { classButtons, findingList, findingReview } from "../finding-list.js";
import { Findings } from "../findings.js";
import { t } from "../../strings/language.js";
import { ways } from "../../review/keys.js";

/** The boxes of one detector. */
export function boxReview({ editor, detector }) {
    const draw = () => {
        findings.settle();
        stage.show(findings.list.map((one) => turned(one, detector)), findings.selected);
        list.draw();
        classes.draw();
    };
    const findings = new Findings(editor, detector, "detections", draw);
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
    return findingReview({
        editor, detector, stage, draw, title: "boxesOf", help: ["boxHelp", "boxKeys"],
        row: el("div", { class: "row" }, drawButton,
            button(t("deleteBox"), () => findings.remove(), { "data-test": "delete-box" })),
        parts: [classes, list],
        key(event) {
            const { key } = event;
            if (key === "d" || key === "D") {
                setDrawing(!stage.isDrawing);
                return true;
            }
            if (key === "Escape" && stage.isDrawing) {
                stage.cancel();
                setDrawing(false);
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
    });
}

/** A box that is as it was found has the turned corners that were found with it. */
function turned(one, detector) {
    const found = detector.detections?.[one.origin ?? -1];
    const isAsFound = found?.corners && ["x", "y", "width", "height"].every((key) => found.box[key] === one.box[key]);
    return isAsFound ? { ...one, corners: found.corners } : one;
}
