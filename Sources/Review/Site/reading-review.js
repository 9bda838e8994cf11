// The lines of text and the codes of a photo: accept, correct what one says, delete it.
import { button, el, say, set } from "./dom.js";
import { DoubtOrder } from "./doubt-order.js";
import { findingParts } from "./finding-list.js";
import { Findings } from "./findings.js";
import { isDoubtful } from "./reading-mark.js";
import { readingList } from "./reading-list.js";
import { ReadingStage } from "./reading-stage.js";
import { t } from "./strings.js";
import { tell } from "./notices.js";

/** The lines of one detector. */
export function textReview(parts) { return readingReview(parts, "texts"); }

/** The codes of one detector. */
export function codeReview(parts) { return readingReview(parts, "codes"); }

function readingReview({ editor, detector }, kind) {
    const isLine = kind === "texts";
    const draw = () => {
        findings.settle();
        const { list: all, selected } = findings;
        stage.show(all, selected);
        list.draw();
        const count = all.filter(isDoubtful).length;
        state.textContent = count ? t("readingsToCheck", { count }) : t("noneToCheck");
        set(nextButton, { "aria-disabled": count ? null : "true" });
    };
    const findings = new Findings({ all: () => editor.readings(kind, detector.name),
        put: (readings) => editor.setReadings(kind, detector.name, readings), known: [], draw });
    const order = new DoubtOrder(findings, detector[kind] ?? []);
    const choose = (index) => {
        findings.choose(index);
        list.reveal(index);
    };
    const step = (way) => {
        const index = order.beside(way);
        if (index === null) return false;
        choose(index);
        stage.reveal();
        return true;
    };
    const nextDoubtful = (way = 1) => {
        const index = order.beside(way, isDoubtful);
        if (index === null) {
            say(t("noneToCheck"));
            if (findings.one) stage.focusChosen();
            return true;
        }
        choose(index);
        stage.reveal();
        list.edit(index);
        return true;
    };
    /** Stores what a person typed; false where it cannot be. */
    const write = (index, typed) => {
        const old = findings.list[index];
        const text = isLine ? plainLine(typed) : old?.text.includes("\r\n") ? typed.replaceAll("\n", "\r\n") : typed;
        if (!old || !text) {
            list.restore(index);
            tell(t("emptyReading"));
            return false;
        }
        if (text === old.text) list.restore(index);
        else {
            findings.change({ text, confidence: null }, index);
            say(t("readingChanged", { number: index + 1 }));
        }
        return true;
    };
    /** Enter: the line is right as it stands now; `typed` is null where nobody typed. */
    const enter = (index, typed) => {
        if (typed !== null && !write(index, typed)) return;
        if (isDoubtful(findings.list[index])) findings.change({ confidence: null }, index);
        nextDoubtful();
    };
    const remove = () => {
        const { selected } = findings;
        if (!findings.one) return say(t("chooseReading"));
        order.remove();
        say(t("readingRemoved", { number: selected + 1 }));
    };
    const stage = new ReadingStage(editor.job, { chosen: (index) => choose(index) });
    const list = readingList({ findings, order: () => order.all, isLine, empty: "noReadings",
        label: t(isLine ? "linesOf" : "codesOf", { name: detector.name }),
        written: write, entered: enter, left: () => stage.focusChosen() });
    const state = el("p", { class: "detail", "aria-live": "polite", "data-test": "readings-state" });
    const nextButton = button(t("nextDoubtful"), () => nextDoubtful(),
        { "data-test": "next-doubtful", "aria-keyshortcuts": "N" });
    // On the photo Enter means the chosen line as long as that is in doubt, and after that the whole photo.
    stage.node.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !findings.one || !isDoubtful(findings.one)) return;
        event.preventDefault();
        enter(findings.selected, null);
    });
    editor.addEventListener("change", draw);
    draw();
    return {
        hasStage: true,
        node: el("section", { class: "box-review",
            "aria-label": t(isLine ? "linesOf" : "codesOf", { name: detector.name }) },
            el("h2", {}, detector.name),
            findingParts(stage,
                el("div", { class: "row" }, nextButton,
                    button(t(isLine ? "deleteLine" : "deleteCode"), remove,
                        { "data-test": isLine ? "delete-line" : "delete-code" })),
                state, list, el("p", { class: "detail" }, t("readingHelp") + " " + t("readingKeys")))),
        key(event) {
            const key = event.key.toLowerCase();
            if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
            if (key === "n" || key === "p") return nextDoubtful(key === "n" ? 1 : -1);
            if (!findings.one) return false;
            if (key === "e") list.edit(findings.selected);
            else if (key === "delete" || key === "backspace") remove();
            else return false;
            return true;
        },
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}

/** As lines are stored: composed, without a line break, without space around. */
function plainLine(text) { return text.normalize("NFC").replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, " ").trim(); }
