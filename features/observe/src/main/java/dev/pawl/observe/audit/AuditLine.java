package dev.pawl.observe.audit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Sha256;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of an audit file: its number, the hash of the line before it, and, at its end, a hash over all of that.
 *
 * <p>The hash is over the bytes as they are written, so that a verifier needs no canonical form of JSON.
 */
record AuditLine(long number, String previous, String hash) {
    /** The predecessor of the first line. */
    static final AuditLine NONE = new AuditLine(0, "", "");

    private static final Pattern END = Pattern.compile(",\"hash\":\"([0-9a-f]{64})\"}$");

    private static final Pattern HEAD = Pattern.compile("(\\d{1,18}) ([0-9a-f]{64})");

    /** Reads the file that names the last line; {@link #NONE} if its text is not valid. */
    static AuditLine ofHead(String text) {
        var head = HEAD.matcher(text);
        return head.matches() ? new AuditLine(Long.parseLong(head.group(1)), "", head.group(2)) : NONE;
    }

    String head() {
        return number + " " + hash;
    }

    /** The known last line, unless this line is later; a line with the same number may be a replaced one. */
    AuditLine unlessBehind(AuditLine known) {
        return known.number >= number ? known : this;
    }

    /** A line that follows this one, without the line break. */
    String next(JsonObject fields) {
        var all = new LinkedHashMap<String, @Nullable Object>();
        all.put("n", number + 1);
        all.put("prev", hash);
        all.putAll(fields.without("n", "prev", "hash").asMap());
        var body = JsonObject.from(all).toString();
        return body.substring(0, body.length() - 1) + ",\"hash\":\"" + sha256(body) + "\"}";
    }

    /** Null if the text is not a line of an audit file, or if its hash is wrong. */
    static @Nullable AuditLine read(String line) {
        var end = END.matcher(line);
        if (!end.find()) {
            return null;
        }
        var body = line.substring(0, end.start()) + "}";
        var hash = end.group(1);
        if (!sha256(body).equals(hash)) {
            return null;
        }
        try {
            var json = JsonObject.parse(body);
            return new AuditLine(json.number("n", -1), json.string("prev", "?"), hash);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static String sha256(String text) {
        return Sha256.hex(text);
    }
}
