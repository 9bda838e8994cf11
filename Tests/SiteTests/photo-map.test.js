import assert from "node:assert/strict";
import test from "node:test";
import { server } from "./support.js";
import "./dom.js";

const { colours, jobsInFrame, jobsInLasso, jobsOfColour, nearestJob, placed, readMap } =
    await import("../../Sources/Review/Site/gallery/map-points.js");
const { Selection } = await import("../../Sources/Review/Site/gallery/selection.js");
const { fetchLikeness, knowsLikeness, rankOf } = await import("../../Sources/Review/Site/photos/likeness.js");
const { filter, photosAddress, readFilter } = await import("../../Sources/Review/Site/photos/photo-filter.js");
const { chosenPhotos, fetchPhotos } = await import("../../Sources/Review/Site/photos/photo-index.js");

/** A map as the server sends it. */
function sent(points) {
    const jobs = points.map(([job]) => job);
    const bytes = points.flatMap(([, x, y]) => [x & 255, x >> 8, y & 255, y >> 8]);
    return { steps: jobs.map((job, k) => job - (jobs[k - 1] ?? 0)), points: btoa(String.fromCharCode(...bytes)) };
}

/** A hundred photos in ten rows, and a copy of the first one. */
function grid() {
    const all = Array.from({ length: 100 }, (_, k) => [k + 1, (k % 10) * 7281, Math.floor(k / 10) * 7281]);
    const rows = [...all.map(([job]) => ({ job, label: job <= 60 ? "cat" : job <= 90 ? "dog" : undefined })),
        { job: 200, original: 1, label: "cat" }, { job: 201, label: "cat" }];
    return placed(rows, readMap(sent(all)));
}

