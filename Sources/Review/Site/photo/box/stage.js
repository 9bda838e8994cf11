// A photo with boxes that can be moved, resized and drawn.
import { boxesUnder } from "../../stage/rectangle.js";
import { boxMark, boxName, corners } from "./mark.js";
import { JobStage } from "../job-stage.js";
import { placedNames, shortened } from "./names.js";
import { svg } from "../../shell/dom.js";

const least = 4;

/** The stage; `changed(index, box)` and `drawn(box)` tell what a drag did, `chosen(index)` what was pressed. */
export class BoxStage extends JobStage {
    constructor(job, { changed, drawn, chosen }) {
        super(job);
        this.changed = changed;
        this.drawn = drawn;
        this.chosen = chosen;
        this.boxes = [];
        this.draft = null;
        this.isDrawing = false;
        this.isFixed = false;
    }

    show(boxes, selected) {
        this.boxes = boxes;
        this.selected = selected;
        this.draw();
    }

    /** Brings the chosen box into sight. */
    reveal() {
        const box = this.boxes[this.selected]?.box;
        if (!box) return;
        this.view.reveal({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
        this.draw();
    }

    draw() {
        super.draw();
        const focused = this.layer.contains(document.activeElement);
        const places = this.boxes.map((one, k) => this.screen(this.draft?.index === k ? this.draft.box : one.box));
        const texts = this.boxes.map((one) => boxName({ ...one, label: shortened(one.label) }));
        // Above all boxes: a frame through a name would hide it.
        const names = placedNames(places, texts, this.view.size, this.selected).map((name, k) => name
            && svg("text", { class: "mark-text box-text", "aria-hidden": "true", x: name.x, y: name.y }, texts[k]));
        const all = this.boxes.map((one, k) => {
            const box = places[k];
            const turned = this.draft?.index === k ? null : one.corners?.map((corner) => this.view.toScreen(corner));
            return boxMark(one, k, { box, turned, isFixed: this.isFixed }, k === this.selected,
                () => { if (this.selected !== k) this.chosen(k); });
        });
        const draft = this.draft && this.draft.index === undefined
            ? svg("rect", { class: "box draft", ...this.screen(this.draft.box) }) : null;
        this.layer.replaceChildren(...[...all, ...names, draft].filter(Boolean));
        if (focused) this.layer.querySelector(".selected")?.focus({ preventScroll: true });
    }

    grab(point, event) {
        if (this.isDrawing) return { start: this.view.toWorld(point), isNew: true };
        const reach = event.pointerType === "touch" ? 26 : 12;
        const own = this.boxes[this.selected];
        if (own) {
            const box = this.screen(own.box);
            const corner = corners.findIndex(
                ([x, y]) => Math.hypot(box.x + x * box.width - point.x, box.y + y * box.height - point.y) <= reach);
            if (corner >= 0) return { index: this.selected, box: own.box, corner };
        }
        const inside = boxesUnder(this.boxes, this.view.toWorld(point));
        const hit = inside.find(({ index }) => index === this.selected) ?? inside[0];
        if (!hit) return null;
        this.chosen(hit.index);
        this.layer.children[hit.index]?.focus({ preventScroll: true });
        return hit;
    }

    /** The box at the start of a drag, with the way since. */
    moved(grab, way) {
        const [dx, dy] = [way.x / this.view.scale, way.y / this.view.scale];
        if (grab.isNew) return fromCorners(grab.start, { x: grab.start.x + dx, y: grab.start.y + dy });
        const { x, y, width, height } = grab.box;
        if (grab.corner === undefined) return this.held({ x: x + dx, y: y + dy, width, height });
        const [fx, fy] = corners[grab.corner];
        const fixed = { x: x + (1 - fx) * width, y: y + (1 - fy) * height };
        return fromCorners(fixed, { x: x + fx * width + dx, y: y + fy * height + dy });
    }

    held(box) {
        const { width, height } = this.view.world;
        return { ...box, x: Math.min(Math.max(box.x, 0), Math.max(0, width - box.width)),
            y: Math.min(Math.max(box.y, 0), Math.max(0, height - box.height)) };
    }

    /** A box cut at the photo's edges. */
    cut({ x, y, width, height }) {
        const right = Math.min(x + width, this.view.world.width);
        const bottom = Math.min(y + height, this.view.world.height);
        return { x: Math.max(0, x), y: Math.max(0, y), width: right - Math.max(0, x), height: bottom - Math.max(0, y) };
    }

    follow(grab, way) {
        if (!grab.isMoving && Math.hypot(way.x, way.y) < 3) return;
        grab.isMoving = true;
        this.draft = { index: grab.isNew ? undefined : grab.index, box: this.cut(this.moved(grab, way)) };
        this.draw();
    }

    release(grab, way) {
        this.draft = null;
        const box = this.cut(this.moved(grab, way));
        if (!grab.isMoving || box.width < least || box.height < least) return this.draw();
        if (grab.isNew) this.drawn(box);
        else this.changed(grab.index, box);
    }

    cancel() { this.draft = null; this.draw(); }

    tap() { if (!this.isDrawing) this.chosen(null); }
}

function fromCorners(a, b) {
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}
