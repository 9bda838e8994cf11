// What keys do to the findings of a photo: tables of keys, asked one after the other.
import { ways } from "../review/keys.js";

/** @typedef {(event: KeyboardEvent) => any} Taking Takes a key; false where it means nothing. */

/** A table of keys and what each does; false where that means nothing just now.
    @param {Record<string, Taking>} table @returns {(event: KeyboardEvent) => boolean} */
export function keyed(table) {
    return (event) => Object.hasOwn(table, event.key) && table[event.key](event) !== false;
}

/** The rows of a table for a letter, with Shift and without.
    @param {string} letter @param {Taking} act @returns {Record<string, Taking>} */
export function letter(letter, act) { return { [letter]: act, [letter.toUpperCase()]: act }; }

/** Asks one after the other, until one takes the key.
    @param {((event: KeyboardEvent) => boolean)[]} all @returns {(event: KeyboardEvent) => boolean} */
export function firstOf(all) { return (event) => all.some((take) => take(event)); }

/** So many times as far a key leads with Shift. */
export const coarse = 10;

/** How far an arrow key leads in the photo: so many pixels of the screen, and one of the photo at least, with Shift `times`
    times as far. Null for every other key.
    @param {KeyboardEvent} event @param {import("./job-stage.js").JobStage} stage */
export function wayOf({ key, shiftKey }, stage, pixels, times = 1) {
    if (!ways[key]) return null;
    const length = Math.max(1, Math.round(pixels / stage.view.scale)) * (shiftKey ? times : 1);
    const [dx, dy] = ways[key].map((way) => way * length);
    return { dx, dy };
}
