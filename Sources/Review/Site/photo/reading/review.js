// The lines of text and the codes of a photo: accept, correct what one says, delete it.
import { button, el, say } from "../../shell/dom.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { doubtSteps, removeReading } from "../doubt-steps.js";
import { findingReview } from "../finding-list.js";
import { Findings } from "../findings.js";
import { isDoubtful } from "./mark.js";
import { readingList } from "./list.js";
import { ReadingStage } from "./stage.js";
import { t } from "../../strings/language.js";
import { tell } from "../../shell/notices.js";

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
        steps.draw();
    };
    const findings = new Findings(editor, detector, kind, draw);
    const order = new DoubtOrder(findings, detector[kind] ?? []);
    const choose = (index) => {
        findings.choose(index);
        list.reveal(index);
    };
    const open = (index) => {
        choose(index);
        stage.reveal();
        list.edit(index);
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
        steps.next();
    };
    const remove = () => removeReading(findings, order);
    const stage = new ReadingStage(editor.job, { chosen: (index) => choose(index) });
    const list = readingList({ findings, order: () => order.all, isLine, empty: "noReadings",
        label: t(isLine ? "linesOf" : "codesOf", { name: detector.name }),
        written: write, entered: enter, left: () => stage.focusChosen() });
    const steps = doubtSteps({ findings, order, stage, test: "readings-state", choose, open, remove,
        accept: () => enter(findings.selected, null), edit: () => list.edit(findings.selected) });
    return findingReview({
        editor, detector, stage, draw, title: isLine ? "linesOf" : "codesOf", help: ["readingHelp", "readingKeys"],
        row: el("div", { class: "row" }, steps.nextButton,
            button(t(isLine ? "deleteLine" : "deleteCode"), remove,
                { "data-test": isLine ? "delete-line" : "delete-code" })),
        parts: [steps.state, list],
        key: steps.key,
    });
}

/** As lines are stored: composed, without a line break, without space around. */
function plainLine(text) { return text.normalize("NFC").replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, " ").trim(); }
