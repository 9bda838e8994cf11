// A grid of any number of pictures of which only what is seen exists.
import { SeenItems } from "../shell/seen-items.js";

/** The gap between two tiles, in CSS pixels. */
const gap = 8;

/** Shows `count` tiles; `draw(tile, index)` fills a tile that is used again, and `seen(first, last)` tells which are in sight
    once scrolling rests. */
export class TileGrid {
    constructor({ makeTile, drawTile, seen, label, least = 168, caption = 28 }) {
        this.seen = seen;
        this.least = least;
        this.caption = caption;
        this.count = 0;
        this.columns = 1;
        this.side = least;
        this.node = document.createElement("div");
        this.node.className = "virtual gallery-grid";
        this.node.tabIndex = 0;
        this.node.setAttribute("role", "listbox");
        this.node.setAttribute("aria-multiselectable", "true");
        this.node.setAttribute("aria-label", label);
        this.space = document.createElement("div");
        this.space.className = "virtual-space";
        this.tiles = new SeenItems(this.space, { make: makeTile, draw: (tile, index) => {
            this.place(tile, index);
            drawTile(tile, index);
        } });
        this.node.append(this.space);
        this.node.addEventListener("scroll", () => this.schedule(), { passive: true });
        this.resized = new ResizeObserver(() => this.measure());
        this.resized.observe(this.node);
    }

    get rowHeight() { return this.side + this.caption + gap; }

    /** So many rows are in sight as a whole. */
    get page() { return Math.max(1, Math.floor(this.node.clientHeight / this.rowHeight)); }

    /** A new number of tiles, or the same with other contents. */
    update(count) {
        this.count = count;
        this.measure(true);
    }

    close() {
        this.resized.disconnect();
        clearTimeout(this.rest);
    }

    /** Takes the width over; the tile at the top stays there. */
    measure(isNews = false) {
        const width = this.node.clientWidth - 2 * gap;
        const columns = Math.max(2, Math.floor((width + gap) / (this.least + gap)));
        const side = Math.max(40, Math.floor((width - (columns - 1) * gap) / columns));
        const isSame = columns === this.columns && side === this.side;
        if (isSame && !isNews) return this.schedule();
        const top = Math.floor(this.node.scrollTop / this.rowHeight) * this.columns;
        Object.assign(this, { columns, side });
        this.space.style.height = gap + Math.ceil(this.count / columns) * this.rowHeight + "px";
        if (!isSame) this.node.scrollTop = Math.floor(top / columns) * this.rowHeight;
        this.tiles.age();
        this.draw();
    }

    /** Brings a tile into sight. */
    reveal(index) {
        const top = Math.floor(index / this.columns) * this.rowHeight;
        const { scrollTop, clientHeight } = this.node;
        if (top < scrollTop) this.node.scrollTop = top;
        else if (top + this.rowHeight + gap > scrollTop + clientHeight) {
            this.node.scrollTop = top + this.rowHeight + gap - clientHeight;
        }
        this.draw();
    }

    /** Draws again what is in sight. */
    redraw() {
        for (const { element, index } of this.tiles.all) this.tiles.draw(element, index);
    }

    schedule() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => { this.frame = null; this.draw(); });
    }

    draw() {
        const rows = [Math.floor(this.node.scrollTop / this.rowHeight) - 1,
            Math.ceil((this.node.scrollTop + (this.node.clientHeight || 600)) / this.rowHeight) + 1];
        const first = Math.max(0, rows[0] * this.columns);
        const last = Math.min(this.count, rows[1] * this.columns);
        this.tiles.show(first, last, this.count);
        clearTimeout(this.rest);
        this.rest = setTimeout(() => this.seen(first, last), 60);
    }

    place(element, index) {
        const [x, y] = [index % this.columns, Math.floor(index / this.columns)];
        element.style.width = this.side + "px";
        element.style.height = this.side + this.caption + "px";
        element.style.transform = `translate(${gap + x * (this.side + gap)}px, ${gap + y * this.rowHeight}px)`;
    }
}
