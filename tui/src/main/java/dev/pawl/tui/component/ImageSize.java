package dev.pawl.tui.component;

import java.nio.charset.StandardCharsets;

/** Width and height of a picture, from its first bytes; zero if they do not tell. */
record ImageSize(int width, int height) {
    private static final ImageSize UNKNOWN = new ImageSize(0, 0);

    boolean isKnown() {
        return width > 0 && height > 0;
    }

    static ImageSize of(byte[] data) {
        try {
            if (has(data, 1, "PNG")) {
                return new ImageSize(big(data, 16, 4), big(data, 20, 4));
            }
            if (has(data, 0, "GIF8")) {
                return new ImageSize(little(data, 6, 2), little(data, 8, 2));
            }
            if (has(data, 0, "RIFF") && has(data, 8, "WEBP")) {
                return webp(data);
            }
            if (big(data, 0, 2) == 0xFFD8) {
                return jpeg(data);
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return UNKNOWN;
        }
        return UNKNOWN;
    }

    private static ImageSize webp(byte[] data) {
        if (has(data, 12, "VP8X")) {
            return new ImageSize(little(data, 24, 3) + 1, little(data, 27, 3) + 1);
        }
        if (has(data, 12, "VP8L")) {
            int bits = little(data, 21, 4);
            return new ImageSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1);
        }
        return has(data, 12, "VP8 ")
                ? new ImageSize(little(data, 26, 2) & 0x3FFF, little(data, 28, 2) & 0x3FFF)
                : UNKNOWN;
    }

    /** Goes from segment to segment until one that begins a frame. */
    private static ImageSize jpeg(byte[] data) {
        int at = 2;
        while (at < data.length) {
            int kind = big(data, at, 2);
            boolean frame = kind >= 0xFFC0 && kind <= 0xFFCF && kind != 0xFFC4 && kind != 0xFFC8 && kind != 0xFFCC;
            if (frame) {
                return new ImageSize(big(data, at + 7, 2), big(data, at + 5, 2));
            }
            int length = big(data, at + 2, 2);
            if (kind < 0xFF00 || length < 2) {
                return UNKNOWN;
            }
            at += 2 + length;
        }
        return UNKNOWN;
    }

    private static boolean has(byte[] data, int at, String text) {
        return data.length >= at + text.length()
                && new String(data, at, text.length(), StandardCharsets.ISO_8859_1).equals(text);
    }

    private static int big(byte[] data, int at, int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = (value << 8) | (data[at + i] & 0xFF);
        }
        return value;
    }

    private static int little(byte[] data, int at, int count) {
        int value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (data[at + i] & 0xFF);
        }
        return value;
    }
}
