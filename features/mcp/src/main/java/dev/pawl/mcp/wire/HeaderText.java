package dev.pawl.mcp.wire;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Any text as the value of a header. */
public final class HeaderText {
    private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e\\t]*[\\x21-\\x7e])?");

    private HeaderText() {}

    /** The text itself, or in Base64 where it could not be sent as it is. */
    public static String of(String value) {
        boolean looksEncoded = value.startsWith("=?base64?") && value.endsWith("?=");
        return (value.isEmpty() || PLAIN.matcher(value).matches()) && !looksEncoded
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
