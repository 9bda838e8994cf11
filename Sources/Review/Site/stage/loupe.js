// What lies under the finger, larger and above it.
import { svg } from "../shell/dom.js";

const side = 132;
const magnification = 2.6;

/** A round glass over a stage. */
export class Loupe {
    constructor(stage) {
        this.stage = stage;
        this.node = svg("svg", { class: "loupe", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
        this.node.style.display = "none";
        stage.append(this.node);
    }

    /** Shows a place of the stage's world, above a point of the screen. */
    show(point, world) {
        const scale = this.stage.view.scale * magnification;
        if (!this.picture) {
            this.picture = svg("g", {}, this.stage.picture());
            const half = side / 2;
            this.node.replaceChildren(this.picture,
                svg("path", { class: "loupe-cross under",
                    d: `M${half} ${half - 20}V${half + 20}M${half - 20} ${half}H${half + 20}` }),
                svg("path", { class: "loupe-cross",
                    d: `M${half} ${half - 20}V${half + 20}M${half - 20} ${half}H${half + 20}` }));
        }
        this.picture.setAttribute("transform",
            `translate(${side / 2 - world.x * scale} ${side / 2 - world.y * scale}) scale(${scale})`);
        const isHigh = point.y < side + 30;
        this.node.style.display = "";
        this.node.style.left =
            Math.min(Math.max(point.x - side / 2, 4), Math.max(4, this.stage.clientWidth - side - 4)) + "px";
        this.node.style.top = (isHigh ? point.y + 46 : point.y - side - 46) + "px";
    }

    hide() {
        this.node.style.display = "none";
        this.picture = null;
    }
}
