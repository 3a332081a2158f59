package dev.pawl.accounts.secret;

import dev.pawl.base.secret.SecretForms;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes the secrets of a request out of a text: the key, header values, and what its address holds.
 *
 * <p>A secret is recognised by its value, in upper and lower case: as it is, URL-encoded once or twice, in base64, in
 * hexadecimal digits, with the escapes of JSON and HTML, and by any piece of it that is long enough to be of use.
 */
public final class SecretMask {
    private static final String MASK = "***";
    private static final int SHORTEST = 4;
    private static final int PIECE = 8;

    /** Shorter secrets are masked whole only: their pieces can be ordinary words. */
    private static final int LONG = 20;

    private static final Pattern USER_INFO = Pattern.compile("(://)[^/?#\\s\"@]+@");
    // format:off
    private static final Set<String> PUBLIC_HEADERS = Set.of(
            "accept", "anthropic-beta", "anthropic-version", "content-type", "http-referer", "openai-beta",
            "originator", "referer", "user-agent", "x-title");
    // format:on

    private final Set<String> whole = new HashSet<>();
    private final Set<String> pieces = new HashSet<>();

    private SecretMask() {}

    public static SecretMask of(@Nullable Secret key, Map<String, String> headers, String address) {
        var mask = new SecretMask();
        if (key != null) {
            mask.add(key.value());
        }
        for (var header : headers.entrySet()) {
            if (!PUBLIC_HEADERS.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                mask.addHeader(header.getValue());
            }
        }
        mask.addAddress(address);
        return mask;
    }

    private void addHeader(String value) {
        add(value);
        int space = value.indexOf(' ');
        if (space > 0) {
            var credentials = value.substring(space + 1).strip();
            add(credentials);
            if (value.regionMatches(true, 0, "basic", 0, space)) {
                addBasic(credentials);
            }
        }
    }

    private void addBasic(String credentials) {
        try {
            var pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
            add(pair.substring(pair.indexOf(':') + 1));
        } catch (IllegalArgumentException e) {
            // Not the encoding that its name indicates; it is masked as it is.
        }
    }

    /** The password and the values of the query. */
    private void addAddress(String address) {
        int start = address.indexOf("://") + 3;
        int path = start < 3 ? -1 : address.indexOf('/', start);
        int at = start < 3 ? -1 : address.lastIndexOf('@', path < 0 ? address.length() : path);
        if (at > start) {
            var pair = address.substring(start, at);
            add(pair);
            add(pair.substring(pair.indexOf(':') + 1));
        }
        int query = address.indexOf('?');
        if (query >= 0) {
            for (var parameter : address.substring(query + 1).split("&")) {
                add(parameter.substring(parameter.indexOf('=') + 1));
            }
        }
    }

    private void add(String secret) {
        addForms(secret);
        if (secret.indexOf('%') >= 0) {
            try {
                addForms(URLDecoder.decode(secret, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                // Percent signs that encode nothing.
            }
        }
    }

    private void addForms(String secret) {
        if (secret.strip().length() < SHORTEST) {
            return;
        }
        var forms = SecretForms.of(secret);
        forms.texts().forEach(this::addText);
        forms.escapes().forEach(form -> whole.add(folded(form)));
    }

    private void addText(String form) {
        var text = folded(form);
        whole.add(text);
        if (text.length() >= LONG) {
            for (int i = 0; i + PIECE <= text.length(); i++) {
                pieces.add(text.substring(i, i + PIECE));
            }
        }
    }

    /** In lower case, character by character, so that places stay the same. */
    private static String folded(String text) {
        var lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            lower.setCharAt(i, Character.toLowerCase(lower.charAt(i)));
        }
        return lower.toString();
    }

    /** Returns the text with every secret in it replaced. */
    public String masked(String original) {
        var hidden = new boolean[original.length()];
        var text = folded(original);
        for (var secret : whole) {
            for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
                hide(hidden, at, secret.length());
            }
        }
        for (int i = 0; !pieces.isEmpty() && i + PIECE <= text.length(); i++) {
            if (pieces.contains(text.substring(i, i + PIECE))) {
                hide(hidden, i, PIECE);
            }
        }
        var shown = new StringBuilder();
        for (int i = 0; i < hidden.length; i++) {
            if (!hidden[i]) {
                shown.append(original.charAt(i));
            } else if (i == 0 || !hidden[i - 1]) {
                shown.append(MASK);
            }
        }
        return USER_INFO.matcher(shown).replaceAll("$1" + MASK + "@");
    }

    private static void hide(boolean[] hidden, int from, int length) {
        for (int i = from; i < from + length; i++) {
            hidden[i] = true;
        }
    }
}
