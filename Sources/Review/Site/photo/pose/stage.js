// @ts-nocheck Its members are those of the classes that are made of it.
// A photo with skeletons whose keypoints can be dragged.
import { PointsStage } from "../points-stage.js";
import { poseMark } from "./mark.js";

/** The stage of poses; their keypoints are the points. */
export class PoseStage extends PointsStage {
    constructor(job, { skeleton, ...heard }) {
        super(job, heard);
        this.skeleton = skeleton;
    }

    pointsOf(pose) { return pose.keypoints.map(({ x, y }) => ({ x, y })); }

    mark(pose, index, drawn) { return poseMark(pose, index, { ...drawn, skeleton: this.skeleton }); }

    under({ x, y }) {
        const under = this.findings.map(({ box }, index) => ({ box, index })).filter(({ box }) =>
            x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height)
            .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
        return under?.index ?? null;
    }
}
