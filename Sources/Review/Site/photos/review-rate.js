// How fast this page's user reviews: photos a minute over the last ten.

const window = 10 * 60_000;
let notes = [];

/** Notes that photos were reviewed; a number below nothing takes some back.
    @param {number} count @param {number} now */
export function noteReviews(count, now = Date.now()) {
    notes = [...notes.filter(({ at }) => now - at < window), { at: now, count }];
}

/** Photos a minute, from the first that counts until now and for a minute at least; null where none was reviewed.
    @param {number} now */
export function reviewsPerMinute(now = Date.now()) {
    const own = notes.filter(({ at }) => now - at < window);
    const sum = own.reduce((all, { count }) => all + count, 0);
    return sum > 0 ? sum / Math.max(1, (now - own[0].at) / 60_000) : null;
}
