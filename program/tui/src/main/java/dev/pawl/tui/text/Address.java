package dev.pawl.tui.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An address of the web that is written out in a text. */
public record Address(int start, String text) {
    private static final Pattern WRITTEN = Pattern.compile("https?://[^\\s<>`\"|\\\\^{}]*[^\\s<>`\"|\\\\^{}.,;:!?]");

    public int end() {
        return start + text.length();
    }

    /** The first one from a place on; null if there is none. */
    public static @Nullable Address next(String text, int from) {
        var found = WRITTEN.matcher(text);
        return found.find(from) ? new Address(found.start(), trimmed(found.group())) : null;
    }

    /** The one that is at a place; null if there is none, or one that no program should be asked to open. */
    public static @Nullable Address at(String text, int place) {
        for (var found = next(text, 0); found != null; found = next(text, found.end())) {
            if (found.start <= place && place < found.end()) {
                return Hyperlink.safe(found.text) ? found : null;
            }
        }
        return null;
    }

    /** An address without the punctuation of the sentence it is in. */
    private static String trimmed(String address) {
        int end = address.length();
        while (end > 0) {
            char last = address.charAt(end - 1);
            boolean opened = last == ')' && address.lastIndexOf('(', end - 1) >= 0;
            if (".,;:!?'\")]}*_~".indexOf(last) < 0 || opened) {
                break;
            }
            end--;
        }
        return address.substring(0, end);
    }
}
