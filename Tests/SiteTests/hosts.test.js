import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./support.js";
import "./dom.js";

const { hosts, isWorked } = await import(new URL("queue/hosts.js", site));

const nas = { host: "nas", process: 7, workers: 4, running: 3, ended: 1234, photosPerMinute: 51.25, lastBeat: 4.2, isAlive: true };
const dead = { ...nas, host: "pi", photosPerMinute: null, lastBeat: 73, isAlive: false };

test("photos are worked where this host runs, or any other that lives and has workers", () => {
    assert.equal(isWorked({ live: null }), false);
    assert.equal(isWorked({ live: null, hosts: [] }), false);
    assert.equal(isWorked({ live: {} }), true);
    assert.equal(isWorked({ live: null, hosts: [dead, nas] }), true);
    assert.equal(isWorked({ live: null, hosts: [dead, { ...nas, workers: 0 }] }), false);
});

test("a queue of one host has no table of hosts", () => {
    assert.equal(hosts({}), null);
    assert.equal(hosts({ hosts: [] }), null);
});

test("each host has its row, and a dead one says for how long it has been", () => {
    const text = hosts({ hosts: [nas, dead] }).textContent;
    for (const part of ["nas", "51.3", "1,234", "4 s ago", "pi", "dead for 1 min", "–"]) {
        assert.ok(text.includes(part), part + " in " + text);
    }
});
