package dev.pawl.tui.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a key does.
 *
 * @param usual the keys it has unless the user configures others, with blanks between them; after a bar those of single
 *     platforms: {@code "ctrl+v | win32:alt+v wsl:alt+v"}
 * @param older the name it had in older files of keys
 */
public record KeyAction(
        String id,
        String usual,
        String description,
        @Nullable String older) {
    public static KeyAction of(String id, String usual, String description) {
        return new KeyAction(id, usual, description, null);
    }

    public static KeyAction of(String id, String usual, String description, String older) {
        return new KeyAction(id, usual, description, older);
    }

    /** The name of a platform as it is written in {@link #usual}: win32, wsl, darwin or nothing. */
    public static String platform(String os, Map<String, String> environment) {
        if (os.startsWith("Windows")) {
            return "win32";
        }
        if (os.startsWith("Mac")) {
            return "darwin";
        }
        return environment.containsKey("WSL_DISTRO_NAME") || environment.containsKey("WSL_INTEROP") ? "wsl" : "";
    }

    /** The usual keys on a platform. */
    public List<String> keys(String platform) {
        int bar = usual.indexOf(" | ");
        if (bar < 0) {
            return words(usual, ' ');
        }
        for (var other : words(usual.substring(bar + 3), ' ')) {
            int colon = other.indexOf(':');
            if (other.substring(0, colon).equals(platform)) {
                return words(other.substring(colon + 1), ',');
            }
        }
        return words(usual.substring(0, bar), ' ');
    }

    private static List<String> words(String text, char separator) {
        if (text.isEmpty()) {
            return List.of();
        }
        var words = new ArrayList<String>(2);
        int from = 0;
        for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, from)) {
            words.add(text.substring(from, end));
            from = end + 1;
        }
        words.add(text.substring(from));
        return words;
    }
}
