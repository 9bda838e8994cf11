// The files that the server adds to the page's own: the reports' words, read from the source that has them, and faces.
// Node asks here for each module; see `node:module`'s hooks.
import { readFileSync } from "node:fs";

const swift = (name) => readFileSync(new URL("../../Sources/Reports/Words/" + name, import.meta.url), "utf8");

/** A literal of Swift's, or the lines of one, as the text that it stands for. */
function literal(text) {
    const inside = text.startsWith('"""')
        ? text.slice(3, -3).trim().split("\n").map((line) => line.trim()).join("\n").replace(/\\\n/g, "")
        : text.slice(1, -1);
    return inside.replace(/\\u\{(\w+)\}/g, (_, code) => String.fromCodePoint(parseInt(code, 16)));
}

/** The keys of all words by their names in Swift. */
export const keys = new Map([...swift("Word.swift").matchAll(/^ {4}case (.+)$/gm)].flatMap(([, names]) =>
    names.split(/, (?=\w+(?: =|,|$))/).map((one) => one.split(" = ")).map(([name, key]) =>
        [name, key ? literal(key) : name])));

const one = /"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|KnownAccuracy\.sentence/;
const pair = new RegExp(`case \\.(\\w+):\\s*\\(\\s*(${one.source}),\\s*(${one.source})\\s*\\)`, "g");

/** The words of both languages, by their keys. */
export const words = { en: {}, de: {} };
for (const [, name, english, german] of swift("Word+Texts.swift").matchAll(pair)) {
    words.en[keys.get(name)] = english.startsWith("Known") ? english : literal(english);
    words.de[keys.get(name)] = literal(german);
}

export async function resolve(specifier, context, next) {
    const language = /\/reports\/(en|de)\.js$/.exec(specifier)?.[1];
    return language ? { url: "reports:" + language, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
    if (!url.startsWith("reports:")) return next(url, context);
    const source = `export const words = ${JSON.stringify(words[url.slice(8)])}; export const faces = {};`;
    return { format: "module", source, shortCircuit: true };
}
