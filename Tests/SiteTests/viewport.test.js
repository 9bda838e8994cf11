import assert from "node:assert/strict";
import test from "node:test";
import { Viewport } from "../../Sources/Review/Site/stage/viewport.js";

function view(world) {
    const made = new Viewport();
    made.world = made.home = world;
    made.resize({ width: 400, height: 300 });
    return made;
}

test("the whole home rectangle lies in the middle, as large as it goes", () => {
    const whole = view({ x: 0, y: 0, width: 1000, height: 600 });
    assert.equal(whole.transform, "translate(0 30) scale(0.4)");
    whole.zoom(2, { x: 200, y: 150 });
    assert.equal(whole.transform, "translate(-200 -90) scale(0.8)");
    assert.deepEqual(whole.toWorld(whole.toScreen({ x: 500, y: 300 })), { x: 500, y: 300 });
});

test("a photo without a size has a place for everything", () => {
    for (const [width, height] of [[0, 0], [0, 600], [1000, 0]]) {
        const none = view({ x: 0, y: 0, width, height });
        const acts = [() => none.zoom(2), () => none.pan(10, -10), () => none.reveal({ x: 5, y: 5 }),
            () => none.resize({ width: 300, height: 500 }), () => none.goHome()];
        for (const act of [() => {}, ...acts]) {
            act();
            assert.doesNotMatch(none.transform, /NaN|Infinity/, `${width} x ${height}`);
        }
    }
});
