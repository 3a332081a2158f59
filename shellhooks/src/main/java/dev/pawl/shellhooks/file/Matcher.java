package dev.pawl.shellhooks.file;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells which names a group of hooks is for: everything, a list of names, or a regular expression. */
public final class Matcher {
    private static final Matcher ALL = new Matcher("", Set.of(), null, false);

    private final String written;
    private final Set<String> names;
    private final @Nullable Pattern pattern;
    private final boolean anchored;

    private Matcher(String written, Set<String> names, @Nullable Pattern pattern, boolean anchored) {
        this.written = written;
        this.names = names;
        this.pattern = pattern;
        this.anchored = anchored;
    }

    /**
     * Reads a matcher.
     *
     * @param listLetters the characters besides letters, digits, {@code _} and {@code |} that lists of names may have
     * @param anchored whether a regular expression has to match the whole name
     * @throws PatternSyntaxException if it is neither a list nor a regular expression
     */
    public static Matcher of(@Nullable String written, String listLetters, boolean anchored) {
        if (written == null || written.isEmpty() || written.equals("*")) {
            return ALL;
        }
        if (written.chars()
                .allMatch(letter -> Character.isLetterOrDigit(letter)
                        || letter == '_'
                        || letter == '|'
                        || listLetters.indexOf(letter) >= 0)) {
            var separators = listLetters.contains(",") ? "[|,]" : "[|]";
            return new Matcher(
                    written,
                    Arrays.stream(written.split(separators, -1))
                            .map(String::strip)
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.toUnmodifiableSet()),
                    null,
                    false);
        }
        return new Matcher(written, Set.of(), Pattern.compile(written), anchored);
    }

    /** Means one name and no pattern; {@code *} means all. */
    public static Matcher name(String name) {
        return name.equals("*") ? ALL : new Matcher(name, Set.of(name), null, false);
    }

    /** Whether any of the names is meant. */
    public boolean matches(List<String> candidates) {
        if (this == ALL) {
            return true;
        }
        for (var name : candidates) {
            if (names.contains(name) || (pattern != null && found(pattern, name))) {
                return true;
            }
        }
        return false;
    }

    private boolean found(Pattern expression, String name) {
        return anchored
                ? expression.matcher(name).matches()
                : expression.matcher(name).find();
    }

    @Override
    public String toString() {
        return written;
    }
}
