// A list of any length of which only what is seen exists.

/** Shows `count` rows of one height; `draw(row, index)` fills a row that is used again. */
export class VirtualList {
    constructor({ rowHeight, makeRow, drawRow, label }) {
        this.rowHeight = rowHeight;
        this.makeRow = makeRow;
        this.drawRow = drawRow;
        this.count = 0;
        this.rows = [];
        this.node = document.createElement("div");
        this.node.className = "virtual";
        this.node.tabIndex = 0;
        this.space = document.createElement("div");
        this.space.className = "virtual-space";
        this.space.setAttribute("role", "list");
        this.space.setAttribute("aria-label", label);
        this.node.append(this.space);
        this.node.addEventListener("scroll", () => this.schedule(), { passive: true });
        this.resized = new ResizeObserver(() => this.schedule());
        this.resized.observe(this.node);
    }

    /** A new number of rows, or the same rows with other contents. */
    update(count) {
        this.count = count;
        this.space.style.height = count * this.rowHeight + "px";
        for (const row of this.rows) row.index = -1;
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
        while (this.rows.length < last - first) {
            const element = this.makeRow();
            this.rows.push({ element, index: -1 });
            this.space.append(element);
        }
        // Rows that are still in sight stay as they are; the others are used for what came into it.
        const free = this.rows.filter((row) => row.index < first || row.index >= last)
            .sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
        const shown = new Set(this.rows.filter((row) => row.index >= first && row.index < last)
            .map((row) => row.index));
        for (let index = first; index < last; index += 1) {
            if (shown.has(index)) continue;
            const row = free.shift();
            row.index = index;
            row.element.hidden = false;
            row.element.style.transform = `translateY(${index * this.rowHeight}px)`;
            row.element.setAttribute("aria-posinset", index + 1);
            row.element.setAttribute("aria-setsize", this.count);
            this.drawRow(row.element, index);
        }
        for (const row of free) { row.index = -1; row.element.hidden = true; }
        // Keys and screen readers go by the document's order, which is that of the rows.
        // Rows that stayed are in order already, and one of them may have the focus: only the others are moved.
        let after = null;
        for (const row of this.rows.filter((one) => one.index >= 0).sort((a, b) => b.index - a.index)) {
            if (!shown.has(row.index) && row.element.nextElementSibling !== after) {
                this.space.insertBefore(row.element, after);
            }
            after = row.element;
        }
    }
}
