// Fingers, pen, mouse and wheel on a stage: what is under the first decides whether it drags or pans; two fingers zoom.

/** Hears a stage's pointers. The owner says what is grabbed and follows it; see `StageView`. */
export function listenToPointers(surface, owner) {
    const pointers = new Map();
    let grab = null;
    let pinch = null;
    let pressed = null;

    const at = (event) => {
        const box = surface.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    surface.addEventListener("pointerdown", (event) => {
        if (event.button > 1) return;
        const point = at(event);
        pointers.set(event.pointerId, point);
        capture(surface, event.pointerId);
        if (pointers.size === 2) {
            // A second finger turns a drag into a zoom; what was dragged goes back.
            if (grab) owner.cancel(grab);
            grab = null;
            pressed = null;
            pinch = spread([...pointers.values()]);
            return;
        }
        if (pointers.size > 2) return;
        pressed = { point, time: event.timeStamp };
        grab = event.button === 1 ? null : owner.grab(point, event);
        if (grab) event.preventDefault();
    });

    surface.addEventListener("pointermove", (event) => {
        const old = pointers.get(event.pointerId);
        if (!old) return;
        const point = at(event);
        pointers.set(event.pointerId, point);
        if (pinch && pointers.size === 2) {
            const now = spread([...pointers.values()]);
            owner.zoomBy(now.distance / pinch.distance, now.middle);
            owner.panBy(now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y);
            pinch = now;
        } else if (grab) {
            owner.follow(grab, { x: point.x - pressed.point.x, y: point.y - pressed.point.y }, point, event);
        } else if (pressed && (pressed.isPanning || distance(point, pressed.point) > 6)) {
            pressed.isPanning = true;
            owner.panBy(point.x - old.x, point.y - old.y);
        }
    });

    const end = (event, isCancelled) => {
        if (!pointers.delete(event.pointerId)) return;
        const point = at(event);
        if (grab && isCancelled) owner.cancel(grab);
        else if (grab) owner.release(grab, { x: point.x - pressed.point.x, y: point.y - pressed.point.y }, point,
            event);
        else if (pressed && !pressed.isPanning && !isCancelled && pointers.size === 0) owner.tap(point, event);
        grab = null;
        pinch = null;
        if (pointers.size === 0) pressed = null;
        else if (pressed) pressed = { point: [...pointers.values()][0], isPanning: true };
    };
    surface.addEventListener("pointerup", (event) => end(event, false));
    surface.addEventListener("pointercancel", (event) => end(event, true));

    surface.addEventListener("wheel", (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
        // A touchpad's two fingers pan; its pinch and a mouse's wheel zoom.
        const isPad = !event.ctrlKey && event.deltaMode === 0
            && (event.deltaX !== 0 || !Number.isInteger(event.deltaY));
        if (isPad) owner.panBy(-event.deltaX, -event.deltaY);
        else owner.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), at(event));
    }, { passive: false });
}

function capture(surface, pointer) {
    // A pointer that a test made up cannot be captured; it works without.
    try { surface.setPointerCapture(pointer); } catch { /* As above. */ }
}

function distance(a, b) { return Math.hypot(a.x - b.x, a.y - b.y); }

/** @param {any[]} _ */
function spread([a, b]) {
    return { distance: Math.max(distance(a, b), 1), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}
