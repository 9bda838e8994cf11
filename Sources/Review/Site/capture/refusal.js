// Which files are not sent at all, and why.
import { fixed, t } from "../strings/language.js";

const paper = "application/pdf";

/** What a field for files asks for: all images, an iPhone's HEIC as it is, and PDFs; the endings are for desks, which do
    not know HEIC as an image. */
export const accepted = "image/*,.heic,.heif," + paper;

/** Why a file is not sent, as a sentence; empty where it is. What has no type is left to the server, which looks
    inside.
    @param {{ name: string, type: string, size: number }} file @param {import("./limits.js").Limits | null} limits */
export function refusalOf({ name, type, size }, limits) {
    if (type && !type.startsWith("image/") && type !== paper) return t("fileNoPhoto", { name });
    if (size === 0) return t("fileEmpty", { name });
    if (limits?.most && size > limits.most) {
        return t("fileTooLarge", { name, size: megabytes(size), most: megabytes(limits.most) });
    }
    return "";
}

/** Bytes as MB, in the user's way to write numbers. */
function megabytes(bytes) { return fixed(bytes / 1e6, bytes < 1e7 ? 1 : 0); }
