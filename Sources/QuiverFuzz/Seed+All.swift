extension Seed {
    /// Every kind: each format with each of the ways in which its pixels may be packed.
    static let all: [Seed] = jpeg + png + webp + gif + tiff + heif

    private static let jpeg = [
        Seed(.rgb, ".jpg", "Q=80"), Seed(.rgb, ".jpg", "Q=80,interlace"), Seed(.grey, ".jpg"),
        Seed(.cmyk, ".jpg", "Q=80"), Seed(.cmyk, ".jpg", "interlace"),
        Seed(.rgb, ".jpg", "Q=90,subsample_mode=off,profile=p3"), Seed(.rgb, ".jpg", "profile=srgb", hasCamera: true),
        Seed(.rgb, ".jpg", "Q=60,optimize_coding", hasCamera: true),
    ]

    private static let png = [
        Seed(.rgb, ".png"), Seed(.rgb, ".png", "interlace"), Seed(.rgb, ".png", "palette"), Seed(.grey, ".png"),
        Seed(.grey, ".png", "bitdepth=1"), Seed(.grey, ".png", "bitdepth=4"), Seed(.greyAlpha, ".png"),
        Seed(.rgba, ".png", "interlace"), Seed(.rgb16, ".png"), Seed(.rgba16, ".png", "interlace"),
        Seed(.grey16, ".png"), Seed(.rgb, ".png", "profile=p3", hasCamera: true),
    ]

    private static let webp = [
        Seed(.rgb, ".webp"), Seed(.rgb, ".webp", "lossless"), Seed(.rgba, ".webp", "Q=60"),
        Seed(.rgba, ".webp", "lossless"), Seed(.rgb, ".webp", "near_lossless"), Seed(.rgb, ".webp", "Q=50", pages: 3),
        Seed(.rgba, ".webp", "lossless", pages: 3), Seed(.rgb, ".webp", "profile=srgb", hasCamera: true),
    ]

    private static let gif = [
        Seed(.rgb, ".gif"), Seed(.rgb, ".gif", "interlace"), Seed(.rgba, ".gif"), Seed(.rgb, ".gif", pages: 3),
    ]

    private static let tiff = [
        Seed(.rgb, ".tif"), Seed(.rgb, ".tif", "compression=lzw,predictor=horizontal"),
        Seed(.rgb, ".tif", "compression=deflate"), Seed(.rgb, ".tif", "compression=jpeg"),
        Seed(.rgb, ".tif", "compression=jpeg,tile,tile_width=16,tile_height=16"),
        Seed(.rgb, ".tif", "compression=packbits"), Seed(.rgb, ".tif", "compression=zstd"),
        Seed(.rgb, ".tif", "compression=webp"), Seed(.rgb, ".tif", "compression=jp2k,tile"),
        Seed(.rgb, ".tif", "tile,tile_width=16,tile_height=16,bigtiff"),
        Seed(.rgb, ".tif", "pyramid,tile,tile_width=16,tile_height=16,subifd"),
        Seed(.grey, ".tif", "bitdepth=1,compression=ccittfax4"), Seed(.grey, ".tif", "bitdepth=4,miniswhite"),
        Seed(.cmyk, ".tif", "compression=lzw"), Seed(.rgba16, ".tif", "compression=deflate,predictor=horizontal"),
        Seed(.float, ".tif", "compression=deflate,predictor=float"), Seed(.rgb, ".tif", "profile=p3", hasCamera: true),
        Seed(.rgb, ".tif", pages: 3),
    ]

    private static let heif = [
        Seed(.rgb, ".heic"), Seed(.rgba, ".heic", "Q=60"), Seed(.grey, ".heic"), Seed(.rgb16, ".heic", "bitdepth=10"),
        Seed(.rgb, ".heic", "lossless", hasCamera: true), Seed(.rgb, ".heic", pages: 3),
        Seed(.rgb, ".heic", "subsample_mode=off,profile=p3"), Seed(.rgb, ".avif", "effort=0"),
        Seed(.rgba, ".avif", "effort=0"), Seed(.grey, ".avif", "effort=0"),
        Seed(.rgb16, ".avif", "effort=0,bitdepth=12"), Seed(.rgb, ".avif", "effort=0,lossless", hasCamera: true),
        Seed(.rgb, ".avif", "effort=0,subsample_mode=off", pages: 2),
    ]
}
