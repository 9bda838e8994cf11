import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./support.js";
import "./dom.js";

const { waitText } = await import(new URL("queue/waiting.js", site));
const { Pace } = await import(new URL("outbox/outbox.js", site));
const { moment } = await import(new URL("strings/language.js", site));

test("a wait says its end where it has one, and is the server's sentence where the page knows no other", () => {
    const until = Date.UTC(2026, 10, 26, 21);
    const text = waitText({ cause: "hours", why: "It is outside the hours.", until });
    assert.ok(text.includes(moment(until)) && !text.includes("outside the hours."), text);
    assert.ok(waitText({ cause: "hours", why: "It is outside the hours.", until: null }).includes("It is outside the hours."));
    const load = waitText({ cause: "load", why: "Other programs make a load of 5.3.", until: null });
    assert.ok(load.length > 0 && !load.includes("5.3"), load);
});

test("a photo that the server has no room for waits as long as it says, but for five minutes at most", () => {
    const pace = new Pace();
    const after = (seconds) => {
        pace.forget("a");
        pace.failed("a", seconds);
        return Math.round((pace.startOf("a") - Date.now()) / 1000);
    };
    assert.deepEqual([undefined, 0, 40, 100_000].map(after), [1, 1, 40, 300]);
});
