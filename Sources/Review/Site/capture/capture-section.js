// The part of a page that takes photos: the ways in, whose arrows they show, and those that are on their way.
import * as outbox from "./photo-outbox.js";
import { chooseArcher, chosenArcher } from "./choice.js";
import { el, name, replace, say } from "../shell/dom.js";
import { fetchLimits, followLimits, knownLimits, whyOff } from "./limits.js";
import { hasCamera, hearDrops, pictureButton } from "./fields.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";
import { uploadList } from "./upload-list.js";
import { watchArrivals } from "./arrival.js";

/** @typedef {{ id: string | null, archers: string[] }} Target The session that photos are for, and its archers. */

class CaptureSection extends HTMLElement {
    /** @type {Target} */
    target = { id: null, archers: [] };
    list = uploadList();
    buttons = el("div", { class: "row" });
    chips = el("fieldset", { class: "capture-archers" });
    /** @type {(() => void)[]} */
    ends = [];
    /** Whether photos of all sessions are listed. */
    showsAll = false;

    connectedCallback() {
        this.ends = [
            outbox.on("change", () => this.draw()),
            hearDrops((files) => this.take(files), (isOver) => this.toggleAttribute("data-over", isOver)),
        ];
        watchArrivals();
        this.ends.push(followLimits(() => this.draw()));
        this.draw();
    }

    disconnectedCallback() { for (const end of this.ends) end(); }

    /** @param {Target} target */
    show(target) {
        if (JSON.stringify(target) === JSON.stringify(this.target)) return;
        this.target = target;
        this.drawChips();
        this.draw();
    }

    /** @param {File[]} files */
    async take(files) {
        const { id, archers } = this.target;
        const of = { session: id, archer: chosenArcher(id, archers) };
        const limits = knownLimits() ?? await fetchLimits().catch(() => null);
        if (limits?.isOn === false) return tell(whyOff(limits));
        for (const file of files) outbox.take(file, of);
        // What was taken is seen at once, also below the buttons of a small screen.
        this.list.node.firstElementChild?.scrollIntoView({ block: "nearest" });
        if (files.length) say(t("sendingOf", { name: files.at(-1).name }));
    }

    draw() {
        const isOn = knownLimits()?.isOn === true;
        const photos = outbox.all().filter((one) => this.isShown(one));
        this.hidden = !isOn && !photos.length;
        if (!this.children.length) this.build();
        this.buttons.hidden = this.chips.hidden = !isOn;
        this.chips.hidden ||= !this.target.archers.length;
        this.list.draw(photos);
    }

    /** A session's page shows its own photos, and those that have no session yet.
        @param {import("./standing.js").Entry} one */
    isShown({ session, upload }) {
        const own = upload?.session ?? session;
        return this.showsAll || this.target.id === null || own === null || own === this.target.id;
    }

    build() {
        const take = (files) => this.take(files);
        const isHeld = hasCamera();
        replace(this.buttons, isHeld ? pictureButton(true, take, { class: "button main" }) : null,
            pictureButton(false, take, { class: isHeld ? "button" : "button main" }),
            isHeld ? null : el("p", { class: "detail" }, t("dropHere")));
        this.drawChips();
        replace(this, el("section", { class: "capture", "aria-label": t("capture"), "data-test": "capture" },
            this.chips, this.buttons, this.list.node));
    }

    drawChips() {
        const { id, archers } = this.target;
        const chosen = chosenArcher(id, archers);
        replace(this.chips, el("legend", {}, t("photosOf")), [null, ...archers].map((one, k) =>
            el("label", { class: "chip-choice" },
                el("input", { type: "radio", name: "capture-archer", checked: one === chosen,
                    "data-test": "capture-archer-" + k, onchange: () => chooseArcher(id, one) }),
                el("span", {}, one === null ? t("severalArchers") : name(one)))));
    }
}

customElements.define("quiver-capture", CaptureSection);

/** @type {CaptureSection | null} */
let shown = null;

/** The part for a session's photos: the same one as long as it is on the page, however often that is drawn.
    @param {{ id: string, archers: { names: string[] } }} session */
export function captureOf(session) {
    const isOn = shown?.isConnected && shown.target.id === session.id;
    const part = isOn ? shown : newCapture();
    part.show({ id: session.id, archers: session.archers.names });
    shown = part;
    return part;
}

/** A part for the photos of any session; `show` says of which.
    @returns {CaptureSection} */
export function newCapture() { return /** @type {CaptureSection} */ (document.createElement("quiver-capture")); }
