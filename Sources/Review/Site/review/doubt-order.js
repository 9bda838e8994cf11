// Which finding of a detector comes next: the less its engine was sure of it, the sooner.

/** The next wanted one of a list after the chosen one, in a circle, or with a way of -1 the one before. Null for none. */
export function beside(all, chosen, way, isWanted = () => true) {
    const start = all.indexOf(chosen);
    const turned = all.map((_, k) => all.at((start + way * (k + 1) + (start < 0 && way < 0 ? 1 : 0)) % all.length));
    return turned.find(isWanted) ?? null;
}

/** The order of one detector's findings; `found` is what the engine gave, under the indices that are their origins. */
export class DoubtOrder {
    constructor(findings, found) {
        this.findings = findings;
        this.confidences = found.map(({ confidence }) => confidence);
    }

    /** Indices; by how sure the engine was, so that what was corrected stays where it is. */
    get all() {
        const ranks = this.findings.list.map((one) => this.confidences[one.origin] ?? one.confidence ?? 1);
        return ranks.map((_, k) => k).sort((a, b) => ranks[a] - ranks[b] || a - b);
    }

    /** The next one in the order, or the one before; only a wanted one. Null for none.
        @param {number} way @param {(finding: any) => boolean} isWanted */
    beside(way, isWanted = () => true) {
        return beside(this.all, this.findings.selected, way, (index) => isWanted(this.findings.list[index]));
    }

    /** Deletes the chosen one; the one after it is chosen, or the one before. */
    remove() {
        const { findings, all } = this;
        const { selected } = findings;
        const at = all.indexOf(selected);
        const next = all[at + 1] ?? all[at - 1] ?? null;
        findings.selected = next !== null && next > selected ? next - 1 : next;
        findings.put(findings.list.filter((_, k) => k !== selected));
    }
}
