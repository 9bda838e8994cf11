// One picture of the gallery: the photo in small with its boxes, its name, and what was decided.
import { el, parted, svg } from "../shell/dom.js";
import { jobPicture } from "../shell/api.js";
import { drawTags, tagPlace, tagWords } from "../tags/tag-marks.js";
import { t } from "../strings/language.js";

/** How many colours boxes have; a class keeps its own. */
const colours = 6;

/** A tile that is filled again and again. */
export function makeTile() {
    return el("div", { class: "tile", role: "option" },
        el("div", { class: "tile-picture" }, el("img", { alt: "", decoding: "async", draggable: "false", hidden: true,
            onload: (event) => { event.target.hidden = false; }, onerror: (event) => { event.target.hidden = true; } }),
            svg("svg", { class: "tile-boxes", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" }),
            el("span", { class: "tile-words" }), tagPlace()),
        el("div", { class: "tile-name" }, el("span", { class: "tile-mark", "aria-hidden": "true" }),
            el("span", { dir: "auto" })));
}

/** Fills a tile with a photo: `row` is what the list knows of it, `tile` what its record says, null until that is here. */
export function drawTile(element, { row, tile, isChosen, isAt }) {
    const [picture, label] = element.children;
    const [img, boxes, words, tags] = picture.children;
    if (element.dataset.job !== String(row.job)) {
        element.dataset.job = row.job;
        element.id = "tile-" + row.job;
        img.removeAttribute("src");
        img.hidden = true;
        element.dataset.drawn = "";
        boxes.classList.add("none");
    }
    const { file } = parted(row.photo);
    const reviewed = Boolean(row.reviewed);
    element.setAttribute("aria-selected", String(isChosen));
    element.setAttribute("aria-label", sentence(row, tile, file));
    element.title = row.photo;
    element.classList.toggle("at", isAt);
    element.classList.toggle("reviewed", reviewed);
    label.children[0].textContent = reviewed ? "✓" : "";
    label.children[1].textContent = file;
    words.textContent = row.state === "done" ? wordsOf(tile) : t("state" + row.state);
    drawTags(tags, tile?.sets ?? []);
    const key = tile ? `${tile.revision} ${tile.findings} ${tile.finished}` : "";
    if (element.dataset.drawn === key) return;
    element.dataset.drawn = key;
    boxes.classList.toggle("none", !tile?.boxes.length);
    boxes.setAttribute("viewBox", `0 0 ${tile?.width || 1} ${tile?.height || 1}`);
    boxes.replaceChildren(...(tile?.boxes ?? []).flatMap(({ label: name, box: { x, y, width, height } }) =>
        ["under", "over"].map((kind) => svg("rect", { class: `tile-box ${kind} tile-box-${colourOf(name)}`, x, y, width,
            height }))));
}

/** Has a tile show its picture; asked for once scrolling rests, so that nothing is made that flies by. */
export function showPicture(element, row) {
    const img = element.querySelector("img");
    if (row.state !== "done" || img.getAttribute("src")) return;
    img.setAttribute("src", jobPicture(row.job, element.clientWidth * devicePixelRatio > 256 ? 512 : 256));
}

/** The classes of a photo, and of how many pages the tile shows the first. */
function wordsOf(tile) {
    return [tile?.pages > 1 ? t("tilePages", { count: tile.pages }) : null, ...(tile?.classes ?? [])].filter(Boolean).join(", ");
}

function sentence(row, tile, file) {
    const labels = [...new Set((tile?.boxes ?? []).map(({ label }) => label))].slice(0, 5);
    const findings = tile?.findings ?? row.findings;
    return [file, row.state === "done" ? null : t("state" + row.state),
        Number.isInteger(findings) ? t("findings", { count: findings }) : null, ...labels, wordsOf(tile),
        tagWords(tile?.sets ?? []),
        row.scored ? t("scoredEnd") : null, t(row.reviewed ? "reviewed" : "notReviewed")].filter(Boolean).join(", ");
}

/** The colour of a class: the same on each photo. */
export function colourOf(label) {
    let sum = 7;
    for (const letter of label) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
    return sum % colours;
}
