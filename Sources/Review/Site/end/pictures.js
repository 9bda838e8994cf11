// Photos' pictures in memory, so that the next doubtful one shows at once.
import { photoPicture } from "../shell/api.js";

/** The longest side of the pictures of whole photos. */
export const longest = 2048;
const most = 8;
const kept = new Map();

/** The picture as an address of this page's own, null where there is none; `address` says it once it is known. */
export function pictureOf(photo) {
    const old = kept.get(photo.id);
    if (old) {
        // Used again: the last to go.
        kept.delete(photo.id);
        kept.set(photo.id, old);
        return old;
    }
    const entry = { address: null, load: null };
    entry.load = fetch(photoPicture(photo.id, longest), { credentials: "same-origin" })
        .then(async (answer) => {
            // A photo that is being read has one later.
            if (!answer.ok) { kept.delete(photo.id); return null; }
            entry.address = URL.createObjectURL(await answer.blob());
            // Decoded once, a picture is drawn the second time without waiting.
            const image = new Image();
            image.src = entry.address;
            await image.decode().catch(() => {});
            entry.image = image;
            return entry.address;
        })
        .catch(() => { kept.delete(photo.id); return null; });
    kept.set(photo.id, entry);
    for (const [id, one] of kept) {
        if (kept.size <= most) break;
        if (id === photo.id) continue;
        kept.delete(id);
        if (one.address) URL.revokeObjectURL(one.address);
    }
    return entry;
}
