// The index over all sessions, by day, archer and face.
import { el, name, replace } from "../shell/dom.js";
import { get } from "../shell/api.js";
import { on } from "../shell/events.js";
import { day, faceName, fixed, t, uploadRefusal } from "../strings/language.js";

/** Opens `#/sessions`. */
export async function open({ main, query }) {
    const filter = { archer: query.get("archer") ?? "", face: query.get("face") ?? "", open: false };
    let sessions = await fetched();
    const list = el("div", { class: "days" });
    const controls = el("form", { class: "filters", onsubmit: (event) => event.preventDefault() });
    const draw = () => {
        const shown = sessions.filter((one) => passes(one, filter));
        replace(list, shown.length ? byDay(shown).map(dayGroup)
            : el("p", { class: "empty" }, t(sessions.length ? "noneMatches" : "noSessions")));
    };
    const choose = (key, value) => {
        filter[key] = value;
        draw();
    };
    const archers = unique(sessions.flatMap((one) => one.archers.map((archer) => archer.name)));
    replace(controls,
        archers.length ? choice(t("archer"), "archer", archers.map((one) => [one, one]), filter, choose) : null,
        choice(t("face"), "face", facesOf(sessions), filter, choose),
        el("label", { class: "check" },
            el("input", { type: "checkbox", "data-test": "only-doubts",
                onchange: (event) => choose("open", event.target.checked) }),
            t("onlyToCheck")),
        el("a", { class: "button", href: "#/trend", "data-test": "to-trend" }, t("pagetrend")));
    const way = wayIn();
    replace(main, el("div", { class: "wrap" }, el("h1", {}, t("pagesessions")), way.place, controls, list));
    draw();
    let timer = null;
    const again = () => {
        clearTimeout(timer);
        timer = setTimeout(async () => {
            try { sessions = await fetched(); } catch { return; }
            draw();
        }, 600);
    };
    const stop = on("session", again);
    return { close() { stop(); clearTimeout(timer); way.close(); } };
}

/** The sessions; a face without a name has its key for one. */
async function fetched() {
    const { sessions } = await get("/sessions");
    return sessions.map((one) => ({ ...one,
        faces: one.faces.map((face) => (typeof face === "string" ? { type: face, name: face } : face)) }));
}

/** Each face once, as key and name, by name. */
function facesOf(sessions) {
    const names = new Map(sessions.flatMap((one) => one.faces).map(({ type, name: text }) => [type, faceName(type, text ?? type)]));
    return [...names].sort((a, b) => a[1].localeCompare(b[1]));
}

function passes(session, { archer, face, open: isOpen }) {
    return (!archer || session.archers.some((one) => one.name === archer))
        && (!face || session.faces.some((one) => one.type === face))
        && (!isOpen || session.doubts.arrows + session.doubts.ends > 0);
}

function unique(values) {
    return [...new Set(values)].sort((a, b) => a.localeCompare(b));
}

function choice(label, key, values, filter, choose) {
    return el("label", {}, el("span", {}, label),
        el("select", { "data-test": "filter-" + key, onchange: (event) => choose(key, event.target.value) },
            el("option", { value: "" }, t("all")),
            values.map(([value, text]) => el("option", { value, selected: value === filter[key] }, text))));
}

/** Newest day first; sessions without one last. */
function byDay(sessions) {
    const days = new Map();
    for (const session of [...sessions].sort((a, b) => (b.date ?? "").localeCompare(a.date ?? "")
        || a.name.localeCompare(b.name))) {
        const key = session.date ?? "";
        days.set(key, [...(days.get(key) ?? []), session]);
    }
    return [...days];
}

function dayGroup([date, sessions]) {
    return el("section", { class: "day" }, el("h2", {}, day(date)),
        el("ul", { class: "session-list" }, sessions.map(row)));
}

function row(session) {
    const { arrows, ends } = session.doubts;
    const doubts = [arrows && t("arrowsToCheck", { count: arrows }),
        ends && t("endsToCheck", { count: ends })].filter(Boolean).join(", ");
    const facts = [t("ends", { count: session.ends }), t("arrows", { count: session.arrows }), 
        ...session.faces.map((one) => faceName(one.type, one.name))];
    return el("li", {},
        el("a", { class: "session-row", href: "#/sessions/" + encodeURIComponent(session.id),
            "data-test": "session-" + session.id },
        el("span", { class: "session-name" }, name(session.name)),
        el("span", { class: "session-score" }, el("strong", {}, String(session.score)),
            el("span", { class: "detail" }, " / " + session.highest)),
        el("span", { class: "detail" }, facts.join(" · "),
            session.archers.length
                ? [" · ", session.archers.map((one, k) => [k ? ", " : null, name(one.name), " ", String(one.score)])]
                : null),
        el("span", { class: "detail" }, t("averageShort", { value: fixed(session.average, 2) })),
        doubts ? el("span", { class: "tag doubt" }, doubts) : el("span", { class: "tag fine" }, t("checked"))));
}

const uploadsKey = "quiver.uploads";

/** The way to the view that takes photos; where the server takes none, how that is switched on, and nothing for who may not
    send. What the server said last is shown at once, and asked again once the list is there: a first load asks for little. */
function wayIn() {
    const place = el("div", { class: "way-in" });
    /** @param {{ isOn: boolean, code?: string | null, why?: string | null }} known */
    const draw = ({ isOn, code, why }) => {
        replace(place, isOn
            ? el("a", { class: "button main", href: "#/capture", "data-test": "to-capture" }, t("capture"))
            : why && code !== "scope"
                ? el("p", { class: "detail", "data-test": "uploads-off" }, uploadRefusal(code ?? "", why)) : null);
        place.hidden = !place.children.length;
    };
    let stop = () => {};
    let isClosed = false;
    const timer = setTimeout(async () => {
        const limits = await import("../capture/limits.js").catch(() => null);
        if (!limits || isClosed) return;
        const hear = () => {
            const { isOn, code, why } = limits.knownLimits();
            draw({ isOn, code, why });
            try { localStorage.setItem(uploadsKey, JSON.stringify({ isOn, code, why })); } catch { /* It is asked anew. */ }
        };
        stop = limits.followLimits(hear);
        if (limits.knownLimits()) hear();
    }, 1000);
    draw(remembered());
    return { place, close() { isClosed = true; clearTimeout(timer); stop(); } };
}

/** @returns {{ isOn: boolean, code?: string, why?: string }} */
function remembered() {
    try {
        return JSON.parse(localStorage.getItem(uploadsKey)) ?? { isOn: false };
    } catch {
        return { isOn: false };
    }
}
