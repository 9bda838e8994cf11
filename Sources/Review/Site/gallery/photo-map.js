// The photos as points, near each other where a model takes them for alike: a lasso, a frame or a label chooses them.
import { drawLines, drawPoints, margin } from "./map-canvas.js";
import { el, replace, say } from "../shell/dom.js";
import { colours, jobsInFrame, jobsInLasso, jobsOfColour, nearestJob, placed, readMap } from "./map-points.js";
import { fixed, percent, t } from "../strings/language.js";
import { get, path } from "../shell/api.js";

/** A press that moves less chooses one point, and corners of a line are farther apart, in CSS pixels. */
const still = 5;
/** What an arrow key moves, of the whole. */
const step = 0.02;

/** The map of the photos that a list shows. */
export class PhotoMap {
    places = null;
    rows = [];
    points = placed([], new Map()).points;
    /** The line that is being drawn; null where none is. */
    line = null;
    /** Where the keys are, and where their frame begins; null where there is none. */
    cross = null;
    corner = null;
    share = 0;
    detector = "";
    last = null;
    frame = null;

    /** @param {{ selection: import("./selection.js").Selection, chose: () => void, anew?: (detector: string) => any }} parts
        `chose` brings what was chosen into sight, and `anew` loads the map of another detector. */
    constructor({ selection, chose, anew = (detector) => this.load(detector) }) {
        this.selection = selection;
        this.chose = chose;
        this.dots = el("canvas", { "aria-hidden": "true" });
        this.over = el("canvas", { "aria-hidden": "true" });
        this.stage = el("div", { class: "map-stage", tabindex: 0, role: "application", "aria-label": t("mapLabel"),
            "aria-describedby": "map-help", "data-test": "map",
            onpointerdown: (event) => this.begin(event), onpointermove: (event) => this.move(event),
            onpointerup: (event) => this.end(event), onpointercancel: () => this.drop(),
            onkeydown: (event) => this.key(event), onblur: () => this.drop() }, this.dots, this.over);
        this.legend = el("div", { class: "row map-legend", role: "group", "aria-label": t("mapLegend") });
        this.told = el("p", { class: "detail", "data-test": "map-told" });
        this.choice = el("select", { "data-test": "map-detector", onchange: () => anew(this.choice.value) });
        this.detectors = el("label", { hidden: true }, el("span", {}, t("mapDetector")), this.choice);
        this.node = el("div", { class: "map-part", hidden: true }, this.stage, this.legend, this.detectors, this.told,
            el("p", { class: "detail", id: "map-help" }, t("mapHelp")));
        this.resized = new ResizeObserver(() => this.schedule());
        this.resized.observe(this.stage);
    }

    get isShown() { return !this.node.hidden; }

    /** Shows the map as it is by now; throws where there is none. */
    async show() {
        await this.load();
        this.node.hidden = false;
        this.draw();
    }

    hide() {
        this.node.hidden = true;
        this.drop();
    }

    close() {
        this.resized.disconnect();
        cancelAnimationFrame(this.frame);
    }

    async load(detector = "") {
        const told = await get("/map" + (detector ? path`?detector=${detector}` : ""));
        Object.assign(this, { places: readMap(told), share: told.share, detector: told.detector });
        this.detectors.hidden = told.detectors.length < 2;
        replace(this.choice, told.detectors.map((one) => el("option", { value: one, selected: one === told.detector }, one)));
        this.update(this.rows);
    }

    /** The list is another one, or in another order. @param {any[]} rows */
    update(rows) {
        this.rows = rows;
        if (!this.places) return;
        const { points, legend, without } = placed(rows, this.places);
        this.points = points;
        const dot = (colour) => el("span", { class: "map-dot", "aria-hidden": "true", style: { "background-color": colours[colour] } });
        replace(this.legend, legend.map(({ label, count, colour }) => el("button", { type: "button", class: "button small",
            "data-test": "map-label", onclick: (event) => this.choose(jobsOfColour(this.points, colour), event) },
            dot(colour), `${label ?? t("mapOther")} ${fixed(count)}`)));
        this.told.textContent = [t("mapTold", { count: points.count, detector: this.detector, share: percent(this.share, 0) }),
            without ? t("mapWithout", { number: fixed(without) }) : null].filter(Boolean).join(" ");
        this.schedule();
    }