test("each photo lies where the server says, a copy where its original does", () => {
    const { points, legend, without } = grid();
    assert.deepEqual([points.count, without], [101, 1]);
    assert.deepEqual([points.jobs[99], points.x[99].toFixed(3), points.y[99].toFixed(3)], [100, "1.000", "1.000"]);
    assert.deepEqual([points.jobs[100], points.x[100], points.y[100]], [200, 0, 0]);
    assert.deepEqual(legend.map(({ label, count }) => [label, count]), [["cat", 61], ["dog", 30], [null, 10]]);
    assert.deepEqual(jobsOfColour(points, colours.length - 1), [91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
});

test("of many labels the commonest have a colour of their own", () => {
    const places = new Map(Array.from({ length: 70 }, (_, k) => [k, [0, 0]]));
    const rows = [...places.keys()].map((job) => ({ job, label: "l" + Math.floor(Math.sqrt(job)) }));
    const { legend } = placed(rows, places);
    assert.equal(legend.length, colours.length);
    assert.equal(legend.reduce((sum, { count }) => sum + count, 0), 70);
    assert.deepEqual([legend[0].label, legend.at(-1).label], ["l7", null]);
});

test("a lasso of any shape holds what it goes around, and a frame what lies in it", () => {
    const { points } = grid();
    assert.deepEqual(jobsInLasso(points, [[-0.1, -0.1], [0.15, -0.1], [0.15, 0.15], [-0.1, 0.15]]), [1, 2, 11, 12, 200]);
    // What a line goes around and leaves again is a hole.
    const ring = [[-0.1, -0.1], [0.4, -0.1], [0.4, 0.4], [-0.1, 0.4], [-0.1, -0.1], [0.05, 0.05], [0.05, 0.3], [0.3, 0.3],
        [0.3, 0.05], [0.05, 0.05]];
    assert.deepEqual(jobsInLasso(points, ring).sort((a, b) => a - b), [1, 2, 3, 4, 11, 14, 21, 24, 31, 32, 33, 34, 200]);
    assert.deepEqual(jobsInFrame(points, [1, 1], [0.85, 0.95]), [99, 100]);
    assert.deepEqual([nearestJob(points, [0.56, 0.55], [0.05, 0.05]), nearestJob(points, [0.5, 0.5], [0.01, 0.01])], [56, null]);
});

test("a hundred thousand points are searched without a jerk", () => {
    const count = 100_000;
    const points = { count, jobs: Array.from({ length: count }, (_, k) => k), x: new Float32Array(count), y: new Float32Array(count) };
    for (let k = 0; k < count; k += 1) [points.x[k], points.y[k]] = [(k * 7919 % 9973) / 9973, (k * 104729 % 9967) / 9967];
    const circle = Array.from({ length: 100 }, (_, k) => [0.5 + 0.3 * Math.cos(k / 50 * Math.PI), 0.5 + 0.3 * Math.sin(k / 50 * Math.PI)]);
    const share = jobsInLasso(points, circle).length / count;
    assert.ok(Math.abs(share - Math.PI * 0.09) < 0.01, `${share}`);
});

test("what a lasso chose is looked at anew, and others stay chosen where that is meant", () => {
    let revision = 1;
    const selection = new Selection(() => [1, 2, 3, 4], () => {}, (job) => ({ job, revision, finished: null }));
    selection.choose([3, 4]);
    revision = 2;
    selection.choose([4, 1], true);
    assert.deepEqual([[...selection.chosen], selection.at], [[3, 4, 1], 4]);
    assert.deepEqual([3, 4, 1].map((job) => selection.seen.get(job).revision), [1, 2, 2]);
    selection.choose([2]);
    assert.deepEqual([...selection.chosen], [2]);
});

test("photos stand by likeness, a copy with its original, and those without a vector last", async () => {
    const rows = [1, 2, 3, 4, 5].map((job) => ({ job, photo: `p/${job}.jpg`, state: "done", original: job === 4 ? 2 : null }));
    server.answer = ({ address }) => (address.includes("/alike") ? { body: { detector: "look", detectors: ["look"], jobs: [3, 9, 5, 2] } }
        : { body: { jobs: rows, total: 5, next: null } });
    await fetchPhotos({ fresh: true });
    await fetchLikeness(3);
    assert.deepEqual([knowsLikeness(3), knowsLikeness(1), rankOf({ job: 3 })], [true, false, -1]);
    const where = { state: "", where: "", onlyOpen: false, sort: "similar" };
    assert.deepEqual(chosenPhotos({ ...filter, ...where }).map(({ job }) => job), [3, 5, 2, 4, 1]);
    // The one that is meant is the first, though another one has the vector.
    await fetchLikeness(4);
    assert.equal(chosenPhotos({ ...filter, ...where })[0].job, 4);
    readFilter(new URLSearchParams("sort=similar&like=4"), "gallery");
    assert.deepEqual([filter.like, photosAddress()], [4, "#/gallery?sort=similar&like=4"]);
    readFilter(new URLSearchParams(""), "gallery");
    assert.deepEqual([filter.like, photosAddress()], [0, "#/gallery"]);
});

test("keys lead a cross over the map, draw a frame and choose", async () => {
    const { PhotoMap } = await import("../../Sources/Review/Site/gallery/photo-map.js");
    const drawn = [];
    const context = { createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }),
        putImageData: (picture) => drawn.push(picture.data.some((one) => one > 0)) };
    for (const name of ["clearRect", "beginPath", "moveTo", "lineTo", "closePath", "fill", "stroke", "fillRect", "strokeRect"]) {
        context[name] = () => {};
    }
    Object.getPrototypeOf(document.createElement("canvas")).getContext = () => context;
    globalThis.getComputedStyle = () => ({ getPropertyValue: () => "#123456" });
    Object.assign(globalThis, { devicePixelRatio: 1, requestAnimationFrame: () => 1 });
    globalThis.cancelAnimationFrame ??= () => {};
    const points = [[1, 0, 0], [2, 65535, 65535], [3, 32768, 32768], [4, 33500, 32768]];
    server.answer = () => ({ body: { ...sent(points), share: 0.5, detector: "look", detectors: ["look", "parts"] } });
    const selection = new Selection(() => [1, 2, 3, 4]);
    let chosen = 0;
    const map = new PhotoMap({ selection, chose: () => { chosen += 1; } });
    map.rows = [1, 2, 3, 4].map((job) => ({ job, label: "cat" }));
    await map.show();
    assert.deepEqual([map.isShown, map.detectors.hidden, drawn.at(-1)], [true, false, true]);
    assert.match(map.told.textContent, /4 photos as the detector “look” .* 50%/);
    const press = (key, more = {}) => {
        const event = Object.assign(new Event("keydown", { cancelable: true }), { key, shiftKey: false, ctrlKey: false, ...more });
        map.stage.dispatchEvent(event);
        return event.defaultPrevented;
    };
    assert.equal(press(" "), false);
    press("ArrowLeft");
    press("ArrowRight");
    assert.equal(press(" "), true);
    assert.deepEqual([[...selection.chosen], chosen], [[3], 1]);
    press("ArrowLeft");
    for (let k = 0; k < 4; k += 1) press("ArrowRight", { shiftKey: true });
    for (let k = 0; k < 2; k += 1) press("ArrowDown", { shiftKey: true });
    press("ArrowUp", { shiftKey: true });
    press("Enter");
    assert.deepEqual([...selection.chosen], [3, 4]);
    assert.deepEqual([press("Escape"), press("Escape"), map.cross], [true, false, null]);
    // A legend's button chooses all with a label, a filter leaves fewer of them.
    map.update(map.rows.slice(1));
    map.legend.children[0].dispatchEvent(Object.assign(new Event("click"), { shiftKey: false }));
    assert.deepEqual([...selection.chosen], [2, 3, 4]);
    // A press chooses the point that is near, and none where there is none; a line what it goes around.
    const point = (kind, clientX, clientY) => map.stage.dispatchEvent(Object.assign(new Event(kind), { clientX, clientY, pointerId: 1, button: 0 }));
    map.stage.setPointerCapture = () => {};
    for (const [line, jobs] of [[[[792, 590]], [2]], [[[200, 500]], []], [[[380, 280], [420, 280], [420, 320], [380, 320]], [3, 4]]]) {
        point("pointerdown", ...line[0]);
        for (const place of line.slice(1)) point("pointermove", ...place);
        point("pointerup", ...line.at(-1));
        assert.deepEqual([...selection.chosen], jobs);
    }
    map.hide();
    map.close();
});

