// The hosts that work one queue together: what each does, and whether any works at all.
import { el } from "../shell/dom.js";
import { duration, fixed, t } from "../strings/language.js";

/** @typedef {{ host: string, process: number, workers: number, running: number, ended: number,
    photosPerMinute: number | null, lastBeat: number, isAlive: boolean }} Host */

/** Whether photos are worked at this moment, on whatever host.
    @param {{ live: object | null, hosts?: Host[] }} queue */
export function isWorked({ live, hosts }) {
    return live !== null || (hosts ?? []).some((host) => host.isAlive && host.workers > 0);
}

/** A row for each host; nothing where one host alone can work the queue.
    @param {{ hosts?: Host[] }} queue */
export function hosts({ hosts: list }) {
    if (!list?.length) return null;
    const heads = ["host", "workers", "inWork", "ended", "perMinute", "lastBeat"];
    return el("section", { "aria-label": t("hosts"), "data-test": "hosts" }, el("h2", {}, t("hosts")),
        el("div", { class: "scrolls" }, el("table", { class: "hosts-table" },
            el("caption", { class: "spoken" }, t("hosts")),
            el("thead", {}, el("tr", {}, heads.map((head, place) =>
                el("th", { scope: "col", class: place ? "number" : null }, t(head))))),
            el("tbody", {}, list.map(row)))));
}

/** @param {Host} host */
function row(host) {
    const rate = host.photosPerMinute === null ? "–" : fixed(host.photosPerMinute, 1);
    const beat = t(host.isAlive ? "beatAgo" : "deadFor", { time: duration(host.lastBeat) });
    return el("tr", { class: host.isAlive ? null : "detail" },
        el("th", { scope: "row", title: t("process", { number: host.process }) }, host.host),
        [fixed(host.workers), fixed(host.running), fixed(host.ended), rate, beat]
            .map((text) => el("td", { class: "number" }, text)));
}
