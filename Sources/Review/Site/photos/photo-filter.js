// The filter of the list of photos: it stands in the address, so that a reload, a link and the way back keep it.

const plain = { view: "photos", state: "", where: "", onlyOpen: false, sort: "uncertain" };

/** The orders that a list can have. */
export const sorts = ["uncertain", "number", "newest", "name"];

/** The filter as the list has it now; the review of a photo goes on along it. */
export const filter = { ...plain };

/** Takes the filter over that an address names; what it does not name is as it is at first.
    @param {URLSearchParams} query @param {string | null} view The list that it is of: `photos` or `gallery`. */
export function readFilter(query, view = query.get("view")) {
    Object.assign(filter, plain, {
        view: view === "gallery" ? "gallery" : plain.view,
        state: query.get("state") ?? plain.state, where: query.get("where") ?? plain.where,
        onlyOpen: query.get("open") === "1",
        sort: query.get("sort") ?? (query.has("state") ? "number" : plain.sort),
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
    if (job !== null && view !== plain.view) query.set("view", view);
    return (job === null ? "#/" + view : "#/photos/" + job) + (query.size ? "?" + query : "");
}
