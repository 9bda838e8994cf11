// A photo made small for the list: twelve megapixels each would fill a phone's memory.

const side = 160;

/** A small picture of a photo; null where this browser cannot show it, as HEIC in most of them.
    @param {Blob} bytes @returns {Promise<Blob | null>} */
export async function thumbnailOf(bytes) {
    try {
        const picture = await createImageBitmap(bytes);
        const scale = side / Math.min(picture.width, picture.height);
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = side;
        const [width, height] = [picture.width * scale, picture.height * scale];
        canvas.getContext("2d").drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
        picture.close();
        return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
    } catch {
        return null;
    }
}
