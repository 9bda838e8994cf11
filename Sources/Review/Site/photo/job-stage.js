// A photo of the queue that zooms and pans: what the stages of boxes, masks and poses have in common.
import { el, svg } from "../shell/dom.js";
import { jobPicture, pictureTrouble } from "../shell/api.js";
import { between, middle, pointsOf } from "../stage/quadrilateral.js";
import { listenToPointers } from "../stage/gestures.js";
import { t } from "../strings/language.js";
import { Viewport } from "../stage/viewport.js";

/** So high, in pixels of the screen, is a line that can be read. */
const readable = 22;

/** The base. A kind draws its findings into `layer`, in pixels of the screen, and hears `grab`, `follow`, `release`. */
export class JobStage {
    constructor(job) {
        this.job = job;
        this.selected = null;
        this.view = new Viewport();
        this.view.world = this.view.home = { x: 0, y: 0, width: job.width || 1, height: job.height || 1 };
        this.content = svg("g", {}, this.picture());
        this.layer = svg("g", { class: "finding-layer" });
        this.surface = svg("svg", { class: "surface", role: "group", "aria-label": t("photoOf", { name: job.photo }) },
            this.content, this.layer);
        this.node = el("div", { class: "stage box-stage" }, this.surface);
        this.resized = new ResizeObserver(() => this.measure());
        this.resized.observe(this.node);
        listenToPointers(this.surface, this);
    }

    picture() {
        const { job } = this;
        const image = svg("image", { href: jobPicture(job.job, 1600, job.page), width: job.width, height: job.height,
            preserveAspectRatio: "none" });
        image.addEventListener("error", () => this.sayWhy());
        return image;
    }

    /** Frames on an empty stage say nothing: why there is no photo under them is written on it. */
    async sayWhy() {
        const why = await pictureTrouble(this.job.job, this.job.page);
        if (this.node.querySelector(".stage-trouble")) return;
        this.node.append(el("p", { class: "stage-trouble", role: "note", "data-test": "stage-trouble" },
            t("noPicture") + (why ? " " + why : "")));
    }

    /** Marks what was searched for, each place by its corners. */
    showPlaces(places) {
        this.content.append(...places.map((corners) =>
            svg("polygon", { class: "hit", points: pointsOf(corners), "data-test": "hit" })));
    }

    close() { this.resized.disconnect(); }

    measure() {
        const { clientWidth: width, clientHeight: height } = this.node;
        if (!width || !height) return;
        this.surface.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.view.resize({ width, height });
        this.draw();
    }

    draw() { this.content.setAttribute("transform", this.view.transform); }

    screen({ x, y, width, height }) {
        const at = this.view.toScreen({ x, y });
        return { x: at.x, y: at.y, width: width * this.view.scale, height: height * this.view.scale };
    }

    zoomBy(factor, at) { this.view.zoom(factor, at); this.draw(); }

    panBy(dx, dy) { this.view.pan(dx, dy); this.draw(); }

    goHome() { this.view.goHome(); this.draw(); }

    /** Brings what corners frame into sight, as large as a line must be to be read. */
    revealCorners(corners) {
        if (!corners) return;
        const { view } = this;
        const [width, height] = [between(corners[0], corners[1]), between(corners[0], corners[3])];
        const fitting = (0.9 * view.size.width) / Math.max(1, width);
        const scale = Math.min(readable / Math.max(1, height), fitting);
        if (scale > view.scale) view.zoom(scale / view.scale, view.toScreen(middle(corners)));
        view.reveal(middle(corners));
        this.draw();
    }
}
