// The pages of a file that has several, and what is said of one.
import { el } from "../shell/dom.js";
import { photosAddress } from "../photos/photo-filter.js";
import { t } from "../strings/language.js";

/** The page of a file that an address means: the first where it names none that is there.
    @param {import("./job-editor.js").Job} job @param {number} number */
export function pageIn({ pages }, number) { return pages?.some(({ page }) => page === number) ? number : 1; }

/** The address of one page of a file.
    @param {number} job @param {number} page */
export function pageAddress(job, page) {
    const address = photosAddress(job);
    return page === 1 ? address : `${address}${address.includes("?") ? "&" : "?"}page=${page}`;
}

/** The choice of the page of a file; null where it has one alone.
    @param {import("./job-editor.js").Job} job @param {number} shown */
export function pagePicker({ job, pages }, shown) {
    if (!pages?.length) return null;
    const count = pages.length;
    return el("select", { "aria-label": t("filePages"), "data-test": "file-page",
        onchange: ({ target }) => { location.hash = pageAddress(job, Number(target.value)); } },
        pages.map(({ page }) => el("option", { value: page, selected: page === shown },
            t("filePage", { page, count }))));
}

/** Why a page of a file has no findings; null where it was read.
    @param {import("./job-editor.js").Job} job @param {number} shown */
export function pageNote({ pages }, shown) {
    const reason = pages?.find(({ page }) => page === shown)?.reason;
    return reason ? el("p", { class: "trouble", role: "note", "data-test": "page-trouble" }, reason) : null;
}

/** That a detector had nothing to look at, since the one that it runs on found nothing.
    @param {import("./job-editor.js").Detector} detector */
export function inputNote({ name, noInputFrom: other }) {
    return other ? el("p", { class: "detail", role: "note", "data-test": `input-${name}` }, t("noInput", { name, other }))
        : null;
}
