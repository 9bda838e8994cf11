// Choosing photos by presses and keys, as in any grid of files.
import { lettersWork } from "../review/keys.js";

/** A press chooses; with Shift a range, with Ctrl or by a finger one more. Two presses open.
    @param {import("./tile-grid.js").TileGrid} grid @param {import("./selection.js").Selection} selection
    @param {(job: number) => void} show */
export function listenToPresses(grid, selection, show) {
    const jobOf = (event) => Number(event.target.closest?.(".tile")?.dataset.job) || null;
    let pointer = "mouse";
    const down = (event) => {
        pointer = event.pointerType || "mouse";
        // A range of photos is no text.
        if (event.shiftKey) event.preventDefault();
    };
    const click = (event) => {
        const job = jobOf(event);
        if (job === null) return;
        grid.node.focus({ preventScroll: true });
        if (event.shiftKey) selection.range(job, event.ctrlKey || event.metaKey);
        else if (event.ctrlKey || event.metaKey || pointer === "touch") selection.toggle(job);
        else selection.only(job);
    };
    const twice = (event) => {
        const job = jobOf(event);
        if (job !== null && pointer !== "touch") show(job);
    };
    grid.node.addEventListener("pointerdown", down);
    grid.node.addEventListener("click", click);
    grid.node.addEventListener("dblclick", twice);
}

/** Keys in the grid, and those of actions anywhere but in fields. Answers what ends it.
    @param {import("./tile-grid.js").TileGrid} grid @param {import("./selection.js").Selection} selection
    @param {(job: number) => void} show @param {(key: string) => (() => void) | null} action */
export function listenToGrid(grid, selection, show, action) {
    const hear = (event) => {
        if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
        // A checkbox takes no text.
        if (event.target.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
        // With Alt, and with the Command key but for A and Z, a key is the browser's own.
        if (event.altKey || (event.metaKey && !["a", "z"].includes(event.key.toLowerCase()))) return;
        const isCommand = event.ctrlKey || event.metaKey;
        const isInGrid = event.target === grid.node;
        if (isCommand && event.key.toLowerCase() === "a") selection.all();
        else if (isCommand && event.key.toLowerCase() === "z" && !event.shiftKey) action("z")?.();
        else if (isInGrid && step(event, grid, selection, isCommand)) grid.reveal(selection.index);
        else if (isCommand) return;
        else if (isInGrid && event.key === " ") choose(selection, event.shiftKey);
        else if (isInGrid && event.key === "Enter" && selection.at !== null) show(selection.at);
        else if (event.key === "Escape" && selection.size) selection.none();
        else if (!act(event, action)) return;
        event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
}

/** Takes one step by a key; false where the key leads nowhere. */
function step({ key, shiftKey }, grid, selection, isCommand) {
    const count = grid.count;
    const index = selection.index;
    const rows = grid.columns * grid.page;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, ArrowUp: index - grid.columns,
        ArrowDown: index + grid.columns, PageUp: index - rows, PageDown: index + rows, Home: 0, End: count - 1 }[key];
    if (next === undefined || !count) return false;
    const isFirst = selection.at === null && !isCommand && key.startsWith("Arrow");
    // Above the first row and below the last one there is nothing to go to.
    const isOut = key.startsWith("Arrow") && (next < 0 || next >= count);
    selection.go(isFirst || isOut ? index : next, shiftKey);
    // Drawn by now, it is what a screen reader hears.
    grid.reveal(selection.index);
    selection.changed();
    return true;
}

function choose(selection, reaches) {
    if (selection.at === null) selection.go(0);
    if (selection.at === null) return;
    if (reaches) selection.range(selection.at, true);
    else selection.toggle(selection.at);
}

/** Letters act alone where the user has not switched them off. A key that is held acts once. */
function act(event, action) {
    if (event.repeat || (event.key.length === 1 && !lettersWork())) return false;
    const run = event.key === "Backspace" ? null : action(event.key);
    run?.();
    return Boolean(run);
}
