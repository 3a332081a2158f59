package dev.pawl.mcp.oauth;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The challenge in the header {@code WWW-Authenticate}. */
record Challenge(
        @Nullable String resourceMetadata,
        @Nullable String scope,
        @Nullable String error) {
    private static final Pattern PARAMETER =
            Pattern.compile("([A-Za-z_]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");

    static Challenge of(String header) {
        Map<String, String> found = new HashMap<>();
        if (header.toLowerCase(Locale.ROOT).contains("bearer")) {
            var matcher = PARAMETER.matcher(header);
            while (matcher.find()) {
                var quoted = matcher.group(2);
                var value = quoted == null ? matcher.group(3) : quoted.replaceAll("\\\\(.)", "$1");
                found.putIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), value);
            }
        }
        return new Challenge(found.get("resource_metadata"), found.get("scope"), found.get("error"));
    }
}
