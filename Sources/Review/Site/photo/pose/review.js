// The keypoints of bodies, hands and faces: accept, move, show or hide a keypoint, change class, delete an object.
import { button, say } from "../../shell/dom.js";
import { classButtons, findingList } from "../finding-list.js";
import { deleteButton, findingReview } from "../finding-review.js";
import { Findings } from "../findings.js";
import { hueDot } from "../mask/mark.js";
import { isVisible, keypointLabel } from "./keypoint-names.js";
import { coarse, keyed, letter, wayOf } from "../finding-keys.js";
import { PoseStage } from "./stage.js";
import { known, t } from "../../strings/language.js";

/** The poses, hands or faces of one detector.
    @param {import("../kinds.js").Parts} parts */
export function poseReview(parts) {
    const { editor, detector, kind } = parts;
    let point = null;
    const show = () => {
        const count = findings.one?.keypoints.length ?? 0;
        point = count ? Math.min(point ?? 0, count - 1) : null;
        stage.show(findings.list, findings.selected, point);
    };
    const findings = new Findings(parts);
    const choose = (pose, next) => {
        point = next;
        findings.choose(pose);
    };
    /** Changes a keypoint; a box that was drawn around the keypoints goes with them, a face's was found by itself. */
    const change = (values, pose = findings.selected, which = point) => {
        const keypoints = findings.list[pose].keypoints.map((one, k) => (k === which ? { ...one, ...values } : one));
        const box = detector.task === "faces" ? {} : { box: boxAround(keypoints) };
        findings.change({ keypoints, ...box }, pose);
    };
    const step = (way) => {
        const count = findings.one?.keypoints.length;
        if (count) choose(findings.selected, (point + way + count) % count);
        else if (!findings.list.length) return false;
        else choose(0, 0);
        stage.reveal();
        stage.focusChosen();
        return true;
    };
    const toggle = () => {
        const one = findings.one?.keypoints[point];
        if (!one) return say(t("choosePoint"));
        change({ visibility: isVisible(one) ? 0 : 1 });
        say(t(isVisible(one) ? "pointHidden" : "pointVisible"));
    };
    /** Moves the chosen keypoint by an arrow key. */
    const move = (event) => {
        const one = findings.one?.keypoints[point];
        const way = one && wayOf(event, stage, 4, coarse);
        if (!way) return false;
        change({ x: one.x + way.dx, y: one.y + way.dy });
        stage.reveal();
        say(keypointLabel(findings.one, findings.selected, point));
        return true;
    };
    const stage = new PoseStage(editor.job, { skeleton: detector.skeleton ?? [], chosen: choose,
        moved: (pose, which, place) => change(place, pose, which) });
    const nameOf = (label) => known("label", label);
    return findingReview(parts, {
        findings, stage, show,
        tools: [button(t("toggleVisible"), toggle, { "data-test": "toggle-visible", "aria-keyshortcuts": "V" }),
            deleteButton(kind, () => findings.remove())],
        beside: [classButtons(findings, { nameOf }), findingList(findings, { nameOf, mark: hueDot })],
        keys: [keyed({ n: () => step(1), p: () => step(-1), ...letter("v", toggle) }), findings.key, move],
    });
}

/** The tight box around the visible keypoints, around all where none is. */
function boxAround(keypoints) {
    const visible = keypoints.filter(isVisible);
    const [xs, ys] = ["x", "y"].map((axis) => (visible.length ? visible : keypoints).map((one) => one[axis]));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    // A single point has no extent, and a box must have some.
    return { x, y, width: Math.max(1, Math.max(...xs) - x), height: Math.max(1, Math.max(...ys) - y) };
}
