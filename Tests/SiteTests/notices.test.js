import assert from "node:assert/strict";
import test from "node:test";
import "./support.js";
import "./dom.js";

const { tell, watchConnection } = await import("../../Sources/Review/Site/shell/notices.js");

const page = /** @type {any} */ (document);
const notices = page.createElement("div");
const found = page.getElementById;
page.getElementById = (id) => (id === "notices" ? notices : found?.(id) ?? null);
watchConnection();

const shown = () => notices.children.filter((one) => one.getAttribute("data-test") === "message")
    .map((one) => one.children[0].textContent);

function go(hash) {
    location.hash = hash;
    dispatchEvent(new Event("hashchange"));
}

test("a notice goes with its page, and stays under another filter of it", () => {
    go("#/gallery");
    tell("2 photos accepted.");
    go("#/gallery?where=label%3Acup");
    assert.deepEqual(shown(), ["2 photos accepted."]);
    go("#/photos/3");
    assert.deepEqual(shown(), []);
    tell("2 photos accepted.");
    assert.deepEqual(shown(), ["2 photos accepted."]);
    go("#/");
    assert.deepEqual(shown(), []);
});

test("what is told of the page that comes is there when it is shown", () => {
    go("#/photos/3");
    location.hash = "#/photos/4";
    tell("All photos are reviewed.");
    dispatchEvent(new Event("hashchange"));
    assert.deepEqual(shown(), ["All photos are reviewed."]);
    go("#/");
    assert.deepEqual(shown(), []);
});

test("what goes on whichever page is shown is closed alone", () => {
    tell("The disk is full.", { stays: true });
    go("#/sessions");
    assert.deepEqual(shown(), ["The disk is full."]);
    notices.children.at(-1).children.at(-1).dispatchEvent(new Event("click"));
    assert.deepEqual(shown(), []);
});