    /** Draws with the next frame, however often that is asked for. */
    schedule() {
        if (this.frame || !this.isShown) return;
        this.frame = requestAnimationFrame(() => { this.frame = null; this.draw(); });
    }

    draw() {
        const scale = Math.min(devicePixelRatio || 1, 2);
        const size = [this.stage.clientWidth, this.stage.clientHeight].map((one) => Math.max(1, Math.round(one * scale)));
        for (const canvas of [this.dots, this.over]) {
            if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
        }
        drawPoints(this.dots, this.points, (job) => this.selection.has(job),
            { isAnyChosen: this.selection.size > 0, edge: this.ink("--text"), scale });
        this.drawOver();
    }

    drawOver() {
        const scale = Math.min(devicePixelRatio || 1, 2);
        const frame = this.corner && this.cross ? [this.corner, this.cross] : null;
        drawLines(this.over, { line: this.line, frame, cross: this.cross }, { colour: this.ink("--accent"), scale });
    }

    ink(name) { return getComputedStyle(this.stage).getPropertyValue(name).trim() || "#808080"; }

    /** Where a pointer is, from 0 to 1; outside of the points less or more. */
    at({ clientX, clientY }) {
        const { left, top, width, height } = this.stage.getBoundingClientRect();
        return [(clientX - left - margin) / Math.max(1, width - 2 * margin), (clientY - top - margin) / Math.max(1, height - 2 * margin)];
    }

    begin(event) {
        if (event.button) return;
        this.stage.setPointerCapture(event.pointerId);
        Object.assign(this, { line: [this.at(event)], last: event, cross: null, corner: null });
    }

    move(event) {
        if (!this.line) return;
        if (Math.hypot(event.clientX - this.last.clientX, event.clientY - this.last.clientY) < still) return;
        this.last = event;
        this.line.push(this.at(event));
        this.drawOver();
    }

    end(event) {
        const line = this.line;
        this.drop();
        if (!line) return;
        if (line.length > 2) return this.choose(jobsInLasso(this.points, line), event);
        this.choose(this.near(this.at(event), 12), event);
    }

    /** The photo nearest to a place, if one is within so many CSS pixels. */
    near(place, pixels) {
        const reach = [this.stage.clientWidth, this.stage.clientHeight].map((one) => pixels / Math.max(1, one - 2 * margin));
        const job = nearestJob(this.points, place, reach);
        return job === null ? [] : [job];
    }

    drop() {
        Object.assign(this, { line: null, cross: null, corner: null });
        if (this.isShown) this.drawOver();
    }

    /** Arrows lead the cross, with Shift they draw a frame; Space chooses. */
    key(event) {
        if (event.altKey || event.metaKey || event.isComposing) return;
        const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
        if (way) {
            const from = this.cross ?? [0.5, 0.5];
            this.corner = event.shiftKey ? this.corner ?? from : null;
            this.cross = from.map((one, k) => Math.min(1, Math.max(0, one + way[k])));
            if (!event.repeat) say(t("mapCross", { across: percent(this.cross[0], 0), down: percent(this.cross[1], 0) }));
        } else if (this.cross && (event.key === " " || event.key === "Enter")) {
            this.choose(this.corner ? jobsInFrame(this.points, this.corner, this.cross) : this.near(this.cross, 24), event);
            this.corner = null;
        } else if (event.key === "Escape" && this.cross) {
            this.drop();
        } else return;
        event.preventDefault();
        this.drawOver();
    }

    /** Chooses photos; with Shift or Ctrl the others stay chosen. */
    choose(jobs, { shiftKey, ctrlKey, metaKey }) {
        const adds = shiftKey || ctrlKey || metaKey;
        if (!jobs.length) say(t("mapNothing"));
        if (jobs.length || !adds) this.selection.choose(jobs, adds);
        if (jobs.length) this.chose();
    }
}
