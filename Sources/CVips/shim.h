// libvips operations are variadic C functions, which Swift cannot call: each one that Quiver uses has a function of
// fixed arity here, and nothing else lives in this file. They return 0, or -1 with a text in vips_error_buffer().
#ifndef QUIVER_CVIPS_H
#define QUIVER_CVIPS_H

#include <string.h>
#include <vips/vips.h>

// vips_init is called through VIPS_INIT so that a library of another ABI than the headers is refused.
static inline int cvips_init(const char *name) { return VIPS_INIT(name); }

static inline void cvips_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

// Loaders report through the GLib log which file of many is odd without saying which: talk that belongs to no photo.
static inline void cvips_silence(void) {
    const char *domains[] = {"VIPS", "GLib-GObject", "Pango", "Poppler", NULL};
    for (int i = 0; domains[i]; i++)
        g_log_set_handler(
            domains[i], (GLogLevelFlags) (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO),
            cvips_ignore_log, NULL);
}

static inline void cvips_unref(void *object) { g_object_unref(object); }

// Loading. The buffers are not copied: they must outlive the image and all that is made from it.

static inline int cvips_jpegload(const void *bytes, size_t length, int shrink, VipsFailOn fail_on, VipsImage **out) {
    return vips_jpegload_buffer(
        (void *) bytes, length, out, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

static inline int cvips_pngload(const void *bytes, size_t length, VipsFailOn fail_on, VipsImage **out) {
    return vips_pngload_buffer(
        (void *) bytes, length, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

static inline int cvips_webpload(const void *bytes, size_t length, VipsFailOn fail_on, VipsImage **out) {
    return vips_webpload_buffer(
        (void *) bytes, length, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

static inline int cvips_gifload(const void *bytes, size_t length, VipsFailOn fail_on, VipsImage **out) {
    return vips_gifload_buffer(
        (void *) bytes, length, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

static inline int cvips_tiffload(const void *bytes, size_t length, int page, VipsFailOn fail_on, VipsImage **out) {
    return vips_tiffload_buffer(
        (void *) bytes, length, out, "page", page, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

static inline int cvips_heifload(const void *bytes, size_t length, int page, VipsFailOn fail_on, VipsImage **out) {
    return vips_heifload_buffer(
        (void *) bytes, length, out, "page", page, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

// Pages are drawn on white.
static inline int cvips_pdfload(
    const void *bytes, size_t length, int page, double dpi, VipsFailOn fail_on, VipsImage **out) {
    return vips_pdfload_buffer(
        (void *) bytes, length, out, "page", page, "dpi", dpi, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        NULL);
}

// Bitmaps, from their bytes in memory.

static inline int cvips_extract_area(VipsImage *in, int left, int top, int width, int height, VipsImage **out) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

// Each run of so many pixels of one band becomes a pixel of so many bands.
static inline int cvips_bandfold(VipsImage *in, int factor, VipsImage **out) {
    return vips_bandfold(in, out, "factor", factor, NULL);
}

static inline int cvips_upside_down(VipsImage *in, VipsImage **out) {
    return vips_flip(in, out, VIPS_DIRECTION_VERTICAL, NULL);
}

// Blue, green and red as red, green and blue; further bands are left out.
static inline int cvips_first_three_reversed(VipsImage *in, VipsImage **out) {
    VipsImage *parts[3] = {NULL, NULL, NULL};
    int result = 0;
    for (int band = 0; band < 3 && result == 0; band++) result = vips_extract_band(in, &parts[band], 2 - band, NULL);
    if (result == 0) result = vips_bandjoin(parts, out, 3, NULL);
    for (int band = 0; band < 3; band++) if (parts[band]) g_object_unref(parts[band]);
    return result;
}

// Numbers of colours as colours: 256 of three bytes, which are copied.
static inline int cvips_with_palette(VipsImage *in, const unsigned char *colours, VipsImage **out) {
    VipsImage *table = vips_image_new_from_memory_copy(colours, 256 * 3, 256, 1, 3, VIPS_FORMAT_UCHAR);
    if (table == NULL) return -1;
    int result = vips_maplut(in, out, table, NULL);
    g_object_unref(table);
    return result;
}

// Colour.

static inline int cvips_flatten(VipsImage *in, double white, VipsImage **out) {
    double background[] = {white};
    VipsArrayDouble *array = vips_array_double_new(background, 1);
    int result = vips_flatten(in, out, "background", array, "max_alpha", white, NULL);
    vips_area_unref(VIPS_AREA(array));
    return result;
}

static inline int cvips_icc_to_srgb(VipsImage *in, const char *fallback, VipsImage **out) {
    return vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "intent", VIPS_INTENT_RELATIVE, "depth", 8, NULL);
}

static inline int cvips_colourspace(VipsImage *in, VipsInterpretation space, VipsImage **out) {
    return vips_colourspace(in, out, space, NULL);
}

static inline int cvips_cast(VipsImage *in, VipsBandFormat format, VipsImage **out) {
    return vips_cast(in, out, format, NULL);
}

static inline int cvips_extract_bands(VipsImage *in, int first, int count, VipsImage **out) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

static inline int cvips_percent(VipsImage *in, double percent, int *number) {
    return vips_percent(in, percent, number, NULL);
}

static inline int cvips_window(VipsImage *in, double scale, double offset, VipsImage **out) {
    return vips_linear1(in, out, scale, offset, "uchar", TRUE, NULL);
}

static inline int cvips_as(VipsImage *in, VipsInterpretation space, VipsImage **out) {
    return vips_copy(in, out, "interpretation", space, NULL);
}

// Geometry: whole blocks, the last of a row or column filled up with its neighbours, as libjpeg's reduced sizes do.

static inline int cvips_shrink(VipsImage *in, double horizontal, double vertical, VipsImage **out) {
    return vips_shrink(in, out, horizontal, vertical, "ceil", TRUE, NULL);
}

// Pixels of a region that has been prepared: it may hold more than was asked for.

static inline const unsigned char *cvips_region_row(VipsRegion *region, int left, int row) {
    return VIPS_REGION_ADDR(region, left, row);
}

static inline long cvips_region_stride(VipsRegion *region) { return VIPS_REGION_LSKIP(region); }

// Text: 8-bit coverage, one band. The text is Pango markup.

static inline int cvips_text(const char *markup, const char *font, VipsImage **out) {
    return vips_text(out, markup, "font", font, "dpi", 72, NULL);
}

// Saving.

// The suffix chooses the format and its options, as in ".jpg[Q=85]". The bytes are freed with g_free.
static inline int cvips_save(VipsImage *in, const char *suffix, void **bytes, size_t *length) {
    return vips_image_write_to_buffer(in, suffix, bytes, length, NULL);
}

// A block of metadata, or NULL. It belongs to the image.
static inline const void *cvips_blob(VipsImage *image, const char *name, size_t *length) {
    const void *data = NULL;
    if (!vips_image_get_typeof(image, name) || vips_image_get_blob(image, name, &data, length)) {
        vips_error_clear();
        return NULL;
    }
    return data;
}

static inline void *cvips_copy_field(VipsImage *from, const char *name, GValue *value, void *to) {
    if (strncmp(name, "exif-", 5) && strcmp(name, VIPS_META_XMP_NAME) && strcmp(name, VIPS_META_IPTC_NAME)) return NULL;
    if (G_VALUE_HOLDS(value, VIPS_TYPE_BLOB)) {
        // Loaders let a block live as long as the image they make, which is gone before the copy is written.
        size_t length;
        const void *data = vips_value_get_blob(value, &length);
        vips_image_set_blob_copy((VipsImage *) to, name, data, length);
    } else
        vips_image_set((VipsImage *) to, name, value);
    return NULL;
}

// EXIF, XMP, IPTC and resolution, but neither the colour profile nor the orientation nor the thumbnail.
static inline void cvips_copy_camera_data(VipsImage *from, VipsImage *to) {
    to->Xres = from->Xres;
    to->Yres = from->Yres;
    vips_image_map(from, cvips_copy_field, to);
}

#endif
