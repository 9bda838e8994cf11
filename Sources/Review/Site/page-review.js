// The pages of paper in a photo: accept, move a corner, draw a page, delete one.
import { button, el, say, set } from "./dom.js";
import { findingList, findingParts } from "./finding-list.js";
import { cornerLabel } from "./page-mark.js";
import { DoubtOrder } from "./doubt-order.js";
import { Findings } from "./findings.js";
import { isConvex } from "./quadrilateral.js";
import { isDoubtful, surenessOf } from "./reading-mark.js";
import { PageStage } from "./page-stage.js";
import { t } from "./strings.js";
import { tell } from "./notices.js";

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
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
        const count = all.filter(isDoubtful).length;
        state.textContent = count ? t("readingsToCheck", { count }) : t("noneToCheck");
        set(nextButton, { "aria-disabled": count ? null : "true" });
        set(acceptButton, { "aria-disabled": one && isDoubtful(one) ? null : "true" });
    };
    const findings = new Findings({ all: () => editor.pages(detector.name),
        put: (pages) => editor.setPages(detector.name, pages), known: [], draw });
    const order = new DoubtOrder(findings, detector.pages ?? []);
    const choose = (page, which) => {
        corner = which;
        findings.choose(page);
    };
    const show = (page, which = 0) => {
        choose(page, which);
        stage.reveal();
        stage.focusPoint();
        return true;
    };
    const step = (way) => {
        const index = order.beside(way);
        return index !== null && show(index);
    };
    const nextDoubtful = (way = 1) => {
        const index = order.beside(way, isDoubtful);
        if (index !== null) return show(index);
        say(t("noneToCheck"));
        stage.focusPoint();
        return true;
    };
    /** The corners of the chosen page are right as they stand now. */
    const accept = () => {
        if (!findings.one) return say(t("chooseReading"));
        if (isDoubtful(findings.one)) {
            findings.change({ confidence: null });
            say(t("pageAccepted", { number: findings.selected + 1 }));
        }
        nextDoubtful();
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
        stage.focusPoint();
        say(t("pageAdded"));
    };
    const remove = () => {
        if (!findings.one) return say(t("chooseReading"));
        const number = findings.selected + 1;
        order.remove();
        say(t("readingRemoved", { number }));
    };
    const stage = new PageStage(editor.job, { chosen: choose, moved: move });
    const list = findingList({ findings, test: "page", empty: "noPages", nameOf: () => t("pageOfPaper"),
        wordOf: surenessOf });
    const state = el("p", { class: "detail", "aria-live": "polite", "data-test": "pages-state" });
    const nextButton = button(t("nextDoubtful"), () => nextDoubtful(),
        { "data-test": "next-doubtful", "aria-keyshortcuts": "N" });
    const acceptButton = button(t("acceptPage"), accept, { "data-test": "accept-page" });
    // On the photo Enter means the chosen page as long as that is in doubt, and after that the whole photo.
    stage.node.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !findings.one || !isDoubtful(findings.one)) return;
        event.preventDefault();
        accept();
    });
    editor.addEventListener("change", draw);
    draw();
    return {
        hasStage: true,
        node: el("section", { class: "box-review", "aria-label": t("pagesOf", { name: detector.name }) },
            el("h2", {}, detector.name),
            findingParts(stage,
                el("div", { class: "row" }, nextButton, acceptButton,
                    button(t("addPage"), add, { "data-test": "add-page", "aria-keyshortcuts": "D" }),
                    button(t("deletePage"), remove, { "data-test": "delete-page" })),
                state, list, el("p", { class: "detail" }, t("pageHelp") + " " + t("pageKeys")))),
        key(event) {
            const { key } = event;
            const letter = key.toLowerCase();
            if (letter === "j" || letter === "k") return step(letter === "j" ? 1 : -1);
            if (letter === "n" || letter === "p") return nextDoubtful(letter === "n" ? 1 : -1);
            if (letter === "d") add();
            else if (!findings.one) return false;
            else if (/^[1-4]$/.test(key)) show(findings.selected, Number(key) - 1);
            else if (key === "Delete" || key === "Backspace") remove();
            else if (ways[key]) {
                const length = Math.max(1, Math.round(1 / stage.view.scale)) * (event.shiftKey ? coarse : 1);
                const [dx, dy] = ways[key].map((way) => way * length);
                const { x, y } = findings.one.corners[corner];
                move(findings.selected, corner, stage.held({ x: x + dx, y: y + dy }));
                stage.reveal();
            } else return false;
            return true;
        },
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}
