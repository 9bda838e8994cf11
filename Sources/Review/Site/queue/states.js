// The states of a photo of the queue.

/** The words of the API, in the order in which they are shown. */
export const states = ["waiting", "ready", "running", "done", "failed", "quarantined", "blocked", "gone", "cancelled"];
