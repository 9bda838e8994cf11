// The flat face with the arrows of the end: those of this photo can be moved, those of the end's other photos are
// shown.
import { drawnFace } from "./scoring.js";
import { set, svg } from "../shell/dom.js";
import { faceDrawing, tone } from "../charts/face-drawing.js";
import { faceName, t } from "../strings/language.js";
import { StageDrag } from "./stage-drag.js";

class FaceView extends StageDrag {
    testPrefix = "flat-arrow-";

    begin() {
        this.type = this.mainType();
        const drawn = drawnFace(this.editor.session, this.type);
        this.content.replaceChildren(drawn ? faceDrawing(drawn) : svg("g"));
        this.neighbours = svg("g", { class: "neighbours", "aria-hidden": "true" });
        const target = svg("circle", { r: drawn?.outline ?? 1, class: "placing" });
        this.content.append(target, this.neighbours);
        set(this.surface, { "aria-label": t("flatFace", { face: drawn ? faceName(this.type, drawn.name) : "" }) });
        this.hidden = !drawn;
        const reach = (drawn?.outline ?? 1) * 1.12;
        this.view.home = { x: -reach, y: -reach, width: 2 * reach, height: 2 * reach };
        this.view.world = { x: -1.5, y: -1.5, width: 3, height: 3 };
        this.view.goHome();
    }

    redraw() {
        if (this.mainType() !== this.type) this.begin();
        super.redraw();
    }

    /** The kind of face that most of the end is on. */
    mainType() {
        const editor = this.editor;
        const chosen = editor.arrow(editor.selected ?? -1);
        return editor.faces[chosen?.face ?? 0]?.type ?? editor.faces[0]?.type ?? Object.keys(editor.session.faces)[0];
    }

    shownArrows() {
        return this.editor.arrows.filter((one) => one.isPlaced && one.face !== null
            && this.editor.faces[one.face]?.type === this.type);
    }

    worldOf(arrow) { return { x: arrow.normalizedX, y: arrow.normalizedY }; }

    positionOf(arrow) { return this.worldOf(arrow); }

    placeAt(world, grab) {
        const face = grab?.start.face ?? this.editor.faces.findIndex((one) => one.type === this.type);
        return face >= 0 ? { face, position: world } : null;
    }

    picture() {
        const drawn = drawnFace(this.editor.session, this.type);
        return drawn ? faceDrawing(drawn) : svg("g");
    }

    drawMore() {
        const { editor, view } = this;
        this.neighbours.replaceChildren(...editor.others.filter((one) => {
            const face = editor.end.photos[one.photo]?.faces[one.face ?? -1];
            return one.isPlaced && face?.type === this.type;
        }).map((one) => svg("circle", {
            cx: one.normalizedX, cy: one.normalizedY, r: 5 / view.scale, class: "neighbour fill-" + tone(one),
        })));
    }
}

customElements.define("quiver-face", FaceView);
