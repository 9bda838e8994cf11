import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const corrections = await import("../../Sources/Review/Site/outbox/outbox.js");
const outbox = await import("../../Sources/Review/Site/capture/photo-outbox.js");
const entries = await import("../../Sources/Review/Site/capture/entries.js");
const pieces = await import("../../Sources/Review/Site/capture/pieces.js");
const standing = await import("../../Sources/Review/Site/capture/standing.js");
const choice = await import("../../Sources/Review/Site/capture/choice.js");
const { refusalOf } = await import("../../Sources/Review/Site/capture/refusal.js");

const kiB = 1024;
const limits = { isOn: true, most: 3_000_000, free: 1e9, pieceSize: 1 << 20 };

/** A server that puts photos together as the API says; `fails` may answer a request in its place. */
const kept = new Map();
let fails = () => undefined;
let read = { state: "waiting" };
const seen = (upload) =>
    ({ ...upload, bytes: undefined, key: undefined, ...(upload.received === upload.size ? read : {}) });

async function answer({ address, method, body }) {
    const way = address.replace("/api/v1", "");
    const own = await fails({ way, method, body });
    if (own !== undefined) return own;
    if (way === "/queue") return { body: { live: null } };
    if (way === "/jobs/retry") return { body: { changed: 1 } };
    if (way === "/uploads" && method === "GET") {
        return { body: { ...limits, uploads: [...kept.values()].map(seen) } };
    }
    if (way === "/uploads") {
        const { key, size, ...of } = JSON.parse(body);
        const isNew = !kept.has(key);
        if (isNew) kept.set(key, { id: "u" + kept.size, key, size, received: 0, state: "receiving",
            bytes: new Uint8Array(size), ...of });
        return { status: isNew ? 201 : 200, body: seen(kept.get(key)) };
    }
    const [, , id, , offset] = way.split("/");
    const upload = [...kept.values()].find((one) => one.id === id);
    if (!upload) return { status: 404, body: { code: "unknown", title: "There is no such upload." } };
    if (method === "DELETE") { kept.delete(upload.key); return { body: {} }; }
    if (method === "PUT") {
        if (Number(offset) !== upload.received) return { status: 409, body: { code: "outOfOrder", title: "No." } };
        const bytes = new Uint8Array(await body.arrayBuffer());
        upload.bytes.set(bytes, upload.received);
        upload.received += bytes.length;
    }
    return { body: seen(upload) };
}

/** A file of so many bytes, each of them its place's. */
function photo(size, name = "a.jpg", type = "image/jpeg") {
    return new File([Uint8Array.from({ length: size }, (_, k) => k * 7 % 251)], name, { type });
}

async function begin() {
    server.answer = answer;
    kept.clear();
    fails = () => undefined;
    read = { state: "waiting" };
    await api.get("/queue");
    await corrections.start();
    await outbox.start();
    await entries.forgetAll();
    server.asked.length = 0;
}

const puts = () => server.asked.filter(({ method }) => method === "PUT").length;
const whole = (upload, size) => {
    assert.deepEqual([upload.received, upload.size], [size, size]);
    assert.ok(upload.bytes.every((byte, k) => byte === k * 7 % 251));
};

test("pieces begin where the server is, end with the photo, and are as long as a second lets through", () => {
    assert.deepEqual(pieces.nextPiece({ received: 0, size: 900 }, 256), { from: 0, to: 256 });
    assert.deepEqual(pieces.nextPiece({ received: 768, size: 900 }, 256), { from: 768, to: 900 });
    const most = 1024 * kiB;
    assert.equal(pieces.adapted(256 * kiB, 100, most), 512 * kiB);
    assert.equal(pieces.adapted(800 * kiB, 10, most), most);
    assert.equal(pieces.adapted(256 * kiB, 2_000, most), 128 * kiB);
    assert.equal(pieces.adapted(256 * kiB, 60_000, most), 32 * kiB);
    assert.equal(pieces.adapted(256 * kiB, 0, most), 512 * kiB);
    assert.equal(pieces.adapted(8 * kiB, 60_000, 8 * kiB), 8 * kiB);
    assert.equal(pieces.shortened(256 * kiB), 128 * kiB);
    assert.equal(pieces.shortened(40 * kiB), 32 * kiB);
    assert.deepEqual([[0, 900], [899, 900], [900, 900]].map((one) => pieces.percentSent(...one)), [0, 99, 100]);
});

