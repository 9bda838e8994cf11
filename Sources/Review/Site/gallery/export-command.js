// The command that exports what the gallery shows.

/** The formats of `quiver export`. */
export const formats = ["yolo", "yolo-segment", "yolo-pose", "yolo-obb", "yolo-classify", "coco", "voc", "labelstudio",
    "cvat", "csv", "jsonl", "parquet", "xmp"];

/** A text as one word of a shell. */
export function shellWord(text) {
    return /^[\w./:=@%+,-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
}

/** The query of what a filter passes: its own, with what its other fields say.
    @param {{ state: string, where: string, onlyOpen: boolean }} filter */
export function queryOf({ state, where, onlyOpen }) {
    const own = where.trim();
    const more = [state ? `state:${state}` : null, onlyOpen ? "is:open -is:scored" : null].filter(Boolean);
    // What is joined by OR is one part of the whole.
    return [own && more.length ? `(${own})` : own, ...more].filter(Boolean).join(" ");
}

/** The query of photos by number; numbers that follow each other are one range. */
export function queryOfJobs(jobs) {
    const ranges = [];
    for (const job of [...jobs].sort((a, b) => a - b)) {
        const last = ranges.at(-1);
        if (last && last[1] === job - 1) last[1] = job;
        else ranges.push([job, job]);
    }
    return "job:" + ranges.map(([a, b]) => (a === b ? String(a) : `${a}..${b}`)).join(",");
}

/** The whole command. */
export function exportCommand(format, results, query) {
    return ["quiver export", format, shellWord(results), "--to set", query ? "--where " + shellWord(query) : ""]
        .filter(Boolean).join(" ");
}
