package dev.pawl.tui.editor;

import dev.pawl.tui.text.Clusters;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Long pastes, which are in the editor as a short marker and are put in full when the text is sent. */
final class PasteMarkers implements EditBuffer.Stops {
    private static final String START = "[paste #";
    private static final int MANY_LINES = 10;
    private static final int MANY_CHARACTERS = 1_000;

    private final Map<Integer, String> pastes = new LinkedHashMap<>();

    /** Returns what is in the editor for a paste: the text itself, if it is short. */
    String shown(String paste) {
        int lines = 1;
        for (int i = paste.indexOf('\n'); i >= 0; i = paste.indexOf('\n', i + 1)) {
            lines++;
        }
        if (lines <= MANY_LINES && paste.length() <= MANY_CHARACTERS) {
            return paste;
        }
        int id = pastes.size() + 1;
        pastes.put(id, paste);
        return START + id + (lines > MANY_LINES ? " +" + lines + " lines]" : " " + paste.length() + " chars]");
    }

    /** The text with pastes in place of their markers. */
    String expand(String text) {
        int at = text.indexOf(START);
        if (at < 0 || pastes.isEmpty()) {
            return text;
        }
        var out = new StringBuilder();
        int from = 0;
        while (at >= 0) {
            int end = end(text, at);
            var paste = end < 0 ? null : paste(text, at);
            if (paste != null) {
                out.append(text, from, at).append(paste);
                from = end;
            }
            at = text.indexOf(START, Math.max(at + 1, end));
        }
        return out.append(text.substring(from)).toString();
    }

    private @Nullable String paste(String text, int at) {
        int id = 0;
        for (int i = at + START.length(); Character.isDigit(text.charAt(i)) && id < 100_000; i++) {
            id = id * 10 + text.charAt(i) - '0';
        }
        return pastes.get(id);
    }

    /** The end of the marker that begins here, or -1. */
    private int end(String text, int at) {
        if (pastes.isEmpty() || !text.startsWith(START, at)) {
            return -1;
        }
        int i = at + START.length();
        while (i < text.length() && isInside(text.charAt(i))) {
            i++;
        }
        return i < text.length() && text.charAt(i) == ']' && paste(text, at) != null ? i + 1 : -1;
    }

    private static boolean isInside(char c) {
        return c == ' ' || c == '+' || Character.isLetterOrDigit(c);
    }

    @Override
    public int next(String text, int from) {
        int end = text.charAt(from) == '[' ? end(text, from) : -1;
        return end < 0 ? Clusters.next(text, from) : end;
    }

    @Override
    public int previous(String text, int from) {
        if (text.charAt(from - 1) == ']' && !pastes.isEmpty()) {
            int start = text.lastIndexOf(START, from);
            if (start >= 0 && end(text, start) == from) {
                return start;
            }
        }
        return Clusters.previous(text, from);
    }
}
