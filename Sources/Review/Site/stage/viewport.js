// Where a drawing's world lies on the screen: a scale and a shift, within limits.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Rectangle */

/** A view onto a rectangle of a world, in units of the screen. */
export class Viewport {
    constructor() {
        this.scale = 1;
        this.x = 0;
        this.y = 0;
        this.size = { width: 1, height: 1 };
        this.world = { x: 0, y: 0, width: 1, height: 1 };
        this.home = this.world;
        this.isAtHome = true;
    }

    /** Shows the whole home rectangle. */
    goHome() {
        this.show(this.home);
        this.isAtHome = true;
    }

    /** Shows a rectangle of the world as large as it goes. */
    show({ x, y, width, height }) {
        this.scale = this.fit({ width, height });
        this.x = this.size.width / 2 - (x + width / 2) * this.scale;
        this.y = this.size.height / 2 - (y + height / 2) * this.scale;
        this.isAtHome = false;
    }

    /** A new size of the screen's part; what was in the middle stays there. */
    resize(size) {
        const middle = this.toWorld({ x: this.size.width / 2, y: this.size.height / 2 });
        this.size = size;
        if (this.isAtHome) return this.goHome();
        this.x = size.width / 2 - middle.x * this.scale;
        this.y = size.height / 2 - middle.y * this.scale;
        this.hold();
    }

    /** Makes all larger or smaller around a point of the screen. */
    zoom(factor, at = { x: this.size.width / 2, y: this.size.height / 2 }) {
        const least = Math.min(this.fit(this.world), this.fit(this.home)) * 0.9;
        const next = Math.min(Math.max(this.scale * factor, least), this.fit(this.home) * 60);
        const fixed = this.toWorld(at);
        this.scale = next;
        this.x = at.x - fixed.x * next;
        this.y = at.y - fixed.y * next;
        this.isAtHome = false;
        this.hold();
    }

    /** Moves the view by a part of the screen. */
    pan(dx, dy) {
        this.x += dx;
        this.y += dy;
        this.isAtHome = false;
        this.hold();
    }

    /** Brings a point of the world into the middle part of the screen, if it is not there. */
    reveal(point) {
        const { x, y } = this.toScreen(point);
        const margin = Math.min(this.size.width, this.size.height) * 0.12;
        if (x > margin && y > margin && x < this.size.width - margin && y < this.size.height - margin) return;
        this.pan(this.size.width / 2 - x, this.size.height / 2 - y);
    }

    toScreen({ x, y }) { return { x: x * this.scale + this.x, y: y * this.scale + this.y }; }

    toWorld({ x, y }) { return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale }; }

    get transform() { return `translate(${this.x} ${this.y}) scale(${this.scale})`; }

    /** The scale at which a rectangle fills the screen's part. A photo that could not be read has no size: its world is
        one unit wide, so that every place on it is a number. */
    fit({ width, height }) { return Math.min(this.size.width / (width || 1), this.size.height / (height || 1)); }

    /** Some of the world stays on the screen. */
    hold() {
        const { world, size, scale } = this;
        const room = Math.min(size.width, size.height) * 0.4;
        const low = { x: room - (world.x + world.width) * scale, y: room - (world.y + world.height) * scale };
        const high = { x: size.width - room - world.x * scale, y: size.height - room - world.y * scale };
        this.x = Math.min(Math.max(this.x, low.x), Math.max(low.x, high.x));
        this.y = Math.min(Math.max(this.y, low.y), Math.max(low.y, high.y));
    }
}
