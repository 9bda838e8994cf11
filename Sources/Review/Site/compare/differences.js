// What two detectors found in a photo, as marks over it and as lines of a list.

/** @typedef {{ label: string, confidence: number, box: import("../stage/viewport.js").Rectangle }} Found */
/** @typedef {{ first: Found | null, second: Found | null, agreed: boolean }} Compared */
/** @typedef {{ object: number, side: "first" | "second", isAgreed: boolean, isAlone: boolean, one: Found }} Mark */

/** What can be shown: both detectors, or one of them. */
export const sides = ["both", "first", "second"];

/** How many objects each of two detectors found alone, how many both as other classes, and how many both.
    @param {Compared[]} objects */
export function counts(objects) {
    const count = (fits) => objects.filter(fits).length;
    return { first: count(({ second }) => !second), second: count(({ first }) => !first),
        other: count((one) => one.first && one.second && !one.agreed), agreed: count(({ agreed }) => agreed) };
}

/** The boxes to draw, those that both found first, so that what differs lies above.
    @param {Compared[]} objects @param {{ side: string, onlyDifferences: boolean }} shown @returns {Mark[]} */
export function marksOf(objects, { side, onlyDifferences }) {
    const marks = objects.flatMap((one, object) => /** @type {const} */ (["first", "second"])
        .filter((own) => one[own] && (side === "both" || side === own) && !(onlyDifferences && one.agreed))
        .map((own) => ({ object, side: own, isAgreed: one.agreed, isAlone: !one.first || !one.second, one: one[own] })));
    return marks.sort((a, b) => Number(b.isAgreed) - Number(a.isAgreed));
}

/** The two detectors after one of them was chosen: the other one changes places with it where it is the same.
    @param {{ first: string, second: string }} shown @param {"first" | "second"} side @param {string} name */
export function chosenPair(shown, side, name) {
    const other = side === "first" ? "second" : "first";
    return { [side]: name, [other]: shown[other] === name ? shown[side] : shown[other] };
}
