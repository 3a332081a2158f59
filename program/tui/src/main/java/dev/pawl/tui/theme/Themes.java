package dev.pawl.tui.theme;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Theme;
import dev.pawl.base.RegularFile;
import dev.pawl.tui.terminal.ColorDepth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads themes: those that come with the program, and files. */
public final class Themes {
    private static final int LARGEST = 1 << 20;

    private Themes() {}

    /** The names of the themes that come with the program. */
    public static List<String> builtIn() {
        return List.of("dark", "light");
    }

    /** A theme that comes with the program. */
    public static Theme builtIn(String name, ColorDepth depth) {
        if (!builtIn().contains(name)) {
            throw new IllegalArgumentException("there is no built-in theme \"" + name + "\"; there are dark and light");
        }
        return comesWith(name, depth);
    }

    /**
     * A theme made of the colours that a terminal reported. Without its background, or with 16 colours, which the
     * program cannot choose, this is a theme that comes with the program.
     */
    public static Theme system(TerminalColors reported, ColorDepth depth) {
        var base = comesWith(reported.isDark() ? "dark" : "light", depth);
        var background = reported.background();
        boolean chooses = depth == ColorDepth.TRUE_COLOR || depth == ColorDepth.ANSI_256;
        return background == null || !chooses
                ? base
                : new SystemTheme(reported, background, base, depth).theme(resource("system.json"));
    }

    private static Palette comesWith(String name, ColorDepth depth) {
        return ThemeFile.parse(name + ".json", resource(name + ".json"), depth);
    }

    private static JsonObject resource(String file) {
        try (var in = Themes.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the program");
            }
            return JsonObject.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read from the program", e);
        }
    }

    /** Reads a file; an {@link IllegalArgumentException} states in a sentence what is wrong with it. */
    public static Theme read(Path file, ColorDepth depth) {
        String text;
        try {
            text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("theme " + file + ": cannot be read (" + e + ")", e);
        }
        JsonObject json;
        try {
            json = JsonObject.parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("theme " + file + ": " + e.getMessage(), e);
        }
        return ThemeFile.parse("theme " + file, json, depth);
    }
}
