package dev.pawl.shellhooks.file;

import dev.pawl.shellhooks.dialect.Dialect.Trait;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides which names a group of hooks is for: everything, a list of names, or a regular expression. */
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

    /** Reads a matcher of texts, such as commands, in which it is found anywhere. */
    public static Matcher inTexts(@Nullable String written) {
        return written == null || written.isEmpty() || written.equals("*")
                ? ALL
                : new Matcher(written, Set.of(), Pattern.compile(written), false);
    }

    /**
     * Reads a matcher of names.
     *
     * @throws PatternSyntaxException if it is neither a list nor a regular expression
     */
    public static Matcher of(@Nullable String written, Set<Trait> traits) {
        var listLetters = traits.contains(Trait.COMMA_LISTS) ? "-, " : "";
        if (written == null || written.isEmpty() || written.equals("*")) {
            return ALL;
        }
        if (written.chars()
                .allMatch(letter -> Character.isLetterOrDigit(letter)
                        || letter == '_'
                        || letter == '|'
                        || listLetters.indexOf(letter) >= 0)) {
            var separators = listLetters.contains(",") ? "[|,]" : "[|]";
            var names = Arrays.stream(written.split(separators, -1))
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .map(Matcher::plain)
                    .collect(Collectors.toUnmodifiableSet());
            if (names.isEmpty()) {
                throw new PatternSyntaxException("there is no name", written, -1);
            }
            return new Matcher(written, names, null, false);
        }
        try {
            return new Matcher(written, Set.of(), Pattern.compile(written), traits.contains(Trait.ANCHORED));
        } catch (PatternSyntaxException e) {
            if (traits.contains(Trait.LITERAL)) {
                return new Matcher(written, Set.of(), Pattern.compile(Pattern.quote(written)), false);
            }
            throw e;
        }
    }

    /** Names of servers and their tools may lose their dashes, here or elsewhere. */
    private static String plain(String name) {
        return name.startsWith("mcp_") ? name.replace('-', '_') : name;
    }

    /** Means one name and no pattern; {@code *} means all. */
    public static Matcher name(String name) {
        return name.equals("*") ? ALL : new Matcher(name, Set.of(name), null, false);
    }

    /** Returns whether any of the names is meant. */
    public boolean matches(List<String> candidates) {
        if (this == ALL) {
            return true;
        }
        for (var name : candidates) {
            if (names.contains(plain(name)) || (pattern != null && found(pattern, name))) {
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
