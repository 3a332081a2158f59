package dev.pawl.config.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The head of a Markdown file between two lines of {@code ---}, and the body below it.
 *
 * @param values texts, booleans, lists and maps by name; numbers are left as they are written, as texts
 * @param body the rest of the file, without the space around it if there is a head, with plain line ends
 * @param complaints why the head cannot be read, with the number of the line; empty if it can
 */
public record FrontMatter(Map<String, @Nullable Object> values, String body, List<String> complaints) {
    /** How much of a file is searched for the end of the head. */
    public static final int LONGEST = 1 << 16;

    private static final String FENCE = "---";

    /** Reads a text. One that has no head is all body. */
    public static FrontMatter parse(String text) {
        var plain = withPlainLineEnds(text);
        int start = endOfFence(plain, 0);
        if (start < 0) {
            return new FrontMatter(Map.of(), plain, List.of());
        }
        int from = start;
        while (from < Math.min(plain.length(), LONGEST)) {
            int end = endOfFence(plain, from);
            if (end >= 0) {
                var body = plain.substring(end).strip();
                try {
                    return new FrontMatter(Yaml.object(plain.substring(start, from), 2), body, List.of());
                } catch (Yaml.Wrong e) {
                    return new FrontMatter(Map.of(), body, List.of(e.getMessage()));
                }
            }
            int next = plain.indexOf('\n', from);
            from = next < 0 ? plain.length() : next + 1;
        }
        return new FrontMatter(Map.of(), plain, List.of("line 1: the head begins with ---, but no second --- ends it"));
    }

    /** The text under a name; null if there is none. */
    public @Nullable String text(String name) {
        return values.get(name) instanceof String text ? text : null;
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    /** The texts under a name: those of a list, or the only one. */
    public List<String> texts(String name) {
        var value = values.get(name);
        var texts = new ArrayList<String>();
        for (var each : value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
            if (each instanceof String text) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }

    /** Where the line after a fence begins; -1 if there is no fence at this place. */
    private static int endOfFence(String text, int from) {
        if (!text.startsWith(FENCE, from)) {
            return -1;
        }
        int at = from + FENCE.length();
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        if (at == text.length()) {
            return at;
        }
        return text.charAt(at) == '\n' ? at + 1 : -1;
    }

    private static String withPlainLineEnds(String text) {
        return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    }
}
