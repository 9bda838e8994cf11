// How a person corrects where the faces of a photo lie. The methods of the editor that do so.
import { circleInMiddle, rimOf, withFace } from "./face-correction.js";

/** Mixed into `Editor`. */
export const faceEdits = {
    /** The four rim points of a face, in the photo and in the plane. */
    rim(face) { return rimOf(this.faces[face], this.drawn(face)); },

    /** Shows a face with its rim elsewhere; nothing where the points make no face. */
    dragFace(face, pixels, plane) {
        const review = withFace(this, face, pixels, plane);
        if (!review) return;
        this.preview = review;
        this.refresh();
    },

    dropFace(face, pixels, plane) {
        this.preview = null;
        const review = withFace(this, face, pixels, plane);
        if (review) this.commit(review);
        else this.refresh();
    },

    /** A face for a photo that has none: a circle in its middle. */
    addFace(type) {
        const homography = circleInMiddle(this.photo, this.session.faces[type]?.outline ?? 1);
        this.commit({ ...this.review, faces: [...this.review.faces, { index: this.faces.length, type, homography }] });
    },

    /** Takes a face's correction back. */
    resetFace(face) {
        this.commit({ ...this.review, faces: this.review.faces.filter((one) => one.index !== face) });
    },
};
