// Keys of the review page. They work anywhere but in a field of text.

const plain = {
    j: "nextArrow", n: "nextArrow", k: "previousArrow", p: "previousArrow", a: "place", z: "undo", y: "redo",
    f: "face", "?": "help", Enter: "enter", Delete: "remove", Backspace: "remove", Escape: "leave",
    "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", Home: "zoomHome", PageDown: "next", PageUp: "previous",
    x: "mark:X", m: "mark:M", t: "mark:10", 0: "mark:M",
};
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What the keys do, for the list that ? shows: keys and the name of their meaning. */
export const helpRows = [
    ["J, N", "keyNext"], ["K, P", "keyPrevious"], ["← ↑ → ↓", "keyNudge"], ["Shift + ← ↑ → ↓", "keyCoarse"],
    ["1 – 9, T, X, M", "keyScore"], ["Delete", "keyRemove"], ["A", "keyPlace"], ["Z", "keyUndo"],
    ["Shift + Z, Y", "keyRedo"],
    ["Enter", "keyConfirm"], ["F", "keyFace"], ["Alt + 1 – 9", "keyArcher"], ["+  −  Home", "keyZoom"],
    ["Alt + ← ↑ → ↓", "keyPan"],
    ["Page Up, Page Down", "keyPages"], ["Esc", "keyLeave"], ["?", "keyHelp"],
];

/** Calls `act(action, event)` for each key that means something; an action that answers false was not taken. */
export function listenToKeys(act) {
    const hear = (event) => {
        const target = event.target;
        if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
        if (target.matches?.("input, textarea, select, [contenteditable]")) return;
        const action = actionOf(event, target);
        if (action && act(action, event) !== false) event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
}

function actionOf(event, target) {
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
    if (isCommand && key.toLowerCase() === "y") return "redo";
    if (isCommand) return null;
    if (altKey && /^Digit[1-9]$/.test(event.code)) return "archer:" + event.code.slice(5);
    if (ways[key]) return altKey ? `pan:${ways[key]}` : shiftKey ? `coarse:${ways[key]}` : `nudge:${ways[key]}`;
    if (altKey) return null;
    // A button or a link that has the focus takes Enter for itself; a marker of an arrow does not.
    if (key === "Enter" && target.closest?.("button, a[href], summary")) return null;
    if (shiftKey && key.toLowerCase() === "z") return "redo";
    if (/^[1-9]$/.test(key)) return "mark:" + key;
    return plain[key] ?? plain[key.toLowerCase()] ?? null;
}
