// COCO's run lengths of a mask as text, bit for bit as pycocotools writes and reads them.
//
// The runs go down the columns from the top left and begin with one of zeros. From the fourth on only the difference
// to the run before the last is written, in groups of five bits, the lowest first, with a sixth bit where more follow:
// https://github.com/cocodataset/cocoapi/blob/master/common/maskApi.c

/** The pixels of a mask, 0 or 1, column by column. */
export function decode({ size: [height, width], counts }) {
    const pixels = new Uint8Array(height * width);
    let at = 0;
    runsOf(counts).forEach((length, k) => {
        if (k % 2) pixels.fill(1, at, at + length);
        at += length;
    });
    return pixels;
}

/** A mask from its pixels, column by column. */
export function encode(pixels, [height, width]) {
    const runs = [];
    let value = 0;
    let length = 0;
    for (const one of pixels) {
        if (one !== value) {
            runs.push(length);
            value = one;
            length = 0;
        }
        length += 1;
    }
    runs.push(length);
    return { size: [height, width], counts: textOf(runs) };
}

/** How many pixels a mask has. */
export function area({ counts }) {
    return runsOf(counts).reduce((sum, length, k) => sum + (k % 2 ? length : 0), 0);
}

function runsOf(text) {
    const runs = [];
    for (let k = 0; k < text.length;) {
        let value = 0;
        let shift = 0;
        let code;
        do {
            code = text.charCodeAt(k++) - 48;
            value |= (code & 31) << shift;
            shift += 5;
        } while (code & 32 && k < text.length);
        // The highest bit of the last group is the sign.
        if (code & 16 && shift < 32) value |= -1 << shift;
        runs.push(runs.length > 2 ? value + runs[runs.length - 2] : value);
    }
    return runs;
}

function textOf(runs) {
    let text = "";
    runs.forEach((length, k) => {
        let value = k > 2 ? length - runs[k - 2] : length;
        let isMore = true;
        while (isMore) {
            let code = value & 31;
            value >>= 5;
            isMore = code & 16 ? value !== -1 : value !== 0;
            if (isMore) code |= 32;
            text += String.fromCharCode(code + 48);
        }
    });
    return text;
}
