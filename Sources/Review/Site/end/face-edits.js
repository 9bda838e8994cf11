// How it is corrected where the faces of a photo lie, and what they are. The methods of the editor that do so.
import { circleInMiddle, rimOf, withFace, withType } from "./face-correction.js";
import { drawnFace } from "./scoring.js";

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

    /** Corrects what a face is; where it lies stays. */
    setFaceType(face, type) {
        if (this.faces[face] && this.faces[face].type !== type) this.commit(withType(this, face, type));
    },

    /** A face that was not found: a circle in the photo's middle. */
    addFace(type) {
        const homography = circleInMiddle(this.photo, drawnFace(this.session, type)?.outline ?? 1);
        this.commit({ ...this.review, faces: [...this.review.faces, { index: this.faces.length, type, homography }] });
    },

    /** Takes a face's correction back. */
    resetFace(face) {
        this.commit({ ...this.review, faces: this.review.faces.filter((one) => one.index !== face) });
    },
};
