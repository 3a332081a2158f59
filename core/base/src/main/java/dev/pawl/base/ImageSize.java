package dev.pawl.base;

import org.jspecify.annotations.Nullable;

/** The size of an image in pixels, read from its header. */
public record ImageSize(int width, int height) {
    public ImageSize scaled(double scale) {
        return new ImageSize(
                (int) Math.max(1, Math.round(width * scale)), (int) Math.max(1, Math.round(height * scale)));
    }

    /** Smaller by a quarter, down to a single pixel. */
    public ImageSize smaller() {
        return new ImageSize(Math.max(1, width * 3 / 4), Math.max(1, height * 3 / 4));
    }

    public ImageSize turned() {
        return new ImageSize(/* width= */ height, /* height= */ width);
    }

    public long pixels() {
        return (long) width * height;
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }

    /** Returns the size of an image, null if it is none or its header makes no sense. */
    public static @Nullable ImageSize of(byte[] image) {
        var type = ImageType.of(image);
        return type == null ? null : of(image, type);
    }

    /** Returns the size of an image of a type, null if its header makes no sense. */
    public static @Nullable ImageSize of(byte[] image, String type) {
        try {
            var size = switch (type) {
                case ImageType.PNG ->
                    new ImageSize(ImageType.bigEndian(image, 16, 4), ImageType.bigEndian(image, 20, 4));
                case ImageType.GIF ->
                    new ImageSize(ImageType.littleEndian(image, 6, 2), ImageType.littleEndian(image, 8, 2));
                case ImageType.BMP ->
                    new ImageSize(ImageType.littleEndian(image, 18, 4), Math.abs(ImageType.littleEndian(image, 22, 4)));
                case ImageType.WEBP -> webp(image);
                case ImageType.JPEG -> jpeg(image);
                default -> null;
            };
            return size != null && size.width > 0 && size.height > 0 ? size : null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    /**
     * Returns the size of its only frame, or of the canvas. Null if there is no frame, which decoders show as an empty picture, or
     * a larger one, or a colour profile larger than its chunk, which they make room for.
     */
    private static @Nullable ImageSize webp(byte[] image) {
        if (!ImageType.begins(image, 12, "VP8X")) {
            return webpFrame(image, 12);
        }
        var canvas = new ImageSize(1 + ImageType.littleEndian(image, 24, 3), 1 + ImageType.littleEndian(image, 27, 3));
        boolean found = false;
        for (int at = 30; at + 8 <= image.length; ) {
            var frame = webpFrame(image, at);
            found |= frame != null;
            if (frame != null && (frame.width > canvas.width || frame.height > canvas.height)) {
                return null;
            }
            int length = ImageType.littleEndian(image, at + 4, 4);
            if (length < 0 || length > image.length) {
                break;
            }
            if (ImageType.begins(image, at, "ICCP")
                    && Integer.compareUnsigned(ImageType.bigEndian(image, at + 8, 4), length) > 0) {
                return null;
            }
            // The frames of a moving picture are chunks inside of a chunk, behind 16 bytes.
            at += 8 + (ImageType.begins(image, at, "ANMF") ? 16 : length + (length & 1));
        }
        return found ? canvas : null;
    }

    /** Returns the size of the frame that a chunk holds, null if it holds none. */
    private static @Nullable ImageSize webpFrame(byte[] image, int at) {
        if (ImageType.begins(image, at, "VP8L")) {
            int bits = ImageType.littleEndian(image, at + 9, 4);
            return new ImageSize(1 + (bits & 0x3FFF), 1 + ((bits >>> 14) & 0x3FFF));
        }
        return ImageType.begins(image, at, "VP8 ")
                ? new ImageSize(
                        ImageType.littleEndian(image, at + 14, 2) & 0x3FFF,
                        ImageType.littleEndian(image, at + 16, 2) & 0x3FFF)
                : null;
    }

    /** Goes from segment to segment up to the one that begins a frame. */
    private static @Nullable ImageSize jpeg(byte[] image) {
        int at = 2;
        while (at + 9 < image.length) {
            int marker = image[at + 1] & 0xFF;
            if ((image[at] & 0xFF) != 0xFF) {
                return null;
            }
            if (marker == 0xFF) {
                at++;
                continue;
            }
            boolean frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
            if (frame) {
                return new ImageSize(ImageType.bigEndian(image, at + 7, 2), ImageType.bigEndian(image, at + 5, 2));
            }
            at += 2 + ImageType.bigEndian(image, at + 2, 2);
        }
        return null;
    }
}
