// Words, numbers and dates in the user's language. Its words stand in tables, and only those are loaded.

/** The languages that the page speaks, by their own names. */
export const languages = { en: "English", de: "Deutsch" };

let chosen = stored() ?? (navigator.language?.toLowerCase().startsWith("de") ? "de" : "en");
let table = await wordsOf(chosen);

/** The page's own words, and those of the reports, which the server gives. */
async function wordsOf(name) {
    const [own, reports] = await Promise.all([import(`./${name}.js`), import(`../reports/${name}.js`)]);
    return { ...reports.words, ...own.words };
}

/** The language in use, `en` or `de`. */
export function language() {
    return chosen;
}

/** How the user's own country writes numbers and dates, where its browser asks for the language in use. */
function locale() {
    return (navigator.languages ?? []).find((one) => one.toLowerCase().split("-")[0] === chosen) ?? chosen;
}

/** Speaks another language, as soon as its words are here. */
export async function setLanguage(next) {
    table = await wordsOf(next);
    chosen = next;
    document.documentElement.lang = chosen;
    try {
        localStorage.setItem("quiver.language", chosen);
    } catch { /* A page without storage keeps it for its life. */ }
}

/** A text by its key, with names put in; `count` chooses between one and many. */
export function t(key, values = {}) {
    const text = (values.count === 1 ? table[key + "One"] : undefined) ?? table[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A text that has its own key where the table knows it, and stands for itself where it does not. */
export function known(prefix, key) {
    return table[prefix + key.charAt(0).toUpperCase() + key.slice(1)] ?? key;
}

/** The name of a type of face; the server's own where the tables have none. */
export function faceName(type, name) {
    const own = known("faceType", type);
    return own === type ? name : own;
}

/** Why there is no result, as a sentence: what the server says of faces in the user's language, else in its words. */
export function troubleOf(reason) {
    const phrase = reason.replace(/\.$/, "");
    const own = known("trouble", phrase);
    if (own !== phrase) return sentence(own);
    // A file's name keeps its letters.
    return t("troubleOther", { reason: /^[a-z]+ /.test(reason) ? sentence(reason) : stopped(reason) });
}

/** A sentence of the server's, which speaks one language only, as its words. */
export function said(text) { return t("quiverSays", { text: sentence(text) }); }

/** Why the server takes no photo, or not this one: in the user's language where the code says all of it, else in the
    server's words. */
export function uploadRefusal(code, reason) {
    const own = known("uploadNo", code);
    return own === code ? said(reason) : own;
}

/** A phrase as a sentence. */
export function sentence(phrase) {
    return stopped(phrase.charAt(0).toLocaleUpperCase(chosen) + phrase.slice(1));
}

function stopped(text) { return /[.!?]$/.test(text) ? text : text + "."; }

function stored() {
    try {
        const value = localStorage.getItem("quiver.language");
        return value && value in languages ? value : null;
    } catch {
        return null;
    }
}

const missing = "–";

/** A number with exactly so many decimals. */
export function fixed(value, decimals = 0) {
    if (value === null || value === undefined || !Number.isFinite(value)) return missing;
    return value.toLocaleString(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A share as per cent, `87.3%`. */
export function percent(share, decimals = 1) {
    return fixed(share * 100, decimals) + (language() === "de" ? "\u202F%" : "%");
}

/** A day, from `2026-11-20`.
    @param {string | null} text @param {Intl.DateTimeFormatOptions} options */
export function day(text, options = { day: "numeric", month: "long", year: "numeric" }) {
    if (!text) return t("noDate");
    const [year, month, date] = text.slice(0, 10).split("-").map(Number);
    return new Date(Date.UTC(year, (month || 1) - 1, date || 1))
        .toLocaleDateString(locale(), { ...options, timeZone: "UTC" });
}

/** A day of a month, short; the locale says which comes first. */
export function shortDay(text) {
    return day(text, { day: "numeric", month: "short" });
}

/** A month, from `2026-11`. */
export function month(text) {
    return day(text + "-01", { month: "short", year: "numeric" });
}

/** A moment of this machine's clock, from milliseconds. */
export function moment(milliseconds) {
    return new Date(milliseconds)
        .toLocaleString(locale(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** A moment of today, as hours and minutes. */
export function timeOfDay(milliseconds) {
    return new Date(milliseconds).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}

/** How long something takes, in the two largest units. */
export function duration(seconds) {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return missing;
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (days > 0) return `${days} d ${hours % 24} h`;
    if (hours > 0) return `${hours} h ${minutes % 60} min`;
    if (minutes > 0) return `${minutes} min`;
    return `${Math.max(0, Math.round(seconds))} s`;
}

/** Milliseconds, as seconds from one on. */
export function milliseconds(value) {
    return value >= 1000 ? fixed(value / 1000, 1) + "\u202Fs" : fixed(value, value < 10 ? 1 : 0) + "\u202Fms";
}
