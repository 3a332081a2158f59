package dev.pawl.shellhooks.file;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What web addresses and variables of headers the files allow.
 *
 * @param urls patterns with {@code *}; null allows all
 * @param variables names; null allows those that a hook itself names
 */
public record HttpRules(
        @Nullable List<String> urls, @Nullable List<String> variables) {
    /** Everything is allowed. */
    public static final HttpRules ANY = new HttpRules(null, null);

    /** With the rules of another file. */
    public HttpRules plus(HttpRules other) {
        return new HttpRules(joined(urls, other.urls), joined(variables, other.variables));
    }

    private static @Nullable List<String> joined(@Nullable List<String> one, @Nullable List<String> other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        var all = new ArrayList<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }

    /** Returns whether a request may be sent to an address. */
    public boolean allows(String url) {
        var patterns = urls;
        if (patterns == null) {
            return true;
        }
        for (var pattern : patterns) {
            var expression = new StringBuilder();
            for (var piece : pattern.split("\\*", -1)) {
                expression.append(expression.isEmpty() ? "" : ".*").append(Pattern.quote(piece));
            }
            if (url.matches(expression.toString())) {
                return true;
            }
        }
        return false;
    }
}