test("a group of suggested labels is shown alone, and accepted with one key", async () => {
    const { Cohorts } = await import("../../Sources/Review/Site/gallery/cohorts.js");
    const all = [1, 2, 3, 4, 5].map((job) => ({ job }));
    const photos = { only: null, passing: all, shown: all, top() {},
        draw() { this.shown = this.only ? this.passing.filter(({ job }) => this.only.has(job)) : this.passing; } };
    const selection = new Selection(() => photos.shown.map(({ job }) => job));
    const asked = [];
    let answer = { findings: 2 };
    const cohorts = new Cohorts({ photos, selection, accept: async (wanted) => { asked.push([wanted, [...selection.chosen]]); return answer; } });
    server.answer = () => ({ body: { detector: "look", cohorts: [
        { detector: "sort", label: "cat", suggested: "dog", share: 0.85, jobs: [4, 2] }, { detector: "sort", label: "dog", suggested: "cat", share: 0.6, jobs: [9, 5] },
        { detector: "sort", label: "cup", suggested: "mug", share: 0.6, jobs: [99] }] } });
    await cohorts.begin();
    assert.match(cohorts.told.textContent, /^sort calls 2 photos cat\..*85% are called dog\. 1 more group\.$/);
    assert.deepEqual([photos.shown.map(({ job }) => job), [...selection.chosen]], [[2, 4], [4, 2]]);
    selection.toggle(2);
    await cohorts.accept();
    assert.deepEqual(asked, [[{ change: "relabel", detector: "sort", from: "cat", to: "dog" }, [4]]]);
    // Of the next one a photo is not in the list; what goes wrong leaves the group.
    assert.match(cohorts.told.textContent, /^sort calls 1 photo dog\./);
    answer = null;
    await cohorts.accept();
    assert.deepEqual([cohorts.isShown, photos.shown.length], [true, 1]);
    cohorts.next();
    assert.deepEqual([cohorts.isShown, photos.only, photos.shown.length, selection.size], [false, null, 5, 0]);
    // Another filter: of the group that follows, what it does not pass is neither shown nor chosen.
    await cohorts.begin();
    photos.passing = all.filter(({ job }) => job !== 5);
    cohorts.next();
    assert.deepEqual([cohorts.isShown, selection.size], [false, 0]);
    photos.passing = [];
    await cohorts.begin();
    assert.match(document.body.textContent, /No label here looks wrong/);
});
