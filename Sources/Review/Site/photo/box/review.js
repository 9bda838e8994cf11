// The boxes of a photo: accept, change class, move, resize, draw, delete.
import { BoxStage } from "./stage.js";
import { button, say, set } from "../../shell/dom.js";
import { classButtons, findingList } from "../finding-list.js";
import { deleteButton, findingReview } from "../finding-review.js";
import { Findings } from "../findings.js";
import { keyed, letter, wayOf } from "../finding-keys.js";
import { t } from "../../strings/language.js";

/** The boxes of one detector.
    @param {import("../kinds.js").Parts} parts */
export function boxReview(parts) {
    const { editor, detector, kind } = parts;
    const findings = new Findings(parts);
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
    /** Gives one another box; a turned one that is only moved stays turned, and another size makes it upright. */
    const reshape = (box, index = findings.selected) => {
        const { corners } = turned(findings.list[index], detector);
        findings.change(corners ? { box, corners: movedCorners(corners, findings.list[index].box, box) } : { box }, index);
    };
    /** Moves the chosen one by an arrow key, and with Shift makes it larger or smaller. */
    const move = (event) => {
        const { one } = findings;
        const way = one && wayOf(event, stage, 4);
        if (!way) return false;
        const { x, y, width, height } = one.box;
        const box = event.shiftKey
            ? { ...one.box, width: Math.max(4, width + way.dx), height: Math.max(4, height + way.dy) }
            : stage.held({ ...one.box, x: x + way.dx, y: y + way.dy });
        reshape(stage.cut(box));
        return true;
    };
    const stopDrawing = () => {
        if (!stage.isDrawing) return false;
        stage.cancel();
        setDrawing(false);
    };
    const toggle = () => setDrawing(!stage.isDrawing);
    const stage = new BoxStage(editor.job, { changed: (index, box) => reshape(box, index), drawn: add,
        chosen: (index) => findings.choose(index) });
    findings.reveal = () => stage.reveal();
    const drawButton = button(t("drawBox"), toggle, { "data-test": "draw-box", "aria-keyshortcuts": "D" });
    return findingReview(parts, {
        findings, stage,
        show: () => stage.show(findings.list.map((one) => turned(one, detector)), findings.selected),
        tools: [drawButton, deleteButton(kind, () => findings.remove())],
        beside: [classButtons(findings), findingList(findings)],
        keys: [keyed({ ...letter("d", toggle), Escape: stopDrawing }), findings.key, move],
    });
}

/** The corners of a box that was moved from one place to another; null where it has another size there. */
function movedCorners(corners, from, to) {
    if (Math.abs(from.width - to.width) > 0.01 || Math.abs(from.height - to.height) > 0.01) return null;
    return corners.map(({ x, y }) => ({ x: x + to.x - from.x, y: y + to.y - from.y }));
}

/** A box with its turned corners: those that a user said, and of one that is as it was found those that were found with it. */
function turned(one, detector) {
    if (one.corners) return one;
    const found = detector.detections?.[one.origin ?? -1];
    const isAsFound = found?.corners && ["x", "y", "width", "height"].every((key) => found.box[key] === one.box[key]);
    return isAsFound ? { ...one, corners: found.corners } : one;
}
