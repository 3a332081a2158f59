package dev.pawl.base;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/** Recognises images by their first bytes; names are ignored. */
public final class ImageType {
    /** The number of bytes that are enough to know the type of a file. */
    public static final int ENOUGH = 32;

    public static final String PNG = "image/png";
    public static final String JPEG = "image/jpeg";
    public static final String GIF = "image/gif";
    public static final String WEBP = "image/webp";
    public static final String BMP = "image/bmp";

    private ImageType() {}

    /** Returns the media type of an image, null for anything else. */
    public static @Nullable String of(byte[] start) {
        if (begins(start, 0, "\u00FF\u00D8\u00FF")) {
            return JPEG;
        }
        if (begins(start, 0, "\u0089PNG\r\n\u001A\n") && begins(start, 12, "IHDR")) {
            return PNG;
        }
        if (begins(start, 0, "GIF87a") || begins(start, 0, "GIF89a")) {
            return GIF;
        }
        if (begins(start, 0, "RIFF") && begins(start, 8, "WEBP")) {
            return WEBP;
        }
        return isBitmap(start) ? BMP : null;
    }

    /** Returns the media type of an image that models take, null for anything else. */
    public static @Nullable String forModels(byte[] start) {
        var type = of(start);
        return BMP.equals(type) ? null : type;
    }

    /** Two letters are too little to go by: a text may begin with them. */
    private static boolean isBitmap(byte[] start) {
        if (!begins(start, 0, "BM") || start.length < 30) {
            return false;
        }
        int header = littleEndian(start, 14, 4);
        int planes = littleEndian(start, header == 12 ? 22 : 26, 2);
        return (header == 12 || (header >= 40 && header <= 124)) && planes == 1;
    }

    public static boolean begins(byte[] bytes, int at, String with) {
        if (bytes.length < at + with.length()) {
            return false;
        }
        var wanted = with.getBytes(ISO_8859_1);
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    public static int littleEndian(byte[] bytes, int at, int count) {
        int value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[at + i] & 0xFF);
        }
        return value;
    }

    public static int bigEndian(byte[] bytes, int at, int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = (value << 8) | (bytes[at + i] & 0xFF);
        }
        return value;
    }
}
