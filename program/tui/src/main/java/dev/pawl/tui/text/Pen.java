package dev.pawl.tui.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The style that holds at a place in a text: what was switched on and not yet off again. */
public final class Pen {
    private static final int SLOTS = 10;
    private static final int[] OFF = {22, 22, 23, 24, 25, 27, 28, 29, 39, 49};

    /** Bold, dim, italic, underline, blink, inverse, conceal, strike, foreground, background; null where unset. */
    private final @Nullable String[] slots = new @Nullable String[SLOTS];

    private String link = "";

    /** Takes in one escape sequence. */
    public void take(String text, int from, int to) {
        if (Escapes.isStyle(text, from, to)) {
            style(text.substring(from + 2, to - 1));
        } else if (Hyperlink.is(text, from, to)) {
            link = Hyperlink.opens(text, from, to) ? text.substring(from, to) : "";
        }
    }

    private void style(String codes) {
        var parts = codes.isEmpty() ? new String[] {"0"} : codes.split(";", -1);
        for (int i = 0; i < parts.length; i++) {
            int code = number(parts[i]);
            if (code == 38 || code == 48) {
                int length = parts[i].indexOf(':') >= 0 ? 1 : colourLength(parts, i);
                slots[code == 38 ? 8 : 9] = String.join(";", Arrays.copyOfRange(parts, i, i + length));
                i += length - 1;
            } else {
                simple(code, parts[i]);
            }
        }
    }

    private static int colourLength(String[] parts, int at) {
        int kind = at + 1 < parts.length ? number(parts[at + 1]) : 0;
        int wanted = kind == 5 ? 3 : kind == 2 ? 5 : 1;
        return Math.min(wanted, parts.length - at);
    }

    private void simple(int code, String part) {
        switch (code) {
            case 0 -> Arrays.fill(slots, null);
            case 1, 2, 3, 4, 5 -> slots[code - 1] = part;
            case 7, 8, 9 -> slots[code - 2] = part;
            case 22 -> {
                slots[0] = null;
                slots[1] = null;
            }
            case 23, 24, 25 -> slots[code - 21] = null;
            case 27, 28, 29 -> slots[code - 22] = null;
            case 39 -> slots[8] = null;
            case 49 -> slots[9] = null;
            default -> {
                if (Clusters.within(code, 30, 37) || Clusters.within(code, 90, 97)) {
                    slots[8] = part;
                } else if (Clusters.within(code, 40, 47) || Clusters.within(code, 100, 107)) {
                    slots[9] = part;
                }
            }
        }
    }

    private static int number(String part) {
        int value = 0;
        for (int i = 0; i < part.length() && part.charAt(i) >= '0' && part.charAt(i) <= '9' && i < 4; i++) {
            value = value * 10 + part.charAt(i) - '0';
        }
        return value;
    }

    public boolean plain() {
        for (var slot : slots) {
            if (slot != null) {
                return false;
            }
        }
        return link.isEmpty();
    }

    /** Returns the escape sequences that begin this style. */
    public String on() {
        if (plain()) {
            return "";
        }
        var out = new StringBuilder();
        for (var slot : slots) {
            if (slot != null) {
                out.append(out.isEmpty() ? "\u001b[" : ";").append(slot);
            }
        }
        return out.isEmpty() ? link : out.append('m').append(link).toString();
    }

    /** Returns the escape sequences that end this style, and nothing that it did not set. */
    public String off() {
        var out = new StringBuilder();
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i] != null && !(i == 1 && slots[0] != null)) {
                out.append(out.isEmpty() ? "\u001b[" : ";").append(OFF[i]);
            }
        }
        if (!out.isEmpty()) {
            out.append('m');
        }
        return link.isEmpty() ? out.toString() : Hyperlink.END + out;
    }
}
