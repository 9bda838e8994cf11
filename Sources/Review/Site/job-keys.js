// Keys of the review of a photo of the queue: the page's own, and those of the component that is worked on.

/** Hears the keys until the answer is called; `actions` are the page's. */
export function listenToJobKeys(components, actions) {
    // What was pressed or reached last has the keys; a deletion must not hit what nobody looks at.
    let active = null;
    const note = (event) => { active = components.find(({ node }) => node.contains(event.target)) ?? active; };
    const hearers = () =>
        [active, ...components.filter((one) => one !== active && !(active?.hasStage && one.hasStage))];
    const hear = (event) => {
        if (event.defaultPrevented || document.querySelector("dialog[open]")
            || event.target.matches?.("input:not([type=range]), select, textarea")) {
            return;
        }
        // Some keyboards write a bracket with Alt or AltGr.
        const isBracket = event.key === "[" || event.key === "]";
        const isCommand = (event.ctrlKey || event.metaKey) && !isBracket;
        const key = event.key.toLowerCase();
        if (event.altKey && !isBracket) return;
        // A slider that has the focus is moved by these keys.
        if (event.target.matches?.("input") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
        if (key === "z" && !event.shiftKey) actions.undo();
        else if (key === "y" || key === "z") actions.redo();
        else if (isCommand) return;
        else if (event.key === "Enter" && !event.target.closest?.("button, a[href]")) actions.accept();
        else if (event.key === "PageDown") actions.next();
        else if (event.key === "PageUp") actions.previous();
        else if (!hearers().some((part) => part?.key(event))) return;
        event.preventDefault();
    };
    addEventListener("keydown", hear);
    addEventListener("focusin", note);
    addEventListener("pointerdown", note);
    return () => {
        removeEventListener("keydown", hear);
        removeEventListener("focusin", note);
        removeEventListener("pointerdown", note);
    };
}
