package dev.pawl.app;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Knows images by their first bytes. */
final class ImageBytes {
    private ImageBytes() {}

    /** The media type; null if the bytes are no image that models take. */
    static @Nullable String type(byte[] bytes) {
        var head = new String(bytes, 0, Math.min(bytes.length, 12), StandardCharsets.ISO_8859_1);
        if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
            return "image/png";
        }
        if (head.startsWith("\u00ff\u00d8\u00ff")) {
            return "image/jpeg";
        }
        if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
            return "image/gif";
        }
        return head.length() == 12 && head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
    }
}
