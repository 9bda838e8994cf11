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
        if (!files.length) return;
        for (const file of files) take(file, { session: id, archer: chosenArcher(id, archers.names) });
        // There one sees what becomes of it, and from there its review opens.
        location.hash = "#/sessions/" + encodeURIComponent(id);
    };
    return [pictureButton(true, onFiles, { class: "button main" })];
}
