// A photo with masks that can be chosen and painted.
import { BrushStage } from "./brush-strokes.js";
import { set, svg } from "../../shell/dom.js";
import { isOn, outlineOf } from "./outline.js";
import { maskMark, maskNumber } from "./mark.js";
import { t } from "../../strings/language.js";

/** The stage; `painted(points)` tells a stroke in pixels of the mask, `chosen(index)` what was pressed. */
export class MaskStage extends BrushStage {
    constructor(job, { size, painted, chosen }) {
        super(job, painted);
        this.size = size;
        this.chosen = chosen;
        this.masks = [];
        this.marks = svg("g", { class: "mask-marks" });
        this.line = svg("path", { class: "stroke" });
        this.texts = svg("g", {});
        this.circles = ["under", "over"].map((kind) => svg("circle", { class: "brush " + kind, r: 0 }));
        this.content.append(this.marks, this.line);
        this.layer.append(this.texts, ...this.circles);
    }

    /** How many of the photo's pixels a pixel of the mask is wide. */
    get pixel() { return this.job.width / this.size[1]; }

    setMode(mode) {
        this.mode = mode;
        this.stroke = null;
        this.cursor = null;
        this.node.dataset.mode = mode;
        // Arrow keys and the space bar are the brush's: a screen reader must not keep them for itself.
        set(this.surface, { tabindex: this.isPainting ? 0 : null, role: this.isPainting ? "application" : "group",
            "aria-label": this.isPainting ? t("brushKeys") : t("photoOf", { name: this.job.photo }) });
        if (this.isPainting) this.surface.focus({ preventScroll: true });
        this.draw();
    }

    show(masks, selected) {
        this.masks = masks;
        this.selected = selected;
        const focused = this.marks.contains(document.activeElement);
        this.marks.replaceChildren(...masks.map((one, k) => {
            const mark = maskMark(one, k, k === selected, () => { if (this.selected !== k) this.chosen(k); });
            // A mask's pixels are not the photo's.
            const [height, width] = one.mask.size;
            return set(mark, { transform: `scale(${this.job.width / width} ${this.job.height / height})` });
        }));
        if (focused) this.marks.querySelector(".selected")?.focus({ preventScroll: true });
        this.draw();
    }

    draw() {
        super.draw();
        this.texts.replaceChildren(...this.masks.map(({ mask }, k) => {
            const { middle } = outlineOf(mask);
            const scale = this.job.width / mask.size[1];
            return middle && maskNumber(k, this.view.toScreen({ x: middle.x * scale, y: middle.y * scale }));
        }).filter(Boolean));
        this.drawBrush();
    }

    drawBrush() {
        const { pixel, cursor, stroke } = this;
        const at = cursor && this.isPainting ? this.view.toScreen({ x: cursor.x * pixel, y: cursor.y * pixel }) : null;
        const r = at ? Math.max(3, (this.brush * pixel * this.view.scale) / 2) : 0;
        for (const circle of this.circles) set(circle, { cx: at?.x ?? 0, cy: at?.y ?? 0, r });
        set(this.line, {
            class: "stroke " + this.mode, "stroke-width": this.brush * pixel,
            d: stroke ? "M" + stroke.map(({ x, y }) => `${x * pixel} ${y * pixel}`).join("L") + "h0" : "",
        });
    }

    /** A point of the screen in pixels of the mask. */
    toMask(point) {
        const { x, y } = this.view.toWorld(point);
        return { x: x / this.pixel, y: y / this.pixel };
    }

    /** A press without a tool: the smallest mask under it. */
    tap(point) {
        if (this.isPainting) return;
        const world = this.view.toWorld(point);
        const under = this.masks.map(({ mask }, index) => ({ mask, index, box: outlineOf(mask).box }))
            .filter(({ mask }) => isOn(mask, { x: (world.x / this.job.width) * mask.size[1],
                y: (world.y / this.job.height) * mask.size[0] }))
            .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
        this.chosen(under[0]?.index ?? null);
    }
}
