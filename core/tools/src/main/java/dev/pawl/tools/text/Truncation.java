package dev.pawl.tools.text;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a text that was cut to size, with the size that it had.
 *
 * @param by what was too much; null if nothing was cut
 * @param lastLinePartial whether even the last line alone was too long, so that only its end is left
 * @param firstLineExceedsLimit whether even the first line alone was too long, so that nothing is left
 */
public record Truncation(
        String content,
        @Nullable By by,
        long totalLines,
        long totalBytes,
        int outputLines,
        int outputBytes,
        boolean lastLinePartial,
        boolean firstLineExceedsLimit,
        int maxLines,
        int maxBytes) {
    public enum By {
        LINES,
        BYTES
    }

    /** Returns a text of which nothing was cut. */
    public static Truncation whole(String text, int lines, int bytes, int maxLines, int maxBytes) {
        return new Truncation(text, null, lines, bytes, lines, bytes, false, false, maxLines, maxBytes);
    }

    public boolean truncated() {
        return by != null;
    }

    /** As hooks find it in the details of a result. */
    public JsonObject toJson() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("content", content);
        fields.put("truncated", truncated());
        fields.put("truncatedBy", by == null ? null : by.name().toLowerCase(Locale.ROOT));
        fields.put("totalLines", totalLines);
        fields.put("totalBytes", totalBytes);
        fields.put("outputLines", outputLines);
        fields.put("outputBytes", outputBytes);
        fields.put("lastLinePartial", lastLinePartial);
        fields.put("firstLineExceedsLimit", firstLineExceedsLimit);
        fields.put("maxLines", maxLines);
        fields.put("maxBytes", maxBytes);
        return JsonObject.from(fields);
    }
}
