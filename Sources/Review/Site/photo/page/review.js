// The pages of paper in a photo: accept, move a corner, draw a page, delete one.
import { button, el, say, set } from "../../shell/dom.js";
import { findingList, findingReview } from "../finding-list.js";
import { cornerLabel } from "./mark.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { doubtSteps, removeReading } from "../doubt-steps.js";
import { Findings } from "../findings.js";
import { isConvex } from "../../stage/quadrilateral.js";
import { isDoubtful, surenessOf } from "../reading/mark.js";
import { PageStage } from "./stage.js";
import { t } from "../../strings/language.js";
import { tell } from "../../shell/notices.js";
import { ways } from "../../review/keys.js";

const coarse = 10;

/** The pages of one detector. */
export function pageReview({ editor, detector }) {
    let corner = null;
    const draw = () => {
        findings.settle();
        const { list: all, one, selected } = findings;
        corner = one ? corner ?? 0 : null;
        stage.show(all, selected, corner);
        list.draw();
        steps.draw();
        set(acceptButton, { "aria-disabled": one && isDoubtful(one) ? null : "true" });
    };
    const findings = new Findings(editor, detector, "pages", draw, []);
    const order = new DoubtOrder(findings, detector.pages ?? []);
    const choose = (page, which) => {
        corner = which;
        findings.choose(page);
    };
    const show = (page, which = 0) => {
        choose(page, which);
        stage.reveal();
        stage.focusChosen();
    };
    /** The corners of the chosen page are right as they stand now. */
    const accept = () => {
        if (!findings.one) return say(t("chooseReading"));
        if (isDoubtful(findings.one)) {
            findings.change({ confidence: null });
            say(t("pageAccepted", { number: findings.selected + 1 }));
        }
        steps.next();
    };
    /** Whoever places a corner has seen where the page lies. */
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
    const remove = () => removeReading(findings, order);
    const stage = new PageStage(editor.job, { chosen: choose, moved: move });
    const list = findingList({ findings, test: "page", empty: "noPages", nameOf: () => t("pageOfPaper"),
        wordOf: surenessOf });
    const steps = doubtSteps({ findings, order, stage, test: "pages-state", choose: (page) => show(page),
        open: (page) => show(page), accept, remove });
    const acceptButton = button(t("acceptPage"), accept, { "data-test": "accept-page" });
    return findingReview({
        editor, detector, stage, draw, title: "pagesOf", help: ["pageHelp", "pageKeys"],
        row: el("div", { class: "row" }, steps.nextButton, acceptButton,
            button(t("addPage"), add, { "data-test": "add-page", "aria-keyshortcuts": "D" }),
            button(t("deletePage"), remove, { "data-test": "delete-page" })),
        parts: [steps.state, list],
        key(event) {
            const { key } = event;
            if (steps.key(event)) return true;
            if (key.toLowerCase() === "d") add();
            else if (!findings.one) return false;
            else if (/^[1-4]$/.test(key)) show(findings.selected, Number(key) - 1);
            else if (ways[key]) {
                const length = Math.max(1, Math.round(1 / stage.view.scale)) * (event.shiftKey ? coarse : 1);
                const [dx, dy] = ways[key].map((way) => way * length);
                const { x, y } = findings.one.corners[corner];
                move(findings.selected, corner, stage.held({ x: x + dx, y: y + dy }));
                stage.reveal();
            } else return false;
            return true;
        },
    });
}
