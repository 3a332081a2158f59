package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import java.util.Locale;

/** Colours the lines of a file one after another, by the language that its name implies. */
public final class FileColours {
    private final CodeHighlighter highlighter;
    private final boolean known;

    /** The colours for a file of this name or path. */
    public FileColours(String file, Theme theme) {
        var language = language(file);
        this.known = !CodeLanguage.of(language).isPlain();
        this.highlighter = new CodeHighlighter(language, theme);
    }

    /** Returns whether the language is one whose words have colours. */
    public boolean isKnown() {
        return known;
    }

    /** The next line in its colours. */
    public String line(String line) {
        return highlighter.line(line);
    }

    private static String language(String file) {
        var name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(dot + 1);
    }
}
