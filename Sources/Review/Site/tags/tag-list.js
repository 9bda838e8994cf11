// Tags of photos, which are the named sets that every query knows: asked for, given, taken away, renamed and deleted.
import { get, newKey, Problem, send, Unreachable } from "../shell/api.js";
import { keepUndo, sendTwice } from "../gallery/bulk.js";

/** So many photos one request names: it is answered within a moment, and can be stopped between two. */
const part = 2000;
/** The tags of the last changes, each with the name that it has by now: as many as can be undone. */
let changed = [];
const most = 20;

/** All tags with how many photos each has. @returns {Promise<{ name: string, photos: number }[]>} */
export async function listTags() { return (await get("/sets")).sets; }

/** Gives photos a tag (`add`) or takes it away (`remove`), as a change that can be undone; `note(done)` hears how many were
    tried, and answers false to stop. `isNew` is whether the photos are all that the tag has.
    @param {{ set: string, change: "add" | "remove" }} wanted @param {number[]} jobs
    @param {(done: number) => boolean | void} note */
export async function changeTag(wanted, jobs, note = () => {}) {
    const all = await sent(wanted, jobs, note);
    const back = /** @type {const} */ ({ add: "remove", remove: "add" })[wanted.change];
    let { lost } = all;
    if (all.jobs.length || lost) {
        const tag = { name: all.name };
        changed = [tag, ...changed].slice(0, most);
        const others = new Set();
        keepUndo("tag", [...all.jobs, ...(lost?.body.jobs ?? [])], async (own, more) => {
            if (lost) for (const job of await unchanged(lost, tag)) others.add(job);
            lost = null;
            const done = await sent({ set: tag.name, change: back }, own.filter((job) => !others.has(job)), more);
            // A tag that was deleted meanwhile has no photo any more.
            if (done.error && done.error.code !== "unknownSet") throw done.error;
            return done;
        });
    }
    if (all.error) throw all.error;
    return all;
}

/** The photos that a change has left as they were, of which no answer came: asked again, the server answers as it did. */
async function unchanged({ body, key }, tag) {
    // Under its former name the tag would be another one, where the change has not reached the server.
    if (!isSame(tag.name, body.set)) return body.jobs;
    try {
        return (await sendTwice("/sets/change", body, key)).untouched;
    } catch (error) {
        // What is refused now has changed nothing then.
        if (error instanceof Problem && [404, 422].includes(error.status)) return body.jobs;
        throw error;
    }
}

/** Sends a change in parts; what goes wrong is told beside what was done, and `left` were not tried as the user stopped it. Of `lost`
    it is not known whether it has reached the server. */
async function sent({ set, change }, jobs, note) {
    const all = { name: set, jobs: [], untouched: 0, isNew: false, left: [], lost: null, error: null };
    for (let start = 0; start < jobs.length; start += part) {
        const [body, key] = [{ set, change, jobs: jobs.slice(start, start + part) }, newKey()];
        try {
            const told = await sendTwice("/sets/change", body, key);
            all.name = told.set.name;
            all.jobs.push(...told.jobs);
            all.untouched += told.untouched.length;
            all.isNew ||= told.isNew;
        } catch (error) {
            // Without its last photo the tag is not there any more, and so in no photo that follows.
            const isGone = change === "remove" && error instanceof Problem && error.code === "unknownSet";
            if (!isGone || !all.jobs.length) all.error = error;
            if (error instanceof Unreachable) {
                all.lost = { body, key };
                Object.assign(error, { unsure: body.jobs });
            }
            break;
        }
        const done = start + body.jobs.length;
        if (note(done) === false) {
            all.left = jobs.slice(done);
            break;
        }
    }
    return all;
}

/** Gives a tag another name. */
export async function renameTag(name, other) {
    const told = await send("POST", "/sets/rename", { set: name, name: other });
    for (const tag of changed) if (isSame(tag.name, name)) tag.name = told.name;
    return told;
}

/** Deletes a tag, and none of its photos; answers how many had it. */
export async function deleteTag(name) { return (await send("POST", "/sets/delete", { set: name })).changed; }

/** Whether two names are one, however their letters are composed. */
function isSame(name, other) { return name.normalize() === other.normalize(); }
