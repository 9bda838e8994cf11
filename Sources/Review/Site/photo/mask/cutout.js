// Objects cut out of their photo by the server: copied, saved, or handed to another program of the device.
import { button, el, parted, say, set } from "../../shell/dom.js";
import { getBlob, jobCutout } from "../../shell/api.js";
import { t } from "../../strings/language.js";
import { tell } from "../../shell/notices.js";

/** What may lie behind an object, with its text. */
const grounds = [["transparent", "groundTransparent"], ["#ffffff", "groundWhite"], ["blur", "groundBlur"],
    ["grey", "groundGrey"]];
/** How long a change may be on its way to the server, in milliseconds. */
const patience = 5000;

/** The tools for what one detector found: for the chosen object, or for all of them where none is.
    @param {import("../kinds.js").Parts} parts @param {import("../findings.js").Findings} findings */
export function cutoutTools({ editor, detector }, findings) {
    const ground = el("select", { "data-test": "cutout-ground" },
        grounds.map(([value, text]) => el("option", { value }, t(text))));
    const whole = el("input", { type: "checkbox", "data-test": "cutout-whole" });
    const file = () => parted(editor.job.photo).file.replace(/\.[^.]*$/, "") + "-cutout.png";
    const address = () => jobCutout(editor.job.job, { detector: detector.name, index: findings.selected,
        crop: !whole.checked, background: ground.value || grounds[0][0] });
    const picture = async () => {
        // The server cuts out what it has: a stroke that is not stored yet is waited for.
        await stored(editor);
        return getBlob(address());
    };
    const act = async (work, done) => {
        try {
            await work();
            say(t(done));
        } catch (error) { if (error.name !== "AbortError") tell(error.message); }
    };
    const copy = () => act(() => {
        // Given as a promise: some browsers let only the press itself write, and the picture comes later.
        const item = new ClipboardItem({ "image/png": picture() });
        return navigator.clipboard.write([item]);
    }, "cutoutCopied");
    const save = () => act(async () => {
        const link = el("a", { href: URL.createObjectURL(await picture()), download: file() });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }, "cutoutSaved");
    const share = () => act(async () => {
        await navigator.share({ files: [new File([await picture()], file(), { type: "image/png" })] });
    }, "cutoutShared");
    const title = el("p", { class: "detail", "data-test": "cutout-what" });
    const buttons = [
        canCopy() ? button(t("cutoutCopy"), copy, { "data-test": "cutout-copy" }) : null,
        button(t("cutoutSave"), save, { "data-test": "cutout-save" }),
        canShare() ? button(t("cutoutShare"), share, { "data-test": "cutout-share" }) : null,
    ].filter(Boolean);
    const node = el("div", { class: "cutout-tools", role: "group", "aria-label": t("cutout") }, title,
        el("div", { class: "row" }, buttons),
        el("label", { class: "range" }, el("span", {}, t("cutoutGround")), ground),
        el("label", {}, whole, " ", t("cutoutWhole")));
    node.draw = () => {
        node.hidden = !findings.list.some(({ mask }) => mask);
        title.textContent = findings.one
            ? t("cutoutOne", { number: findings.selected + 1, label: findings.one.label }) : t("cutoutAll");
        // One that was chosen and has no mask, such as a person who was moved, cannot be cut out.
        const isMissing = findings.one !== null && !findings.one.mask;
        for (const one of buttons) set(one, { "aria-disabled": isMissing ? "true" : null });
    };
    /** Leads to the tools, as after a long press on an object. */
    node.lift = () => {
        node.scrollIntoView({ block: "nearest" });
        buttons[0].focus();
    };
    return node;
}

/** Whether this page may put a picture on the clipboard: browsers allow it over HTTPS and on the same machine. */
function canCopy() { return Boolean(globalThis.ClipboardItem && navigator.clipboard?.write); }

/** Whether this device hands files to other programs. */
function canShare() {
    const file = globalThis.File && new File([], "a.png", { type: "image/png" });
    return Boolean(file && navigator.canShare?.({ files: [file] }));
}

/** Resolves once the server has what was changed here.
    @param {import("../job-editor.js").JobEditor} editor */
function stored(editor) {
    if (!editor.unsent) return Promise.resolve();
    return new Promise((resolve, reject) => {
        const end = (call, value) => {
            clearTimeout(limit);
            editor.removeEventListener("change", look);
            call(value);
        };
        const look = () => { if (!editor.unsent) end(resolve); };
        const limit = setTimeout(() => end(reject, new Error(t("cutoutUnsent"))), patience);
        editor.addEventListener("change", look);
    });
}
