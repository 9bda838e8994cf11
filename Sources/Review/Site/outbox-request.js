// One photo's state as a request. Photos of sessions and photos of the queue wait in one outbox, under different names.
import { path, send } from "./api.js";

/** The name under which a photo of the queue waits, whose review is of boxes and classes. */
export function jobName(job) { return "job:" + job; }

/** Whether a name is one of the queue's photos. */
export function isJob(photo) { return photo.startsWith("job:"); }

/** Sends an entry; answers what the server says. */
export function request({ photo, revision, review }) {
    const address = isJob(photo) ? path`/jobs/${photo.slice(4)}/review` : path`/photos/${photo}/review`;
    return send("PUT", address, review, { revision });
}
