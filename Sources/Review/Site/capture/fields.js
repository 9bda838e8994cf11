// The ways by which photos come to the page: the camera, the device's photos, drop and paste.
import { accepted } from "./refusal.js";
import { button, el, isTyping } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** Whether the device is held in a hand, and has a camera to point.
    @returns {boolean} */
export function hasCamera() { return matchMedia("(pointer: coarse)").matches; }

/** A button with its field for files, that of the camera or of the photos that are there.
    @param {boolean} isCamera @param {(files: File[]) => void} onFiles @param {{ class?: string }} more */
export function pictureButton(isCamera, onFiles, more = {}) {
    const test = isCamera ? "take-photo" : "choose-photos";
    // A list of endings would open the files in place of the camera.
    const field = el("input", { type: "file", hidden: true, tabindex: -1, "data-test": test + "-field",
        accept: isCamera ? "image/*" : accepted, capture: isCamera ? "environment" : null, multiple: !isCamera,
        onchange: () => {
            const files = [...field.files];
            // The same photo may be chosen once more.
            field.value = "";
            onFiles(files);
        } });
    return el("span", { class: "picture-button" },
        button(t(isCamera ? "takePhoto" : "choosePhotos"), () => field.click(), { "data-test": test, ...more }), field);
}

/** Hears photos that are dropped on the page or pasted into it; `mark` says whether one is held over it. Answers what
    ends it.
    @param {(files: File[]) => void} onFiles @param {(isOver: boolean) => void} mark */
export function hearDrops(onFiles, mark) {
    let leaving = null;
    const over = (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        clearTimeout(leaving);
        mark(true);
        // No event says surely that it has left the window.
        leaving = setTimeout(() => mark(false), 400);
    };
    const drop = (event) => {
        const files = [...event.dataTransfer?.files ?? []];
        if (!files.length) return;
        event.preventDefault();
        mark(false);
        onFiles(files);
    };
    const paste = (event) => {
        const files = [...event.clipboardData?.files ?? []];
        if (!files.length || isTyping(event.target)) return;
        event.preventDefault();
        onFiles(files);
    };
    const all = /** @type {const} */ ([["dragover", over], ["drop", drop], ["paste", paste]]);
    for (const [kind, hear] of all) document.addEventListener(kind, hear);
    return () => { for (const [kind, hear] of all) document.removeEventListener(kind, hear); };
}
