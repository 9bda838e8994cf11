import assert from "node:assert/strict";
import test from "node:test";
import { server } from "./support.js";
import "./dom.js";

const { Cohorts } = await import("../../Sources/Review/Site/gallery/cohorts.js");
const { Selection } = await import("../../Sources/Review/Site/gallery/selection.js");

/** Groups of suggestions in a list of photos. */
function scene() {
    const photos = { passing: [1, 2, 3].map((job) => ({ job })), only: null, isClosed: false, top() {}, draw() {} };
    const wanted = [];
    const accept = async (change) => { wanted.push(change); return { sentence: "1 finding was given the class." }; };
    const selection = new Selection(() => photos.passing.map(({ job }) => job));
    server.answer = () => ({ status: 200, body: { detector: "look", cohorts: [
        { detector: "small", label: "cat", suggested: "dog", share: 0.9, jobs: [1, 2] },
        { detector: "large", label: "cat", suggested: "dog", share: 0.8, jobs: [3] }] } });
    return { photos, wanted, selection, cohorts: new Cohorts({ photos, selection, accept }) };
}

test("a group changes what its own detector found, and what was done stays in sight beside the next group", async () => {
    const { cohorts, wanted, selection } = scene();
    await cohorts.begin();
    assert.deepEqual([...selection.chosen], [1, 2]);
    assert.match(cohorts.told.textContent, /^small calls 2 photos cat\..* 1 more group\.$/);
    await cohorts.accept();
    assert.deepEqual(wanted, [{ change: "relabel", detector: "small", from: "cat", to: "dog" }]);
    assert.match(cohorts.told.textContent, /^1 finding was given the class\. large calls 1 photo cat\./);
    cohorts.next();
    assert.equal(cohorts.isShown, false);
});

test("groups that come when another page is shown change nothing", async () => {
    const { cohorts, photos } = scene();
    const begun = cohorts.begin();
    photos.isClosed = true;
    await begun;
    assert.deepEqual([cohorts.isShown, photos.only], [false, null]);
});
