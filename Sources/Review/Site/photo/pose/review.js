// The keypoints of bodies, hands and faces: accept, move, show or hide a keypoint, change class, delete an object.
import { button, el, say } from "../../shell/dom.js";
import { classButtons, findingList, findingReview } from "../finding-list.js";
import { Findings } from "../findings.js";
import { hueOf } from "../mask/mark.js";
import { isVisible, keypointLabel } from "./keypoint-names.js";
import { PoseStage } from "./stage.js";
import { known, t } from "../../strings/language.js";
import { ways } from "../../review/keys.js";

const coarse = 10;

/** The poses, hands or faces of one detector. */
export function poseReview({ editor, detector }) {
    let point = null;
    const draw = () => {
        findings.settle();
        const count = findings.one?.keypoints.length ?? 0;
        point = count ? Math.min(point ?? 0, count - 1) : null;
        stage.show(findings.list, findings.selected, point);
        list.draw();
        classes.draw();
    };
    const findings = new Findings(editor, detector, "poses", draw);
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
    const stage = new PoseStage(editor.job, { skeleton: detector.skeleton ?? [], chosen: choose,
        moved: (pose, which, place) => change(place, pose, which) });
    const nameOf = (label) => known("label", label);
    const list = findingList({ findings, test: "pose", empty: "noPoses", nameOf,
        mark: (k) => el("span", { class: "hue " + hueOf(k), "aria-hidden": "true" }) });
    const classes = classButtons({ findings, test: "pose", label: "classOfPose", nameOf });
    return findingReview({
        editor, detector, stage, draw, title: "posesOf", help: ["poseHelp", "poseKeys"],
        row: el("div", { class: "row" },
            button(t("toggleVisible"), toggle, { "data-test": "toggle-visible", "aria-keyshortcuts": "V" }),
            button(t("deletePose"), () => findings.remove(), { "data-test": "delete-pose" })),
        parts: [classes, list],
        key(event) {
            const { key } = event;
            if (key === "n" || key === "p") return step(key === "n" ? 1 : -1);
            if (key === "v" || key === "V") {
                toggle();
                return true;
            }
            if (findings.key(event)) return true;
            const one = findings.one?.keypoints[point];
            if (!one || !ways[key]) return false;
            const length = Math.max(1, Math.round(4 / stage.view.scale)) * (event.shiftKey ? coarse : 1);
            const [dx, dy] = ways[key].map((way) => way * length);
            change({ x: one.x + dx, y: one.y + dy });
            stage.reveal();
            say(keypointLabel(findings.one, findings.selected, point));
            return true;
        },
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
