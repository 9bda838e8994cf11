// The pages of paper in a photo: accept, move a corner, draw a page, delete one.
import { button, say } from "../../shell/dom.js";
import { cornerLabel } from "./mark.js";
import { deleteButton, findingReview } from "../finding-review.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { doubtSteps } from "../doubt-steps.js";
import { findingList } from "../finding-list.js";
import { Findings } from "../findings.js";
import { isConvex } from "../../stage/quadrilateral.js";
import { coarse, keyed, letter, wayOf } from "../finding-keys.js";
import { PageStage } from "./stage.js";
import { surenessOf } from "../sureness.js";
import { t } from "../../strings/language.js";
import { tell } from "../../shell/notices.js";

/** The pages of one detector.
    @param {import("../kinds.js").Parts} parts */
export function pageReview(parts) {
    const { editor, detector, kind } = parts;
    let corner = null;
    const show = () => {
        const { list: all, one, selected } = findings;
        corner = one ? corner ?? 0 : null;
        stage.show(all, selected, corner);
    };
    const findings = new Findings(parts, []);
    const order = new DoubtOrder(findings, detector[kind.list] ?? []);
    const choose = (page, which) => {
        corner = which;
        findings.choose(page);
    };
    /** Chooses a corner, and shows it. */
    const open = (page, which = 0) => {
        choose(page, which);
        stage.reveal();
        stage.focusChosen();
    };
    /** Where a corner is placed, the page has been seen. */
    const move = (page, which, place) => {
        const corners = findings.list[page].corners.map((old, k) => (k === which ? place : old));
        if (!isConvex(corners)) return tell(t("pageFolded"));
        findings.change({ corners, confidence: null }, page);
        say(cornerLabel(page, which, place));
    };
    const add = () => {
        const { width, height } = editor.job;
        const place = (x, y) => ({ x: Math.round(x * width), y: Math.round(y * height) });
        corner = 0;
        findings.add({ corners: [place(0.15, 0.15), place(0.85, 0.15), place(0.85, 0.85), place(0.15, 0.85)] });
        stage.goHome();
        stage.focusChosen();
        say(t("pageAdded"));
    };
    const openCorner = (which) => (findings.one ? open(findings.selected, which) : false);
    /** Moves the chosen corner by an arrow key. */
    const moveByKey = (event) => {
        const way = findings.one && wayOf(event, stage, 1, coarse);
        if (!way) return false;
        const { x, y } = findings.one.corners[corner];
        move(findings.selected, corner, stage.held({ x: x + way.dx, y: y + way.dy }));
        stage.reveal();
        return true;
    };
    const stage = new PageStage(editor.job, { chosen: choose, moved: move });
    const steps = doubtSteps(findings, { order, stage, choose: (page) => open(page), open: (page) => open(page) });
    return findingReview(parts, {
        findings, stage, show,
        tools: [steps.buttons, button(t("addPage"), add, { "data-test": "add-page", "aria-keyshortcuts": "D" }),
            deleteButton(kind, steps.remove)],
        beside: [steps.state, findingList(findings, { nameOf: () => t("pageOfPaper"), wordOf: surenessOf })],
        keys: [
            steps.key,
            keyed({
                ...letter("d", add), 1: () => openCorner(0), 2: () => openCorner(1), 3: () => openCorner(2),
                4: () => openCorner(3),
            }),
            moveByKey,
        ],
    });
}
