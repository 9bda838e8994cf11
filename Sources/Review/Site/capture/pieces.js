// How a photo is cut up on its way: small pieces where the network is slow, so that a cut costs little.

/** The first piece of a photo, before anything is known of the network. */
export const firstLength = 256 * 1024;
const least = 32 * 1024;
/** How long a piece should be on its way. */
const wanted = 1_000;

/** The piece that comes next, from what the server has.
    @param {{ received: number, size: number }} upload @param {number} length */
export function nextPiece({ received, size }, length) {
    return { from: received, to: Math.min(size, received + length) };
}

/** The length of the next piece, after one of a length that took so long; at most twice as long, and at most `most`.
    @param {number} length @param {number} milliseconds @param {number} most */
export function adapted(length, milliseconds, most) {
    const fitting = length * wanted / Math.max(milliseconds, 1);
    return Math.round(Math.max(Math.min(least, most), Math.min(fitting, length * 2, most)));
}

/** The same after a piece that was lost. */
export function shortened(length) { return Math.max(least, Math.floor(length / 2)); }

/** How much of a photo the server has, in whole per cent; 100 only where it has all.
    @param {number} received @param {number} size */
export function percentSent(received, size) {
    return received >= size ? 100 : Math.min(99, Math.floor(received / size * 100));
}
