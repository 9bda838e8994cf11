// Where the names of boxes stand, so that none lies over another and each can be read to its end.

const height = 18;
/** What a name keeps from the sides of the stage. */
const margin = 4;
const pen = document.createElement("canvas").getContext("2d");

/** A label as a name on the photo has it: a long one would cover what others say. */
export function shortened(label) {
    const letters = Array.from(label);
    return letters.length > 28 ? letters.slice(0, 27).join("") + "…" : label;
}

/** A place for the name of each box on the screen; null where there is none left. The chosen one is placed first. */
export function placedNames(boxes, texts, size, selected) {
    pen.font = "700 13px system-ui, sans-serif";
    const taken = [];
    const order = boxes.map((_, k) => k).sort((a, b) => Number(b === selected) - Number(a === selected));
    const names = boxes.map(() => null);
    for (const k of order) {
        const box = boxes[k];
        // What is out of sight has no name at the edge of what is seen.
        if (box.x > size.width || box.y > size.height || box.x + box.width < 0 || box.y + box.height < 0) continue;
        // The letters' rim is drawn around them.
        const width = pen.measureText(texts[k]).width + margin;
        const x = Math.max(margin, Math.min(box.x + margin, size.width - width - margin));
        const top = Math.max(14, box.y - 5);
        const y = [top, box.y + 15, box.y + box.height + 15, box.y + box.height - 6]
            .filter((one) => one >= 14 && one <= size.height - margin)
            .find((one) => !taken.some((other) => x < other.x + other.width && other.x < x + width
                && Math.abs(other.y - one) < height));
        if (y === undefined && k !== selected) continue;
        names[k] = { x, y: y ?? top, width };
        taken.push(names[k]);
    }
    return names;
}
