// The brush by keys: arrow keys carry it, the space bar puts it down and lifts it.
import { say } from "../../shell/dom.js";
import { t } from "../../strings/language.js";
import { ways } from "../../review/keys.js";

/** What a key does to a mask stage's brush; false where it does nothing. */
export function brushKey(stage, event) {
    if (!stage.isPainting) return false;
    // The space bar presses a button that has the focus.
    if (event.key === " ") return event.target.closest?.("button, a, summary") ? false : press(stage);
    if (!ways[event.key]) return false;
    const from = stage.cursor ?? middle(stage);
    const step = Math.max(1, Math.round(stage.brush / 4)) * (event.shiftKey ? 4 : 1);
    const [dx, dy] = ways[event.key];
    const to = { x: within(from.x + dx * step, stage.size[1]), y: within(from.y + dy * step, stage.size[0]) };
    stage.stroke?.push(to);
    stage.pointAt(to);
    const place = { x: to.x * stage.pixel, y: to.y * stage.pixel };
    stage.view.reveal(place);
    stage.draw();
    say(t("brushAt", { x: Math.round(place.x), y: Math.round(place.y) }));
    return true;
}

function press(stage) {
    if (stage.stroke) {
        stage.endStroke();
        return true;
    }
    const at = stage.cursor ?? middle(stage);
    stage.stroke = [at];
    stage.pointAt(at);
    say(t("brushDown"));
    return true;
}

/** Where the brush is before it was moved: in the middle of what is seen. */
function middle(stage) {
    const { width, height } = stage.view.size;
    return stage.toMask({ x: width / 2, y: height / 2 });
}

function within(value, size) { return Math.min(Math.max(value, 0), size); }
