// Tags of photos, which are the named sets that every query knows: asked for, given, taken away, renamed and deleted.
import { get, Problem, send } from "../shell/api.js";
import { keepUndo } from "../gallery/bulk.js";

/** So many photos one request names: it is answered within a moment, and can be stopped between two. */
const part = 2000;
/** What tags of changes that can be undone are called now. */
const renamed = new Map();

/** All tags with how many photos each has. @returns {Promise<{ name: string, photos: number }[]>} */
export async function listTags() { return (await get("/sets")).sets; }

/** Gives photos a tag (`add`) or takes it away (`remove`), as a change that can be undone; `note(done)` hears how many were
    tried, and answers false to stop. `isNew` is whether the photos are all that the tag has.
    @param {{ set: string, change: "add" | "remove" }} wanted @param {number[]} jobs
    @param {(done: number) => boolean | void} note */
export async function changeTag(wanted, jobs, note = () => {}) {
    const all = await sent(wanted, jobs, note);
    const back = /** @type {const} */ ({ add: "remove", remove: "add" })[wanted.change];
    if (all.jobs.length) {
        const name = all.name;
        keepUndo("tag", all.jobs, async (own, more) => {
            const done = await sent({ set: nameNow(name), change: back }, own, more);
            // A tag that was deleted meanwhile has no photo any more.
            if (done.error && done.error.code !== "unknownSet") throw done.error;
            return done;
        });
    }
    if (all.error) throw all.error;
    return all;
}

/** Sends a change in parts; what goes wrong is told beside what was done, and `left` were not tried as the user stopped it. */
async function sent({ set, change }, jobs, note) {
    const all = { name: set, jobs: [], untouched: 0, isNew: false, left: [], error: null };
    for (let start = 0; start < jobs.length; start += part) {
        const own = jobs.slice(start, start + part);
        try {
            const told = await send("POST", "/sets/change", { set, change, jobs: own });
            all.name = told.set.name;
            all.jobs.push(...told.jobs);
            all.untouched += told.untouched.length;
            all.isNew ||= told.isNew;
        } catch (error) {
            // Without its last photo the tag is not there any more, and so in no photo that follows.
            const isGone = change === "remove" && error instanceof Problem && error.code === "unknownSet";
            if (!isGone || !all.jobs.length) all.error = error;
            break;
        }
        if (note(start + own.length) === false) {
            all.left = jobs.slice(start + own.length);
            break;
        }
    }
    return all;
}

/** Gives a tag another name. */
export async function renameTag(name, other) {
    const told = await send("POST", "/sets/rename", { set: name, name: other });
    renamed.delete(told.name);
    if (told.name !== name) renamed.set(name, told.name);
    return told;
}

/** Deletes a tag, and none of its photos; answers how many had it. */
export async function deleteTag(name) { return (await send("POST", "/sets/delete", { set: name })).changed; }

function nameNow(name) { return renamed.has(name) ? nameNow(renamed.get(name)) : name; }
