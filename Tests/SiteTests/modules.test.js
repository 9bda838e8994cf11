import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { site } from "./support.js";

const names = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".js") && name !== "sw.js");
/** What each module imports as it is loaded. */
const imports = new Map(names.map((name) => {
    const place = new URL(name, site);
    const text = readFileSync(place, "utf8");
    const named = [...text.matchAll(/^(?:import|export) (?:[^;"]* from )?"(\.[^"]+)";$/gm)];
    return [place.href, named.map((one) => new URL(one[1], place).href)];
}));

test("no module of the page imports itself on any way", () => {
    const seen = new Set();
    const walk = (module, way) => {
        if (way.includes(module)) assert.fail([...way.slice(way.indexOf(module)), module].join(" → "));
        if (seen.has(module)) return;
        for (const one of imports.get(module)) walk(one, [...way, module]);
        seen.add(module);
    };
    for (const module of imports.keys()) walk(module, []);
    assert.ok([...imports.values()].flat().length > 300);
});

test("every class of the page is type-checked", () => {
    assert.deepEqual(names.filter((name) => readFileSync(new URL(name, site), "utf8").includes("@ts-nocheck")), []);
});

test("only what puts the server's drawings in makes elements from text", () => {
    const makers = /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|document\.write|createContextualFragment/;
    assert.deepEqual(names.filter((name) => makers.test(readFileSync(new URL(name, site), "utf8"))),
        ["shell/fragment.js"]);
    assert.deepEqual(names.filter((name) => readFileSync(new URL(name, site), "utf8").includes("shell/fragment.js")),
        ["charts/face-drawing.js", "sessions/drawings.js"]);
});
