// The filter of the list of photos: it stands in the address, so that a reload, a link and the way back keep it.

const plain = { view: "photos", state: "", where: "", onlyOpen: false, sort: "uncertain", like: 0 };

/** The orders that a list can have; the last one is by likeness to a photo, `like`. */
export const sorts = ["uncertain", "number", "newest", "name", "similar"];

/** The filter as the list has it now; the review of a photo goes on along it. */
export const filter = { ...plain };

/** Takes the filter over that an address names; what it does not name is as it is at first.
    @param {URLSearchParams} query @param {string | null} view The list that it is of: `photos` or `gallery`. */
export function readFilter(query, view = query.get("view")) {
    const like = Number(query.get("like")) || 0;
    Object.assign(filter, plain, {
        view: view === "gallery" ? "gallery" : plain.view,
        state: query.get("state") ?? plain.state, where: query.get("where") ?? plain.where,
        onlyOpen: query.get("open") === "1",
        sort: query.get("sort") ?? (query.has("state") ? "number" : plain.sort), like,
    });
}

/** The address of the list, or of a photo of it, with the filter.
    @param {number | null} job @param {string} view Another way to see the list. */
export function photosAddress(job = null, view = filter.view) {
    const query = new URLSearchParams();
    if (filter.state) query.set("state", filter.state);
    if (filter.where) query.set("where", filter.where);
    if (filter.onlyOpen) query.set("open", "1");
    if (filter.sort !== (filter.state ? "number" : plain.sort)) query.set("sort", filter.sort);
    if (filter.sort === "similar") query.set("like", String(filter.like));
    if (job !== null && view !== plain.view) query.set("view", view);
    return (job === null ? "#/" + view : "#/photos/" + job) + (query.size ? "?" + query : "");
}
