// Words in the person's language; every word of the page stands in a table, one a language.
import { english } from "./strings-en.js";
import { german } from "./strings-de.js";

const tables = { en: english, de: german };
let chosen = stored() ?? (navigator.language?.toLowerCase().startsWith("de") ? "de" : "en");

/** The languages that the page speaks, by their own names. */
export const languages = { en: "English", de: "Deutsch" };

/** The language in use, `en` or `de`. */
export function language() {
    return chosen;
}

/** Speaks another language from now on. */
export function setLanguage(next) {
    chosen = tables[next] ? next : "en";
    document.documentElement.lang = chosen;
    try { localStorage.setItem("quiver.language", chosen);
        } catch { /* A page without storage keeps it for its life. */ }
}

/** A text by its key, with names put in; `count` chooses between one and many. */
export function t(key, values = {}) {
    const table = tables[chosen];
    const text = (values.count === 1 ? table[key + "One"] : undefined) ?? table[key] ?? english[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A text that has its own key where the tables know it, and stands for itself where they do not. */
export function known(prefix, key) {
    const name = prefix + key.charAt(0).toUpperCase() + key.slice(1);
    return tables[chosen][name] ?? english[name] ?? key;
}

/** A phrase as a sentence. */
export function sentence(phrase) {
    const text = phrase.charAt(0).toLocaleUpperCase(chosen) + phrase.slice(1);
    return /[.!?]$/.test(text) ? text : text + ".";
}

function stored() {
    try {
        const value = localStorage.getItem("quiver.language");
        return tables[value] ? value : null;
    } catch {
        return null;
    }
}