test("a photo stands as the server says, and what it refuses is tried again or not", () => {
    const at = (state) => standing.standing({ ...standing.after({ state }), isCapturing: false });
    assert.deepEqual(["receiving", "waiting", "reading", "done", "failed", "refused"].map(at),
        ["Sending", "Waiting", "Reading", "Done", "Error", "Error"]);
    assert.equal(standing.standing({ isCapturing: true, problem: null, upload: null }), "Capturing");
    assert.deepEqual(["receiving", "waiting", "failed", "refused"].map((state) => standing.isTaken({ state })),
        [false, true, true, false]);
    const kinds = [[0, ""], [500, "unexpected"], [429, "busy"], [409, "outOfOrder"], [404, "unknown"],
        [403, "uploadsOff"], [401, "signIn"], [409, "otherQueue"], [507, "quota"], [415, "notAPhoto"],
        [404, "unknownSession"]];
    const outcomes = kinds.map(([status, code]) => standing.outcome({ status, code, message: "No." }));
    assert.deepEqual(outcomes.map(({ kind }) => kind),
        ["later", "later", "later", "later", "later", "later", "signIn", "signIn", "stop", "stop", "stop"]);
    assert.deepEqual(outcomes.slice(8).map(({ problem }) => problem.isFinal), [false, true, false]);
    assert.equal(outcomes[5].delay, "No.");
    assert.deepEqual(standing.outcome({ status: 429, code: "full", message: "No.", body: { retryAfter: 40 } }),
        { kind: "later", delay: "No.", pause: 40 });
    assert.deepEqual(outcomes.slice(8).map(standing.isOfSession), [false, false, true]);
    const [day, upload] = [86_400_000, { state: "done" }];
    const isOver = (values) => standing.isOver({ queue: "q1", taken: 0, upload, ...values }, "q1", 2 * day);
    assert.deepEqual([{}, { taken: 2 * day }, { taken: 2 * day, queue: "q2" }, { upload: { state: "reading" } },
        { upload: null, queue: "q2" }].map(isOver), [true, false, true, false, false]);
    const refused = { status: 415, code: "limits", message: "No.", body: { upload: { state: "refused" } } };
    assert.equal(standing.outcome(refused).problem.isFinal, true);
});

test("a photo is sent in pieces with its session and archer, and followed until it is read", async () => {
    await begin();
    const size = 700 * kiB;
    const readPhotos = [];
    const stop = entries.on("read", (one) => readPhotos.push(one.name));
    outbox.take(photo(size), { session: "s1", archer: "Ana" });
    assert.deepEqual(outbox.all().map(standing.standing), ["Capturing"]);
    await eventually(() => outbox.all()[0]?.upload?.state === "waiting");
    const [upload] = kept.values();
    assert.deepEqual([upload.session, upload.archer], ["s1", "Ana"]);
    whole(upload, size);
    assert.ok(puts() >= 2);
    read = { state: "reading" };
    await eventually(() => standing.standing(outbox.all()[0]) === "Reading");
    read = { state: "done", session: "s1", photo: "p1", job: 7 };
    await eventually(() => readPhotos.length === 1);
    assert.equal(outbox.all()[0].upload.photo, "p1");
    stop();
});

test("of many photos all are heard of, whichever is read first; they stand in the order in which they were taken", async () => {
    await begin();
    const readPhotos = [];
    const stop = entries.on("read", (one) => readPhotos.push(one.name));
    const names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"];
    for (const [k, one] of names.entries()) outbox.take(photo(1000 + k, one), { session: null, archer: null });
    await eventually(() => outbox.all().length === 4 && outbox.all().every((one) => one.upload?.state === "waiting"));
    [...kept.values()].find(({ size }) => size === 1003).state = "done";
    read = {};
    for (const one of kept.values()) if (one.state === "receiving") one.state = "reading";
    await eventually(() => readPhotos.length === 1, 5000);
    assert.deepEqual(readPhotos, ["d.jpg"]);
    stop();
    entries.change(outbox.all()[3], { taken: 1 });
    assert.deepEqual(outbox.all().map(({ name }) => name), ["d.jpg", "a.jpg", "b.jpg", "c.jpg"]);
});

