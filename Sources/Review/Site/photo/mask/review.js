// The masks of a photo: accept, change class, add and erase by stroke, paint a new one, delete.
import { area } from "./rle.js";
import { brushKey } from "./brush-keys.js";
import { button, el, say } from "../../shell/dom.js";
import { classButtons, findingList, findingReview } from "../finding-list.js";
import { emptyMask, painted } from "./brush.js";
import { Findings } from "../findings.js";
import { hueOf } from "./mark.js";
import { MaskStage } from "./stage.js";
import { maskTools } from "./tools.js";
import { t } from "../../strings/language.js";

const longest = 1024;
const modes = { a: "add", e: "erase", d: "new" };

/** The masks of one detector. */
export function maskReview({ editor, detector }) {
    const draw = () => {
        findings.settle();
        if (!findings.one && (stage.mode === "add" || stage.mode === "erase")) stage.setMode("choose");
        stage.show(findings.list, findings.selected);
        tools.draw(findings.one !== null);
        list.draw();
        classes.draw();
    };
    const findings = new Findings(editor, detector, "masks", draw);
    const paint = (points) => {
        const isNew = stage.mode === "new";
        const old = isNew ? emptyMask(stage.size) : findings.one?.mask;
        if (!old) return;
        const mask = painted(old, points, stage.brush, stage.mode === "erase" ? 0 : 1);
        if (area(mask) === 0) return isNew ? undefined : remove();
        // A stroke that changes nothing is no step.
        if (mask.counts === old.counts) return;
        if (!isNew) return findings.change({ mask });
        const label = findings.one?.label ?? findings.labels[0] ?? "";
        // Further strokes go on with the same one.
        stage.setMode("add");
        findings.add({ label, mask });
        say(t("maskByHand", { label }));
    };
    const remove = () => {
        if (!findings.one) return say(t("chooseMask"));
        // The next one becomes the chosen one, and is not what the tool was taken for.
        stage.setMode("choose");
        findings.remove();
        say(t("maskRemoved"));
    };
    const choose = (mode) => {
        if (mode !== "new" && mode !== "choose" && !findings.one) return say(t("chooseMask"));
        stage.setMode(stage.mode === mode ? "choose" : mode);
        tools.draw(findings.one !== null);
        say(t("maskmode" + stage.mode));
    };
    /** @type {any} */
    const stage = new MaskStage(editor.job, { size: findings.list[0]?.mask.size ?? sizeFor(editor.job),
        painted: paint, chosen: (index) => findings.choose(index) });
    const tools = maskTools(stage, choose);
    const list = findingList({ findings, test: "mask", empty: "noMasks",
        mark: (k) => el("span", { class: "hue " + hueOf(k), "aria-hidden": "true" }) });
    const classes = classButtons({ findings, test: "mask", label: "classOfMask" });
    return findingReview({
        editor, detector, stage, draw, title: "masksOf", help: ["maskHelp", "maskKeys"],
        row: el("div", { class: "row mask-tools" }, tools.buttons,
            button(t("deleteMask"), remove, { "data-test": "delete-mask" }), tools.size),
        parts: [classes, list],
        key(event) {
            const { key } = event;
            if (modes[key.toLowerCase()]) choose(modes[key.toLowerCase()]);
            else if (key === "[" || key === "]") tools.resize(key === "]" ? 1 : -1);
            else if (key === "Delete" || key === "Backspace") remove();
            else if (key === "Escape" && stage.stroke) stage.cancel();
            else if (key === "Escape" && stage.isPainting) choose("choose");
            else return brushKey(stage, event) || findings.key(event);
            return true;
        },
    });
}

/** The size of masks where none was found: that of the photo, made small as the server makes it. */
function sizeFor({ width, height }) {
    const share = Math.min(1, longest / Math.max(width, height));
    return [height, width].map((side) => Math.max(1, Math.round(side * share)));
}
