package dev.pawl.screen.status;

import dev.pawl.tui.text.Untrusted;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The short texts of hooks in the footer, by key. */
public final class Statuses {
    private final TreeMap<String, String> texts = new TreeMap<>();

    public synchronized void set(String key, @Nullable String text) {
        if (text == null || text.isBlank()) {
            texts.remove(key);
        } else {
            texts.put(key, text);
        }
    }

    public synchronized void clear() {
        texts.clear();
    }

    synchronized Map<String, String> all() {
        return Map.copyOf(texts);
    }

    /** One line, ordered by key. Colours are the hook's own and stay; the screen lets nothing worse through. */
    public synchronized String line() {
        var line = new StringBuilder();
        for (var text : texts.values()) {
            var one = collapsed(text);
            line.append(line.isEmpty() || one.isEmpty() ? "" : " ").append(one);
        }
        return line.toString();
    }

    /** One line of a hook: without line ends, with its colours. */
    static String collapsedEnds(String text) {
        var one = text.replace('\n', ' ').replace('\r', ' ');
        return one.indexOf('\u001b') < 0 ? Untrusted.line(one) : one;
    }

    static String collapsed(String text) {
        var clean = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
            if (!space) {
                clean.append(c);
            } else if (!clean.isEmpty() && clean.charAt(clean.length() - 1) != ' ') {
                clean.append(' ');
            }
        }
        var joined = clean.toString().strip();
        return joined.indexOf('\u001b') < 0 ? Untrusted.line(joined) : joined;
    }
}