test("a lost connection, a lost answer and a server that forgot its last piece double nothing", async () => {
    await begin();
    let count = 0;
    fails = async ({ way, method, body }) => {
        if (method !== "PUT") return undefined;
        count += 1;
        if (count === 2) return null;
        if (count === 3) {
            // It is written, and the answer is lost.
            fails = () => undefined;
            await answer({ address: "/api/v1" + way, method, body });
            const [upload] = kept.values();
            // What was not on the disk yet when the server was killed.
            upload.received -= 100;
            upload.bytes.fill(0, upload.received);
            return null;
        }
        return undefined;
    };
    const size = 900 * kiB;
    outbox.take(photo(size), { session: null, archer: null });
    await eventually(() => puts() >= 2 && outbox.hold(outbox.all()[0]) === "Offline");
    dispatchEvent(new Event("online"));
    await eventually(() => puts() >= 3 && outbox.hold(outbox.all()[0]) === "Offline");
    dispatchEvent(new Event("online"));
    await eventually(() => outbox.all()[0]?.upload?.state === "waiting");
    assert.equal(kept.size, 1);
    whole([...kept.values()][0], size);
    assert.equal("session" in [...kept.values()][0], false);
});

test("what this device refuses is not sent, and what the server refuses waits for the user", async () => {
    await begin();
    outbox.take(photo(3_000_001), { session: null, archer: null });
    outbox.take(photo(10, "b.txt", "text/plain"), { session: null, archer: null });
    outbox.take(photo(0), { session: null, archer: null });
    assert.deepEqual(outbox.all().map(({ problem }) => problem.isFinal), [true, true, true]);
    assert.match(outbox.all()[0].problem.sentence, /3(\.0)? MB/);
    assert.equal(refusalOf({ name: "a.heic", type: "", size: 10 }, limits), "");
    assert.equal(refusalOf({ name: "a.pdf", type: "application/pdf", size: 10 }, limits), "");
    assert.equal(entries.isKept(), true);
    await entries.forgetAll();
    fails = ({ way, method }) => (way === "/uploads" && method === "POST"
        ? { status: 507, body: { code: "quota", title: "It is full." } } : undefined);
    outbox.take(photo(1000), { session: null, archer: null });
    await eventually(() => outbox.all()[0]?.problem?.code === "quota");
    // Nothing but memory has it here.
    assert.equal(entries.isKept(), false);
    assert.equal(await entries.unsentOfAll(), 1);
    fails = () => undefined;
    await outbox.tryAgain(outbox.all()[0]);
    await eventually(() => outbox.all()[0]?.upload?.state === "waiting");
    assert.equal(entries.isKept(), true);
    assert.equal(await entries.unsentOfAll(), 0);
});

test("a failed photo is read again, one whose session is gone goes without it, and one can be given up", async () => {
    await begin();
    read = { state: "failed", reason: "it took too long", job: 3 };
    outbox.take(photo(1000), { session: null, archer: null });
    await eventually(() => outbox.all()[0]?.problem?.code === "failed");
    read = { state: "reading", job: 3 };
    await outbox.tryAgain(outbox.all()[0]);
    const retry = server.asked.find(({ address }) => address.endsWith("/jobs/retry"));
    assert.deepEqual(JSON.parse(retry.body), { jobs: [3] });
    await eventually(() => standing.standing(outbox.all()[0]) === "Reading");
    await entries.forgetAll();

    fails = ({ way, body }) => (way === "/uploads" && body?.includes('"gone"')
        ? { status: 404, body: { code: "unknownSession", title: "There is no such session." } } : undefined);
    outbox.take(photo(1000), { session: "gone", archer: null });
    await eventually(() => outbox.all()[0]?.problem?.code === "unknownSession");
    await outbox.tryAgain(outbox.all()[0]);
    await eventually(() => outbox.all()[0]?.upload?.state === "reading");
    await entries.forgetAll();

    fails = ({ method }) => (method === "PUT" ? null : undefined);
    const before = kept.size;
    outbox.take(photo(1000), { session: null, archer: null });
    await eventually(() => kept.size === before + 1 && outbox.hold(outbox.all()[0]) === "Offline");
    await outbox.discard(outbox.all()[0]);
    assert.equal(kept.size, before);
    assert.deepEqual(outbox.all(), []);
});

