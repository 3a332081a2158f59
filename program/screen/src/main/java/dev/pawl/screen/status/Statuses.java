package dev.pawl.screen.status;

import dev.pawl.api.context.OpenSession;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.tui.text.Untrusted;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The short texts of hooks in the footer, by key. */
public final class Statuses {
    private final TreeMap<String, String> texts = new TreeMap<>();
    private volatile Runnable modeChanged = () -> {};

    /** Called on any thread when the permission mode may be another one. */
    public void onMode(Runnable listener) {
        modeChanged = listener;
    }

    public void set(String key, @Nullable String text) {
        synchronized (this) {
            if (text == null || text.isBlank()) {
                texts.remove(key);
            } else {
                texts.put(key, text);
            }
        }
        if (key.equals(OpenSession.PERMISSION_MODE)) {
            modeChanged.run();
        }
    }

    /** Returns the permission mode that is in force; null if no rules are in use. */
    public synchronized @Nullable PermissionMode mode() {
        var text = texts.get(OpenSession.PERMISSION_MODE);
        return text == null ? null : PermissionMode.find(text.substring(text.lastIndexOf(' ') + 1));
    }

    public synchronized void clear() {
        texts.clear();
    }

    synchronized Map<String, String> all() {
        return Map.copyOf(texts);
    }

    /**
     * One line, ordered by key, without the permission mode. Colours are the hook's own and stay; the screen lets nothing
     * worse through.
     */
    public synchronized String line() {
        var line = new StringBuilder();
        texts.forEach((key, text) -> {
            var one = key.equals(OpenSession.PERMISSION_MODE) && mode() != null ? "" : collapsed(text);
            line.append(line.isEmpty() || one.isEmpty() ? "" : " ").append(one);
        });
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
