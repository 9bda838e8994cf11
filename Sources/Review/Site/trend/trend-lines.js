// A trend's sessions by what they were shot on: an average on one face says nothing beside one on another.
import { faceName } from "../strings/language.js";

/** The sessions of a trend with the faces, the arrows and the season that the list of sessions has for them. */
export function withFaces(trend, list, archer) {
    const known = new Map(list.map((one) => [one.id, one]));
    return trend.map((one) => {
        const session = known.get(one.id);
        const own = archer ? session?.archers.find(({ name }) => name === archer) : session;
        return { ...one, arrows: own?.arrows ?? 0, season: one.date?.slice(0, 4) ?? null,
            face: (session?.faces ?? []).map(({ type, name }) => faceName(type, name)).sort().join(" + ") || "–" };
    }).sort((a, b) => (a.date ?? "").localeCompare(b.date ?? "") || a.name.localeCompare(b.name));
}

/** One line for each kind of face. */
export function byFace(sessions) {
    return Map.groupBy(sessions, ({ face }) => face);
}

/** The months of sessions of one kind: `{ month, sessions, arrows, average }`. */
export function byMonth(sessions) {
    const months = Map.groupBy(sessions.filter(({ date }) => date), ({ date }) => date.slice(0, 7));
    return [...months].sort(([a], [b]) => a.localeCompare(b)).map(([month, all]) => {
        const [score, arrows] = ["score", "arrows"].map((key) => all.reduce((sum, one) => sum + one[key], 0));
        return { month, sessions: all.length, arrows, average: arrows ? score / arrows : null };
    });
}
