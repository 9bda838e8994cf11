// The filter of the list of photos: it stands in the address, so that a reload, a link and the way back keep it.

const plain = { state: "", where: "", onlyOpen: false, sort: "uncertain" };

/** The filter as the list has it now; the review of a photo goes on along it. */
export const filter = { ...plain };

/** Takes the filter over that an address names; what it does not name is as it is at first. */
export function readFilter(query) {
    Object.assign(filter, plain, {
        state: query.get("state") ?? plain.state, where: query.get("where") ?? plain.where,
        onlyOpen: query.get("open") === "1",
        sort: query.get("sort") ?? (query.has("state") ? "number" : plain.sort),
    });
}

/** The address of the list, or of a photo of it, with the filter. */
export function photosAddress(job = null) {
    const query = new URLSearchParams();
    if (filter.state) query.set("state", filter.state);
    if (filter.where) query.set("where", filter.where);
    if (filter.onlyOpen) query.set("open", "1");
    if (filter.sort !== (filter.state ? "number" : plain.sort)) query.set("sort", filter.sort);
    return "#/photos" + (job === null ? "" : "/" + job) + (query.size ? "?" + query : "");
}
