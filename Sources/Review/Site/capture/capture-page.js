// The view that takes photos: for a session that is there or for a new one.
import { chooseSession, chosenSession } from "./choice.js";
import { day, t } from "../strings/language.js";
import { el, replace } from "../shell/dom.js";
import { fetchLimits, followLimits, knownLimits, whyOff } from "./limits.js";
import { get } from "../shell/api.js";
import { newCapture } from "./capture-section.js";

/** Sessions that can be chosen: who shoots now shoots in one of the last. */
const most = 12;

/** Opens `#/capture`. */
export async function open({ main }) {
    const [{ sessions }] = await Promise.all([get("/sessions"), fetchLimits()]);
    const newest = [...sessions].sort((a, b) => (b.date ?? "").localeCompare(a.date ?? "")).slice(0, most);
    const part = newCapture();
    part.showsAll = true;
    const known = (id) => (newest.some((one) => one.id === id) ? id : null);
    const choose = (id) => {
        chooseSession(id);
        part.show({ id, archers: newest.find((one) => one.id === id)?.archers.map((one) => one.name) ?? [] });
    };
    const field = el("select", { "data-test": "capture-session", onchange: () => choose(field.value || null) },
        el("option", { value: "" }, t("newSession")),
        newest.map((one) => el("option", { value: one.id, selected: one.id === known(chosenSession()) },
            one.name + (one.date && one.date !== one.name ? " · " + day(one.date) : ""))));
    choose(known(chosenSession()));
    const top = el("div", {});
    const draw = () => {
        const limits = knownLimits();
        replace(top, !limits.isOn ? el("p", { "data-test": "uploads-off" }, whyOff(limits))
            : newest.length ? el("label", { class: "field" }, el("span", {}, t("photosFor")), field) : null);
        top.hidden = !top.children.length;
    };
    draw();
    replace(main, el("div", { class: "wrap narrow capture-page" }, el("h1", {}, t("capture")), top, part));
    return { close: followLimits(draw) };
}
