// Since 1.4 the library asks for this; texts are UTF-8 then.
#define ZX_USE_UTF8 1

#include "CZXing.h"

#include "Assertions.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

struct Found {
    uint32_t format;
    int32_t corners[8];
    std::string text;
    std::vector<uint8_t> bytes;
    std::string identifier;
    int32_t lines;
    bool isGS1;
};

// The library counts pixels and bytes of rows in an int.
constexpr int64_t mostPixels = 1 << 29;

bool isUsable(const qzx_picture &picture)
{
    if (picture.width < 1 || picture.height < 1 || (picture.channels != 1 && picture.channels != 3)) return false;
    if (int64_t(picture.width) * picture.height > mostPixels) return false;
    return picture.stride >= ptrdiff_t(picture.width) * picture.channels
        && picture.stride <= std::numeric_limits<int>::max() / picture.height;
}

ZXing::DecodeHints hints(const qzx_options &options)
{
    auto hints = ZXing::DecodeHints();
    ZXing::BarcodeFormats formats;
    for (uint32_t bit = 1; bit <= QZX_MICRO_QR; bit <<= 1)
        if (options.formats & bit) formats |= ZXing::BarcodeFormat(bit);
    hints.setFormats(formats);
    hints.setTryHarder(options.harder);
    hints.setTryRotate(options.rotated);
    hints.setTryDownscale(false);
    hints.setIsPure(options.pure);
    hints.setMinLineCount(uint8_t(std::clamp(options.lines, 1, 255)));
    hints.setBinarizer(
        options.threshold == QZX_GLOBAL_THRESHOLD ? ZXing::Binarizer::GlobalHistogram : ZXing::Binarizer::LocalAverage);
    hints.setReturnCodabarStartEnd(true);
    hints.setEanAddOnSymbol(ZXing::EanAddOnSymbol::Read);
    // As many as there can be: the library counts what it failed to decode against a smaller number.
    hints.setMaxNumberOfSymbols(255);
    return hints;
}

Found copy(const ZXing::Result &result)
{
    Found found = {};
    found.format = uint32_t(result.format());
    const auto &position = result.position();
    const ZXing::PointI corners[] = {
        position.topLeft(), position.topRight(), position.bottomRight(), position.bottomLeft()};
    for (int i = 0; i < 4; ++i) {
        found.corners[2 * i] = corners[i].x;
        found.corners[2 * i + 1] = corners[i].y;
    }
    found.text = result.text();
    found.bytes.assign(result.bytes().begin(), result.bytes().end());
    found.lines = result.lineCount();
    found.identifier = result.symbologyIdentifier();
    found.isGS1 = result.contentType() == ZXing::ContentType::GS1;
    return found;
}

} // namespace

struct qzx_codes {
    std::vector<Found> list;
};

namespace {

/// One look, so that it can be left in the middle.
struct Search {
    qzx_picture picture;
    qzx_options options;
    std::unique_ptr<qzx_codes> codes;
    std::exception_ptr failure;

    static void run(void *context)
    {
        auto &search = *static_cast<Search *>(context);
        try {
            search.look();
        } catch (...) {
            search.failure = std::current_exception();
        }
    }

    void look()
    {
        if (!options.formats) return;
        const auto format = picture.channels == 3 ? ZXing::ImageFormat::RGB : ZXing::ImageFormat::Lum;
        const ZXing::ImageView view(picture.pixels, picture.width, picture.height, format, int(picture.stride));
        for (const auto &result : ZXing::ReadBarcodes(view, hints(options)))
            if (result.isValid()) codes->list.push_back(copy(result));
    }
};

} // namespace

// Takes the place of the library's own function, which Debian built with its assertions: two rows of pixels that agree
// on a linear code end the program there as soon as one of them was confirmed before (two equal EAN codes in a picture
// do, and every stacked DataBar code). The library calls it through its symbol table, so the program's own is taken.
// The rule is that of version 1.4, by lines instead of by one line.
bool ZXing::Result::operator==(const Result &other) const
{
    if (format() != other.format()) return false;
    if (bytes() != other.bytes() && !error() && !other.error()) return false;
    const auto &mine = position(), &theirs = other.position();
    const auto from = [](PointI a, PointI b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); };
    if (BarcodeFormats(BarcodeFormat::MatrixCodes).testFlag(format())) {
        const PointI middle = (theirs[0] + theirs[1] + theirs[2] + theirs[3]) / 4;
        int left = std::numeric_limits<int>::max(), top = left, right = std::numeric_limits<int>::min(), bottom = right;
        for (const auto &corner : mine) {
            left = std::min(left, corner.x), right = std::max(right, corner.x);
            top = std::min(top, corner.y), bottom = std::max(bottom, corner.y);
        }
        return middle.x >= left && middle.x <= right && middle.y >= top && middle.y <= bottom;
    }
    const int length = std::max(from(mine.topLeft(), mine.topRight()), from(mine.topLeft(), mine.bottomRight()));
    int nearest = std::numeric_limits<int>::max();
    for (const auto &one : {mine.topLeft(), mine.bottomLeft()})
        for (const auto &another : {theirs.topLeft(), theirs.bottomLeft()}) nearest = std::min(nearest, from(one, another));
    return nearest < length / 2;
}

extern "C" qzx_status qzx_read(
    qzx_picture picture, qzx_options options, qzx_codes **found, char *problem, size_t capacity)
{
    const auto tell = [&](const char *text) {
        if (capacity) std::snprintf(problem, capacity, "%s", text);
    };
    *found = nullptr;
    tell("");
    if (!isUsable(picture)) {
        tell("no usable picture");
        return QZX_BAD_PICTURE;
    }
    try {
        Search search = {picture, options, std::make_unique<qzx_codes>(), nullptr};
        if (!qzx::survive(Search::run, &search)) {
            tell("an assertion of the library failed where nothing catches it");
            return QZX_FAILED;
        }
        if (search.failure) std::rethrow_exception(search.failure);
        *found = search.codes.release();
        return QZX_OK;
    } catch (const std::bad_alloc &) {
        tell("out of memory");
        return QZX_NO_MEMORY;
    } catch (const std::exception &error) {
        tell(error.what());
        return QZX_FAILED;
    } catch (...) {
        tell("an exception without a text");
        return QZX_FAILED;
    }
}

extern "C" size_t qzx_count(const qzx_codes *codes) { return codes->list.size(); }

extern "C" qzx_code qzx_at(const qzx_codes *codes, size_t index)
{
    const auto &found = codes->list[index];
    qzx_code code = {};
    code.format = found.format;
    std::copy(std::begin(found.corners), std::end(found.corners), code.corners);
    code.text = found.text.c_str();
    code.text_length = found.text.size();
    code.bytes = found.bytes.data();
    code.byte_count = found.bytes.size();
    code.lines = found.lines;
    std::strncpy(code.identifier, found.identifier.c_str(), sizeof code.identifier - 1);
    code.is_gs1 = found.isGS1;
    return code;
}

extern "C" void qzx_free(qzx_codes *codes) { delete codes; }
