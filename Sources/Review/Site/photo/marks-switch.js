// Names and frames over a photo can be hidden, so that what is under them is seen.
import { button, set } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** What is hidden; it stays so from photo to photo. */
const hidden = { names: false, frames: false };

/** The two switches; `place` gets the classes that hide. */
export function marksSwitch(place) {
    const one = (what, text, test) => {
        const node = button(text, () => { hidden[what] = !hidden[what]; draw(); }, { "data-test": test });
        return { what, node };
    };
    const all = [one("names", t("showNames"), "show-names"), one("frames", t("showFrames"), "show-frames")];
    const draw = () => {
        for (const { what, node } of all) {
            set(node, { "aria-pressed": String(!hidden[what]) });
            place.classList.toggle("no-" + what, hidden[what]);
        }
    };
    draw();
    return { buttons: all.map(({ node }) => node), close: () => place.classList.remove("no-names", "no-frames") };
}
