// Numbers and dates as people of the page's language read them.
import { language, t } from "./strings.js";

const missing = "–";

/** A number with exactly so many decimals. */
export function fixed(value, decimals = 0) {
    if (value === null || value === undefined || !Number.isFinite(value)) return missing;
    return value.toLocaleString(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A share as per cent, `87.3%`. */
export function percent(share, decimals = 1) {
    return fixed(share * 100, decimals) + (language() === "de" ? "\u202F%" : "%");
}

/** A day, from `2026-11-20`. */
export function day(text, options = { day: "numeric", month: "long", year: "numeric" }) {
    if (!text) return t("noDate");
    const [year, month, date] = text.slice(0, 10).split("-").map(Number);
    return new Date(Date.UTC(year, (month || 1) - 1, date || 1))
        .toLocaleDateString(language(), { ...options, timeZone: "UTC" });
}

/** A month, from `2026-11`. */
export function month(text) {
    return day(text + "-01", { month: "short", year: "2-digit" });
}

/** The camera's time of day, from `2026-11-20T10:00:00`. */
export function timeOfDay(text) {
    return text ? text.slice(11, 16) : "";
}

/** A moment of this machine's clock, from milliseconds. */
export function moment(milliseconds) {
    return new Date(milliseconds)
        .toLocaleString(language(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
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
