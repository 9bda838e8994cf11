// The keys of a review. They work anywhere but in a field of text.

const plain = {
    j: "nextArrow", n: "nextArrow", k: "previousArrow", p: "previousArrow", a: "place", z: "undo", y: "redo",
    r: "restore", h: "bare", f: "face", "?": "help", Enter: "confirm", " ": "put",
    Delete: "remove", Backspace: "remove", Escape: "leave",
    "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", Home: "zoomHome", PageDown: "next", PageUp: "previous",
    x: "mark:X", m: "mark:M", t: "mark:10", 0: "mark:M",
};
/** Which way an arrow key leads. */
export const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a key that is held may do again and again: nothing that stores a word of the reviewer's. */
const repeatable = /^(nudge|coarse|pan):|^(zoomIn|zoomOut|nextArrow|previousArrow)$/;

/** What the keys do, for the list that ? shows: keys and the name of their meaning. */
export const helpRows = [
    ["J, N", "keyNext"], ["K, P", "keyPrevious"], ["← ↑ → ↓", "keyNudge"], ["Shift + ← ↑ → ↓", "keyCoarse"],
    ["1 – 9, T, X, M", "keyScore"], ["Delete", "keyRemove"], ["R", "keyRestore"], ["H", "keyBare"],
    ["A", "keyPlace"], ["keySpace", "keyPut"], ["Z", "keyUndo"],
    ["Shift + Z, Y", "keyRedo"],
    ["Enter", "keyConfirm"], ["F", "keyFace"], ["Alt + 1 – 9", "keyArcher"], ["+  −  Home", "keyZoom"],
    ["Alt + ← ↑ → ↓", "keyPan"],
    ["Page Up, Page Down", "keyPages"], ["Esc", "keyLeave"], ["?", "keyHelp"],
];

/** What the keys do that Photos shares with the review of ends; each kind of findings has its own beside them. */
export const photoRows = [
    ...helpRows.filter(([, meaning]) =>
        ["keyBare", "keyUndo", "keyRedo", "keyZoom", "keyPan", "keyPages", "keyHelp"].includes(meaning)),
    ["Enter", "keyAccept"], ["T", "keyTags"], ["C", "keyCompare"], ["Esc", "keyLeaveTool"],
];

/** Whether letters, digits and signs alone do something; the reviewer may switch them off for this browser. */
export function lettersWork() {
    try { return localStorage.getItem("quiver.letters") !== "off"; } catch { return true; }
}

/** Switches the keys of one letter, digit or sign on or off. */
export function setLettersWork(isOn) {
    try { localStorage.setItem("quiver.letters", isOn ? "on" : "off"); } catch { /* Without storage they stay on. */ }
}

/** Calls `act(action, event)` for each key that may mean something; an action of null is none that the map knows. What answers
    false was not taken. */
export function listenToKeys(act) {
    const hear = (event) => {
        if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
        if (event.target.matches?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
        // A slider that has the focus is moved by these keys.
        if (event.target.matches?.("input") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
        const action = actionOf(event);
        if (action === undefined) return;
        if (event.repeat && action && !repeatable.test(action)) return event.preventDefault();
        if (act(action, event) !== false) event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
}

/** The action of a key; null for one that the map has no meaning for, undefined for one that is not the review's. */
function actionOf(event) {
    const { key, altKey, shiftKey, target } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
    if (isCommand && key.toLowerCase() === "y") return "redo";
    const isLetter = key.length === 1 && key !== " ";
    // Some keyboards write a bracket with Alt or AltGr.
    if (key === "[" || key === "]") return lettersWork() ? null : undefined;
    if (isCommand) return undefined;
    if (altKey && /^Digit[1-9]$/.test(event.code)) return "archer:" + event.code.slice(5);
    if (ways[key]) return altKey ? `pan:${ways[key]}` : shiftKey ? `coarse:${ways[key]}` : `nudge:${ways[key]}`;
    if (altKey || (isLetter && !lettersWork())) return undefined;
    // A button or a link that has the focus takes Enter for itself; a marker of an arrow does not.
    if ((key === "Enter" || key === " ") && target.closest?.("button, a[href], summary")) return undefined;
    if (shiftKey && key.toLowerCase() === "z") return "redo";
    if (/^[1-9]$/.test(key)) return "mark:" + key;
    return plain[key] ?? plain[key.toLowerCase()] ?? null;
}
