// The way on where an end is done: the photo of the next one.
import { chosenArcher } from "./choice.js";
import { hasCamera, pictureButton } from "./fields.js";
import { knownLimits } from "./limits.js";
import { take } from "./photo-outbox.js";

/** The button that takes the next photo of a session; none where the server takes none, or there is no camera.
    @param {{ id: string, archers: { names: string[] } }} session @returns {HTMLElement[]} */
export function takeNext({ id, archers }) {
    if (!knownLimits()?.isOn || !hasCamera()) return [];
    const onFiles = (files) => {
        for (const file of files) take(file, { session: id, archer: chosenArcher(id, archers.names) });
    };
    return [pictureButton(true, onFiles, { class: "button main" })];
}