test("where other results are served, nothing is sent again and again, and the page is told once", async () => {
    await begin();
    const { replaced } = api.served;
    let count = 0;
    api.served.replaced = () => { count += 1; };
    fails = () => ({ status: 409, queue: "q2", body: { code: "otherQueue", title: "Others are served." } });
    corrections.put("p9", 1, {}, "p9");
    outbox.take(photo(1000), { session: null, archer: null });
    await eventually(() => count === 1 && !outbox.all()[0].isCapturing);
    await new Promise((resolve) => setTimeout(resolve, 100).ref());
    assert.equal(count, 1);
    assert.ok(server.asked.length <= 3, `${server.asked.length}`);

    // The own ones are served again.
    fails = () => undefined;
    await api.get("/queue");
    dispatchEvent(new Event("online"));
    await eventually(() => outbox.all()[0]?.upload?.state === "waiting");
    corrections.takeTheirs("p9");
    api.served.replaced = replaced;
});

test("the archer is remembered for each session, as long as the session has one of that name", () => {
    choice.chooseArcher("s1", "Ana");
    choice.chooseArcher("s2", "Ben");
    assert.equal(choice.chosenArcher("s1", ["Ana", "Ben"]), "Ana");
    assert.equal(choice.chosenArcher("s1", ["Ben"]), null);
    assert.equal(choice.chosenArcher(null, ["Ana"]), null);
    choice.chooseArcher("s1", null);
    assert.equal(choice.chosenArcher("s1", ["Ana"]), null);
    assert.equal(choice.chosenSession(), null);
    choice.chooseSession("s2");
    assert.equal(choice.chosenSession(), "s2");
    assert.equal(choice.chosenArcher("s2", ["Ben"]), "Ben");
    choice.forgetChoice();
    assert.equal(choice.chosenSession(), null);
});

test("what another tab chooses is no choice of this one, and the last choice is where a new tab begins", async () => {
    const tab = async (name) => await import("../../Sources/Review/Site/capture/choice.js?tab=" + name);
    choice.chooseArcher("s3", "Ana");
    choice.chooseSession("s3");
    const other = await tab("other");
    assert.equal(other.chosenArcher("s3", ["Ana", "Ben"]), "Ana");
    other.chooseArcher("s3", "Ben");
    other.chooseSession(null);
    assert.deepEqual([choice.chosenArcher("s3", ["Ana", "Ben"]), choice.chosenSession()], ["Ana", "s3"]);
    choice.chooseArcher("s4", "Eve");
    const last = await tab("last");
    assert.deepEqual([last.chosenArcher("s3", ["Ben"]), last.chosenArcher("s4", ["Eve"]), last.chosenSession()],
        ["Ben", "Eve", null]);
    choice.forgetChoice();
});

test("who follows whether photos are taken hears of a change, and of nothing else", async () => {
    await begin();
    const { fetchLimits, followLimits, knownLimits, whyOff } = await import("../../Sources/Review/Site/capture/limits.js");
    await fetchLimits();
    const heard = [];
    const end = followLimits(() => heard.push(knownLimits().isOn));
    const say = async (more) => {
        fails = ({ way, method }) => (way === "/uploads" && method === "GET" ? { body: { ...limits, ...more, uploads: [] } } : undefined);
        await fetchLimits();
    };
    await say({ free: 7 });
    await say({ isOn: false, why: "Nothing watches." });
    assert.equal(whyOff(knownLimits()), "Nothing watches.");
    // The page has its own words for what the server's code says, and the server's for a later version's code.
    for (const code of ["off", "unwatched", "scope"]) assert.notEqual(whyOff({ ...knownLimits(), code }), "Nothing watches.");
    for (const code of ["folder", "later", null]) assert.equal(whyOff({ ...knownLimits(), code }), "Nothing watches.");
    await say({ free: 8 });
    end();
    await say({ isOn: false, why: "It is off." });
    assert.deepEqual(heard, [false, true]);
    fails = () => undefined;
    await fetchLimits();
});
