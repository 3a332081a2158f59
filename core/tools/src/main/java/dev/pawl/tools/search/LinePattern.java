package dev.pawl.tools.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that is looked for in one line after another, for where ripgrep is not installed or refuses the pattern.
 *
 * <p>RE2/J understands most of ripgrep's dialect. The classes that it limits to ASCII are replaced by those of Unicode.
 *
 * @param plain the text to look for, if the pattern is nothing else
 */
record LinePattern(Pattern pattern, @Nullable String plain) {
    private static final String SPECIAL = "\\.+*?()|[]{}^$";
    private static final String DIGIT = "\\p{Nd}";
    private static final String WORD = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}";
    private static final String SPACE = "\\t\\x0B\\f\\r\\x{85}\\p{Z}";
    private static final int MOST_REPEATS = 250_000;
    private static final Pattern REPEATS = Pattern.compile("\\{(\\d{1,4})(?:,(\\d{0,4}))?\\}");
    private static final Pattern LOOKS_AROUND = Pattern.compile("\\(\\?<?[=!]");
    private static final Pattern LOOKS_BACK = Pattern.compile("\\\\[1-9]");

    static LinePattern of(String pattern, boolean literal, boolean anyCase) throws PatternException {
        if (!literal) {
            checkRepeats(pattern);
        }
        try {
            var compiled = Pattern.compile(
                    literal ? Pattern.quote(pattern) : translated(pattern), anyCase ? Pattern.CASE_INSENSITIVE : 0);
            boolean plain = !anyCase && (literal || pattern.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0));
            return new LinePattern(compiled, plain ? pattern : null);
        } catch (PatternSyntaxException e) {
            throw refused(pattern, problem(pattern, e));
        }
    }

    boolean isIn(String line) {
        return plain != null ? line.contains(plain) : pattern.matcher(line).find();
    }

    /** Refuses nested repetitions before RE2/J writes them out in memory. */
    private static void checkRepeats(String pattern) throws PatternException {
        long most = 1;
        for (var matcher = REPEATS.matcher(pattern); matcher.find(); ) {
            var upTo = matcher.group(2);
            var number = upTo == null || upTo.isEmpty() ? matcher.group(1) : upTo;
            most *= Math.max(1, Integer.parseInt(number));
            if (most > MOST_REPEATS) {
                throw refused(pattern, "it repeats too much");
            }
        }
    }

    private static String translated(String pattern) throws PatternException {
        var text = new StringBuilder();
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\n' || (c == '\\' && pattern.startsWith("n", i + 1))) {
                throw refused(pattern, "a line break is in no line; search for the lines one by one");
            }
            if (pattern.startsWith("\\b{", i) && !inClass) {
                throw refused(pattern, "\\b{…} is not supported here; write \\b, \\< or \\>");
            }
            if (inClass && (pattern.startsWith("&&", i) || pattern.startsWith("~~", i))) {
                throw refused(
                        pattern, "classes within a class are not supported here; escape the sign, or use two searches");
            }
            if (c == '\\' && i + 1 < pattern.length()) {
                text.append(escaped(pattern.charAt(++i), inClass));
                continue;
            }
            if (c == '[' && !inClass) {
                inClass = true;
                // A bracket that closes right after the one that opens stands for itself.
                int first = pattern.startsWith("^", i + 1) ? i + 2 : i + 1;
                int end = pattern.startsWith("]", first) ? first + 1 : first;
                text.append(pattern, i, end);
                i = end - 1;
                continue;
            }
            if (inClass && pattern.startsWith("[:", i) && pattern.indexOf(":]", i) > 0) {
                int end = pattern.indexOf(":]", i) + 2;
                text.append(pattern, i, end);
                i = end - 1;
                continue;
            }
            inClass &= c != ']';
            text.append(c);
        }
        return text.toString();
    }

    private static String escaped(char c, boolean inClass) {
        // format:off
        return switch (c) {
            case 'd' -> DIGIT;
            case 'D' -> "\\P{Nd}";
            case 'w' -> inClass ? WORD : "[" + WORD + "]";
            case 's' -> inClass ? SPACE : "[" + SPACE + "]";
            case 'W' -> inClass ? "\\W" : "[^" + WORD + "]";
            case 'S' -> inClass ? "\\S" : "[^" + SPACE + "]";
            case '<', '>' -> inClass ? String.valueOf(c) : "\\b";
            default  -> "\\" + c;
        };
        // format:on
    }

    private static String problem(String pattern, PatternSyntaxException e) {
        if (LOOKS_AROUND.matcher(pattern).find()) {
            return "looking ahead and behind is not supported; search for more and filter, or use bash";
        }
        if (LOOKS_BACK.matcher(pattern).find()) {
            return "back-references are not supported; search for more and filter, or use bash";
        }
        return e.getDescription();
    }

    private static PatternException refused(String pattern, String problem) {
        return new PatternException("pattern " + pattern + ": " + problem);
    }
}
