// What a pointer does on a stage: it takes the nearest arrow, carries it, and puts it down.

/** Mixed into `StageView`. */
export const stageDrag = {
    /** The nearest arrow within a finger's or a mouse's reach. */
    nearest(point, isTouch) {
        const reach = isTouch ? 30 : 18;
        const near = this.shownArrows().map((arrow) => {
            const place = this.view.toScreen(this.worldOf(arrow));
            return { arrow, distance: Math.hypot(place.x - point.x, place.y - point.y) };
        }).filter((one) => one.distance <= reach).sort((a, b) => a.distance - b.distance);
        return near[0]?.arrow ?? null;
    },

    grab(point, event) {
        const arrow = this.nearest(point, event.pointerType === "touch");
        if (!arrow) return null;
        this.editor.select(arrow.number);
        this.markers.get(arrow.number)?.focus({ preventScroll: true });
        // The start is remembered once; every step is the start and the whole way since.
        return {
            number: arrow.number, world: this.worldOf(arrow),
            start: { face: arrow.face, position: { x: arrow.normalizedX, y: arrow.normalizedY } },
        };
    },

    follow(grab, translation, point, event) {
        if (!grab.isMoving && Math.hypot(translation.x, translation.y) < 3) return;
        grab.isMoving = true;
        const world = this.moved(grab.world, translation);
        const place = this.placeAt(world, grab);
        if (place) this.editor.drag(grab.number, place.position, place.face);
        if (event.pointerType === "touch") this.loupe.show(this.view.toScreen(world), world);
    },

    release(grab, translation) {
        this.loupe.hide();
        if (!grab.isMoving) return this.editor.cancelDrag();
        const place = this.placeAt(this.moved(grab.world, translation), grab);
        if (!place) return this.editor.cancelDrag();
        const outcome = this.editor.drop(grab.number, grab.start, place.position, place.face);
        this.dispatchEvent(new CustomEvent("dropped", { detail: { outcome, number: grab.number }, bubbles: true }));
    },

    cancel() {
        this.loupe.hide();
        this.editor?.cancelDrag();
    },

    tap(point) {
        if (this.mode !== "place") return;
        const place = this.placeAt(this.view.toWorld(point), null);
        if (place) this.dispatchEvent(new CustomEvent("placed", { detail: place, bubbles: true }));
    },

    moved(world, translation) {
        return { x: world.x + translation.x / this.view.scale, y: world.y + translation.y / this.view.scale };
    },
};
