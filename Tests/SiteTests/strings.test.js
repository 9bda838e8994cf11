import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { keys as reportKeys, words as reports } from "./reports.js";
import { site } from "./support.js";

const { words: english } = await import("../../Sources/Review/Site/strings/en.js");
const { words: german } = await import("../../Sources/Review/Site/strings/de.js");
const language = await import("../../Sources/Review/Site/strings/language.js");

/** All text below a folder in files of an ending. */
function text(folder, ending) {
    return readdirSync(folder, { withFileTypes: true }).map((one) => {
        const place = new URL(one.name + (one.isDirectory() ? "/" : ""), folder);
        if (one.isDirectory()) return one.name === "strings" ? "" : text(place, ending);
        return one.name.endsWith(ending) ? readFileSync(place, "utf8") : "";
    }).join("\n");
}

const scripts = text(site, ".js") + readFileSync(new URL("strings/language.js", site), "utf8");
const server = text(new URL("../../", site), ".swift");
const words = new Set((scripts + server).match(/\w+/g));
/** The server's values may be parts of words, and sentences. */
const everything = (scripts + server).toLowerCase();
const quoted = new Set([...scripts.matchAll(/"([^"\n]*)"/g)].map((one) => one[1]));

/** What follows a prefix at run time: of `t(prefix + word)` a word of the page or the server, of `known` one of the
    server's values. */
const prefixes = [...scripts.matchAll(/(?:\bt\(|[?:] )"(\w+)" \+/g)].map((one) => one[1]);
const knownPrefixes = [...scripts.matchAll(/\bknown\("(\w+)",/g)].map((one) => one[1]);

const isWord = (word) => words.has(word);

function isUsed(key) {
    if (quoted.has(key)) return true;
    if (prefixes.some((prefix) => key.startsWith(prefix) && isWord(key.slice(prefix.length)))) return true;
    return knownPrefixes.some((prefix) =>
        key.startsWith(prefix) && everything.includes(key.slice(prefix.length).toLowerCase()));
}

const base = (key) =>
    (key.endsWith("One") && (key.slice(0, -3) in english || key.slice(0, -3) in reports.en) ? key.slice(0, -3) : key);
const names = (sentence) => [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map((one) => one[1]))].sort();

/** What German alone says in its own words: the classes of detectors, which are English. */
const isServers = (key) => /^label/.test(key);

test("every text is there in both languages", () => {
    const lacks = (from, other) => Object.keys(from).filter((key) => !(key in other) && !isServers(key));
    assert.deepEqual(lacks(english, german), []);
    assert.deepEqual(lacks(german, english), []);
    assert.ok(Object.keys(english).length > 300);
    for (const table of [english, german, reports.en, reports.de]) for (const one of Object.values(table)) assert.notEqual(one.trim(), "");
});

test("both languages put the same values in", () => {
    const differing = (one, other) =>
        Object.keys(one).filter((key) => key in other && String(names(one[key])) !== String(names(other[key])));
    assert.deepEqual(differing(english, german), []);
    // The warning's figures stand in its English sentence already.
    assert.deepEqual(differing(reports.en, reports.de), ["accuracy"]);
});

test("what the reports say stands with them alone, and each of their words is shown by them or by the page", () => {
    assert.deepEqual(Object.keys({ ...english, ...german }).filter((key) => key in reports.en), []);
    assert.deepEqual([...reportKeys.values()].filter((key) => !(key in reports.en && key in reports.de)), []);
    const drawings = text(new URL("../../Reports/", site), ".swift");
    const isShown = ([name, key]) => /^(trouble|doubt)/.test(name) || isUsed(base(key))
        || new RegExp(`[^\\w)]\\.${base(name)}\\b(?!:)`).test(drawings.replace(/case \.\w+:/g, ""));
    assert.deepEqual([...reportKeys].filter((one) => !isShown(one)).map(([name]) => name), []);
    assert.ok(reportKeys.size > 100);
});

test("a text for exactly one stands beside that for many, which counts", () => {
    for (const table of [english, german]) {
        const alone = Object.keys(table).filter((key) => /One$/.test(key) && !(key.slice(0, -3) in table));
        assert.deepEqual(alone, []);
    }
    assert.equal(language.t("arrows", { count: 1 }), reports.en.arrowsOne);
    assert.equal(language.t("arrows", { count: 2 }), "2 arrows");
    assert.equal(language.t("arrows", { count: 0 }), "0 arrows");
});

test("no text is left that nothing shows, and none is shown that is not there", () => {
    assert.deepEqual(Object.keys({ ...english, ...german }).filter((key) => !isUsed(base(key))), []);
    const shown = [...scripts.matchAll(/\bt\("(\w+)"[,)]/g)].map((one) => one[1]);
    assert.deepEqual([...new Set(shown)].filter((key) => !(key in english || key in reports.en)), []);
    assert.ok(shown.length > 200);
});

test("another language is spoken once its words are here, and numbers are written its way", async () => {
    assert.equal(language.language(), "en");
    assert.equal(language.percent(0.873), "87.3%");
    assert.equal(language.duration(90_000), "1 d 1 h");
    await language.setLanguage("de");
    assert.equal(language.language(), "de");
    assert.equal(language.t("close"), german.close);
    // What is being read is no failure; what is known in one language only is said as what Quiver says.
    assert.equal(language.troubleOf("The photo was sent and is being read."),
        "Das Foto ist gesendet und wird gerade gelesen.");
    assert.equal(language.said("it is full"), "Quiver meldet: „It is full.“");
    assert.equal(language.percent(0.873), "87,3\u202F%");
    assert.equal(localStorage.getItem("quiver.language"), "de");
});
