import assert from "node:assert/strict";
import test from "node:test";
import "./support.js";
import "./dom.js";

const views = new Map();
Object.assign(globalThis, { HTMLElement: class extends EventTarget {},
    customElements: { define: (name, view) => views.set(name, view) } });
const { EndEditor } = await import("../../Sources/Review/Site/end/end-editor.js");
await import("../../Sources/Review/Site/end/photo-view.js");
await import("../../Sources/Review/Site/end/face-view.js");

/** A face of 500 pixels a radius around 600, 600; the map has the arrow's pixel at 0.3, and the rings beside it say 0.25. */
const homography = [1 / 500, 0, -1.2, 0, 1 / 500, -1.2, 0, 0, 1];
const read = { mark: "8", score: 8, isX: false, face: 0, normalizedX: 0.25, normalizedY: 0, pixelX: 750, pixelY: 600,
    confidence: 0.9 };
const drawn = { radius: 100, outline: 1,
    zones: [{ radius: 0.3, score: 8, isX: false }, { radius: 1, score: 1, isX: false }] };

let photos = 0;

/** The editor of another photo with that arrow, and what the user said of it. */
function begin(manual = null, isConfirmed = false) {
    const arrow = { number: 1, photo: 0, kind: "hole", nock: null, isPlaced: true, source: "model", needsReview: false,
        reviewReasons: [], wasAdjusted: false, archer: null, archerByHand: false, ...read, manual: null, read: null };
    const said = manual && { ...arrow, source: "person", read, manual, pixelX: 1, pixelY: 1 };
    const id = String(photos += 1);
    const photo = { id, name: id, width: 1200, height: 1200, revision: 1, isConfirmed, isSkipped: false,
        faces: [{ type: "card", homography, isCorrected: false }], removed: [], archers: [], hasPicture: false,
        manual: manual ? [{ number: 1, value: manual }] : [] };
    const end = { number: 1, total: { score: 8 }, photos: [photo], arrows: [said ?? arrow], review: [] };
    return new EndEditor({ id: "s", name: "s", marks: ["8", "1"], arrowsPerEnd: 1, total: { score: 8 },
        archers: { names: [] }, faces: { card: drawn }, shaft: 0, lineRule: "higher", skipped: [], doubts: [],
        rounds: [{ number: 1, arrowsPerEnd: 1, ends: [end] }] }, id);
}

const isNear = (found, sought) => assert.ok(Math.abs(found - sought) < 1e-6, `${found} for ${sought}`);
const confirmed = { score: 8, isX: false, position: { x: 0.25, y: 0 }, face: 0, isRemoved: false, isOnlyConfirmed: true };

test("a confirmed arrow stays at its pixel and place, with another score too", () => {
    const editor = begin(confirmed, true);
    const check = (score) => {
        const arrow = editor.arrow(1);
        assert.equal(arrow.score, score);
        isNear(arrow.pixelX, 750);
        isNear(arrow.normalizedX, 0.25);
        assert.equal(arrow.wasAdjusted, false);
    };
    check(8);
    editor.setValue(1, { score: 1, isX: false });
    check(1);
    editor.restore(1);
    assert.equal(editor.arrow(1).pixelX, 750);
});

test("what was confirmed lies as far beside the map where the model reads it elsewhere later", () => {
    isNear(begin({ ...confirmed, position: { x: 0.23, y: 0 } }, true).arrow(1).pixelX, 740);
    isNear(begin({ ...confirmed, position: { x: 0.23, y: 0 }, isOnlyConfirmed: false }).arrow(1).pixelX, 715);
});

for (const [name, manual] of [["as it was read", null], ["confirmed", confirmed]]) {
    test(`a key moves an arrow by its own length in the photo: ${name}`, () => {
        const editor = begin(manual);
        editor.nudge(1, 0.005, 0);
        isNear(editor.arrow(1).pixelX, 752.5);
        isNear(editor.arrow(1).normalizedX, 0.305);
        assert.equal(editor.arrow(1).score, 1);
        editor.nudge(1, -0.005, 0);
        isNear(editor.arrow(1).pixelX, 750);
    });
}

for (const [name, x, at, scale, seen] of [["quiver-photo", 750, 0.42, 1, 810], ["quiver-face", 0.25, 0.37, 500, 785]]) {
    test(`a drag and back changes nothing, and another puts the arrow where it is let go: ${name}`, () => {
        const stage = Object.create(views.get(name).prototype);
        Object.assign(stage, { markers: new Map(), loupe: { show() {}, hide() {} }, mode: "choose", type: "card",
            view: { scale, toScreen: (point) => point }, dispatchEvent() {}, editor: begin() });
        const mouse = { pointerType: "mouse" };
        const drag = (...ways) => {
            const grab = stage.grab({ x, y: name === "quiver-photo" ? 600 : 0 }, mouse);
            for (const way of ways) stage.follow(grab, way, way, mouse);
            stage.release(grab, ways.at(-1));
        };
        drag({ x: 3, y: 0 }, { x: 60, y: 0 }, { x: 0, y: 0 });
        assert.deepEqual(stage.editor.review.arrows, []);
        assert.equal(stage.editor.arrow(1).score, 8);
        drag({ x: 3, y: 0 }, { x: 60, y: 0 });
        isNear(stage.editor.arrow(1).normalizedX, at);
        isNear(stage.editor.arrow(1).pixelX, seen);
    });
}
