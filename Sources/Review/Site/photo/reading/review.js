// The lines of text and the codes of a photo: accept, correct what one says, delete it.
import { deleteButton, findingReview } from "../finding-review.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { doubtSteps } from "../doubt-steps.js";
import { Findings } from "../findings.js";
import { isDoubtful } from "../sureness.js";
import { readingList } from "./list.js";
import { ReadingStage } from "./stage.js";
import { say } from "../../shell/dom.js";
import { t } from "../../strings/language.js";
import { tell } from "../../shell/notices.js";

/** The lines or the codes of one detector.
    @param {import("../kinds.js").Parts} parts */
export function readingReview(parts) {
    const { editor, detector, kind } = parts;
    const findings = new Findings(parts);
    const order = new DoubtOrder(findings, detector[kind.list] ?? []);
    const choose = (index) => {
        findings.choose(index);
        list.reveal(index);
    };
    const open = (index) => {
        choose(index);
        stage.reveal();
        list.edit(index);
    };
    /** Stores what was typed; false where it cannot be. */
    const write = (index, typed) => {
        const old = findings.list[index];
        const text = kind.isLine ? plainLine(typed) : old?.text.includes("\r\n") ? typed.replaceAll("\n", "\r\n") : typed;
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
    /** Enter: the line is right as it stands now; `typed` is null where nothing was typed. */
    const enter = (index, typed) => {
        if (typed !== null && !write(index, typed)) return;
        if (isDoubtful(findings.list[index])) findings.change({ confidence: null }, index);
        steps.next();
    };
    const stage = new ReadingStage(editor.job, { chosen: (index) => choose(index), test: kind.test });
    const list = readingList(findings, { order: () => order.all, written: write, entered: enter,
        left: () => stage.focusChosen() });
    const steps = doubtSteps(findings, { order, stage, choose, open,
        accept: () => enter(findings.selected, null), edit: () => list.edit(findings.selected) });
    return findingReview(parts, {
        findings, stage,
        show: () => stage.show(findings.list, findings.selected),
        tools: [steps.buttons, deleteButton(kind, steps.remove)],
        beside: [steps.state, list],
        keys: [steps.key],
    });
}

/** As lines are stored: composed, without a line break, without space around. */
function plainLine(text) { return text.normalize("NFC").replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, " ").trim(); }
