// The tags of the photo whose page is shown.
import { button, el, replace } from "../shell/dom.js";
import { get } from "../shell/api.js";
import { on } from "../shell/events.js";
import { showTags } from "./tag-dialog.js";
import { t } from "../strings/language.js";
import { tagAddress } from "./tag-query.js";
import { tagLinks } from "./tag-marks.js";
import { tell } from "../shell/notices.js";

/** The tags as links, with the button that changes them; `key` takes its key.
    @param {import("../photo/job-editor.js").Job} job */
export function photoTags({ job, sets = [] }) {
    let shown = sets;
    let timer = null;
    const links = el("span", { class: "photo-tags", "data-test": "photo-tags" });
    const draw = () => replace(links, tagLinks(shown));
    const look = async () => {
        const { tiles } = await get(`/tiles?jobs=${job}`);
        shown = tiles[0]?.sets ?? shown;
        draw();
    };
    const open = () => showTags({ jobs: [job], show: (name) => { location.hash = tagAddress(name); },
        changed: () => look().catch(() => {}) }).catch((error) => tell(error.message));
    draw();
    const stop = on("session", () => {
        clearTimeout(timer);
        timer = setTimeout(() => look().catch(() => {}), 500);
    });
    return {
        node: el("p", { class: "photo-tags-row" }, links, button(t("tags"), open, { class: "button small", "data-test": "tags",
            "aria-keyshortcuts": "T", title: `${t("tags")} (T)` })),
        key(event) {
            if (event.key.toLowerCase() !== "t") return false;
            open();
            return true;
        },
        close() { stop(); clearTimeout(timer); },
    };
}
