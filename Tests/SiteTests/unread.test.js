import assert from "node:assert/strict";
import test from "node:test";
import "./support.js";
import { spoken } from "./dom.js";

const { doubtfulPhotos } = await import("../../Sources/Review/Site/sessions/doubts.js");
const { endActions } = await import("../../Sources/Review/Site/end/review-actions.js");
const { EndEditor } = await import("../../Sources/Review/Site/end/end-editor.js");

const photo = (id, width) => ({ id, name: id, width, height: width, revision: 1, isConfirmed: false, isSkipped: false,
    faces: [], removed: [], archers: [], manual: [], hasPicture: width > 0 });
const end = (number, photos, more) => ({ number, total: { score: 0 }, missing: 0, surplus: 0, needsReview: true,
    isConfirmed: false, trouble: null, review: [], arrows: [], photos, isBeingRead: false, ...more });
const unread = { trouble: "The photo was sent and is being read.", isBeingRead: true };

/** A session whose first end failed, whose second is being read, and whose third has a photo of each kind. */
function session() {
    const ends = [end(1, [photo("failed", 0)], { trouble: "It is broken." }), end(2, [photo("unread", 0)], unread),
        end(3, [photo("read", 800), photo("late", 0)], unread)];
    return { id: "s", name: "s", marks: ["10", "M"], arrowsPerEnd: 0, total: { score: 0 }, archers: { names: [] },
        faces: {}, skipped: [], rounds: [{ number: 1, arrowsPerEnd: 0, ends }],
        doubts: ["unread", "failed", "read", "late"].map((one) => ({ photo: one, arrow: null, chance: 1 })) };
}

test("the way through the doubts leads to no photo that is still being read", () => {
    assert.deepEqual(doubtfulPhotos(session()), ["failed", "read"]);
});

test("a photo that is being read is confirmed only with what was entered by hand", () => {
    const begin = (id) => {
        const editor = new EndEditor(session(), id);
        const gone = [];
        const page = { editor, photo: {}, after: () => null, draw() {}, go: (to) => gone.push(to) };
        return { editor, actions: endActions(page) };
    };
    const { editor, actions } = begin("unread");
    actions.confirm();
    assert.equal(editor.isConfirmed, false);
    assert.match(spoken.textContent, /being read/);
    editor.add({ value: { score: 7, isX: false } });
    actions.confirm();
    assert.equal(editor.isConfirmed, true);
    const failed = begin("failed");
    failed.actions.confirm();
    assert.equal(failed.editor.isConfirmed, true);
});
