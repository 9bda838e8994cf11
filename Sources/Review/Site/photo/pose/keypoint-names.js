// What the keypoints of bodies, hands and faces are called. Their names come in English, in camel case.
import { known, t } from "../../strings/language.js";

const joint = /^(thumb|index|middle|ring|little)(CMC|MCP|PIP|DIP|IP|Tip)$/;
const sided = /^(left|right)([A-Z]\w*)$|^(mouth)(Left|Right)$/;

/** A keypoint's name; one that the page does not know is shown as it came, one without a name by its number. */
export function keypointName({ name }, index) {
    if (!name) return t("pointNumber", { number: index + 1 });
    const finger = joint.exec(name);
    if (finger) return `${t("finger" + finger[1])} ${finger[2] === "Tip" ? t("fingertip") : finger[2]}`;
    const side = sided.exec(name);
    if (!side) return known("point", name);
    const [where, part] = side[1] ? [side[1], side[2]] : [side[4].toLowerCase(), "mouthCorner"];
    return t("point" + where, { part: known("point", part) });
}

/** `left hand 1`: an object by its class and its number in the list. */
export function poseName({ label }, index) {
    return `${known("label", label)} ${index + 1}`;
}

/** `wrist of left hand 1, at 120, 340`, and whether it is hidden. */
export function keypointLabel(pose, poseIndex, index, { x, y } = pose.keypoints[index]) {
    const point = pose.keypoints[index];
    const text = t("pointLabel", { point: keypointName(point, index), object: poseName(pose, poseIndex),
        x: Math.round(x), y: Math.round(y) });
    return isVisible(point) ? text : `${text}, ${t("pointHidden")}`;
}

/** A keypoint without a visibility is taken as visible. */
export function isVisible({ visibility }) { return (visibility ?? 1) >= 0.5; }
