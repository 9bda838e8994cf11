// The pictures that are likely to be wanted next, fetched while the reviewer looks at this one.
import { doubtfulPhotos } from "../sessions/doubts.js";
import { pictureOf } from "./pictures.js";
import { find } from "../sessions/store.js";

/** Fetches the next doubtful photos and the neighbour behind the one that is shown. */
export function fetchNext(page) {
    const { session, photo, key } = page.editor;
    const second = doubtfulPhotos(session).filter((one) => one !== key)[1];
    const wanted = new Set([page.after(), second, page.beside(1)].filter(Boolean));
    pictureOf(photo).load.then(() => {
        for (const id of wanted) {
            const next = find(session, id)?.photo;
            if (next?.hasPicture) pictureOf(next);
        }
    });
}
