package dev.pawl.acceptance.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads what a program wrote to a terminal, and finds all in it that ours does not write of its own accord. */
final class RawStream {
    /** One sequence: a control sequence, a string, or an escape with what belongs to it. */
    private static final Pattern SEQUENCE = Pattern.compile("\u001b(?:\\[[\\x20-\\x3f]*[\\x40-\\x7e]"
            + "|[\\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\\\|\u009c)|[\\x20-\\x2f]*[\\x30-\\x7e])");

    private static final Pattern OURS = Pattern.compile(String.join(
            "|",
            // Colours and weight, but none of 256, which the terminal of these tests does not have.
            "\u001b\\[(?!38;|48;)[0-9;]*m",
            // The cursor, relative to where it is; what is deleted.
            "\u001b\\[[0-9]*[ABCK]",
            "\u001b\\[H",
            "\u001b\\[[23]?J",
            "\u001b\\[\\?(?:7|25|1000|1006|1049|2004|2026)[hl]",
            "\u001b\\[(?:>5u|<u|\\?u|c|>4;[02]m)",
            "\u001b\\]0;[^\\x00-\\x1f\\x7f-\\x9f]*\u0007",
            "\u001b\\]8;[^;]*;(?:(?:https?|file|mailto):[^\\x00-\\x20\\x7f-\\x9f]*)?(?:\u0007|\u001b\\\\)"));

    /** Marks that reorder what one reads. */
    private static final Pattern HIDING = Pattern.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]");

    private RawStream() {}

    /** What is not ours, written so that it can be read. */
    static List<String> strangers(String written) {
        var strangers = new ArrayList<String>();
        var matcher = SEQUENCE.matcher(written);
        int i = 0;
        while (i < written.length()) {
            char c = written.charAt(i);
            if (c == '\u001b') {
                boolean whole = matcher.find(i) && matcher.start() == i;
                var sequence = whole ? matcher.group() : written.substring(i, Math.min(written.length(), i + 20));
                if (!whole || !OURS.matcher(sequence).matches()) {
                    strangers.add(readable(sequence));
                }
                i += whole ? sequence.length() : 1;
            } else {
                if ((Character.isISOControl(c) && c != '\r' && c != '\n')
                        || HIDING.matcher(written).region(i, i + 1).matches()) {
                    strangers.add(readable(String.valueOf(c)));
                }
                i++;
            }
        }
        return strangers;
    }

    private static String readable(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c >= ' ' && c <= '~' ? String.valueOf(c) : "\\u%04x".formatted((int) c));
        }
        return out.toString();
    }
}
