package dev.pawl.tui.text;

import org.jspecify.annotations.Nullable;

/** A text that opens an address when it is clicked, for terminals that can (OSC 8). */
public final class Hyperlink {
    static final String END = "\u001b]8;;\u001b\\";
    private static final String START = "\u001b]8;";

    private Hyperlink() {}

    /** The text as a link; addresses that are none of the usual kinds leave it as it is. */
    public static String of(String address, String text) {
        return safe(address) ? START + ";" + address + "\u001b\\" + text + END : text;
    }

    static boolean safe(String address) {
        if (!(address.startsWith("https://")
                || address.startsWith("http://")
                || address.startsWith("mailto:")
                || address.startsWith("file://"))) {
            return false;
        }
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            if (c <= ' ' || c > '~') {
                return false;
            }
        }
        return address.length() < 2000;
    }

    /** The address of the link that a column of a line belongs to; null if it belongs to none. */
    public static @Nullable String at(String line, int column) {
        String address = null;
        int at = 0;
        for (int i = 0; i < line.length() && at <= column; ) {
            int end;
            if (Escapes.starts(line, i)) {
                end = Escapes.end(line, i);
                if (is(line, i, end)) {
                    int from = line.indexOf(';', i + START.length()) + 1;
                    address = from < endOfAddress(line, end) ? line.substring(from, endOfAddress(line, end)) : null;
                }
            } else {
                end = Clusters.next(line, i);
                at += Columns.ofCluster(line, i, end);
                if (at > column) {
                    return address;
                }
            }
            i = end;
        }
        return null;
    }

    static boolean is(String text, int from, int to) {
        if (!text.startsWith(START, from)) {
            return false;
        }
        int address = text.indexOf(';', from + START.length());
        int end = endOfAddress(text, to);
        return address >= 0
                && address < end
                && address - from - START.length() < 100
                && (address + 1 == end || safe(text.substring(address + 1, end)));
    }

    static boolean opens(String text, int from, int to) {
        return text.indexOf(';', from + START.length()) + 1 < endOfAddress(text, to);
    }

    private static int endOfAddress(String text, int to) {
        return text.charAt(to - 1) == '\\' ? to - 2 : to - 1;
    }
}
