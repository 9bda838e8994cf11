// A list of any length of which only what is seen exists.
import { SeenItems } from "./seen-items.js";

/** Shows `count` rows of one height; `draw(row, index)` fills a row that is used again. */
export class VirtualList {
    constructor({ rowHeight, makeRow, drawRow, label }) {
        this.rowHeight = rowHeight;
        this.count = 0;
        this.node = document.createElement("div");
        this.node.className = "virtual";
        this.node.tabIndex = 0;
        this.space = document.createElement("div");
        this.space.className = "virtual-space";
        this.space.setAttribute("role", "list");
        this.space.setAttribute("aria-label", label);
        this.rows = new SeenItems(this.space, { make: makeRow, draw: (row, index) => {
            row.style.transform = `translateY(${index * rowHeight}px)`;
            drawRow(row, index);
        } });
        this.node.append(this.space);
        this.node.addEventListener("scroll", () => this.schedule(), { passive: true });
        this.resized = new ResizeObserver(() => this.schedule());
        this.resized.observe(this.node);
    }

    /** A new number of rows, or the same rows with other contents. */
    update(count) {
        this.count = count;
        this.space.style.height = count * this.rowHeight + "px";
        this.rows.age();
        this.draw();
    }

    close() { this.resized.disconnect(); }

    schedule() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => { this.frame = null; this.draw(); });
    }

    draw() {
        const first = Math.max(0, Math.floor(this.node.scrollTop / this.rowHeight) - 4);
        const last = Math.min(this.count,
            Math.ceil((this.node.scrollTop + (this.node.clientHeight || 600)) / this.rowHeight) + 4);
        this.rows.show(first, last, this.count);
    }
}
