package dev.pawl.base.secret;

import dev.pawl.base.MarkupText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The ways in which a value can stand in a text: as it is, URL-encoded once or twice, in base64, in hexadecimal digits,
 * with the escapes of JSON and HTML.
 *
 * @param texts the usual ones; upper and lower case make no difference
 * @param escapes those in which every character is spelled out
 */
public record SecretForms(Set<String> texts, Set<String> escapes) {
    /** What of an encoding in groups is too short to be told from other words. */
    private static final int SHORTEST_PART = 8;

    /** Returns the forms of a value. */
    public static SecretForms of(String value) {
        var texts = new LinkedHashSet<String>();
        texts.add(value);
        var encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
        texts.add(encoded);
        texts.add(encoded.replace("+", "%20"));
        texts.add(URLEncoder.encode(encoded, StandardCharsets.UTF_8));
        texts.add(jsonEscaped(value));
        texts.add(value.replace("/", "\\/"));
        texts.add(MarkupText.escaped(value));
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        texts.add(HexFormat.of().formatHex(bytes));
        // In a longer text the value begins at one of three places of a group of three bytes.
        for (int before = 0; before < 3; before++) {
            var moved = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, moved, before, bytes.length);
            addBase64(Base64.getEncoder().withoutPadding().encodeToString(moved), before, bytes.length, texts);
            addBase64(Base64.getUrlEncoder().withoutPadding().encodeToString(moved), before, bytes.length, texts);
        }
        var escapes = new LinkedHashSet<String>();
        escapes.add(each(value, "\\u%04x"));
        escapes.add(each(value, "&#%d;"));
        escapes.add(each(value, "&#x%x;"));
        escapes.add(HexFormat.of().withPrefix("%").formatHex(bytes));
        escapes.add(HexFormat.of().withPrefix("\\x").formatHex(bytes));
        escapes.add(HexFormat.ofDelimiter(":").formatHex(bytes));
        escapes.add(HexFormat.ofDelimiter(" ").formatHex(bytes));
        return new SecretForms(texts, escapes);
    }

    /** Adds base64 without the characters at both ends that depend on what is before and behind the value. */
    private static void addBase64(String encoded, int before, int length, Set<String> texts) {
        int first = before == 0 ? 0 : before + 1;
        int last = encoded.length() - ((before + length) % 3 == 0 ? 0 : 1);
        if (last - first >= SHORTEST_PART) {
            texts.add(encoded.substring(first, last));
        }
    }

    private static String jsonEscaped(String value) {
        var escaped = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> escaped.append('\\').append(c);
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                case '\b' -> escaped.append("\\b");
                case '\f' -> escaped.append("\\f");
                default -> {
                    if (c < ' ') {
                        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        escaped.append(c);
                    }
                }
            }
        }
        return escaped.toString();
    }

    private static String each(String value, String format) {
        var escaped = new StringBuilder();
        value.chars().forEach(c -> escaped.append(String.format(Locale.ROOT, format, c)));
        return escaped.toString();
    }
}
