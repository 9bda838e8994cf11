// Since 1.4 the library asks for this; texts are UTF-8 then.
#define ZX_USE_UTF8 1

#include "CZXing.h"

#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include <new>
#include <string>

qzx_status qzx_write_qr(const char *text, size_t length, uint8_t *modules, size_t capacity, int32_t *side)
{
    try {
        ZXing::MultiFormatWriter writer(ZXing::BarcodeFormat::QRCode);
        // The lowest correction: a screen is neither dirty nor torn, and the code is smaller.
        writer.setMargin(0).setEccLevel(1);
        // A size of nothing is the smallest: one pixel a module.
        const ZXing::BitMatrix matrix = writer.encode(std::string(text, length), 0, 0);
        const size_t width = size_t(matrix.width()), height = size_t(matrix.height());
        if (width != height || width * height > capacity) return QZX_FAILED;
        for (size_t y = 0; y < height; ++y)
            for (size_t x = 0; x < width; ++x) modules[y * width + x] = matrix.get(int(x), int(y)) ? 1 : 0;
        *side = int32_t(width);
        return QZX_OK;
    } catch (const std::bad_alloc &) {
        return QZX_NO_MEMORY;
    } catch (...) {
        return QZX_FAILED;
    }
}
