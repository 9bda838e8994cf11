// A photo with skeletons whose keypoints can be dragged.
import { boxesUnder } from "../../stage/rectangle.js";
import { PointsStage } from "../points-stage.js";
import { poseMark } from "./mark.js";

/** @typedef {import("../../stage/viewport.js").Point & { name?: string, visibility?: number }} Keypoint */
/** @typedef {import("../../stage/viewport.js").Rectangle} Rectangle */
/** @typedef {{ keypoints: Keypoint[], box: Rectangle, label: string, confidence: number | null }} Pose */

/** The stage of poses; their keypoints are the points.
    @extends {PointsStage<Pose>} */
export class PoseStage extends PointsStage {
    /** @param {import("../job-editor.js").Job} job
        @param {import("../points-stage.js").Heard & { skeleton: number[][] }} parts */
    constructor(job, { skeleton, ...heard }) {
        super(job, heard);
        this.skeleton = skeleton;
    }

    /** @param {Pose} pose */
    pointsOf(pose) { return pose.keypoints.map(({ x, y }) => ({ x, y })); }

    /** @param {Pose} pose @param {number} index @param {import("../points-stage.js").Drawn} drawn */
    mark(pose, index, drawn) { return poseMark(pose, index, { ...drawn, skeleton: this.skeleton }); }

    /** @param {import("../../stage/viewport.js").Point} place */
    under(place) { return boxesUnder(this.findings, place)[0]?.index ?? null; }
}
