// The masks of a photo: accept, change class, add and erase by stroke, paint a new one, delete.
import { area } from "./rle.js";
import { brushKey } from "./brush-keys.js";
import { cutoutTools } from "./cutout.js";
import { classButtons, findingList } from "../finding-list.js";
import { deleteButton, findingReview } from "../finding-review.js";
import { say } from "../../shell/dom.js";
import { emptyMask, painted } from "./brush.js";
import { Findings } from "../findings.js";
import { hueDot } from "./mark.js";
import { keyed, letter } from "../finding-keys.js";
import { MaskStage } from "./stage.js";
import { maskTools } from "./tools.js";
import { t } from "../../strings/language.js";

const longest = 1024;

/** The masks of one detector.
    @param {import("../kinds.js").Parts} parts */
export function maskReview(parts) {
    const { editor, kind } = parts;
    const findings = new Findings(parts);
    const show = () => {
        if (!findings.one && (stage.mode === "add" || stage.mode === "erase")) stage.setMode("choose");
        stage.show(findings.list, findings.selected);
        tools.draw(findings.one !== null);
    };
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
    const stage = new MaskStage(editor.job, { size: findings.list[0]?.mask.size ?? sizeFor(editor.job),
        painted: paint, chosen: (index) => findings.choose(index) });
    const tools = maskTools(stage, choose);
    const lifting = cutoutTools(parts, findings);
    stage.surface.addEventListener("contextmenu", (event) => {
        if (stage.isPainting) return;
        const box = stage.surface.getBoundingClientRect();
        stage.tap({ x: event.clientX - box.left, y: event.clientY - box.top });
        if (!findings.one) return;
        event.preventDefault();
        lifting.lift();
    });
    /** Ends a stroke, and without one puts the brush away. */
    const leave = () => {
        if (stage.stroke) stage.cancel();
        else if (stage.isPainting) choose("choose");
        else return false;
    };
    return findingReview(parts, {
        findings, stage, show, toolsClass: "row mask-tools",
        tools: [tools.buttons, deleteButton(kind, remove), tools.size],
        beside: [classButtons(findings), findingList(findings, { mark: hueDot }), lifting],
        keys: [
            keyed({
                ...letter("a", () => choose("add")), ...letter("e", () => choose("erase")),
                ...letter("d", () => choose("new")), "[": () => tools.resize(-1), "]": () => tools.resize(1),
                Delete: remove, Backspace: remove, Escape: leave,
            }),
            (event) => brushKey(stage, event), findings.key,
        ],
    });
}

/** The size of masks where none was found: that of the photo, made small as the server makes it. */
function sizeFor({ width, height }) {
    const share = Math.min(1, longest / Math.max(width, height));
    return [height, width].map((side) => Math.max(1, Math.round(side * share)));
}
