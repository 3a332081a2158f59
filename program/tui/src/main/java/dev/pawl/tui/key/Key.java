package dev.pawl.tui.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names of keys: {@code ctrl+c}, {@code shift+enter}, {@code alt+left}, {@code f1}. */
public final class Key {
    private static final String PASTE = "\u001b[200~";
    private static final String PASTE_END = "\u001b[201~";
    private static final List<String> MODIFIERS = List.of("ctrl", "shift", "alt", "super");

    private Key() {}

    /** The name of the key that a terminal sent, modifiers in the order ctrl, shift, alt, super; empty if it is none. */
    public static String id(String data) {
        var press = KeyPress.parse(data);
        return press == null ? "" : press.id();
    }

    /** Returns whether what a terminal sent is a key with this name, whatever the order of its modifiers. */
    public static boolean matches(String data, String id) {
        var sent = id(data);
        return !sent.isEmpty() && sent.equals(normal(id));
    }

    /** A name as {@link #id} writes it; empty if there is no such key. */
    public static String normal(String id) {
        var left = id.strip();
        var modifiers = new ArrayList<String>();
        for (int plus = left.indexOf('+'); plus > 0 && plus < left.length() - 1; plus = left.indexOf('+')) {
            var modifier = left.substring(0, plus).toLowerCase(Locale.ROOT);
            if (!MODIFIERS.contains(modifier) || modifiers.contains(modifier)) {
                return "";
            }
            modifiers.add(modifier);
            left = left.substring(plus + 1);
        }
        var key = KeyNames.normal(left);
        if (key.isEmpty()) {
            return "";
        }
        modifiers.sort((a, b) -> MODIFIERS.indexOf(a) - MODIFIERS.indexOf(b));
        modifiers.add(key);
        return String.join("+", modifiers);
    }

    /** The text that a key press writes; empty for keys that write none. */
    public static String text(String data) {
        if (data.isEmpty()) {
            return "";
        }
        char first = data.charAt(0);
        if (first == '\u001b') {
            var press = KeyPress.parse(data);
            return press == null ? "" : press.text();
        }
        return first < ' ' || first == 0x7F ? "" : data;
    }

    public static boolean isPaste(String data) {
        return data.startsWith(PASTE);
    }

    /** The text of a paste. */
    public static String pasted(String data) {
        int end = data.endsWith(PASTE_END) ? data.length() - PASTE_END.length() : data.length();
        return isPaste(data) ? data.substring(PASTE.length(), Math.max(PASTE.length(), end)) : "";
    }
}
