// What a pointer does with a brush on a mask's stage: one stroke, by mouse, pen, finger or keys, is one change.

/** Mixed into `MaskStage`. */
export const brushStrokes = {
    hover(event) {
        if (!this.isPainting || (event.pointerType === "touch" && !this.stroke)) return;
        const box = this.surface.getBoundingClientRect();
        this.pointAt(this.toMask({ x: event.clientX - box.left, y: event.clientY - box.top }));
    },

    pointAt(point) {
        if (!this.isPainting) return;
        this.cursor = point;
        this.drawBrush();
    },

    grab(point) {
        if (!this.isPainting) return null;
        this.stroke = [this.toMask(point)];
        this.pointAt(this.stroke[0]);
        return { stroke: this.stroke };
    },

    follow(grab, way, point, event) {
        // Between two frames a quick hand makes more of a curve than the one event tells.
        for (const one of event.getCoalescedEvents?.() ?? []) {
            this.extend({ x: point.x + one.clientX - event.clientX, y: point.y + one.clientY - event.clientY });
        }
        this.extend(point);
        this.pointAt(this.toMask(point));
    },

    extend(point) {
        const at = this.toMask(point);
        const last = this.stroke?.at(-1);
        if (last && Math.hypot(at.x - last.x, at.y - last.y) >= 0.5) this.stroke.push(at);
    },

    release(grab) { if (this.stroke === grab.stroke) this.endStroke(); },

    endStroke() {
        const points = this.stroke;
        this.stroke = null;
        this.drawBrush();
        if (points) this.painted(points);
    },

    cancel() {
        this.stroke = null;
        this.drawBrush();
    },
};
