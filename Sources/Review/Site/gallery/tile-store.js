// What is in sight of photos: boxes, classes and revisions, fetched together and kept for as long as they are true.
import { get } from "../shell/api.js";
import { noteStanding } from "../photos/photo-index.js";

const most = 100;
/** So many are kept; a screen shows fewer. */
const kept = 2000;

/** Tiles by the photo's number; `came` is called when some are there. */
export class TileStore {
    tiles = new Map();
    asked = new Set();

    /** @param {() => void} came */
    constructor(came) { this.came = came; }

    /** What is known of a photo; null where that is not known yet. */
    of(job) { return this.tiles.get(job) ?? null; }

    /** What a user sees of a photo: what its tile shows, else what the list says of it.
        @param {{ job: number, revision?: number, finished?: number | null }} row */
    look({ job, revision = 0, finished = null }) {
        const tile = this.of(job);
        return tile ? { job, revision: tile.own ?? tile.revision, finished: tile.finished } : { job, revision, finished };
    }

    /** Takes over the revisions of the user's own changes: what is shown differs from them by those alone.
        @param {{ job: number, revision: number }[]} photos */
    note(photos) {
        for (const { job, revision } of photos) {
            const tile = this.tiles.get(job);
            if (tile) tile.own = revision;
        }
    }

    /** Asks for photos that are not known, that were changed since, or whose result is another one.
        @param {{ job: number, finished?: number | null }[]} rows */
    async need(rows) {
        const isKnown = ({ job, finished = null }) => {
            const tile = this.tiles.get(job);
            return tile && !tile.isOld && tile.finished === finished;
        };
        const wanted = rows.filter((row) => !this.asked.has(row.job) && !isKnown(row)).map(({ job }) => job);
        for (const job of wanted) this.asked.add(job);
        for (let start = 0; start < wanted.length; start += most) await this.ask(wanted.slice(start, start + most));
    }

    async ask(part) {
        try {
            const { tiles } = await get("/tiles?jobs=" + part.join(","));
            for (const tile of tiles) {
                this.tiles.delete(tile.job);
                this.tiles.set(tile.job, tile);
            }
            for (const job of [...this.tiles.keys()].slice(0, Math.max(0, this.tiles.size - kept))) this.tiles.delete(job);
            noteStanding(tiles);
            this.came();
        } finally {
            for (const job of part) this.asked.delete(job);
        }
    }

    /** All that is known may be another by now; it is shown until what is new has come. */
    age() { for (const tile of this.tiles.values()) tile.isOld = true; }
}
